#include "app/worker_client/dispatcher.h"

#include <algorithm>
#include <chrono>

#include "app/protocol/plausibility.h"
#include "app/worker_client/answer_check.h"
#include "app/worker_client/worker_end.h"
#include "app/worker_client/worker_place.h"

namespace spillway::worker_client {
namespace {

constexpr double seconds_between_checks = 1;
constexpr std::size_t max_sent_bytes = std::size_t{32} << 20;

double now_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

model::RunResult died_result(const model::Job& job, const model::Error& why)
{
    model::RunResult result = model::empty_result(job);
    result.status = model::Status::worker_died;
    result.message = why.what;
    result.advice = why.advice;
    result.measurement.reason = why.what;
    return result;
}

Dispatcher::Dispatcher(std::vector<std::string> command, std::function<void()> wake, Patience patience)
    : Dispatcher(open_link(command, std::move(wake)), host_of(command), patience)
{
}

Dispatcher::Dispatcher(std::unique_ptr<Link> link, std::string host, Patience patience)
    : link_(std::move(link)), watch_(patience)
{
    status_.is_shipped = link_->is_shipped();
    if (!status_.is_shipped) status_.host = std::move(host);
    start(WorkerState::starting);
}

void Dispatcher::add_source(const model::SourceText& source)
{
    sources_.try_emplace(source.hash, source);
}

void Dispatcher::forget_source(const model::SourceText& source)
{
    if (requests_.needs_source(source.hash) || sources_.erase(source.hash) == 0) return;
    sources_sent_.erase(source.hash);
}

std::uint64_t Dispatcher::submit(protocol::ToWorker request, Handler handler)
{
    const std::uint64_t id = next_id_++;
    std::string source_hash;
    std::visit(
        [&](auto& message) {
            if constexpr (requires { message.id; }) message.id = id;
            if constexpr (requires { message.compile; }) source_hash = message.compile.source_hash;
            if constexpr (requires { message.job; }) source_hash = message.job.compile.source_hash;
        },
        request);
    if (requests_.is_empty()) watch_.on_first_request(now_seconds());
    requests_.add(id, std::move(request), std::move(source_hash), std::move(handler));
    look_after_worker();
    send_ready_requests();
    return id;
}

void Dispatcher::cancel(const std::vector<std::uint64_t>& ids)
{
    protocol::Cancel message;
    for (const std::uint64_t id : ids) {
        RequestBook::Entry* found = requests_.find(id);
        if (found == nullptr) continue;
        if (found->sent) {
            found->withdrawn = true;
            message.ids.push_back(id);
        } else {
            requests_.take(id).handler(protocol::Dropped{id});
        }
    }
    if (!message.ids.empty() && status_.state == WorkerState::ready) link_->send(message);
}

void Dispatcher::send_ready_requests()
{
    if (status_.state != WorkerState::ready) return;
    for (RequestBook::Entry* entry : requests_.sendable()) send(*entry);
}

/// The worker keeps the newest 64 MiB of texts: after half of it, each text counts as not sent.
void Dispatcher::note_sent(const model::SourceText& source)
{
    sent_bytes_ += source.text.size();
    if (sent_bytes_ < max_sent_bytes) return;
    sent_bytes_ = source.text.size();
    sources_sent_ = {source.hash};
}

void Dispatcher::send(RequestBook::Entry& entry)
{
    if (!entry.source_hash.empty() && sources_sent_.insert(entry.source_hash).second) {
        if (const auto source = sources_.find(entry.source_hash); source != sources_.end()) {
            link_->send(protocol::Source{source->second});
            note_sent(source->second);
        }
    }
    entry.sent = true;
    link_->send(entry.request);
}

bool Dispatcher::poll()
{
    const std::vector<Link::Event> events = link_->take();
    for (const Link::Event& event : events) handle(event);
    look_after_worker();
    if (status_.state == WorkerState::unavailable && !requests_.is_empty()) release_waiting_requests();
    return !events.empty();
}

bool Dispatcher::wait_and_poll(double seconds)
{
    link_->wait(seconds);
    return poll();
}

void Dispatcher::handle(const Link::Event& event)
{
    if (const auto* message = std::get_if<protocol::FromWorker>(&event)) return on_message(*message);
    if (const auto* exited = std::get_if<WorkerExit>(&event)) return on_death(*exited);
    if (const auto* failed = std::get_if<Link::SpawnFailed>(&event)) return on_spawn_failed(*failed);
    if (const auto* garbage = std::get_if<Link::Garbage>(&event)) return on_garbage(*garbage);
    if (std::holds_alternative<Link::Tick>(event)) has_check_ = false;
    if (const auto* none = std::get_if<Link::NoAnswer>(&event))
        on_answer(none->id, Unanswered{none->why, false, !none->may_come, none->may_come}, true);
    if (const auto* changed = std::get_if<Link::Changed>(&event)) on_changed(*changed);
    if (const auto* folder = std::get_if<Link::FolderChanged>(&event)) changed_folders_.push_back(folder->folder);
}

void Dispatcher::on_garbage(const Link::Garbage& garbage)
{
    watch_.on_useless_line();
    log_.add(base::Severity::warning, garbage.error);
    if (kill_reason_ || status_.state == WorkerState::unavailable) return;
    if (garbage.heading.type == "hello" && status_.state != WorkerState::ready) {
        link_->kill();
        return give_up({"the worker's greeting is not plausible: " + garbage.error.what, "worker",
                        "Install the same version of Spillway on both machines."});
    }
    // Without this the request would wait forever.
    if (garbage.heading.id && requests_.find(*garbage.heading.id) != nullptr)
        refuse_answer(*garbage.heading.id, garbage.error.what);
}

void Dispatcher::on_message(const protocol::FromWorker& message)
{
    watch_.on_line(now_seconds());
    if (const auto* hello = std::get_if<protocol::Hello>(&message)) return on_hello(*hello);
    // Ignore lines that arrive before the greeting or after the kill.
    if (status_.state != WorkerState::ready || kill_reason_) return watch_.on_useless_line();
    if (const auto* notice = std::get_if<protocol::Notice>(&message)) {
        watch_.on_useless_line();
        log_.add(base::Severity::warning, notice->error);
        if (notice->id) on_answer(*notice->id, Unanswered{notice->error, false, true}, true);
        return;
    }
    if (const auto* leaving = std::get_if<protocol::Leaving>(&message)) leaving_ = leaving->reason;
    if (const auto* result = std::get_if<protocol::Result>(&message)) return on_result(*result);
    if (const auto* listing = std::get_if<protocol::ListingReply>(&message)) return on_reply(*listing);
    if (const auto* causes = std::get_if<protocol::CausesReply>(&message)) return on_reply(*causes);
    if (const auto* interpreted = std::get_if<protocol::InterpretReply>(&message)) return on_reply(*interpreted);
    if (const auto* what_if = std::get_if<protocol::WhatIfReply>(&message)) return on_reply(*what_if);
    if (const auto* roofs = std::get_if<protocol::RoofsReply>(&message)) return on_reply(*roofs);
    if (const auto* dropped = std::get_if<protocol::Dropped>(&message)) return on_dropped(*dropped);
}

void Dispatcher::on_hello(const protocol::Hello& hello)
{
    if (status_.state == WorkerState::ready || kill_reason_) return watch_.on_useless_line();
    if (hello.version != protocol::version) {
        link_->kill();
        return give_up({"the worker speaks version " + std::to_string(hello.version) +
                            " of the messages, this program " + std::to_string(protocol::version),
                        "worker", "Install the same version of Spillway on both machines."});
    }
    if (const auto problem = protocol::why_implausible(hello)) {
        link_->kill();
        return give_up({"the worker's greeting is not plausible: " + *problem, "worker",
                        "Check which program its command starts, or use this machine's worker."});
    }
    if (hello.program_version != SPILLWAY_VERSION)
        log_.add(base::Severity::warning,
                 {"the worker is Spillway " + hello.program_version + ", this program is " SPILLWAY_VERSION,
                  status_.host.empty() ? "worker" : status_.host,
                  "If an answer looks wrong, install the same version on both machines."});
    status_.hello = hello;
    status_.state = WorkerState::ready;
    status_.trouble.reset();
    ++status_.generation;
    watch_.on_greeting(now_seconds());
    send_ready_requests();
}

void Dispatcher::on_changed(const Link::Changed& changed)
{
    if (const auto problem = protocol::why_implausible(changed.hello))
        return log_.add(base::Severity::warning,
                        {"the room's greeting is not plausible: " + *problem, "the room", "Load the page again."});
    status_.hello = changed.hello;
    status_.is_room = changed.is_room;
    status_.is_shipped = !changed.is_room;
    ++status_.generation;
    if (changed.trouble) log_.add(base::Severity::warning, *changed.trouble);
    if (changed.is_room) log_.add(base::Severity::info, {"the room's server answers", "the room", ""});
}

/// Names and GPU come from the request, because a worker may send any name.
void Dispatcher::on_result(protocol::Result result)
{
    const RequestBook::Entry* entry = requests_.find(result.id);
    if (entry == nullptr) return watch_.on_useless_line();
    if (const auto why = why_no_answer(entry->request, result)) return refuse_answer(result.id, *why);
    const auto* run = std::get_if<protocol::Run>(&entry->request);
    result.result.experiment = run->job.experiment;
    result.result.variant = run->job.variant;
    result.result.parameters = run->job.values;
    result.result.gpu_name = run->job.gpu.name;
    result.result.gpu_arch = run->job.gpu.arch();
    if (const auto& compile = result.result.compile; compile && compile->target)
        result.result.gpu_arch = *compile->target;
    result.result.job_hash.reset();
    result.result.causes.reset();  // separate requests deliver these
    result.result.lines.reset();
    on_answer(result.id, result, result.is_final);
}

template <typename Reply>
void Dispatcher::on_reply(const Reply& reply)
{
    const RequestBook::Entry* entry = requests_.find(reply.id);
    if (entry == nullptr) return watch_.on_useless_line();
    if (const auto why = why_no_answer(entry->request, reply)) return refuse_answer(reply.id, *why);
    on_answer(reply.id, reply, true);
}

void Dispatcher::on_dropped(const protocol::Dropped& dropped)
{
    if (requests_.find(dropped.id) == nullptr) return watch_.on_useless_line();
    // A room drops questions about a text that its page has replaced twice.
    if (!status_.is_room && !requests_.may_drop(dropped.id))
        return refuse_answer(dropped.id, "it dropped a request that was not withdrawn");
    on_answer(dropped.id, dropped, true);
}

void Dispatcher::refuse_answer(std::uint64_t id, const std::string& why)
{
    const model::Error error{"the worker gave an answer that is not plausible: " + why, "worker",
                             "Check which program its command starts, or use this machine's worker."};
    log_.add(base::Severity::error, error);
    on_answer(id, Unanswered{error, true}, true);
}

void Dispatcher::on_answer(std::uint64_t id, const Answer& answer, bool is_final)
{
    RequestBook::Entry* entry = requests_.find(id);
    if (entry == nullptr) return;
    if (!is_final) {
        watch_.on_useless_line();  // a few are useful; thousands are not
        watch_.on_provisional(now_seconds(), entry->first_provisional);
        return entry->handler(answer);
    }
    watch_.on_answer(now_seconds());
    const RequestBook::Entry answered = requests_.take(id);
    answered.handler(answer);
    if (answered.deaths > 0) send_ready_requests();
}

void Dispatcher::on_death(const WorkerExit& exited)
{
    is_running_ = false;
    const bool was_requested = std::exchange(is_restart_requested_, false);
    const std::optional<std::string> exit_reason = std::exchange(leaving_, std::nullopt);
    const std::optional<std::string> kill_reason = std::exchange(kill_reason_, std::nullopt);
    if (status_.state == WorkerState::unavailable) return;
    sources_sent_.clear();
    sent_bytes_ = 0;
    ++status_.restarts;
    if (was_requested) {
        (void)requests_.requeue_after_crash(true);  // blames no request, so it gives up none
        log_.add(base::Severity::info, {"the worker was restarted, as you asked", "worker", ""});
        return start(WorkerState::starting);
    }
    const WorkerEnd end =
        worker_end({exited, exit_reason, kill_reason, status_.host, status_.state == WorkerState::ready});
    status_.state = WorkerState::restarting;
    const model::Error blame{end.what, "worker", "This request is not sent again until you restart the worker."};
    for (const std::uint64_t id : requests_.requeue_after_crash(end.blames_no_request))
        on_answer(id, Unanswered{blame, true}, true);
    if (end.is_final) return give_up(end.last);
    const std::optional<double> wait = watch_.seconds_to_next_start(!status_.host.empty());
    if (!wait) return give_up(end.last);
    status_.trouble = end.passing;
    log_.add(base::Severity::warning, end.passing);
    start_later(*wait);
}

void Dispatcher::on_spawn_failed(const Link::SpawnFailed& failed)
{
    is_running_ = is_restart_requested_ = false;
    give_up(failed.error);
}

void Dispatcher::start(WorkerState state)
{
    status_.state = state;
    is_running_ = true;
    start_at_.reset();
    watch_.on_start(now_seconds(), !status_.host.empty());
    link_->start();
    look_after_worker();
}

void Dispatcher::start_later(double seconds)
{
    if (seconds <= 0) return start(WorkerState::restarting);
    start_at_ = now_seconds() + seconds;
    link_->check_after(seconds);
    has_check_ = true;
}

/// Kills a worker that hangs, and schedules the next check while any request waits.
void Dispatcher::look_after_worker()
{
    const double now = now_seconds();
    if (start_at_ && now >= *start_at_) return start(WorkerState::restarting);
    if (!link_->may_hang()) return;
    if (!is_running_ || kill_reason_ || status_.state == WorkerState::unavailable) return;
    const bool is_ready = status_.state == WorkerState::ready;
    const double compile_seconds = status_.hello ? status_.hello->compile_seconds.value_or(10) : 10;
    const WorkerWatch::Verdict verdict = watch_.look(now, is_ready, requests_.max_seconds(compile_seconds));
    if (verdict.why_dead) return end_worker(*verdict.why_dead);
    if (verdict.ask) link_->send(protocol::Ping{});
    if (has_check_ || (is_ready && requests_.is_empty())) return;
    link_->check_after(seconds_between_checks);
    has_check_ = true;
}

void Dispatcher::end_worker(std::string why)
{
    kill_reason_ = std::move(why);
    link_->kill();
}

void Dispatcher::give_up(model::Error error)
{
    status_.state = WorkerState::unavailable;
    status_.trouble = error;
    log_.add(base::Severity::error, std::move(error));
    release_waiting_requests();
}

/// Keeps requests from waiting forever for a worker that will not start.
void Dispatcher::release_waiting_requests()
{
    const model::Error why = status_.trouble.value_or(model::Error{"there is no worker", "worker", ""});
    for (auto waiting = requests_.take_all(); auto& [id, entry] : waiting) entry.handler(Unanswered{why, false});
}

void Dispatcher::restart()
{
    watch_.forgive();
    status_.trouble.reset();
    requests_.forgive();
    if (!is_running_) return start(WorkerState::starting);
    status_.state = WorkerState::starting;
    is_restart_requested_ = true;
    link_->kill();
}

void Dispatcher::use(std::vector<std::string> command)
{
    status_.host = host_of(command);
    status_.hello.reset();
    link_->use(std::move(command));
    restart();
}

}  // namespace spillway::worker_client
