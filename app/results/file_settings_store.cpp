#include "app/results/file_settings_store.h"

#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "app/base/output_file.h"
#include "app/base/ownership.h"
#include "app/base/paths.h"

namespace spillway::results {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t max_settings_bytes = 1 << 20;

using Kept = std::map<std::string, catalogue::FileSettings>;

/// The settings in the file; empty if there is no file. nullopt if it cannot be read, or if others can write it.
std::optional<Kept> kept_in(const fs::path& link_or_file)
{
    std::error_code unreadable;
    const fs::path file = base::own_place(link_or_file);
    if (file.empty() || base::what_stands_at(file) == base::Standing::nothing) return Kept();
    if (fs::is_symlink(file, unreadable) || !base::only_this_user_writes(file)) return std::nullopt;
    if (fs::file_size(file, unreadable) > max_settings_bytes || unreadable) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    Kept kept = catalogue::parse_file_settings(text);
    if (kept.empty() && text.find_first_not_of("{} \t\r\n") != std::string::npos) return std::nullopt;
    return kept;
}

}  // namespace

fs::path file_settings_file()
{
    const fs::path folder = base::config_folder();
    return folder.empty() ? fs::path() : folder / "file-settings.json";
}

FileSettingsStore::FileSettingsStore(fs::path file) : file_(std::move(file)), files_(kept_in(file_).value_or(Kept())) {}

const catalogue::FileSettings& FileSettingsStore::of(const std::string& source_file) const
{
    static const catalogue::FileSettings none;
    const auto known = files_.find(source_file);
    return known == files_.end() ? none : known->second;
}

std::optional<model::Error> FileSettingsStore::put(const std::string& source_file, catalogue::FileSettings settings)
{
    if (settings.is_empty())
        files_.erase(source_file);
    else
        files_[source_file] = settings;
    if (file_.empty()) return std::nullopt;
    // Read the file again: another window may have saved settings of other files.
    auto all = kept_in(file_);
    if (!all)
        return model::Error{"your settings for this file are not saved: the saved settings cannot be read",
                            file_.string(), "They hold until the program ends. Check that file, or move it away."};
    if (settings.is_empty())
        all->erase(source_file);
    else
        (*all)[source_file] = std::move(settings);
    const std::string text = catalogue::print_file_settings(*all);
    if (text.size() > max_settings_bytes)
        return model::Error{"your settings for this file are not saved: all saved settings together would exceed 1 MiB",
                            file_.string(),
                            "They hold until the program ends. Remove files that you no longer need from that file."};
    std::error_code ignored;  // the write reports a folder that cannot be created
    fs::create_directories(file_.parent_path(), ignored);
    const auto problem = base::write_file(base::own_place(file_), text);
    if (!problem) return std::nullopt;
    return model::Error{"your settings for this file could not be saved: " + problem->what, file_.string(),
                        "They hold until the program ends. Check that the folder can be written to."};
}

}  // namespace spillway::results
