#include "app/session/closeup.h"

namespace spillway::session {
namespace {

constexpr int code_priority = 2;
constexpr int causes_priority = 3;
constexpr int refine_priority = 4;

bool compiles(const results::ResultPointer& result)
{
    return result != nullptr && result->compile.has_value();
}

/// What it answered cannot be right, or it died of it: this worker is not asked the same again.
bool is_refused(const worker_client::Answer& answer)
{
    const auto* none = std::get_if<worker_client::Unanswered>(&answer);
    return none != nullptr && none->is_to_blame;
}

}  // namespace

Closeup::Closeup(results::Knowledge& knowledge, worker_client::Dispatcher& dispatcher)
    : knowledge_(knowledge), dispatcher_(dispatcher)
{
}

std::uint64_t Closeup::lives() const
{
    return dispatcher_.status().lives;
}

/// The focused variant's code first, then the others', whose instruction counts stand beside it: one at a time, so
/// that the other threads stay free for what the slider asks next.
void Closeup::ask_for_code(const Wanted& wanted, bool all_variants)
{
    for (const model::Variant* variant : wanted.focus_first) {
        const bool is_focus = variant->name == wanted.selection.focus;
        const bool is_counted = dispatcher_.status().hello->disassembler.available;
        const bool is_wanted = variant->name == compared_ || (all_variants && is_counted);
        if (!is_focus && !code_asked_.empty()) return;
        if (!is_focus && !is_wanted) continue;
        const results::Configuration asked = wanted.current(*variant);
        const std::string key = knowledge_.key_of(asked);
        if (key.empty() || key == code_asked_ || is_code_settled(key)) continue;
        if (!is_focus && !compiles(knowledge_.find(asked))) continue;
        const auto question = knowledge_.question(asked);
        if (question == nullptr) continue;
        dispatcher_.add_source(catalogue::source_text(wanted.experiment));
        protocol::ListingRequest request;
        request.group = "code";
        request.priority = code_priority;
        request.compile = question->job.compile;
        request.compile.line_info = true;
        code_asked_ = key;
        dispatcher_.submit(std::move(request),
                           [this, key](const worker_client::Answer& answer) { take_code(key, answer); });
        return;
    }
}

/// What is whole stays; what lacks something is asked of each worker once.
bool Closeup::is_code_settled(const std::string& key) const
{
    const results::Code* code = knowledge_.find_code(key);
    if (code == nullptr) return false;
    const auto asked = code_lives_.find(key);
    return (code->listing && code->listing->sass) || (asked != code_lives_.end() && asked->second == lives());
}

void Closeup::take_code(const std::string& key, const worker_client::Answer& answer)
{
    if (code_asked_ == key) code_asked_.clear();
    const auto* reply = std::get_if<protocol::ListingReply>(&answer);
    if (is_refused(answer)) {
        ++changes_;
        code_lives_[key] = lives();
        knowledge_.put_code(key, {std::nullopt, std::nullopt, std::get<worker_client::Unanswered>(answer).why});
    }
    if (reply == nullptr) return;  // overtaken, or there is no worker: no answer
    ++changes_;
    code_lives_[key] = lives();
    knowledge_.put_code(key, {reply->listing, reply->counts, reply->error});
}

/// Of the focused variant, and only where somebody looks at it: it takes many compiles.
void Closeup::ask_for_causes(const Wanted& wanted)
{
    const results::Configuration asked = wanted.current(*wanted.focus_first.front());
    const std::string key = knowledge_.key_of(asked);
    const bool is_wanted = !key.empty() && key == causes_wanted_ && key != causes_asked_;
    if (!is_wanted || knowledge_.find_causes(key) != nullptr || !compiles(knowledge_.find(asked))) return;
    const auto question = knowledge_.question(asked);
    if (question == nullptr) return;
    dispatcher_.add_source(catalogue::source_text(wanted.experiment));
    protocol::CausesRequest request;
    request.group = "causes";
    request.priority = causes_priority;
    request.compile = question->job.compile;
    causes_asked_ = key;
    dispatcher_.submit(std::move(request), [this, key](const worker_client::Answer& answer) {
        if (causes_asked_ == key) causes_asked_.clear();
        const auto* reply = std::get_if<protocol::CausesReply>(&answer);
        const auto* unanswered = std::get_if<worker_client::Unanswered>(&answer);
        if (reply == nullptr && (unanswered == nullptr || !unanswered->is_to_blame)) return;  // asked again
        ++changes_;
        if (reply != nullptr) return knowledge_.put_causes(key, {reply->causes, reply->error});
        knowledge_.put_causes(key, {std::nullopt, unanswered->why});
    });
}

/// Measures what stands on the screen again, for longer, once. All variants together, so that they are measured in
/// turns.
void Closeup::ask_for_refinement(const Wanted& wanted, const std::set<std::string>& provisional, bool with_counters)
{
    if (!knowledge_.is_live(wanted.gpu.name)) return;
    for (const model::Variant* variant : wanted.focus_first) {
        const results::Configuration asked = wanted.current(*variant);
        const std::string key = knowledge_.key_of(asked);
        const results::ResultPointer known = knowledge_.find(asked);
        const bool is_measured = known != nullptr && !provisional.contains(key) &&
                                 known->measurement.source == model::MeasurementSource::live;
        if (!is_measured || refined_.contains(key)) continue;
        const auto question = knowledge_.question(asked);
        if (question == nullptr) continue;
        refined_.insert(key);
        dispatcher_.add_source(catalogue::source_text(wanted.experiment));
        protocol::Run run;
        run.group = "current/" + variant->name;  // what the learner moves next stops it
        run.priority = refine_priority;
        run.measure = run.refine = true;
        run.count = with_counters;
        run.job = question->job;
        dispatcher_.submit(std::move(run), [this, key, hash = question->job_hash](const worker_client::Answer& answer) {
            const auto* result = std::get_if<protocol::Result>(&answer);
            if (result == nullptr && !is_refused(answer)) refined_.erase(key);  // overtaken: another time
            const bool is_better = result != nullptr && result->is_final &&
                                   result->result.measurement.source == model::MeasurementSource::live;
            if (!is_better) return;
            ++changes_;
            knowledge_.put(hash, result->result);
        });
    }
}

void Closeup::ask_for_what_if_again()
{
    what_if_asked_.clear();
}

void Closeup::forget_what_if()
{
    what_if_asked_.clear();
    what_if_.reset();
}

const model::OccupancyCurves* Closeup::occupancy_curves() const
{
    return what_if_ ? &*what_if_ : nullptr;
}

void Closeup::ask_for_what_if(const Wanted& wanted)
{
    const results::Configuration asked = wanted.current(*wanted.focus_first.front());
    const results::ResultPointer result = knowledge_.find(asked);
    if (result == nullptr || !result->compile || !result->compile->registers) return;
    const std::string key = knowledge_.key_of(asked) + '|' + std::to_string(*result->compile->registers);
    if (what_if_asked_ == key) return;
    const auto question = knowledge_.question(asked);
    if (question == nullptr) return;
    protocol::WhatIf request;
    request.gpu = wanted.gpu;
    request.needs = model::block_needs(question->job, *result->compile);
    what_if_asked_ = key;
    dispatcher_.submit(std::move(request), [this, key](const worker_client::Answer& answer) {
        const auto* reply = std::get_if<protocol::WhatIfReply>(&answer);
        if (what_if_asked_ != key) return;
        if (is_refused(answer)) return;
        if (reply == nullptr) return what_if_asked_.clear();
        ++what_if_changes_;
        what_if_.reset();
        if (!reply->error) what_if_ = reply->curves;
    });
}

}  // namespace spillway::session
