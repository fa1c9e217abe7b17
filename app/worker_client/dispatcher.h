#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/base/log.h"
#include "app/worker_client/link.h"
#include "app/worker_client/request_book.h"
#include "app/worker_client/worker_status.h"
#include "app/worker_client/worker_watch.h"

namespace spillway::worker_client {

/// Result with the status worker_died, for callers that need a result for every job.
[[nodiscard]] model::RunResult died_result(const model::Job& job, const model::Error& why);

/// Sends requests and delivers their answers, across crashes of the worker. Sends each kernel source once per worker.
/// After a crash it starts a new worker and sends the pending requests again, one at a time, until all of them are
/// answered: so the request that crashes workers is identified. After three crashes such a request gets Unanswered with
/// is_to_blame. A restart by the user counts as no crash. An answer takes its names from the request, never from the
/// worker; an implausible answer is rejected. Kills a worker that hangs, floods or exceeds its timeout. After three
/// restarts in a row without an answer (six on another machine), it starts none until restart(). Single-threaded.
class Dispatcher {
public:
    using Handler = AnswerHandler;

    Dispatcher(std::vector<std::string> command, std::function<void()> wake, Patience patience = {});
    /// `host`: see WorkerStatus.
    Dispatcher(std::unique_ptr<Link> link, std::string host, Patience patience = {});

    /// Registers a kernel source; cheap if it is already registered.
    void add_source(const model::SourceText& source);

    /// Forgets it, unless a pending request needs it. For many sources with one request each.
    void forget_source(const model::SourceText& source);

    /// Assigns the request's id and returns it. Accepts a run, a listing, causes, an interpretation, a
    /// what-if or roofs.
    std::uint64_t submit(protocol::ToWorker request, Handler handler);
    void cancel(const std::vector<std::uint64_t>& ids);

    /// Processes all events that have arrived and calls the handlers. Returns true if there were any.
    bool poll();
    /// Waits up to `seconds` for an event, then polls. For the command line.
    bool wait_and_poll(double seconds);

    /// Kills the worker and starts a new one. Blames no request; sends the pending ones again.
    void restart();
    /// Restarts with the worker of another command.
    void use(std::vector<std::string> command);

    [[nodiscard]] const WorkerStatus& status() const { return status_; }
    [[nodiscard]] std::size_t in_flight() const { return requests_.size(); }
    /// Messages for the user, oldest first.
    [[nodiscard]] std::vector<base::LogEntry> take_log() { return log_.take(); }
    [[nodiscard]] std::vector<std::string> take_changed_folders() { return std::exchange(changed_folders_, {}); }
    Link& link() { return *link_; }
    [[nodiscard]] const Link& link() const { return *link_; }

private:
    void send_ready_requests();
    void send(RequestBook::Entry& entry);
    void note_sent(const model::SourceText& source);
    void handle(const Link::Event& event);
    void on_hello(const protocol::Hello& hello);
    void on_changed(const Link::Changed& changed);
    void on_garbage(const Link::Garbage& garbage);
    void on_message(const protocol::FromWorker& message);
    void on_result(protocol::Result result);
    template <typename Reply>
    void on_reply(const Reply& reply);
    void on_dropped(const protocol::Dropped& dropped);
    void refuse_answer(std::uint64_t id, const std::string& why);
    void look_after_worker();
    void end_worker(std::string why);
    void on_answer(std::uint64_t id, const Answer& answer, bool is_final);
    void on_death(const WorkerExit& exited);
    void on_spawn_failed(const Link::SpawnFailed& failed);
    void start(WorkerState state);
    void start_later(double seconds);
    void give_up(model::Error error);
    void release_waiting_requests();

    std::unique_ptr<Link> link_;
    WorkerStatus status_;
    std::map<std::string, model::SourceText> sources_;
    std::set<std::string> sources_sent_;
    std::size_t sent_bytes_ = 0;  ///< of texts sent since sources_sent_ was last emptied
    RequestBook requests_;
    base::Log log_;
    std::vector<std::string> changed_folders_;
    std::uint64_t next_id_ = 1;
    bool is_running_ = false;                 ///< a process has started and has not exited
    bool is_restart_requested_ = false;       ///< the next exit belongs to a restart
    std::optional<std::string> leaving_;      ///< reason that the worker gave before it exits
    std::optional<std::string> kill_reason_;  ///< reason why the dispatcher killed the worker; its exit follows
    std::optional<double> start_at_;          ///< start time of the next worker
    WorkerWatch watch_;
    bool has_check_ = false;  ///< a check of the worker is scheduled
};

}  // namespace spillway::worker_client
