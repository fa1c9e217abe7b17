#include "app/room/verdict.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "app/judging/number_text.h"
#include "app/room/limits.h"

namespace spillway::room {
namespace {

constexpr std::size_t max_bars = 10;
constexpr double wide_spread = 30;  ///< ratio of the largest to the smallest number from which ranges grow by a factor

bool is_right_number(const Asked& asked, const judging::Truth& truth, double number)
{
    return truth.number && judging::is_right(asked.question, judging::share_off(number, *truth.number));
}

bool is_right_curve(const Asked& asked, const judging::Truth& truth, const judging::Curve& curve)
{
    const auto distance = judging::distance(curve, truth.curve);
    return distance && judging::is_right(asked.question, *distance);
}

Hint hint_of(const Verdict& verdict)
{
    if (verdict.answers == 0) return Hint::none;
    if (verdict.share() < least_for_discussion) return Hint::explain;
    return verdict.share() <= max_for_discussion ? Hint::discuss : Hint::go_on;
}

void judge_choices(const Asked& asked, const judging::Truth& truth, const Tally& tally, Verdict& verdict)
{
    std::map<std::string, std::size_t> misconceptions;
    for (std::size_t i = 0; i < tally.choices.size(); ++i) {
        const std::size_t count = tally.choices[i];
        if (i == truth.choice) {
            verdict.right = count;
            continue;
        }
        const model::Option& option = asked.question.choices[i];
        if (!option.misconception.empty()) misconceptions[option.misconception] += count;
        if (count > verdict.commonest_count) {
            verdict.commonest_count = count;
            verdict.commonest_wrong = option.text;
        }
    }
    std::size_t most = 0;
    for (const auto& [id, count] : misconceptions) {
        if (count <= most) continue;
        most = count;
        verdict.misconception = id;
    }
}

void judge_numbers(const Asked& asked, const judging::Truth& truth, const Tally& tally, Verdict& verdict)
{
    for (const auto& [number, count] : tally.numbers) {
        if (is_right_number(asked, truth, number)) {
            verdict.right += count;
        } else if (count > verdict.commonest_count) {
            verdict.commonest_count = count;
            verdict.commonest_wrong = judging::quantity_text(number, asked.question.unit);
        }
    }
}

std::vector<Bar> choice_bars(const Asked& asked, const judging::Truth& truth, const std::vector<Tally>& rounds)
{
    std::vector<Bar> bars;
    for (std::size_t i = 0; i < asked.question.choices.size(); ++i) {
        Bar bar{asked.question.choices[i].text, {}, truth.choice == i};
        for (const Tally& round : rounds) bar.counts.push_back(i < round.choices.size() ? round.choices[i] : 0);
        bars.push_back(std::move(bar));
    }
    return bars;
}

std::size_t count_between(const Tally& round, double first, double last, bool is_last_included)
{
    std::size_t all = 0;
    for (auto each = round.numbers.lower_bound(first); each != round.numbers.end(); ++each) {
        if (each->first > last || (each->first == last && !is_last_included)) break;
        all += each->second;
    }
    return all;
}

/// One bar per given number.
std::vector<Bar> number_bars(const Asked& asked, const judging::Truth& truth, const std::vector<Tally>& rounds,
                             const std::set<double>& given)
{
    std::vector<Bar> bars;
    for (const double number : given) {
        Bar bar{judging::quantity_text(number, asked.question.unit), {}, is_right_number(asked, truth, number)};
        for (const Tally& round : rounds) bar.counts.push_back(count_between(round, number, number, true));
        bars.push_back(std::move(bar));
    }
    return bars;
}

/// Edges of `count` ranges, equally wide or, over a wide spread of positive numbers, each wider by the same factor. The
/// middle nine tenths of the answers decide: one silly number makes the first or the last range longer, not all of
/// them.
std::vector<double> range_edges(const std::vector<double>& sorted, std::size_t count)
{
    const double end = static_cast<double>(sorted.size() - 1);
    double least = sorted[static_cast<std::size_t>(std::ceil(0.05 * end))];
    double most = sorted[static_cast<std::size_t>(std::floor(0.95 * end))];
    if (least >= most) std::tie(least, most) = std::pair(sorted.front(), sorted.back());
    const bool grows = least > 0 && most / least > wide_spread;
    std::vector<double> edges;
    for (std::size_t i = 0; i <= count; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(count);
        edges.push_back(grows ? least * std::pow(most / least, share) : least + (most - least) * share);
    }
    edges.front() = sorted.front();
    edges.back() = sorted.back();
    return edges;
}

/// Ranges of the numbers that `belongs` is true for.
void add_ranges(const Asked& asked, const std::vector<Tally>& rounds, const std::function<bool(double)>& belongs,
                std::size_t count, std::vector<Bar>& bars)
{
    std::vector<double> sorted;
    for (const Tally& round : rounds)
        for (const auto& [number, answers] : round.numbers)
            if (belongs(number)) sorted.insert(sorted.end(), answers, number);
    if (sorted.empty()) return;
    std::ranges::sort(sorted);
    const std::set<double> different(sorted.begin(), sorted.end());
    if (different.size() <= count) {
        std::ranges::move(number_bars(asked, {}, rounds, different), std::back_inserter(bars));
        return;
    }
    const std::vector<double> edges = range_edges(sorted, count);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const double first = edges[i], last = edges[i + 1];
        Bar bar{judging::number_text(judging::rounded(first)) + " to " +
                    judging::quantity_text(judging::rounded(last), asked.question.unit),
                {},
                false};
        for (const Tally& round : rounds)
            bar.counts.push_back(count_between(round, first, last, i + 2 == edges.size()));
        bars.push_back(std::move(bar));
    }
}

/// The right answers in one bar of their own, so that its count is the verdict's.
Bar right_bar(const Asked& asked, const judging::Truth& truth, const std::vector<Tally>& rounds)
{
    std::set<double> right{*truth.number};
    for (const Tally& round : rounds)
        for (const auto& [number, answers] : round.numbers)
            if (is_right_number(asked, truth, number)) right.insert(number);
    const double first = *right.begin(), last = *right.rbegin();
    Bar bar{(right.size() == 1 ? "" : judging::number_text(judging::rounded(first)) + " to ") +
                judging::quantity_text(judging::rounded(last), asked.question.unit),
            {},
            true};
    for (const Tally& round : rounds) bar.counts.push_back(count_between(round, first, last, true));
    return bar;
}

std::vector<Bar> range_bars(const Asked& asked, const judging::Truth& truth, const std::vector<Tally>& rounds)
{
    std::vector<Bar> bars;
    if (!truth.number) {
        add_ranges(
            asked, rounds, [](double) { return true; }, max_bars, bars);
        return bars;
    }
    const auto is_wrong = [&](double number) { return !is_right_number(asked, truth, number); };
    const double right = *truth.number;
    constexpr std::size_t bars_per_side = max_bars / 2 - 1;
    add_ranges(
        asked, rounds, [&](double number) { return number < right && is_wrong(number); }, bars_per_side, bars);
    bars.push_back(right_bar(asked, truth, rounds));
    add_ranges(
        asked, rounds, [&](double number) { return number > right && is_wrong(number); }, bars_per_side, bars);
    return bars;
}

}  // namespace

std::optional<Verdict> judge_round(const Asked& asked, const judging::Truth& truth, const Tally& tally)
{
    if (!truth.is_known()) return std::nullopt;
    Verdict verdict;
    verdict.answers = tally.answers();
    switch (asked.question.kind) {
        case model::QuestionKind::choice: judge_choices(asked, truth, tally, verdict); break;
        case model::QuestionKind::number: judge_numbers(asked, truth, tally, verdict); break;
        case model::QuestionKind::curve:
            verdict.right = static_cast<std::size_t>(std::ranges::count_if(
                tally.curves, [&](const judging::Curve& curve) { return is_right_curve(asked, truth, curve); }));
            break;
    }
    verdict.hint = hint_of(verdict);
    return verdict;
}

std::vector<Bar> bars_of(const Asked& asked, const judging::Truth& truth, const std::vector<Tally>& rounds)
{
    if (asked.question.kind == model::QuestionKind::curve) return {};
    if (asked.question.kind == model::QuestionKind::choice) return choice_bars(asked, truth, rounds);
    std::set<double> given;
    for (const Tally& round : rounds)
        for (const auto& [number, count] : round.numbers) given.insert(number);
    return given.size() <= max_bars ? number_bars(asked, truth, rounds, given) : range_bars(asked, truth, rounds);
}

std::vector<BandPoint> band_of(const Tally& tally)
{
    std::set<double> xs;
    for (const judging::Curve& curve : tally.curves)
        for (const auto& [x, y] : curve) xs.insert(x);
    const std::vector<double> all(xs.begin(), xs.end());
    const std::size_t step = all.size() / max_drawn_points + 1;
    std::vector<BandPoint> band;
    for (std::size_t i = 0; i < all.size(); i += step) {
        std::vector<double> ys;
        for (const judging::Curve& curve : tally.curves)
            if (const auto y = judging::value_at(curve, all[i])) ys.push_back(*y);
        if (ys.size() < 2) continue;
        std::sort(ys.begin(), ys.end());
        const auto at = [&](double share) {
            return ys[static_cast<std::size_t>(share * static_cast<double>(ys.size() - 1) + 0.5)];
        };
        band.push_back({all[i], at(0.25), at(0.5), at(0.75)});
    }
    return band;
}

}  // namespace spillway::room
