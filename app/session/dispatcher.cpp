#include "app/session/dispatcher.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "app/protocol/plausibility.h"
#include "app/session/answer_check.h"
#include "app/session/worker_place.h"

namespace spillway::session {
namespace {

constexpr int deaths_before_giving_up = 3;
constexpr std::size_t most_log_entries = 1000;
constexpr double seconds_between_looks = 1;

double now_seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

const std::string& group_of(const protocol::ToWorker& request)
{
    static const std::string none;
    if (const auto* run = std::get_if<protocol::Run>(&request)) return run->group;
    if (const auto* listing = std::get_if<protocol::ListingRequest>(&request)) return listing->group;
    return none;
}

std::string describe(const WorkerLink::Exited& exited)
{
    std::string text = exited.signal != 0 ? "the worker was ended by signal " + std::to_string(exited.signal)
                                          : "the worker ended with status " + std::to_string(exited.exit_status);
    std::string_view words = exited.last_words;
    while (words.ends_with('\n')) words.remove_suffix(1);
    if (const auto line = words.rfind('\n'); line != std::string_view::npos) words.remove_prefix(line + 1);
    if (!words.empty()) text += ", saying: " + std::string(words.substr(0, 300));
    return text;
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

std::string clock_time()
{
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    char text[16];
    std::strftime(text, sizeof text, "%H:%M:%S", &local);
    return text;
}

Dispatcher::Dispatcher(std::vector<std::string> command, std::function<void()> wake, Patience patience)
    : link_(command, std::move(wake)), watch_(patience)
{
    status_.host = host_of(command);
    start(WorkerState::starting);
}

void Dispatcher::add_source(const model::SourceText& source)
{
    sources_.try_emplace(source.hash, source);
}

std::uint64_t Dispatcher::submit(protocol::Run request, Handler handler)
{
    request.id = next_id_++;
    std::string hash = request.job.compile.source_hash;
    return enqueue(request.id, std::move(request), std::move(hash), std::move(handler));
}

std::uint64_t Dispatcher::submit(protocol::ListingRequest request, Handler handler)
{
    request.id = next_id_++;
    std::string hash = request.compile.source_hash;
    return enqueue(request.id, std::move(request), std::move(hash), std::move(handler));
}

std::uint64_t Dispatcher::submit(protocol::WhatIf request, Handler handler)
{
    request.id = next_id_++;
    return enqueue(request.id, std::move(request), {}, std::move(handler));
}

std::uint64_t Dispatcher::enqueue(std::uint64_t id, protocol::ToWorker request, std::string source_hash,
                                  Handler handler)
{
    if (pending_.empty()) watch_.on_first_request(now_seconds());
    pending_.emplace(id, Pending{std::move(request), std::move(handler), std::move(source_hash)});
    look_after_worker();
    send_what_may_be_sent();
    return id;
}

void Dispatcher::cancel(const std::vector<std::uint64_t>& ids)
{
    protocol::Cancel message;
    for (const std::uint64_t id : ids) {
        const auto found = pending_.find(id);
        if (found == pending_.end()) continue;
        if (found->second.sent) {
            found->second.withdrawn = true;
            message.ids.push_back(id);
        } else {
            const Handler handler = std::move(found->second.handler);
            pending_.erase(found);
            handler(protocol::Dropped{id});
        }
    }
    if (!message.ids.empty() && status_.state == WorkerState::ready)
        link_.send(protocol::encode(protocol::ToWorker(message)));
}

void Dispatcher::send_what_may_be_sent()
{
    if (status_.state != WorkerState::ready) return;
    const auto is_suspect = [](const auto& entry) { return entry.second.deaths > 0; };
    if (const auto suspect = std::find_if(pending_.begin(), pending_.end(), is_suspect); suspect != pending_.end()) {
        // One at a time, so that the next death names its cause.
        const bool one_is_out = std::any_of(pending_.begin(), pending_.end(), [](auto& e) { return e.second.sent; });
        if (!one_is_out) send(suspect->first, suspect->second);
        return;
    }
    for (auto& [id, pending] : pending_)
        if (!pending.sent) send(id, pending);
}

void Dispatcher::send(std::uint64_t, Pending& pending)
{
    if (!pending.source_hash.empty() && sources_sent_.insert(pending.source_hash).second) {
        if (const auto source = sources_.find(pending.source_hash); source != sources_.end())
            link_.send(protocol::encode(protocol::ToWorker(protocol::Source{source->second})));
    }
    pending.sent = true;
    link_.send(protocol::encode(pending.request));
}

bool Dispatcher::poll()
{
    const std::vector<WorkerLink::Event> events = link_.take();
    for (const WorkerLink::Event& event : events) handle(event);
    look_after_worker();
    if (status_.state == WorkerState::unavailable && !pending_.empty()) release_all_that_wait();
    return !events.empty();
}

bool Dispatcher::wait_and_poll(double seconds)
{
    link_.wait(seconds);
    return poll();
}

void Dispatcher::handle(const WorkerLink::Event& event)
{
    if (const auto* message = std::get_if<protocol::FromWorker>(&event)) return on_message(*message);
    if (const auto* exited = std::get_if<WorkerLink::Exited>(&event)) return on_death(*exited);
    if (const auto* failed = std::get_if<WorkerLink::SpawnFailed>(&event)) return on_spawn_failed(*failed);
    if (const auto* garbage = std::get_if<WorkerLink::Garbage>(&event)) return on_garbage(*garbage);
    if (std::holds_alternative<WorkerLink::Tick>(event)) has_check_ = false;
    if (const auto* folder = std::get_if<WorkerLink::FolderChanged>(&event)) changed_folders_.push_back(folder->folder);
}

void Dispatcher::on_garbage(const WorkerLink::Garbage& garbage)
{
    watch_.on_useless_line();
    log(Severity::warning, garbage.error);
    if (ended_for_ || status_.state == WorkerState::unavailable) return;
    if (garbage.heading.type == "hello" && status_.state != WorkerState::ready) {
        link_.kill();
        return give_up({"the worker's greeting cannot be right: " + garbage.error.what, "worker",
                        "Install the same version of Spillway on both machines."});
    }
    // Who waits for this answer would wait for nothing.
    if (garbage.heading.id && pending_.contains(*garbage.heading.id))
        refuse_answer(*garbage.heading.id, garbage.error.what);
}

void Dispatcher::on_message(const protocol::FromWorker& message)
{
    watch_.on_line(now_seconds());
    if (const auto* hello = std::get_if<protocol::Hello>(&message)) return on_hello(*hello);
    // What comes behind the end that we gave it, or before its greeting, is nobody's answer.
    if (status_.state != WorkerState::ready || ended_for_) return watch_.on_useless_line();
    if (const auto* notice = std::get_if<protocol::Notice>(&message)) {
        watch_.on_useless_line();
        return log(Severity::warning, notice->error);
    }
    if (const auto* leaving = std::get_if<protocol::Leaving>(&message)) leaving_ = leaving->reason;
    if (const auto* result = std::get_if<protocol::Result>(&message)) return on_result(*result);
    if (const auto* listing = std::get_if<protocol::ListingReply>(&message)) return on_reply(*listing);
    if (const auto* what_if = std::get_if<protocol::WhatIfReply>(&message)) return on_reply(*what_if);
    if (const auto* dropped = std::get_if<protocol::Dropped>(&message)) return on_dropped(*dropped);
}

void Dispatcher::on_hello(const protocol::Hello& hello)
{
    if (status_.state == WorkerState::ready || ended_for_) return watch_.on_useless_line();
    if (hello.version != protocol::version) {
        link_.kill();
        return give_up({"the worker speaks version " + std::to_string(hello.version) +
                            " of the messages, this program " + std::to_string(protocol::version),
                        "worker", "Install the same version of Spillway on both machines."});
    }
    if (const std::string problem = protocol::why_implausible(hello); !problem.empty()) {
        link_.kill();
        return give_up({"the worker's greeting cannot be right: " + problem, "worker",
                        "Look at what its command starts, or use this machine's worker."});
    }
    if (hello.program_version != SPILLWAY_VERSION)
        log(Severity::warning,
            {"the worker is of Spillway " + hello.program_version + ", this program of " SPILLWAY_VERSION,
             status_.host.empty() ? "worker" : status_.host,
             "Where an answer surprises, install the same version on both machines."});
    status_.hello = hello;
    status_.state = WorkerState::ready;
    status_.trouble.reset();
    ++status_.lives;
    watch_.on_greeting(now_seconds());
    send_what_may_be_sent();
}

/// Whose answer it is, the request says: a worker may name what it likes.
void Dispatcher::on_result(protocol::Result result)
{
    const auto found = pending_.find(result.id);
    if (found == pending_.end()) return watch_.on_useless_line();
    if (const std::string why = why_no_answer(found->second.request, result); !why.empty())
        return refuse_answer(result.id, why);
    const auto* run = std::get_if<protocol::Run>(&found->second.request);
    result.result.experiment = run->job.experiment;
    result.result.variant = run->job.variant;
    result.result.parameters = run->job.values;
    result.result.gpu_name = run->job.gpu.name;
    result.result.gpu_arch = run->job.gpu.arch();
    result.result.job_hash.reset();
    on_answer(result.id, result, result.is_final);
}

template <typename Reply>
void Dispatcher::on_reply(const Reply& reply)
{
    const auto found = pending_.find(reply.id);
    if (found == pending_.end()) return watch_.on_useless_line();
    if (const std::string why = why_no_answer(found->second.request, reply); !why.empty())
        return refuse_answer(reply.id, why);
    on_answer(reply.id, reply, true);
}

/// A worker may drop what was withdrawn, what a newer request of its group overtook, and what one that asks again
/// withdrew from the worker before.
bool Dispatcher::may_drop(std::uint64_t id, const Pending& pending) const
{
    const std::string& group = group_of(pending.request);
    const bool is_what_if = std::holds_alternative<protocol::WhatIf>(pending.request);  // the oldest of very many
    if (pending.withdrawn || is_what_if) return true;
    return !group.empty() && std::any_of(pending_.upper_bound(id), pending_.end(), [&](const auto& later) {
        return later.second.sent && group_of(later.second.request) == group;
    });
}

void Dispatcher::on_dropped(const protocol::Dropped& dropped)
{
    const auto found = pending_.find(dropped.id);
    if (found == pending_.end()) return watch_.on_useless_line();
    if (!may_drop(dropped.id, found->second)) return refuse_answer(dropped.id, "nobody had withdrawn what it dropped");
    on_answer(dropped.id, dropped, true);
}

void Dispatcher::refuse_answer(std::uint64_t id, const std::string& why)
{
    const model::Error error{"the worker gave an answer that cannot be right: " + why, "worker",
                             "Look at what its command starts, or use this machine's worker."};
    log(Severity::error, error);
    on_answer(id, Unanswered{error, true}, true);
}

void Dispatcher::on_answer(std::uint64_t id, const Answer& answer, bool is_final)
{
    const auto found = pending_.find(id);
    if (found == pending_.end()) return;
    if (!is_final) {
        watch_.on_useless_line();  // some are of use; thousands are not
        watch_.on_progress(now_seconds());
        return found->second.handler(answer);
    }
    watch_.on_answer(now_seconds());
    const Handler handler = std::move(found->second.handler);
    const bool was_suspect = found->second.deaths > 0;
    pending_.erase(found);
    handler(answer);
    if (was_suspect) send_what_may_be_sent();
}

void Dispatcher::on_death(const WorkerLink::Exited& exited)
{
    is_running_ = false;
    const bool was_asked_for = std::exchange(is_end_asked_for_, false);
    // A worker that said so has answered what made it go: the others are asked again, and none is suspected.
    const std::optional<std::string> left = std::exchange(leaving_, std::nullopt);
    const std::optional<std::string> ended_for = std::exchange(ended_for_, std::nullopt);
    if (status_.state == WorkerState::unavailable) return;
    const bool is_far = !status_.host.empty();
    std::optional<FarEnd> far;
    if (is_far && !was_asked_for && !left && !ended_for)
        far = far_end(status_.host, exited, status_.state == WorkerState::ready);
    const bool is_nobodys_fault = was_asked_for || left.has_value() || (far && far->is_line_cut);
    const std::string what = left ? *left : ended_for ? *ended_for : far ? far->error.what : describe(exited);
    sources_sent_.clear();
    std::vector<std::uint64_t> given_up;
    for (auto& [id, pending] : pending_) {
        if (!pending.sent) continue;
        pending.sent = false;
        if (!is_nobodys_fault && ++pending.deaths >= deaths_before_giving_up) given_up.push_back(id);
    }
    ++status_.restarts;
    if (was_asked_for) {
        log(Severity::info, {"the worker was started again, as asked for", "worker", ""});
        return start(WorkerState::starting);
    }
    status_.state = WorkerState::restarting;
    const model::Error blame{what, "worker", "It is not tried again until the worker is started again by hand."};
    for (const std::uint64_t id : given_up) on_answer(id, Unanswered{blame, true}, true);
    if (far && far->is_final) return give_up(far->error);
    const std::optional<double> wait = watch_.seconds_to_next_start(is_far);
    if (!wait)
        return give_up(far ? far->error
                           : model::Error{what, "worker", "Run 'spillway doctor' to see what is missing."});
    status_.trouble = model::Error{what, "worker", "A new worker is being started; nothing that was computed is lost."};
    log(Severity::warning, *status_.trouble);
    start_later(*wait);
}

void Dispatcher::on_spawn_failed(const WorkerLink::SpawnFailed& failed)
{
    is_running_ = is_end_asked_for_ = false;
    give_up(failed.error);
}

void Dispatcher::start(WorkerState state)
{
    status_.state = state;
    is_running_ = true;
    start_at_.reset();
    watch_.on_start(now_seconds());
    link_.start();
    look_after_worker();
}

void Dispatcher::start_later(double seconds)
{
    if (seconds <= 0) return start(WorkerState::restarting);
    start_at_ = now_seconds() + seconds;
    link_.check_after(seconds);
    has_check_ = true;
}

/// Ends a worker that hangs, and sees to it that somebody looks again while anything is awaited of one.
void Dispatcher::look_after_worker()
{
    const double now = now_seconds();
    if (start_at_ && now >= *start_at_) return start(WorkerState::restarting);
    if (!is_running_ || ended_for_ || status_.state == WorkerState::unavailable) return;
    const bool is_ready = status_.state == WorkerState::ready;
    std::optional<double> limit;
    const double compile_seconds = status_.hello ? status_.hello->compile_seconds.value_or(10) : 10;
    for (const auto& [id, pending] : pending_)
        if (pending.sent) limit = std::max(limit.value_or(0), most_seconds_for(pending.request, compile_seconds));
    const WorkerWatch::Verdict verdict = watch_.look(now, is_ready, limit);
    if (!verdict.dead.empty()) return end_worker(verdict.dead);
    if (verdict.ask) link_.send(protocol::encode(protocol::ToWorker(protocol::Ping{})));
    if (has_check_ || (is_ready && pending_.empty())) return;
    link_.check_after(seconds_between_looks);
    has_check_ = true;
}

void Dispatcher::end_worker(std::string why)
{
    ended_for_ = std::move(why);
    link_.kill();
}

void Dispatcher::give_up(model::Error error)
{
    status_.state = WorkerState::unavailable;
    status_.trouble = error;
    log(Severity::error, std::move(error));
    release_all_that_wait();
}

/// So that nobody waits for ever for a worker that will not come.
void Dispatcher::release_all_that_wait()
{
    const model::Error why = status_.trouble.value_or(model::Error{"there is no worker", "worker", ""});
    for (auto waiting = std::exchange(pending_, {}); auto& [id, pending] : waiting)
        pending.handler(Unanswered{why, false});
}

void Dispatcher::restart()
{
    watch_.forgive();
    status_.trouble.reset();
    for (auto& [id, pending] : pending_) pending.deaths = 0;
    if (!is_running_) return start(WorkerState::starting);
    status_.state = WorkerState::starting;
    is_end_asked_for_ = true;
    link_.kill();
}

void Dispatcher::use(std::vector<std::string> command)
{
    status_.host = host_of(command);
    status_.hello.reset();
    link_.use(std::move(command));
    restart();
}

void Dispatcher::log(Severity severity, model::Error error)
{
    log_.push_back({severity, clock_time(), std::move(error)});
    if (log_.size() > most_log_entries) log_.pop_front();
}

std::vector<LogEntry> Dispatcher::take_log()
{
    std::vector<LogEntry> entries(log_.begin(), log_.end());
    log_.clear();
    return entries;
}

std::vector<std::string> Dispatcher::take_changed_folders()
{
    return std::exchange(changed_folders_, {});
}

}  // namespace spillway::session
