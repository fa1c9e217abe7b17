#pragma once

// Hardware counters of one launch, by CUPTI's range profiler: loaded at run time, and only on the first request.
//
// The GPU has fewer counters than there are names, so the launch is repeated, once a pass, each time after memory and
// caches were put back. A counted launch runs alone and slower: it is never the timed one, and the profiler is switched
// off again before the next sample. Switching it on costs more than counting: what is counted is counted together.

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

/// What is counted. Each part is called once a pass and returns when the GPU is done.
struct Countable {
    std::function<Failure()> prepare;  ///< outputs and caches as before the first launch
    std::function<Failure()> launch;   ///< the launch, nothing else
    /// Loads the code again, which sampling needs: samples of what was loaded before are taken for another kernel's.
    /// Counting does without.
    std::function<Failure()> load_again{};
    /// The machine code, which has the names of its functions in it; none: any name is believed.
    const std::string* code = nullptr;
};

/// Values by ncu's names, or why there are none.
struct Counted {
    std::map<std::string, double> values;
    std::optional<std::string> reason;  ///< a sentence with what to do
    Failure failed;                     ///< of the driver, in one of the Countable's parts
};

/// Where the warps of one launch stood and waited, or why that is not known.
struct Sampled {
    std::optional<model::StallSamples> samples;
    std::optional<std::string> reason;
    Failure failed;
};

class Cupti;

/// Used from one thread, on which the device's context is current.
class Counters {
public:
    /// `cuda_folders`: CUDA installations in which the library may lie.
    explicit Counters(std::vector<std::filesystem::path> cuda_folders);
    ~Counters();

    /// Leaves the profiler on for the next one.
    [[nodiscard]] Counted count(int device_index, CuContext context, const Countable& countable);
    /// Of one launch, which takes about so many cycles of an SM. Leaves the sampler on for the next one; CUPTI takes
    /// one of the two at a time.
    [[nodiscard]] Sampled sample(CuContext context, const Countable& countable, double launch_cycles);

    /// The same of a launch that another program makes, which comes next: CUPTI runs it once a pass and puts its memory
    /// back in between. A sentence: it cannot be counted.
    [[nodiscard]] std::optional<std::string> begin_replayed(int device_index, CuContext context);
    [[nodiscard]] Counted end_replayed();

    /// Switches both off: before anything is timed, and before the context ends.
    void switch_off();

private:
    [[nodiscard]] bool load();

    std::vector<std::filesystem::path> cuda_folders_;
    std::unique_ptr<Cupti> cupti_;       ///< once loaded
    std::optional<std::string> reason_;  ///< why it could not be loaded
};

/// Whether counters can be had, as `doctor` tells it: looks for the library without loading it, which is left to the
/// worker that counts, and whether this process may read them.
[[nodiscard]] model::Tool find_counters(const std::vector<std::filesystem::path>& cuda_folders);

}  // namespace spillway::gpu
