#include "app/teaching/view_fit.h"

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/teaching/gpu_labels.h"

namespace spillway::teaching {
namespace {

using model::Error;

constexpr const char* view_word = "the view";

const model::Gpu* find_gpu(const session::SessionView& session, const std::string& name)
{
    for (const model::Gpu& gpu : session.gpus())
        if (gpu.name == name) return &gpu;
    return nullptr;
}

/// The GPU of the setting: a live one of that name, unless the numbers came from a recording.
model::Expected<model::Gpu> gpu_of(const ViewSetting& setting, const session::SessionView& session)
{
    if (setting.gpu.empty()) return session.gpu();
    const auto& hello = session.worker().hello;
    if (hello && setting.recording.empty())
        for (const model::Gpu& live : hello->live_gpus)
            if (session.table_name(live) == setting.gpu) return live;
    const auto chosen = session.choose_gpu(setting.gpu);
    if (chosen) return *chosen;
    return Error{"there is no GPU '" + setting.gpu + "' here", view_word, chosen.error().advice};
}

template <typename Named>
void add_names(const std::vector<Named>& from, std::vector<std::string>& names)
{
    for (const Named& each : from) names.push_back(each.name);
}

std::vector<std::string> parameter_names(const model::Experiment& experiment)
{
    std::vector<std::string> names;
    add_names(experiment.parameters, names);
    add_names(experiment.knobs, names);
    return names;
}

std::vector<std::string> experiment_names(const catalogue::Catalogue& catalogue)
{
    std::vector<std::string> names;
    add_names(catalogue.experiments, names);
    return names;
}

std::optional<Error> take_values(const ViewSetting& setting, const model::Experiment& experiment, model::Values& values)
{
    for (const auto& [name, text] : setting.values) {
        const model::Parameter* parameter = experiment.find_parameter(name);
        if (parameter == nullptr)
            return Error{"the experiment " + experiment.name + " has no parameter '" + name + "'", view_word,
                         catalogue::suggestion(name, parameter_names(experiment))};
        auto value = catalogue::parse_value(*parameter, text);
        if (!value)
            return Error{
                value.error().what, view_word,
                value.error().advice.empty() ? experiment.name + "'s sliders show the range" : value.error().advice};
        values[name] = std::move(*value);
    }
    return std::nullopt;
}

}  // namespace

model::Error no_variant(const model::Experiment& experiment, const std::string& name)
{
    std::vector<std::string> known;
    add_names(experiment.variants, known);
    return {"the experiment " + experiment.name + " has no variant '" + name + "'", view_word,
            catalogue::suggestion(name, known)};
}

ViewSetting setting_of(const session::Selection& selection, const session::SessionView& session)
{
    ViewSetting setting;
    setting.experiment = selection.experiment;
    setting.x_axis = selection.x_axis;
    setting.variant = selection.focus;
    setting.gpu = selection.gpu;
    for (const auto& [name, value] : selection.values) setting.values[name] = model::to_string(value);
    const model::Gpu* gpu = find_gpu(session, selection.gpu);
    if (gpu == nullptr) return setting;
    const GpuSource source = gpu_source(session, *gpu);
    if (source == GpuSource::live) setting.gpu = session.table_name(*gpu);
    if (source == GpuSource::recorded) setting.recording = selection.gpu;
    return setting;
}

model::Expected<session::Selection> fit(const ViewSetting& setting, const session::SessionView& session)
{
    const model::Experiment* experiment = session.catalogue().find(setting.experiment);
    if (experiment == nullptr)
        return Error{"there is no experiment '" + setting.experiment + "' here", view_word,
                     catalogue::suggestion(setting.experiment, experiment_names(session.catalogue()))};
    const auto gpu = gpu_of(setting, session);
    if (!gpu) return gpu.error();
    session::Selection selection = session::initial_selection(*experiment, *gpu);
    if (auto error = take_values(setting, *experiment, selection.values)) return *error;
    if (!setting.x_axis.empty()) {
        if (experiment->find_parameter(setting.x_axis) == nullptr)
            return Error{"the experiment " + experiment->name + " has no x axis '" + setting.x_axis + "'", view_word,
                         catalogue::suggestion(setting.x_axis, parameter_names(*experiment))};
        selection.x_axis = setting.x_axis;
    }
    if (!setting.variant.empty()) {
        if (experiment->find_variant(setting.variant) == nullptr) return no_variant(*experiment, setting.variant);
        selection.focus = setting.variant;
    }
    return selection;
}

std::optional<std::string> what_is_not_recorded(const ViewSetting& setting, const session::SessionView& session)
{
    if (setting.recording.empty() || session.recording(setting.recording) != nullptr) return std::nullopt;
    return "This view shows numbers from a recording of " + setting.recording +
           ", which is not open here: drop that recording on the window, or start Spillway with --recording.";
}

}  // namespace spillway::teaching
