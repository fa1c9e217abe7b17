#pragma once

// Which variable is in local memory, and why: compiles the kernel again with one cause taken away at a time.

#include <vector>

#include "app/compiler/compile_service.h"
#include "app/model/cause.h"

namespace spillway::compiler {

/// How long all compiles of one question may take; what could not be tried by then is told as unknown.
inline constexpr double most_seconds_for_causes = 40;

struct CausesAnswer {
    std::vector<model::Cause> causes;
    std::optional<model::Error> error;  ///< the kernel does not compile
    bool cancelled = false;             ///< `should_stop` said so; the rest is empty
};

/// The causes, of every function that the entry reaches. Wants a stack of at least 8 MiB.
[[nodiscard]] CausesAnswer find_causes(CompileService& service, const model::CompileRequest& request,
                                       const model::SourceText& source, const StopQuestion& should_stop = {});

}  // namespace spillway::compiler
