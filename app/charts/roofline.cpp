#include "app/charts/roofline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

#include "app/charts/metric_axes.h"
#include "app/charts/metric_results.h"
#include "app/charts/metric_series.h"
#include "app/charts/metric_words.h"
#include "app/model/roofs.h"
#include "app/model/time_account.h"

namespace spillway::charts {
namespace {

using model::Measurement;

constexpr double to_giga = 1e-9, bytes_of_sector = 32, bytes_of_pass = 128, warp_size = 32, flop_of_fma = 2;

/// A part of the time account: its bytes, and its share of the time.
struct Part {
    double bytes = 0, share = 0;
};

Part part_of(const Measurement& measurement, std::string_view resource, double unit_bytes)
{
    const model::TimeShare* found = model::find_share(measurement, resource);
    return found ? Part{found->amount * unit_bytes, found->share} : Part{};
}

struct LevelParts {
    const char *first, *second;
    double unit_bytes;
    bool share_hardware;  ///< both use the same hardware, so their times add up
};

LevelParts parts_of(RoofLevel level)
{
    switch (level) {
        case RoofLevel::dram: return {"dram_read", "dram_write", 1, true};
        case RoofLevel::l2: return {"l2_read", "l2_write", bytes_of_sector, false};
        case RoofLevel::l1: return {"l1", "shared", bytes_of_pass, true};
    }
    return {};
}

double operations_of(const Measurement& measurement, Work work)
{
    if (work == Work::flops) return measurement.flops_per_second.value_or(0) * measurement.seconds->median;
    const model::TimeShare* issued = model::find_share(measurement, "issue");
    return issued ? issued->amount * warp_size : 0;
}

/// The GPU's highest measured rates, at the fastest clock of any result.
class Highest {
public:
    void take(const Measurement& measurement)
    {
        if (!measurement.time_account) return;
        for (const model::TimeShare& part : *measurement.time_account) {
            double& roof = roofs_[part.resource];
            roof = std::max(roof, part.roof);
        }
    }
    [[nodiscard]] double operator()(const std::string& resource) const
    {
        const auto found = roofs_.find(resource);
        return found == roofs_.end() ? 0 : found->second;
    }

private:
    std::map<std::string, double> roofs_;
};

Highest highest_roofs(const ChartInput& input)
{
    Highest highest;
    parts::for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        highest.take(point.result->measurement);
    });
    return highest;
}

/// Floating-point operations only if every result with counters has their number; otherwise variants would have
/// different units.
Work work_of(const ChartInput& input)
{
    bool any = false, all = true;
    parts::for_each_result(input, [&](const results::Curve&, const results::CurvePoint& point) {
        if (!point.result->measurement.time_account) return;
        any = true;
        all = all && point.result->measurement.flops_per_second.has_value();
    });
    return any && all ? Work::flops : Work::instructions;
}

const char* unit_of(Work work)
{
    return work == Work::flops ? "GFLOP/s" : "G operations/s";
}

std::string spot_note(const RooflineSpot& spot, RoofLevel level, Work work, const std::string& where)
{
    const std::string_view what = work == Work::flops ? "FLOP" : "operations";
    std::string note =
        fmt::format("{}: {} at {:.3g} {} per byte", where, model::format_rate(spot.operations_per_second(), what),
                    spot.operations_per_byte(), what);
    if (spot.share) note += fmt::format("; {:.0f} % of the roof of {}", 100 * *spot.share, roof_level_name(level));
    return note;
}

DataPoint point_of(const RooflineSpot& spot)
{
    DataPoint point;
    point.x = spot.operations_per_byte();
    point.y = spot.operations_per_second() * to_giga;
    return point;
}

/// One variant's spot at the current setting, and the path of its spots over all values of ChartInput::x_axis.
class VariantOnRoofline {
public:
    VariantOnRoofline(const ChartInput& input, const model::Parameter& x, const results::Curve& curve, RoofLevel level,
                      Work work)
        : input_(input), x_(x), curve_(curve), level_(level), work_(work)
    {
    }

    void add_to(Roofline& roofline) const
    {
        const parts::AxisUnit none{1, "", TickSteps::decimal, false};
        Series spot =
            parts::series_of_variant(input_, x_, {curve_.variant, {}, {}}, *model::find_metric("seconds_median"), none);
        Series path = spot;
        path.is_ghost = true;
        path.dash = Dash::solid;
        spot.is_spot = true;
        std::vector<model::Value> path_values;
        for (const results::CurvePoint& point : curve_.points) add_to_path(path, path_values, point);
        roofline.chart.series.push_back(std::move(path));
        roofline.values.push_back(std::move(path_values));
        roofline.values.emplace_back();
        if (const auto here = spot_at(parts::point_at_cursor(input_, curve_.points))) {
            spot.points.push_back(point_of(*here));
            spot.points.back().note = spot_note(*here, level_, work_, spot.label);
            spot.readout = spot.readout_short = here->share ? fmt::format("{:.0f} %", 100 * *here->share) : "";
            spot.readout_look = PointLook::solid;
            roofline.values.back().push_back(input_.values.at(input_.x_axis));
        }
        roofline.chart.series.push_back(std::move(spot));
    }

private:
    [[nodiscard]] std::optional<RooflineSpot> spot_at(const results::CurvePoint* point) const
    {
        if (point == nullptr || !point->result || point->is_stale()) return std::nullopt;
        return roofline_spot(point->result->measurement, level_, work_);
    }

    void add_to_path(Series& path, std::vector<model::Value>& values, const results::CurvePoint& point) const
    {
        const auto spot = spot_at(&point);
        if (!spot) return;
        path.points.push_back(point_of(*spot));
        path.points.back().note =
            spot_note(*spot, level_, work_, path.label + ", " + input_.x_axis + " " + model::to_string(point.x));
        values.push_back(point.x);
    }

    const ChartInput& input_;
    const model::Parameter& x_;
    const results::Curve& curve_;
    RoofLevel level_;
    Work work_;
};

SlopedRoof roof(const Highest& highest, const std::string& resource, double unit_bytes, double level_y,
                const std::string& name, bool is_faint)
{
    const double bytes = highest(resource) * unit_bytes;
    return {bytes * to_giga, level_y, name + " " + model::format_rate(bytes, "bytes"), is_faint};
}

/// Adds the selected level's roofs as full lines, the others' as thin ones. DRAM's line shows the faster of reads and
/// writes, that of L1 and shared memory the faster of the two, and L2's thin line its reads.
void add_level_roofs(Chart& chart, const Highest& highest, RoofLevel level, double ceiling)
{
    const bool writes_faster = highest("dram_write") > highest("dram_read");
    const auto add = [&](RoofLevel of, const char* resource, const char* name) {
        const SlopedRoof added = roof(highest, resource, parts_of(of).unit_bytes, ceiling, name, of != level);
        if (added.slope > 0) chart.roofs.push_back(added);
    };
    add(RoofLevel::dram, writes_faster ? "dram_write" : "dram_read", "DRAM");
    add(RoofLevel::l2, "l2_read", level == RoofLevel::l2 ? "L2 reads" : "L2");
    if (level == RoofLevel::l2) add(RoofLevel::l2, "l2_write", "L2 writes");
    add(RoofLevel::l1, highest("shared") > highest("l1") ? "shared" : "l1", "L1 and shared");
}

/// Adds the ceiling in the y axis' unit and returns it; 0 if unknown. For FLOP it is the FP32 pipe's rate, for
/// operations the higher of the FP32 pipe's and the issue rate.
double add_ceiling(Chart& chart, const Highest& highest, Work work)
{
    const double fp32 = highest("fp32") * (work == Work::flops ? flop_of_fma : 1);
    const double issue = work == Work::flops ? 0 : highest("issue") * warp_size;
    const double ceiling = std::max(fp32, issue);
    if (ceiling <= 0) return 0;
    const std::string rate = model::format_rate(ceiling, work == Work::flops ? "FLOP" : "operations");
    chart.references.push_back({ceiling * to_giga, (fp32 < issue ? "Issue " : "FP32 ") + rate});
    return ceiling * to_giga;
}

bool is_above(const Chart& chart, double ceiling)
{
    constexpr double noise = 1.05;
    return std::any_of(chart.series.begin(), chart.series.end(), [&](const Series& series) {
        return !series.hidden && std::any_of(series.points.begin(), series.points.end(), [&](const DataPoint& point) {
            return point.y && *point.y > noise * ceiling;
        });
    });
}

/// Adds the tensor cores' ceiling if a spot lies above the FP32 pipe's, and returns the higher ceiling. Recordings of
/// earlier versions lack it; then the FP32 pipe's label says so.
double add_tensor_ceiling(Chart& chart, const Highest& highest, double ceiling)
{
    if (!is_above(chart, ceiling)) return ceiling;
    const double tensor = highest("tensor");
    if (tensor * to_giga <= ceiling) {
        chart.references.back().label += " (tensor cores: roof not measured)";
        return ceiling;
    }
    chart.references.push_back({tensor * to_giga, "Tensor cores, FP16 " + model::format_rate(tensor, "FLOP")});
    return tensor * to_giga;
}

/// Rounds up, or else down, to 1, 2 or 5 times a power of ten.
double round_number(double value, bool up)
{
    const double power = std::pow(10, std::floor(std::log10(value)));
    double below = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        const double step = factor * power;
        if (up && step >= value * (1 - 1e-9)) return step;
        if (step <= value * (1 + 1e-9)) below = step;
    }
    return below;
}

void set_logarithmic(Axis& axis, double min, double max)
{
    axis.logarithmic = true;
    axis.first = axis.least_positive = round_number(min, false);
    axis.last = std::max(round_number(max, true), 10 * axis.first);
}

/// Sets both axes so that they hold the spots at all values of the x axis' parameter, and so do not change while its
/// slider moves, and each corner where a roof of the selected level meets the ceiling.
void set_ranges(Chart& chart, double ceiling)
{
    double min_x = std::numeric_limits<double>::infinity(), max_x = 0, min_y = min_x, max_y = ceiling;
    for (const Series& series : chart.series)
        for (const DataPoint& point : series.points) {
            if (series.hidden || !point.y) continue;
            min_x = std::min(min_x, point.x);
            max_x = std::max(max_x, point.x);
            min_y = std::min(min_y, *point.y);
            max_y = std::max(max_y, *point.y);
        }
    for (const SlopedRoof& each : chart.roofs) {
        if (each.is_faint) continue;
        const double corner = each.level / each.slope;
        min_x = std::min(min_x, corner / 4);
        max_x = std::max(max_x, corner * 4);
        min_y = std::min(min_y, each.slope * min_x);
    }
    set_logarithmic(chart.x, min_x / 1.3, max_x * 1.3);
    set_logarithmic(chart.y, min_y / 1.3, max_y * 1.3);
}

bool has_points(const Chart& chart)
{
    return std::any_of(chart.series.begin(), chart.series.end(),
                       [](const Series& series) { return !series.hidden && !series.points.empty(); });
}

}  // namespace

std::optional<RooflineSpot> roofline_spot(const Measurement& measurement, RoofLevel level, Work work)
{
    if (!measurement.seconds || measurement.seconds->median <= 0 || !measurement.time_account) return std::nullopt;
    const LevelParts parts = parts_of(level);
    const Part first = part_of(measurement, parts.first, parts.unit_bytes);
    const Part second = part_of(measurement, parts.second, parts.unit_bytes);
    RooflineSpot spot{operations_of(measurement, work), first.bytes + second.bytes, measurement.seconds->median, {}};
    if (spot.operations <= 0 || spot.bytes <= 0) return std::nullopt;
    spot.share = parts.share_hardware ? first.share + second.share : std::max(first.share, second.share);
    return spot;
}

Roofline roofline(const ChartInput& input, RoofLevel level)
{
    Roofline made;
    Chart& chart = made.chart;
    chart.key = "roofline";
    chart.title = "Roofline";
    const model::Parameter* x = input.experiment.find_parameter(input.x_axis);
    if (x == nullptr) {
        chart.empty_message = "There is no parameter \"" + input.x_axis + "\".";
        return made;
    }
    made.work = work_of(input);
    chart.y.unit = unit_of(made.work);
    chart.x.label =
        std::string(made.work == Work::flops ? "FLOP" : "Operations") + " per byte of " + roof_level_name(level);
    parts::add_subtitle(chart, input, *model::find_metric("seconds_median"),
                        chart.y.unit + " · % of the roof of " + roof_level_name(level));
    const Highest highest = highest_roofs(input);
    double ceiling = add_ceiling(chart, highest, made.work);
    for (const results::Curve& curve : input.curves) VariantOnRoofline(input, *x, curve, level, made.work).add_to(made);
    if (ceiling <= 0 || !has_points(chart)) {
        chart.references.clear();
        chart.empty_message =
            ceiling <= 0
                ? "A roofline needs hardware counters and this GPU's roofs; no result shown here has both."
                : std::string("No current result shown here has counted bytes of ") + roof_level_name(level) + ".";
        return made;
    }
    if (made.work == Work::flops) ceiling = add_tensor_ceiling(chart, highest, ceiling);
    add_level_roofs(chart, highest, level, ceiling);
    set_ranges(chart, ceiling);
    return made;
}

std::optional<RoofLevel> limiting_level(const ChartInput& input)
{
    struct Limit {
        std::optional<RoofLevel> level;
        double share = 0;
    } of_focus, of_all;
    const auto take = [](Limit& limit, RoofLevel level, double share) {
        if (!limit.level || share > limit.share) limit = {level, share};
    };
    const Work work = work_of(input);
    parts::for_each_result(input, [&](const results::Curve& curve, const results::CurvePoint& point) {
        if (point.is_stale()) return;
        const bool is_focused = curve.variant == input.focus && &point == parts::point_at_cursor(input, curve.points);
        for (const RoofLevel level : {RoofLevel::dram, RoofLevel::l2, RoofLevel::l1}) {
            const auto spot = roofline_spot(point.result->measurement, level, work);
            if (!spot || !spot->share) continue;
            take(of_all, level, *spot->share);
            if (is_focused) take(of_focus, level, *spot->share);
        }
    });
    return of_focus.level ? of_focus.level : of_all.level;
}

const char* roof_level_name(RoofLevel level)
{
    switch (level) {
        case RoofLevel::dram: return "DRAM";
        case RoofLevel::l2: return "L2";
        case RoofLevel::l1: return "L1 and shared memory";
    }
    return "";
}

}  // namespace spillway::charts
