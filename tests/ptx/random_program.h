#pragma once

// Valid PTX programs generated from a seed: arithmetic of all types, conversions, branches, loops, shared memory,
// shuffles, votes, atomics. Each thread begins with its own words of the input and writes all its registers to the
// output, so that a single wrong instruction shows.

#include <cstdint>
#include <string>
#include <vector>

namespace spillway::tests {

inline constexpr int random_threads = 64, random_blocks = 2, random_input_words = 24;
/// 32-bit words that each thread writes.
inline constexpr int random_output_words = 16 + 2 * 8 + 8 + 2 * 4 + 4 + 1;
/// After the threads' words: the sums of the atomics.
inline constexpr int random_atomic_words = 16;

/// One entry "random", with parameters input, output, sums.
[[nodiscard]] std::string random_program(std::uint64_t seed);
[[nodiscard]] std::vector<std::uint32_t> random_input(std::uint64_t seed);
/// The name of the register that a thread's output word holds: "%rd3 high".
[[nodiscard]] std::string random_word_name(int word);

struct RandomResult {
    std::vector<std::uint32_t> output, sums;
    std::string trouble;  ///< why there is no output
};
/// Runs the program in the interpreter.
[[nodiscard]] RandomResult run_random(const std::string& ptx, const std::vector<std::uint32_t>& input, bool backwards);
[[nodiscard]] std::uint64_t hash_of(const RandomResult& result);

}  // namespace spillway::tests
