#pragma once

// Finds the variables in local memory and the causes: compiles the kernel again with one cause removed at a time.

#include <vector>

#include "app/compiler/compile_service.h"
#include "app/model/cause.h"

namespace spillway::compiler {

/// Time limit in seconds for all compiles of one request; causes not tried by then are reported as unknown. Longer, up
/// to 180 s, if the kernel itself takes more than 4 s to compile (Trials::start_clock).
inline constexpr double max_seconds_for_causes = 40;

struct CausesAnswer {
    std::vector<model::Cause> causes;
    std::optional<model::Error> error;  ///< the kernel does not compile
    bool cancelled = false;             ///< stopped by `should_stop`; the rest is empty
    bool is_whole = true;  ///< the request's time limit left no trial out, and every spill has a known line
};

/// Causes of all functions that the entry reaches. Needs a stack of at least 8 MiB.
[[nodiscard]] CausesAnswer find_causes(CompileService& service, const model::CompileRequest& request,
                                       const model::SourceText& source, const StopQuestion& should_stop = {});

}  // namespace spillway::compiler
