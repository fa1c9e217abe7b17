#include "app/session/selection_history.h"
#include "app/catalogue/formula/parameter_values.h"

namespace spillway::session {

Selection initial_selection(const model::Experiment& experiment, const model::Gpu& gpu)
{
    Selection fresh;
    fresh.experiment = experiment.name;
    fresh.values = catalogue::initial_values(experiment, gpu);
    fresh.gpu = gpu.name;
    fresh.x_axis = experiment.x_axis;
    fresh.focus = experiment.focus;
    return fresh;
}

Selection fitted(const Selection& old, const catalogue::Catalogue& catalogue, const model::Gpu& gpu)
{
    const model::Experiment* still_there = catalogue.find(old.experiment);
    if (still_there == nullptr) return initial_selection(catalogue.experiments.front(), gpu);
    Selection fit = initial_selection(*still_there, gpu);
    for (auto& [name, value] : fit.values) {
        const auto before = old.values.find(name);
        if (before != old.values.end() && !catalogue::check_value(*still_there->find_parameter(name), before->second))
            value = before->second;
    }
    if (still_there->find_parameter(old.x_axis) != nullptr) fit.x_axis = old.x_axis;
    if (still_there->find_variant(old.focus) != nullptr) fit.focus = old.focus;
    return fit;
}

Selection moved_to(Selection selection, const model::Experiment& experiment, const model::Gpu& from,
                   const model::Gpu& to)
{
    selection.gpu = to.name;
    catalogue::move_initial_values(experiment, from, to, selection.values);
    return selection;
}

void SelectionHistory::begin_with(Selection selection)
{
    now_ = std::move(selection);
    previous_x_.reset();
}

bool SelectionHistory::change(Selection next, Edit edit)
{
    const bool is_dragging = edit == Edit::dragging;
    if (next == now_) {
        if (!is_dragging) history_.end_drag();
        return false;
    }
    history_.remember(now_, is_dragging);
    take(std::move(next));
    return true;
}

void SelectionHistory::return_to(Selection selection)
{
    take(std::move(selection));
}

void SelectionHistory::take(Selection next)
{
    const bool is_same_axis = next.experiment == now_.experiment && next.x_axis == now_.x_axis;
    previous_x_.reset();
    if (is_same_axis) previous_x_ = now_.values.at(now_.x_axis);
    now_ = std::move(next);
    restart_clock();
}

double SelectionHistory::seconds_since_change() const
{
    return std::chrono::duration<double>(Clock::now() - changed_at_).count();
}

}  // namespace spillway::session
