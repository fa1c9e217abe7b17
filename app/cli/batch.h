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

/// A configuration of one variant to run.
struct BatchItem {
    const model::Experiment* experiment = nullptr;
    const model::Variant* variant = nullptr;
    model::Values values;
    bool count = false;                       ///< with hardware counters
    bool is_claimed = false;                  ///< a claim refers to it
    bool samples_only = false;                ///< with `count`: only the samples of waiting warps, without the counters
    const model::RunResult* known = nullptr;  ///< its result, known under other names; no request is sent
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
    /// When it becomes true, the batch sends no more requests and ends with the results it has.
    const std::atomic<bool>* stop = nullptr;
};

/// Runs the items through the worker, several at a time. A recording stands in for an absent GPU, and for the compiler
/// if there is none. An item's result is empty if the batch was stopped before it arrived.
[[nodiscard]] std::vector<std::optional<model::RunResult>> run_batch(worker_client::Dispatcher& dispatcher,
                                                                     results::ResultLibrary& library,
                                                                     const model::Gpu& gpu,
                                                                     const std::vector<BatchItem>& items,
                                                                     const BatchOptions& options);

/// Results of the needs, in their order. All needs must be for `gpu`, and either all or none of them for an output
/// check.
[[nodiscard]] std::vector<model::RunResult> results_of(results::ResultLibrary& library,
                                                       worker_client::Dispatcher& dispatcher, const model::Gpu& gpu,
                                                       const model::Experiment& experiment,
                                                       const std::vector<judging::Need>& needs);

/// Requests more about items that compiled: why they use local memory (Stage::causes), or what each line's code needs
/// (Stage::code). Adds the replies to `results`, which has the order of `items`. Shows its progress on a terminal.
/// Returns false if an InterruptGuard of the caller stopped it: later replies are then missing.
bool ask_more(results::Stage stage, worker_client::Dispatcher& dispatcher, results::ResultLibrary& library,
              const model::Gpu& gpu, const std::vector<BatchItem>& items, std::vector<model::RunResult>& results);

}  // namespace spillway::cli
