#pragma once

// Hardware counters of one launch, read by CUPTI's range profiler, which is loaded on the first request.
//
// A GPU has fewer counters than names, so the launch is repeated once per pass, with memory and caches restored before
// each pass. A counted launch runs alone and slower: it is never timed, and the profiler is switched off before the
// next timed sample. Switching it on takes longer than counting, so all counts are made together.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/gpu/device.h"
#include "app/model/stall_samples.h"
#include "app/model/tool.h"

namespace spillway::gpu {

/// Launch to count. prepare() and launch() are called once per pass and return when the GPU has finished.
struct Countable {
    std::function<Failure()> prepare;  ///< restores outputs and caches
    std::function<Failure()> launch;   ///< only the launch
    /// Loads the code again, for sampling: CUPTI assigns samples of older code to another kernel. Counting does not
    /// need it.
    std::function<Failure()> load_again{};
    /// Machine code with the names of its functions; null: accept any function name.
    const std::string* code = nullptr;
};

/// Counter values by ncu name, or the reason why there are none.
struct Counted {
    std::map<std::string, double> values;
    std::optional<std::string> reason;  ///< sentence with advice
    Failure failed;                     ///< driver error in one of the parts
};

/// Samples of the stalled warps of one launch, or the reason why there are none.
struct Sampled {
    std::optional<model::StallSamples> samples;
    std::optional<std::string> reason;
    Failure failed;
};

class Cupti;

/// Single-threaded; the device's context must be current.
class Counters {
public:
    /// `cuda_folders`: CUDA installations to search for the library.
    explicit Counters(std::vector<std::filesystem::path> cuda_folders);
    ~Counters();

    /// Leaves the profiler on for the next count, except after a failure of CUPTI.
    [[nodiscard]] Counted count(int device_index, CuContext context, const Countable& countable);
    /// Samples one launch of about `launch_cycles` SM cycles. Leaves the sampler on for the next one; CUPTI allows
    /// either the profiler or the sampler.
    [[nodiscard]] Sampled sample(CuContext context, const Countable& countable, double launch_cycles);

    /// Counts the next launch of the program in this process (app/trace/injection). CUPTI replays it once per pass and
    /// restores its memory in between. Returns one sentence if it cannot be counted.
    [[nodiscard]] std::optional<std::string> begin_replayed(int device_index, CuContext context);
    [[nodiscard]] Counted end_replayed();

    /// Switches both off: call it before timing and before the context ends.
    void switch_off();

private:
    [[nodiscard]] bool load();

    std::vector<std::filesystem::path> cuda_folders_;
    std::unique_ptr<Cupti> cupti_;       ///< set once loaded
    std::optional<std::string> reason_;  ///< reason why it could not be loaded
};

/// Availability of counters for `doctor`: searches for the library and checks the permissions of this process. Loads
/// the library only if no known folder has it; the dynamic linker may still find it.
[[nodiscard]] model::Tool find_counters(const std::vector<std::filesystem::path>& cuda_folders);

}  // namespace spillway::gpu
