#include "app/compiler/disassembly.h"

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::compiler {
namespace {

/// Empty for a text without instructions of the entry: every kernel has some, so the text was not understood and must
/// not be stored.
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

std::string Disassembly::key_of(const std::string& cubin, SassDetail detail) const
{
    const char* const kind = detail == SassDetail::lines ? "sass|" : "sass-figures|";
    return catalogue::content_hash(kind + disassembler_->identity() + "|" + cubin);
}

std::optional<SassTexts> Disassembly::on_disk(const std::string& cubin, SassDetail detail) const
{
    return disk_.read_sass(key_of(cubin, detail));
}

std::optional<SassCode> Disassembly::find(const Compiled& code, std::string_view source_name, SassDetail detail) const
{
    if (!disassembler_) return std::nullopt;
    auto texts = on_disk(code.cubin, SassDetail::lines);
    if (!texts && detail == SassDetail::figures) texts = on_disk(code.cubin, SassDetail::figures);
    return texts ? code_of(*texts, code.entry, source_name) : std::nullopt;
}

model::Expected<SassCode> Disassembly::get(const Compiled& code, std::string_view source_name, SassDetail detail,
                                           const std::function<bool()>& should_stop)
{
    if (!disassembler_) return disassembler_.error();
    if (auto kept = find(code, source_name, detail)) return std::move(*kept);
    std::optional<std::string> life;
    if (detail == SassDetail::lines)
        if (auto figures = on_disk(code.cubin, SassDetail::figures)) life = std::move(figures->code);
    const auto texts = disassemble(*disassembler_, code.cubin, detail, should_stop, life);
    if (!texts) return texts.error();
    auto read = code_of(*texts, code.entry, source_name);
    if (!read)
        return model::Error{"the disassembler's text holds no instruction of the kernel", disassembler_->program, ""};
    // Without line numbers one run gives all details: store it under the key of `lines`, where find() looks for both.
    const SassDetail stored_detail = has_no_lines(*disassembler_, code.cubin) ? SassDetail::lines : detail;
    if (!texts->why_no_life || disassembler_->is_cuobjdump) disk_.write_sass(key_of(code.cubin, stored_detail), *texts);
    return std::move(*read);
}

}  // namespace spillway::compiler
