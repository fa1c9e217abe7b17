#include "app/learner/progress_store.h"

#include <utility>

#include "app/base/file_lock.h"
#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"

namespace spillway::learner {
namespace fs = std::filesystem;
namespace {

constexpr int most_tries = 100;  ///< while another program holds the file

/// A name beside the file that nothing has yet.
fs::path free_name(const fs::path& file)
{
    for (int number = 1;; ++number) {
        fs::path candidate = file;
        candidate += ".broken-" + std::to_string(number);
        std::error_code ignored;
        if (number == 1000 || !fs::exists(fs::symlink_status(candidate, ignored))) return candidate;
    }
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
    if (base::what_stands_at(file_) != base::Standing::nothing) read();
}

/// False where the file is there, cannot be used and cannot be put aside: then nothing is written over it.
bool ProgressStore::read()
{
    if (base::what_stands_at(file_) == base::Standing::nothing) return true;
    const auto folder = base::FolderReader::open(file_.parent_path());
    const auto text = folder ? folder->read(file_.filename().string(), most_progress_bytes) : folder.error();
    auto parsed = text ? parse_progress(*text) : text.error();
    if (parsed) {
        progress_ = std::move(*parsed);
        return true;
    }
    put_aside(parsed.error());
    return base::what_stands_at(file_) == base::Standing::nothing;
}

void ProgressStore::put_aside(const model::Error& why)
{
    const fs::path aside = free_name(file_);
    std::error_code failure;
    fs::rename(file_, aside, failure);
    if (!failure)
        troubles_.push_back({"the progress that was kept cannot be read: " + why.what, file_.string(),
                             "it lies beside it as " + aside.filename().string() + ", and a new one was begun"});
    else
        tell_unwritable({"the progress that was kept cannot be read: " + why.what, file_.string(),
                         "what is learnt now is not kept until that file is moved away"});
}

void ProgressStore::change(Edit edit)
{
    edit(progress_);
    if (file_.empty()) return;
    unwritten_.push_back(std::move(edit));
    flush();
}

bool ProgressStore::flush()
{
    if (unwritten_.empty()) return true;
    std::error_code ignored;  // a folder that cannot be made is told by the writing
    fs::create_directories(file_.parent_path(), ignored);
    const auto lock = base::FileLock::take(file_);
    if (!lock && ++failed_tries_ < most_tries) return false;
    failed_tries_ = 0;
    const std::vector<Edit> edits = std::exchange(unwritten_, {});
    if (!lock) return tell_unwritable(lock.error()), true;
    // What another program has written meanwhile stays, and what was done here is done to that.
    if (!read()) return true;
    for (const Edit& edit : edits) edit(progress_);
    if (auto failed = base::write_file(file_, print_progress(progress_))) tell_unwritable(std::move(*failed));
    return true;
}

/// Once: progress is no reason to interrupt again and again.
void ProgressStore::tell_unwritable(model::Error why)
{
    if (!std::exchange(told_unwritable_, true)) troubles_.push_back(std::move(why));
}

std::vector<model::Error> ProgressStore::take_troubles()
{
    return std::exchange(troubles_, {});
}

}  // namespace spillway::learner
