#pragma once

#include <optional>

#include "app/model/gpu.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

// Pictures of "Start here". `seconds` is the time since the page opened. Each picture stops at the end of its last
// whole cycle within start_moving_seconds; a still page costs nothing.
inline constexpr double start_moving_seconds = 20;

/// An SM's warp slots, filled block by block; below them the threads of one warp in lockstep.
void draw_sm_picture(const PanelContext& context, const model::Gpu& gpu, const Rect& place, double seconds);

/// Registers, shared memory, L2 and DRAM as clickable boxes; a value travels between a thread and each. Returns the box
/// that the user clicked.
std::optional<std::size_t> draw_places_picture(PanelContext& context, const model::Gpu& gpu, const Rect& place,
                                               double seconds);

/// The kernel's lines, and the element that thread number `thread` writes. Returns the thread whose element was
/// clicked.
std::optional<int> draw_kernel_picture(PanelContext& context, const Rect& place, int thread);

/// Occupancy over registers per thread. Returns the number of registers that the user clicked.
std::optional<int> draw_occupancy_picture(PanelContext& context, const model::Gpu& gpu, const Rect& place,
                                          std::optional<int> clicked, double seconds);

}  // namespace spillway::window
