#include "app/charts/metric_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "app/charts/cliffs.h"
#include "app/charts/metric_results.h"
#include "app/model/counted_blocks.h"
#include "app/model/grouped.h"
#include "app/model/row_format.h"
#include "app/model/stack_size.h"

namespace spillway::charts::parts {
namespace {

using model::RunResult;
using results::CurvePoint;
using results::PointState;

constexpr std::size_t max_message_bytes = 240;

bool is_failure(const CurvePoint& point, const model::Metric& metric)
{
    return point.state == PointState::failed && point.result && failure_test(metric)(*point.result);
}

std::string value_text(const model::Parameter& x, const model::Value& value)
{
    const bool is_zero = value == model::Value{std::int64_t{0}};
    if (const std::string* name = std::get_if<std::string>(&value))
        if (const model::Choice* choice = x.find_choice(*name)) return choice->words();
    return is_zero && !x.zero_label.empty() ? x.zero_label : model::to_string(value);
}

std::string failure_note(const model::RunResult& result)
{
    std::string note = failure_words(result);
    const std::string message = result.message.value_or("");
    if (!message.empty()) note += ": " + message.substr(0, message.find('\n')).substr(0, max_message_bytes);
    return note;
}

void add_spread(DataPoint& point, const model::RunResult& result, const model::Metric& metric, double factor)
{
    const auto& seconds = result.measurement.seconds;
    if (metric.key == "seconds_median" && seconds) {
        point.low = seconds->p20 * factor;
        point.high = seconds->p80 * factor;
    }
    // The slower p80 time gives the lower rate.
    if (metric.key == "bytes_per_second" && seconds && point.y && seconds->p20 > 0 && seconds->p80 > 0) {
        point.low = *point.y * seconds->median / seconds->p80;
        point.high = *point.y * seconds->median / seconds->p20;
    }
}

/// Whether results belong to the current values of the parameters or to earlier ones. One line never mixes the two.
enum class Setting { current, earlier };

DataPoint data_point(const CurvePoint& point, const model::Metric& metric, std::optional<double> value, double factor,
                     Setting setting)
{
    DataPoint data;
    data.x = point.position;
    if (is_failure(point, metric)) {
        data.look = PointLook::failed;
        return data;
    }
    if (setting == Setting::earlier) data.look = PointLook::stale;
    if (value) {
        data.y = *value * factor;
        add_spread(data, *point.result, metric, factor);
    }
    return data;
}

/// Text for DataPoint::note: position and value of a point, or why it has none.
std::string note_of(Notes notes, const model::Parameter& x, const CurvePoint& point, const model::Metric& metric,
                    const std::string& label, Setting setting)
{
    std::string head = label;
    if (notes == Notes::position_and_value)
        head += ", " + (x.label.empty() ? x.name : x.label) + " " + value_text(x, point.x);
    head += ": ";
    if (is_failure(point, metric)) return head + failure_note(*point.result);
    const auto value = metric.get(*point.result);
    if (!value) return head + "unknown";
    if (model::is_interpreted(metric, *point.result)) head += model::is_estimate(*point.result) ? "about " : "";
    head += model::format_metric(metric, *value);
    if (model::is_interpreted(metric, *point.result)) head += ", " + model::counted_words(*point.result->counted);
    return head + (setting == Setting::earlier ? " (of an earlier setting)" : "");
}

/// True if the kernel compiled, but the value needs a run that is missing: the line skips the point.
bool is_merely_unmeasured(const model::RunResult& result, const model::Metric& metric, std::optional<double> value)
{
    const bool needs_run = metric.group == model::MetricGroup::measurement || metric.is_interpretable;
    return needs_run && result.status == model::Status::ok && !value;
}

/// True if two neighbouring results are too far apart for a line: it would claim more than the results show. The values
/// between them were not requested, or have no results.
bool are_far_apart(const model::Parameter& x, const CurvePoint& before, const CurvePoint& after,
                   const std::vector<CurvePoint>& requested)
{
    constexpr double too_far = 0.3;                            // share of the axis: a line may still span a quarter
    if (x.kind != model::ParameterKind::integer) return true;  // names have no distance
    const bool is_log2_scale = x.scale == model::Scale::power_of_two;
    const auto scaled = [&](double position) { return is_log2_scale ? std::log2(std::max(position, 0.5)) : position; };
    const double step = is_log2_scale ? 1 : static_cast<double>(x.step),
                 apart = scaled(after.position) - scaled(before.position);
    if (apart <= step * 1.001) return false;
    const auto is_in_range = [&](const CurvePoint& point) { return !is_special_value(x, point.position); };
    const auto first = std::find_if(requested.begin(), requested.end(), is_in_range);
    return apart > too_far * (scaled(requested.back().position) - scaled(first->position));
}

/// Points of the curve's current or earlier setting. Notes, if the input wants them, begin with `label`.
std::vector<DataPoint> data_points(const ChartInput& input, const model::Parameter& x, const results::Curve& curve,
                                   const model::Metric& metric, const std::string& label, double factor,
                                   Setting setting = Setting::current)
{
    std::vector<DataPoint> points;
    const CurvePoint* before = nullptr;
    const std::vector<CurvePoint>& requested = setting == Setting::earlier ? curve.ghost : curve.points;
    points.reserve(requested.size());
    for (const CurvePoint& point : requested) {
        if (!point.result || point.is_stale()) continue;
        const std::optional<double> value = metric.get(*point.result);
        if (is_merely_unmeasured(*point.result, metric, value)) continue;
        // A special value, such as 0 for "none", is outside the range: no line leads to it.
        const bool is_neighbour =
            before == nullptr || (is_special_value(x, before->position) == is_special_value(x, point.position) &&
                                  !are_far_apart(x, *before, point, requested));
        if (!is_neighbour)
            points.push_back({(before->position + point.position) / 2, std::nullopt, {}, {}, PointLook::solid, ""});
        points.push_back(data_point(point, metric, value, factor, setting));
        if (input.notes != Notes::none) points.back().note = note_of(input.notes, x, point, metric, label, setting);
        before = &point;
    }
    return points;
}

std::string spill_readout(const model::RunResult& result)
{
    if (!result.compile) return "";
    const auto stores = model::spill_store_bytes(*result.compile), loads = model::spill_load_bytes(*result.compile);
    return stores == 0 && loads == 0 ? "" : fmt::format(" · spills {}/{}", stores, loads);
}

/// "139 M" for "139 million". The suffix stays, because neighbouring numbers may have none.
std::string short_million(const std::string& text)
{
    constexpr std::string_view million = " million";
    return text.ends_with(million) ? text.substr(0, text.size() - million.size()) + " M" : text;
}

/// Range of all variants' values under the cursor, from which the common unit follows. FLOP/s use the unit of their
/// axis.
model::ValueRange range_at_cursor(const ChartInput& input, const model::Metric& metric, const AxisUnit& unit)
{
    model::ValueRange values;
    if (metric.format == model::MetricFormat::flops) return {0, unit.factor < 1e-10 ? 1e12 : 0};
    for (const results::Curve& curve : input.curves)
        if (const CurvePoint* point = point_at_cursor(input, curve.points); point && point->result)
            values.take(metric.get(*point->result).value_or(0));
    return values;
}

/// True if some values under the cursor would be in KiB and others in bytes. Then all are shown in bytes.
bool mixes_units(const ChartInput& input, const model::Metric& metric, const model::ValueRange& others)
{
    std::vector<double> row;
    for (const results::Curve& curve : input.curves)
        if (const CurvePoint* point = point_at_cursor(input, curve.points); point && point->result)
            row.push_back(metric.get(*point->result).value_or(0));
    return model::mixes_byte_units(metric, row, others);
}

/// The number without its unit, which is at the axis.
std::string bare_number(const std::string& text)
{
    return short_million(without_unit(text, {" bytes", " byte", " GB/s", " cycles", " %", " TFLOP/s", " GFLOP/s"}));
}

void add_readout(Series& series, const ChartInput& input, const CurvePoint* point, const model::Metric& metric,
                 Setting setting, const model::ValueRange& others)
{
    series.readout = series.readout_short = "–";
    series.readout_look = PointLook::stale;
    if (!point || !point->result) return;
    const bool is_earlier = setting == Setting::earlier;
    if (is_failure(*point, metric)) {
        if (is_earlier) return;
        series.readout = failure_words(*point->result);
        series.readout_short = "fails";
        series.readout_look = PointLook::failed;
        return;
    }
    const auto value = metric.get(*point->result);
    if (!value) return;
    const std::string text = mixes_units(input, metric, others) ? model::exact_bytes(*value)
                                                                : model::format_metric_beside(metric, *value, others);
    series.readout = (is_earlier ? "was " : "") + text;
    if (metric.key == "stack_frame_bytes") series.readout += spill_readout(*point->result);
    const std::string bare = bare_number(text);
    series.readout_short = is_earlier ? "(" + bare + ")" : bare;
    if (!is_earlier) series.readout_look = PointLook::solid;
}

Series companion(const ChartInput& input, const Series& main, const model::Parameter& x, const results::Curve& curve,
                 const char* metric_key, const char* label, Dash dash)
{
    Series series;
    series.key = main.key;
    series.label = label;
    series.palette_index = main.palette_index;
    series.marker = main.marker;
    series.dash = dash;
    series.hidden = main.hidden;
    series.is_secondary = true;
    series.points = data_points(input, x, curve, *model::find_metric(metric_key), main.label + ", " + label, 1);
    // The main series already shows the failure.
    for (DataPoint& point : series.points)
        if (point.look == PointLook::failed) point = {point.x, std::nullopt, {}, {}, PointLook::solid, ""};
    return series;
}

bool spills_anywhere(const results::Curve& curve)
{
    return std::any_of(curve.points.begin(), curve.points.end(), [](const CurvePoint& point) {
        const auto* compile = point.result && point.result->compile ? &*point.result->compile : nullptr;
        return compile != nullptr &&
               (model::spill_store_bytes(*compile) != 0 || model::spill_load_bytes(*compile) != 0);
    });
}

bool is_zero_everywhere(const Series& series)
{
    return std::all_of(series.points.begin(), series.points.end(),
                       [](const DataPoint& point) { return point.y.value_or(0) == 0; });
}

}  // namespace

Series series_of_variant(const ChartInput& input, const model::Parameter& x, const results::Curve& curve,
                         const model::Metric& metric, const AxisUnit& unit)
{
    const auto& variants = input.experiment.variants;
    const auto is_it = [&](const model::Variant& variant) { return variant.name == curve.variant; };
    const auto found = std::find_if(variants.begin(), variants.end(), is_it);
    const auto index = static_cast<std::size_t>(found - variants.begin());
    constexpr std::array dashes{Dash::solid, Dash::dashed, Dash::dotted};

    Series series;
    series.key = curve.variant;
    series.label = found != variants.end() && !found->label.empty() ? found->label : curve.variant;
    series.palette_index = static_cast<int>(index % 8);
    series.marker = series_marker(index);
    series.dash = dashes[index % dashes.size()];
    series.hidden = input.hidden.contains(curve.variant);
    series.focused = curve.variant == input.focus;
    series.points = data_points(input, x, curve, metric, series.label, unit.factor);
    const CurvePoint* here = point_at_cursor(input, curve.points);
    const CurvePoint* before = point_at_cursor(input, curve.ghost);
    const bool was_measured = before && before->result && metric.get(*before->result);
    const bool is_current = here && here->result && !here->is_stale() &&
                            !(was_measured && is_merely_unmeasured(*here->result, metric, metric.get(*here->result)));
    add_readout(series, input, is_current ? here : before, metric, is_current ? Setting::current : Setting::earlier,
                range_at_cursor(input, metric, unit));
    return series;
}

Series ghost_of_variant(const ChartInput& input, const Series& main, const model::Parameter& x,
                        const results::Curve& curve, const model::Metric& metric, const AxisUnit& unit)
{
    Series ghost;
    ghost.key = main.key;
    ghost.label = main.label + ", " + (input.ghost_label.empty() ? "earlier setting" : input.ghost_label);
    ghost.palette_index = main.palette_index;
    ghost.marker = main.marker;
    ghost.hidden = main.hidden;
    ghost.is_ghost = true;
    ghost.points = data_points(input, x, curve, metric, main.label, unit.factor, Setting::earlier);
    // An earlier setting's failures are not shown.
    for (DataPoint& point : ghost.points)
        if (point.look == PointLook::failed) point = {point.x, std::nullopt, {}, {}, PointLook::stale, ""};
    return ghost;
}

std::string widest_readout(const ChartInput& input, const model::Metric& metric)
{
    struct Values {
        std::vector<double> all;
        model::ValueRange others;
    };
    std::map<double, Values> at;  // values of all variants at one position
    for_each_result(input, [&](const results::Curve&, const CurvePoint& point) {
        const auto value = metric.get(*point.result);
        if (!value || !std::isfinite(*value)) return;
        at[point.position].all.push_back(*value);
        at[point.position].others.take(*value);
    });
    std::string widest = metric.format == model::MetricFormat::seconds ? "000.0 µs" : "00,000";
    for (const auto& [position, values] : at)
        for (const double value : values.all) {
            std::string text = bare_number(model::format_metric_beside(metric, value, values.others));
            if (text.size() > widest.size()) widest = std::move(text);
        }
    for (char& c : widest)
        if (c >= '0' && c <= '9') c = '0';
    return widest;
}

std::vector<Series> spill_companions(const ChartInput& input, const Series& main, const model::Parameter& x,
                                     const results::Curve& curve)
{
    if (!spills_anywhere(curve)) return {};
    Series stores = companion(input, main, x, curve, "spill_store_bytes", "spill stores", Dash::dash_dot);
    Series loads = companion(input, main, x, curve, "spill_load_bytes", "spill loads", Dash::dotted);
    const bool equal = std::equal(stores.points.begin(), stores.points.end(), loads.points.begin(), loads.points.end(),
                                  [](const DataPoint& a, const DataPoint& b) { return a.y == b.y; });
    std::vector<Series> companions;
    if (equal) stores.label = "spill stores = spill loads";
    if (!is_zero_everywhere(stores)) companions.push_back(std::move(stores));
    if (!equal && !is_zero_everywhere(loads)) companions.push_back(std::move(loads));
    return companions;
}

}  // namespace spillway::charts::parts
