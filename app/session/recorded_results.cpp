#include "app/session/recorded_results.h"

#include <algorithm>
#include <map>

#include "app/protocol/recording_reader.h"

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

/// What no compiler tells, only a launch.
bool is_said_by_the_gpu(model::Status status)
{
    return status == model::Status::launch_error || status == model::Status::wrong_result ||
           status == model::Status::timed_out;
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
    if (of_changed > 0)
        text += " " + count_of_results(of_changed) + " of " + joined(changed_experiments) +
                " are not shown: the kernel, its launch or a formula has changed since.";
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
    for (model::RunResult& result : recording->results) {
        auto kept = std::make_shared<const model::RunResult>(std::move(result));
        // Settings that a variant does not depend on give one job twice; counters may be with either.
        ResultPointer& known = loaded.by_hash_[*kept->job_hash];
        if (known == nullptr || kept->measurement.counters || !known->measurement.counters) known = kept;
        loaded.by_experiment_[kept->experiment].push_back(std::move(kept));
    }
    return loaded;
}

bool RecordedResults::is_current(const model::Experiment& experiment, const model::RunResult& result) const
{
    const model::Variant* variant = experiment.find_variant(result.variant);
    if (variant == nullptr) return false;
    const auto question = question_of({experiment, *variant, result.parameters, gpu()});
    return question && question->job_hash == result.job_hash;
}

void RecordedResults::fit(const catalogue::Catalogue& catalogue)
{
    status_.current = status_.of_changed = status_.of_unknown = 0;
    status_.changed_experiments.clear();
    lines_.clear();
    for (const auto& [name, results] : by_experiment_) {
        const model::Experiment* experiment = catalogue.find(name);
        const auto recorded_text = status_.header.definitions.find(name);
        // Where what decides about jobs is what it was, one job tells whether this program still makes the same of them.
        const bool is_same_text = experiment != nullptr && recorded_text != status_.header.definitions.end() &&
                                  recorded_text->second == experiment->definition_hash;
        const bool all_are_current = is_same_text && is_current(*experiment, *results.front());
        const std::size_t changed_before = status_.of_changed;
        for (const ResultPointer& result : results) {
            if (experiment == nullptr || experiment->find_variant(result->variant) == nullptr)
                ++status_.of_unknown;
            else if (all_are_current || is_current(*experiment, *result))
                ++status_.current;
            else
                ++status_.of_changed;
        }
        if (status_.of_changed > changed_before) status_.changed_experiments.push_back(name);
    }
    std::sort(status_.changed_experiments.begin(), status_.changed_experiments.end());
}

void RecordedResults::fit_compiler(const std::string& version)
{
    status_.compiler_here = version;
    if (version.empty())
        status_.compiler = CompilerFit::unknown;
    else
        status_.compiler = version == status_.header.compiler ? CompilerFit::same : CompilerFit::changed;
}

ResultPointer RecordedResults::find(const std::string& job_hash) const
{
    const auto found = by_hash_.find(job_hash);
    return found == by_hash_.end() ? nullptr : found->second;
}

std::vector<model::Value> RecordedResults::values_along(const model::Experiment& experiment,
                                                        const model::Values& values, const std::string& parameter) const
{
    const auto results = by_experiment_.find(experiment.name);
    if (results == by_experiment_.end()) return {};
    const auto [known, is_new] = lines_.try_emplace(experiment.name + '|' + parameter);
    const model::Parameter& axis = *experiment.find_parameter(parameter);
    if (is_new)
        for (const ResultPointer& result : results->second) {
            model::Values others = result->parameters;
            const auto value = others.extract(parameter);
            if (value.empty() || catalogue::check_value(axis, value.mapped())) continue;
            known->second[others][catalogue::axis_position(axis, value.mapped())] = value.mapped();
        }
    model::Values others = values;
    others.erase(parameter);
    const auto line = known->second.find(others);
    std::vector<model::Value> ascending;
    if (line != known->second.end())
        for (const auto& [position, value] : line->second) ascending.push_back(value);
    return ascending;
}

model::RunResult with_recorded_measurement(model::RunResult compiled, const model::RunResult& recorded)
{
    if (compiled.status != model::Status::ok) return compiled;
    if (recorded.status != model::Status::ok) {
        compiled.measurement.reason = std::string("No measurement: on the recorded GPU it ended as ") +
                                      model::to_string(recorded.status) +
                                      (recorded.message ? ": " + *recorded.message : std::string());
        if (!is_said_by_the_gpu(recorded.status)) return compiled;
        compiled.status = recorded.status;
        compiled.message = "On the recorded GPU, " + recorded.gpu_name + ": " +
                           recorded.message.value_or(model::to_string(recorded.status));
        compiled.advice = recorded.advice;
        compiled.verification = recorded.verification;
        return compiled;
    }
    if (recorded.measurement.source == model::MeasurementSource::none) return compiled;
    compiled.measurement = recorded.measurement;
    compiled.verification = recorded.verification;
    return compiled;
}

}  // namespace spillway::session
