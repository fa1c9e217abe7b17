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

/// The result of a job that has no answer, for callers that must have one.
[[nodiscard]] model::RunResult died_result(const model::Job& job, const model::Error& why);

/// Requests and their answers, across the deaths of workers. Sends each kernel text once per worker,
/// starts a new worker when one dies, and asks again. After a death requests go one at a time until
/// those that were under way have been answered, so that the one that kills workers is found: at its
/// third death it is given up, Unanswered and to blame. A restart that was asked for is no death. An answer bears the
/// names of its request, whatever the worker wrote, and is none where it cannot be one. A worker that hangs, floods or
/// takes too long is ended; three in a row that answered nothing are the last until restart(). Used from one thread.
class Dispatcher {
public:
    using Handler = AnswerHandler;

    Dispatcher(std::vector<std::string> command, std::function<void()> wake, Patience patience = {});

    /// Makes a kernel's text known; costs nothing when it is already.
    void add_source(const model::SourceText& source);

    /// A run, a listing, causes, an interpreted run, a what-if or roofs; its id is given to it here.
    std::uint64_t submit(protocol::ToWorker request, Handler handler);
    void cancel(const std::vector<std::uint64_t>& ids);

    /// Takes in what has arrived and calls handlers. True when anything had.
    bool poll();
    /// Like poll, but first waits up to `seconds` for something to arrive. For the command line.
    bool wait_and_poll(double seconds);

    /// Ends the worker, if any, and begins anew: no request is to blame, and those under way are asked again.
    void restart();
    /// The same with a worker of another command.
    void use(std::vector<std::string> command);

    [[nodiscard]] const WorkerStatus& status() const { return status_; }
    [[nodiscard]] std::size_t in_flight() const { return requests_.size(); }
    /// What is to be told the user, oldest first.
    [[nodiscard]] std::vector<base::LogEntry> take_log() { return log_.take(); }
    [[nodiscard]] std::vector<std::string> take_changed_folders() { return std::exchange(changed_folders_, {}); }
    Link& link() { return *link_; }
    [[nodiscard]] const Link& link() const { return *link_; }

private:
    void send_what_may_be_sent();
    void send(RequestBook::Entry& entry);
    void handle(const Link::Event& event);
    void on_hello(const protocol::Hello& hello);
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
    void release_all_that_wait();

    std::unique_ptr<Link> link_;
    WorkerStatus status_;
    std::map<std::string, model::SourceText> sources_;
    std::set<std::string> sources_sent_;
    RequestBook requests_;
    base::Log log_;
    std::vector<std::string> changed_folders_;
    std::uint64_t next_id_ = 1;
    bool is_running_ = false;               ///< a process was started and has not ended
    bool is_end_asked_for_ = false;         ///< the end that will be told next is a restart
    std::optional<std::string> leaving_;    ///< the worker said that it ends, and why
    std::optional<std::string> ended_for_;  ///< why we end it: its end will be told next
    std::optional<double> start_at_;        ///< when the next worker is started
    WorkerWatch watch_;
    bool has_check_ = false;  ///< a look after the worker is due
};

}  // namespace spillway::worker_client
