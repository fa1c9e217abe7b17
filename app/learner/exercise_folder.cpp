#include "app/learner/exercise_folder.h"

#include <optional>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"

namespace spillway::learner {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_file_bytes = 1 << 20;

/// The files of an exercise in the order in which a copy is made: experiment.json last, so that a folder that lacks
/// something is no experiment yet.
constexpr const char* files[] = {"lesson.md", "kernel.cu", "experiment.json"};

model::Error no_home()
{
    return {"there is no folder for exercises: HOME is not set", "exercises", "Set HOME or XDG_DATA_HOME."};
}

std::optional<model::Error> copy(const model::Experiment& exercise, const fs::path& into)
{
    std::error_code failure;
    fs::create_directories(into, failure);
    if (failure) return model::Error{"the folder cannot be made: " + failure.message(), into.string(), ""};
    const auto from = base::FolderReader::open(exercise.folder);
    if (!from) return from.error();
    for (const char* file : files) {
        const auto text = from->read(file, most_file_bytes);
        if (!text) return text.error();
        if (auto problem = base::write_file(into / file, *text)) return problem;
    }
    return std::nullopt;
}

/// Moves the learner's kernel aside under the first free number.
std::optional<model::Error> keep_kernel(const fs::path& folder)
{
    std::error_code failure;
    const fs::path kernel = folder / "kernel.cu";
    if (!fs::exists(kernel, failure)) return std::nullopt;
    fs::path aside;
    for (int number = 1; number < 10000; ++number) {
        aside = folder / ("kernel.cu.before-" + std::to_string(number));
        if (!fs::exists(fs::symlink_status(aside, failure))) break;
    }
    fs::rename(kernel, aside, failure);
    if (!failure) return std::nullopt;
    return model::Error{"the kernel cannot be kept aside: " + failure.message(), kernel.string(), ""};
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
    if (base::what_stands_at(folder / "experiment.json") == base::Standing::file) return folder;
    if (auto problem = copy(exercise, folder)) return *problem;
    return folder;
}

model::Expected<fs::path> begin_exercise_again(const model::Experiment& exercise)
{
    if (exercises_folder().empty()) return no_home();
    const fs::path folder = exercises_folder() / exercise.name;
    if (auto problem = keep_kernel(folder)) return *problem;
    if (auto problem = copy(exercise, folder)) return *problem;
    return folder;
}

}  // namespace spillway::learner
