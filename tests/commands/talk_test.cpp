// A talk from the command line: printed, page by page, and refused where it does not fit.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/process.h"

namespace spillway::commands {
namespace {

using Json = nlohmann::json;

/// Shipped results only: the same on every machine, and at once.
constexpr const char* shipped[] = {"--worker", "none"};

std::vector<std::string> some_experiments(std::size_t count)
{
    const Finished list = spillway({"list", "--json"});
    std::vector<std::string> names;
    const Json all = Json::parse(list.output);
    for (const Json& experiment : all.is_array() ? all : all.at("experiments")) names.push_back(experiment.at("name"));
    names.resize(std::min(names.size(), count));
    return names;
}

void write_talk(const std::string& file, const std::vector<std::string>& views)
{
    Json stops = Json::array();
    for (const std::string& view : views)
        stops.push_back({{"view", view}, {"notes", "Say **this** of `" + view + "`."}});
    std::ofstream(file) << Json{{"spillway_talk", 1}, {"title", "Twelve"}, {"stops", stops}};
}

std::size_t pages_of(const std::string& pdf)
{
    std::size_t count = 0;
    for (std::size_t at = pdf.find("/Type /Page "); at != std::string::npos; at = pdf.find("/Type /Page ", at + 1))
        ++count;
    return count;
}

bool has_no_opengl(const Finished& finished)
{
    return finished.status == 1 && finished.errors.find("OpenGL") != std::string::npos;
}

TEST(TalkCommand, TwelveStopsOverTwelveExperimentsAreTwelvePages)
{
    const TemporaryFolder folder;
    std::vector<std::string> views;
    const char* tabs[] = {"lesson", "code", "report", "occupancy"};
    for (const std::string& name : some_experiments(12))
        views.push_back("v1/" + name + "/gpu=h200/tab=" + tabs[views.size() % 4]);
    ASSERT_EQ(views.size(), 12u);
    const std::string talk = folder.file("t.spillway-talk"), pdf = folder.file("t.pdf");
    write_talk(talk, views);
    const Finished printed = spillway({"talk", talk, "--pdf", pdf, shipped[0], shipped[1]});
    if (has_no_opengl(printed)) GTEST_SKIP() << printed.errors;
    ASSERT_EQ(printed.status, 0) << printed.errors;
    const std::string pages = read_text(pdf);
    EXPECT_TRUE(pages.starts_with("%PDF-1.4"));
    EXPECT_EQ(pages_of(pages), 12u);
    // An existing file is not replaced unasked.
    EXPECT_EQ(spillway({"talk", talk, "--pdf", pdf, shipped[0], shipped[1]}).status, 2);
    EXPECT_EQ(read_text(pdf), pages);
}

TEST(TalkCommand, AStopThatDoesNotFitIsNamedAndNothingIsWritten)
{
    const TemporaryFolder folder;
    const std::string talk = folder.file("t.spillway-talk"), pdf = folder.file("t.pdf");
    write_talk(talk, {"v1/stencil", "v1/no_such_experiment"});
    const Finished printed = spillway({"talk", talk, "--pdf", pdf, shipped[0], shipped[1]});
    if (has_no_opengl(printed)) GTEST_SKIP() << printed.errors;
    EXPECT_EQ(printed.status, 2);
    EXPECT_NE(printed.errors.find("stop 2"), std::string::npos) << printed.errors;
    EXPECT_FALSE(std::filesystem::exists(pdf));
    write_talk(talk, {"v1/stencil", "rm"});
    EXPECT_EQ(spillway({"talk", talk, "--pdf", pdf}).status, 2);
    EXPECT_EQ(spillway({"talk", folder.file("none.spillway-talk"), "--pdf", pdf}).status, 2);
    EXPECT_EQ(spillway({"talk", talk, "--pdf", talk, "--force"}).status, 2) << "the output is the input";
}

TEST(ViewCommand, APictureIsDrawnAtAViewFromATextALinkAndAFile)
{
    const TemporaryFolder folder;
    const std::string line = "v1/stencil/gpu=t4/set=radius:5/tab=report", file = folder.file("a.spillway-view");
    std::ofstream(file) << line << "\n";
    std::string first;
    for (const std::string& named : {line, "spillway://" + line + "/", file}) {
        const std::string picture = folder.file("picture.png");
        const Finished drawn = spillway({"screenshot", "--view", named, "-o", picture, shipped[0], shipped[1]});
        if (has_no_opengl(drawn)) GTEST_SKIP() << drawn.errors;
        ASSERT_EQ(drawn.status, 0) << drawn.errors;
        if (first.empty()) first = read_text(picture);
        EXPECT_FALSE(first.empty());
    }
    for (const char* refused : {"v2/stencil", "v1/stencil/set=radius:x", "no.spillway-view"}) {
        const Finished drawn =
            spillway({"screenshot", "--view", refused, "-o", folder.file("no.png"), shipped[0], shipped[1]});
        EXPECT_EQ(drawn.status, 2) << drawn.errors;
        EXPECT_EQ(std::count(drawn.errors.begin(), drawn.errors.end(), '\n'), 1) << drawn.errors;
    }
    EXPECT_FALSE(std::filesystem::exists(folder.file("no.png")));
}

TEST(TalkCommand, AnUnknownTalkIsRefusedWithTheNamesOfTheCourses)
{
    const TemporaryFolder folder;
    const Finished refused = spillway({"talk", "nowhere", "--pdf", folder.file("t.pdf"), shipped[0], shipped[1]});
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.errors.find("ninety_minutes"), std::string::npos) << refused.errors;
}

/// An invalid command line is reported before minutes of compiling.
TEST(PicturesCommand, ChecksItsArgumentsFirstAndShowsItsProgress)
{
    const TemporaryFolder folder;
    const std::string out = folder.file("out");
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong{
        {{"pictures", "--of", "chart:no_such_metric", "-o", out}, "chart:no_such_metric"},
        {{"pictures", "--of", "no_such_picture", "sm", "-o", out}, "no_such_picture"},
        {{"pictures", "--format", "gif", "-o", out}, "gif"},
        {{"pictures", "-o", folder.file("none/out")}, "none/out"},
    };
    for (const auto& [words, named] : wrong) {
        // A worker that never answers: a command that waited for it would never report the wrong argument.
        std::vector<std::string> line = words;
        line.insert(line.end(), {"--worker", "sleep 1000"});
        const Finished refused = spillway(line, {}, std::chrono::seconds(15));
        if (has_no_opengl(refused)) GTEST_SKIP() << refused.errors;
        EXPECT_EQ(refused.status, 2) << refused.errors;
        EXPECT_NE(refused.errors.find(named), std::string::npos) << refused.errors;
    }
    EXPECT_FALSE(std::filesystem::exists(out)) << "no folder is made for nothing";
    const Finished drawn = spillway({"pictures", "--worker", "none", "--format", "csv", "-o", out});
    EXPECT_EQ(drawn.status, 0) << drawn.errors;
    EXPECT_NE(drawn.errors.find(" results\n"), std::string::npos) << drawn.errors;
}

TEST(CourseMapCommand, PrintsDrawsAndSaysWhatIsNext)
{
    const TemporaryFolder folder;
    const std::string picture = folder.file("map.svg");
    const Finished drawn = spillway({"list", "--map", picture, "--json", shipped[0], shipped[1]});
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    const Json lessons = Json::parse(drawn.output);
    int next = 0;
    for (const Json& lesson : lessons) {
        EXPECT_TRUE(lesson.at("prerequisites").empty() == (lesson.at("column") == 0)) << lesson.at("name");
        if (!lesson.at("next").get<bool>()) continue;
        ++next;
        EXPECT_EQ(lesson.at("state"), "ready");
    }
    EXPECT_EQ(next, 1);
    std::ifstream file(picture);
    const std::string svg{std::istreambuf_iterator<char>(file), {}};
    for (const Json& lesson : lessons) {
        const auto title = lesson.at("title").get<std::string>();
        const bool is_plain = title.find('\'') == std::string::npos;
        EXPECT_TRUE(!is_plain || svg.find(">" + title + "<") != std::string::npos) << title;
    }
    EXPECT_EQ(spillway({"list", "--map", folder.file("map.txt"), shipped[0], shipped[1]}).status, 2);
    EXPECT_NE(spillway({"list", "--map", shipped[0], shipped[1]}).output.find("Next: "), std::string::npos);
}

}  // namespace
}  // namespace spillway::commands
