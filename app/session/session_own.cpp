// The part of Session that writes: what is the user's own, and only on his word.

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/output_file.h"
#include "app/catalogue/file_text.h"
#include "app/catalogue/made_experiment.h"
#include "app/session/paths.h"
#include "app/session/session_state.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

constexpr int most_copies = 99;

/// A folder of the user's catalogue that is not there yet, and whose name no experiment has.
model::Expected<fs::path> free_folder(const catalogue::Catalogue& catalogue, const std::string& name)
{
    const fs::path home = user_catalogue_folder();
    if (home.empty()) return model::Error{"there is no place for files of your own: HOME is not set", "", ""};
    std::error_code error;
    for (int i = 1; i <= most_copies; ++i) {
        const std::string tried = i == 1 ? name : name + "_" + std::to_string(i);
        if (catalogue.find(tried) == nullptr && !fs::exists(home / tried, error)) return home / tried;
    }
    return model::Error{"there are too many copies of " + name + " already", home.string(), "remove some of them"};
}

/// The description under another name, title and topic; all else stays.
std::optional<std::string> renamed(const std::string& description, const std::string& name)
{
    auto json = nlohmann::ordered_json::parse(description, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    json["name"] = name;
    json["title"] = json.value("title", name) + " (mine)";
    json.erase("recording");
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

bool Session::is_own() const
{
    const fs::path& folder = experiment().folder;
    const auto& folders = state_->knowledge.folders();
    return !folders.empty() && folder != folders.front() && folder.parent_path() != folders.front();
}

std::optional<model::Error> Session::save_source(const std::string& text)
{
    const model::Experiment& edited = experiment();
    if (!is_own() || !edited.trusted)
        return model::Error{"only a trusted file of your own is written to", edited.source_file, "edit a copy"};
    if (auto problem = base::write_file(edited.source_file, text, base::IfThere::replace, base::Durability::none))
        return problem;
    const std::string content_before = edited.content_hash;
    state_->knowledge.reload();
    state_->take_reloaded_catalogue(content_before);
    return std::nullopt;
}

/// Shows a folder that this program has just made, and trusts it: there is nothing in it that was not known before.
std::optional<model::Error> Session::show_made(const fs::path& folder)
{
    if (auto problem = add_catalogue_folder(folder)) return problem;
    trust_experiment(selection().experiment, TrustTerm::for_good);
    return std::nullopt;
}

std::optional<model::Error> Session::edit_a_copy()
{
    const model::Experiment& from = experiment();
    if (from.is_plain()) return model::Error{"it is a file of your own already", from.source_file, ""};
    if (!from.trusted) return model::Error{"it is not trusted", from.folder.string(), "trust it first"};
    const auto folder = free_folder(catalogue(), "my_" + from.name);
    if (!folder) return folder.error();
    const auto description = catalogue::read_file_text(from.folder / "experiment.json");
    if (!description) return description.error();
    const auto text = renamed(*description, folder->filename().string());
    if (!text) return model::Error{"cannot be read", (from.folder / "experiment.json").string(), ""};
    const Selection before = selection();
    if (auto problem = catalogue::write_experiment({from.source, *text, from.lesson, {}}, *folder)) return problem;
    if (auto problem = show_made(*folder)) return problem;
    // As it stood: the same settings, on the same GPU.
    Selection next = selection();
    next.values = before.values;
    next.focus = before.focus;
    next.x_axis = before.x_axis;
    state_->change(fitted(next, catalogue(), gpu()));
    return std::nullopt;
}

std::optional<model::Error> Session::make_experiment()
{
    const model::Experiment& from = experiment();
    if (!from.is_plain()) return model::Error{"it is an experiment already", from.folder.string(), ""};
    if (!from.trusted) return model::Error{"it is not trusted", from.folder.string(), "trust it first"};
    const auto folder = free_folder(catalogue(), "my_" + from.name);
    if (!folder) return folder.error();
    const auto made = catalogue::made_experiment(from, selection().values, folder->filename().string());
    if (!made) return made.error();
    if (auto problem = catalogue::write_experiment(*made, *folder)) return problem;
    return show_made(*folder);
}

}  // namespace spillway::session
