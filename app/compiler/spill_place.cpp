#include "app/compiler/spill_place.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

#include "app/base/text.h"

namespace spillway::compiler {
namespace {

/// The width that an opcode such as "STL.64" or "LDL.LU.S8" moves for each thread.
std::int64_t bytes_of(std::string_view opcode)
{
    constexpr std::pair<std::string_view, std::int64_t> widths[] = {{".128", 16}, {".64", 8}, {".U16", 2}, {".S16", 2},
                                                                    {".16", 2},   {".U8", 1}, {".S8", 1},  {".8", 1}};
    for (const auto& [suffix, bytes] : widths) {
        const auto at = opcode.find(suffix);
        const auto end = at + suffix.size();
        if (at != std::string_view::npos && (end == opcode.size() || opcode[end] == '.')) return bytes;
    }
    return 4;
}

/// The offset of "[R1+0x2a0]": R1 is the stack pointer.
std::optional<std::int64_t> frame_offset(std::string_view code)
{
    const auto open = code.find("[R1");
    if (open == std::string_view::npos) return std::nullopt;
    const std::string_view rest = code.substr(open + 3);
    if (rest.starts_with("]")) return 0;
    if (!rest.starts_with("+0x")) return std::nullopt;
    std::int64_t offset = 0;
    const auto number = std::from_chars(rest.data() + 3, rest.data() + rest.size(), offset, 16);
    const bool is_whole = number.ec == std::errc() && number.ptr != rest.data() + rest.size() && *number.ptr == ']';
    return is_whole ? std::optional(offset) : std::nullopt;
}

LocalAccess access_of(const model::ListingLine& line)
{
    const bool is_store = line.text.find("STL") != std::string::npos;
    std::string_view code = line.text;
    code.remove_prefix(code.find(is_store ? "STL" : "LDL"));
    return {is_store, bytes_of(code.substr(0, code.find(' '))), frame_offset(code), line.source_line};
}

/// Whether they are as many bytes of stores and of loads as ptxas spills.
bool add_up(const std::vector<LocalAccess>& accesses, const model::FunctionReport& report)
{
    std::int64_t stored = 0, loaded = 0;
    for (const LocalAccess& access : accesses) (access.is_store ? stored : loaded) += access.bytes;
    return stored == report.spill_store_bytes && loaded == report.spill_load_bytes;
}

model::Error cannot(const std::string& why)
{
    return model::Error{"which line they stand at cannot be told: " + why, "", ""};
}

}  // namespace

model::Expected<std::vector<model::ListingLine>> sass_with_lines(Disassembly& disassembly, const Compiled& code,
                                                                 std::string_view source_name)
{
    const auto& disassembler = disassembly.disassembler();
    if (disassembler && disassembler->is_cuobjdump)
        return cannot("cuobjdump shows no lines, and nvdisasm was not found");
    auto lines = disassembly.get(code, source_name);
    if (!lines) return cannot(lines.error().what);
    return lines;
}

std::vector<LocalAccess> local_accesses(const std::vector<model::ListingLine>& sass, const std::string& function)
{
    std::vector<LocalAccess> accesses;
    bool is_ours = false;
    for (const model::ListingLine& line : sass) {
        const bool is_label = !line.text.starts_with(" ");
        // "_Z1kPf:", and "$_Z1kPf$_Z4walki:" of a function that is placed behind it; ".L_x_3:" stands within one.
        if (is_label && !line.text.starts_with(".L")) {
            const std::string_view label = base::trimmed(line.text);
            is_ours = label == function + ":" || label.ends_with("$" + function + ":");
        }
        if (is_ours && line.touches_local) accesses.push_back(access_of(line));
    }
    return accesses;
}

model::Expected<SpillPlace> find_spill_place(const std::vector<LocalAccess>& accesses,
                                             const model::FunctionReport& report, std::int64_t local_bytes)
{
    std::vector<LocalAccess> spills = accesses;
    if (!add_up(spills, report))
        std::erase_if(spills, [&](const LocalAccess& access) { return access.frame_offset.value_or(0) < local_bytes; });
    if (!add_up(spills, report))
        return cannot("its STL and LDL do not add up to the spills, so some are for something else");

    std::map<int, SpillPlace> by_line;
    for (const LocalAccess& access : spills) {
        SpillPlace& place = by_line[access.line];
        place.line = access.line;
        (access.is_store ? place.store_bytes : place.load_bytes) += access.bytes;
    }
    const auto most = std::max_element(by_line.begin(), by_line.end(), [](const auto& a, const auto& b) {
        return a.second.store_bytes + a.second.load_bytes < b.second.store_bytes + b.second.load_bytes;
    });
    if (most == by_line.end() || most->first == 0) return cannot("most of them belong to no line of this file");
    return most->second;
}

}  // namespace spillway::compiler
