#pragma once

// The machine code of a compile as lines to read. The disassembler takes half a second for however little code, so what
// it wrote is kept on disk, beside the compiled code.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/compiler/disk_cache.h"
#include "app/compiler/sass.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// Thread safe. Two that ask for the same at the same time may both disassemble: they keep the same text.
class Disassembly {
public:
    Disassembly(model::Expected<Disassembler> disassembler, DiskCache& disk);

    /// What read_sass() reads, where the texts are kept; as quick as that disk.
    [[nodiscard]] std::optional<SassCode> find(const Compiled& code, std::string_view source_name) const;

    /// The same, disassembled where need be; never without an instruction. A failure is not kept: its cause may be
    /// mended outside. What `should_stop` ends is an Error too.
    [[nodiscard]] model::Expected<SassCode> get(const Compiled& code, std::string_view source_name,
                                                const std::function<bool()>& should_stop = {});

    [[nodiscard]] const model::Expected<Disassembler>& disassembler() const { return disassembler_; }

private:
    [[nodiscard]] std::string key_of(const std::string& cubin) const;
    [[nodiscard]] std::optional<SassCode> on_disk(const std::string& key, const Compiled& code,
                                                  std::string_view source_name) const;

    model::Expected<Disassembler> disassembler_;
    DiskCache& disk_;
};

}  // namespace spillway::compiler
