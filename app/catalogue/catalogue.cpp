#include "app/catalogue/catalogue.h"

#include <algorithm>
#include <map>

#include "app/base/folder_reader.h"
#include "app/base/text.h"
#include "app/base/visible_text.h"
#include "app/catalogue/access_limits.h"
#include "app/catalogue/claim_cases_reader.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/heading_reader.h"
#include "app/catalogue/json_tree.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/plain_experiment.h"
#include "app/catalogue/show_line.h"
#include "app/catalogue/taken_names.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

constexpr const char* outlines_name = "outlines.json";
constexpr std::size_t max_lesson_bytes = std::size_t{256} << 10;  ///< shipped ones have up to about 10 KiB

/// Sorts topics by their first experiment, and experiments of a topic by order, then name.
void sort_by_topic(std::vector<model::Experiment>& experiments)
{
    std::map<std::string, int> first_of_topic;
    for (const model::Experiment& experiment : experiments) {
        const auto [entry, is_new] = first_of_topic.emplace(experiment.topic, experiment.order);
        entry->second = std::min(entry->second, experiment.order);
    }
    const auto key = [&](const model::Experiment& experiment) {
        return std::tuple(first_of_topic.at(experiment.topic), experiment.topic, experiment.order, experiment.name);
    };
    std::sort(experiments.begin(), experiments.end(),
              [&](const model::Experiment& a, const model::Experiment& b) { return key(a) < key(b); });
}

std::vector<fs::path> experiment_folders(const fs::path& folder, std::vector<model::Error>& problems)
{
    std::vector<fs::path> found;
    std::error_code error;
    std::error_code ignored;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (fs::exists(at->path() / "experiment.json", ignored)) found.push_back(at->path());
    if (error) problems.push_back({"cannot be read: " + error.message(), folder.string(), ""});
    if (fs::exists(folder / "experiment.json", ignored)) found.push_back(folder);
    std::sort(found.begin(), found.end());
    return found;
}

bool is_plain_file(const fs::path& path)
{
    std::error_code ignored;
    return is_cuda_file(path) && fs::is_regular_file(path, ignored);
}

}  // namespace

std::optional<model::Error> why_no_catalogue(const fs::path& path)
{
    const std::string name = path.filename().string(), advice = "docs/adding-an-experiment.md says what belongs in one";
    std::error_code error;
    if (!fs::exists(path, error)) return model::Error{"there is no such file or folder", path.string(), ""};
    if (fs::is_directory(path, error)) {
        std::vector<model::Error> problems;
        if (!experiment_folders(path, problems).empty()) return std::nullopt;
        if (!problems.empty()) return problems.front();
        if (!plain_files(path).empty()) return std::nullopt;
        return model::Error{
            name + " has no .cu and no experiment: neither it nor a folder in it has an experiment.json", path.string(),
            advice};
    }
    if (path.extension() == ".spillway")
        return model::Error{name + " is a recording, and an open window cannot load one", path.string(),
                            "start with 'spillway --recording " + name + "'"};
    if (is_plain_file(path)) return std::nullopt;
    const bool is_misnamed = fs::is_regular_file(path, error) && !is_cuda_file(path);
    return model::Error{name + " is no .cu file, and no folder with kernel.cu, experiment.json and lesson.md",
                        path.string(), (is_misnamed ? "give a kernel's file a name that ends in .cu; " : "") + advice};
}

const model::Experiment* Catalogue::find(std::string_view name) const
{
    const auto found = std::find_if(experiments.begin(), experiments.end(),
                                    [&](const model::Experiment& experiment) { return experiment.name == name; });
    return found == experiments.end() ? nullptr : &*found;
}

namespace {

/// Reads one of the files that an experiment must have.
model::Expected<std::string> read_part(const base::FolderReader& folder, const char* name, std::size_t max_bytes)
{
    auto text = folder.read(name, max_bytes);
    if (text || folder.has(name)) return text;
    return model::Error{text.error().what, text.error().where,
                        "kernel.cu, experiment.json and lesson.md belong together"};
}

model::Expected<model::Experiment> load_from(const base::FolderReader& reader, bool is_tried);

/// Loads the exercises that experiment.json names, from exercises/ in its folder.
std::optional<model::Error> load_exercises(model::Experiment& experiment, const base::FolderReader& reader,
                                           bool is_tried)
{
    if (experiment.exercises.empty()) return std::nullopt;
    const std::string description = (reader.path() / "experiment.json").string();
    if (experiment.exercise) return model::Error{"an exercise has no exercises of its own", description, ""};
    const auto all = reader.enter("exercises");
    if (!all) return all.error();
    for (model::Experiment& named : experiment.exercises) {
        const auto folder = all->enter(named.name);
        auto loaded = folder ? load_from(*folder, is_tried) : folder.error();
        if (!loaded) return loaded.error();
        if (!loaded->exercise || loaded->name != named.name)
            return model::Error{"this is not the exercise \"" + named.name + "\" of \"" + experiment.name + "\"",
                                (folder->path() / "experiment.json").string(),
                                "\"name\" has to be the folder's, and \"exercise\" has to name the lesson"};
        if (const auto problem = check_exercise(*loaded)) return *problem;
        if (const auto problem = check_access_limits(*loaded)) return *problem;
        named = std::move(*loaded);
    }
    return std::nullopt;
}

/// Loads causes.cu if a claim runs kernels of its own.
std::optional<model::Error> load_claim_kernels(model::Experiment& experiment, const base::FolderReader& reader)
{
    if (experiment.claim_kernels.empty()) return std::nullopt;
    const std::string file = (reader.path() / claim_kernels_name).string();
    if (experiment.exercise || experiment.is_whole_file)
        return model::Error{"an exercise or a whole file has no claims with kernels of their own", file, ""};
    const auto text = reader.read(claim_kernels_name, max_file_bytes);
    if (!text) return text.error();
    auto problem = take_claim_kernels(experiment, *text);
    if (problem) problem->where = file;
    experiment.origin.content_hash = content_hash(experiment.origin.content_hash + experiment.claim_source_hash);
    return problem;
}

/// Reads each file once, so that the hashed bytes are the used bytes.
model::Expected<model::Experiment> load_from(const base::FolderReader& reader, bool is_tried)
{
    const fs::path& folder = reader.path();
    const fs::path description = folder / "experiment.json";
    const auto text = read_part(reader, "experiment.json", max_file_bytes);
    if (!text) return text.error();
    const auto source = read_part(reader, "kernel.cu", max_file_bytes);
    if (!source) return source.error();
    const auto lesson = read_part(reader, "lesson.md", max_lesson_bytes);
    if (!lesson) return lesson.error();
    auto experiment = parse_experiment(*text, description.string(), *source, !is_tried);
    if (!experiment) return experiment.error();
    std::error_code error;
    experiment->origin.folder = fs::absolute(folder, error);
    experiment->origin.folder_identity = reader.identity();
    experiment->source_file = (experiment->origin.folder / "kernel.cu").string();
    experiment->source = *source;
    experiment->origin.source_hash = content_hash(*source);
    experiment->origin.content_hash = content_hash(*source + '\0' + *text);
    experiment->origin.description_hash = content_hash(*text);
    experiment->lesson = base::visible_text(base::with_plain_line_ends(*lesson));
    if (experiment->is_whole_file)
        if (auto problem = take_files(*experiment)) return *problem;
    if (auto problem = load_claim_kernels(*experiment, reader)) return *problem;
    if (auto problem = load_exercises(*experiment, reader, is_tried)) return *problem;
    const std::string lesson_file = (folder / "lesson.md").string();
    if (const auto problem = check_lesson(*experiment, lesson_file)) return *problem;
    if (const auto problem = check_show_lines(*experiment, lesson_file)) return *problem;
    return experiment;
}

}  // namespace

model::Expected<model::Experiment> load_experiment(const fs::path& folder)
{
    const auto reader = base::FolderReader::open(folder);
    return reader ? load_from(*reader, false) : reader.error();
}

namespace {

void set_origin(const CatalogueFolder& from, model::Experiment& experiment)
{
    experiment.origin.place = experiment.is_plain() ? model::Place::file : from.place;
    experiment.origin.trusted = from.place == model::Place::installed;
    for (model::Experiment& exercise : experiment.exercises) exercise.origin.place = from.place;
}

/// Loads an experiment of a catalogue. Does not follow a folder link that leads out of it.
model::Expected<model::Experiment> load_within(const base::FolderReader& catalogue, const fs::path& folder,
                                               bool is_tried)
{
    if (folder == catalogue.path()) return load_from(catalogue, is_tried);
    const auto reader = catalogue.enter(folder.filename().string());
    return reader ? load_from(*reader, is_tried) : reader.error();
}

/// Outlines of the experiments whose folders are missing.
model::Expected<std::vector<model::Experiment>> outlines_in(const base::FolderReader& folder)
{
    const auto text = folder.read(outlines_name, max_file_bytes);
    if (!text) return text.error();
    auto outlines = parse_outlines(*text, (folder.path() / outlines_name).string());
    if (!outlines) return outlines;
    std::erase_if(*outlines, [&](const model::Experiment& each) { return folder.has(each.name); });
    for (model::Experiment& outline : *outlines) outline.origin.folder = folder.path() / outline.name;
    return outlines;
}

}  // namespace

bool is_outline(const model::Experiment& experiment)
{
    return experiment.origin.place == model::Place::installed && experiment.origin.description_hash.empty();
}

model::Expected<model::Experiment> load_outlined(const CatalogueFolder& from, const model::Experiment& outline)
{
    const auto catalogue = base::FolderReader::open(from.path);
    if (!catalogue) return catalogue.error();
    auto whole = load_within(*catalogue, from.path / outline.name, from.is_tried);
    if (!whole) return whole;
    if (whole->name != outline.name)
        return model::Error{"this is not the experiment \"" + outline.name + "\" of " + outlines_name,
                            whole->origin.folder.string(), "pack the folder again"};
    set_origin(from, *whole);
    return whole;
}

Catalogue load_catalogue(const CatalogueFolder& from)
{
    const fs::path& folder = from.path;
    Catalogue catalogue;
    const auto add = [&](model::Expected<model::Experiment> experiment) {
        if (!experiment) return catalogue.problems.push_back(experiment.error());
        set_origin(from, *experiment);
        add_experiment(catalogue, std::move(*experiment));
    };
    if (is_plain_file(folder)) {
        add(load_plain_experiment(folder));
        return catalogue;
    }
    const auto reader = base::FolderReader::open(folder);
    if (!reader) {
        catalogue.problems.push_back(reader.error());
        return catalogue;
    }
    for (const std::string& name : from.names) add(load_within(*reader, folder / name, from.is_tried));
    if (!from.names.empty()) return catalogue;
    for (const fs::path& path : experiment_folders(folder, catalogue.problems))
        add(load_within(*reader, path, from.is_tried));
    for (const fs::path& path : plain_files(folder)) add(load_plain_experiment(path));
    if (from.place == model::Place::installed && reader->has(outlines_name)) {
        auto outlines = outlines_in(*reader);
        if (!outlines) catalogue.problems.push_back(outlines.error());
        if (outlines)
            for (model::Experiment& outline : *outlines) add(std::move(outline));
    }
    sort_by_topic(catalogue.experiments);
    return catalogue;
}

}  // namespace spillway::catalogue
