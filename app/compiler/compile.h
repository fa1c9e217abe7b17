#pragma once

// One compile: takes a typed request and a kernel source, returns code and the compiler's report.

#include <memory>
#include <optional>
#include <string>

#include "app/answers/shipped_reports.h"
#include "app/compiler/outside_files.h"
#include "app/compiler/toolchain.h"
#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::compiler {

/// Everything that one compile yields and the cache keeps.
struct Compiled : answers::Report {
    std::string ptx;
    std::string cubin;
    bool is_lasting = true;                       ///< false: `error` is a stop or a crash; the next request tries again
    bool cancelled = false;                       ///< stopped because no request needed it any more
    std::shared_ptr<const OutsideFiles> outside;  ///< headers that are not in the request; null if there are none
};

/// Checks the fields that become compiler options or text. The Error names the invalid one.
[[nodiscard]] std::optional<model::Error> check_request(const model::CompileRequest& request);

/// Marks a stop or a crash, unless a limit explains it.
[[nodiscard]] model::Error as_passing(model::Error error);

/// Compiles the source; Error if there is no compiler. Needs a stack of at least 8 MiB. `report.compiler_seconds` is
/// the wall time; `report.seconds` stays 0.
[[nodiscard]] Compiled compile(const Toolchain& tools, const model::CompileRequest& request,
                               const model::SourceText& source, const StopQuestion& should_stop = {});

/// Converts ptxas's report: the entry's numbers and the functions that it reaches (all functions if `ptx` is empty).
[[nodiscard]] model::CompileReport make_report(const std::string& log, const std::string& entry, std::string_view ptx,
                                               const model::CompileRequest& request);

}  // namespace spillway::compiler
