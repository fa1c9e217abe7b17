// A sweep and its four kinds of file, and what is left of it after Ctrl-C.

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"
#include "tests/support/source_folder.h"

namespace spillway::commands {
namespace {

using std::chrono::seconds;

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

bool is_png(const std::string& bytes)
{
    return bytes.size() > 1000 && bytes.starts_with("\x89PNG\r\n");
}

TEST(Sweep, TheRegisterCapDrawsTheCliffInEveryFile)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    std::vector<std::string> words = {"sweep",  "global_copy", "--variant",
                                      "staged", "--axis",      "register_cap=[32,64,128,0]"};
    words.insert(words.end(), {"--set", "unroll=64", "--gpu", "h200", "--csv", folder.file("a.csv")});
    words.insert(words.end(), {"--json", folder.file("a.json"), "--svg", folder.file("a.svg")});
    if (SPILLWAY_HAS_WINDOW) words.insert(words.end(), {"--png", folder.file("a.png")});
    const Finished sweep = spillway(words);
    EXPECT_EQ(sweep.status, 0) << sweep.errors;
    EXPECT_EQ(sweep.output.find("{"), std::string::npos);

    const auto results = nlohmann::json::parse(read_text(folder.file("a.json")), nullptr, false);
    ASSERT_TRUE(results.is_array());
    EXPECT_EQ(results.size() % 4, 0U);
    std::int64_t capped = 0, free = 0;
    for (const auto& result : results) {
        const std::int64_t spills = result["compile"]["spill_store_bytes"];
        const std::int64_t cap = result["parameters"]["register_cap"];
        if (cap == 32) capped += spills;
        if (cap == 0) free += spills;
    }
    EXPECT_GT(capped, 0);
    EXPECT_EQ(free, 0);

    const auto table = lines_of(read_text(folder.file("a.csv")));
    EXPECT_EQ(table.size(), results.size() + 1);
    EXPECT_NE(table[0].find("spill_store_bytes"), std::string::npos);
    const auto columns = std::count(table[0].begin(), table[0].end(), ',');
    for (const std::string& row : table)
        if (row.find('"') == std::string::npos) {
            EXPECT_EQ(std::count(row.begin(), row.end(), ','), columns) << row;
        }

    const std::string svg = read_text(folder.file("a.svg"));
    EXPECT_NE(svg.find("<svg"), std::string::npos);
    EXPECT_NE(svg.find("</svg>"), std::string::npos);
    if (SPILLWAY_HAS_WINDOW) {
        EXPECT_TRUE(is_png(read_text(folder.file("a.png"))));
    }
}

TEST(Sweep, AxesAreWrittenAsInNvbench)
{
    SKIP_WITHOUT_COMPILER();
    const auto values = [](const std::string& axis) {
        const Finished sweep = spillway(
            {"sweep", "running_mean", "--variant", "register_array", "--axis", axis, "--gpu", "t4", "--json", "-"});
        EXPECT_EQ(sweep.status, 0) << sweep.errors;
        std::vector<std::int64_t> found;
        const auto results = nlohmann::json::parse(sweep.output, nullptr, false);
        EXPECT_TRUE(results.is_array()) << sweep.output;
        if (results.is_array())
            for (const auto& result : results) found.push_back(result["parameters"]["window_size"]);
        return found;
    };
    using Values = std::vector<std::int64_t>;
    EXPECT_EQ(values("window_size=[4:16:4]"), (Values{4, 8, 12, 16}));
    EXPECT_EQ(values("window_size=[3,1,2]"), (Values{3, 1, 2}));
    EXPECT_EQ(values("window_size[pow2]=[0:4]"), (Values{1, 2, 4, 8, 16}));
}

// A configuration that does not compile is a row of the output, and even a sweep with no other rows succeeds.
TEST(Sweep, ARefusedPointIsARowLikeTheOthers)
{
    SKIP_WITHOUT_COMPILER();
    const auto sweep = [](const char* axis) {
        return spillway({"sweep", "stencil", "--variant", "static_shared", "--axis", axis, "--set", "block_size=1024",
                         "--gpu", "h200", "--json", "-"});
    };
    const Finished mixed = sweep("radius=[1,6000,2]");
    EXPECT_EQ(mixed.status, 0) << mixed.errors;
    const auto results = nlohmann::json::parse(mixed.output, nullptr, false);
    ASSERT_EQ(results.size(), 3U);
    EXPECT_EQ(results[0]["status"], "ok");
    EXPECT_EQ(results[1]["status"], "compile_error");
    EXPECT_EQ(results[2]["status"], "ok");
    EXPECT_EQ(sweep("radius=[6000,6001]").status, 0) << "the compiler's refusal is an answer";
}

TEST(Pictures, MemoryAndRooflineOfARecordedRunAreFiles)
{
    const TemporaryFolder folder;
    const auto run = [](std::vector<std::string> more) {
        std::vector<std::string> words = {"run", "cache_policy", "--gpu", "h100", "--worker", "none"};
        words.insert(words.end(), more.begin(), more.end());
        return spillway(words);
    };
    const Finished both = run({"--memory", folder.file("m.svg"), "--roofline", folder.file("r.svg")});
    EXPECT_EQ(both.status, 0) << both.errors;
    const std::string memory = read_text(folder.file("m.svg")), roofline = read_text(folder.file("r.svg"));
    EXPECT_NE(memory.find("of the time: the limit"), std::string::npos);
    EXPECT_NE(memory.find("132 SMs"), std::string::npos) << "the launch stands beside its traffic";
    EXPECT_NE(memory.find("values = 96"), std::string::npos) << "the setting is named";
    EXPECT_NE(roofline.find("Operations per byte of L2"), std::string::npos);
    if (SPILLWAY_HAS_WINDOW) {
        EXPECT_EQ(run({"--memory", folder.file("m.png")}).status, 0);
        EXPECT_TRUE(is_png(read_text(folder.file("m.png"))));
        EXPECT_EQ(run({"--memory", folder.file("m.pdf"), "--roofline", folder.file("r.pdf"), "--for", "slides"}).status,
                  0);
        for (const char* name : {"m.pdf", "r.pdf"}) EXPECT_TRUE(read_text(folder.file(name)).starts_with("%PDF-1."));
        EXPECT_EQ(run({"--memory", folder.file("m.pdf")}).status, 2) << "a PDF is replaced with --force only";
    }
    EXPECT_EQ(run({"--for", "walls"}).status, 2);
    EXPECT_EQ(run({"--memory", folder.file("m.jpeg")}).status, 2) << "no such kind";
    const Finished uncounted = run({"--set", "block_size=32", "--roofline", folder.file("u.svg")});
    EXPECT_EQ(uncounted.status, 1);
    EXPECT_NE(uncounted.errors.find("no variant has hardware counters"), std::string::npos) << uncounted.errors;
    const Finished along = spillway({"sweep", "cache_policy", "--axis", "values=[64,96,128]", "--gpu", "h100",
                                     "--worker", "none", "--roofline", folder.file("s.svg")});
    EXPECT_EQ(along.status, 0) << along.errors;
    EXPECT_NE(read_text(folder.file("s.svg")).find("Cache policy over values"), std::string::npos);
}

TEST(Pictures, ARunsTableHasTheColumnsOfASweeps)
{
    const TemporaryFolder folder;
    const Finished run =
        spillway({"run", "cache_policy", "--gpu", "h100", "--worker", "none", "--csv", folder.file("run.csv")});
    EXPECT_EQ(run.status, 0) << run.errors;
    const Finished sweep = spillway({"sweep", "cache_policy", "--axis", "values=[96]", "--gpu", "h100", "--worker",
                                     "none", "--csv", folder.file("sweep.csv")});
    EXPECT_EQ(sweep.status, 0) << sweep.errors;
    const auto of_run = lines_of(read_text(folder.file("run.csv")));
    const auto of_sweep = lines_of(read_text(folder.file("sweep.csv")));
    ASSERT_GT(of_run.size(), 1U);
    EXPECT_EQ(of_run[0], of_sweep[0]);
    for (const char* column : {",block_size,", ",register_cap,", ",recording,", ",driver,", ",percent_of_peak,",
                               ",theoretical_occupancy_percent,", ",spillway,"})
        EXPECT_NE(of_run[0].find(column), std::string::npos) << column;
    EXPECT_NE(of_run[1].find(",recorded,"), std::string::npos) << of_run[1];
    EXPECT_NE(of_run[1].find(".spillway,"), std::string::npos) << "the recording's name";
    EXPECT_EQ(spillway({"run", "cache_policy", "--gpu", "h100", "--worker", "none", "--csv", "-", "--json"}).status, 2);
}

TEST(Pictures, ASweepsChartsAreForSlidesToo)
{
    const TemporaryFolder folder;
    std::vector<std::string> words{"sweep",          "cache_policy", "--axis", "values=[64,96,128]", "--set",
                                   "block_size=128", "--gpu",        "h100",   "--worker",           "none",
                                   "--for",          "slides",       "--svg",  folder.file("s.svg")};
    if (SPILLWAY_HAS_WINDOW) words.insert(words.end(), {"--pdf", folder.file("s.pdf"), "--png", folder.file("s.png")});
    const Finished sweep = spillway(words);
    EXPECT_EQ(sweep.status, 0) << sweep.errors;
    const std::string svg = read_text(folder.file("s.svg"));
    EXPECT_EQ(svg.find("…</text>"), std::string::npos) << "a text is cut";
    EXPECT_NE(svg.find("font-size=\"24\""), std::string::npos) << "large type";
    EXPECT_NE(svg.find("block_size = 128"), std::string::npos) << "a setting that the charts do not show";
    if (!SPILLWAY_HAS_WINDOW) return;
    EXPECT_TRUE(is_png(read_text(folder.file("s.png"))));
    EXPECT_TRUE(read_text(folder.file("s.pdf")).starts_with("%PDF-1."));
}

TEST(Pictures, OfEveryKindAreWrittenIntoAFolder)
{
    if (!SPILLWAY_HAS_WINDOW) GTEST_SKIP() << "built without the window";
    const TemporaryFolder folder;
    const auto pictures = [&](std::vector<std::string> more) {
        std::vector<std::string> words{"pictures", "--experiment", "running_mean", "--gpu", "h200", "--worker", "none"};
        words.insert(words.end(), more.begin(), more.end());
        return spillway(words);
    };
    const std::string into = folder.file("new");
    const Finished all = pictures({"--of", "charts", "--of", "sm", "--of", "code", "--of", "memory", "--of", "roofline",
                                   "--format", "svg", "--format", "pdf", "--for", "print", "-o", into});
    EXPECT_EQ(all.status, 0) << all.errors;
    EXPECT_EQ(lines_of(all.output).size(), 14U) << all.output;
    for (const std::string& file : lines_of(all.output)) EXPECT_TRUE(std::filesystem::exists(file)) << file;
    const Finished again = pictures({"-o", into});
    EXPECT_NE(again.output.find("spillway-running_mean-window_size.png"), std::string::npos) << again.output;
    const Finished nowhere = pictures({"-o", folder.file("not/there")});
    EXPECT_EQ(nowhere.status, 2);
    EXPECT_NE(nowhere.errors.find("there is no such folder"), std::string::npos) << nowhere.errors;
    EXPECT_EQ(pictures({"--format", "jpeg", "-o", into}).status, 2);
    EXPECT_EQ(pictures({"--of", "moon", "-o", into}).status, 2);
}

TEST(TimeAccounts, TheScriptSaysWhatLimitsEachVariantAndCounts)
{
    Process script({"/usr/bin/env", "python3", (source_folder / "scripts/time_accounts.py").string(), "--experiment",
                    "cache_policy", program("spillway"), "h100"},
                   test_environment());
    ASSERT_TRUE(script.wait(seconds(60)));
    ASSERT_EQ(script.status(), 0) << script.errors();
    const std::string& said = script.output();
    const std::size_t row = said.find("| cache_policy | plain | ");
    ASSERT_NE(row, std::string::npos) << said;
    EXPECT_NE(said.substr(row, said.find('\n', row) - row).find("| l2_write | "), std::string::npos) << said;
    EXPECT_NE(said.find("h100: 4 variants: 4 one resource"), std::string::npos) << said;
}

TEST(Sweep, CtrlCKeepsWhatItHas)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    Environment environment = test_environment();
    environment["XDG_CACHE_HOME"] = folder.file("cache");  // cold: it must not be over before the signal
    std::ofstream(folder.file("a.csv")) << "of an earlier sweep that was complete\n";
    Process sweep({program("spillway"), "sweep", "running_mean", "--axis", "window_size=[1:128:1]", "--axis",
                   "register_cap=[0,32,40,48,56,64]", "--gpu", "h200", "--csv", folder.file("a.csv"), "--json",
                   folder.file("a.json"), "--force"},
                  environment);
    const auto compiled = [&] {
        std::error_code none_yet;
        const auto all = std::filesystem::recursive_directory_iterator(folder.file("cache"), none_yet);
        return none_yet ? 0
                        : std::count_if(begin(all), end(all), [](const auto& each) { return each.is_regular_file(); });
    };
    const auto end = std::chrono::steady_clock::now() + seconds(60);
    while (compiled() < 8 && std::chrono::steady_clock::now() < end)
        ASSERT_FALSE(sweep.wait(std::chrono::milliseconds(20))) << "over before it could be interrupted";
    sweep.send_signal(SIGINT);
    ASSERT_TRUE(sweep.wait(seconds(10))) << "does not end after Ctrl-C";
    EXPECT_NE(sweep.status(), 0);
    const auto results = nlohmann::json::parse(read_text(folder.file("a.json")), nullptr, false);
    ASSERT_TRUE(results.is_array());
    EXPECT_GT(results.size(), 0U);
    EXPECT_LT(results.size(), 128U * 6U * 2U);
    EXPECT_EQ(lines_of(read_text(folder.file("a.partial.csv"))).size(), results.size() + 1);
    EXPECT_EQ(read_text(folder.file("a.csv")), "of an earlier sweep that was complete\n");
}

}  // namespace
}  // namespace spillway::commands
