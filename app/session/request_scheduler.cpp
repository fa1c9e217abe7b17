#include "app/session/request_scheduler.h"

#include <algorithm>

#include "app/catalogue/coarse_first.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/session/slider_prediction.h"

namespace spillway::session {
namespace {

constexpr int values_ahead = 3;
constexpr double still_after_seconds = 0.25;  ///< time without a change after which the slider is at rest
constexpr double code_after_seconds = 0.12;   ///< a disassembly takes a core for a third of a second
constexpr double refine_after_seconds = 1;    ///< then the current setting is measured longer
constexpr int steps_around = 16;              ///< steps of the slider around the current value
constexpr std::size_t coarse_points = 17;     ///< enough to see a curve's shape

bool compiles(const results::ResultPointer& result)
{
    return result != nullptr && result->compile.has_value();
}

}  // namespace

RequestScheduler::RequestScheduler(results::ResultLibrary& library, std::unique_ptr<worker_client::Link> link,
                                   std::string host, SchedulerOptions options)
    : library_(library),
      options_(options),
      dispatcher_(std::move(link), std::move(host)),
      ledger_(library_, dispatcher_)
{
}

// ---- results ----

News RequestScheduler::poll()
{
    const std::uint64_t before = ledger_.changes(), what_if_before = ledger_.what_if_changes();
    dispatcher_.poll();
    if (take_worker()) return News::worker;
    if (ledger_.changes() != before) return News::known;
    return ledger_.what_if_changes() != what_if_before ? News::what_if : News::none;
}

/// A new or lost worker changes which results are possible and which requests are useful.
bool RequestScheduler::take_worker()
{
    const worker_client::WorkerStatus& worker = dispatcher_.status();
    if (worker.state == state_ && worker.generation == generation_) return false;
    ++changes_;
    state_ = worker.state;
    generation_ = worker.generation;
    library_.take(worker);
    return true;
}

void RequestScheduler::restart()
{
    ledger_.forgive();
    dispatcher_.restart();
}

void RequestScheduler::use_worker(std::vector<std::string> command)
{
    ledger_.forgive();
    dispatcher_.use(std::move(command));
}

// ---- requests ----

bool RequestScheduler::is_at_rest(const SelectionHistory& choice) const
{
    return requested_at_rest_ == choice.changed_at();
}

void RequestScheduler::send_requests(const SelectionHistory& choice, const std::vector<model::Value>& axis,
                                     const std::vector<BackgroundRequest>& wishes)
{
    if (dispatcher_.status().state != worker_client::WorkerState::ready) return;
    // In a drag every step makes a full pass at once; the following update needs no second one.
    const double since = choice.seconds_since_change();
    const std::uint64_t news = changes_ + ledger_.changes() + ledger_.what_if_changes();
    wake_for_delayed_requests(since);
    if (since < code_after_seconds && last_pass_ == std::pair(choice.changed_at(), news)) return;
    if (last_pass_.first != choice.changed_at()) ledger_.begin_round();
    last_pass_ = {choice.changed_at(), news};
    const bool is_still = since >= still_after_seconds;
    if (is_still) requested_at_rest_ = choice.changed_at();
    const auto wanted = request_context(library_, choice);
    if (!wanted) return;
    ledger_.want(wanted->current(*wanted->focus_first.front()), {Stage::what_if, Priority::focus});
    if (!wanted->experiment.origin.trusted || !library_.has_compiler()) return;
    if (!files_to_send(wanted->experiment).empty()) return;
    if (library_.needs_kernels(wanted->experiment)) {
        const auto file = wanted->current(catalogue::whole_file());
        // A file that may compile for minutes keeps compiling while the user looks at another one.
        const bool is_long = wanted->experiment.max_compile_seconds.has_value();
        ledger_.want(file, report(Priority::focus, is_long ? "kernels/" + wanted->experiment.name : "kernels"));
        if (library_.find(file) == nullptr) return;
    }
    cancel_earlier_code(*wanted);
    request_current(*wanted);
    if (interprets_)
        request_counts_at(*wanted, wanted->selection.values.at(wanted->selection.x_axis), Priority::current);
    request_ahead(*wanted, choice);
    if (since >= code_after_seconds && !only_charts_) request_code(*wanted, is_still);
    if (only_charts_ || is_still) {
        if (!only_charts_) {
            request_causes(*wanted);
            request_in_background(*wanted, wishes);
        }
        request_curve(*wanted, axis);
        if (interprets_) request_counts(*wanted, axis);
        if (inspects_curve_) request_code_metrics(*wanted, axis);
    }
    if (since >= refine_after_seconds && ledger_.in_background() == 0) request_refinement(*wanted);
}

std::vector<std::string> RequestScheduler::files_to_send(const model::Experiment& experiment) const
{
    return sent_files_.to_be_shown(experiment, dispatcher_.status().host);
}

void RequestScheduler::send_files(const model::Experiment& experiment)
{
    sent_files_.agree(experiment, dispatcher_.status().host);
    last_pass_ = {};
}

/// Wakes the program when the next delayed requests are due. Set on every call, because the link forgets the time if it
/// wakes earlier for another reason.
void RequestScheduler::wake_for_delayed_requests(double since)
{
    for (const double next : {code_after_seconds, still_after_seconds, refine_after_seconds})
        if (since < next) return dispatcher_.link().wake_after(next - since + 0.001);
}

Want RequestScheduler::report(Priority priority, std::string group) const
{
    return {Stage::report, priority, std::move(group), false, counts_};
}

/// Limits the guesses under way: enough to keep the worker's threads busy, few enough that later guesses follow the
/// slider; only one for a file that may compile for minutes.
bool RequestScheduler::may_guess(const RequestContext& wanted) const
{
    if (wanted.experiment.max_compile_seconds) return ledger_.long_in_background() == 0;
    return ledger_.in_background() < dispatcher_.status().hello->compile_threads + 1;
}

/// True if the first charts can do without this report, because a recording has the point.
bool RequestScheduler::can_wait(const results::Configuration& asked)
{
    return only_charts_ && compiles(library_.find(asked));
}

void RequestScheduler::request_current(const RequestContext& wanted)
{
    for (const model::Variant* variant : wanted.focus_first) {
        const results::Configuration asked = wanted.current(*variant);
        if (can_wait(asked)) continue;
        const bool is_focus = variant->name == wanted.selection.focus;
        ledger_.want(asked, report(is_focus ? Priority::focus : Priority::current, "current/" + variant->name));
    }
}

void RequestScheduler::request_at(const RequestContext& wanted, const model::Variant& variant, const model::Value& x,
                                  Priority priority)
{
    if (!may_guess(wanted)) return;
    model::Values values = wanted.selection.values;
    values[wanted.selection.x_axis] = x;
    const results::Configuration asked = wanted.configuration(variant, values);
    if (!can_wait(asked)) ledger_.want(asked, report(priority));
}

void RequestScheduler::request_ahead(const RequestContext& wanted, const SelectionHistory& choice)
{
    if (!options_.guess_ahead || !choice.previous_x()) return;
    // Guesses must not delay the requested result.
    if (library_.find(wanted.current(*wanted.focus_first.front())) == nullptr) return;
    const model::Parameter* parameter = wanted.experiment.find_parameter(wanted.selection.x_axis);
    const auto guesses = guess_ahead(*parameter, *choice.previous_x(),
                                     wanted.selection.values.at(wanted.selection.x_axis), values_ahead);
    for (const model::Variant* variant : wanted.focus_first)
        for (const model::Value& guess : guesses) request_at(wanted, *variant, guess, Priority::ahead);
}

/// First the shape of all curves, then the slider's neighbouring values of the focused one, then all other points.
void RequestScheduler::request_curve(const RequestContext& wanted, const std::vector<model::Value>& axis)
{
    if (!options_.fill_curve || !may_guess(wanted)) return;
    const std::vector<std::size_t> order = catalogue::coarse_first(axis.size());
    const auto fine = order.begin() + static_cast<std::ptrdiff_t>(std::min(coarse_points, order.size()));
    for (auto index = order.begin(); index != fine; ++index)
        for (const model::Variant* variant : wanted.focus_first)
            request_at(wanted, *variant, axis[*index], Priority::curve);
    const model::Value& here = wanted.selection.values.at(wanted.selection.x_axis);
    const model::Parameter& parameter = *wanted.experiment.find_parameter(wanted.selection.x_axis);
    if (!only_charts_)
        for (const model::Value& near : neighbours(parameter, here, steps_around))
            request_at(wanted, *wanted.focus_first.front(), near, Priority::curve);
    for (const model::Variant* variant : wanted.focus_first)
        for (auto index = fine; index != order.end(); ++index)
            request_at(wanted, *variant, axis[*index], Priority::curve);
}

/// Requests machine code metrics of points with a report: first those under the cursor, then the shape of all curves.
void RequestScheduler::request_code_metrics(const RequestContext& wanted, const std::vector<model::Value>& axis)
{
    if (!options_.fill_curve || !dispatcher_.status().hello->disassembler.available) return;
    std::vector<model::Value> places{wanted.selection.values.at(wanted.selection.x_axis)};
    for (const std::size_t index : catalogue::coarse_first(axis.size())) places.push_back(axis[index]);
    for (const model::Value& x : places) {
        for (const model::Variant* variant : wanted.focus_first) {
            if (!may_guess(wanted)) return;
            model::Values values = wanted.selection.values;
            values[wanted.selection.x_axis] = x;
            const results::Configuration asked = wanted.configuration(*variant, values);
            if (compiles(library_.find(asked))) ledger_.want(asked, {Stage::details, Priority::curve, {}, true});
        }
    }
}

/// Requests counts for the variants that have a report at x.
void RequestScheduler::request_counts_at(const RequestContext& wanted, const model::Value& x, Priority priority)
{
    model::Values values = wanted.selection.values;
    values[wanted.selection.x_axis] = x;
    for (const model::Variant* variant : wanted.focus_first) {
        const results::Configuration asked = wanted.configuration(*variant, values);
        if (priority == Priority::curve && !may_guess(wanted)) return;
        const std::string group = priority == Priority::curve ? "" : "counts/" + variant->name;
        const bool is_wanted = interprets_always_ ? compiles(library_.find(asked)) : lacks_counters(asked);
        if (is_wanted) ledger_.want(asked, {Stage::counts, priority, group});
    }
}

bool RequestScheduler::lacks_counters(const results::Configuration& configuration)
{
    const results::ResultPointer known = library_.find(configuration);
    if (!compiles(known) || known->measurement.counters) return false;
    return !library_.is_live(configuration.gpu.name) || known->measurement.counters_reason.has_value();
}

void RequestScheduler::request_counts(const RequestContext& wanted, const std::vector<model::Value>& axis)
{
    if (!options_.fill_curve) return;
    for (const std::size_t index : catalogue::coarse_first(axis.size())) {
        if (!may_guess(wanted)) return;
        request_counts_at(wanted, axis[index], Priority::curve);
    }
}

// ---- requests besides those of the sliders' setting ----

void RequestScheduler::request_in_background(const RequestContext& wanted, const std::vector<BackgroundRequest>& wishes)
{
    for (const BackgroundRequest& wish : wishes) {
        if (!may_guess(wanted)) return;
        const model::Variant* variant = wanted.experiment.find_variant(wish.variant);
        const model::Gpu* gpu = library_.find_gpu(wish.gpu);
        if (variant == nullptr || gpu == nullptr || !gpu->compilable) continue;
        const results::Configuration configuration{wanted.experiment, *variant, wish.values, *gpu};
        const Want first = report(Priority::background);
        const Want details{Stage::details, Priority::background, {}, wish.needs_code, wish.needs_counters};
        const Want output{Stage::output, Priority::background};
        const Want counts{Stage::counts, Priority::background};
        const Want& more = wish.needs_output                                    ? output
                           : wish.needs_counts && lacks_counters(configuration) ? counts
                                                                                : details;
        ledger_.want(configuration, ledger_.is_settled(configuration, first) ? more : first);
    }
}

/// Cancels the previous code request: the report of the slider's next value needs the disassembler's cores.
void RequestScheduler::cancel_earlier_code(const RequestContext& wanted)
{
    if (focused_code_.empty() || focused_code_ == library_.key_of(wanted.current(*wanted.focus_first.front()))) return;
    ledger_.cancel(focused_code_, Stage::code);
    focused_code_.clear();
}

/// Requests the focused variant's code at once. The compared variant's code and the other variants' counts of
/// instructions follow one at a time, so that the other threads stay free for the slider's next requests. Counts take
/// one run of the disassembler, a listing two.
void RequestScheduler::request_code(const RequestContext& wanted, bool all_variants)
{
    const bool is_counted = all_variants && dispatcher_.status().hello->disassembler.available;
    for (const model::Variant* variant : wanted.focus_first) {
        const bool is_focus = variant->name == wanted.selection.focus;
        const results::Configuration asked = wanted.current(*variant);
        if (is_focus) {
            focused_code_ = library_.key_of(asked);
            ledger_.want(asked, {Stage::code, Priority::focus, "code"});
            continue;
        }
        if (ledger_.is_under_way(focused_code_, Stage::code) || ledger_.under_way(Priority::code) > 0) return;
        if (!compiles(library_.find(asked))) continue;
        if (variant->name == compared_)
            ledger_.want(asked, {Stage::code, Priority::code, "code"});
        else if (is_counted)
            ledger_.want(asked, {Stage::details, Priority::code, "code", true});
    }
}

/// Only for the focused variant, and only once the user has opened its causes, because they take many compiles.
void RequestScheduler::request_causes(const RequestContext& wanted)
{
    const results::Configuration asked = wanted.current(*wanted.focus_first.front());
    if (ledger_.is_wanted(library_.key_of(asked), Stage::causes) && compiles(library_.find(asked)))
        ledger_.want(asked, {Stage::causes, Priority::causes, "causes"});
}

/// Measures the current setting once more, longer, all variants in turns. A change of the selection stops it.
void RequestScheduler::request_refinement(const RequestContext& wanted)
{
    if (!library_.is_live(wanted.gpu.name)) return;
    for (const model::Variant* variant : wanted.focus_first) {
        const results::Configuration asked = wanted.current(*variant);
        const results::ResultPointer known = library_.find(asked);
        const bool is_measured = known != nullptr && !ledger_.is_provisional(library_.key_of(asked)) &&
                                 known->measurement.source == model::MeasurementSource::live;
        if (is_measured)
            ledger_.want(asked, {Stage::longer, Priority::longer, "current/" + variant->name, false, counts_});
    }
}

}  // namespace spillway::session
