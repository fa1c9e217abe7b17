#include "app/catalogue/catalogue.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/file_text.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

/// Topics in the order of their first experiment; within a topic by order, then name.
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

bool holds_kernels(const fs::path& folder)
{
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->path().extension() == ".cu") return true;
    return false;
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
        if (holds_kernels(path))
            return model::Error{name + " holds a kernel but no experiment.json and no lesson.md", path.string(), advice};
        return model::Error{name + " holds no experiment: neither it nor a folder in it has an experiment.json",
                            path.string(), advice};
    }
    if (path.extension() == ".spillway")
        return model::Error{name + " is a recording, which is not opened while the window is open", path.string(),
                            "start with 'spillway --recording " + name + "'"};
    if (path.extension() == ".cu")
        return model::Error{name + " is a kernel alone; an experiment is a folder with experiment.json and lesson.md",
                            path.string(), advice};
    return model::Error{name + " is no experiment: a folder with kernel.cu, experiment.json and lesson.md is one",
                        path.string(), advice};
}

model::Expected<std::string> read_file_text(const fs::path& file)
{
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        return model::Error{"there is no such file", file.string(),
                            "kernel.cu, experiment.json and lesson.md belong together"};
    std::ifstream stream(file, std::ios::binary);
    std::string text(max_file_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad() || !stream.eof())
        return model::Error{text.size() > max_file_bytes && !stream.bad() ? "larger than 1 MiB" : "cannot be read",
                            file.string(), ""};
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

const model::Experiment* Catalogue::find(std::string_view name) const
{
    const auto found = std::find_if(experiments.begin(), experiments.end(),
                                    [&](const model::Experiment& experiment) { return experiment.name == name; });
    return found == experiments.end() ? nullptr : &*found;
}

model::Expected<model::Experiment> load_experiment(const fs::path& folder)
{
    const fs::path description = folder / "experiment.json";
    const auto text = read_file_text(description);
    if (!text) return text.error();
    const auto source = read_file_text(folder / "kernel.cu");
    if (!source) return source.error();
    const auto lesson = read_file_text(folder / "lesson.md");
    if (!lesson) return lesson.error();
    auto experiment = parse_experiment(*text, description.string(), *source);
    if (!experiment) return experiment.error();
    std::error_code error;
    experiment->folder = fs::absolute(folder, error);
    experiment->source_file = (experiment->folder / "kernel.cu").string();
    experiment->source = *source;
    experiment->source_hash = content_hash(*source);
    experiment->content_hash = content_hash(*source + '\0' + *text);
    experiment->lesson = *lesson;
    if (const auto problem = check_lesson(*experiment, (folder / "lesson.md").string())) return *problem;
    return experiment;
}

Catalogue load_catalogue(const fs::path& folder, bool trusted)
{
    Catalogue catalogue;
    for (const fs::path& path : experiment_folders(folder, catalogue.problems)) {
        auto experiment = load_experiment(path);
        if (!experiment) {
            catalogue.problems.push_back(experiment.error());
        } else if (const auto* other = catalogue.find(experiment->name)) {
            catalogue.problems.push_back({"the name \"" + experiment->name + "\" is taken by " + other->folder.string(),
                                          (path / "experiment.json").string(), "give it another name"});
        } else {
            experiment->trusted = trusted;
            catalogue.experiments.push_back(std::move(*experiment));
        }
    }
    sort_by_topic(catalogue.experiments);
    return catalogue;
}

}  // namespace spillway::catalogue
