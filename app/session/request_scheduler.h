#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/results/result_library.h"
#include "app/session/ledger.h"
#include "app/session/request_context.h"
#include "app/session/selection_history.h"
#include "app/session/sent_files.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::session {

/// Each with all before it.
enum class News {
    none,
    what_if,  ///< only the curves around the focused variant's configuration
    known,    ///< a result, or what is said of the code
    worker,   ///< it has come or gone, and its GPUs with it
};

/// What is being asked of the worker: what the screen wants and lacks, the most urgent first. What comes
/// back is put into ResultLibrary. What is not an answer (no worker, no compiler, a GPU that is gone) is put nowhere,
/// so that all of it is asked again by itself once it can be answered.
class RequestScheduler {
public:
    RequestScheduler(results::ResultLibrary& library, std::vector<std::string> command, std::function<void()> wake,
                     SchedulerOptions options);

    /// Takes in what has arrived.
    News poll();
    /// Requests the selection, then its code, then the wishes, then the rest of the axis.
    void ask_for_what_is_wanted(const SelectionHistory& choice, const std::vector<model::Value>& axis,
                                const std::vector<BackgroundRequest>& wishes);
    /// Of the chosen experiment's variants, the one whose code is compared with the focused one's.
    void also_ask_for_code_of(const std::string& variant) { compared_ = variant; }
    /// Whether hardware counters are asked for with every measurement: while something shows them.
    void count(bool are_shown) { counts_ = are_shown; }
    /// Whether metrics are shown that the interpreter of PTX counts where nothing was measured, and such that only it
    /// can count.
    void interpret(bool are_shown, bool are_its_own)
    {
        interprets_ = are_shown || are_its_own;
        interprets_always_ = are_its_own;
    }
    /// The experiment's files that wait for the user's word before they go to the worker's machine (SentFiles).
    [[nodiscard]] std::vector<std::string> files_to_send(const model::Experiment& experiment) const;
    void send_files(const model::Experiment& experiment);
    /// Whether a curve of a metric of the machine code is shown: each of its points takes a disassembly.
    void inspect_curve(bool is_shown) { inspects_curve_ = is_shown; }
    /// Begins anew with the worker: also what took it down before is asked again.
    void restart();
    /// The same with a worker of another command.
    void use_worker(std::vector<std::string> command);

    /// The slider was let go of a moment ago: from then on, less urgent results are requested too.
    [[nodiscard]] static bool is_at_rest(const SelectionHistory& choice);
    /// What is asked, of whom, and what became of it.
    [[nodiscard]] const Ledger& ledger() const { return ledger_; }
    /// The user looks at why the focused variant uses local memory: requested until answered.
    void want_causes(const std::string& key) { ledger_.mark_wanted(key, Stage::causes); }
    /// What is shown next is of another experiment or GPU: what is on its way for this one is no concern of it.
    void forget_what_if() { ledger_.forget_what_if(); }
    [[nodiscard]] const worker_client::WorkerStatus& worker() const { return dispatcher_.status(); }
    [[nodiscard]] std::size_t in_flight() const { return dispatcher_.in_flight(); }
    [[nodiscard]] worker_client::Dispatcher& dispatcher() { return dispatcher_; }

private:
    void wake_for_what_waits(double since);
    void ask_for_current(const RequestContext& wanted);
    void ask_ahead(const RequestContext& wanted, const SelectionHistory& choice);
    void ask_for_curve(const RequestContext& wanted, const std::vector<model::Value>& axis);
    void ask_for_code_figures(const RequestContext& wanted, const std::vector<model::Value>& axis);
    void ask_for_counts_at(const RequestContext& wanted, const model::Value& x, Priority priority);
    /// There are no hardware counters, and none will come.
    [[nodiscard]] bool lacks_counters(const results::Configuration& configuration);
    void ask_for_counts(const RequestContext& wanted, const std::vector<model::Value>& axis);
    void ask_in_background(const RequestContext& wanted, const std::vector<BackgroundRequest>& wishes);
    void cancel_code_of_before(const RequestContext& wanted);
    void ask_for_code(const RequestContext& wanted, bool all_variants);
    void ask_for_causes(const RequestContext& wanted);
    void ask_for_refinement(const RequestContext& wanted);
    /// Requests a value of the x axis that the user does not wait for, while there is room.
    void ask_at(const RequestContext& wanted, const model::Variant& variant, const model::Value& x, Priority priority);
    [[nodiscard]] Want report(Priority priority, std::string group = {}) const;
    [[nodiscard]] bool may_guess() const;
    bool take_worker();

    results::ResultLibrary& library_;
    SchedulerOptions options_;
    worker_client::Dispatcher dispatcher_;
    Ledger ledger_;
    SentFiles sent_files_;
    std::string compared_;      ///< a variant whose code is wanted beside the focused one's
    std::string focused_code_;  ///< key of the code that was asked for last as the focused variant's
    bool counts_ = false;
    bool inspects_curve_ = false;
    bool interprets_ = false, interprets_always_ = false;
    std::uint64_t generation_ = 0;  ///< of the worker: how often one has said hello
    worker_client::WorkerState state_ = worker_client::WorkerState::starting;
    std::uint64_t changes_ = 0;                                 ///< of the worker
    std::pair<Clock::time_point, std::uint64_t> gone_through_;  ///< what was chosen when, with how much known
};

}  // namespace spillway::session
