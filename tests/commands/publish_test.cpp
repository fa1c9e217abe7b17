// `spillway publish`: what a lecturer puts on a web server, made without a compiler.

#include <gtest/gtest.h>

#include <algorithm>
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

/// The exercise of `from` with a name of its own in `to`, as docs/adding-an-experiment.md asks of a copy.
void copy_exercise(const fs::path& from, const fs::path& to)
{
    fs::create_directories(to / "exercises");
    fs::copy(from / "exercises/a_smaller_tile", to / "exercises/my_smaller_tile", fs::copy_options::recursive);
    const fs::path place = to / "exercises/my_smaller_tile/experiment.json";
    json description = json::parse(read_text(place));
    description["name"] = "my_smaller_tile";
    description["exercise"]["lesson"] = "my_stencil";
    write(place, description.dump());
}

/// A user's experiment whose lesson contains a script.
fs::path own_experiment(const fs::path& folder)
{
    const fs::path from = source_folder / "kernels/stencil", to = folder / "mine/my_stencil";
    json description = json::parse(read_text(from / "experiment.json"));
    description["name"] = "my_stencil";
    description["exercises"] = {"my_smaller_tile"};
    write(to / "experiment.json", description.dump());
    write(to / "kernel.cu", read_text(from / "kernel.cu"));
    std::string lesson = read_text(from / "lesson.md") + "\n<script>alert(1)</script>\n";
    const std::string link = "exercise:a_smaller_tile";
    lesson.replace(lesson.find(link), link.size(), "exercise:my_smaller_tile");
    write(to / "lesson.md", lesson);
    copy_exercise(from, to);
    return folder / "mine";
}

/// A stand-in for the output of scripts/build-web.sh.
fs::path stand_in_page(const fs::path& folder)
{
    write(folder / "page/index.html", "build b1, <a id=\"plain\" href=\"lessons/index.html\" hidden>plain</a>");
    write(folder / "page/offline.js",
          R"(build b1, {"hashed":["page.0123456789.js"]}, ["recordings/h200/stencil.0123456789.spillway"])");
    write(folder / "page/page.0123456789.js", "script");
    write(folder / "page/recordings/h200/stencil.0123456789.spillway", "part");
    write(
        folder / "page/files.json",
        R"({"build":"b1","parts":{"stencil":["recordings/h100/stencil.spillway","recordings/h200/stencil.spillway"]}})");
    return folder / "page";
}

TEST(Publish, EachLessonIsAPlainPageAndTheUsersFilesGoWithThePage)
{
    const TemporaryFolder folder;
    const std::string to = folder.file("site");
    // A page takes a recording as one file; the error names the command that makes one.
    const std::string shipped = (source_folder / "assets/recordings/h200.spillway").string();
    const std::string recording = folder.file("h200.spillway");
    EXPECT_NE(spillway({"publish", to, "--recording", shipped}).errors.find("spillway merge -o"), std::string::npos);
    ASSERT_EQ(spillway({"merge", "-o", recording, shipped}).status, 0);
    const std::string half = folder.file("half.spillway");
    fs::copy_file(recording, half);
    fs::resize_file(half, fs::file_size(half) / 2);
    const auto refused = spillway({"publish", to, "--recording", half});
    EXPECT_NE(refused.status, 0);
    EXPECT_NE(refused.errors.find("half.spillway"), std::string::npos) << refused.errors;
    write(folder.path() / "a talk.spillway-talk", "{}");
    const Finished finished = spillway({"publish", to, "--lesson", "running_mean", "--catalogue",
                                        own_experiment(folder.path()), "--page", stand_in_page(folder.path()),
                                        "--recording", recording, "--talk", folder.file("a talk.spillway-talk")});
    ASSERT_EQ(finished.status, 0) << finished.errors;

    const std::string lesson = read_text(fs::path(to) / "lessons/running_mean.html");
    EXPECT_GE(count(lesson, "<details><summary>Answer</summary>"), 2U);
    EXPECT_EQ(count(lesson, "<svg "), 3U)
        << "each chart is a picture: they stand beside each other where there is room";
    EXPECT_GE(count(lesson, "<caption>"), 3U) << "a table for each chart";
    for (std::size_t at = 0; (at = lesson.find("<svg ", at)) != std::string::npos; ++at)
        EXPECT_LE(std::stod(lesson.substr(lesson.find("viewBox=\"0 0 ", at) + 13)), 440) << "as narrow as a phone";
    double smallest = 100;
    for (std::size_t at = 0; (at = lesson.find("font-size=\"", at)) != std::string::npos; ++at)
        smallest = std::min(smallest, std::stod(lesson.substr(at + 11)));
    EXPECT_GE(smallest * 366 / 440, 11) << "pixels on a phone of 390";
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
    EXPECT_EQ(listed["parts"]["stencil"].size(), 2U) << "shipped recordings stay beside the user's own";
    // A new build name for browsers, in all three files that have it; and the link to the plain pages is shown.
    const std::string build = listed["build"];
    EXPECT_EQ(build.substr(0, 3), "b1-");
    for (const char* name : {"index.html", "offline.js"})
        EXPECT_NE(read_text(fs::path(to) / name).find("build " + build), std::string::npos) << name;
    EXPECT_EQ(read_text(fs::path(to) / "index.html").find("hidden"), std::string::npos);
}

TEST(Publish, TheTablesHoldTheValuesThatTheLessonSpeaksOf)
{
    const TemporaryFolder folder;
    ASSERT_EQ(spillway({"publish", folder.file("site"), "--lesson", "running_mean", "--lesson", "plain_loops",
                        "--lesson", "stencil", "--page", folder.file("none")})
                  .status,
              0);
    const auto missing = [&](const std::string& lesson, const std::vector<int>& values) {
        const std::string page = read_text(folder.path() / "site/lessons" / (lesson + ".html"));
        const std::string table = page.substr(page.find("<caption>"), page.find("</table>") - page.find("<caption>"));
        EXPECT_LE(count(table, "<tr>"), 1U + 24U) << lesson;
        std::string names;
        for (const int value : values)
            if (table.find("<th scope=\"row\">" + std::to_string(value) + "</th>") == std::string::npos)
                names += " " + std::to_string(value);
        return names;
    };
    // Only rows with results, because recordings have enough of them.
    EXPECT_EQ(missing("stencil", {5, 160, 1025, 5632, 5633, 6000, 10000, 12000}), "");
    // Ends, initial value, questions (24, 64), steps (8, 16, 19), claims and texts (17, 18, 40, 48, 96), powers of two.
    EXPECT_EQ(missing("running_mean", {1, 2, 4, 8, 16, 17, 18, 19, 24, 32, 40, 48, 64, 96, 128}), "");
    EXPECT_EQ(missing("plain_loops", {64, 128, 136, 160, 192, 202, 203, 208, 256, 304, 312, 512}), "");
}

TEST(Publish, TheUsersRecordingKeepsTheNumbersOfOtherLessons)
{
    const TemporaryFolder folder;
    const std::string plain = folder.file("plain"), with_own = folder.file("with_own");
    const fs::path own = source_folder / "assets/recordings/h200.spillway/stencil.spillway";
    ASSERT_EQ(spillway({"publish", plain, "--lesson", "running_mean", "--page", folder.file("none")}).status, 0);
    ASSERT_EQ(spillway({"publish", with_own, "--lesson", "running_mean", "--page", folder.file("none"), "--recording",
                        own.string()})
                  .status,
              0);
    const std::string before = read_text(fs::path(plain) / "lessons/running_mean.html");
    EXPECT_NE(before.find("GB/s"), std::string::npos);
    EXPECT_EQ(read_text(fs::path(with_own) / "lessons/running_mean.html"), before);
}

TEST(Publish, AUsersExperimentWithoutResultsIsListedAndNotCalledRefused)
{
    const TemporaryFolder folder;
    const fs::path mine = own_experiment(folder.path());
    write(mine / "my_stencil/kernel.cu", read_text(mine / "my_stencil/kernel.cu") + "\n// mine\n");
    const Finished finished = spillway({"publish", folder.file("site"), "--lesson", "running_mean", "--catalogue",
                                        mine.string(), "--page", folder.file("none")});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_NE(finished.errors.find("my_stencil: nothing is recorded on"), std::string::npos) << finished.errors;
    const std::string page = read_text(folder.path() / "site/lessons/my_stencil.html");
    EXPECT_EQ(page.find("<p>c) It does not compile"), std::string::npos) << "an answer from missing results";
    EXPECT_EQ(page.find("is not known here"), std::string::npos);
    EXPECT_NE(page.find("but none ships with the program"), std::string::npos) << "why there is no answer";
}

TEST(Publish, APlainPageSaysWhyAPointHasNoResult)
{
    const TemporaryFolder folder;
    ASSERT_EQ(
        spillway({"publish", folder.file("site"), "--lesson", "cluster_dsmem", "--page", folder.file("none")}).status,
        0);
    const std::string page = read_text(folder.path() / "site/lessons/cluster_dsmem.html");
    EXPECT_NE(page.find("<p>C, Table 240 to 4096 (reason at 240): 245,760"), std::string::npos)
        << "one line for all of them";
    EXPECT_NE(page.find("<p>D, Table 1920"), std::string::npos);
}

TEST(Publish, AnUnreadableExperimentStopsTheCommandAndIsNamed)
{
    const TemporaryFolder folder;
    const fs::path mine = own_experiment(folder.path());
    write(mine / "my_stencil/experiment.json", R"({"name": "my_stencil"})");
    const Finished finished = spillway({"publish", folder.file("site"), "--lesson", "running_mean", "--catalogue",
                                        mine.string(), "--page", folder.file("none")});
    EXPECT_EQ(finished.status, 3) << finished.errors;
    EXPECT_NE(finished.errors.find("my_stencil"), std::string::npos) << finished.errors;
    EXPECT_FALSE(fs::exists(folder.path() / "site")) << "nothing is written";
}

TEST(Publish, AFolderWithOtherContentsKeepsThem)
{
    const TemporaryFolder folder;
    const std::string to = folder.file("site"), page = stand_in_page(folder.path()).string();
    write(fs::path(to) / "own/thesis.txt", "mine");
    write(fs::path(to) / "photo.0123456789.jpg", "mine");
    for (int time = 0; time < 2; ++time) {
        const Finished finished = spillway({"publish", to, "--lesson", "stencil", "--page", page, "--force"});
        ASSERT_EQ(finished.status, 0) << finished.errors;
        EXPECT_TRUE(fs::exists(fs::path(to) / "own/thesis.txt"));
        EXPECT_TRUE(fs::exists(fs::path(to) / "photo.0123456789.jpg"));
    }
    EXPECT_TRUE(fs::exists(fs::path(to) / "index.html"));
}

TEST(Publish, WithdrawnFilesAreRemovedAndTalksKeepTheirTitles)
{
    const TemporaryFolder folder;
    const std::string to = folder.file("site"), page = stand_in_page(folder.path()).string();
    const fs::path mine = own_experiment(folder.path());
    write(folder.path() / "one/talk.spillway-talk",
          R"({"spillway_talk": 1, "title": "The <first> talk", "stops": []})");
    write(folder.path() / "two/talk.spillway-talk", R"({"spillway_talk": 1, "title": "Second", "stops": []})");
    ASSERT_EQ(
        spillway({"publish", to, "--lesson", "running_mean", "--catalogue", mine.string(), "--page", page, "--talk",
                  folder.file("one/talk.spillway-talk"), "--talk", folder.file("two/talk.spillway-talk")})
            .status,
        0);
    const std::string contents = read_text(fs::path(to) / "lessons/index.html");
    EXPECT_NE(contents.find("?talk=talk\">The &lt;first&gt; talk</a>"), std::string::npos) << contents;
    EXPECT_NE(contents.find("?talk=talk-2\">Second</a>"), std::string::npos) << contents;
    write(fs::path(to) / "lessons/notes.html", "somebody else's");
    fs::rename(fs::path(page) / "page.0123456789.js", fs::path(page) / "page.9876543210.js");
    ASSERT_EQ(spillway({"publish", to, "--lesson", "stencil", "--page", page}).status, 0);
    EXPECT_TRUE(fs::exists(fs::path(to) / "lessons/stencil.html"));
    EXPECT_FALSE(fs::exists(fs::path(to) / "lessons/my_stencil.html"));
    EXPECT_FALSE(fs::exists(fs::path(to) / "lessons/running_mean.html"));
    EXPECT_FALSE(fs::exists(fs::path(to) / "own"));
    EXPECT_FALSE(fs::exists(fs::path(to) / "page.0123456789.js")) << "from the earlier page";
    EXPECT_TRUE(fs::exists(fs::path(to) / "page.9876543210.js"));
    EXPECT_TRUE(fs::exists(fs::path(to) / "recordings/h200/stencil.0123456789.spillway"));
    EXPECT_TRUE(fs::exists(fs::path(to) / "lessons/notes.html"));
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
