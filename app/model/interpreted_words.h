#pragma once

// The interpreter's findings in words, for the window and the command line.

#include <string>
#include <string_view>
#include <vector>

#include "app/model/interpreted.h"

namespace spillway::model {

/// launch_refused: no fault, but CUDA refuses the launch. stopped: at a bound, or by its user. not_run: the interpreter
/// does not know something that the kernel does.
enum class RunVerdict { clean, launch_refused, fault, stopped, not_run };
/// `is_launch_refused`: CUDA would not start the kernel with this launch.
[[nodiscard]] RunVerdict verdict_of(const InterpretedRun& run, bool is_launch_refused);
/// False where a fault, a bound or the user ended the run: its counts and outputs are of a part of the kernel.
[[nodiscard]] bool came_to_its_end(const InterpretedRun& run);

struct CountRow {
    std::string label, text;
};
/// "Global loads", "1,024 requests, 4,096 sectors (4 per request)". Only what occurred.
[[nodiscard]] std::vector<CountRow> count_rows(const InterpretedRun& run);

/// Below a run without a fault.
inline constexpr std::string_view unchecked_words =
    "Not checked: races in global memory and between lanes of one warp that go the same way, an index that leaves one "
    "shared array for the "
    "next, and CUDA's limits of a thread's stack (1 KiB) and of malloc (8 MiB).";

/// Below outputs with a nan.
inline constexpr std::string_view nan_words =
    "nan means \"not a number\": the result of 0 / 0, of inf - inf, of the square root of a negative number, or of "
    "arithmetic "
    "with another nan.";
/// Whether one of the outputs' first values is a nan.
[[nodiscard]] bool wrote_nan(const InterpretedRun& run);

/// "1,024 of 1,024 blocks ran".
[[nodiscard]] std::string blocks_words(const InterpretedRun& run);

/// Share of all PTX instructions of the run, 0 to 1.
[[nodiscard]] double share_of(const InterpretedRun& run, const InterpretedLine& line);

}  // namespace spillway::model
