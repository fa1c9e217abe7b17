#include "app/learner/typing_journal.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/base/sha256.h"

namespace spillway::learner {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_bytes = std::size_t{4} << 20;
constexpr std::size_t max_kept = 500;                                ///< texts per file
constexpr std::uintmax_t max_kept_bytes = std::uintmax_t{64} << 20;  ///< total per file
constexpr std::string_view typed = ".typed", written = ".written", kept = "kept-";

std::optional<model::Error> make_folder(const fs::path& folder)
{
    std::error_code failure;
    fs::create_directories(folder, failure);
    // Only the user may read typed text.
    if (!failure) fs::permissions(folder, fs::perms::owner_all, failure);
    if (!failure) return std::nullopt;
    return model::Error{"the journal of what you type cannot be written: " + failure.message(), folder.string(),
                        "check the folder and the space on the disk"};
}

std::optional<std::string> text_of(const fs::path& file)
{
    const auto folder = base::FolderReader::open(file.parent_path());
    auto text = folder ? folder->read(file.filename().string(), max_bytes) : folder.error();
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view suffix)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (at->path().filename().string().ends_with(suffix)) found.push_back(at->path());
    return found;
}

/// 12 for "kept-12-5f3a….cu". Numbered, because a clock that is set back would change the order.
std::uint64_t number_of(const fs::path& file)
{
    const std::string name = file.filename().string();
    std::uint64_t number = 0;
    std::from_chars(name.data() + std::min(kept.size(), name.size()), name.data() + name.size(), number);
    return number;
}

/// The newest kept text; empty if none.
fs::path newest_kept(const fs::path& folder)
{
    fs::path newest;
    for (const fs::path& file : files_in(folder, ""))
        if (file.filename().string().starts_with(kept) && (newest.empty() || number_of(file) > number_of(newest)))
            newest = file;
    return newest;
}

/// Removes the oldest texts above the limits; returns a new unique path.
fs::path next_kept(const fs::path& folder, const std::string& extension)
{
    std::error_code ignored;
    std::vector<std::pair<std::uint64_t, fs::path>> known;
    for (const fs::path& file : files_in(folder, ""))
        if (file.filename().string().starts_with(kept)) known.emplace_back(number_of(file), file);
    std::sort(known.rbegin(), known.rend());
    std::uintmax_t bytes = 0;
    for (std::size_t i = 0; i < known.size(); ++i) {
        bytes += fs::file_size(known[i].second, ignored);
        if (i + 1 >= max_kept || bytes > max_kept_bytes) fs::remove(known[i].second, ignored);
    }
    const std::uint64_t number = known.empty() ? 1 : known.front().first + 1;
    return folder / (std::string(kept) + std::to_string(number) + "-" + base::random_name() + extension);
}

}  // namespace

fs::path typing_folder()
{
    const fs::path folder = base::config_folder();
    return folder.empty() ? fs::path() : folder / "typed";
}

fs::path TypingJournal::folder_of(const std::string& file) const
{
    return folder_ / base::sha256(file).substr(0, 16);
}

/// Whether the run with this name has ended.
bool TypingJournal::is_dead(const std::string& run) const
{
    return run != run_ && base::FileLock::take(folder_ / run).has_value();
}

std::optional<model::Error> TypingJournal::begin_run()
{
    if (!run_.empty()) return std::nullopt;
    if (folder_.empty())
        return model::Error{"what you type is lost if Spillway ends before you save it: HOME is not set", "", ""};
    if (auto problem = make_folder(folder_)) return problem;
    const std::string run = base::random_name();
    auto lock = base::FileLock::take(folder_ / run);
    if (!lock) return lock.error();
    lock_.emplace(std::move(*lock));
    run_ = run;
    return std::nullopt;
}

std::optional<model::Error> TypingJournal::begin_file(const std::string& file) const
{
    const fs::path folder = folder_of(file);
    if (base::what_stands_at(folder / "place") == base::Standing::file) return std::nullopt;
    if (auto problem = make_folder(folder)) return problem;
    return base::write_file(folder / "place", file, base::IfThere::replace, base::Durability::none);
}

std::optional<model::Error> TypingJournal::note(const std::string& file, const std::string& text)
{
    if (auto problem = begin_run()) return problem;
    if (auto problem = begin_file(file)) return problem;
    if (text.size() > max_bytes)
        return model::Error{"the text is longer than 4 MiB, and the journal of what you type keeps no longer one", file,
                            "shorten it, or save it in another editor"};
    // Called on every key, so do not wait for the disk. The file itself is flushed when the typing pauses.
    return base::write_file(folder_of(file) / (run_ + std::string(typed)), text, base::IfThere::replace,
                            base::Durability::none);
}

void TypingJournal::settle(const std::string& file)
{
    std::error_code ignored;  // nothing to rename
    const fs::path folder = folder_of(file);
    if (!run_.empty())
        fs::rename(folder / (run_ + std::string(typed)), folder / (run_ + std::string(written)), ignored);
}

void TypingJournal::forget(const std::string& file)
{
    std::error_code ignored;  // nothing to remove
    if (!run_.empty()) fs::remove(folder_of(file) / (run_ + std::string(typed)), ignored);
}

model::Expected<fs::path> TypingJournal::keep(const std::string& file, const std::string& text)
{
    if (auto problem = begin_run()) return *problem;
    if (auto problem = begin_file(file)) return *problem;
    if (const fs::path newest = newest_kept(folder_of(file)); !newest.empty() && text_of(newest) == text) return newest;
    const fs::path path = next_kept(folder_of(file), fs::path(file).extension().string());
    if (auto problem = base::write_file(path, text, base::IfThere::refuse)) return *problem;
    return path;
}

std::optional<LeftText> TypingJournal::left(const std::string& file, const std::string& content) const
{
    std::optional<LeftText> newest;
    fs::file_time_type newest_time;
    for (const fs::path& at : files_in(folder_of(file), typed)) {
        auto text = text_of(at);
        std::error_code error;
        const auto time = fs::last_write_time(at, error);
        if (!text || error || *text == content || !is_dead(at.stem().string())) continue;
        if (newest && time < newest_time) continue;
        newest = LeftText{at, std::move(*text)};
        newest_time = time;
    }
    return newest;
}

void TypingJournal::put_away(const std::string& file, const LeftText& left)
{
    std::error_code ignored;  // on failure it is offered again
    fs::rename(left.at, next_kept(folder_of(file), fs::path(file).extension().string()), ignored);
}

std::set<std::string> TypingJournal::take_stock()
{
    std::set<std::string> edited;
    std::error_code error, ignored;
    if (folder_.empty()) return edited;
    for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
        const auto edited_file = text_of(at->path() / "place");
        if (!edited_file) continue;
        const std::string content = text_of(*edited_file).value_or(std::string());
        for (const fs::path& each : files_in(at->path(), written))
            if (is_dead(each.stem().string())) put_away(*edited_file, {each, {}});
        for (const fs::path& each : files_in(at->path(), typed))
            if (text_of(each) == content && is_dead(each.stem().string())) fs::remove(each, ignored);
        if (left(*edited_file, content)) edited.insert(*edited_file);
    }
    return edited;
}

}  // namespace spillway::learner
