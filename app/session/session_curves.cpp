#include <algorithm>

#include "app/session/session_state.h"

namespace spillway::session {
namespace {

/// Enough for a smooth curve on the widest screen, few enough to be compiled in half a minute.
constexpr int most_axis_points = 65;

}  // namespace

CurvePoint Session::State::point_of(const std::string& variant, const model::Value& x) const
{
    CurvePoint point;
    point.x = x;
    point.position = catalogue::axis_position(*experiment().find_parameter(selection.x_axis), x);
    model::Values values = selection.values;
    values[selection.x_axis] = x;
    const std::string key = key_of(variant, values);
    point.result = store.find(key);
    if (shows_recorded_as_is() && (point.result == nullptr || point.result->status == model::Status::worker_died))
        if (const ResultStore::ResultPointer known = recorded_result(variant, values)) point.result = known;
    if (point.result != nullptr) {
        point.state = point.result->status == model::Status::ok ? PointState::ready : PointState::failed;
        return point;
    }
    point.state = asked.contains(key) ? PointState::queued : PointState::missing;
    const auto before = shown.find({variant, point.position});
    if (before != shown.end()) point.result = before->second;
    return point;
}

void Session::State::rebuild_curves()
{
    const model::Parameter& parameter = *experiment().find_parameter(selection.x_axis);
    axis = axis_towards_recorded(catalogue::axis_values(parameter, most_axis_points));
    const model::Value& here = selection.values.at(selection.x_axis);
    std::vector<model::Value> values = axis;
    if (std::find(values.begin(), values.end(), here) == values.end()) {
        const auto position = [&](const model::Value& value) { return catalogue::axis_position(parameter, value); };
        values.insert(std::upper_bound(values.begin(), values.end(), here,
                                       [&](const auto& a, const auto& b) { return position(a) < position(b); }),
                      here);
    }
    curves.clear();
    points_done = points_total = 0;
    for (const model::Variant& variant : experiment().variants) {
        Curve curve;
        curve.variant = variant.name;
        for (const model::Value& x : values) {
            CurvePoint point = point_of(variant.name, x);
            if (point.state >= PointState::ready) {
                shown[{variant.name, point.position}] = point.result;
                ++points_done;
            }
            ++points_total;
            if (x == here) {
                CurvePoint now = point;
                // Off the sampled axis nothing was shown at this very x: the reading of a moment ago will do.
                if (now.result == nullptr) now.result = current[variant.name].result;
                current[variant.name] = std::move(now);
            }
            curve.points.push_back(std::move(point));
        }
        curves.push_back(std::move(curve));
    }
    note_last_answer();
}

void Session::State::note_last_answer()
{
    if (!answer_pending) return;
    for (const model::Variant& variant : experiment().variants)
        if (current[variant.name].state < PointState::ready) return;
    answer_pending = false;
    last_answer_seconds = seconds_since_change();
}

}  // namespace spillway::session
