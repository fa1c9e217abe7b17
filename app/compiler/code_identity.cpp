#include "app/compiler/code_identity.h"

#include <elf.h>

#include <cstring>

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::compiler {
namespace {

constexpr std::size_t digits = 16;

template <typename T>
bool read_at(std::string_view bytes, std::uint64_t offset, T& value)
{
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return false;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return true;
}

std::string_view part(std::string_view bytes, std::uint64_t offset, std::uint64_t size)
{
    if (offset > bytes.size() || bytes.size() - offset < size) return {};
    return bytes.substr(offset, size);
}

/// Bytes of the section with this name.
std::string_view section(std::string_view elf, const std::string& wanted)
{
    Elf64_Ehdr header;
    Elf64_Shdr names;
    if (!read_at(elf, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > elf.size() ||
        !read_at(elf, header.e_shoff + header.e_shstrndx * sizeof(Elf64_Shdr), names))
        return {};
    const std::string_view table = part(elf, names.sh_offset, names.sh_size);
    for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
        Elf64_Shdr at;
        if (!read_at(elf, header.e_shoff + i * sizeof(Elf64_Shdr), at)) return {};
        const std::string_view name = at.sh_name < table.size() ? table.substr(at.sh_name) : std::string_view();
        if (name.substr(0, name.find('\0')) == wanted) return part(elf, at.sh_offset, at.sh_size);
    }
    return {};
}

}  // namespace

std::string code_identity(std::string_view cubin, const std::string& entry)
{
    const std::string_view code = section(cubin, ".text." + entry);
    return code.empty() ? std::string() : catalogue::content_hash(code).substr(0, digits);
}

}  // namespace spillway::compiler
