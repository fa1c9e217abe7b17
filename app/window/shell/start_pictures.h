#pragma once

#include <optional>

#include "app/model/gpu.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

// The pictures of "Start here". `seconds` is how long the page has been shown: they move with it, and each comes to
// rest at the end of its last whole turn in this time. A page at rest costs nothing.
inline constexpr double start_moving_seconds = 20;

/// An SM's warp slots, filled block by block; below them the threads of one warp, in step.
void draw_sm_picture(const PanelContext& context, const model::Gpu& gpu, const Rect& place, double seconds);

/// Registers, shared memory, L2 and DRAM as places that can be clicked; a value travels between a thread and each.
/// Returns the one that was clicked.
std::optional<std::size_t> draw_places_picture(PanelContext& context, const model::Gpu& gpu, const Rect& place,
                                               double seconds);

/// The kernel's lines, and the element that thread number `thread` writes.
void draw_kernel_picture(const PanelContext& context, const Rect& place, int thread);

/// Occupancy over registers per thread. Returns the registers where it was clicked.
std::optional<int> draw_occupancy_picture(PanelContext& context, const model::Gpu& gpu, const Rect& place,
                                          std::optional<int> clicked, double seconds);

}  // namespace spillway::window
