#include "app/learner/exercise_folder.h"

#include <optional>
#include <string>
#include <string_view>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/base/shared_file.h"

namespace spillway::learner {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_file_bytes = 1 << 20;

/// Files of an exercise in copy order. experiment.json is last, so that an incomplete folder is not yet an experiment.
constexpr const char* files[] = {"lesson.md", "kernel.cu", "experiment.json"};

model::Error no_home()
{
    return {"there is no folder for exercises: HOME is not set", "exercises", "Set HOME or XDG_DATA_HOME."};
}

/// Adds the exercise's missing files; keeps all existing ones.
std::optional<model::Error> complete(const model::Experiment& exercise, const fs::path& into)
{
    std::error_code failure;
    fs::create_directories(into, failure);
    if (failure) return model::Error{"the folder cannot be created: " + failure.message(), into.string(), ""};
    const auto from = base::FolderReader::open(exercise.origin.folder);
    if (!from) return from.error();
    for (const char* file : files) {
        const base::Standing standing = base::what_stands_at(into / file);
        if (standing == base::Standing::unknown)
            return model::Error{"the folder cannot be read", into.string(), "check its permissions"};
        if (standing != base::Standing::nothing) continue;
        const auto text = from->read(file, max_file_bytes);
        if (!text) return text.error();
        if (auto problem = base::write_file(into / file, *text, base::IfThere::refuse)) return problem;
    }
    return std::nullopt;
}

/// Moves kernel.cu and all changed files aside, each to the first free number. The others equal the shipped files and
/// stay.
std::optional<model::Error> keep_changed(const model::Experiment& exercise, const fs::path& folder)
{
    if (base::what_stands_at(folder) == base::Standing::nothing) return std::nullopt;
    const auto shipped = base::FolderReader::open(exercise.origin.folder);
    if (!shipped) return shipped.error();
    const auto own = base::FolderReader::open(folder);
    if (!own) return own.error();
    for (const char* file : files) {
        if (!own->has(file)) continue;
        const auto text = own->read(file, max_file_bytes), original = shipped->read(file, max_file_bytes);
        if (text && original && *text == *original && std::string_view(file) != "kernel.cu") continue;
        const auto aside = base::move_aside(folder / file, std::string(file) + ".before-");
        if (!aside) return aside.error();
    }
    return std::nullopt;
}

}  // namespace

fs::path exercises_folder()
{
    const fs::path catalogue = base::user_catalogue_folder();
    return catalogue.empty() ? fs::path() : catalogue.parent_path() / "exercises";
}

model::Expected<fs::path> begin_exercise(const model::Experiment& exercise)
{
    if (exercises_folder().empty()) return no_home();
    const fs::path folder = exercises_folder() / exercise.name;
    if (auto problem = complete(exercise, folder)) return *problem;
    return folder;
}

model::Expected<fs::path> begin_exercise_again(const model::Experiment& exercise)
{
    if (exercises_folder().empty()) return no_home();
    const fs::path folder = exercises_folder() / exercise.name;
    if (auto problem = keep_changed(exercise, folder)) return *problem;
    if (auto problem = complete(exercise, folder)) return *problem;
    return folder;
}

}  // namespace spillway::learner
