#include "app/base/named_file.h"

#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "app/base/ownership.h"
#include "tests/support/scratch_folder.h"

namespace spillway::base {
namespace {

namespace fs = std::filesystem;

class NamedFile : public testing::Test {
protected:
    void SetUp() override
    {
        folder = scratch_folder("named_file");
        fs::create_directories(folder / "dotfiles");
        fs::create_directories(folder / "config");
        std::ofstream(folder / "dotfiles/progress.json") << "12345";
    }
    void TearDown() override { fs::remove_all(folder); }
    [[nodiscard]] fs::path place() const { return own_place(folder / "config/progress.json"); }
    void link_to(const fs::path& target) const
    {
        fs::remove(folder / "config/progress.json");
        fs::create_symlink(target, folder / "config/progress.json");
    }
    fs::path folder;
};

TEST_F(NamedFile, OnlyAnOrdinaryFileOfASizeThatIsTakenIsRead)
{
    const fs::path file = folder / "dotfiles/progress.json", pipe = folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(state_of_file(file), FileState::ordinary);
    EXPECT_EQ(state_of_file(file, 5), FileState::ordinary);
    EXPECT_EQ(state_of_file(file, 4), FileState::too_large);
    EXPECT_EQ(state_of_file(folder / "none"), FileState::gone);
    EXPECT_EQ(state_of_file(file / "none"), FileState::gone);
    for (const fs::path& special : {pipe, folder, fs::path("/dev/zero")}) {
        EXPECT_EQ(state_of_file(special), FileState::special) << special;
        const auto text = read_named_file(special, 100);
        ASSERT_FALSE(text) << special;
        EXPECT_EQ(text.error().where, special.string());
        EXPECT_FALSE(text.error().advice.empty());
    }
    EXPECT_EQ(*read_named_file(file, 5), "12345");
    EXPECT_FALSE(read_named_file(file, 4));
}

TEST_F(NamedFile, OnesOwnLinksLeadToOnesOwnFile)
{
    EXPECT_EQ(place(), folder / "config/progress.json") << "a free name";
    link_to("../dotfiles/progress.json");  // as stow
    EXPECT_TRUE(fs::equivalent(place(), folder / "dotfiles/progress.json"));
    EXPECT_FALSE(fs::is_symlink(place()));
    fs::create_symlink(folder / "dotfiles/progress.json", folder / "dotfiles/second");
    link_to(folder / "dotfiles/second");
    EXPECT_TRUE(fs::equivalent(place(), folder / "dotfiles/progress.json")) << "link by link";
    link_to("../dotfiles/new.json");
    EXPECT_EQ(fs::weakly_canonical(place()), fs::weakly_canonical(folder / "dotfiles/new.json")) << "not there yet";
}

TEST_F(NamedFile, ALinkThatAnotherCouldHaveMadeOrChangedIsNotFollowed)
{
    const fs::path link = folder / "config/progress.json";
    link_to("../dotfiles/progress.json");
    ASSERT_EQ(chmod((folder / "config").c_str(), 0777), 0);
    EXPECT_EQ(place(), link) << "everybody may put a link into its folder";
    ASSERT_EQ(chmod((folder / "config").c_str(), 0755), 0);
    ASSERT_EQ(chmod((folder / "dotfiles").c_str(), 0777), 0);
    EXPECT_EQ(place(), link) << "or into the folder that it leads to";
    ASSERT_EQ(chmod((folder / "dotfiles").c_str(), 0755), 0);
    ASSERT_EQ(chmod((folder / "dotfiles/progress.json").c_str(), 0666), 0);
    EXPECT_EQ(place(), link) << "or change the file";
    link_to("../dotfiles");
    EXPECT_EQ(place(), link) << "a folder is not a file";
    link_to("progress.json");
    EXPECT_EQ(place(), link) << "round and round";
    if (geteuid() != 0) return;  // only root can give a link away
    ASSERT_EQ(chmod((folder / "dotfiles/progress.json").c_str(), 0644), 0);
    link_to("../dotfiles/progress.json");
    ASSERT_NE(place(), link);
    constexpr uid_t another = 12345;
    ASSERT_EQ(lchown(link.c_str(), another, another), 0);
    EXPECT_EQ(place(), link) << "another user's link";
}

}  // namespace
}  // namespace spillway::base
