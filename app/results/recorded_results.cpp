#include "app/results/recorded_results.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/model/grouped.h"
#include "app/protocol/recording_lines.h"
#include "app/protocol/recording_reader.h"

namespace spillway::results {
namespace {

std::string count_of_results(std::size_t count)
{
    return model::grouped(std::to_string(count)) + (count == 1 ? " result" : " results");
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

struct Names {
    std::string experiment, variant, key;
};

/// Whose result a line is. The Error's `what` is a sentence without the place.
model::Expected<Names> names_of(std::string_view line)
{
    if (const auto heading = protocol::read_heading(line))
        return Names{std::string(heading->experiment), std::string(heading->variant), std::string(heading->key)};
    const auto decoded = protocol::decode_recorded(line);
    if (!decoded) return decoded.error();
    return Names{decoded->experiment, decoded->variant, protocol::recorded_key(*decoded)};
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
    auto text = protocol::read_recording_text(file);
    if (!text) return text.error();
    RecordedResults loaded;
    loaded.status_.file = file;
    loaded.status_.trouble = std::move(text->trouble);
    loaded.status_.header = std::move(text->header);
    loaded.sort_in(std::move(text->lines));
    return loaded;
}

/// Of lines with one key the last stays. Ends at one that is wrong so far that nobody can tell what it is of.
void RecordedResults::sort_in(std::vector<std::string> lines)
{
    std::unordered_map<std::string, std::pair<OfExperiment*, std::size_t>> places;
    places.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t number = i + 2;
        const auto names = names_of(lines[i]);
        if (!names) {
            status_.trouble = protocol::bad_line(number, names.error().what, status_.file);
            break;
        }
        OfExperiment& of = by_experiment_[names->experiment];
        const auto [place, is_new] = places.try_emplace(names->key, &of, of.unread.size());
        // In the order of the file: where the later one is wrong, what stands before is used all the same.
        if (!is_new) {
            auto& [holder, index] = place->second;
            holder->unread[index].text.clear();
            place->second = {&of, of.unread.size()};
        }
        of.unread.push_back({number, names->variant, std::move(lines[i])});
    }
    for (auto& [name, of] : by_experiment_)
        std::erase_if(of.unread, [](const Line& line) { return line.text.empty(); });
    status_.results = places.size();
}

void RecordedResults::decode(const std::string& experiment, OfExperiment& of) const
{
    const std::vector<Line> lines = std::exchange(of.unread, {});
    std::vector<std::string_view> texts;
    texts.reserve(lines.size());
    for (const Line& line : lines) texts.push_back(line.text);
    auto decoded = protocol::decode_recorded(texts, status_.header);
    for (std::size_t i = 0; i < decoded.size(); ++i) {
        const bool is_other = decoded[i] && decoded[i]->experiment != experiment;
        if (!decoded[i] || is_other) {
            const std::string what = is_other ? "it names two experiments" : decoded[i].error().what;
            status_.trouble = protocol::bad_line(lines[i].number, what, status_.file);
            status_.results -= decoded.size() - i;
            return;
        }
        auto kept = std::make_shared<const model::RunResult>(std::move(*decoded[i]));
        // Settings that a variant does not depend on give one job twice; counters may be with either.
        ResultPointer& known = of.by_hash[*kept->job_hash];
        if (known == nullptr || kept->measurement.counters || !known->measurement.counters) known = kept;
        of.results.push_back(std::move(kept));
    }
}

const RecordedResults::OfExperiment* RecordedResults::read(const std::string& experiment) const
{
    const auto found = by_experiment_.find(experiment);
    if (found == by_experiment_.end()) return nullptr;
    if (!found->second.unread.empty()) decode(experiment, found->second);
    return &found->second;
}

bool RecordedResults::is_current(const model::Experiment& experiment, const model::RunResult& result) const
{
    const model::Variant* variant = experiment.find_variant(result.variant);
    if (variant == nullptr) return false;
    const auto question = question_of({experiment, *variant, result.parameters, gpu()});
    return question && question->job_hash == result.job_hash;
}

/// Where what decides about jobs is what it was, one job tells whether this program still makes the same of them.
bool RecordedResults::all_are_current(const model::Experiment& experiment, const OfExperiment& of) const
{
    const auto recorded_text = status_.header.definitions.find(experiment.name);
    if (recorded_text == status_.header.definitions.end() || recorded_text->second != experiment.definition_hash)
        return false;
    if (!of.results.empty()) return is_current(experiment, *of.results.front());
    if (of.unread.empty()) return true;
    const auto first = protocol::decode_recorded(of.unread.front().text);
    return first && is_current(experiment, *first);
}

/// Adds to the status what the results of one experiment are.
void RecordedResults::count(const model::Experiment& experiment, OfExperiment& of)
{
    const bool are_all_current = all_are_current(experiment, of);
    if (!are_all_current && !of.unread.empty()) decode(experiment.name, of);
    const std::size_t changed_before = status_.of_changed;
    const auto add = [&](const std::string& variant, bool is_current) {
        if (experiment.find_variant(variant) == nullptr)
            ++status_.of_unknown;
        else
            ++(is_current ? status_.current : status_.of_changed);
    };
    for (const Line& line : of.unread) add(line.variant, true);
    for (const ResultPointer& result : of.results)
        add(result->variant, are_all_current || is_current(experiment, *result));
    if (status_.of_changed > changed_before) status_.changed_experiments.push_back(experiment.name);
}

void RecordedResults::fit(const catalogue::Catalogue& catalogue)
{
    status_.current = status_.of_changed = status_.of_unknown = 0;
    status_.changed_experiments.clear();
    for (auto& [name, of] : by_experiment_) {
        of.along.clear();
        if (const model::Experiment* experiment = catalogue.find(name))
            count(*experiment, of);
        else
            status_.of_unknown += of.unread.size() + of.results.size();
    }
}

void RecordedResults::fit_compiler(const std::string& version)
{
    status_.compiler_here = version;
    if (version.empty())
        status_.compiler = CompilerFit::unknown;
    else
        status_.compiler = version == status_.header.compiler ? CompilerFit::same : CompilerFit::changed;
}

ResultPointer RecordedResults::find(const std::string& experiment, const std::string& job_hash) const
{
    const OfExperiment* of = read(experiment);
    if (of == nullptr) return nullptr;
    const auto found = of->by_hash.find(job_hash);
    return found == of->by_hash.end() ? nullptr : found->second;
}

std::vector<model::Value> RecordedResults::values_along(const model::Experiment& experiment,
                                                        const model::Values& values, const std::string& parameter) const
{
    const OfExperiment* of = read(experiment.name);
    if (of == nullptr) return {};
    const auto [known, is_new] = of->along.try_emplace(parameter);
    const model::Parameter& axis = *experiment.find_parameter(parameter);
    if (is_new)
        for (const ResultPointer& result : of->results) {
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

}  // namespace spillway::results
