#include "app/session/own_files.h"

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/catalogue/made_experiment.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/kernel_text.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

constexpr int max_copies = 99;

/// A new folder in the user's catalogue, with a name that no experiment has.
model::Expected<fs::path> free_folder(const catalogue::Catalogue& catalogue, const std::string& name)
{
    const fs::path home = base::user_catalogue_folder();
    if (home.empty()) return model::Error{"there is no folder for your own files: HOME is not set", "", ""};
    std::error_code error;
    for (int i = 1; i <= max_copies; ++i) {
        const std::string tried = i == 1 ? name : name + "_" + std::to_string(i);
        if (catalogue.find(tried) == nullptr && !fs::exists(home / tried, error)) return home / tried;
    }
    return model::Error{"there are too many copies of " + name + " already", home.string(), "remove some of them"};
}

/// The description with another name, title and topic. Everything else stays.
std::optional<std::string> renamed(const std::string& description, const std::string& name)
{
    auto json = nlohmann::ordered_json::parse(description, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    json["name"] = name;
    json["title"] = json.value("title", name) + " (mine)";
    json["topic"] = "Your own kernels";
    json.erase("recording");
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

model::Expected<fs::path> copy_to_own(const model::Experiment& from, const catalogue::Catalogue& catalogue)
{
    if (from.is_plain()) return model::Error{"it is already one of your own files", from.source_file, ""};
    if (!from.origin.trusted) return model::Error{"it is not trusted", from.origin.folder.string(), "trust it first"};
    const auto folder = free_folder(catalogue, "my_" + from.name);
    if (!folder) return folder.error();
    const auto description = catalogue::read_file_text(from.origin.folder / "experiment.json");
    if (!description) return description.error();
    const auto text = renamed(*description, folder->filename().string());
    if (!text) return model::Error{"cannot be read", (from.origin.folder / "experiment.json").string(), ""};
    catalogue::MadeExperiment copy{from.source, *text, from.lesson, {}};
    if (!from.claim_source.empty()) copy.headers.emplace_back(catalogue::claim_kernels_name, from.claim_source);
    if (auto problem = catalogue::write_experiment(copy, *folder)) return *problem;
    if (from.exercises.empty()) return *folder;
    // The lesson refers to its exercises.
    std::error_code error;
    fs::copy(from.origin.folder / "exercises", *folder / "exercises", fs::copy_options::recursive, error);
    if (error) return model::Error{"its exercises cannot be copied: " + error.message(), folder->string(), ""};
    return *folder;
}

model::Expected<fs::path> write_beside(const fs::path& file, const std::string& text)
{
    std::error_code error;
    for (int i = 1; i <= max_copies; ++i) {
        fs::path place = file;
        place += i == 1 ? ".mine" : ".mine" + std::to_string(i);
        if (fs::exists(fs::symlink_status(place, error))) continue;
        if (auto problem = base::write_file(place, text, base::IfThere::refuse)) return *problem;
        return place;
    }
    return model::Error{"there are too many kept texts beside it", file.string(), "remove some of them"};
}

model::Expected<fs::path> make_own(const model::Experiment& plain, const model::Values& values,
                                   const catalogue::Catalogue& catalogue)
{
    if (!plain.is_plain()) return model::Error{"it is already an experiment", plain.origin.folder.string(), ""};
    if (!plain.origin.trusted) return model::Error{"it is not trusted", plain.origin.folder.string(), "trust it first"};
    const auto folder = free_folder(catalogue, "my_" + plain.name);
    if (!folder) return folder.error();
    const auto made = catalogue::made_experiment(plain, values, folder->filename().string());
    if (!made) return made.error();
    if (auto problem = catalogue::write_experiment(*made, *folder)) return *problem;
    return *folder;
}

}  // namespace spillway::session
