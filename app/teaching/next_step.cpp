#include "app/teaching/next_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/model/stack_size.h"
#include "app/teaching/comparison.h"
#include "app/teaching/limit_advice.h"
#include "app/teaching/time_words.h"

namespace spillway::teaching {
namespace {

int warps(const model::RunResult& result)
{
    return result.occupancy ? result.occupancy->warps_per_sm : 0;
}

std::int64_t local_bytes(const model::RunResult& result)
{
    if (!result.compile) return 0;
    return result.compile->stack_frame_bytes + model::spill_store_bytes(*result.compile) +
           model::spill_load_bytes(*result.compile);
}

/// Speed of the step relative to the current setting; empty if one time is unknown.
std::optional<double> speed(const model::RunResult& now, const model::RunResult& then)
{
    if (!now.measurement.seconds || !then.measurement.seconds || then.measurement.seconds->median <= 0)
        return std::nullopt;
    return now.measurement.seconds->median / then.measurement.seconds->median;
}

/// Difference in time, in words; "as fast" if it is within the noise.
std::string speed_words(const model::RunResult& now, const model::RunResult& then)
{
    const auto time = difference(*model::find_metric("seconds_median"), now, then);
    if (!time) return {};
    if (time->change <= Change::inside_noise) return "as fast";
    const double ratio = *speed(now, then);
    const double percent = 100 * std::abs(ratio - 1);
    if (ratio >= 2) return fmt::format("{:.{}f} times as fast", ratio, ratio < 10 ? 1 : 0);
    return fmt::format("{:.{}f} % {}", percent, percent < 10 ? 1 : 0, ratio > 1 ? "faster" : "slower");
}

std::string bytes_words(const model::RunResult& now, const model::RunResult& then)
{
    if (!now.compile || !then.compile) return {};
    const std::int64_t spilled = model::spill_store_bytes(*then.compile) - model::spill_store_bytes(*now.compile);
    if (spilled > 0) return model::format_bytes(static_cast<double>(spilled)) + " more spilled";
    if (spilled < 0) return model::format_bytes(static_cast<double>(-spilled)) + " less spilled";
    return model::spill_store_bytes(*then.compile) == 0 ? "nothing spilled" : "no more spilled";
}

std::string price_of(const model::RunResult& now, const model::RunResult& then)
{
    const std::int64_t blocks = then.occupancy->blocks_per_sm,
                       before = now.occupancy ? now.occupancy->blocks_per_sm : 0;
    std::string words = blocks == before ? "still " + counted(blocks, "block")
                                         : counted(blocks, "block") + " instead of " + grouped(before);
    words += ", " + counted(warps(then), "warp") + " instead of " + grouped(warps(now));
    for (const std::string& more : {bytes_words(now, then), speed_words(now, then)})
        if (!more.empty()) words += ", " + more;
    return words;
}

bool gains(const model::RunResult& now, const TakenStep& step)
{
    if (step.result->status != model::Status::ok) return false;
    if (step.step.aim == Step::Aim::less_local_memory) return local_bytes(*step.result) < local_bytes(now);
    return warps(*step.result) > warps(now);
}

bool is_better(const model::RunResult& now, const TakenStep& a, const TakenStep& b)
{
    const auto fast_a = speed(now, *a.result), fast_b = speed(now, *b.result);
    if (fast_a && fast_b) return *fast_a > *fast_b;
    if (fast_a || fast_b) return fast_a.has_value();
    return local_bytes(*a.result) < local_bytes(*b.result);
}

bool is_faster(const model::RunResult& now, const model::RunResult& then)
{
    const auto time = difference(*model::find_metric("seconds_median"), now, then);
    return time && time->change == Change::lower;
}

/// The time account, and the advice that follows from it.
std::string time_words(const model::RunResult& now, bool is_fastest)
{
    const std::string sentence = time_sentence(now);
    return sentence.empty() ? sentence : sentence + " " + what_would_help(now, is_fastest);
}

/// True if no other variant takes less time at the current setting.
bool is_fastest_variant(const session::SessionView& session, const model::RunResult& now)
{
    return std::ranges::none_of(session.experiment().variants, [&](const model::Variant& variant) {
        const results::CurvePoint& point = session.current(variant.name);
        return point.result != nullptr && !point.is_stale() && point.result->status == model::Status::ok &&
               is_faster(now, *point.result);
    });
}

std::string verdict_on(const model::RunResult& now, const std::vector<TakenStep>& taken,
                       const std::vector<TakenStep>& gaining)
{
    const std::size_t tried = taken.size();
    const bool is_of_warps =
        std::ranges::all_of(taken, [](const TakenStep& each) { return each.step.aim == Step::Aim::more_warps; });
    const std::string several = tried == 2 ? "Both alternatives were tried; neither "
                                           : "All " + std::to_string(tried) + " alternatives were tried; none ";
    if (gaining.empty() && is_of_warps)
        return tried == 1 ? "The one alternative tried lets no other warp in." : several + "lets another warp in.";
    if (gaining.empty())
        return tried == 1 ? "The one alternative tried leaves as much in local memory."
                          : several + "leaves less in local memory or lets another warp in.";
    const auto fastest = speed(now, *gaining.front().result);
    if (!fastest) return {};
    if (is_faster(now, *gaining.front().result)) return {};
    return tried == 1 ? "The one alternative tried is no faster." : several + "is faster.";
}

std::vector<TakenStep> taken_steps(const session::SessionView& session, const Advice& advice)
{
    const session::Selection& selection = session.selection();
    std::vector<TakenStep> taken;
    for (const Step& step : advice.steps) {
        session::BackgroundRequest request{selection.focus, selection.values, selection.gpu};
        for (const auto& [name, value] : step.set) request.values[name] = value;
        taken.push_back({step, session.known(request)});
    }
    return taken;
}

/// The focused variant's result at the current setting; null if it is missing or stale.
const model::RunResult* exact_result(const session::SessionView& session)
{
    const results::CurvePoint& point = session.current(session.selection().focus);
    return point.result == nullptr || point.is_stale() ? nullptr : point.result.get();
}

Advice advice_on(const session::SessionView& session, const model::RunResult& result)
{
    Advice advice = next_block_advice(result, session.gpu(), session.occupancy_curves(), session.experiment());
    const std::vector<Step> against_limit = steps_against_limit(result, session.experiment());
    advice.steps.insert(advice.steps.begin(), against_limit.begin(), against_limit.end());
    return advice;
}

}  // namespace

NextStep choose_step(const std::string& sentence, const model::RunResult& now, const std::vector<TakenStep>& taken,
                     bool is_fastest)
{
    NextStep next{time_words(now, is_fastest), sentence, std::nullopt, {}, {}};
    const bool all_known = std::all_of(taken.begin(), taken.end(), [](const TakenStep& step) { return step.result; });
    if (taken.empty() || !all_known) return next;
    std::vector<TakenStep> gaining;
    std::copy_if(taken.begin(), taken.end(), std::back_inserter(gaining),
                 [&](const TakenStep& step) { return gains(now, step); });
    std::stable_sort(gaining.begin(), gaining.end(),
                     [&](const TakenStep& a, const TakenStep& b) { return is_better(now, a, b); });
    next.verdict = verdict_on(now, taken, gaining);
    if (gaining.empty()) return next;
    const bool aims_at_limit = may_gain_from_warps(now) || gaining.front().step.aim == Step::Aim::less_local_memory;
    const bool is_slower = speed(now, *gaining.front().result) && !is_faster(now, *gaining.front().result);
    if (!aims_at_limit && !is_faster(now, *gaining.front().result)) return next;
    if (!may_gain_from_warps(now) && is_slower) return next;
    next.offered = gaining.front().step;
    next.price = price_of(now, *gaining.front().result);
    return next;
}

NextStep next_step(const session::SessionView& session)
{
    const model::RunResult* now = exact_result(session);
    if (now == nullptr) return {};
    const Advice advice = advice_on(session, *now);
    return choose_step(advice.sentence, *now, taken_steps(session, advice), is_fastest_variant(session, *now));
}

const NextStep& NextStepMemo::of(const session::SessionView& session, bool is_still)
{
    const bool is_known = revision_ == session.revision();
    if (is_known && (is_whole_ || !is_still)) return step_;
    revision_ = session.revision();
    is_whole_ = is_still;
    const model::RunResult* now = is_still ? nullptr : exact_result(session);
    step_ = is_still ? next_step(session) : NextStep{};
    if (now != nullptr) step_.sentence = advice_on(session, *now).sentence;
    if (now != nullptr) step_.time = time_words(*now, is_fastest_variant(session, *now));
    return step_;
}

std::vector<session::BackgroundRequest> requests_for_next_step(const session::SessionView& session)
{
    std::vector<session::BackgroundRequest> requests;
    const model::RunResult* now = exact_result(session);
    if (now == nullptr) return requests;
    const session::Selection& selection = session.selection();
    for (const Step& step : advice_on(session, *now).steps) {
        requests.push_back({selection.focus, selection.values, selection.gpu});
        for (const auto& [name, value] : step.set) requests.back().values[name] = value;
    }
    return requests;
}

}  // namespace spillway::teaching
