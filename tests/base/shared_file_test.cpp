#include "app/base/shared_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

// A file that other programs write too is replaced without losing what they wrote, and stays what it is besides.

namespace {

std::optional<int> renames_left;  ///< until each renameat2 fails, as on a disk that breaks; empty: none fails

}  // namespace

/// The C library's, unless a test lets it fail.
extern "C" int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept
{
    if (renames_left && (*renames_left)-- <= 0) {
        errno = EIO;
        return -1;
    }
    return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

namespace spillway::base {
namespace {

namespace fs = std::filesystem;

class SharedFile : public testing::TestWithParam<Swap> {
protected:
    void SetUp() override
    {
        folder = scratch_folder("shared_file");
        fs::create_directories(folder);
        file = folder / "kernel.cu";
        write(file, "before");
    }
    void TearDown() override
    {
        renames_left.reset();
        fs::remove_all(folder);
    }
    static void write(const fs::path& place, const std::string& text)
    {
        std::ofstream(place, std::ios::binary | std::ios::trunc) << text;
    }
    static std::string read(const fs::path& place)
    {
        std::ifstream stream(place, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    [[nodiscard]] int files() const
    {
        return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
    fs::path folder, file;
};

class SharedFileOnABrokenDisk : public SharedFile {};

TEST_P(SharedFile, TakesTheNewTextAndStaysWhatItIsBesides)
{
    ASSERT_EQ(chmod(file.c_str(), 0640), 0);
    const bool has_attributes = setxattr(file.c_str(), "user.mark", "mine", 4, 0) == 0;
    const auto replaced = replace_text(file, "before", "after", GetParam());
    ASSERT_TRUE(replaced) << replaced.error().line();
    EXPECT_TRUE(replaced->is_done);
    EXPECT_EQ(read(file), "after");
    struct stat facts = {};
    ASSERT_EQ(stat(file.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777, 0640U);
    char mark[8] = {};
    if (has_attributes) {
        EXPECT_EQ(getxattr(file.c_str(), "user.mark", mark, sizeof mark), 4);
    }
    EXPECT_EQ(files(), 1) << "nothing is left beside it";
}

TEST_P(SharedFile, LeavesWhatAnotherProgramHasWritten)
{
    write(file, "theirs");
    const auto replaced = replace_text(file, "before", "after", GetParam());
    ASSERT_TRUE(replaced);
    EXPECT_FALSE(replaced->is_done);
    EXPECT_EQ(replaced->found, "theirs");
    EXPECT_EQ(read(file), "theirs");
    EXPECT_EQ(files(), 1);
}

TEST_P(SharedFile, IsNotReplacedWhereALinkOrAnOwnerWouldGo)
{
    fs::create_hard_link(file, folder / "second");
    EXPECT_TRUE(why_not_replaced(file));
    EXPECT_FALSE(replace_text(file, "before", "after", GetParam()));
    EXPECT_EQ(read(file), "before");
    fs::remove(folder / "second");
    fs::rename(file, folder / "real");
    fs::create_symlink("real", file);
    EXPECT_FALSE(replace_text(file, "before", "after", GetParam()));
    EXPECT_TRUE(fs::is_symlink(file));
    fs::remove(file);
    const auto gone = replace_text(file, "before", "after", GetParam());
    ASSERT_FALSE(gone);
    EXPECT_NE(gone.error().what.find("no longer exists"), std::string::npos);
    EXPECT_EQ(files(), 1);
}

TEST_P(SharedFile, WaitsForWhoeverHasItOpenForWriting)
{
    const int writer = open(file.c_str(), O_RDWR);
    ASSERT_GE(writer, 0);
    const auto replaced = replace_text(file, "before", "after", GetParam());
    if (replaced) {
        close(writer);
        GTEST_SKIP() << "no leases on this file system";
    }
    ASSERT_EQ(pwrite(writer, "theirs", 6, 0), 6);
    close(writer);
    EXPECT_EQ(read(file), "theirs");
}

/// Another program that saves again and again, each time once the text before has been seen. A text that is lost is
/// waited for in vain.
void save_all(const fs::path& file, bool in_place, int count, const std::atomic<int>& seen, std::atomic<bool>& gave_up)
{
    using Clock = std::chrono::steady_clock;
    for (int i = 1; i <= count && !gave_up; ++i) {
        const std::string text = "theirs " + std::to_string(i) + "\n";
        std::this_thread::sleep_for(std::chrono::milliseconds(i % 7));  // sometimes the other comes first
        const fs::path place = in_place ? file : fs::path(file.string() + ".new");
        const int descriptor = open(place.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        const bool is_written = write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
        close(descriptor);
        if (!is_written || (!in_place && rename(place.c_str(), file.c_str()) != 0)) gave_up = true;
        for (const auto end = Clock::now() + std::chrono::seconds(60); seen < i && !gave_up;)
            if (std::this_thread::sleep_for(std::chrono::microseconds(50)); Clock::now() > end) gave_up = true;
    }
}

TEST_P(SharedFile, LosesNoTextOfAProgramThatSavesAtTheSameTime)
{
    const char* wanted = std::getenv("SPILLWAY_EDITOR_ROUNDS");
    const int count = wanted == nullptr ? 50 : std::max(1, std::atoi(wanted));
    for (const bool in_place : {false, true}) {
        std::atomic<int> seen = 0;
        std::atomic<bool> gave_up = false;
        write(file, "begin");
        std::thread other([&] { save_all(file, in_place, count, seen, gave_up); });
        std::string last = "begin";
        int written = 0;
        std::deque<std::shared_ptr<Displaced>> displaced;
        while (seen < count && !gave_up) {
            // A program that was opening the file as it gave way writes into the old one.
            for (const auto& each : displaced)
                if (const auto late = each->written_since(); late && late->starts_with("theirs "))
                    seen = std::max(seen.load(), std::stoi(late->substr(7)));
            if (displaced.size() > 200) displaced.pop_front();
            const std::string mine = "mine " + std::to_string(written);
            const auto replaced = replace_text(file, last, mine, GetParam());
            if (!replaced) continue;  // it is being written
            if (replaced->is_done) {
                last = mine;
                ++written;
                displaced.push_back(replaced->displaced);
            } else {
                last = replaced->found;
                if (last.starts_with("theirs ") && last.ends_with("\n")) seen = std::stoi(last.substr(7));
            }
        }
        other.join();
        EXPECT_FALSE(gave_up) << "text " << seen + 1 << " was lost, saved " << (in_place ? "in place" : "by renaming");
        EXPECT_GT(written, 0);
        fs::remove(file.string() + ".new");
        EXPECT_EQ(files(), 1);
    }
}

TEST_F(SharedFileOnABrokenDisk, TheErrorNamesTheFileThatCouldNotBePutBack)
{
    renames_left = 1;
    const auto refused = replace_text(file, "before", "after", Swap::take_out);
    ASSERT_FALSE(refused);
    ASSERT_EQ(files(), 1);
    const fs::path left = fs::directory_iterator(folder)->path();
    EXPECT_EQ(read(left), "before");
    EXPECT_NE(refused.error().line().find(left.string()), std::string::npos) << refused.error().line();
}

INSTANTIATE_TEST_SUITE_P(Both, SharedFile, testing::Values(Swap::exchange, Swap::take_out));

TEST(MoveAside, TakesTheFirstFreeNameAndReplacesNothing)
{
    const fs::path folder = scratch_folder("move_aside");
    fs::create_directories(folder);
    for (const char* name : {"a", "a.before-1", "a.before-3"}) std::ofstream(folder / name) << name;
    const auto aside = move_aside(folder / "a", "a.before-");
    ASSERT_TRUE(aside);
    EXPECT_EQ(aside->filename(), "a.before-2");
    EXPECT_EQ(std::ifstream(folder / "a.before-1").get(), 'a');
    EXPECT_FALSE(move_aside(folder / "a", "a.before-"));
    fs::remove_all(folder);
}

}  // namespace
}  // namespace spillway::base
