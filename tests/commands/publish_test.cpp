// `spillway publish`: what a lecturer puts on a web server, made without a compiler.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/commands/process.h"
#include "tests/support/source_folder.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::size_t count(const std::string& text, const std::string& what)
{
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++found;
    return found;
}

/// An experiment of one's own, whose lesson would like to be more than text.
fs::path own_experiment(const fs::path& folder)
{
    const fs::path from = source_folder / "kernels/stencil", to = folder / "mine/my_stencil";
    json description = json::parse(read_text(from / "experiment.json"));
    description["name"] = "my_stencil";
    write(to / "experiment.json", description.dump());
    write(to / "kernel.cu", read_text(from / "kernel.cu"));
    write(to / "lesson.md", read_text(from / "lesson.md") + "\n<script>alert(1)</script>\n");
    if (fs::exists(from / "exercises")) fs::copy(from / "exercises", to / "exercises", fs::copy_options::recursive);
    return folder / "mine";
}

/// A stand-in for the output of scripts/build-web.sh.
fs::path stand_in_page(const fs::path& folder)
{
    write(folder / "page/index.html", "the page");
    write(
        folder / "page/files.json",
        R"({"first":[],"later":[],"parts":{"stencil":["recordings/h100/stencil.spillway","recordings/h200/stencil.spillway"]}})");
    return folder / "page";
}

TEST(Publish, EachLessonIsAPlainPageAndOnesOwnGoWithThePage)
{
    const TemporaryFolder folder;
    const std::string to = folder.file("site");
    // A page takes one file: the command says so, and the command that it names makes one.
    const std::string shipped = (source_folder / "assets/recordings/h200.spillway").string();
    const std::string recording = folder.file("h200.spillway");
    EXPECT_NE(spillway({"publish", to, "--recording", shipped}).errors.find("spillway merge -o"), std::string::npos);
    ASSERT_EQ(spillway({"merge", "-o", recording, shipped}).status, 0);
    write(folder.path() / "a talk.spillway-talk", "{}");
    const Finished finished = spillway({"publish", to, "--lesson", "running_mean", "--catalogue",
                                        own_experiment(folder.path()), "--page", stand_in_page(folder.path()),
                                        "--recording", recording, "--talk", folder.file("a talk.spillway-talk")});
    ASSERT_EQ(finished.status, 0) << finished.errors;

    const std::string lesson = read_text(fs::path(to) / "lessons/running_mean.html");
    EXPECT_GE(count(lesson, "<details><summary>Answer</summary>"), 2U);
    EXPECT_EQ(count(lesson, "<svg "), 1U);
    EXPECT_GE(count(lesson, "<caption>"), 3U) << "a table for each chart";
    EXPECT_NE(lesson.find("128 bytes"), std::string::npos) << "the answer is the compiler's";
    EXPECT_EQ(count(lesson, "<script") + count(lesson, "](") + count(lesson, "claim:"), 0U);
    EXPECT_EQ(count(lesson, "<?xml"), 0U);

    const std::string own = read_text(fs::path(to) / "lessons/my_stencil.html");
    EXPECT_NE(own.find("&lt;script&gt;alert(1)"), std::string::npos);
    EXPECT_EQ(count(own, "<script"), 0U);
    EXPECT_NE(read_text(fs::path(to) / "lessons/index.html").find("href=\"my_stencil.html\""), std::string::npos);

    EXPECT_FALSE(fs::exists(fs::path(to) / "lessons/stencil.html")) << "not named";

    const json listed = json::parse(read_text(fs::path(to) / "files.json"));
    for (const json& each : listed["own"]) EXPECT_TRUE(fs::exists(fs::path(to) / each[1].get<std::string>())) << each;
    const std::string own_text = listed["own"].dump();
    for (const char* there : {"/spillway/kernels/my_stencil/kernel.cu", "/spillway/own/h200.spillway",
                              "/spillway/own/a_talk.spillway-talk"})
        EXPECT_NE(own_text.find(there), std::string::npos) << there << " in " << own_text;
    EXPECT_EQ(listed["parts"]["stencil"].dump(), R"(["recordings/h100/stencil.spillway"])")
        << "one's own recording of the H200 takes the place of the one that ships";
}

TEST(Publish, WithoutAPageItSaysHowToBuildOneAndAnotherFolderIsLeftAlone)
{
    const TemporaryFolder folder;
    write(folder.path() / "full/notes.txt", "mine");
    const Finished refused = spillway({"publish", folder.file("full")});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.errors.find("--force"), std::string::npos) << refused.errors;
    const Finished finished =
        spillway({"publish", folder.file("site"), "--lesson", "running_mean", "--page", folder.file("nothing")});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.errors.find("scripts/build-web.sh"), std::string::npos) << finished.errors;
    EXPECT_TRUE(fs::exists(folder.path() / "site/lessons/running_mean.html"));
    EXPECT_FALSE(fs::exists(folder.path() / "site/files.json"));
}

}  // namespace
}  // namespace spillway::commands
