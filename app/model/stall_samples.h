#pragma once

// Samples of a launch by CUPTI's PC sampling: instructions at which warps stood, and their stall reasons.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spillway::model {

/// Samples of one instruction.
struct InstructionSamples {
    struct Reason {
        std::int64_t reason = 0;  ///< index into StallSamples::reasons
        std::int64_t samples = 0;
        friend bool operator==(const Reason&, const Reason&) = default;
    };
    std::int64_t function = 0;    ///< index into StallSamples::functions
    std::int64_t offset = 0;      ///< bytes from the start of the function
    std::int64_t samples = 0;     ///< over all reasons, including those not kept
    std::vector<Reason> reasons;  ///< most frequent first
    friend bool operator==(const InstructionSamples&, const InstructionSamples&) = default;
};

struct StallSamples {
    std::string code;                              ///< identity of the machine code (code_identity.h)
    std::int64_t samples = 0;                      ///< of the whole launch, including instructions not kept
    std::int64_t dropped = 0;                      ///< samples lost because the buffer was full
    std::int64_t period_cycles = 0;                ///< sampling period of an SM
    std::vector<std::string> functions;            ///< mangled
    std::vector<std::string> reasons;              ///< ncu's names without their common prefix
    std::vector<InstructionSamples> instructions;  ///< sorted by function and offset
    friend bool operator==(const StallSamples&, const StallSamples&) = default;
};

/// Keeps the instructions with the most samples, and the most frequent reasons of each.
void keep_most(StallSamples& samples, std::size_t max_instructions, std::size_t max_reasons);

/// Rounds down to significant digits. For n samples at an instruction the noise is about the square root of n, and the
/// bar beside the code shows no less than a thousandth of the launch's samples. Digits below those powers of ten become
/// 0. Removes instructions without samples and unused names. Idempotent.
void round_down(StallSamples& samples);

/// One instruction as whole numbers, for sending and recording: function, offset, samples, then each reason and its
/// samples.
using PackedInstructions = std::vector<std::vector<std::int64_t>>;
[[nodiscard]] PackedInstructions packed(const StallSamples& samples);
void unpack(const PackedInstructions& packed, StallSamples& samples);

/// Empty if valid: each instruction has a known function, known reasons, and no more samples than the launch.
[[nodiscard]] std::optional<std::string> why_implausible(const StallSamples& samples);

}  // namespace spillway::model
