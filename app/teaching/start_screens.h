#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/model/gpu.h"

namespace spillway::teaching {

/// How one of the first five screens ends.
enum class StartAct {
    answer,  ///< one of the choices
    place,   ///< a click on one of start_places()
    slide,   ///< a slider of the page's own
    chart,   ///< a click in a chart
    move,    ///< the experiment's slider
};

/// A page for a reader without the field's words. Its numbers are the chosen GPU's.
struct StartScreen {
    std::string title, text;
    StartAct act = StartAct::answer;
    std::string ask;
    std::vector<std::string> choices{};
    std::size_t right = 0;     ///< of the choices, or of start_places()
    std::string done, not_so;  ///< what is said to the right answer, and to another
};

inline constexpr std::size_t start_screen_count = 5;
[[nodiscard]] std::array<StartScreen, start_screen_count> start_screens(const model::Gpu& gpu);

/// From the thread outwards, each with its size.
struct StartPlace {
    std::string name, size;
};
[[nodiscard]] std::array<StartPlace, 4> start_places(const model::Gpu& gpu);

/// The kernel of the third screen, in blocks of so many threads; the thread that is looked for has this index.
inline constexpr const char* start_kernel =
    "__global__ void twice(const float* in, float* out)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    out[i] = 2 * in[i];\n"
    "}\n";
inline constexpr int start_block = 32, start_blocks = 4, start_index = 70;

/// Resident warps on an SM of a kernel that uses so many registers per thread, in blocks of 256 threads and nothing
/// else: as NVIDIA's calculator finds them.
inline constexpr int start_chart_block = 256;
[[nodiscard]] int warps_by_registers(const model::Gpu& gpu, int registers_per_thread);
/// Whether that is half of an SM's warp slots or less.
[[nodiscard]] bool is_half_full(const model::Gpu& gpu, int registers_per_thread);
/// "At 80 registers per thread 24 of 64 warps fit: 38 %."
[[nodiscard]] std::string start_chart_words(const model::Gpu& gpu, int registers_per_thread);

}  // namespace spillway::teaching
