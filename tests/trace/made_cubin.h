#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace spillway::trace {

struct MadeKernel {
    std::string mangled;
    std::uint32_t registers = 0, stack_frame_bytes = 0;
};

/// The smallest module that has what is read of one: names, symbols, code and .nv.info.
inline std::string made_cubin(const std::vector<MadeKernel>& kernels, bool has_lines)
{
    std::string bytes(sizeof(Elf64_Ehdr), '\0'), section_names(1, '\0'), names(1, '\0'), symbols, info;
    std::vector<Elf64_Shdr> sections(1);
    const auto append = [](std::string& to, const auto& value) {
        to.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    const auto add = [&](const std::string& name, std::uint32_t type, const std::string& content,
                         std::uint32_t link = 0) {
        Elf64_Shdr section{};
        section.sh_name = static_cast<std::uint32_t>(section_names.size());
        section.sh_type = type;
        section.sh_offset = bytes.size();
        section.sh_size = content.size();
        section.sh_link = link;
        section_names += name + '\0';
        bytes += content;
        sections.push_back(section);
    };
    append(symbols, Elf64_Sym{});
    for (const MadeKernel& kernel : kernels) {
        Elf64_Sym symbol{};
        symbol.st_name = static_cast<std::uint32_t>(names.size());
        const auto number = static_cast<std::uint32_t>(symbols.size() / sizeof symbol);
        names += kernel.mangled + '\0';
        append(symbols, symbol);
        for (const auto& [key, value] :
             {std::pair{0x2f, kernel.registers}, std::pair{0x11, kernel.stack_frame_bytes}}) {
            append(info, static_cast<std::uint32_t>(4 | key << 8 | 8 << 16));
            append(info, number);
            append(info, value);
        }
        add(".text." + kernel.mangled, SHT_PROGBITS, std::string(256, '\0'));
    }
    add(".strtab", SHT_STRTAB, names);
    add(".symtab", SHT_SYMTAB, symbols, static_cast<std::uint32_t>(sections.size() - 1));
    add(".nv.info", SHT_LOPROC, info);
    if (has_lines) add(".debug_line", SHT_PROGBITS, "lines");
    add(".shstrtab", SHT_STRTAB, "");
    sections.back().sh_size = section_names.size();
    bytes += section_names;

    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_machine = 190;
    header.e_shoff = bytes.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<std::uint16_t>(sections.size());
    header.e_shstrndx = static_cast<std::uint16_t>(sections.size() - 1);
    for (const Elf64_Shdr& section : sections) append(bytes, section);
    std::memcpy(bytes.data(), &header, sizeof header);
    return bytes;
}

}  // namespace spillway::trace
