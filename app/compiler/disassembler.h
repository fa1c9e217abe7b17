#pragma once

// nvdisasm or cuobjdump as a child process.

#include <functional>
#include <optional>
#include <string>

#include "app/compiler/tool_search.h"
#include "app/model/error.h"
#include "app/model/tool.h"

namespace spillway::compiler {

/// The disassembler that was found. cuobjdump knows neither source lines nor live registers.
struct Disassembler {
    std::string program;
    bool is_cuobjdump = false;
    std::string version;

    /// The program as it lies there now, and how it is called: whatever may change its text for one cubin.
    [[nodiscard]] std::string identity() const;
    /// Whether it shows what ptxas has marked: nvdisasm 13.5 or later.
    [[nodiscard]] bool shows_marks() const;
};

/// What it writes of one cubin.
struct SassTexts {
    std::string code;  ///< instructions with their encodings, and lines where the cubin has them
    std::string life;  ///< instructions with their live registers; empty where `code` has them, or none is known
    std::optional<std::string> why_no_life;
    friend bool operator==(const SassTexts&, const SassTexts&) = default;
};

/// SPILLWAY_NVDISASM (a file, a folder, or "none"), then the bin folders of cuda_roots(), then PATH; nvdisasm
/// before cuobjdump. The Error says what to install.
[[nodiscard]] model::Expected<Disassembler> find_disassembler();
[[nodiscard]] model::Tool to_status(const model::Expected<Disassembler>& disassembler);

/// The disassembler's texts for a cubin. A cubin with line information takes two runs side by side. `should_stop` is
/// asked every few milliseconds, by either of them; then both end, and the Error is none to show.
[[nodiscard]] model::Expected<SassTexts> disassemble(const Disassembler& disassembler, const std::string& cubin,
                                                     const std::function<bool()>& should_stop = {});

}  // namespace spillway::compiler
