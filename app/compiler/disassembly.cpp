#include "app/compiler/disassembly.h"

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::compiler {
namespace {

/// Every kernel has instructions: a text without any for the entry was not understood and must not be stored.
std::optional<SassCode> code_of(const SassTexts& texts, const std::string& entry, std::string_view source_name)
{
    auto code = read_sass(texts, entry, source_name);
    if (count_sass(code.lines).instructions == 0) return std::nullopt;
    return code;
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

std::optional<SassCode> Disassembly::on_disk(const std::string& key, const Compiled& code,
                                             std::string_view source_name) const
{
    const auto texts = disk_.read_sass(key);
    return texts ? code_of(*texts, code.entry, source_name) : std::nullopt;
}

std::optional<SassCode> Disassembly::find(const Compiled& code, std::string_view source_name) const
{
    return disassembler_ ? on_disk(key_of(code.cubin), code, source_name) : std::nullopt;
}

model::Expected<SassCode> Disassembly::get(const Compiled& code, std::string_view source_name,
                                           const std::function<bool()>& should_stop)
{
    if (!disassembler_) return disassembler_.error();
    const std::string key = key_of(code.cubin);
    if (auto kept = on_disk(key, code, source_name)) return std::move(*kept);
    const auto texts = disassemble(*disassembler_, code.cubin, should_stop);
    if (!texts) return texts.error();
    auto read = code_of(*texts, code.entry, source_name);
    if (!read)
        return model::Error{"the disassembler's text holds no instruction of the kernel", disassembler_->program, ""};
    if (!texts->why_no_life || disassembler_->is_cuobjdump) disk_.write_sass(key, *texts);
    return std::move(*read);
}

}  // namespace spillway::compiler
