#include "app/teaching/recorded.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/teaching/parameter_steps.h"

namespace spillway::teaching {
namespace {

bool is_anything_measured(const session::SessionView& session)
{
    const auto is_measured = [](const results::CurvePoint& point) {
        return point.result != nullptr && !point.is_stale() &&
               point.result->measurement.source != model::MeasurementSource::none;
    };
    return std::ranges::any_of(
        session.curves(), [&](const results::Curve& curve) { return std::ranges::any_of(curve.points, is_measured); });
}

/// Changed parameters, the last touched one first. Not the x axis: the chart shows its other values.
std::vector<const model::Parameter*> changed_parameters(const session::SessionView& session, const std::string& touched)
{
    std::vector<const model::Parameter*> changed;
    const model::Experiment& experiment = session.experiment();
    for (const auto* list : {&experiment.parameters, &experiment.knobs})
        for (const model::Parameter& parameter : *list) {
            const auto now = session.selection().values.find(parameter.name);
            if (parameter.name == session.selection().x_axis || now == session.selection().values.end()) continue;
            if (now->second != catalogue::initial_value(parameter, session.gpu())) changed.push_back(&parameter);
        }
    std::stable_partition(changed.begin(), changed.end(),
                          [&](const model::Parameter* each) { return each->name == touched; });
    return changed;
}

std::optional<model::Value> nearest_recorded(const session::SessionView& session, const model::Parameter& parameter)
{
    const std::vector<model::Value>& recorded = session.recorded_values(parameter.name);
    if (recorded.empty()) return std::nullopt;
    const double here = slider_fraction(parameter, session.selection().values.at(parameter.name));
    const auto away = [&](const model::Value& value) { return std::abs(slider_fraction(parameter, value) - here); };
    return *std::ranges::min_element(recorded, {}, away);
}

}  // namespace

std::optional<WayBack> way_to_recorded(const session::SessionView& session, const std::string& touched)
{
    if (session.recording(session.gpu().name) == nullptr || is_anything_measured(session)) return std::nullopt;
    const std::vector<const model::Parameter*> changed = changed_parameters(session, touched);
    WayBack back{{}, "the initial setting"};
    for (const model::Parameter* parameter : changed) {
        if (const auto value = nearest_recorded(session, *parameter))
            return WayBack{{{parameter->name, *value}}, parameter->label + " " + value_label(*parameter, *value)};
        back.set[parameter->name] = catalogue::initial_value(*parameter, session.gpu());
    }
    if (changed.empty()) return std::nullopt;
    return back;
}

}  // namespace spillway::teaching
