#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/room/live/closed_list.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::room {

/// The room's workers. They are interchangeable: a worker with another compiler or other GPUs than the first one that
/// is ready gets no question.
class Workers {
public:
    using OpenLink = std::function<std::unique_ptr<worker_client::Link>(std::function<void()> wake)>;
    struct Place {
        OpenLink open_link;
        std::string host;  ///< see WorkerStatus
    };
    using Number = std::size_t;  ///< of a worker

    /// At least one place. `on_trouble` gets the workers' problems; it may be empty.
    Workers(std::vector<Place> places, std::function<void(const model::Error&)> on_trouble);

    void begin(const std::function<void()>& wake);
    void end();
    /// Handles what the workers sent, and starts workers again. True if the pages have to be greeted: leader() is
    /// another worker, or has started again.
    [[nodiscard]] bool poll(double now);
    /// The status of the worker whose compiler and GPUs the pages know.
    [[nodiscard]] const worker_client::WorkerStatus& leader() const { return at_[leader_].dispatcher->status(); }

    /// The least busy worker that may get another question of this pace. Empty: all are busy.
    [[nodiscard]] std::optional<Number> free_one(Pace pace) const;
    [[nodiscard]] std::size_t count() const { return at_.size(); }
    /// Whether this worker has the leader's compiler and GPUs.
    [[nodiscard]] bool fits(Number worker) const { return at_[worker].fits; }
    /// A ready worker besides this one; empty without one.
    [[nodiscard]] std::optional<Number> other_than(Number worker) const;
    /// After the last answer about this text.
    void forget_source(Number worker, const model::SourceText& source)
    {
        at_[worker].dispatcher->forget_source(source);
    }
    void add_source(Number worker, const model::SourceText& source) { at_[worker].dispatcher->add_source(source); }
    std::uint64_t submit(Number worker, Pace pace, protocol::ToWorker request, worker_client::AnswerHandler handler);
    /// To be called once for each submit() that has its final answer.
    void finished(Number worker, Pace pace) { --at_[worker].at(pace); }
    void cancel(Number worker, const std::vector<std::uint64_t>& ids) { at_[worker].dispatcher->cancel(ids); }

private:
    struct Worker {
        Place place;
        std::unique_ptr<worker_client::Dispatcher> dispatcher;
        std::array<std::size_t, paces> busy{};  ///< its questions, by pace
        std::uint64_t generation = 0;           ///< the last that poll() has seen
        bool fits = false;                      ///< has the leader's compiler and GPUs
        std::optional<double> gone_since;       ///< since when it is unavailable, in poll()'s seconds

        [[nodiscard]] std::size_t& at(Pace pace) { return busy[static_cast<std::size_t>(pace)]; }
        [[nodiscard]] std::size_t at(Pace pace) const { return busy[static_cast<std::size_t>(pace)]; }
    };
    void start_again(Worker& worker, double now);
    [[nodiscard]] bool is_ready(const Worker& worker) const;
    [[nodiscard]] bool choose_leader();
    void compare(Worker& worker);
    [[nodiscard]] static std::size_t max_questions(const Worker& worker, Pace pace);

    std::vector<Worker> at_;
    std::function<void(const model::Error&)> on_trouble_;
    Number leader_ = 0;
    bool has_leader_ = false;              ///< a worker has been ready
    std::uint64_t leader_generation_ = 0;  ///< as the pages know it
};

}  // namespace spillway::room
