#include <algorithm>
#include <cmath>

#include "app/session/paths.h"
#include "app/session/session_state.h"

namespace spillway::session {

std::optional<model::Error> Session::State::load_recording()
{
    const bool named = !options.recording.empty();
    const std::filesystem::path file = named ? options.recording : default_recording(options.gpus_file.parent_path());
    if (file.empty()) return std::nullopt;
    auto loaded = RecordedResults::load(file);
    if (!loaded) {
        if (named) return loaded.error();
        add_log(Severity::error, loaded.error());
        return std::nullopt;
    }
    recorded = std::move(*loaded);
    recorded->fit(catalogue);
    add_recorded_gpu(gpus, recorded->status());
    const model::Gpu before = gpu();
    selection.gpu = recorded->status().header.gpu.name;
    catalogue::move_initial_values(experiment(), before, gpu(), selection.values);
    // Who names a recording wants to see it, also beside a live GPU.
    if (named) gpu_was_chosen = true;
    const RecordingStatus& status = recorded->status();
    add_log(status.fits() ? Severity::info : Severity::warning, {status.sentence(), file.filename().string(), ""});
    return std::nullopt;
}

void Session::State::fit_recording_to_compiler()
{
    if (!recorded) return;
    const CompilerFit before = recorded->status().compiler;
    const auto& hello = dispatcher->status().hello;
    recorded->fit_compiler(hello && hello->compiler.available ? hello->compiler.version : std::string());
    const RecordingStatus& status = recorded->status();
    if (status.compiler != before && status.compiler == CompilerFit::changed)
        add_log(Severity::warning, {status.sentence(), status.file.filename().string(), ""});
}

bool Session::State::shows_recorded_as_is() const
{
    if (!recorded || dispatcher == nullptr) return false;
    if (!experiment().trusted || dispatcher->status().state == WorkerState::unavailable) return true;
    const auto& hello = dispatcher->status().hello;
    return hello && !hello->compiler.available;
}

bool Session::State::measures_live(const std::string& arch) const
{
    const auto& hello = dispatcher->status().hello;
    return hello && std::any_of(hello->live_gpus.begin(), hello->live_gpus.end(),
                                [&](const model::Gpu& live) { return live.arch() == arch; });
}

model::RunResult Session::State::with_recorded(model::RunResult result) const
{
    if (!recorded || result.measurement.source != model::MeasurementSource::none || measures_live(result.gpu_arch))
        return result;
    const auto known = recorded->find(result.experiment, result.variant, result.parameters, result.gpu_name);
    return known == nullptr ? result : with_recorded_measurement(std::move(result), *known);
}

ResultStore::ResultPointer Session::State::recorded_result(const std::string& variant,
                                                           const model::Values& values) const
{
    return recorded ? recorded->find(selection.experiment, variant, values, selection.gpu) : nullptr;
}

std::vector<model::Value> Session::State::axis_towards_recorded(std::vector<model::Value> evenly) const
{
    if (!recorded) return evenly;
    std::vector<model::Value> known =
        recorded->values_along(experiment(), selection.values, selection.x_axis, selection.gpu);
    if (known.empty()) return evenly;
    if (shows_recorded_as_is()) return known;

    const model::Parameter& parameter = *experiment().find_parameter(selection.x_axis);
    const auto position = [&](const model::Value& value) { return catalogue::axis_position(parameter, value); };
    std::vector<model::Value> drawn;
    for (std::size_t i = 0; i < evenly.size(); ++i) {
        const double here = position(evenly[i]);
        double reach = i > 0 ? here - position(evenly[i - 1]) : 0;
        if (i + 1 < evenly.size()) reach = std::max(reach, position(evenly[i + 1]) - here);
        const auto nearest = std::min_element(known.begin(), known.end(), [&](const auto& a, const auto& b) {
            return std::abs(position(a) - here) < std::abs(position(b) - here);
        });
        const bool is_near = std::abs(position(*nearest) - here) <= reach / 2;
        const model::Value& value = is_near ? *nearest : evenly[i];
        if (drawn.empty() || position(value) > position(drawn.back())) drawn.push_back(value);
    }
    return drawn;
}

}  // namespace spillway::session
