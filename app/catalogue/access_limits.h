#pragma once

// How often an exercise's kernel may touch memory. A kernel.cu says so before the learner's lines, in lines such as
//
//   // ---- counted: reads of in, at most 1.5 times the reference's ----
//   // ---- counted: steps of warps, at most 0.25 times the reference's ----
//
// The check on the processor counts (host_cuda/accesses.h) while it compares the result with the reference's: a kernel
// that computes what is right, and goes to memory again and again for it, may have missed the exercise.

#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::catalogue {

/// What is counted: bytes of a buffer that all threads read or write, or the one that reads most; sectors of it that
/// warps touch, as coalescing counts them; bytes that are written to memory that is neither a buffer nor the block's.
/// And the steps that the kernel's warps go through, where what lanes do apart counts for each.
enum class Counted { reads, writes, reads_by_one_thread, sectors, writes_elsewhere, warp_steps };

struct AccessLimit {
    Counted what = Counted::reads;
    std::string buffer;  ///< empty for writes elsewhere and for steps
    double factor = 1;   ///< of what the reference needs
};

/// Of the lines before the learner's. The Error names the first that says nothing that can be counted.
[[nodiscard]] model::Expected<std::vector<AccessLimit>> access_limits(std::string_view source);

/// Whether all limits of an exercise can be read, and name buffers that it has.
[[nodiscard]] std::optional<model::Error> check_access_limits(const model::Experiment& exercise);

/// A limit as a goal that a learner reads: "At most 0.13 times the reference's reads of "in"."
[[nodiscard]] std::string limit_words(const AccessLimit& limit);
/// Those of all limits of an exercise, in their order.
[[nodiscard]] std::vector<std::string> limit_words(const model::Experiment& exercise);

/// What is told of a kernel whose result is right but for a limit begins with these words.
inline constexpr std::string_view right_but = "its numbers are right, but ";

/// "its numbers are right, but it reads 3,584 bytes of "in" in a small run, where 537 are enough": nothing where
/// `made` is within the limit.
[[nodiscard]] std::string beyond_limit(const AccessLimit& limit, double made, double of_reference);
/// Whether that is what `told` says of this very limit.
[[nodiscard]] bool tells_of(std::string_view told, const AccessLimit& limit);

}  // namespace spillway::catalogue
