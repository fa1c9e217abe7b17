// A class hands in, with hostile files among it; and files that earlier versions wrote.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/process.h"
#include "tests/support/source_folder.h"

namespace spillway::journeys {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using commands::spillway;

const fs::path before_1_0 = source_folder / "tests/journeys/before_1_0";

/// A learner's home with the progress that an earlier window wrote.
class Home {
public:
    explicit Home(const Json& progress)
    {
        fs::create_directories(folder_.path() / "config/spillway");
        std::ofstream(folder_.path() / "config/spillway/progress.json") << progress.dump();
    }
    [[nodiscard]] commands::Environment environment() const
    {
        return {{"XDG_CONFIG_HOME", folder_.file("config")}, {"XDG_DATA_HOME", folder_.file("data")}};
    }

private:
    commands::TemporaryFolder folder_;
};

Json graded(const fs::path& folder, std::vector<std::string> more = {})
{
    std::vector<std::string> words{"grade", folder.string(), "--json", "--gpu", "h200"};
    words.insert(words.end(), more.begin(), more.end());
    const auto done = spillway(words, {}, std::chrono::seconds(500));
    Json files = Json::parse(done.output, nullptr, false);
    EXPECT_TRUE(files.is_array()) << done.output << done.errors;
    return files;
}

Json item_of(const Json& file, const std::string& name)
{
    for (const Json& item : file.at("items"))
        if (item.at("item") == name) return item;
    ADD_FAILURE() << name << " is not in " << file.dump(1);
    return Json::object();
}

/// Assigned and handed in by the version before 1.0, graded by this one.
TEST(ClassJourney, FilesOfAnEarlierVersionAreGraded)
{
    const Json files = graded(before_1_0, {"--task", (before_1_0 / "week1.spillway-task").string()});
    ASSERT_EQ(files.size(), 1U);
    const Json& anna = files[0];
    EXPECT_EQ(anna.at("contradictions"), 0) << anna.dump(1);
    EXPECT_TRUE(anna.at("version").is_null());
    EXPECT_EQ(item_of(anna, "shared_16").at("mark"), "reached");
    EXPECT_EQ(item_of(anna, "table_bytes").at("mark"), "reached");
    EXPECT_EQ(item_of(anna, "frame_64").at("mark"), "not_reached") << "1,024 for 256";
    EXPECT_EQ(item_of(anna, "registers_curve").at("verdict"), "skipped");
    EXPECT_EQ(item_of(anna, "keep_in_registers").at("mark"), "reached") << item_of(anna, "keep_in_registers");
}

/// Progress of the earlier window, handed in by this version for the earlier version's task.
TEST(ClassJourney, ProgressOfAnEarlierVersionIsHandedInAndGraded)
{
    const Home home(Json::parse(commands::read_text(before_1_0 / "progress.json")));
    const commands::TemporaryFolder folder;
    const auto handed = spillway({"hand-in", (before_1_0 / "week1.spillway-task").string(), "-o",
                                  folder.file("anna.spillway-hand-in"), "--worker", "none"},
                                 home.environment());
    ASSERT_EQ(handed.status, 0) << handed.errors;
    const Json files = graded(folder.path());
    EXPECT_EQ(files.at(0).at("contradictions"), 0) << files.dump(1);
    EXPECT_EQ(item_of(files[0], "shared_16").at("mark"), "reached");
    EXPECT_FALSE(files[0].at("version").is_null());
}

/// A later version may say more: what this one does not know is left alone.
TEST(ClassJourney, AHandInOfALaterVersionIsGradedAsFarAsItIsKnown)
{
    Json later = Json::parse(commands::read_text(before_1_0 / "anna.spillway-hand-in"));
    later["version"] = "9.0.0";
    later["mood"] = "fine";
    later["lessons"]["running_mean"]["answers"]["asked_later"] = {{"guess", "7"}, {"answer", "7"}, {"off_by", 0}};
    const commands::TemporaryFolder folder;
    std::ofstream(folder.file("later.spillway-hand-in")) << later.dump();
    const Json files = graded(folder.path());
    EXPECT_EQ(item_of(files.at(0), "shared_16").at("mark"), "reached");
    EXPECT_FALSE(files[0].at("note").is_null()) << "one question is not in this catalogue";
}

/// Thirty files of one class, among them some that are none and one of another course, as a table.
TEST(ClassJourney, ATableHasARowForEveryFileAndOpensInASpreadsheet)
{
    const commands::TemporaryFolder folder;
    const Json anna = Json::parse(commands::read_text(before_1_0 / "anna.spillway-hand-in"));
    const char* names[] = {"=1+1", "a;=1+1;b", "Anna \"the\" first", "Müller, J.", "", "@cmd", "-2+3", "+49 30"};
    for (int i = 0; i < 30; ++i) {
        Json one = anna;
        one["name"] = names[i % std::size(names)];
        if (i % 5 == 1) one["lessons"] = {{"no_such_lesson", {{"answers", Json::object()}}}};
        const fs::path file = folder.path() / ("learner" + std::to_string(i) + ".spillway-hand-in");
        std::ofstream(file) << (i % 7 == 3 ? std::string("not a hand-in") : one.dump());
    }
    const std::string csv = folder.file("grades.csv");
    const auto done = spillway({"grade", folder.path().string(), "--worker", "none", "--csv", csv, "--gpu", "h200"});
    EXPECT_EQ(done.status, 3) << done.errors;
    const std::string table = commands::read_text(csv);
    for (int i = 0; i < 30; ++i)
        EXPECT_NE(table.find("learner" + std::to_string(i) + ".spillway-hand-in"), std::string::npos) << i;
    const auto opened = commands::run({"python3", (source_folder / "tests/commands/spreadsheet.py").string(), csv},
                                      commands::test_environment());
    EXPECT_EQ(opened.status, 0) << opened.output << opened.errors;
}

}  // namespace
}  // namespace spillway::journeys
