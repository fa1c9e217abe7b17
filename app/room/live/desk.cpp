#include "app/room/live/desk.h"

#include <algorithm>
#include <utility>

#include "app/catalogue/plain/kernel_text.h"
#include "app/room/live/replies.h"

namespace spillway::room {

Desk::Desk(results::ResultLibrary library, std::vector<Workers::Place> workers,
           std::function<void(const model::Error&)> on_trouble, Code code)
    : library_(std::move(library)), workers_(std::move(workers), std::move(on_trouble)), code_(code)
{
}

void Desk::begin(Outbox& outbox, std::function<void()> wake)
{
    outbox_ = &outbox;
    workers_.begin(wake);
}

// ---- connections ----

void Desk::opened(ClientId client, const std::string& machine)
{
    pages_[client];
    turns_.open(client, machine);
    if (workers_.leader().hello) send(client, hello());
}

void Desk::closed(ClientId client)
{
    pages_.erase(client);
    turns_.forget(client);
    own_texts_.forget(client);
    remove_waiters([client](const Waiter& waiter) { return waiter.client == client; }, false);
}

void Desk::received(ClientId client, std::string_view text, double now)
{
    const auto page = pages_.find(client);
    if (page == pages_.end()) return;
    if (!page->second.allowance.take(now)) return outbox_->drop(client);
    for (std::size_t lines = 0; !text.empty(); ++lines) {
        if (lines >= max_lines) return outbox_->drop(client);
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
    if (workers_.poll(now)) greet();
    start();
}

/// Tells the pages about the compiler and the GPUs of the workers.
void Desk::greet()
{
    const worker_client::WorkerStatus& status = workers_.leader();
    library_.take(status);
    (void)library_.take_log();
    // Every worker calls its GPU "live".
    const bool is_other_compiler = std::exchange(compiler_, status.hello->compiler.version) != compiler_;
    const bool has_other_gpus = std::exchange(gpus_, status.hello->live_gpus) != gpus_;
    if (is_other_compiler || has_other_gpus) {
        ++greetings_;
        known_.clear();
        by_key_.clear();
    }
    for (const auto& [client, page] : pages_) send(client, hello());
}

protocol::Hello Desk::hello() const
{
    const protocol::Hello& own = *workers_.leader().hello;
    protocol::Hello hello = hello_for_pages(own);
    if (code_ == Code::exercises && own.confined_by) hello.takes_code = true;
    return hello;
}

// ---- questions ----

void Desk::handle(ClientId client, const Question& question)
{
    replace(client, question.group);
    OwnKernel* const own = own_texts_.find(client, question.source_hash);
    if (own != nullptr)
        if (const auto why = why_no_code(client)) return refuse(client, question, *why);
    auto task = task_of(question, library_, own);
    if (!task) return refuse(client, question, task.error());
    if (turns_.count(client) + pages_.at(client).joined >= max_open_questions)
        return refuse(client, question, {"too many questions of this page are waiting", "the room", "Wait a moment."});
    Waiting waiting{client, question.id, question.group, question.priority, std::move(*task)};
    if (!has_room(client) || !answer_at_once(waiting)) turns_.add(std::move(waiting));
}

void Desk::handle(ClientId client, const Cancellation& cancellation)
{
    for (const std::uint64_t id : cancellation.ids) {
        if (turns_.remove(client, id)) send(client, protocol::Dropped{id});
        remove_waiters([&](const Waiter& waiter) { return waiter.client == client && waiter.id == id; }, true);
    }
}

void Desk::handle(ClientId client, const PagePing&)
{
    send(client, protocol::Pong{});
}

/// Does not store a text that is installed anyway.
void Desk::handle(ClientId client, const OwnText& own)
{
    if (code_ == Code::refused)
        return send(client, protocol::Notice{{"this room's server takes no code", "the room",
                                              "Install Spillway to compile code of your own."}});
    std::string hash = catalogue::content_hash(own.text);
    if (is_installed_text(library_.catalogue(), hash)) return;
    if (!own_texts_.put(client, std::move(hash), own.text))
        send(client, protocol::Notice{{"too many pages send code to this room", "the room", "Wait a moment."}});
    // Questions about a text that a newer one has replaced would keep it in memory.
    const auto is_replaced = [&](const Waiting& waiting) {
        return waiting.task.pace == Pace::own &&
               own_texts_.find(client, waiting.task.experiment->origin.source_hash) == nullptr;
    };
    for (const std::uint64_t id : turns_.remove_if(client, is_replaced)) send(client, protocol::Dropped{id});
}

std::optional<model::Error> Desk::why_no_code(ClientId client) const
{
    const auto& hello = workers_.leader().hello;
    if (!hello || !hello->confined_by)
        return model::Error{"nothing confines the compiler of the room's server, so it takes no code", "the room",
                            "Install Spillway to compile code of your own."};
    if (pages_.at(client).stopped >= max_stopped_kernels)
        return model::Error{"two kernels of this page took too long, so this room takes no more code from it",
                            "the room", "Load the page again."};
    return std::nullopt;
}

void Desk::replace(ClientId client, const std::string& group)
{
    if (group.empty()) return;
    for (const std::uint64_t id : turns_.replace(client, group)) send(client, protocol::Dropped{id});
    remove_waiters([&](const Waiter& waiter) { return waiter.client == client && waiter.group == group; }, true);
}

void Desk::remove_waiters(const std::function<bool(const Waiter&)>& is_removed, bool sends_dropped)
{
    std::map<Workers::Number, std::vector<std::uint64_t>> unwanted;
    for (auto& [number, work] : works_) {
        const std::size_t before = work.waiters.size();
        std::erase_if(work.waiters, [&](const Waiter& waiter) {
            if (!is_removed(waiter)) return false;
            if (const auto page = pages_.find(waiter.client); page != pages_.end()) --page->second.joined;
            if (sends_dropped) send(waiter.client, protocol::Dropped{waiter.id});
            return true;
        });
        if (before == 0 || !work.waiters.empty()) continue;
        if (const auto own = by_key_.find(work.key); own != by_key_.end() && own->second == number) by_key_.erase(own);
        unwanted[work.worker].push_back(work.number);
    }
    for (const auto& [worker, numbers] : unwanted) workers_.cancel(worker, numbers);
}

// ---- turns ----

/// False if too many sent bytes wait for the page to read them.
bool Desk::has_room(ClientId client) const
{
    return outbox_->unsent_bytes(client) <= max_unsent_bytes;
}

/// Sends a stored answer, or joins the pages that wait for the same one. False if a worker has to find it.
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
    for (const Pace pace : {Pace::quick, Pace::slow, Pace::own})
        while (const auto worker = workers_.free_one(pace)) {
            auto next = turns_.next(pace, [this](ClientId client) { return has_room(client); });
            if (!next) break;
            if (!answer_at_once(*next)) submit(*worker, std::move(*next));
        }
}

void Desk::submit(Workers::Number worker, Waiting waiting)
{
    const std::uint64_t number = ++last_work_;
    ++pages_.at(waiting.client).joined;
    by_key_[waiting.task.key] = number;
    Work& work = works_[number];
    work.key = waiting.task.key;
    work.request = std::move(waiting.task.request);
    work.experiment = waiting.task.experiment;
    work.variant = waiting.task.variant;
    work.pace = waiting.task.pace;
    work.waiters.push_back({waiting.client, waiting.id, waiting.group});
    send_to(worker, number, work);
}

void Desk::send_to(Workers::Number worker, std::uint64_t number, Work& work)
{
    if (work.experiment != nullptr)
        workers_.add_source(worker, catalogue::source_text(*work.experiment, *work.variant));
    work.worker = worker;
    work.greeting = greetings_;
    work.number = workers_.submit(worker, work.pace, work.request,
                                  [this, number](const worker_client::Answer& answer) { take(number, answer); });
}

/// Sends the request to another worker. False if none is ready, or if all of them have had it.
bool Desk::move(std::uint64_t number, Work& work)
{
    const auto other = workers_.other_than(work.worker);
    if (!other || ++work.moves >= workers_.count()) return false;
    send_to(*other, number, work);
    return true;
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
    workers_.finished(found->second.worker, found->second.pace);
    const auto* none = std::get_if<worker_client::Unanswered>(&answer);
    const bool may_move = none != nullptr && !none->is_to_blame && !none->is_unanswerable;
    if (may_move && move(number, found->second)) return;
    const Work work = std::move(found->second);
    works_.erase(found);
    if (const auto own = by_key_.find(work.key); own != by_key_.end() && own->second == number) by_key_.erase(own);
    for (const Waiter& waiter : work.waiters) --pages_.at(waiter.client).joined;
    if (work.pace == Pace::own) finish_own(work, answer);
    finish(work, answer);
}

/// Counts a kernel that took too long against its page. Drops the text, because pages send thousands in an hour.
void Desk::finish_own(const Work& work, const worker_client::Answer& answer)
{
    workers_.forget_source(work.worker, catalogue::source_text(*work.experiment, *work.variant));
    const auto* result = std::get_if<protocol::Result>(&answer);
    const auto* none = std::get_if<worker_client::Unanswered>(&answer);
    const bool is_stopped =
        (none != nullptr && none->is_to_blame) ||
        (result != nullptr && (result->result.compile_stopped || result->result.verification.stopped ||
                               result->result.status == model::Status::timed_out));
    if (!is_stopped) return;
    for (const Waiter& waiter : work.waiters) ++pages_.at(waiter.client).stopped;
}

void Desk::finish(const Work& work, const worker_client::Answer& answer)
{
    // A worker that has started again with another GPU sends its answers too.
    const bool is_of_now = work.greeting == greetings_ && workers_.fits(work.worker);
    if (const auto* none = std::get_if<worker_client::Unanswered>(&answer)) {
        const model::Error why = why_for_pages(*none);
        for (const Waiter& waiter : work.waiters) refuse(waiter.client, waiter.id, work.request, why);
        // Sent again, the request would crash workers again.
        if (none->is_to_blame && is_of_now)
            known_.put(work.key, std::make_shared<const AnswerText>(refusal_of(0, work.request, why)));
        return;
    }
    const auto message = message_of(answer);
    if (!message) {
        for (const Waiter& waiter : work.waiters) send(waiter.client, protocol::Dropped{waiter.id});
        return;
    }
    const auto text = std::make_shared<const AnswerText>(*message);
    if (is_of_now && is_lasting(work.request, answer)) known_.put(work.key, text);
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
