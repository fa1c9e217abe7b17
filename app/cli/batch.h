#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/judging/needs.h"
#include "app/model/experiment.h"
#include "app/results/request.h"
#include "app/results/result_library.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::cli {

/// One configuration of one variant to run.
struct BatchItem {
    const model::Experiment* experiment = nullptr;
    const model::Variant* variant = nullptr;
    model::Values values;
    bool count = false;         ///< hardware counters too
    bool is_claimed = false;    ///< a claim speaks of it
    bool samples_only = false;  ///< with `count`: not the counters, only the samples of waiting warps beside them
};

struct BatchOptions {
    bool inspect_sass = true;
    bool measure = true;
    bool check_output = false;  ///< not measured: run on the worker's processor and compared with the reference
    bool refine = false;        ///< measured for longer: where numbers are compared
    bool interpret = false;     ///< where counters are wanted and none come: some blocks are counted by the interpreter
    bool one_at_a_time = false;  ///< nothing is compiled meanwhile: where the host's time is taken
    /// Called in the order answers come, with the item's index.
    std::function<void(std::size_t, const model::RunResult&)> on_result;
    /// When it becomes true no more is asked for and the batch ends with what it has.
    const std::atomic<bool>* stop = nullptr;
};

/// Runs the items through the worker, several at a time; a recording stands in for a GPU that is not here, and for the
/// compiler where there is none. An item's result is empty where the batch was stopped before its answer came.
[[nodiscard]] std::vector<std::optional<model::RunResult>> run_batch(worker_client::Dispatcher& dispatcher,
                                                                     results::ResultLibrary& library,
                                                                     const model::Gpu& gpu,
                                                                     const std::vector<BatchItem>& items,
                                                                     const BatchOptions& options);

/// The results of needs, in their order; of one GPU, and all with or all without a comparison of the output.
[[nodiscard]] std::vector<model::RunResult> results_of(results::ResultLibrary& library,
                                                       worker_client::Dispatcher& dispatcher, const model::Gpu& gpu,
                                                       const model::Experiment& experiment,
                                                       const std::vector<judging::Need>& needs);

/// What can be asked of what compiled, in requests of its own: why it uses local memory (Stage::causes), or what each
/// line's code needs (Stage::code). The answers go into the results, which have the same order as the items.
void ask_more(results::Stage stage, worker_client::Dispatcher& dispatcher, results::ResultLibrary& library,
              const model::Gpu& gpu, const std::vector<BatchItem>& items, std::vector<model::RunResult>& results);

}  // namespace spillway::cli
