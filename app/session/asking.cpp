#include "app/session/asking.h"

#include <algorithm>

#include "app/catalogue/coarse_first.h"
#include "app/session/planner.h"

namespace spillway::session {
namespace {

// Lower goes first. 0 is what the learner's eyes are on; the worker does everything else behind it. Between these are
// those of closeup.cpp.
constexpr int focus_priority = 0;
constexpr int current_priority = 1;
constexpr int ahead_priority = 3;
constexpr int curve_priority = 4;
constexpr int wish_priority = 5;  ///< nobody waits for it with a hand on the slider

constexpr int values_ahead = 3;
constexpr double still_after_seconds = 0.25;  ///< without a change, the slider counts as at rest
constexpr double code_after_seconds = 0.12;   ///< a disassembler takes a third of a second of a core
constexpr double refine_after_seconds = 1;    ///< then what stands on the screen is measured for longer
constexpr int steps_around = 16;              ///< of the slider: where a hand or an arrow key goes first
constexpr std::size_t coarse_points = 17;     ///< of a curve: enough to see its shape

/// Whether a result says all that is wished for.
bool fulfils(const results::ResultPointer& result, const Wish& wish, bool is_live)
{
    if (result == nullptr) return false;
    if (!result->compile) return true;
    return (!wish.needs_code || result->sass) && (!wish.needs_counters || !is_live || result->measurement.counters);
}

}  // namespace

Asking::Asking(results::Knowledge& knowledge, std::vector<std::string> command, std::function<void()> wake,
               AskingOptions options)
    : knowledge_(knowledge),
      options_(options),
      dispatcher_(std::move(command), std::move(wake)),
      closeup_(knowledge_, dispatcher_)
{
}

// ---- what comes back ----

News Asking::poll()
{
    const std::uint64_t before = changes_ + closeup_.changes(), what_if_before = closeup_.what_if_changes();
    dispatcher_.poll();
    if (take_worker()) return News::worker;
    if (changes_ + closeup_.changes() != before) return News::known;
    return closeup_.what_if_changes() != what_if_before ? News::what_if : News::none;
}

/// A worker that comes or goes changes what can be known and what is worth asking again.
bool Asking::take_worker()
{
    const worker_client::WorkerStatus& worker = dispatcher_.status();
    if (worker.state == state_ && worker.lives == lives_) return false;
    ++changes_;
    if (worker.lives != lives_) closeup_.ask_for_what_if_again();
    state_ = worker.state;
    lives_ = worker.lives;
    knowledge_.take(worker);
    return true;
}

void Asking::restart()
{
    setbacks_.clear();
    dispatcher_.restart();
}

void Asking::use_worker(std::vector<std::string> command)
{
    setbacks_.clear();
    dispatcher_.use(std::move(command));
}

results::ResultPointer Asking::setback(const std::string& key) const
{
    const auto found = setbacks_.find(key);
    return found == setbacks_.end() ? nullptr : found->second;
}

void Asking::take_result(const std::string& key, const results::Question& question, bool is_measured,
                         const worker_client::Answer& answer)
{
    ++changes_;
    if (const auto* result = std::get_if<protocol::Result>(&answer)) {
        const bool lacks_its_time = is_measured && result->result.status == model::Status::ok &&
                                    result->result.measurement.source == model::MeasurementSource::none;
        if (result->is_final) {
            asked_.erase(key);
            provisional_.erase(key);
            unmeasured_.erase(key);
            if (lacks_its_time) unmeasured_[key] = lives_;
        } else {
            provisional_.insert(key);
        }
        return knowledge_.put(question.job_hash, result->result);
    }
    // Not an answer. Of a request that was overtaken the newer one may be under way by the same key.
    const auto under_way = asked_.find(key);
    if (const auto* dropped = std::get_if<protocol::Dropped>(&answer)) {
        if (under_way != asked_.end() && under_way->second.id == dropped->id) asked_.erase(under_way);
        return;
    }
    asked_.erase(key);
    if (const auto* unanswered = std::get_if<worker_client::Unanswered>(&answer); unanswered && unanswered->is_to_blame)
        setbacks_[key] =
            std::make_shared<const model::RunResult>(worker_client::died_result(question.job, unanswered->why));
}

// ---- what is asked ----

bool Asking::is_at_rest(const Choice& choice)
{
    return choice.seconds_since_change() >= still_after_seconds;
}

void Asking::ask_for_what_is_wanted(const Choice& choice, const std::vector<model::Value>& axis,
                                    const std::vector<Wish>& wishes)
{
    if (dispatcher_.status().state != worker_client::WorkerState::ready) return;
    // In a drag each step is gone through as it is taken; the frame that shows it wants the same.
    const double since = choice.seconds_since_change();
    const std::uint64_t news = changes_ + closeup_.changes() + closeup_.what_if_changes();
    wake_for_what_waits(since);
    if (since < code_after_seconds && gone_through_ == std::pair(choice.changed_at(), news)) return;
    gone_through_ = {choice.changed_at(), news};
    const auto wanted = wanted_of(knowledge_, choice);
    if (!wanted) return;
    closeup_.ask_for_what_if(*wanted);
    if (!wanted->experiment.trusted || !knowledge_.has_compiler()) return;
    ask_for_current(*wanted);
    ask_ahead(*wanted, choice);
    if (since >= code_after_seconds) closeup_.ask_for_code(*wanted, since >= still_after_seconds);
    if (is_at_rest(choice)) {
        closeup_.ask_for_causes(*wanted);
        ask_for_wishes(*wanted, wishes);
        ask_for_curve(*wanted, axis);
    }
    if (since >= refine_after_seconds && in_background_ == 0)
        closeup_.ask_for_refinement(*wanted, provisional_, counts_);
}

/// Each time anew: the link may wake earlier, for somebody else or for a step before, and forgets it then.
void Asking::wake_for_what_waits(double since)
{
    for (const double next : {code_after_seconds, still_after_seconds, refine_after_seconds})
        if (since < next) return dispatcher_.link().wake_after(next - since + 0.001);
}

/// Whether there is nothing more to hear about it, as long as this worker lives.
bool Asking::is_settled(const results::Configuration& configuration, results::Identities::Identity& identity) const
{
    const std::string& key = identity.key;
    if (key.empty() || setbacks_.contains(key)) return true;
    if (provisional_.contains(key)) return false;
    const auto unmeasured = unmeasured_.find(key);
    if (unmeasured != unmeasured_.end() && unmeasured->second != lives_) return false;
    const results::ResultPointer known = knowledge_.find(configuration, identity);
    return known != nullptr && !lacks_counters(configuration, *known);
}

bool Asking::lacks_counters(const results::Configuration& configuration, const model::RunResult& result) const
{
    const model::Measurement& measured = result.measurement;
    return counts_ && knowledge_.is_live(configuration.gpu.name) && measured.source == model::MeasurementSource::live &&
           !measured.counters && !measured.counters_reason;
}

void Asking::ask(const results::Configuration& configuration, int priority, const std::string& group)
{
    results::Identities::Identity& identity = knowledge_.identity(configuration);
    if (is_settled(configuration, identity)) return;
    const std::string key = identity.key;
    const auto under_way = asked_.find(key);
    if (under_way != asked_.end() && under_way->second.priority <= priority) return;

    const auto question = knowledge_.question(configuration);
    if (question == nullptr) return;  // the refusal is the answer, and is known already
    dispatcher_.add_source(catalogue::source_text(configuration.experiment));
    protocol::Run run;
    run.group = group;
    run.priority = priority;
    run.measure = knowledge_.is_live(configuration.gpu.name);
    run.count = run.measure && counts_;
    run.job = question->job;
    const bool is_measured = run.measure;
    const bool is_guess = priority >= ahead_priority, is_wish = priority == wish_priority;
    if (is_guess) ++in_background_;
    if (is_wish) ++wishes_under_way_;
    asked_[key].priority = priority;
    const std::uint64_t id = dispatcher_.submit(
        std::move(run), [this, key, question, is_measured, is_guess, is_wish](const worker_client::Answer& answer) {
            const auto* result = std::get_if<protocol::Result>(&answer);
            const bool has_ended = result == nullptr || result->is_final;
            if (is_guess && has_ended) --in_background_;
            if (is_wish && has_ended) --wishes_under_way_;
            take_result(key, *question, is_measured, answer);
        });
    asked_[key].id = id;
}

/// How many guesses may be under way: enough to keep the worker's threads busy, and few enough that the next ones
/// are chosen by where the slider is then.
bool Asking::may_guess() const
{
    return in_background_ < dispatcher_.status().hello->compile_threads + 1;
}

void Asking::ask_for_current(const Wanted& wanted)
{
    for (const model::Variant* variant : wanted.focus_first)
        ask(wanted.current(*variant), variant->name == wanted.selection.focus ? focus_priority : current_priority,
            "current/" + variant->name);
}

void Asking::ask_at(const Wanted& wanted, const model::Variant& variant, const model::Value& x, int priority)
{
    if (!may_guess()) return;
    model::Values values = wanted.selection.values;
    values[wanted.selection.x_axis] = x;
    ask(wanted.configuration(variant, values), priority, {});
}

void Asking::ask_ahead(const Wanted& wanted, const Choice& choice)
{
    if (!options_.guess_ahead || !choice.previous_x()) return;
    // What is guessed must not slow down what is waited for.
    if (knowledge_.find(wanted.current(*wanted.focus_first.front())) == nullptr) return;
    const model::Parameter* parameter = wanted.experiment.find_parameter(wanted.selection.x_axis);
    const auto guesses = guess_ahead(*parameter, *choice.previous_x(),
                                     wanted.selection.values.at(wanted.selection.x_axis), values_ahead);
    for (const model::Variant* variant : wanted.focus_first)
        for (const model::Value& guess : guesses) ask_at(wanted, *variant, guess, ahead_priority);
}

/// First the shape of all curves, then the focused one, since its slider may move next, then the others.
void Asking::ask_for_curve(const Wanted& wanted, const std::vector<model::Value>& axis)
{
    if (!options_.fill_curve || !may_guess()) return;
    const std::vector<std::size_t> order = catalogue::coarse_first(axis.size());
    const auto fine = order.begin() + static_cast<std::ptrdiff_t>(std::min(coarse_points, order.size()));
    for (auto index = order.begin(); index != fine; ++index)
        for (const model::Variant* variant : wanted.focus_first) ask_at(wanted, *variant, axis[*index], curve_priority);
    const model::Value& here = wanted.selection.values.at(wanted.selection.x_axis);
    const model::Parameter& parameter = *wanted.experiment.find_parameter(wanted.selection.x_axis);
    for (const model::Value& near : neighbours(parameter, here, steps_around))
        ask_at(wanted, *wanted.focus_first.front(), near, curve_priority);
    for (const model::Variant* variant : wanted.focus_first)
        for (auto index = fine; index != order.end(); ++index) ask_at(wanted, *variant, axis[*index], curve_priority);
}

// ---- what is wished besides what the sliders say ----

void Asking::ask_for_wishes(const Wanted& wanted, const std::vector<Wish>& wishes)
{
    for (const Wish& wish : wishes) {
        if (!may_guess()) return;
        const model::Variant* variant = wanted.experiment.find_variant(wish.variant);
        const model::Gpu* gpu = knowledge_.find_gpu(wish.gpu);
        if (variant == nullptr || gpu == nullptr || !gpu->compilable) continue;
        const results::Configuration configuration{wanted.experiment, *variant, wish.values, *gpu};
        if (!is_settled(configuration, knowledge_.identity(configuration)))
            ask(configuration, wish_priority, {});
        else if (!fulfils(knowledge_.find(configuration), wish, knowledge_.is_live(gpu->name)))
            ask_deeper(configuration, wish);
    }
}

/// Code and counters of a result that is known already: once of each worker, which may not have them.
void Asking::ask_deeper(const results::Configuration& configuration, const Wish& wish)
{
    const std::string key = knowledge_.key_of(configuration);
    if (const auto asked = deepened_.find(key); asked != deepened_.end() && asked->second == lives_) return;
    const auto question = knowledge_.question(configuration);
    if (question == nullptr) return;
    deepened_[key] = lives_;
    dispatcher_.add_source(catalogue::source_text(configuration.experiment));
    protocol::Run run;
    run.priority = wish_priority;
    run.inspect_sass = wish.needs_code;
    run.measure = run.count = wish.needs_counters && knowledge_.is_live(configuration.gpu.name);
    run.job = question->job;
    ++in_background_;
    ++wishes_under_way_;
    dispatcher_.submit(std::move(run), [this, key, hash = question->job_hash](const worker_client::Answer& answer) {
        const auto* result = std::get_if<protocol::Result>(&answer);
        if (result == nullptr || result->is_final) {
            --in_background_;
            --wishes_under_way_;
        }
        if (result == nullptr) deepened_.erase(key);
        if (result == nullptr || !result->is_final) return;
        ++changes_;
        knowledge_.put(hash, result->result);
    });
}

}  // namespace spillway::session
