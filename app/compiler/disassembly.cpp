#include "app/compiler/disassembly.h"

#include "app/catalogue/kernel_text.h"

namespace spillway::compiler {
namespace {

/// No kernel is without instructions: a text that has none of the entry's was not read, and is no answer to keep.
std::optional<Disassembly::Lines> lines_of(std::string_view text, const std::string& entry,
                                           std::string_view source_name)
{
    auto lines = list_sass(text, entry, source_name);
    if (count_sass(lines).instructions == 0) return std::nullopt;
    return lines;
}

}  // namespace

Disassembly::Disassembly(model::Expected<Disassembler> disassembler, DiskCache& disk)
    : disassembler_(std::move(disassembler)), disk_(disk)
{
}

std::string Disassembly::key_of(const std::string& cubin) const
{
    return catalogue::content_hash("sass|" + disassembler_->identity() + "|" + cubin);
}

std::optional<Disassembly::Lines> Disassembly::on_disk(const std::string& key, const Compiled& code,
                                                       std::string_view source_name) const
{
    const auto text = disk_.read_sass(key);
    return text ? lines_of(*text, code.entry, source_name) : std::nullopt;
}

std::optional<Disassembly::Lines> Disassembly::find(const Compiled& code, std::string_view source_name) const
{
    return disassembler_ ? on_disk(key_of(code.cubin), code, source_name) : std::nullopt;
}

model::Expected<Disassembly::Lines> Disassembly::get(const Compiled& code, std::string_view source_name)
{
    if (!disassembler_) return disassembler_.error();
    const std::string key = key_of(code.cubin);
    if (auto kept = on_disk(key, code, source_name)) return std::move(*kept);
    const auto text = disassemble(*disassembler_, code.cubin);
    if (!text) return text.error();
    auto lines = lines_of(*text, code.entry, source_name);
    if (!lines)
        return model::Error{"the disassembler's text holds no instruction of the kernel", disassembler_->program, ""};
    disk_.write_sass(key, *text);
    return std::move(*lines);
}

}  // namespace spillway::compiler
