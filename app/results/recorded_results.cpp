#include "app/results/recorded_results.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "app/catalogue/formula/parameter_values.h"
#include "app/model/grouped.h"
#include "app/protocol/recording_folder.h"
#include "app/protocol/recording_lines.h"
#include "app/protocol/recording_merge.h"
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

/// In the page's first results, zeros follow these digits (scripts/pack_web.py reads the number), because whole hashes
/// would be more than a third of the bytes.
constexpr std::size_t compared_hash_digits = 16;

std::string compared_digits(const std::string& job_hash)
{
    return job_hash.substr(0, compared_hash_digits);
}

/// Whether the status comes from the launch, not from the compiler or the worker.
bool is_of_the_launch(model::Status status)
{
    return status == model::Status::launch_error || status == model::Status::wrong_result ||
           status == model::Status::timed_out;
}

struct Names {
    std::string experiment, variant, job_hash, key;
};

/// Experiment, variant and keys of a line. The Error's `what` is a sentence without the place.
model::Expected<Names> names_of(std::string_view line)
{
    if (const auto heading = protocol::read_heading(line))
        return Names{std::string(heading->experiment), std::string(heading->variant), std::string(heading->job_hash),
                     std::string(heading->key)};
    auto decoded = protocol::decode_recorded(line);
    if (!decoded) return decoded.error();
    return Names{decoded->experiment, decoded->variant, *decoded->job_hash, protocol::recorded_key(*decoded)};
}

}  // namespace

std::string RecordingStatus::sentence() const
{
    std::string text = header.measured ? "Recorded on " : "Compiled for ";
    text += header.gpu.label.empty() ? header.gpu.name : header.gpu.label;
    if (!header.driver.empty()) text += ", driver " + header.driver;
    if (!header.compiler.empty()) text += ", NVRTC " + header.compiler;
    if (!header.date.empty()) text += ", " + header.date.substr(0, 10);
    text += ": " + (files > 0 ? std::to_string(files) + (files == 1 ? " experiment" : " experiments")
                              : count_of_results(results));
    text += header.measured ? "." : ", none measured.";
    if (of_changed > 0)
        text += " " + count_of_results(of_changed) + " of " + joined(changed_experiments) +
                " are not shown: the kernel, its launch or a formula has changed since.";
    if (of_unknown > 0)
        text +=
            " " + count_of_results(of_unknown) + " belong to experiments or variants that are not in the catalogue.";
    if (compiler == CompilerFit::changed)
        text +=
            " The compiler here is NVRTC " + compiler_here + ": it may generate different code from the measured one.";
    if (trouble) {
        std::string what = trouble->what;
        if (!what.empty()) what[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(what[0])));
        text += " " + what + ".";
    }
    return text;
}

model::Expected<RecordedResults> RecordedResults::load(const std::filesystem::path& file)
{
    if (protocol::is_recording_folder(file)) return load_folder(file);
    auto text = protocol::read_recording_text(file);
    if (!text) return text.error();
    RecordedResults loaded;
    loaded.status_.file = file;
    loaded.status_.trouble = std::move(text->trouble);
    loaded.status_.header = std::move(text->header);
    loaded.sort_in(std::move(text->lines));
    return loaded;
}

model::Expected<RecordedResults> RecordedResults::load_folder(const std::filesystem::path& folder)
{
    const auto files = protocol::recording_files(folder);
    if (!files) return files.error();
    // The header of any file names the GPU, the driver and the compiler of all. A damaged file is reported on reading.
    auto header = protocol::read_recording_header(files->front());
    for (std::size_t i = 1; !header && i < files->size(); ++i) header = protocol::read_recording_header((*files)[i]);
    if (!header) return header.error();
    RecordedResults loaded;
    loaded.status_.file = folder.has_filename() ? folder : folder.parent_path();
    loaded.status_.header = std::move(*header);
    loaded.status_.files = files->size();
    for (const std::filesystem::path& file : *files) loaded.unread_.emplace(file.stem().string(), file);
    return loaded;
}

bool RecordedResults::read_part(const std::string& experiment)
{
    const bool is_any_read = over_ != nullptr && over_->read_part(experiment);
    const auto file = unread_.find(experiment);
    if (file == unread_.end()) return is_any_read;
    auto part = load(file->second);
    unread_.erase(file);
    const auto refused = part ? why_no_part(*part, experiment) : part.error();
    if (refused) {
        status_.trouble = *refused;
        return true;
    }
    if (part->status_.trouble) status_.trouble = std::move(part->status_.trouble);
    status_.header.kernels.merge(part->status_.header.kernels);
    status_.header.definitions.merge(part->status_.header.definitions);
    status_.results += part->status_.results;
    groups_.merge(part->groups_);
    return true;
}

std::optional<model::Error> RecordedResults::why_no_part(const RecordedResults& part,
                                                         const std::string& experiment) const
{
    const std::string file = part.status_.file.string();
    const auto wrong = protocol::mismatches(status_.header, "the other files", part.status_.header, "this one");
    if (!wrong.empty()) return model::Error{wrong.front(), file, "record the experiment again"};
    for (const auto& [name, group] : part.groups_)
        if (name != experiment)
            return model::Error{"the file holds results of " + name, file, "spillway merge sorts results into files"};
    return std::nullopt;
}

std::optional<model::Error> RecordedResults::add(RecordedResults part)
{
    const protocol::RecordingHeader &mine = status_.header, &its = part.status_.header;
    const bool is_known = std::ranges::all_of(its.definitions, [&](const auto& each) {
        const auto here = mine.definitions.find(each.first);
        return here != mine.definitions.end() && here->second == each.second;
    });
    if (mine.gpu != its.gpu || !is_known)
        return model::Error{"this is not a part of the recording of " + mine.gpu.label, part.status_.file.string(), ""};
    for (auto& [name, group] : part.groups_) {
        Group& here = groups_[name];
        if (group.lines.size() < here.lines.size()) continue;
        status_.results += group.lines.size() - here.lines.size();
        here = std::move(group);
        here.pack_lines();
        came_as_parts_.insert(name);
    }
    if (part.status_.trouble) status_.trouble = std::move(part.status_.trouble);
    return std::nullopt;
}

void RecordedResults::forget_part(const std::string& experiment)
{
    const auto group = groups_.find(experiment);
    if (group == groups_.end() || came_as_parts_.erase(experiment) == 0) return;
    status_.results -= group->second.lines.size();
    groups_.erase(group);
}

void RecordedResults::lay_over(RecordedResults own)
{
    if (over_ != nullptr) return over_->lay_over(std::move(own));
    over_ = std::make_shared<RecordedResults>(std::move(own));
}

/// Keeps the last of several lines with one key. Stops at the first line that cannot be identified.
void RecordedResults::sort_in(std::vector<std::string> lines)
{
    const auto header = std::make_shared<const protocol::RecordingHeader>(status_.header);
    std::unordered_map<std::string, std::pair<Group*, std::size_t>> places;
    places.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t number = i + 2;
        auto names = names_of(lines[i]);
        if (!names) {
            status_.trouble = protocol::bad_line(number, names.error().what, status_.file);
            break;
        }
        Group& group = groups_[names->experiment];
        group.header = header;
        const auto [place, is_new] = places.try_emplace(std::move(names->key), &group, group.lines.size());
        if (is_new) group.lines.emplace_back();
        auto& [holder, index] = place->second;
        holder->lines[index] = {number, std::move(names->variant), std::move(names->job_hash), std::move(lines[i])};
    }
    for (auto& [name, group] : groups_)
        for (std::size_t i = 0; i < group.lines.size(); ++i)
            group.by_hash[compared_digits(group.lines[i].job_hash)].push_back(i);
    status_.results = places.size();
}

void RecordedResults::Group::pack_lines()
{
    const auto longest = std::max_element(lines.begin(), lines.end(),
                                          [](const Line& a, const Line& b) { return a.text.size() < b.text.size(); });
    if (packer || longest == lines.end()) return;
    packer.emplace(longest->text);
    for (Line& line : lines) line.text = packer->pack(line.text);
}

ResultPointer RecordedResults::decode(const std::string& experiment, const Group& group, Line& line)
{
    auto decoded = protocol::decode_recorded(group.text_of(line), *group.header);
    if (decoded && decoded->experiment == experiment && decoded->job_hash == line.job_hash) {
        auto result = std::make_shared<const model::RunResult>(std::move(*decoded));
        line.in_use = result;
        if (group.packer) return result;
        line.text.clear();
        line.result = result;
        return result;
    }
    line.text.clear();
    const std::string what = decoded ? "it belongs to two experiments or two jobs" : decoded.error().what;
    status_.trouble = protocol::bad_line(line.number, what, status_.file);
    --status_.results;
    return nullptr;
}

const model::Values& RecordedResults::values_of(const Group& group, Line& line)
{
    if (line.result != nullptr) return line.result->parameters;
    if (line.values) return *line.values;
    const std::string text = group.text_of(line);
    if (const auto heading = protocol::read_heading(text)) line.values = protocol::values_in(*heading);
    if (!line.values)
        if (auto decoded = protocol::decode_recorded(text)) line.values = std::move(decoded->parameters);
    return line.values ? *line.values : line.values.emplace();
}

bool RecordedResults::is_current(const model::Experiment& experiment, const Group& group, Line& line) const
{
    const model::Variant* variant = experiment.find_variant(line.variant);
    if (variant == nullptr) return false;
    const auto question = hashed_job_of({experiment, *variant, values_of(group, line), gpu()});
    return question && compared_digits(question->job_hash) == compared_digits(line.job_hash);
}

/// If everything that affects jobs is unchanged, one job shows whether this program still makes the same jobs.
bool RecordedResults::all_are_current(const model::Experiment& experiment, Group& group) const
{
    const auto recorded_text = group.header->definitions.find(experiment.name);
    return recorded_text != group.header->definitions.end() &&
           recorded_text->second == experiment.origin.definition_hash &&
           is_current(experiment, group, group.lines.front());
}

RecordedResults::Fit RecordedResults::fit_of(const model::Experiment& experiment, Group& group) const
{
    Fit fit{experiment.origin.definition_hash};
    const bool are_all_current = all_are_current(experiment, group);
    for (Line& line : group.lines) {
        if (experiment.find_variant(line.variant) == nullptr)
            ++fit.of_unknown;
        else
            ++(are_all_current || is_current(experiment, group, line) ? fit.current : fit.of_changed);
    }
    return fit;
}

/// Adds one experiment's counts to the status. Every save of a file refits the whole catalogue, and making the jobs of
/// thousands of lines takes a fifth of a second. So the counts are reused while the experiment's definition is
/// unchanged.
void RecordedResults::count(const model::Experiment& experiment, Group& group)
{
    if (!group.fit || group.fit->definition_hash != experiment.origin.definition_hash) {
        group.along.clear();
        group.fit = fit_of(experiment, group);
    }
    status_.current += group.fit->current;
    status_.of_changed += group.fit->of_changed;
    status_.of_unknown += group.fit->of_unknown;
    if (group.fit->of_changed > 0) status_.changed_experiments.push_back(experiment.name);
}

void RecordedResults::fit(const catalogue::Catalogue& catalogue)
{
    if (over_ != nullptr) over_->fit(catalogue);
    status_.current = status_.of_changed = status_.of_unknown = 0;
    status_.changed_experiments.clear();
    for (auto& [name, group] : groups_) {
        if (const model::Experiment* experiment = catalogue.find(name)) {
            count(*experiment, group);
        } else {
            group.fit.reset();
            group.along.clear();
            status_.of_unknown += group.lines.size();
        }
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

bool RecordedResults::may_have(const std::string& experiment) const
{
    return unread_.contains(experiment) || groups_.contains(experiment) || lacks_part_of(experiment) ||
           (over_ != nullptr && over_->may_have(experiment));
}

bool RecordedResults::has_any_of(const std::string& experiment) const
{
    if (over_ != nullptr && over_->has_any_of(experiment)) return true;
    const auto group = groups_.find(experiment);
    return group != groups_.end() && !group->second.lines.empty();
}

bool RecordedResults::has(const std::string& experiment, const std::string& job_hash) const
{
    if (over_ != nullptr && over_->has(experiment, job_hash)) return true;
    const auto group = groups_.find(experiment);
    if (group == groups_.end()) return false;
    const auto places = group->second.by_hash.find(compared_digits(job_hash));
    return places != group->second.by_hash.end() && std::ranges::any_of(places->second, [&](std::size_t place) {
               const Line& line = group->second.lines[place];
               return line.result != nullptr || !line.text.empty();
           });
}

ResultPointer RecordedResults::find(const std::string& experiment, const std::string& job_hash)
{
    if (over_ != nullptr)
        if (ResultPointer own = over_->find(experiment, job_hash)) return own;
    const auto group = groups_.find(experiment);
    if (group == groups_.end()) return nullptr;
    const auto places = group->second.by_hash.find(compared_digits(job_hash));
    if (places == group->second.by_hash.end()) return nullptr;
    // Settings that a variant ignores give the same job twice; prefer the result with counters.
    ResultPointer best;
    for (const std::size_t place : places->second) {
        Line& line = group->second.lines[place];
        ResultPointer result = line.result != nullptr ? line.result : line.in_use.lock();
        if (result == nullptr && !line.text.empty()) result = decode(experiment, group->second, line);
        if (result != nullptr && (best == nullptr || result->measurement.counters || !best->measurement.counters))
            best = std::move(result);
    }
    return best;
}

std::vector<model::Value> RecordedResults::values_along(const model::Experiment& experiment,
                                                        const model::Values& values, const std::string& parameter)
{
    std::map<double, model::Value> found;
    const model::Parameter& axis = *experiment.find_parameter(parameter);
    if (over_ != nullptr)
        for (const model::Value& value : over_->values_along(experiment, values, parameter))
            found[catalogue::axis_position(axis, value)] = value;
    if (const auto group = groups_.find(experiment.name); group != groups_.end()) {
        const ValuesAlong& known = along(experiment, group->second, axis);
        model::Values others = values;
        others.erase(parameter);
        if (const auto there = known.find(others); there != known.end())
            found.insert(there->second.begin(), there->second.end());
    }
    std::vector<model::Value> ascending;
    for (const auto& [position, value] : found) ascending.push_back(value);
    return ascending;
}

const RecordedResults::ValuesAlong& RecordedResults::along(const model::Experiment& experiment, Group& group,
                                                           const model::Parameter& axis) const
{
    const auto [known, is_new] = group.along.try_emplace(axis.name);
    if (!is_new) return known->second;
    // A knob added after the recording had its initial value there.
    const model::Values initial = catalogue::initial_values(experiment, gpu());
    for (Line& line : group.lines) {
        model::Values others = values_of(group, line);
        others.insert(initial.begin(), initial.end());
        const auto value = others.extract(axis.name);
        if (value.empty() || catalogue::check_value(axis, value.mapped())) continue;
        known->second[others][catalogue::axis_position(axis, value.mapped())] = value.mapped();
    }
    return known->second;
}

model::RunResult with_recorded_measurement(model::RunResult compiled, const model::RunResult& recorded)
{
    if (compiled.status != model::Status::ok) return compiled;
    if (recorded.status != model::Status::ok) {
        compiled.measurement.reason = std::string("on the recorded GPU it ended with ") +
                                      model::to_string(recorded.status) +
                                      (recorded.message ? ": " + *recorded.message : std::string());
        if (!is_of_the_launch(recorded.status)) return compiled;
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
