#include "app/learner/progress_store.h"

#include <utility>

#include "app/base/file_lock.h"
#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/ownership.h"
#include "app/base/paths.h"
#include "app/base/shared_file.h"

namespace spillway::learner {
namespace fs = std::filesystem;
namespace {

constexpr int versions = 3;     ///< number of old versions kept
constexpr int max_tries = 100;  ///< failed tries to take the lock before it is reported

model::Expected<std::string> progress_text(const fs::path& link_or_file)
{
    const fs::path file = base::own_place(link_or_file);
    const auto folder = base::FolderReader::open(file.parent_path());
    return folder ? folder->read(file.filename().string(), max_progress_bytes) : folder.error();
}

/// Advice while the file itself cannot be read: the version that the learner sees.
std::string words_of_older(bool has_older_version)
{
    return has_older_version ? "meanwhile you see the newest older version that can be read"
                             : "no older version can be read, so you begin without progress";
}

}  // namespace

fs::path progress_file()
{
    const fs::path folder = base::config_folder();
    return folder.empty() ? fs::path() : folder / "progress.json";
}

ProgressStore::ProgressStore(fs::path file) : file_(std::move(file))
{
    if (file_.empty()) return;
    const Found found = read();
    if (found == Found::newer) report_unwritable(newer_error());
    if (found != Found::broken && found != Found::unread) return;
    const auto older = newest_version();
    progress_ = older.value_or(LearnerProgress());
    const std::string what_happens = found == Found::broken ? "the file stays as it is until something new is saved; "
                                                            : "nothing new is saved until the file can be read; ";
    troubles_.push_back({"the saved progress cannot be read: " + why_unread_.value_or(""), file_.string(),
                         what_happens + words_of_older(older.has_value())});
}

model::Error ProgressStore::newer_error() const
{
    return {"a newer Spillway saved the progress here, and this one cannot read it", file_.string(),
            "the file stays as it is, and nothing new is saved"};
}

/// Reads the file into text_ and progress_. Both stay as they are unless it returns Found::progress.
ProgressStore::Found ProgressStore::read()
{
    if (base::what_stands_at(base::own_place(file_)) == base::Standing::nothing) return Found::nothing;
    auto text = progress_text(file_);
    auto parsed = text ? parse_progress(*text) : text.error();
    if (parsed) {
        text_ = std::move(*text);
        progress_ = std::move(*parsed);
        return Found::progress;
    }
    if (text && is_newer_progress(*text)) return Found::newer;
    why_unread_ = parsed.error().what;
    const bool is_lasting = text || text.error().kind == model::ErrorKind::unusable_file;
    return is_lasting ? Found::broken : Found::unread;
}

fs::path ProgressStore::version(int number) const
{
    return file_.string() + "." + std::to_string(number);
}

std::optional<LearnerProgress> ProgressStore::newest_version() const
{
    for (int number = 1; number <= versions; ++number)
        if (const auto text = progress_text(version(number)))
            if (auto parsed = parse_progress(*text)) return std::move(*parsed);
    return std::nullopt;
}

/// Moves an unreadable file aside. Returns false if that fails; the file is then not overwritten.
bool ProgressStore::put_aside(bool has_older_version)
{
    const auto aside = base::move_aside(base::own_place(file_), file_.filename().string() + ".broken-");
    if (aside)
        troubles_.push_back(
            {"the saved progress cannot be read: " + why_unread_.value_or(""), file_.string(),
             "the file was renamed to " + aside->filename().string() + "; " + words_of_older(has_older_version)});
    else
        report_unwritable({"the saved progress cannot be read: " + why_unread_.value_or(""), file_.string(),
                           "move that file away; until then, nothing new is saved"});
    return aside.has_value();
}

void ProgressStore::change(Edit edit)
{
    if (!file_.empty() && unwritten_.empty()) unedited_ = progress_;
    edit(progress_);
    if (file_.empty()) return;
    unwritten_.push_back(std::move(edit));
    next_try_ = {};
    flush();
}

bool ProgressStore::flush()
{
    if (unwritten_.empty() || Clock::now() < next_try_) return true;
    std::error_code ignored;  // taking the lock then fails, and its error is reported
    fs::create_directories(file_.parent_path(), ignored);
    const auto lock = base::FileLock::take(file_);
    if (!lock && ++failed_tries_ < max_tries) return false;
    failed_tries_ = 0;
    next_try_ = Clock::now() + tries_again_after;
    if (!lock)
        report_unwritable(lock.error());
    else if (write_changes())
        unwritten_.clear();
    return true;
}

/// Applies the changes to the file's current content, so that those of other programs stay. Returns false if a later
/// try may succeed.
bool ProgressStore::write_changes()
{
    const Found found = read();
    if (found == Found::newer) return report_unwritable(newer_error()), true;
    if (found == Found::unread) {
        report_unwritable({"the saved progress cannot be read: " + why_unread_.value_or(""), file_.string(),
                           "nothing new is saved until it can be read; check that file, or move it away"});
        return false;
    }
    const auto older = found == Found::broken ? newest_version() : std::nullopt;
    if (found == Found::broken) progress_ = older.value_or(LearnerProgress());
    if (found == Found::nothing) progress_ = unedited_;
    unedited_ = progress_;
    for (const Edit& edit : unwritten_) edit(progress_);
    if (found == Found::broken && !put_aside(older.has_value())) return false;
    // Do not write text that cannot be read again: at the next start the file would count as broken.
    if (const auto again = parse_progress(print_progress(progress_)); !again) {
        progress_ = unedited_;
        report_unwritable({"your latest progress cannot be saved: " + again.error().what, file_.string(), ""});
        return true;
    }
    std::optional<model::Error> failed = found == Found::progress ? keep_version() : std::nullopt;
    if (failed) report_unwritable(std::move(*failed));
    if (auto failure = base::write_file(base::own_place(file_), print_progress(progress_))) {
        report_unwritable(std::move(*failure));
        return false;
    }
    if (!failed) reported_unwritable_ = false;
    return true;
}

/// Saves the file's last text as the newest old version. Writes it completely before the oldest is dropped.
std::optional<model::Error> ProgressStore::keep_version() const
{
    // An earlier try has kept it already, before its write of the file failed.
    if (const auto newest = progress_text(version(1)); newest && *newest == text_) return std::nullopt;
    if (auto failed = base::write_file(version(0), text_, base::IfThere::replace, base::Durability::none))
        return failed;
    for (int number = versions; number > 0; --number) {
        std::error_code failure;
        fs::rename(version(number - 1), version(number), failure);
        if (failure && failure != std::errc::no_such_file_or_directory)
            return model::Error{"a version of your progress could not be saved: " + failure.message(),
                                version(number).string(), ""};
    }
    return std::nullopt;
}

/// Reports only once until a write succeeds, to avoid repeated interruptions.
void ProgressStore::report_unwritable(model::Error why)
{
    if (!std::exchange(reported_unwritable_, true)) troubles_.push_back(std::move(why));
}

std::vector<model::Error> ProgressStore::take_troubles()
{
    return std::exchange(troubles_, {});
}

}  // namespace spillway::learner
