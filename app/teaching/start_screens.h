#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/model/gpu.h"

namespace spillway::teaching {

/// Action that completes one of the five start screens.
enum class StartAct {
    answer,  ///< choose an answer
    place,   ///< click one of start_places()
    slide,   ///< move the page's own slider
    chart,   ///< click in a chart
    move,    ///< move the experiment's slider
};

/// A start screen, for readers without technical terms. Its numbers are the chosen GPU's.
struct StartScreen {
    std::string title, text;
    StartAct act = StartAct::answer;
    std::string ask;
    std::vector<std::string> choices{};
    std::size_t right = 0;     ///< index into the choices or start_places()
    std::string done, not_so;  ///< replies to the right answer and to a wrong one
};

inline constexpr std::size_t start_screen_count = 5;
[[nodiscard]] std::array<StartScreen, start_screen_count> start_screens(const model::Gpu& gpu);

/// A place in the hierarchy from the thread outwards, with its size.
struct StartPlace {
    std::string name, size;
};
[[nodiscard]] std::array<StartPlace, 4> start_places(const model::Gpu& gpu);

/// Kernel of the third screen. It runs `start_blocks` blocks of `start_block` threads; the question asks for the thread
/// with index `start_index`.
inline constexpr const char* start_kernel =
    "__global__ void twice(const float* in, float* out)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    out[i] = 2 * in[i];\n"
    "}\n";
inline constexpr int start_block = 32, start_blocks = 4, start_index = 70;

/// Resident warps per SM for a kernel with this many registers per thread, in blocks of 256 threads, limited by nothing
/// else. Does not use NVIDIA's occupancy calculator, but the same allocation: units of 256 registers per warp, in each
/// quarter of the SM.
inline constexpr int start_chart_block = 256;
[[nodiscard]] int warps_by_registers(const model::Gpu& gpu, int registers_per_thread);
/// True if at most half of an SM's warp slots are used.
[[nodiscard]] bool is_half_full(const model::Gpu& gpu, int registers_per_thread);
/// "At 80 registers per thread 24 of 64 warps fit: 38 %."
[[nodiscard]] std::string start_chart_words(const model::Gpu& gpu, int registers_per_thread);

}  // namespace spillway::teaching
