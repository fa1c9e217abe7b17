#include "app/trace/cubin.h"

#include <elf.h>

#include <cstring>
#include <map>
#include <type_traits>

namespace spillway::trace {
namespace {

constexpr int machine_cuda = 190;
constexpr std::size_t max_sections = 100000;
constexpr std::size_t max_cubin_kernels = 20000;
constexpr std::size_t max_name_bytes = 8192;

// Entry of .nv.info: a format, a key, and two bytes with the value or its size.
constexpr std::uint8_t format_with_bytes = 4;
constexpr std::uint8_t key_frame_size = 0x11;
constexpr std::uint8_t key_registers = 0x2f;

/// Copies a struct from the file; empty if it exceeds the file.
template <typename T>
std::optional<T> at(std::string_view bytes, std::uint64_t offset)
{
    static_assert(std::is_trivially_copyable_v<T>);
    if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

std::string_view part(std::string_view bytes, std::uint64_t offset, std::uint64_t size)
{
    if (offset > bytes.size() || bytes.size() - offset < size) return {};
    return bytes.substr(offset, size);
}

std::string_view text_at(std::string_view table, std::uint64_t offset)
{
    if (offset >= table.size()) return {};
    const std::string_view rest = table.substr(offset, max_name_bytes);
    return rest.substr(0, rest.find('\0'));
}

class CubinReader {
public:
    explicit CubinReader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] std::optional<Cubin> read()
    {
        const auto header = at<Elf64_Ehdr>(bytes_, 0);
        if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_machine != machine_cuda ||
            header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
            return std::nullopt;
        const auto names = at<Elf64_Shdr>(bytes_, header->e_shoff + header->e_shstrndx * sizeof(Elf64_Shdr));
        if (!names || header->e_shoff > bytes_.size()) return std::nullopt;
        section_names_ = part(bytes_, names->sh_offset, names->sh_size);
        for (std::size_t i = 0; i < header->e_shnum && i < max_sections; ++i)
            if (const auto section = at<Elf64_Shdr>(bytes_, header->e_shoff + i * sizeof(Elf64_Shdr)))
                take_section(*section, header->e_shoff);
        take_info();
        Cubin cubin;
        cubin.has_lines = has_lines_;
        for (auto& [name, kernel] : kernels_)
            if (kernel.registers > 0 && kernel.registers <= 4096) cubin.kernels.push_back(std::move(kernel));
        return cubin;
    }

private:
    void take_section(const Elf64_Shdr& section, std::uint64_t sections)
    {
        constexpr std::string_view text = ".text.";
        const std::string_view name = text_at(section_names_, section.sh_name);
        if (name == ".debug_line" && section.sh_size > 0) has_lines_ = true;
        if (name == ".nv.info") info_ = part(bytes_, section.sh_offset, section.sh_size);
        if (section.sh_type == SHT_SYMTAB) {
            symbols_ = part(bytes_, section.sh_offset, section.sh_size);
            if (const auto linked = at<Elf64_Shdr>(bytes_, sections + section.sh_link * sizeof(Elf64_Shdr)))
                symbol_names_ = part(bytes_, linked->sh_offset, linked->sh_size);
        }
        if (!name.starts_with(text) || kernels_.size() >= max_cubin_kernels || section.sh_size > bytes_.size()) return;
        CubinKernel& kernel = kernels_[std::string(name.substr(text.size()))];
        kernel.mangled = name.substr(text.size());
        kernel.code_bytes = static_cast<std::int64_t>(section.sh_size);
    }

    void take_info()
    {
        struct Entry {
            std::uint8_t form, key;
            std::uint16_t size;
        };
        struct Figure {
            std::uint32_t symbol, value;
        };
        for (std::uint64_t offset = 0;;) {
            const auto entry = at<Entry>(info_, offset);
            if (!entry) return;
            offset += sizeof(Entry);
            if (entry->form != format_with_bytes) continue;
            const auto figure = at<Figure>(info_, offset);
            offset += entry->size;
            if (!figure || entry->size != sizeof(Figure) || figure->value > (1u << 30)) continue;
            const auto symbol = at<Elf64_Sym>(symbols_, std::uint64_t{figure->symbol} * sizeof(Elf64_Sym));
            if (!symbol) continue;
            const auto kernel = kernels_.find(std::string(text_at(symbol_names_, symbol->st_name)));
            if (kernel == kernels_.end()) continue;
            if (entry->key == key_registers) kernel->second.registers = figure->value;
            if (entry->key == key_frame_size) kernel->second.stack_frame_bytes = figure->value;
        }
    }

    std::string_view bytes_, section_names_, info_, symbols_, symbol_names_;
    bool has_lines_ = false;
    std::map<std::string, CubinKernel> kernels_;
};

}  // namespace

std::optional<Cubin> read_cubin(std::string_view bytes)
{
    if (bytes.size() > max_cubin_bytes) return std::nullopt;
    return CubinReader(bytes).read();
}

}  // namespace spillway::trace
