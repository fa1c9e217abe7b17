#include "app/results/trust.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/ownership.h"
#include "app/base/paths.h"

namespace spillway::results {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t max_trust_file_bytes = 1 << 20;

std::string read_file(const fs::path& path)
{
    std::error_code unreadable;
    if (fs::file_size(path, unreadable) > max_trust_file_bytes || unreadable) return {};
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Canonical path of the folder.
std::string place_as_text(const fs::path& folder)
{
    std::error_code error;
    fs::path place = fs::canonical(folder, error);
    return error ? std::string() : place.string();
}

/// Identity that trust is bound to: the folder's own; for a single file its folder's, because an editor may replace the
/// file on each save.
std::string guard_of(const std::string& place)
{
    std::error_code error;
    return base::identity_of(fs::is_directory(place, error) ? fs::path(place) : fs::path(place).parent_path());
}

bool holds(const std::map<std::string, std::string>& identities, const std::string& place, const std::string& identity)
{
    const auto found = identities.find(place);
    return found != identities.end() && !identity.empty() && found->second == identity;
}

}  // namespace

fs::path trust_file()
{
    const fs::path folder = base::config_folder();
    return folder.empty() ? fs::path() : folder / "trusted.json";
}

void TrustStore::load()
{
    const fs::path place = base::own_place(file_);
    std::error_code ignored;
    if (file_.empty() || fs::is_symlink(place, ignored)) return;  // untrusted link: not followed
    is_others_ = false;
    if (base::what_stands_at(place) == base::Standing::nothing) return written_down_.clear();
    is_others_ = true;
    if (!base::only_this_user_writes(place) || !base::only_this_user_writes(place.parent_path())) return;
    const auto json = nlohmann::json::parse(read_file(place), nullptr, false);
    is_others_ =
        !json.is_object() || !std::all_of(json.begin(), json.end(), [](const auto& each) { return each.is_string(); });
    if (is_others_) return;
    written_down_.clear();  // trust that was taken back there does not return
    for (const auto& [folder, identity] : json.items()) written_down_[folder] = identity.get<std::string>();
}

bool TrustStore::is_trusted(const fs::path& folder, const std::string& opened) const
{
    const std::string place = place_as_text(folder);
    if (place.empty()) return false;
    const std::string around = fs::path(place).parent_path().string();
    if (holds(named_, around, base::identity_of(around))) return true;
    const std::string guard = opened.empty() ? guard_of(place) : opened;
    if (holds(named_, place, guard) || holds(until_the_end_, place, guard)) return true;
    // Earlier versions saved a single file's own identity, which is lost on the next save.
    return holds(written_down_, place, guard) ||
           (opened.empty() && holds(written_down_, place, base::identity_of(place)));
}

void TrustStore::trust_named(const fs::path& folder)
{
    if (const std::string place = place_as_text(folder); !place.empty()) named_[place] = guard_of(place);
}

std::optional<model::Error> TrustStore::trust(const fs::path& folder, TrustTerm term, const std::string& opened)
{
    const std::string place = place_as_text(folder);
    if (place.empty()) return model::Error{"this folder no longer exists", folder.string(), ""};
    const std::string identity = base::identity_of(place);
    if (!opened.empty() && opened != identity)
        return model::Error{"another folder has replaced this one since it was read; it is not trusted",
                            folder.string(), "Look at the new folder, then decide again."};
    until_the_end_[place] = guard_of(place);
    if (term == TrustTerm::until_the_end) return std::nullopt;
    load();  // keep changes by other Spillway processes
    written_down_[place] = guard_of(place);
    return save();
}

std::optional<model::Error> TrustStore::save() const
{
    if (file_.empty())
        return model::Error{"the trust in this folder cannot be saved: HOME is not set", "",
                            "It holds until the program ends."};
    if (is_others_)
        return model::Error{
            "the trust in this folder is not saved: other users can write the file, or this Spillway cannot read it",
            file_.string(), "It holds until the program ends. To have it saved, move that file away."};
    std::error_code ignored;  // the write reports a folder that cannot be created
    fs::create_directories(file_.parent_path(), ignored);
    if (!base::only_this_user_writes(file_.parent_path()))
        return model::Error{"the trust in this folder is not saved, since other users can write there",
                            file_.parent_path().string(),
                            "It holds until the program ends. Make the folder writable by you alone."};
    const std::string text =
        nlohmann::json(written_down_).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    const auto problem = base::write_file(base::own_place(file_), text + '\n');
    if (!problem) return std::nullopt;
    return model::Error{"the trust in this folder could not be saved: " + problem->what, file_.string(),
                        "It holds until the program ends. Check that the folder can be written to."};
}

}  // namespace spillway::results
