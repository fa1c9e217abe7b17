#include "app/catalogue/axis_claims.h"

#include <algorithm>
#include <limits>

#include "app/catalogue/claim_numbers.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/model/metrics.h"

namespace spillway::catalogue {
namespace {

using model::ClaimShape;

constexpr int max_slider_points = 64;

/// A point of the axis with known numbers.
struct Point {
    const model::Value* at;
    double position;
    ClaimNumbers numbers;
};

struct Known {
    const model::Claim& claim;
    const model::Parameter& axis;
    std::vector<Point> points;
    std::size_t all_points = 0;            ///< known or not
    std::optional<MissingNumber> missing;  ///< of the first unknown point

    [[nodiscard]] std::string place(const Point& point) const
    {
        return " at " + axis.name + " = " + model::to_string(*point.at);
    }
    [[nodiscard]] bool has(double position) const
    {
        return std::any_of(points.begin(), points.end(), [&](const Point& p) { return p.position == position; });
    }
    [[nodiscard]] ClaimCheck holds() const
    {
        return {ClaimVerdict::holds, std::to_string(points.size()) + " of " + std::to_string(all_points) + " points, " +
                                         axis.name + " " + model::to_string(*points.front().at) + " to " +
                                         model::to_string(*points.back().at)};
    }
};

ClaimCheck unknown(std::string why)
{
    return {ClaimVerdict::unknown, std::move(why)};
}

ClaimCheck check_everywhere(const Known& known)
{
    std::optional<ClaimCheck> doubt;
    for (const Point& point : known.points) {
        ClaimCheck check = check_condition(known.claim.expect, point.numbers);
        check.place = known.place(point);
        check.detail += check.place;
        if (check.verdict == ClaimVerdict::broken) return check;
        if (check.verdict == ClaimVerdict::unknown && !doubt) doubt = check;
    }
    return doubt ? *doubt : known.holds();
}

/// The claim's number at every point. Error: the formula has no value.
model::Expected<std::vector<Interval>> curve(const Known& known)
{
    std::vector<Interval> values;
    for (const Point& point : known.points) {
        const auto value = evaluate_interval(known.claim.expect, point.numbers);
        if (!value) return value.error();
        values.push_back(*value);
    }
    return values;
}

std::string number_at(const Known& known, const std::vector<Interval>& values, std::size_t i)
{
    return claim_number_text(values[i].value) + known.place(known.points[i]);
}

/// Turns a falling curve into a rising one.
Interval negated(const Interval& value)
{
    return {-value.value, -value.high, -value.low};
}

ClaimCheck check_slope(const Known& known, const std::vector<Interval>& values)
{
    const bool falls = known.claim.over->shape == ClaimShape::falls;
    const double slack = known.claim.over->slack;
    const auto at = [&](std::size_t i) { return falls ? negated(values[i]) : values[i]; };
    for (std::size_t i = 1; i < values.size(); ++i)
        if (at(i).high < at(i - 1).low - slack * std::abs(at(i - 1).value))
            return {ClaimVerdict::broken, number_at(known, values, i) + " after " + number_at(known, values, i - 1)};
    const Interval first = at(0), last = at(values.size() - 1);
    const std::string ends = number_at(known, values, 0) + " and " + number_at(known, values, values.size() - 1);
    if (last.value <= first.value) return {ClaimVerdict::broken, ends};
    return last.low > first.high ? known.holds() : unknown(ends + ": the difference is inside the noise");
}

struct Level {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    double surely_lowest = lowest, surely_highest = highest;  ///< including the noise
    void add(const Interval& value)
    {
        lowest = std::min(lowest, value.value);
        highest = std::max(highest, value.value);
        surely_lowest = std::min(surely_lowest, value.low);
        surely_highest = std::max(surely_highest, value.high);
    }
    [[nodiscard]] std::string text() const { return claim_number_text(lowest) + " to " + claim_number_text(highest); }
};

ClaimCheck check_cliff(const Known& known, const std::vector<Interval>& values)
{
    const model::ClaimAxis& over = *known.claim.over;
    const double edge = axis_position(known.axis, over.between[0]), foot = axis_position(known.axis, over.between[1]);
    for (const model::Value& end : over.between)
        if (!known.has(axis_position(known.axis, end)))
            return unknown(known.axis.name + " = " + model::to_string(end) + " is not known here");
    Level before, after;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (known.points[i].position <= edge) before.add(values[i]);
        if (known.points[i].position >= foot) after.add(values[i]);
    }
    const std::string found = before.text() + " up to " + model::to_string(over.between[0]) + ", " + after.text() +
                              " from " + model::to_string(over.between[1]) + " on";
    for (const Level& level : {before, after})
        if (over.flat > 0 && level.highest > level.lowest * (1 + over.flat)) return {ClaimVerdict::broken, found};
    const bool up = over.factor > 1;
    const auto is_step = [&](double from, double to) {  // from 0 to 0 is no step, whatever the factor
        return up ? to > from && to >= over.factor * from : to < from && to <= over.factor * from;
    };
    const bool is_there = up ? is_step(before.highest, after.lowest) : is_step(before.lowest, after.highest);
    if (!is_there) return {ClaimVerdict::broken, found};
    const bool surely =
        up ? is_step(before.surely_highest, after.surely_lowest) : is_step(before.surely_lowest, after.surely_highest);
    return surely ? ClaimCheck{ClaimVerdict::holds, found} : unknown(found + ": the difference is inside the noise");
}

/// Checks that the variant is the best from `from` on and at no point before. Ignores points inside the noise.
ClaimCheck check_best(const Known& known)
{
    const auto& from = known.claim.over->from;
    const double begin = from ? axis_position(known.axis, *from) : -std::numeric_limits<double>::infinity();
    if (from && !known.has(begin))
        return unknown(known.axis.name + " = " + model::to_string(*from) + " is not known here");
    bool is_shown = false;
    for (const Point& point : known.points) {
        ClaimCheck check = check_condition(known.claim.expect, point.numbers);
        const bool should_hold = point.position >= begin;
        if (check.verdict == ClaimVerdict::unknown) continue;
        if ((check.verdict == ClaimVerdict::holds) != should_hold) {
            check.verdict = ClaimVerdict::broken;
            check.place = known.place(point);
            check.detail += check.place;
            return check;
        }
        is_shown |= should_hold;
    }
    return is_shown ? known.holds() : unknown("the difference is inside the noise at every point");
}

ClaimCheck check_known(const Known& known)
{
    switch (known.claim.over->shape) {
        case ClaimShape::everywhere: return check_everywhere(known);
        case ClaimShape::best: return check_best(known);
        case ClaimShape::rises:
        case ClaimShape::falls:
        case ClaimShape::cliff: break;
    }
    const auto values = curve(known);
    if (!values) return unknown(values.error().what);
    return known.claim.over->shape == ClaimShape::cliff ? check_cliff(known, *values) : check_slope(known, *values);
}

/// Values of the recording grids, else those of the slider; sorted, each once.
std::vector<model::Value> axis_points(const model::Experiment& experiment, const model::Parameter& axis)
{
    std::vector<model::Value> values;
    for (const model::Grid& grid : experiment.recording)
        for (const model::GridAxis& each : grid.axes)
            if (each.parameter == axis.name) values.insert(values.end(), each.values.begin(), each.values.end());
    if (values.empty()) values = axis_values(axis, max_slider_points);
    std::sort(values.begin(), values.end(), [&](const model::Value& a, const model::Value& b) {
        return axis_position(axis, a) < axis_position(axis, b);
    });
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

}  // namespace

std::vector<model::Values> claim_settings(const model::Experiment& experiment, const model::Claim& claim)
{
    const model::Parameter* axis = claim.over ? experiment.find_parameter(claim.over->parameter) : nullptr;
    if (axis == nullptr) return {claim.set};
    const auto& range = claim.over->range;
    std::vector<model::Values> settings;
    for (const model::Value& value : axis_points(experiment, *axis)) {
        const double at = axis_position(*axis, value);
        const bool is_inside =
            range.size() != 2 || (at >= axis_position(*axis, range[0]) && at <= axis_position(*axis, range[1]));
        if (!is_inside) continue;
        settings.push_back(claim.set);
        settings.back()[axis->name] = value;
    }
    return settings;
}

std::vector<ClaimRun> claim_runs(const model::Experiment& experiment, const model::Claim& claim)
{
    std::vector<ClaimRun> runs;
    for (const model::Values& set : claim_settings(experiment, claim)) {
        if (claim.cases.empty())
            for (const std::string& name : claim_variants(experiment, claim))
                runs.push_back({experiment.find_variant(name), set});
        for (const model::ClaimCase& each : claim.cases) {
            runs.push_back({experiment.find_variant(each.variant), set});
            for (const auto& [name, value] : each.set) runs.back().set[name] = value;
        }
    }
    return runs;
}

model::Formula best_condition(const model::Experiment& experiment, const std::string& variant,
                              const std::string& metric)
{
    const model::Metric* row = model::find_metric(metric);
    const bool more_is_better = row != nullptr && row->better == model::Better::more;
    model::Formula others;
    for (const model::Variant& other : experiment.variants) {
        if (other.name == variant) continue;
        const std::string one = other.name + "." + metric;
        others = others.empty() ? one : (more_is_better ? "max(" : "min(") + others + ", " + one + ")";
    }
    return variant + "." + metric + (more_is_better ? " > " : " < ") + others;
}

ClaimCheck check_axis_claim(const model::Experiment& experiment, const model::Claim& claim,
                            const std::vector<model::RunResult>& results, const model::Gpu& gpu,
                            const MetricReader& read)
{
    const model::Parameter* axis = experiment.find_parameter(claim.over->parameter);
    if (axis == nullptr) return unknown("there is no parameter " + claim.over->parameter);
    Known known{claim, *axis, {}, 0, std::nullopt};
    const std::vector<model::Values> settings = claim_settings(experiment, claim);
    for (const model::Values& set : settings) {
        const model::Value& value = set.at(axis->name);
        std::vector<model::RunResult> here;
        for (const model::RunResult& result : results)
            if (const auto at = result.parameters.find(axis->name);
                at != result.parameters.end() && at->second == value)
                here.push_back(result);
        auto numbers = gather({experiment, claim, set, gpu, read}, here);
        ++known.all_points;
        if (!numbers.missing)
            known.points.push_back({&value, axis_position(*axis, value), std::move(numbers)});
        else if (!known.missing)
            known.missing = numbers.missing;
    }
    if (known.points.size() < 2)
        return known.missing ? unknown_for(*known.missing) : unknown("no point has a result here");
    return check_known(known);
}

}  // namespace spillway::catalogue
