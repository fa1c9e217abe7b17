#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "app/worker_client/worker_link.h"
#include "tests/support/scratch_folder.h"

namespace spillway::worker_client {
namespace {

namespace fs = std::filesystem;
using FileClock = fs::file_time_type::clock;

/// Folders on a link whose worker is never started.
class FolderWatchesTest : public testing::Test {
protected:
    void SetUp() override { folder_ = scratch_folder("watches"); }
    void TearDown() override { fs::remove_all(folder_); }

    std::string make(const std::string& name)
    {
        fs::create_directories(folder_ / name);
        return folder_ / name;
    }
    static void write(const fs::path& file) { std::ofstream(file) << "// as it is now\n"; }
    /// As if nobody had touched the folder or what lies in it for a long while.
    static void age(const fs::path& folder)
    {
        const auto long_ago = FileClock::now() - std::chrono::hours(1);
        for (const auto& entry : fs::directory_iterator(folder)) fs::last_write_time(entry.path(), long_ago);
        fs::last_write_time(folder, long_ago);
    }
    /// Whether a change of this folder is reported within ten seconds. One write may be reported more than once.
    bool is_changed(const std::string& folder)
    {
        return comes([&] { return changed_.contains(folder); });
    }
    bool is_said(const std::string& words)
    {
        return comes([&] { return errors_.find(words) != std::string::npos; });
    }

    fs::path folder_;
    WorkerLink link_{{}, {}};
    std::set<std::string> changed_;  ///< since the test cleared them
    std::string errors_;

private:
    template <typename Condition>
    bool comes(const Condition& holds)
    {
        for (int i = 0; i < 100 && !holds(); ++i) {
            link_.wait(0.1);
            for (const WorkerLink::Event& event : link_.take()) {
                if (const auto* changed = std::get_if<WorkerLink::FolderChanged>(&event))
                    changed_.insert(changed->folder);
                if (const auto* garbage = std::get_if<WorkerLink::Garbage>(&event))
                    errors_ += garbage->error.line() + "\n";
            }
        }
        return holds();
    }
};

TEST_F(FolderWatchesTest, TellWhatChangedBetweenTheReadingAndTheWatching)
{
    const std::string written = make("written"), replaced = make("replaced"), untouched = make("untouched");
    for (const std::string& folder : {written, replaced, untouched}) write(fs::path(folder) / "kernel.cu");
    write(fs::path(replaced) / "another.cu");
    for (const std::string& folder : {written, replaced, untouched}) age(folder);

    const auto read_at = FileClock::now();
    write(fs::path(written) / "kernel.cu");
    fs::rename(fs::path(replaced) / "another.cu", fs::path(replaced) / "kernel.cu");
    link_.watch_folders({untouched, replaced, written}, read_at);
    EXPECT_TRUE(is_changed(replaced));
    EXPECT_TRUE(is_changed(written));
    EXPECT_FALSE(changed_.contains(untouched));
    write(fs::path(untouched) / "kernel.cu");
    EXPECT_TRUE(is_changed(untouched)) << "from now on";
}

TEST_F(FolderWatchesTest, NoticeTheFolderThatTakesAnothersPlace)
{
    const std::string folder = make("experiment"), other = make("other"), aside = folder_ / "aside";
    for (const std::string& each : {folder, other}) age(each);
    link_.watch_folders({folder, other}, FileClock::now());
    write(fs::path(folder) / "kernel.cu");
    ASSERT_TRUE(is_changed(folder));

    fs::rename(folder, aside);  // so that the next one is not by chance the same for the file system
    make("experiment");
    age(folder);
    link_.watch_folders({folder}, FileClock::now());
    // Events arrive in order: after this one there is none of the earlier folder.
    write(fs::path(other) / "kernel.cu");
    ASSERT_TRUE(is_changed(other));
    changed_.clear();
    write(fs::path(folder) / "kernel.cu");
    EXPECT_TRUE(is_changed(folder));
}

TEST_F(FolderWatchesTest, SayOnceThatAFolderIsNotThereAndFindItLater)
{
    const std::string folder = folder_ / "later", other = make("other");
    age(other);
    link_.watch_folders({folder, other}, FileClock::now());
    EXPECT_TRUE(is_said("changes cannot be watched: no such file"));
    errors_.clear();
    link_.watch_folders({folder}, FileClock::now());
    write(fs::path(other) / "kernel.cu");
    EXPECT_TRUE(is_changed(other));
    EXPECT_EQ(errors_, "") << "it was said";
    make("later");
    age(folder);
    link_.watch_folders({folder}, FileClock::now());
    write(fs::path(folder) / "kernel.cu");
    EXPECT_TRUE(is_changed(folder));
}

}  // namespace
}  // namespace spillway::worker_client
