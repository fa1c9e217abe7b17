#pragma once

#include <optional>
#include <string>

#include "app/model/gpu.h"
#include "app/model/run_result.h"

namespace spillway::teaching {

/// Limit on the registers per thread of a compile, below the GPU's own limit.
struct RegisterCap {
    enum class By { knob, launch_bound, maxnreg };  ///< maxnreg: __maxnreg__ in the kernel's text
    int registers = 0;
    By by = By::knob;
    std::int64_t threads = 0, blocks = 0;  ///< of the launch bound
};

/// Empty if neither a knob nor the kernel's own bound leaves less than the GPU's limit.
[[nodiscard]] std::optional<RegisterCap> register_cap(const model::RunResult& result, const model::Gpu& gpu);

/// "the register cap is 64", "the launch bound of 1,024 threads and 2 blocks per SM leaves 32"
[[nodiscard]] std::string cap_words(const RegisterCap& cap);
/// A sentence if the kernel uses all registers that its own text or launch bound allows: "The launch bound of 1,024
/// threads and 2 blocks per SM leaves 32 registers per thread; 24 bytes are spilled." Otherwise empty.
[[nodiscard]] std::string reached_cap_words(const model::RunResult& result, const model::Gpu& gpu);
/// Table cell for the cap: whether ptxas honoured the knob, or what else caps the registers. A colon begins details.
[[nodiscard]] std::string register_cap_note(const model::RunResult& result, const model::Gpu& gpu);

}  // namespace spillway::teaching
