#include "app/learner/typing_journal.h"

#include <fstream>
#include <iterator>
#include <optional>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

// Typed text is in a file from the first key on, and is offered again if the program ended before it saved the text.

namespace spillway::learner {
namespace {

namespace fs = std::filesystem;

class Typing : public testing::Test {
protected:
    void SetUp() override
    {
        folder = scratch_folder("typing");
        fs::create_directories(folder);
        file = (folder / "kernel.cu").string();
        std::ofstream(file) << "in the file";
    }
    void TearDown() override { fs::remove_all(folder); }
    [[nodiscard]] fs::path journal_folder() const { return folder / "typed"; }
    [[nodiscard]] int kept() const
    {
        int count = 0;
        for (const auto& each : fs::recursive_directory_iterator(journal_folder()))
            count += each.path().filename().string().starts_with("kept-");
        return count;
    }
    /// A run that typed this and was killed.
    void run(const std::string& text, bool is_written = false) const
    {
        TypingJournal journal(journal_folder());
        ASSERT_FALSE(journal.note(file, text));
        if (is_written) journal.settle(file);
    }
    fs::path folder;
    std::string file;
};

TEST_F(Typing, IsInAFileFromTheFirstKeyOnAndNobodyElsesToRead)
{
    TypingJournal journal(journal_folder());
    ASSERT_FALSE(journal.note(file, "t"));
    bool is_found = false;
    for (const auto& each : fs::recursive_directory_iterator(journal_folder())) {
        if (!each.is_regular_file()) continue;
        std::ifstream stream(each.path());
        is_found |= std::string(std::istreambuf_iterator<char>(stream), {}) == "t";
    }
    EXPECT_TRUE(is_found);
    EXPECT_EQ(fs::status(journal_folder()).permissions() & fs::perms::all, fs::perms::owner_all);
}

TEST_F(Typing, IsOfferedAgainOnceItsProgramHasEnded)
{
    {
        TypingJournal running(journal_folder());
        ASSERT_FALSE(running.note(file, "typed"));
        EXPECT_FALSE(TypingJournal(journal_folder()).left(file, "in the file")) << "its program still runs";
        EXPECT_FALSE(running.left(file, "in the file"));
    }
    TypingJournal next(journal_folder());
    EXPECT_EQ(next.take_stock(), std::set<std::string>{file});
    const auto left = next.left(file, "in the file");
    ASSERT_TRUE(left);
    EXPECT_EQ(left->text, "typed");
    EXPECT_FALSE(next.left(file, "typed")) << "it is in the file";
    next.put_away(file, *left);
    EXPECT_FALSE(next.left(file, "in the file"));
    EXPECT_EQ(kept(), 1);
}

TEST_F(Typing, OfAVanishedFileIsOfferedToo)
{
    run("typed");
    fs::remove(file);
    EXPECT_EQ(TypingJournal(journal_folder()).take_stock(), std::set<std::string>{file});
}

TEST_F(Typing, IsNotOfferedWhereItCameIntoItsFile)
{
    run("in the file", false);  // killed between the file and the journal
    run("of another run", true);
    TypingJournal next(journal_folder());
    EXPECT_TRUE(next.take_stock().empty());
    EXPECT_FALSE(next.left(file, "what an editor wrote since"));
    EXPECT_EQ(kept(), 1) << "what a run wrote last stays";
}

TEST_F(Typing, KeepsTheNewestTextsOnly)
{
    TypingJournal journal(journal_folder());
    std::optional<fs::path> last;
    for (int i = 0; i < 510; ++i) {
        const auto kept = journal.keep(file, std::to_string(i));
        ASSERT_TRUE(kept) << kept.error().line();
        last = *kept;
    }
    EXPECT_EQ(kept(), 500);
    std::ifstream stream(*last);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "509");
    EXPECT_EQ(last->extension(), ".cu");
}

TEST_F(Typing, TheTextThatWasKeptLastIsNotKeptTwice)
{
    TypingJournal journal(journal_folder());
    const auto first = journal.keep(file, "one"), same = journal.keep(file, "one");
    ASSERT_TRUE(first && same);
    EXPECT_EQ(*first, *same);
    EXPECT_EQ(kept(), 1);
    ASSERT_TRUE(journal.keep(file, "two") && journal.keep(file, "one"));
    EXPECT_EQ(kept(), 3);
    EXPECT_TRUE(journal.note(file, std::string((4 << 20) + 1, 'x'))) << "more than it would read again";
}

TEST_F(Typing, AClockThatIsSetBackDoesNotMakeTheNewestTheOldest)
{
    TypingJournal journal(journal_folder());
    for (int i = 0; i < 500; ++i) {
        const auto at = journal.keep(file, std::to_string(i));
        ASSERT_TRUE(at) << at.error().line();
        fs::last_write_time(*at, fs::file_time_type::clock::now() + std::chrono::hours(24));
    }
    const auto newest = journal.keep(file, "typed after the clock was set back");
    ASSERT_TRUE(newest) << newest.error().line();
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(journal.keep(file, "later " + std::to_string(i)));
    EXPECT_TRUE(fs::exists(*newest));
}

TEST_F(Typing, WithoutAHomeThatIsSaid)
{
    TypingJournal journal{fs::path()};
    EXPECT_TRUE(journal.note(file, "t"));
    EXPECT_TRUE(journal.take_stock().empty());
}

}  // namespace
}  // namespace spillway::learner
