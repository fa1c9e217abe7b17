#pragma once

// Maps a tool's messages to the limit that was hit and the knob to change.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/ptxas_report.h"
#include "app/model/job.h"

namespace spillway::compiler {

/// Error lines of a failed compile's log; the whole log if none can be identified.
[[nodiscard]] std::string error_lines(const std::string& log);

/// Removes the reasons why a file could not be opened, because they reveal which files exist.
[[nodiscard]] std::string without_open_reasons(std::string log);

/// Removes diagnostics of files other than these, because each quotes its source line.
[[nodiscard]] std::string without_foreign_words(std::string_view log, const std::vector<std::string>& own_names);

/// Advice for a well-known failure; empty if the message says enough.
[[nodiscard]] std::string advice_for(std::string_view message, const model::CompileRequest& request);

/// Same for a whole .cu that the compiler rejected.
[[nodiscard]] std::string advice_for_file(std::string_view message, const model::CompileRequest& request);

/// Quotes and explains ptxas's remarks of lost performance ("(C7508) Potential Performance Loss: ...") on this kernel:
/// up to four, each once; empty without one.
[[nodiscard]] std::string advice_for_remarks(std::string_view log, std::string_view kernel_ptx);

/// Instruction that ptxas refuses for this target, but may accept for an architecture-specific one (sm_90a), in quotes:
/// "'setmaxnreg.dec'"; "an instruction" if the log does not name it. Empty if ptxas refuses none.
[[nodiscard]] std::optional<std::string> instruction_of_another_target(std::string_view log);
/// Notice for code compiled for such a target instead.
[[nodiscard]] std::string advice_for_target(const std::string& instruction, const std::string& arch,
                                            const std::string& special);

/// Explains a register cap that ptxas did not apply. `registers` is 0 if ptxas did not report it.
[[nodiscard]] std::string advice_for_cap(const model::CompileRequest& request, const PtxasReport& report,
                                         int registers);

/// Cuts a text at 256 KiB and appends a note.
[[nodiscard]] std::string bounded(std::string text);

}  // namespace spillway::compiler
