#include <algorithm>

#include "app/session/planner.h"
#include "app/session/session_state.h"

namespace spillway::session {
namespace {

// Lower goes first. 0 is what the learner's eyes are on; the worker does everything else behind it.
constexpr int focus_priority = 0;
constexpr int current_priority = 1;
constexpr int code_priority = 2;
constexpr int ahead_priority = 3;
constexpr int curve_priority = 4;

constexpr int values_ahead = 3;
constexpr double still_after_seconds = 0.25;  ///< without a change, the slider counts as at rest
constexpr double code_after_seconds = 0.12;   ///< a disassembler takes a third of a second of a core
constexpr double refine_after_seconds = 1;    ///< nobody moves anything: what stands on the screen is measured for longer
constexpr std::size_t most_listings = 64;
constexpr int steps_around = 16;           ///< of the slider: where a hand or an arrow key goes first
constexpr std::size_t coarse_points = 17;  ///< of a curve: enough to see its shape
constexpr std::string_view with_sass_mark = "#sass";

}  // namespace

bool Session::State::may_compile() const
{
    return dispatcher->status().state == WorkerState::ready && experiment().trusted;
}

std::string Session::State::key_of(const std::string& variant, const model::Values& values) const
{
    return configuration_key(selection.experiment, variant, values, selection.gpu);
}

double Session::State::seconds_since_change() const
{
    return std::chrono::duration<double>(Clock::now() - changed_at).count();
}

std::vector<const model::Variant*> Session::State::variants_focus_first() const
{
    std::vector<const model::Variant*> order;
    for (const model::Variant& variant : experiment().variants) order.push_back(&variant);
    std::stable_partition(order.begin(), order.end(),
                          [this](auto* variant) { return variant->name == selection.focus; });
    return order;
}

void Session::State::ask_for_what_is_wanted()
{
    if (!may_compile()) return;
    ask_for_current();
    ask_for_what_if();
    ask_ahead();
    const double since = seconds_since_change();
    if (since >= code_after_seconds) ask_for_code();
    if (since >= still_after_seconds) {
        ask_for_sass();
        ask_for_curve();
        if (since >= refine_after_seconds) ask_for_refinement();
        else dispatcher->link().wake_after(refine_after_seconds - since + 0.001);
    } else {
        dispatcher->link().wake_after(since < code_after_seconds ? code_after_seconds - since + 0.001
                                                                 : still_after_seconds - since + 0.001);
    }
}

bool Session::State::ask(const model::Variant& variant, const model::Values& values, int priority,
                         const std::string& group, bool with_sass)
{
    const std::string key = key_of(variant.name, values);
    if (shows_recorded_as_is() && recorded_result(variant.name, values) != nullptr) return false;
    const ResultStore::ResultPointer known = store.find(key);
    const bool answers = known != nullptr && (with_sass || !provisional.contains(key));
    if (answers && (!with_sass || known->sass || known->status == model::Status::compile_error)) return false;
    const std::string name = with_sass ? key + std::string(with_sass_mark) : key;
    const auto under_way = asked.find(name);
    if (under_way != asked.end() && under_way->second.priority <= priority) return false;

    auto job = catalogue::make_job(experiment(), variant, values, gpu());
    if (!job) {
        model::RunResult refused;
        refused.experiment = selection.experiment;
        refused.variant = variant.name;
        refused.parameters = values;
        refused.gpu_name = gpu().name;
        refused.gpu_arch = gpu().arch();
        refused.status = model::Status::launch_error;
        refused.message = job.error().where + ": " + job.error().what;
        refused.advice = job.error().advice;
        store.put(key, std::move(refused));
        return true;
    }
    dispatcher->add_source(catalogue::source_text(experiment()));
    protocol::Run run;
    run.group = group;
    run.priority = priority;
    run.inspect_sass = with_sass;
    run.measure = !with_sass && gpu().name.starts_with("live");
    run.job = std::move(*job);
    const bool is_guess = priority >= ahead_priority;
    if (is_guess) ++in_background;
    if (with_sass) ++disassembling;
    asked[name].priority = priority;
    const std::uint64_t id =
        dispatcher->submit(std::move(run), [this, key, name, with_sass, is_guess](const protocol::FromWorker& answer) {
            const auto* result = std::get_if<protocol::Result>(&answer);
            const bool is_last = result == nullptr || result->is_final;
            if (is_guess && is_last) --in_background;
            if (with_sass && is_last) --disassembling;
            if (with_sass && result == nullptr) disassembled.erase(key);
            take_result(key, name, answer);
        });
    asked[name].id = id;
    return true;
}

void Session::State::take_result(const std::string& key, const std::string& name, const protocol::FromWorker& answer)
{
    ++revision;
    const auto* result = std::get_if<protocol::Result>(&answer);
    if (result == nullptr) {
        const auto under_way = asked.find(name);
        const auto* dropped = std::get_if<protocol::Dropped>(&answer);
        if (under_way != asked.end() && dropped != nullptr && under_way->second.id == dropped->id)
            asked.erase(under_way);
        return;
    }
    if (result->is_final) {
        asked.erase(name);
        provisional.erase(key);
    } else {
        provisional.insert(key);
    }
    model::RunResult fresh = with_recorded(result->result);
    // What an earlier answer to the same question knew and this one was not asked for stays known.
    if (const ResultStore::ResultPointer known = store.find(key); known != nullptr) {
        if (!fresh.sass) fresh.sass = known->sass;
        if (fresh.measurement.source == model::MeasurementSource::none &&
            known->measurement.source != model::MeasurementSource::none && fresh.status == known->status) {
            fresh.measurement = known->measurement;
            fresh.verification = known->verification;
        }
    }
    store.put(key, std::move(fresh));
}

/// How many guesses may be under way: enough to keep the worker's threads busy, and few enough that the next ones
/// are chosen by where the slider is then.
bool Session::State::may_guess() const
{
    return in_background < dispatcher->status().hello->compile_threads + 1;
}

void Session::State::ask_for_current()
{
    for (const model::Variant* variant : variants_focus_first())
        ask(*variant, selection.values, variant->name == selection.focus ? focus_priority : current_priority,
            "current/" + variant->name);
}

void Session::State::ask_ahead()
{
    if (!options.guess_ahead || !previous_x) return;
    // What is guessed must not slow down what is waited for.
    if (store.find(key_of(selection.focus, selection.values)) == nullptr) return;
    const model::Parameter* parameter = experiment().find_parameter(selection.x_axis);
    const auto guesses = guess_ahead(*parameter, *previous_x, selection.values.at(selection.x_axis), values_ahead);
    for (const model::Variant* variant : variants_focus_first())
        for (const model::Value& guess : guesses) ask_at(*variant, guess, ahead_priority);
}

/// First the shape of all curves, then the focused one, since its slider may move next, then the others.
void Session::State::ask_for_curve()
{
    if (!options.fill_curve || !may_guess()) return;
    const std::vector<std::size_t> order = coarse_first(axis.size());
    const auto fine = order.begin() + static_cast<std::ptrdiff_t>(std::min(coarse_points, order.size()));
    for (auto index = order.begin(); index != fine; ++index)
        for (const model::Variant* variant : variants_focus_first()) ask_at(*variant, axis[*index], curve_priority);
    const model::Value& here = selection.values.at(selection.x_axis);
    const model::Variant& focus = *experiment().find_variant(selection.focus);
    for (const model::Value& near : neighbours(*experiment().find_parameter(selection.x_axis), here, steps_around))
        ask_at(focus, near, curve_priority);
    for (const model::Variant* variant : variants_focus_first())
        for (auto index = fine; index != order.end(); ++index) ask_at(*variant, axis[*index], curve_priority);
}

/// Asks for a value of the x axis that nobody waits for, while there is room.
void Session::State::ask_at(const model::Variant& variant, const model::Value& x, int priority)
{
    if (!may_guess()) return;
    model::Values values = selection.values;
    values[selection.x_axis] = x;
    ask(variant, values, priority, {});
}

void Session::State::ask_for_sass()
{
    if (!dispatcher->status().hello->disassembler.available) return;
    // One disassembler at a time: the other threads stay free for what the slider asks next.
    if (disassembling > 0) return;
    for (const model::Variant* variant : variants_focus_first()) {
        const std::string key = key_of(variant->name, selection.values);
        const ResultStore::ResultPointer known = store.find(key);
        if (known == nullptr || !known->compile || known->sass) continue;
        // What the disassembler could not read it is not shown again.
        if (!disassembled.insert(key).second) continue;
        if (ask(*variant, selection.values, code_priority, "sass/" + variant->name, true)) return;
    }
}

/// Measures what stands on the screen again, for longer, once. All variants together, so that they are measured in turns.
void Session::State::ask_for_refinement()
{
    if (in_background > 0 || !gpu().name.starts_with("live")) return;
    for (const model::Variant* variant : variants_focus_first()) {
        const std::string key = key_of(variant->name, selection.values);
        const ResultStore::ResultPointer known = store.find(key);
        const bool is_measured = known != nullptr && !provisional.contains(key) &&
                                 known->measurement.source == model::MeasurementSource::live;
        if (!is_measured || !refined.insert(key).second) continue;
        auto job = catalogue::make_job(experiment(), *variant, selection.values, gpu());
        if (!job) continue;
        dispatcher->add_source(catalogue::source_text(experiment()));
        protocol::Run run;
        run.group = "current/" + variant->name;  // what the learner moves next stops it
        run.priority = curve_priority;
        run.measure = run.refine = true;
        run.job = std::move(*job);
        dispatcher->submit(std::move(run), [this, key](const protocol::FromWorker& answer) {
            const auto* result = std::get_if<protocol::Result>(&answer);
            const bool is_better = result != nullptr && result->is_final &&
                                   result->result.measurement.source == model::MeasurementSource::live;
            if (is_better) take_result(key, key, answer);
        });
    }
}

void Session::State::ask_for_code()
{
    const std::string key = key_of(selection.focus, selection.values);
    if (wanted_listing == key) return;
    if (disassembling > 0 && !listings.contains(key)) return;
    const model::Variant* variant = experiment().find_variant(selection.focus);
    auto job = catalogue::make_job(experiment(), *variant, selection.values, gpu());
    if (!job) return;  // the refused result says why
    wanted_listing = key;
    listing_error.reset();
    if (listings.contains(key)) {
        shown_listing = key;
        ++revision;
        return;
    }
    dispatcher->add_source(catalogue::source_text(experiment()));
    protocol::ListingRequest request;
    request.group = "code";
    request.priority = code_priority;
    request.compile = std::move(job->compile);
    request.compile.line_info = true;
    ++disassembling;
    dispatcher->submit(std::move(request), [this, key](const protocol::FromWorker& answer) {
        --disassembling;
        ++revision;
        const auto* reply = std::get_if<protocol::ListingReply>(&answer);
        if (reply == nullptr) {
            if (wanted_listing == key) wanted_listing.clear();
            return;
        }
        if (reply->listing) {
            listings[key] = *reply->listing;
            listing_order.push_back(key);
            if (listing_order.size() > most_listings && listing_order.front() != shown_listing) {
                listings.erase(listing_order.front());
                listing_order.pop_front();
            }
        }
        if (wanted_listing != key) return;
        if (reply->listing) shown_listing = key;
        listing_error = reply->error;
    });
}

void Session::State::ask_for_what_if()
{
    const CurvePoint& point = current[selection.focus];
    if (point.result == nullptr || point.is_stale() || !point.result->compile || !point.result->compile->registers)
        return;
    const auto job =
        catalogue::make_job(experiment(), *experiment().find_variant(selection.focus), selection.values, gpu());
    if (!job) return;
    protocol::WhatIf request;
    request.gpu = gpu();
    request.registers = *point.result->compile->registers;
    request.threads_per_block = job->threads_per_block();
    request.static_shared_bytes = point.result->compile->static_shared_bytes;
    request.dynamic_shared_bytes = job->dynamic_shared_bytes;
    request.barriers = point.result->compile->barriers;
    request.carveout = job->carveout;
    const std::string key = protocol::encode(protocol::ToWorker(request));
    if (wanted_what_if == key) return;
    wanted_what_if = key;
    dispatcher->submit(std::move(request), [this, key](const protocol::FromWorker& answer) {
        const auto* reply = std::get_if<protocol::WhatIfReply>(&answer);
        if (reply == nullptr || wanted_what_if != key) return;
        ++revision;
        what_if.reset();
        if (!reply->error) what_if = reply->curves;
    });
}

}  // namespace spillway::session
