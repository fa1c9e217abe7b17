#pragma once

// Where the warps of a launch stood when the hardware looked, and on what they waited: by CUPTI's PC sampling.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace spillway::model {

/// How often warps stood at one instruction.
struct InstructionSamples {
    struct Reason {
        std::int64_t reason = 0;  ///< index into StallSamples::reasons
        std::int64_t samples = 0;
        friend bool operator==(const Reason&, const Reason&) = default;
    };
    std::int64_t function = 0;    ///< index into StallSamples::functions
    std::int64_t offset = 0;      ///< bytes from where that function begins
    std::int64_t samples = 0;     ///< of all reasons, also of those that are not kept
    std::vector<Reason> reasons;  ///< the most frequent first
    friend bool operator==(const InstructionSamples&, const InstructionSamples&) = default;
};

struct StallSamples {
    std::string code;                              ///< tells this machine code from any other (code_identity.h)
    std::int64_t samples = 0;                      ///< of the launch, also at instructions that are not kept
    std::int64_t dropped = 0;                      ///< taken, and lost for want of room
    std::int64_t period_cycles = 0;                ///< an SM looks at one of its warps this often
    std::vector<std::string> functions;            ///< mangled
    std::vector<std::string> reasons;              ///< as ncu names them, without what is common to all
    std::vector<InstructionSamples> instructions;  ///< by function and offset
    friend bool operator==(const StallSamples&, const StallSamples&) = default;
};

/// What fits: of the instructions those with the most samples, of each its most frequent reasons.
void keep_most(StallSamples& samples, std::size_t most_instructions, std::size_t most_reasons);

/// To the digits that sampling knows and a lane can show: of n samples at an instruction about the root of n is chance,
/// and of a launch's samples a thousandth is the least that can be seen. What is below those powers of ten is rounded
/// down. Instructions without samples and names that no instruction uses go. Twice is the same as once.
void round_down(StallSamples& samples);

/// An instruction as whole numbers, as it is sent and recorded: function, offset, samples, then each reason and its
/// samples.
using PackedInstructions = std::vector<std::vector<std::int64_t>>;
[[nodiscard]] PackedInstructions packed(const StallSamples& samples);
void unpack(const PackedInstructions& packed, StallSamples& samples);

/// Nothing: each instruction lies in a function that is named, has reasons that are, and no more than all samples.
[[nodiscard]] std::optional<std::string> why_implausible(const StallSamples& samples);

}  // namespace spillway::model
