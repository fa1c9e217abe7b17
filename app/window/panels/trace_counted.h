#pragma once

// One kernel of a trace as the panels of experiments know a result: what its counted launch moved, and where its time
// went.

#include <string>

#include "app/charts/memory_card.h"
#include "app/session/session_view.h"
#include "app/trace/trace.h"

namespace spillway::window {

struct CountedKernel {
    charts::MemoryCard card;
    std::string account;  ///< what limits, and on what its warps waited, in sentences; empty where nothing was counted
};

/// The account of the time needs what that GPU can do, which a recording of it tells.
[[nodiscard]] CountedKernel counted_kernel(const session::SessionView& session, const trace::Trace& trace,
                                           const trace::TracedKernel& kernel);

}  // namespace spillway::window
