#pragma once

#include <memory>
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

/// In the order of how much may have changed: after a value, those listed before it may have changed, too.
enum class News {
    none,
    what_if,  ///< only the what-if curves of the focused variant's configuration
    known,    ///< a result or machine code, or an error instead of one
    worker,   ///< the worker came or went, and its GPUs with it
};

/// Decides which requests to send to the worker: the results missing on screen, most urgent first. Results go into
/// ResultLibrary. Other replies (no worker, no compiler, a lost GPU) are not stored, so that the requests are sent
/// again once the worker can answer them.
class RequestScheduler {
public:
    RequestScheduler(results::ResultLibrary& library, std::unique_ptr<worker_client::Link> link, std::string host,
                     SchedulerOptions options);

    /// Processes the worker's messages.
    News poll();
    /// Requests the selection, then its code, then the background requests, then the rest of the x axis.
    void send_requests(const SelectionHistory& choice, const std::vector<model::Value>& axis,
                       const std::vector<BackgroundRequest>& wishes);
    /// Also requests the code of this variant of the selected experiment, to compare it with the focused one.
    void also_request_code_of(const std::string& variant) { compared_ = variant; }
    /// Whether measurements include hardware counters: true while the screen shows some.
    void count(bool are_shown) { counts_ = are_shown; }
    /// `are_shown`: the screen shows metrics that the interpreter of PTX counts where nothing was measured.
    /// `are_its_own`: it shows metrics that only the interpreter can count.
    void interpret(bool are_shown, bool are_its_own)
    {
        interprets_ = are_shown || are_its_own;
        interprets_always_ = are_its_own;
    }
    /// The experiment's files that wait for the user's consent before they go to the worker's machine (SentFiles).
    [[nodiscard]] std::vector<std::string> files_to_send(const model::Experiment& experiment) const;
    void send_files(const model::Experiment& experiment);
    /// Whether a chart shows a metric of the machine code: each of its points needs a disassembly.
    void inspect_curve(bool is_shown) { inspects_curve_ = is_shown; }
    /// While set, requests only results that the charts show, and does not wait until the slider rests: a page must
    /// fetch files for the other results.
    void request_only_charts(bool is_set) { only_charts_ = is_set; }
    /// Restarts the worker and allows requests that crashed it to be sent again.
    void restart();
    /// Same as restart(), with another worker command.
    void use_worker(std::vector<std::string> command);

    /// True if the slider has not moved for a moment and the less urgent requests were sent. If only the time counted,
    /// a picture could miss points of its curves.
    [[nodiscard]] bool is_at_rest(const SelectionHistory& choice) const;
    /// State of all requests.
    [[nodiscard]] const Ledger& ledger() const { return ledger_; }
    /// The user has opened the causes of the focused variant's local memory: requests them until they arrive.
    void want_causes(const std::string& key) { ledger_.mark_wanted(key, Stage::causes); }
    /// Drops the what-if curves, even those under way, before another experiment or GPU is shown.
    void forget_what_if() { ledger_.forget_what_if(); }
    [[nodiscard]] const worker_client::WorkerStatus& worker() const { return dispatcher_.status(); }
    [[nodiscard]] std::size_t in_flight() const { return dispatcher_.in_flight(); }
    [[nodiscard]] worker_client::Dispatcher& dispatcher() { return dispatcher_; }

private:
    void wake_for_delayed_requests(double since);
    [[nodiscard]] bool can_wait(const results::Configuration& asked);
    void request_current(const RequestContext& wanted);
    void request_ahead(const RequestContext& wanted, const SelectionHistory& choice);
    void request_curve(const RequestContext& wanted, const std::vector<model::Value>& axis);
    void request_code_metrics(const RequestContext& wanted, const std::vector<model::Value>& axis);
    void request_counts_at(const RequestContext& wanted, const model::Value& x, Priority priority);
    /// There are no hardware counters, and none will come.
    [[nodiscard]] bool lacks_counters(const results::Configuration& configuration);
    void request_counts(const RequestContext& wanted, const std::vector<model::Value>& axis);
    void request_in_background(const RequestContext& wanted, const std::vector<BackgroundRequest>& wishes);
    void cancel_earlier_code(const RequestContext& wanted);
    void request_code(const RequestContext& wanted, bool all_variants);
    void request_causes(const RequestContext& wanted);
    void request_refinement(const RequestContext& wanted);
    /// Requests a value of the x axis that the user does not wait for, unless enough guesses are under way.
    void request_at(const RequestContext& wanted, const model::Variant& variant, const model::Value& x,
                    Priority priority);
    [[nodiscard]] Want report(Priority priority, std::string group = {}) const;
    [[nodiscard]] bool may_guess(const RequestContext& wanted) const;
    bool take_worker();

    results::ResultLibrary& library_;
    SchedulerOptions options_;
    worker_client::Dispatcher dispatcher_;
    Ledger ledger_;
    SentFiles sent_files_;
    std::string compared_;      ///< variant whose code is compared with the focused one's
    std::string focused_code_;  ///< cache key of the newest request for the focused variant's code
    bool counts_ = false;
    bool inspects_curve_ = false, only_charts_ = false;
    bool interprets_ = false, interprets_always_ = false;
    std::uint64_t generation_ = 0;  ///< of the worker: number of hellos so far
    worker_client::WorkerState state_ = worker_client::WorkerState::starting;
    std::uint64_t changes_ = 0;  ///< change counter of the worker's state
    /// Time of the last change and change counters at the last full pass.
    std::pair<Clock::time_point, std::uint64_t> last_pass_;
    Clock::time_point requested_at_rest_;  ///< change after which the requests of a slider at rest were sent
};

}  // namespace spillway::session
