#include "app/charts/cliffs.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "app/model/metrics.h"
#include "app/model/stack_size.h"

namespace spillway::charts {
namespace {

using model::RunResult;
using results::CurvePoint;
using results::PointState;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

const RunResult* fresh_result(const CurvePoint& point)
{
    return point.state == PointState::ready ? point.result.get() : nullptr;
}

bool is_limited_by(const model::Occupancy& occupancy, std::string_view resource)
{
    return std::find(occupancy.limiter.begin(), occupancy.limiter.end(), resource) != occupancy.limiter.end();
}

/// The resource that the SM ran out of, with its amount.
std::string cause_of(const RunResult& before, const RunResult& after)
{
    // The tighter result names the cause: the later one after a fall, the earlier one before a rise.
    const bool falls = after.occupancy->theoretical < before.occupancy->theoretical;
    const model::Occupancy& tight = falls ? *after.occupancy : *before.occupancy;
    if (!after.compile) return "";
    if (is_limited_by(tight, "registers") && after.compile->registers)
        return fmt::format("{} registers: ", *after.compile->registers);
    if (is_limited_by(tight, "shared_memory")) {
        const auto bytes = after.compile->static_shared_bytes + after.dynamic_shared_bytes;
        return model::format_bytes(static_cast<double>(bytes)) + " shared memory: ";
    }
    return "";
}

std::int64_t spilled_bytes(const RunResult& result)
{
    const model::CompileReport& report = *result.compile;
    const std::int64_t stores = model::spill_store_bytes(report);
    return stores > 0 ? stores : model::spill_load_bytes(report);
}

bool begins_or_ends(std::int64_t was, std::int64_t now)
{
    return (was == 0) != (now == 0);
}

void add_cliffs_between(double x, const RunResult& before, const RunResult& after, std::vector<FoundCliff>& found)
{
    if (before.compile && after.compile) {
        if (begins_or_ends(spilled_bytes(before), spilled_bytes(after)))
            found.push_back({x, CliffKind::spills, 3, &before, &after});
        if (begins_or_ends(before.compile->stack_frame_bytes, after.compile->stack_frame_bytes))
            found.push_back({x, CliffKind::stack_frame, 2, &before, &after});
    }
    if (before.occupancy && after.occupancy) {
        const double change = std::abs(after.occupancy->theoretical - before.occupancy->theoretical);
        if (change >= 1e-9) found.push_back({x, CliffKind::occupancy, change, &before, &after});
    }
}

std::string occupancy_text(const RunResult& before, const RunResult& after)
{
    const int now = after.occupancy->blocks_per_sm, was = before.occupancy->blocks_per_sm;
    const std::string cause = cause_of(before, after);
    const auto fit = [&](int number, int earlier, const char* what) {
        return cause + fmt::format("{}{} {}{} fit{} ({} before)", number < earlier ? "only " : "", number, what,
                                   number == 1 ? "" : "s", number == 1 ? "s" : "", earlier);
    };
    if (now != was) return fit(now, was, "block");
    return fit(after.occupancy->warps_per_sm, before.occupancy->warps_per_sm, "warp");
}

/// Text for the point where bytes appear or disappear: "first spill: 24 bytes".
std::string bytes_text(std::int64_t now, const char* begins, const char* ends)
{
    return now > 0 ? std::string(begins) + ": " + model::format_bytes(static_cast<double>(now)) : ends;
}

/// The hexadecimal limit before " max)" in ptxas's message.
std::optional<double> limit_in(std::string_view message)
{
    const std::size_t end = message.find(" max)");
    if (end == std::string_view::npos) return std::nullopt;
    const std::size_t begin = message.rfind("0x", end);
    if (begin == std::string_view::npos) return std::nullopt;
    unsigned long long bytes = 0;
    const auto parsed = std::from_chars(message.data() + begin + 2, message.data() + end, bytes, 16);
    if (parsed.ec != std::errc{} || parsed.ptr != message.data() + end) return std::nullopt;
    return static_cast<double>(bytes);
}

/// "not finished in 30 s", with the limit from our compiler's message "stopped after 30 s, ..."
/// (compile_bounds.cpp). No field of the result has the limit.
std::string not_finished_words(std::string_view message)
{
    constexpr std::string_view stopped = "stopped after ";
    std::size_t begin = message.find(stopped);
    if (begin == std::string_view::npos) return "compile not finished";
    begin += stopped.size();
    const std::size_t end = message.find(" s", begin);
    const std::string_view seconds = message.substr(begin, end == std::string_view::npos ? 0 : end - begin);
    if (seconds.empty() || seconds.find_first_not_of("0123456789") != std::string_view::npos)
        return "compile not finished";
    return "not finished in " + std::string(seconds) + " s";
}

bool is_about_fitting(const RunResult& result)
{
    const std::string words = result.message.value_or("") + " " + result.advice.value_or("");
    return contains(words, "shared memory") || contains(words, "out of resources") || contains(words, "does not fit") ||
           (result.occupancy && result.occupancy->blocks_per_sm == 0);
}

double scaled_position(const model::Parameter& x, double position)
{
    return x.scale == model::Scale::power_of_two ? std::log2(std::max(position, 0.5)) : position;
}

/// Change as the logarithm of a factor. A change from or to zero counts as larger than any factor.
double change_of(double before, double after)
{
    constexpr double beyond_any = 100;
    if (before <= 0 || after <= 0) return before == after ? 0 : beyond_any;
    return std::abs(std::log(after / before));
}

/// False if the measured change is much larger than the change of the resident warps, or if it is for the better with
/// fewer of them, or for the worse with more: it then has another cause.
bool can_explain(const FoundCliff& cliff, double before, double after, model::Better better)
{
    constexpr double max_ratio = 1.5;
    if (cliff.kind != CliffKind::occupancy) return true;
    const bool has_more_warps = cliff.after->occupancy->theoretical > cliff.before->occupancy->theoretical;
    const bool is_better = (after > before) == (better == model::Better::more);
    if (better != model::Better::none && is_better != has_more_warps) return false;
    const double change = change_of(before, after);
    const double warp_change = change_of(cliff.before->occupancy->theoretical, cliff.after->occupancy->theoretical);
    return change <= max_ratio * warp_change;
}

using Predicate = bool (*)(const RunResult&);

bool is_conclusive_at(const CurvePoint& point, Predicate is_conclusive)
{
    return point.state >= PointState::ready && point.result && is_conclusive(*point.result);
}

bool is_refused_at(const CurvePoint& point, Predicate is_refused)
{
    return point.state == PointState::failed && point.result && is_refused(*point.result);
}

}  // namespace

bool is_special_value(const model::Parameter& parameter, double position)
{
    if (parameter.kind != model::ParameterKind::integer) return false;
    const auto is_it = [&](std::int64_t extra) { return static_cast<double>(extra) == position; };
    const bool outside =
        position < static_cast<double>(parameter.first) || position > static_cast<double>(parameter.last);
    return outside && std::any_of(parameter.extra_values.begin(), parameter.extra_values.end(), is_it);
}

std::string FoundCliff::text() const
{
    switch (kind) {
        case CliffKind::occupancy: return occupancy_text(*before, *after);
        case CliffKind::stack_frame:
            return bytes_text(after->compile->stack_frame_bytes, "stack frame begins", "no stack frame from here");
        case CliffKind::spills:
            return bytes_text(spilled_bytes(*after), is_again ? "spills again" : "first spill", "no spills from here");
    }
    return "";
}

std::vector<FoundCliff> find_cliffs(const results::Curve& curve, const model::Parameter& x)
{
    std::vector<FoundCliff> found;
    if (x.kind == model::ParameterKind::choice) return found;  // names have no order to jump along
    const RunResult* before = nullptr;
    for (const CurvePoint& point : curve.points) {
        const RunResult* after = fresh_result(point);
        if (is_special_value(x, point.position)) after = nullptr;
        if (before && after) add_cliffs_between(point.position, *before, *after, found);
        before = after;
    }
    bool has_spilled = false;
    for (FoundCliff& cliff : found) {
        if (cliff.kind != CliffKind::spills) continue;
        cliff.is_again = has_spilled;
        has_spilled = true;
    }
    return found;
}

std::vector<MeasuredPoint> measured_points(const results::Curve& curve, const model::Parameter& x,
                                           const model::Metric& metric)
{
    std::vector<MeasuredPoint> measured;
    for (const CurvePoint& point : curve.points) {
        const RunResult* result = fresh_result(point);
        const auto value = result && !is_special_value(x, point.position) ? metric.get(*result) : std::nullopt;
        if (value) measured.push_back({point.position, scaled_position(x, point.position), *value});
    }
    return measured;
}

bool shows_in_measurement(const FoundCliff& cliff, const std::vector<MeasuredPoint>& measured, model::Better better)
{
    constexpr double least_change = 0.05, least_bend = 1.5;
    std::size_t after = measured.size();  // first point at or after the cliff
    while (after > 0 && !(measured[after - 1].x < cliff.x)) --after;
    if (after == 0 || after >= measured.size()) return false;
    const auto slope = [&](std::size_t to) {
        return change_of(measured[to - 1].value, measured[to].value) / (measured[to].at - measured[to - 1].at);
    };
    const double change = change_of(measured[after - 1].value, measured[after].value);
    if (change < least_change) return false;
    if (!can_explain(cliff, measured[after - 1].value, measured[after].value, better)) return false;
    double usual = std::numeric_limits<double>::infinity();
    if (after >= 2) usual = std::min(usual, slope(after - 1));
    if (after + 1 < measured.size()) usual = std::min(usual, slope(after + 1));
    return std::isinf(usual) || slope(after) > least_bend * usual;
}

std::vector<FoundFailure> find_failures(const results::Curve& curve, bool (*is_refused)(const model::RunResult&),
                                        bool (*is_conclusive)(const model::RunResult&))
{
    std::vector<FoundFailure> found;
    const auto& points = curve.points;
    const auto has_answer = [&](const CurvePoint& point) { return is_conclusive_at(point, is_conclusive); };
    for (std::size_t begin = 0; begin < points.size(); ++begin) {
        if (!is_refused_at(points[begin], is_refused)) continue;
        // Unknown points do not end a range, so that a range stays whole while a curve fills.
        const RunResult& result = *points[begin].result;
        const auto goes_on = [&](const CurvePoint& point) {
            return is_refused_at(point, is_refused) && failure_words(*point.result) == failure_words(result);
        };
        std::size_t end = begin, next = begin + 1;
        for (; next < points.size() && (!has_answer(points[next]) || goes_on(points[next])); ++next)
            if (has_answer(points[next])) end = next;
        const bool reaches_end = end + 1 == points.size();
        const bool is_preceded =
            std::any_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(begin), has_answer);
        const std::string where = reaches_end && is_preceded   ? " from here"
                                  : reaches_end || is_preceded ? ""
                                                               : " up to here";
        const std::string reason = short_reason(result);
        found.push_back({points[begin].position, points[end].position,
                         failure_words(result) + where + (reason.empty() ? "" : ": " + reason)});
        begin = end;
    }
    return found;
}

std::string failure_words(const model::RunResult& result)
{
    switch (result.status) {
        case model::Status::ok: return "";
        case model::Status::compile_error:
            if (!result.compile_stopped) return "does not compile";
            if (*result.compile_stopped == model::Bound::memory) return "compile out of memory";
            return not_finished_words(result.message.value_or(""));
        case model::Status::launch_error: return is_about_fitting(result) ? "does not fit" : "does not launch";
        case model::Status::wrong_result: return "wrong result";
        case model::Status::timed_out: return "timed out";
        case model::Status::worker_died: return "crashed";
    }
    return "";
}

std::string short_reason(const model::RunResult& result)
{
    const std::string message = result.message.value_or("");
    if (contains(message, "too much shared data")) {
        const auto limit = limit_in(message);
        return "static shared memory ends" + (limit ? ": " + model::format_bytes(*limit) : std::string());
    }
    if (contains(message, "too much local data") || contains(message, "too much stack")) return "local memory ends";
    if (result.status == model::Status::launch_error && contains(message, "shared memory")) return "shared memory ends";
    if (contains(message, "not allowed for dynamic SMEM")) return "no spilling to shared memory beside dynamic";
    return "";
}

}  // namespace spillway::charts
