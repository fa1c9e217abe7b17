#include "app/room/verdict.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/judging/number_text.h"
#include "app/room/limits.h"

namespace spillway::room {
namespace {

constexpr std::size_t most_bars = 10;
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
    return verdict.share() <= most_for_discussion ? Hint::discuss : Hint::go_on;
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

/// Edges of ten ranges, equally wide or, over a wide spread of positive numbers, each wider by the same factor.
std::vector<double> range_edges(double least, double most)
{
    const bool grows = least > 0 && most / least > wide_spread;
    std::vector<double> edges;
    for (std::size_t i = 0; i <= most_bars; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(most_bars);
        edges.push_back(grows ? least * std::pow(most / least, share) : least + (most - least) * share);
    }
    edges.back() = most;
    return edges;
}

std::vector<Bar> range_bars(const Asked& asked, const judging::Truth& truth, const std::vector<Tally>& rounds,
                            const std::set<double>& given)
{
    const std::vector<double> edges = range_edges(*given.begin(), *given.rbegin());
    std::vector<Bar> bars;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const bool is_last = i + 2 == edges.size();
        const double first = edges[i], last = edges[i + 1];
        const bool has_truth =
            truth.number && *truth.number >= first && (is_last ? *truth.number <= last : *truth.number < last);
        Bar bar{judging::number_text(judging::rounded(first)) + " to " +
                    judging::quantity_text(judging::rounded(last), asked.question.unit),
                {},
                has_truth};
        for (const Tally& round : rounds) bar.counts.push_back(count_between(round, first, last, is_last));
        bars.push_back(std::move(bar));
    }
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
    return given.size() <= most_bars ? number_bars(asked, truth, rounds, given)
                                     : range_bars(asked, truth, rounds, given);
}

std::vector<BandPoint> band_of(const Tally& tally)
{
    std::set<double> xs;
    for (const judging::Curve& curve : tally.curves)
        for (const auto& [x, y] : curve) xs.insert(x);
    const std::vector<double> all(xs.begin(), xs.end());
    const std::size_t step = all.size() / most_drawn_points + 1;
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
