#include "app/room/live/desk.h"

#include <algorithm>
#include <utility>

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::room {
namespace {

constexpr std::size_t most_slow = 2;  ///< at the worker: the next one compiles while one is measured
constexpr double seconds_to_next_worker = 30;

/// Whether the next page may get it too: not a failure that may pass.
bool is_lasting(const protocol::ToWorker& request, const worker_client::Answer& answer)
{
    if (const auto* result = std::get_if<protocol::Result>(&answer)) {
        const auto* run = std::get_if<protocol::Run>(&request);
        const bool is_measured = result->result.measurement.source == model::MeasurementSource::live;
        const bool has_passed = result->result.status == model::Status::timed_out ||
                                result->result.status == model::Status::worker_died || result->result.compile_stopped;
        return !has_passed &&
               (run == nullptr || !run->measure || is_measured || result->result.status != model::Status::ok);
    }
    if (const auto* listing = std::get_if<protocol::ListingReply>(&answer)) return listing->listing.has_value();
    if (const auto* causes = std::get_if<protocol::CausesReply>(&answer)) return causes->causes.has_value();
    if (const auto* counts = std::get_if<protocol::InterpretReply>(&answer)) return counts->counted.has_value();
    if (const auto* roofs = std::get_if<protocol::RoofsReply>(&answer)) return roofs->roofs.has_value();
    return false;
}

/// The answer with the id 0; empty for what is no answer.
std::optional<protocol::FromWorker> message_of(const worker_client::Answer& answer)
{
    return std::visit(
        [](auto held) -> std::optional<protocol::FromWorker> {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, protocol::Dropped> || std::is_same_v<Held, worker_client::Unanswered>) {
                return std::nullopt;
            } else {
                held.id = 0;
                return protocol::FromWorker(std::move(held));
            }
        },
        answer);
}

/// Why this request has no answer, in the reply of its kind.
protocol::FromWorker refusal_of(std::uint64_t id, const protocol::ToWorker& request, const model::Error& why)
{
    if (std::holds_alternative<protocol::ListingRequest>(request))
        return protocol::ListingReply{id, std::nullopt, std::nullopt, why};
    if (std::holds_alternative<protocol::CausesRequest>(request)) return protocol::CausesReply{id, std::nullopt, why};
    if (std::holds_alternative<protocol::InterpretRequest>(request))
        return protocol::InterpretReply{id, std::nullopt, std::nullopt, why};
    if (std::holds_alternative<protocol::RoofsRequest>(request)) return protocol::RoofsReply{id, std::nullopt, why};
    return protocol::Notice{why, id};
}

protocol::ToWorker request_of_kind(QuestionKind kind)
{
    switch (kind) {
        case QuestionKind::listing: return protocol::ListingRequest{};
        case QuestionKind::causes: return protocol::CausesRequest{};
        case QuestionKind::counts: return protocol::InterpretRequest{};
        case QuestionKind::roofs: return protocol::RoofsRequest{};
        case QuestionKind::run: break;
    }
    return protocol::Run{};
}

/// The worker's greeting without what concerns its own machine only.
protocol::Hello hello_for_pages(protocol::Hello hello)
{
    for (model::Tool* tool :
         {&hello.compiler, &hello.headers, &hello.disassembler, &hello.occupancy, &hello.driver, &hello.counters})
        if (*tool = {tool->available, tool->version, "", "", ""}; !tool->available)
            tool->reason = "the room's server has none";
    hello.compilers.reset();
    hello.confined_by.reset();
    hello.why_unconfined.reset();
    hello.nvcc.reset();
    hello.compile_threads = std::clamp(hello.compile_threads, 1, 4);  // guesses of one page under way
    return hello;
}

/// The worker's own words may name files of its machine.
model::Error why_for_pages(const worker_client::Unanswered& none)
{
    if (none.is_to_blame)
        return {"this setting ended the worker of the room's server", "the room", "Choose another setting."};
    if (none.is_all_there_is) return none.why;
    return {"the room's server has no worker", "the room",
            "It starts again by itself; choose the setting again later."};
}

}  // namespace

Desk::Desk(results::ResultLibrary library, OpenLink open_link, std::string host,
           std::function<void(const model::Error&)> on_trouble)
    : library_(std::move(library)),
      open_link_(std::move(open_link)),
      host_(std::move(host)),
      on_trouble_(std::move(on_trouble))
{
}

void Desk::begin(Outbox& outbox, std::function<void()> wake)
{
    outbox_ = &outbox;
    dispatcher_ = std::make_unique<worker_client::Dispatcher>(open_link_(std::move(wake)), host_);
}

// ---- connections ----

void Desk::opened(ClientId client)
{
    pages_[client];
    if (generation_ > 0) send(client, hello_for_pages(*dispatcher_->status().hello));
}

void Desk::closed(ClientId client)
{
    pages_.erase(client);
    turns_.forget(client);
    leave([client](const Waiter& waiter) { return waiter.client == client; }, false);
}

void Desk::received(ClientId client, std::string_view text, double now)
{
    const auto page = pages_.find(client);
    if (page == pages_.end()) return;
    if (!page->second.allowance.take(now)) return outbox_->drop(client);
    for (std::size_t lines = 0; !text.empty(); ++lines) {
        if (lines >= most_lines) return outbox_->drop(client);
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto line = read_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line)
            std::visit([&](const auto& held) { handle(client, held); }, *line);
        else
            send(client, protocol::Notice{line.error()});
    }
    start();
}

void Desk::poll(double now)
{
    dispatcher_->poll();
    follow_worker(now);
    start();
}

/// Tells the pages about a new worker. One that does not start is tried again.
void Desk::follow_worker(double now)
{
    const worker_client::WorkerStatus& status = dispatcher_->status();
    for (const base::LogEntry& entry : dispatcher_->take_log())
        if (entry.severity != base::Severity::info && on_trouble_) on_trouble_(entry.error);
    if (status.state != worker_client::WorkerState::unavailable)
        gone_since_.reset();
    else if (!gone_since_)
        gone_since_ = now;
    else if (now - *gone_since_ > seconds_to_next_worker)
        dispatcher_->restart();
    if (status.generation == generation_ || !status.hello) return;
    generation_ = status.generation;
    library_.take(status);
    (void)library_.take_log();
    if (std::exchange(compiler_, status.hello->compiler.version) != compiler_) known_.clear();
    for (const auto& [client, page] : pages_) send(client, hello_for_pages(*status.hello));
}

// ---- questions ----

void Desk::handle(ClientId client, const Question& question)
{
    replace(client, question.group);
    auto task = task_of(question, library_);
    if (!task) return refuse(client, question, task.error());
    if (turns_.count(client) + pages_.at(client).joined >= most_open_questions)
        return refuse(client, question, {"too many questions of this page are waiting", "the room", "Wait a moment."});
    Waiting waiting{client, question.id, question.group, question.priority, std::move(*task)};
    if (!has_room(client) || !answer_at_once(waiting)) turns_.add(std::move(waiting));
}

void Desk::handle(ClientId client, const Withdrawal& withdrawal)
{
    for (const std::uint64_t id : withdrawal.ids) {
        if (turns_.remove(client, id)) send(client, protocol::Dropped{id});
        leave([&](const Waiter& waiter) { return waiter.client == client && waiter.id == id; }, true);
    }
}

void Desk::handle(ClientId client, const AreYouThere&)
{
    send(client, protocol::Pong{});
}

void Desk::replace(ClientId client, const std::string& group)
{
    if (group.empty()) return;
    for (const std::uint64_t id : turns_.replace(client, group)) send(client, protocol::Dropped{id});
    leave([&](const Waiter& waiter) { return waiter.client == client && waiter.group == group; }, true);
}

void Desk::leave(const std::function<bool(const Waiter&)>& leaves, bool is_told)
{
    std::vector<std::uint64_t> unwanted;
    for (auto& [number, work] : works_) {
        const std::size_t before = work.waiters.size();
        std::erase_if(work.waiters, [&](const Waiter& waiter) {
            if (!leaves(waiter)) return false;
            if (const auto page = pages_.find(waiter.client); page != pages_.end()) --page->second.joined;
            if (is_told) send(waiter.client, protocol::Dropped{waiter.id});
            return true;
        });
        if (before == 0 || !work.waiters.empty()) continue;
        if (const auto own = by_key_.find(work.key); own != by_key_.end() && own->second == number) by_key_.erase(own);
        unwanted.push_back(work.number);
    }
    dispatcher_->cancel(unwanted);
}

// ---- turns ----

/// Whether the page reads its answers.
bool Desk::has_room(ClientId client) const
{
    return outbox_->unsent_bytes(client) <= most_unsent_bytes;
}

/// Sends a stored answer, or joins the pages that wait for the same one. False if it must be asked.
bool Desk::answer_at_once(const Waiting& waiting)
{
    if (const AnswerPointer known = known_.find(waiting.task.key)) {
        outbox_->add(waiting.client, known->with_id(waiting.id));
        return true;
    }
    const auto same = by_key_.find(waiting.task.key);
    if (same == by_key_.end()) return false;
    Work& work = works_.at(same->second);
    work.waiters.push_back({waiting.client, waiting.id, waiting.group});
    ++pages_.at(waiting.client).joined;
    if (work.provisional) outbox_->add(waiting.client, work.provisional->with_id(waiting.id));
    return true;
}

void Desk::start()
{
    const auto& hello = dispatcher_->status().hello;
    const std::size_t most_quick =
        hello ? std::max<std::size_t>(4, 2 * static_cast<std::size_t>(hello->compile_threads)) : 4;
    for (const bool is_slow : {false, true})
        while (busy_[is_slow] < (is_slow ? most_slow : most_quick)) {
            auto next = turns_.next(is_slow, [this](ClientId client) { return has_room(client); });
            if (!next) break;
            if (!answer_at_once(*next)) submit(std::move(*next));
        }
}

void Desk::submit(Waiting waiting)
{
    const std::uint64_t number = ++last_work_;
    const Task& task = waiting.task;
    if (task.experiment != nullptr) dispatcher_->add_source(catalogue::source_text(*task.experiment, *task.variant));
    ++busy_[waiting.task.is_slow];
    ++pages_.at(waiting.client).joined;
    by_key_[waiting.task.key] = number;
    Work& work = works_[number];
    work.key = waiting.task.key;
    work.request = waiting.task.request;
    work.is_slow = waiting.task.is_slow;
    work.waiters.push_back({waiting.client, waiting.id, waiting.group});
    work.number = dispatcher_->submit(std::move(waiting.task.request),
                                      [this, number](const worker_client::Answer& answer) { take(number, answer); });
}

// ---- answers ----

void Desk::take(std::uint64_t number, const worker_client::Answer& answer)
{
    const auto found = works_.find(number);
    if (found == works_.end()) return;
    const auto* result = std::get_if<protocol::Result>(&answer);
    if (result != nullptr && !result->is_final) {
        found->second.provisional = std::make_shared<const AnswerText>(*message_of(answer));
        for (const Waiter& waiter : found->second.waiters)
            outbox_->add(waiter.client, found->second.provisional->with_id(waiter.id));
        return;
    }
    const Work work = std::move(found->second);
    works_.erase(found);
    if (const auto own = by_key_.find(work.key); own != by_key_.end() && own->second == number) by_key_.erase(own);
    --busy_[work.is_slow];
    for (const Waiter& waiter : work.waiters) --pages_.at(waiter.client).joined;
    finish(work, answer);
}

void Desk::finish(const Work& work, const worker_client::Answer& answer)
{
    if (const auto* none = std::get_if<worker_client::Unanswered>(&answer)) {
        const model::Error why = why_for_pages(*none);
        for (const Waiter& waiter : work.waiters) refuse(waiter.client, waiter.id, work.request, why);
        // Asked again, it would end workers again.
        if (none->is_to_blame)
            known_.put(work.key, std::make_shared<const AnswerText>(refusal_of(0, work.request, why)));
        return;
    }
    const auto message = message_of(answer);
    if (!message) {
        for (const Waiter& waiter : work.waiters) send(waiter.client, protocol::Dropped{waiter.id});
        return;
    }
    const auto text = std::make_shared<const AnswerText>(*message);
    if (is_lasting(work.request, answer)) known_.put(work.key, text);
    for (const Waiter& waiter : work.waiters) outbox_->add(waiter.client, text->with_id(waiter.id));
}

void Desk::send(ClientId client, const protocol::FromWorker& message)
{
    outbox_->add(client, protocol::encode(message));
}

void Desk::refuse(ClientId client, std::uint64_t id, const protocol::ToWorker& request, const model::Error& why)
{
    send(client, refusal_of(id, request, why));
}

void Desk::refuse(ClientId client, const Question& question, const model::Error& why)
{
    refuse(client, question.id, request_of_kind(question.kind), why);
}

}  // namespace spillway::room
