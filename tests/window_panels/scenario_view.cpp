#include "scenario_view.h"

namespace spillway::test {

void ScenarioView::change(Scenario shown)
{
    shown_ = std::move(shown);
    ++revision_;
}

const model::Experiment& ScenarioView::experiment() const
{
    return *shown_.catalogue.find(shown_.selection.experiment);
}

const model::Gpu& ScenarioView::gpu() const
{
    for (const model::Gpu& gpu : shown_.gpus)
        if (gpu.name == shown_.selection.gpu) return gpu;
    return shown_.gpus.front();
}

const model::Parameter& ScenarioView::x_parameter() const
{
    return *experiment().find_parameter(shown_.selection.x_axis);
}

model::Expected<model::Gpu> ScenarioView::choose_gpu(const std::string& name) const
{
    for (const model::Gpu& gpu : shown_.gpus)
        if (gpu.name == name) return gpu;
    return model::Error{"no such GPU", "", ""};
}

const results::CurvePoint& ScenarioView::current(const std::string& variant) const
{
    static const results::CurvePoint none;
    const auto found = shown_.points.find(variant);
    return found != shown_.points.end() ? found->second : none;
}

std::shared_ptr<const model::RunResult> ScenarioView::known(const std::string& variant, const model::Value& x) const
{
    for (const results::Curve& curve : shown_.over_x)
        for (const results::CurvePoint& point : curve.points)
            if (curve.variant == variant && point.x == x) return point.result;
    return nullptr;
}

std::shared_ptr<const model::RunResult> ScenarioView::known(const session::BackgroundRequest& wish) const
{
    const bool is_elsewhere = wish.values != shown_.selection.values;
    return shown_.stepped && is_elsewhere ? shown_.stepped : current(wish.variant).result;
}

const std::vector<model::Value>& ScenarioView::recorded_values(const std::string&) const
{
    static const std::vector<model::Value> none;
    return none;
}

const model::OccupancyCurves* ScenarioView::occupancy_curves() const
{
    return shown_.curves ? &*shown_.curves : nullptr;
}

const model::Listing* ScenarioView::listing() const
{
    return shown_.listing ? &*shown_.listing : nullptr;
}

const std::vector<model::Cause>* ScenarioView::causes() const
{
    return shown_.causes ? &*shown_.causes : nullptr;
}

}  // namespace spillway::test
