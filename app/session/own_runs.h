#pragma once

// Kernels of a learner's own .cu, run on the worker's processor by the interpreter of PTX: "Run it here".

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/catalogue/interpreted_job.h"
#include "app/model/experiment.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::session {

/// The last run of one kernel, with the user's settings of its launch.
struct OwnRun {
    catalogue::RunSettings settings;
    std::optional<catalogue::InterpretedJob> job;  ///< what ran, or runs; empty if the launch cannot be made
    std::string source_hash;                       ///< of the text that ran
    std::optional<model::InterpretedRun> run;
    std::optional<model::Error> error;  ///< why it did not run
    std::uint64_t request = 0;          ///< under way; 0: none

    [[nodiscard]] bool is_running() const { return request != 0; }
};

/// The kernel's launch as *Run here* makes it: the user's settings, then those of the .spillway.json beside the file,
/// then what the file says. Errors: an unreadable .spillway.json, an argument that cannot be given, a wrong setting.
[[nodiscard]] model::Expected<catalogue::InterpretedJob> own_launch(const model::Experiment& file,
                                                                    const model::Variant& variant,
                                                                    const model::Values& values, const model::Gpu& gpu,
                                                                    catalogue::RunSettings settings);

class OwnRuns {
public:
    /// Runs the kernel with these settings, after cancelling a run of the same kernel that is under way.
    void start(worker_client::Dispatcher& dispatcher, const model::Experiment& file, const model::Variant& variant,
               const model::Values& values, const model::Gpu& gpu, catalogue::RunSettings settings);
    void stop(worker_client::Dispatcher& dispatcher, const model::Experiment& file, const model::Variant& variant);
    /// Null before the first run.
    [[nodiscard]] const OwnRun* find(const model::Experiment& file, const model::Variant& variant) const;
    /// Change counter: grows with each start and each answer.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }

private:
    std::map<std::string, std::shared_ptr<OwnRun>> runs_;  ///< by file and kernel
    std::uint64_t changes_ = 0;
};

}  // namespace spillway::session
