#include "app/session/recorded_results.h"

#include <algorithm>
#include <map>

#include "app/session/result_store.h"

namespace spillway::session {
namespace {

std::string count_of_results(std::size_t count)
{
    return std::to_string(count) + (count == 1 ? " result" : " results");
}

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

const std::string& key_of(const model::RunResult& result, std::string& key)
{
    key = configuration_key(result.experiment, result.variant, result.parameters, result.gpu_name);
    return key;
}

/// All that decides a configuration but the variant and one parameter.
std::string line_key(const std::string& experiment, const model::Values& values, const std::string& parameter,
                     const std::string& gpu)
{
    model::Values others = values;
    others.erase(parameter);
    return configuration_key(experiment, parameter, others, gpu);
}

}  // namespace

std::string RecordingStatus::sentence() const
{
    std::string text = header.measured ? "Recorded on " : "Compiled for ";
    text += header.gpu.label.empty() ? header.gpu.name : header.gpu.label;
    if (!header.driver.empty()) text += ", driver " + header.driver;
    if (!header.compiler.empty()) text += ", NVRTC " + header.compiler;
    if (!header.date.empty()) text += ", " + header.date.substr(0, 10);
    text += ": " + count_of_results(results);
    text += header.measured ? "." : ", none of them measured.";
    if (of_changed_kernels > 0)
        text += " " + count_of_results(of_changed_kernels) + " of " + joined(changed_experiments) +
                " are not shown: the kernel has changed since.";
    if (of_unknown > 0)
        text += " " + count_of_results(of_unknown) + " are of experiments or variants that are not in the catalogue.";
    if (compiler == CompilerFit::changed)
        text += " The compiler here is NVRTC " + compiler_here + ": it may generate other code than what was measured.";
    if (trouble) text += " " + trouble->what + ".";
    return text;
}

model::Expected<RecordedResults> RecordedResults::load(const std::filesystem::path& file)
{
    auto recording = protocol::read_recording(file);
    if (!recording) return recording.error();
    RecordedResults loaded;
    loaded.status_.file = file;
    loaded.status_.header = std::move(recording->header);
    loaded.status_.trouble = std::move(recording->trouble);
    loaded.status_.results = recording->results.size();
    for (model::RunResult& result : recording->results)
        loaded.all_.push_back(std::make_shared<const model::RunResult>(std::move(result)));
    return loaded;
}

void RecordedResults::fit(const catalogue::Catalogue& catalogue)
{
    enum class Fit { same, changed, unknown };
    std::map<std::string, Fit> fits;
    const auto fit_of = [&](const std::string& name) {
        const auto known = fits.find(name);
        if (known != fits.end()) return known->second;
        const model::Experiment* experiment = catalogue.find(name);
        const auto recorded = status_.header.kernels.find(name);
        Fit fit = Fit::unknown;
        if (experiment != nullptr)
            fit = recorded != status_.header.kernels.end() &&
                          recorded->second == catalogue::content_hash(experiment->source)
                      ? Fit::same
                      : Fit::changed;
        return fits[name] = fit;
    };
    current_.clear();
    along_.clear();
    status_.current = status_.of_changed_kernels = status_.of_unknown = 0;
    status_.changed_experiments.clear();
    std::string key;
    for (const ResultPointer& result : all_) {
        const Fit fit = fit_of(result->experiment);
        const bool known_variant =
            fit != Fit::unknown && catalogue.find(result->experiment)->find_variant(result->variant) != nullptr;
        if (!known_variant) {
            ++status_.of_unknown;
        } else if (fit == Fit::changed) {
            ++status_.of_changed_kernels;
        } else {
            ++status_.current;
            current_[key_of(*result, key)] = result;
        }
    }
    for (const auto& [name, fit] : fits)
        if (fit == Fit::changed) status_.changed_experiments.push_back(name);
}

void RecordedResults::fit_compiler(const std::string& version)
{
    status_.compiler_here = version;
    if (version.empty())
        status_.compiler = CompilerFit::unknown;
    else
        status_.compiler = version == status_.header.compiler ? CompilerFit::same : CompilerFit::changed;
}

RecordedResults::ResultPointer RecordedResults::find(const std::string& experiment, const std::string& variant,
                                                     const model::Values& values, const std::string& gpu) const
{
    const auto found = current_.find(configuration_key(experiment, variant, values, gpu));
    return found == current_.end() ? nullptr : found->second;
}

std::vector<model::Value> RecordedResults::values_along(const model::Experiment& experiment,
                                                        const model::Values& values, const std::string& parameter,
                                                        const std::string& gpu) const
{
    const std::string wanted = line_key(experiment.name, values, parameter, gpu);
    const auto known = along_.find(wanted);
    if (known != along_.end()) return known->second;
    const model::Parameter& axis = *experiment.find_parameter(parameter);
    std::map<double, model::Value> found;
    for (const auto& [key, result] : current_) {
        if (result->experiment != experiment.name) continue;
        const auto value = result->parameters.find(parameter);
        if (value == result->parameters.end() || catalogue::check_value(axis, value->second)) continue;
        if (line_key(experiment.name, result->parameters, parameter, result->gpu_name) == wanted)
            found[catalogue::axis_position(axis, value->second)] = value->second;
    }
    std::vector<model::Value> ascending;
    for (auto& [position, value] : found) ascending.push_back(std::move(value));
    constexpr std::size_t most_lines = 256;
    if (along_.size() >= most_lines) along_.clear();
    return along_[wanted] = std::move(ascending);
}

model::RunResult with_recorded_measurement(model::RunResult compiled, const model::RunResult& recorded)
{
    if (compiled.status != model::Status::ok) return compiled;
    if (recorded.status != model::Status::ok) {
        compiled.measurement.reason = std::string("No measurement: on the recorded GPU it ended as ") +
                                      model::to_string(recorded.status) +
                                      (recorded.message ? ": " + *recorded.message : std::string());
        return compiled;
    }
    if (recorded.measurement.source == model::MeasurementSource::none) return compiled;
    compiled.measurement = recorded.measurement;
    compiled.verification = recorded.verification;
    return compiled;
}

void add_recorded_gpu(std::vector<model::Gpu>& gpus, const RecordingStatus& recording)
{
    const auto same = [&](const model::Gpu& known) { return known.name == recording.header.gpu.name; };
    if (std::none_of(gpus.begin(), gpus.end(), same)) gpus.push_back(recording.header.gpu);
}

}  // namespace spillway::session
