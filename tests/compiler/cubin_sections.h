#pragma once

// A cubin's sections as bytes, for tests that need no disassembly, which takes half a second for each cubin.

#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <elf.h>

namespace spillway::compiler {

template <typename Record>
Record record_at(std::string_view bytes, std::size_t at)
{
    Record record{};
    if (at + sizeof record <= bytes.size()) std::memcpy(&record, bytes.data() + at, sizeof record);
    return record;
}

/// Bytes of each section that is not empty, by name. Views into `cubin`.
inline std::map<std::string, std::string_view> sections_of(std::string_view cubin)
{
    const auto head = record_at<Elf64_Ehdr>(cubin, 0);
    const auto section = [&](int index) {
        return record_at<Elf64_Shdr>(cubin, head.e_shoff + std::size_t{head.e_shentsize} * index);
    };
    const auto bytes_of = [&](const Elf64_Shdr& found) {
        const bool is_inside = found.sh_type != SHT_NOBITS && found.sh_offset <= cubin.size();
        return is_inside ? cubin.substr(found.sh_offset, found.sh_size) : std::string_view{};
    };
    const std::string_view names = bytes_of(section(head.e_shstrndx));
    std::map<std::string, std::string_view> found;
    for (int i = 0; i < head.e_shnum; ++i) {
        const Elf64_Shdr one = section(i);
        const std::string_view bytes = bytes_of(one);
        if (bytes.empty() || one.sh_name >= names.size()) continue;
        found[names.data() + one.sh_name] = bytes;
    }
    return found;
}

/// The instructions themselves, with their control codes: each function's section.
inline std::map<std::string, std::string_view> code_of(std::string_view cubin)
{
    auto sections = sections_of(cubin);
    std::erase_if(sections, [](const auto& section) { return !section.first.starts_with(".text."); });
    return sections;
}

/// Number of marks, the entries (1, where), in an attribute. Other entries are (2, where, length, text) and (3, length,
/// text); empty if there are still other kinds.
inline std::optional<int> marks_in_annotations(std::string_view entries)
{
    int marks = 0;
    const auto word = [&](std::size_t at) { return record_at<std::uint32_t>(entries, at); };
    for (std::size_t at = 0; at + 8 <= entries.size();) {
        const std::uint32_t kind = word(at);
        if (kind < 1 || kind > 3) return std::nullopt;
        marks += kind == 1 ? 1 : 0;
        const std::size_t text = kind == 1 ? 0 : kind == 2 ? 4 + word(at + 8) : word(at + 4);
        at += 8 + (text + 3) / 4 * 4;
    }
    return marks;
}

/// Number of instructions that ptxas marked, from the undocumented attribute 0x55 of .nv.info.*. A test that uses it
/// also checks nvdisasm's output.
inline std::optional<int> marks_in(std::string_view cubin)
{
    constexpr std::uint8_t has_bytes = 4, annotations = 0x55;
    int marks = 0;
    for (const auto& [name, bytes] : sections_of(cubin)) {
        if (!name.starts_with(".nv.info.")) continue;
        for (std::size_t at = 0; at + 4 <= bytes.size();) {
            const auto form = record_at<std::uint8_t>(bytes, at), what = record_at<std::uint8_t>(bytes, at + 1);
            const auto length = form == has_bytes ? record_at<std::uint16_t>(bytes, at + 2) : std::uint16_t{0};
            if (form == has_bytes && what == annotations) {
                const auto more = marks_in_annotations(bytes.substr(at + 4, length));
                if (!more) return std::nullopt;
                marks += *more;
            }
            at = (at + 4 + length + 3) / 4 * 4;
        }
    }
    return marks;
}

}  // namespace spillway::compiler
