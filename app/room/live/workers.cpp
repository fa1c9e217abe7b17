#include "app/room/live/workers.h"

#include <algorithm>
#include <utility>

namespace spillway::room {
namespace {

using worker_client::WorkerState;

constexpr std::size_t max_slow = 2;  ///< per worker: one compiles while another is measured
constexpr std::size_t max_own = 1;   ///< per worker: the other compile threads are for questions about settings
constexpr double seconds_to_restart = 30;

/// Every worker calls its GPUs "live", "live1" and so on.
bool are_same_model(const model::Gpu& a, const model::Gpu& b)
{
    return a.label == b.label && a.arch() == b.arch() && a.sm_count == b.sm_count;
}

bool are_interchangeable(const protocol::Hello& a, const protocol::Hello& b)
{
    return a.compiler.available == b.compiler.available && a.compiler.version == b.compiler.version &&
           std::ranges::equal(a.live_gpus, b.live_gpus, are_same_model);
}

}  // namespace

Workers::Workers(std::vector<Place> places, std::function<void(const model::Error&)> on_trouble)
    : on_trouble_(std::move(on_trouble))
{
    for (Place& place : places) at_.push_back({std::move(place), nullptr, {}, 0, false, std::nullopt});
}

void Workers::begin(const std::function<void()>& wake)
{
    for (Worker& worker : at_)
        worker.dispatcher =
            std::make_unique<worker_client::Dispatcher>(worker.place.open_link(wake), worker.place.host);
}

void Workers::end()
{
    for (Worker& worker : at_) worker.dispatcher.reset();
}

bool Workers::poll(double now)
{
    bool is_new = false;
    for (Worker& worker : at_) {
        worker.dispatcher->poll();
        start_again(worker, now);
        const worker_client::WorkerStatus& status = worker.dispatcher->status();
        if (status.generation == worker.generation || !status.hello) continue;
        worker.generation = status.generation;
        is_new = true;
    }
    return is_new && choose_leader();
}

/// Reports the worker's problems. Restarts a worker that has been unavailable for `seconds_to_restart`.
void Workers::start_again(Worker& worker, double now)
{
    for (const base::LogEntry& entry : worker.dispatcher->take_log())
        if (entry.severity != base::Severity::info && on_trouble_) on_trouble_(entry.error);
    if (worker.dispatcher->status().state != WorkerState::unavailable)
        worker.gone_since.reset();
    else if (!worker.gone_since)
        worker.gone_since = now;
    else if (now - *worker.gone_since > seconds_to_restart)
        worker.dispatcher->restart();
}

/// Called after a worker's greeting. The leader stays while it is ready. Otherwise the first ready worker that fits it
/// takes over, or, without one, the first ready worker.
bool Workers::choose_leader()
{
    const Number before = leader_;
    const std::uint64_t seen = std::exchange(leader_generation_, 0);
    const auto is_up = [](const Worker& worker) { return worker.dispatcher->status().state == WorkerState::ready; };
    if (!has_leader_ || !is_up(at_[leader_])) {
        auto next = std::ranges::find_if(at_, [&](const Worker& each) { return is_up(each) && each.fits; });
        if (next == at_.end()) next = std::ranges::find_if(at_, is_up);
        if (next != at_.end()) leader_ = static_cast<Number>(next - at_.begin());
        has_leader_ = has_leader_ || next != at_.end();
    }
    for (Worker& worker : at_) compare(worker);
    leader_generation_ = at_[leader_].generation;
    return before != leader_ || seen != leader_generation_;
}

void Workers::compare(Worker& worker)
{
    const auto& hello = worker.dispatcher->status().hello;
    const bool fits = hello && leader().hello && are_interchangeable(*hello, *leader().hello);
    if (hello && !fits && on_trouble_)
        on_trouble_({"this worker has another compiler or other GPUs than the first one, so it gets no requests",
                     worker.place.host.empty() ? "--worker" : worker.place.host,
                     "give all workers of a room the same compiler and the same GPUs"});
    worker.fits = fits;
}

bool Workers::is_ready(const Worker& worker) const
{
    return worker.fits && worker.dispatcher->status().state == WorkerState::ready;
}

std::size_t Workers::max_questions(const Worker& worker, Pace pace)
{
    const auto& hello = worker.dispatcher->status().hello;
    if (pace != Pace::quick) return pace == Pace::slow ? max_slow : max_own;
    return hello ? std::max<std::size_t>(4, 2 * static_cast<std::size_t>(hello->compile_threads)) : 4;
}

std::optional<Workers::Number> Workers::free_one(Pace pace) const
{
    const bool has_ready = std::ranges::any_of(at_, [this](const Worker& each) { return is_ready(each); });
    std::optional<Number> best;
    for (Number i = 0; i < at_.size(); ++i) {
        // Without a ready worker the leader's dispatcher keeps the question, or says why it has no answer.
        if (has_ready ? !is_ready(at_[i]) : i != leader_) continue;
        if (at_[i].at(pace) >= max_questions(at_[i], pace)) continue;
        if (!best || at_[i].at(pace) < at_[*best].at(pace)) best = i;
    }
    return best;
}

std::optional<Workers::Number> Workers::other_than(Number worker) const
{
    std::optional<Number> best;
    for (Number i = 0; i < at_.size(); ++i)
        if (i != worker && is_ready(at_[i]) && (!best || at_[i].at(Pace::quick) < at_[*best].at(Pace::quick))) best = i;
    return best;
}

std::uint64_t Workers::submit(Number worker, Pace pace, protocol::ToWorker request,
                              worker_client::AnswerHandler handler)
{
    ++at_[worker].at(pace);
    return at_[worker].dispatcher->submit(std::move(request), std::move(handler));
}

}  // namespace spillway::room
