#pragma once

// From a tool's own words to which limit was hit and which knob to move.

#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/ptxas_report.h"
#include "app/model/job.h"

namespace spillway::compiler {

/// The lines of a failed compile's log that say what is wrong; the whole log where none can be told apart.
[[nodiscard]] std::string error_lines(const std::string& log);

/// A compiler's words without the reason why a file could not be opened: it would tell which files there are.
[[nodiscard]] std::string without_open_reasons(std::string log);

/// A compiler's log without the diagnostics of other files than these: each quotes the line that it is about.
[[nodiscard]] std::string without_foreign_words(std::string_view log, const std::vector<std::string>& own_names);

/// What to do about a well-known failure; empty where there is nothing better than the message itself.
[[nodiscard]] std::string advice_for(std::string_view message, const model::CompileRequest& request);

/// The same of a whole .cu that was refused.
[[nodiscard]] std::string advice_for_file(std::string_view message, const model::CompileRequest& request);

/// What a cap that was asked for and not taken means. `registers` is 0 where ptxas did not say.
[[nodiscard]] std::string advice_for_cap(const model::CompileRequest& request, const PtxasReport& report,
                                         int registers);

/// Cuts a text that is longer than 256 KiB and says so.
[[nodiscard]] std::string bounded(std::string text);

}  // namespace spillway::compiler
