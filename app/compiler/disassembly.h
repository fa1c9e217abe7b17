#pragma once

// Machine code of a compile as lines. The disassembler takes half a second even for little code, so its output is kept
// on disk beside the compiled code.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/compiler/disk_cache.h"
#include "app/compiler/sass.h"
#include "app/model/error.h"

namespace spillway::compiler {

/// Thread-safe. Concurrent requests for the same code may both disassemble it; they store the same text.
class Disassembly {
public:
    Disassembly(model::Expected<Disassembler> disassembler, DiskCache& disk);

    /// Looks for a stored text with at least this detail; as fast as the disk.
    [[nodiscard]] std::optional<SassCode> find(const Compiled& code, std::string_view source_name,
                                               SassDetail detail) const;

    /// Disassembles what is not stored yet; the result has at least one instruction. Failures are not stored, because
    /// their cause may be fixed outside. A stop by `should_stop` is also an Error.
    [[nodiscard]] model::Expected<SassCode> get(const Compiled& code, std::string_view source_name, SassDetail detail,
                                                const std::function<bool()>& should_stop = {});

    [[nodiscard]] const model::Expected<Disassembler>& disassembler() const { return disassembler_; }

private:
    [[nodiscard]] std::string key_of(const std::string& cubin, SassDetail detail) const;
    [[nodiscard]] std::optional<SassTexts> on_disk(const std::string& cubin, SassDetail detail) const;

    model::Expected<Disassembler> disassembler_;
    DiskCache& disk_;
};

}  // namespace spillway::compiler
