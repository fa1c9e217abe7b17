#pragma once

// One compile: typed request and kernel text in, code and the compiler's report out.

#include <memory>
#include <optional>
#include <string>

#include "app/answers/shipped_reports.h"
#include "app/compiler/toolchain.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// Everything one compile yields, and all that the cache keeps.
struct Compiled : answers::Report {
    std::string ptx;
    std::string cubin;
    bool is_lasting = true;  ///< false: `error` is that it was stopped or crashed; asked again, it is tried again
    bool cancelled = false;  ///< stopped because nobody wanted it any more
};

/// Checks the fields that become options or text for the compiler: the Error says which is wrong.
[[nodiscard]] std::optional<model::Error> check_request(const model::CompileRequest& request);

/// Compiles; an Error where there is no compiler. Wants a stack of at least 8 MiB. `report.seconds` is the wall time
/// taken.
[[nodiscard]] Compiled compile(const Toolchain& tools, const model::CompileRequest& request,
                               const model::SourceText& source, const StopQuestion& should_stop = {});

/// ptxas's report as the model's: the entry's numbers, and the functions it reaches (all where PTX is empty).
[[nodiscard]] model::CompileReport make_report(const std::string& log, const std::string& entry, std::string_view ptx,
                                               const model::CompileRequest& request);

}  // namespace spillway::compiler
