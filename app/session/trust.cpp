#include "app/session/trust.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/base/output_file.h"
#include "app/catalogue/catalogue.h"
#include "app/session/paths.h"

namespace spillway::session {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t most_file_bytes = 1 << 20;

std::string read_file(const fs::path& path)
{
    std::error_code unreadable;
    if (fs::file_size(path, unreadable) > most_file_bytes || unreadable) return {};
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The folder's own path, whatever leads there.
std::string place_of(const fs::path& folder)
{
    std::error_code error;
    fs::path place = fs::canonical(folder, error);
    return error ? std::string() : place.string();
}

/// This folder on this machine and no other; empty where it cannot be told. Editing what lies in it changes none of
/// this; a folder that takes its place has another birth.
std::string identity_of(const std::string& place)
{
    // Editors put a new file in the old one's place: of a single .cu it is the folder that says which it is.
    std::error_code none;
    const std::string folder = fs::is_directory(place, none) ? place : fs::path(place).parent_path().string();
    struct statx facts {};
    if (statx(AT_FDCWD, folder.c_str(), 0, STATX_INO | STATX_BTIME, &facts) != 0) return {};
    std::ifstream machine("/etc/machine-id");
    std::string identity{std::istreambuf_iterator<char>(machine), {}};
    identity += '|' + std::to_string(facts.stx_ino);
    if ((facts.stx_mask & STATX_BTIME) != 0)
        identity += '|' + std::to_string(facts.stx_btime.tv_sec) + '.' + std::to_string(facts.stx_btime.tv_nsec);
    return catalogue::content_hash(identity);
}

/// Whether nobody but this user (and the system's) can have written it: a folder that others can write to is no home for
/// trust.
bool is_own(const fs::path& path)
{
    struct stat facts {};
    if (stat(path.c_str(), &facts) != 0 || (facts.st_uid != geteuid() && facts.st_uid != 0)) return false;
    const bool is_others_group = (facts.st_mode & S_IWGRP) != 0 && facts.st_gid != getegid();
    return (facts.st_mode & S_IWOTH) == 0 && !is_others_group;
}

}  // namespace

fs::path trust_file()
{
    const fs::path folder = config_folder();
    return folder.empty() ? fs::path() : folder / "trusted.json";
}

void TrustStore::load()
{
    if (file_.empty() || !is_own(file_) || !is_own(file_.parent_path())) return;
    // Whatever is not a list of folders and identities is as good as no trust at all.
    const auto json = nlohmann::json::parse(read_file(file_), nullptr, false);
    if (!json.is_object()) return;
    for (const auto& [folder, identity] : json.items())
        if (identity.is_string()) identity_by_folder_[folder] = identity.get<std::string>();
}

bool TrustStore::is_trusted(const fs::path& folder) const
{
    const std::string place = place_of(folder);
    if (place.empty()) return false;
    if (until_the_end_.contains(place) || named_.contains(place)) return true;
    if (named_.contains(fs::path(place).parent_path().string())) return true;
    const auto found = identity_by_folder_.find(place);
    return found != identity_by_folder_.end() && !found->second.empty() && found->second == identity_of(place);
}

void TrustStore::trust_named(const fs::path& folder)
{
    if (const std::string place = place_of(folder); !place.empty()) named_.insert(place);
}

std::optional<model::Error> TrustStore::trust(const fs::path& folder, TrustTerm term)
{
    const std::string place = place_of(folder);
    if (place.empty()) return model::Error{"this folder is not there any more", folder.string(), ""};
    until_the_end_.insert(place);
    if (term == TrustTerm::until_the_end) return std::nullopt;
    load();  // what another Spillway has written meanwhile stays
    identity_by_folder_[place] = identity_of(place);
    return save();
}

std::optional<model::Error> TrustStore::save() const
{
    if (file_.empty())
        return model::Error{"the trust in this folder cannot be written down: HOME is not set", "",
                            "It holds until the program ends."};
    std::error_code ignored;  // a folder that cannot be made is told by the writing
    fs::create_directories(file_.parent_path(), ignored);
    const std::string text = nlohmann::json(identity_by_folder_).dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
    const auto problem = base::write_file(file_, text + '\n');
    if (!problem) return std::nullopt;
    return model::Error{"the trust in this folder could not be written down: " + problem->what, file_.string(),
                        "It holds until the program ends. Check that the folder can be written to."};
}

}  // namespace spillway::session
