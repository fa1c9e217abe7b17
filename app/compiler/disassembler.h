#pragma once

// Runs nvdisasm or cuobjdump as a child process.

#include <functional>
#include <optional>
#include <string>

#include "app/compiler/tool_search.h"
#include "app/model/error.h"
#include "app/model/tool.h"

namespace spillway::compiler {

/// Disassembler found on this machine. cuobjdump prints neither source lines nor live registers.
struct Disassembler {
    std::string program;
    bool is_cuobjdump = false;
    std::string version;

    /// Key of the program file and its options: everything that can change the output for one cubin.
    [[nodiscard]] std::string identity() const;
    /// True if it prints the marks of ptxas: nvdisasm 13.5 or later.
    [[nodiscard]] bool shows_marks() const;
};

/// Detail of a disassembly. Figures (code, marks of spills, live registers) take one run of nvdisasm; source and PTX
/// lines take a second one.
enum class SassDetail { figures, lines };

/// Output for one cubin.
struct SassTexts {
    std::string code;  ///< instructions with encodings, and source lines if the cubin has them
    std::string life;  ///< instructions with live registers; empty if `code` has them, or if they are unknown
    std::optional<std::string> why_no_life;
    friend bool operator==(const SassTexts&, const SassTexts&) = default;
};

/// If SPILLWAY_NVDISASM is set (a file, a folder, or "none"), searches only there; otherwise the bin folders of
/// cuda_roots(), then PATH. Prefers nvdisasm to cuobjdump. The Error says what to install.
[[nodiscard]] model::Expected<Disassembler> find_disassembler();
[[nodiscard]] model::Tool to_status(const model::Expected<Disassembler>& disassembler);

/// True if one run prints everything: the cubin has no line information, or the disassembler prints none.
[[nodiscard]] bool has_no_lines(const Disassembler& disassembler, const std::string& cubin);

/// Disassembles a cubin. `life`: the text of an earlier run for figures, which is not repeated. Two runs run in
/// parallel. All runs call `should_stop` every few milliseconds; if it returns true, they end, and the Error is not for
/// display.
[[nodiscard]] model::Expected<SassTexts> disassemble(const Disassembler& disassembler, const std::string& cubin,
                                                     SassDetail detail, const std::function<bool()>& should_stop = {},
                                                     const std::optional<std::string>& life = std::nullopt);

}  // namespace spillway::compiler
