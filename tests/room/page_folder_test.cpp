// The window as a page in a folder: its files, and nothing else.

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/room/http.h"
#include "app/room/page_folder.h"
#include "tests/support/scratch_folder.h"

namespace spillway::room {
namespace {

namespace fs = std::filesystem;

class PageFolderTest : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("page_folder");
        fs::create_directories(folder_ / "page/reports");
        std::ofstream(folder_ / "secret.txt") << "secret";
        std::ofstream(folder_ / "page/index.html") << "page";
        std::ofstream(folder_ / "page/.hidden") << "hidden";
        std::ofstream(folder_ / "page/reports/a.bin") << "report";
        fs::create_symlink("../secret.txt", folder_ / "page/link.txt");
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

/// A browser obeys the page's own policy and the server's. The page did not start in a room after its own one changed.
TEST_F(PageFolderTest, TheServersPolicyAllowsTheScriptsThatThePageAllows)
{
    std::ifstream file(SPILLWAY_SOURCE_DIR "/app/web/index.html");
    std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::size_t place = page.find("{{scripts}}");
    ASSERT_NE(place, std::string::npos);
    page.replace(place, std::string("{{scripts}}").size(), "sha256-AbC+/09=");
    std::ofstream(folder_ / "page/index.html") << page;
    auto folder = PageFolder::open(folder_ / "page");
    ASSERT_TRUE(folder) << folder.error().line();
    const Pages pages("ABCDE12345", "127.0.0.1:8017", nullptr, std::make_shared<PageFolder>(std::move(*folder)));
    HttpRequest request;
    request.is_get = true;
    request.path = "/page/";
    request.host = "lab.example:8017";
    std::string policy;
    for (const auto& [name, value] : pages.reply(request).headers)
        if (name == "content-security-policy") policy = value;
    const std::size_t begin = page.find("script-src");
    std::istringstream sources(page.substr(begin, page.find(';', begin) - begin));
    for (std::string source; sources >> source;)
        EXPECT_NE(policy.find(source), std::string::npos) << source << " is not in " << policy;
}

TEST_F(PageFolderTest, ItsFilesAreReadAndNothingElse)
{
    auto folder = PageFolder::open(folder_ / "page");
    ASSERT_TRUE(folder);
    ASSERT_NE(folder->read("index.html"), nullptr);
    EXPECT_EQ(*folder->read("index.html"), "page");
    EXPECT_EQ(*folder->read("reports/a.bin"), "report");
    const auto held = folder->read("reports/a.bin");
    EXPECT_EQ(folder->read("reports/a.bin"), held) << "in memory once";
    for (const char* name : {"", "/", ".", "..", "../secret.txt", "reports/../../secret.txt", "/etc/passwd", ".hidden",
                             "reports", "reports/", "link.txt", "no_such", "a/b/c/d/e", "index.html\n"})
        EXPECT_EQ(folder->read(name), nullptr) << name;
    EXPECT_EQ(folder->read(std::string("index.html\0", 11)), nullptr);
    EXPECT_EQ(folder->read(std::string(10'000, 'a')), nullptr);
}

TEST(PageNames, HashedOnesMayBeKept)
{
    EXPECT_TRUE(is_hashed_name("page.0123456789.js"));
    EXPECT_TRUE(is_hashed_name("reports/x.abcdef0123.bin.lz"));
    for (const char* name : {"index.html", "files.json", "offline.js", "page.012345678.js", "page.0123456789"})
        EXPECT_FALSE(is_hashed_name(name)) << name;
    EXPECT_STREQ(media_type_of("page.0123456789.js"), "text/javascript; charset=utf-8");
    EXPECT_STREQ(media_type_of("first.bin.lz"), "application/octet-stream");
}

}  // namespace
}  // namespace spillway::room
