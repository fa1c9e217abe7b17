#pragma once

// Converts a traced kernel to the data of the experiment panels: the traffic of its counted launch, and the account of
// its time.

#include <string>

#include "app/charts/memory_card.h"
#include "app/session/session_view.h"
#include "app/trace/trace.h"

namespace spillway::window {

struct CountedKernel {
    charts::MemoryCard card;
    std::string account;  ///< sentences about the limiter and the stall reasons; empty without counters
};

/// The account of the time needs the GPU's measured roofs, which come from a recording of that GPU model.
[[nodiscard]] CountedKernel counted_kernel(const session::SessionView& session, const trace::Trace& trace,
                                           const trace::TracedKernel& kernel);

}  // namespace spillway::window
