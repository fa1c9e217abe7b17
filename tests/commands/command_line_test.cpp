// Every command's words, statuses and output, as a script meets them.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"
#include "tests/support/sample.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

int line_count(const std::string& text)
{
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

/// A wrong word: status 2, nothing on standard output, one line that names the word.
void expect_refused(const std::vector<std::string>& arguments, const std::string& named)
{
    const Finished finished = spillway(arguments);
    EXPECT_EQ(finished.status, 2) << finished.errors;
    EXPECT_EQ(finished.output, "");
    EXPECT_EQ(line_count(finished.errors), 1) << finished.errors;
    EXPECT_NE(finished.errors.find(named), std::string::npos) << finished.errors;
}

TEST(CommandLine, WrongWordsAreRefusedWithOneLineThatNamesThem)
{
    expect_refused({"no_such_command"}, "no_such_command");
    expect_refused({"run", "no_such_experiment"}, "no_such_experiment");
    expect_refused({"run", "running_mean", "--variant", "no_such_variant"}, "no_such_variant");
    expect_refused({"run", "running_mean", "--set", "no_such_parameter=3"}, "no_such_parameter");
    expect_refused({"run", "running_mean", "--set", "window_size"}, "window_size");
    expect_refused({"run", "running_mean", "--set", "window_size=many"}, "many");
    expect_refused({"run", "running_mean", "--set", "window_size=100000"}, "window_size");
    expect_refused({"run", "running_mean", "--gpu", "no_such_gpu"}, "no_such_gpu");
    expect_refused({"sweep", "running_mean", "--axis", "window_size=[1:"}, "window_size");
    expect_refused({"sweep", "running_mean", "--axis", "nothing=[1,2]"}, "nothing");
    expect_refused({"sweep", "running_mean"}, "--axis");
    expect_refused({"screenshot", "-o", "x.png", "--size", "huge"}, "huge");
    expect_refused({"lesson", "no_such_experiment"}, "no_such_experiment");
    expect_refused({"trace", "--limit", "nan", "/bin/true"}, "nan");
    expect_refused({"screenshot", "-o", "x.png", "--scale", "nan"}, "nan");
}

/// "No file" and "a file without a name" are two things.
TEST(CommandLine, AnEmptyNameOfAnOutputIsRefused)
{
    const TemporaryFolder folder;
    const std::string here = folder.path();
    const std::vector<std::vector<std::string>> lines{
        {"run", "running_mean", "--memory", ""},
        {"run", "running_mean", "--roofline", ""},
        {"run", "running_mean", "--csv", ""},
        {"sweep", "running_mean", "--axis", "window_size=[1,2]", "--svg", ""},
        {"sweep", "running_mean", "--axis", "window_size=[1,2]", "--json", ""},
        {"open", "own.cu", "--make", ""},
        {"list", "--map", ""},
        {"publish", ""},
        {"assign", "--lesson", "running_mean", "-o", ""},
        {"hand-in", "-o", ""},
        {"grade", ".", "--csv", ""},
        {"gain", "--take", "before", "-o", ""},
        {"screenshot", "-o", ""},
        {"pictures", "-o", ""},
        {"tour", "-o", ""},
        {"talk", "alone", "--pdf", ""},
        {"record", "-o", ""},
        {"merge", "a.spillway", "-o", ""},
        {"export", "a.spillway", "--nvbench", ""},
        {"trace", "-o", "", "/bin/true"},
    };
    for (std::vector<std::string> line : lines) {
        std::string words = "cd '" + here + "' && exec '" + program("spillway").string() + "'";
        for (const std::string& word : line) words += " '" + word + "'";
        const Finished finished = run({"/bin/sh", "-c", words}, test_environment());
        EXPECT_EQ(finished.status, 2) << words << finished.output;
        EXPECT_NE(finished.errors.find("an empty name was given"), std::string::npos) << words << finished.errors;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "nothing was written";
    EXPECT_EQ(spillway({"list", "--map"}).status, 0) << "without a name: as text";
}

TEST(CommandLine, OutputsThatNeedAFileDoNotGoToStandardOutput)
{
    const TemporaryFolder folder;
    for (const std::string line : {"record running_mean --compile-only -o -", "gain --take before -o -",
                                   "screenshot -o -", "merge a.spillway -o -", "talk alone --pdf -"}) {
        const Finished finished = run(
            {"/bin/sh", "-c", "cd '" + folder.path().string() + "' && '" + program("spillway").string() + "' " + line},
            test_environment());
        EXPECT_EQ(finished.status, 2) << line << finished.errors;
        EXPECT_NE(finished.errors.find("standard output"), std::string::npos) << line << finished.errors;
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "no file is called -";
}

/// Reading a pipe would wait forever, and a device never ends.
TEST(CommandLine, OnlyOrdinaryFilesAreRead)
{
    const TemporaryFolder folder;
    const std::string pipe = folder.file("a.spillway"), trace = folder.file("a.spillway-trace");
    for (const std::string& each : {pipe, trace}) ASSERT_EQ(mkfifo(each.c_str(), 0600), 0);
    const std::vector<std::vector<std::string>> lines{
        {"run", "running_mean", "--recording", pipe},
        {"check", "running_mean", "--recording", pipe},
        {"lesson", "running_mean", "--text", "--recording", "/dev/zero"},
        {"merge", pipe, "-o", folder.file("merged.spillway")},
        {"export", pipe, "--nvbench", "-"},
        {"trace", "--show", trace},
        {"trace", "--show", "/dev/zero"},
        {"hand-in", pipe},
        {"screenshot", "--view", pipe, "-o", folder.file("x.png")},
    };
    for (const std::vector<std::string>& line : lines) {
        const Finished finished = spillway(line, {}, std::chrono::seconds(60));
        EXPECT_EQ(finished.status, 2) << line.front() << finished.errors;
        EXPECT_NE(finished.errors.find("not an ordinary file"), std::string::npos) << line.front() << finished.errors;
    }
}

TEST(CommandLine, TooLittleMemoryIsReported)
{
    const TemporaryFolder folder;
    const std::string line = "exec '" + program("spillway").string() + "' " +
                             (SPILLWAY_HAS_WINDOW ? "screenshot --worker none -o " + folder.file("x.png") : "list");
    for (int kib = 100'000; kib <= 220'000; kib += 40'000) {
        const Finished finished =
            run({"/bin/sh", "-c", "ulimit -v " + std::to_string(kib) + "; " + line}, test_environment());
        EXPECT_LT(finished.status, 128) << "ended by a signal with " << kib << " KiB: " << finished.errors;
        EXPECT_TRUE(finished.status == 0 || !finished.errors.empty()) << kib;
    }
}

/// A screen reader can read this text, but not the window.
TEST(CommandLine, EveryLessonIsPrintedWholeAsText)
{
    const json catalogue = json::parse(spillway({"list", "--json"}).output);
    int number = 0;
    for (const json& experiment : catalogue) {
        if (experiment["topic"] == "Exercises") continue;
        const std::string name = experiment["name"];
        std::vector<std::string> words{"lesson", name, "--text"};
        // Only every fifth with the compiler's answers for the whole curves, because those take most of the time.
        if (++number % 5 != 0) words.insert(words.end(), {"--worker", "none"});
        const Finished lesson = spillway(words, {}, std::chrono::seconds(60));
        EXPECT_EQ(lesson.status, 0) << name << ": " << lesson.errors;
        const auto count = [&](const std::string& what) {
            std::size_t found = 0;
            for (std::size_t at = 0; (at = lesson.output.find(what, at)) != std::string::npos; ++at) ++found;
            return found;
        };
        EXPECT_GE(count("QUESTION "), 1U) << name;
        EXPECT_EQ(count("\nAnswers\n"), 1U) << name;
        EXPECT_EQ(count("\nHints: "), count("EXERCISE: ")) << name;
        EXPECT_GE(count(", over "), experiment["charts"].size()) << name << ": a table for each chart";
        EXPECT_EQ(count("](") + count("claim:"), 0U) << name << ": Markdown is read, not shown";
    }
}

/// Each run of the tests compiles another sample. Where none ships, or all are of older kernels, it says so.
TEST(CommandLine, ShippedAnswersAreWhatTheCompilerSays)
{
    const Finished finished = spillway({"check", "--shipped"}, {}, std::chrono::seconds(120));
    EXPECT_EQ(finished.status, 0) << finished.output << finished.errors;
    EXPECT_TRUE(finished.output.find(" 0 wrong") != std::string::npos ||
                finished.output.find("no compiler's reports ship") != std::string::npos)
        << finished.output;
    RecordProperty("shipped", finished.output);
    std::fputs(finished.output.c_str(), stdout);
}

TEST(CommandLine, AMisspeltNameGetsTheNearestOne)
{
    const Finished finished = spillway({"run", "runing_mean"});
    EXPECT_NE(finished.errors.find("running_mean"), std::string::npos) << finished.errors;
}

TEST(CommandLine, HelpAndVersionGoToStandardOutput)
{
    const Finished help = spillway({"--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_NE(help.output.find("sweep"), std::string::npos);
    const Finished version = spillway({"--version"});
    EXPECT_EQ(version.status, 0);
    EXPECT_EQ(line_count(version.output), 1);
}

#if SPILLWAY_HAS_WINDOW
// run.sh names a folder for the tour that stands in for a window where there is no display: only a command line that
// would have opened one draws it.
TEST(CommandLine, WithoutADisplayAWrongCommandLineIsStillRefused)
{
    const TemporaryFolder folder;
    const std::string tour = folder.file("tour");
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"frobnicate"}, {"--experiment", "frobnicate"}, {"--set", "frobnicate=1"}}) {
        const Finished finished = spillway(arguments, {{"SPILLWAY_TOUR_FOLDER", tour}});
        EXPECT_EQ(finished.status, 2) << arguments.front();
        EXPECT_EQ(line_count(finished.errors), 1) << finished.errors;
        EXPECT_NE(finished.errors.find("frobnicate"), std::string::npos) << finished.errors;
    }
    EXPECT_FALSE(std::filesystem::exists(tour));
}
#endif

TEST(CommandLine, ListHasTheWholeCatalogue)
{
    const auto list = run_json({"list"});
    EXPECT_EQ(list.finished.status, 0);
    std::set<std::string> names;
    const json& experiments = list.json.is_object() ? list.json["experiments"] : list.json;
    for (const json& experiment : experiments) {
        names.insert(experiment["name"]);
        EXPECT_FALSE(experiment["variants"].empty());
        EXPECT_FALSE(experiment["parameters"].empty());
        EXPECT_GE(experiment["charts"].size(), 2u);
    }
    for (const char* name : {"running_mean", "global_copy", "stencil", "address_taken"})
        EXPECT_TRUE(names.contains(name));
    EXPECT_NE(spillway({"list"}).output.find("running_mean"), std::string::npos);
}

TEST(CommandLine, ByTopicNeedsTheMap)
{
    expect_refused({"list", "--by-topic"}, "--by-topic");
}

TEST(CommandLine, GpusHasTheWholeTable)
{
    const auto gpus = run_json({"gpus"});
    EXPECT_EQ(gpus.finished.status, 0);
    const std::string text = gpus.json.dump();
    for (const char* name :
         {"k40", "t4", "rtx2080ti", "a100", "rtx3090", "rtx4090", "l4", "h100", "h200", "b200", "rtx5090"})
        EXPECT_NE(text.find("\"" + std::string(name) + "\""), std::string::npos) << name;
}

TEST(CommandLine, DoctorReportsWhatItFinds)
{
    const auto doctor = run_json({"doctor"});
    EXPECT_TRUE(doctor.finished.status == 0 || doctor.finished.status == 1) << doctor.finished.status;
    EXPECT_FALSE(doctor.json.empty());
    EXPECT_EQ(doctor.finished.errors, "");
    EXPECT_GT(line_count(spillway({"doctor"}).output), 4);
}

/// Claims of every third lesson on one GPU: all of them compile for minutes where nothing is
/// cached.
struct ClaimsRow {
    std::string gpu;
    std::size_t first_lesson = 0;
};
constexpr std::size_t claims_parts = 3;
class LessonClaims : public testing::TestWithParam<ClaimsRow> {};

TEST_P(LessonClaims, Hold)
{
    SKIP_WITHOUT_COMPILER();
    std::vector<std::string> arguments{"check"};
    const json experiments = run_json({"list"}).json;
    for (std::size_t i = GetParam().first_lesson; i < experiments.size(); i += claims_parts)
        arguments.push_back(experiments[i]["name"]);
    EXPECT_GE(arguments.size(), 10U);
    arguments.insert(arguments.end(), {"--gpu", GetParam().gpu});
    const Finished check = spillway(arguments);
    EXPECT_EQ(check.status, 0) << check.output << check.errors;
    EXPECT_EQ(check.output.find("not checked  "), std::string::npos)
        << "a limit lies inside the noise: " << check.output;
}

/// Rows 0, 11 and 22, which are the sample, have each lesson once, on three architectures.
std::vector<ClaimsRow> claims_rows()
{
    const std::vector<std::string> gpus{"h100", "a100", "rtx3090", "t4", "l4", "rtx5090", "b200", "h200"};
    std::vector<ClaimsRow> rows;
    for (std::size_t part = 0; part < claims_parts; ++part)
        for (std::size_t i = 0; i < gpus.size(); ++i) rows.push_back({gpus[i], (part + i) % claims_parts});
    return rows;
}
SPILLWAY_SAMPLED_SUITE(LessonClaims, claims_rows(), 11,
                       [](const auto& row) { return row.param.gpu + "_" + std::to_string(row.param.first_lesson); });

TEST(CommandLine, AClaimIsCheckedOnTheGpusThatAreNamed)
{
    SKIP_WITHOUT_COMPILER();
    const Finished check = spillway({"check", "first_kernel", "--gpu", "t4"});
    EXPECT_EQ(check.status, 0) << check.errors;
    EXPECT_NE(check.output.find("t4 (sm_75)"), std::string::npos) << check.output;
    EXPECT_EQ(check.output.find("h200"), std::string::npos) << "a claim on that GPU alone is left out";
    expect_refused({"check", "--gpu", "voodoo"}, "voodoo");
}

TEST(CommandLine, ARunWithoutJsonPrintsATable)
{
    SKIP_WITHOUT_COMPILER();
    const Finished run = spillway({"run", "running_mean", "--set", "window_size=32", "--gpu", "t4"});
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.output.find("local_array"), std::string::npos);
    EXPECT_NE(run.output.find("128"), std::string::npos);
}

// A key whose value cannot be known is null, never absent and never invented.
TEST(CommandLine, EveryKeyOfTheContractIsThere)
{
    SKIP_WITHOUT_COMPILER();
    const auto run = run_json({"run", "running_mean", "--variant", "local_array", "--gpu", "h200"});
    const json result = run.of("local_array");
    for (const char* path : {"/experiment",
                             "/variant",
                             "/parameters/window_size",
                             "/parameters/block_size",
                             "/parameters/register_cap",
                             "/parameters/min_blocks_per_sm",
                             "/parameters/extra_shared_bytes",
                             "/parameters/spill_target",
                             "/parameters/carveout",
                             "/parameters/load_cache",
                             "/parameters/fast_math",
                             "/gpu/name",
                             "/gpu/arch",
                             "/status",
                             "/message",
                             "/compile/registers",
                             "/compile/stack_frame_bytes",
                             "/compile/spill_store_bytes",
                             "/compile/spill_load_bytes",
                             "/compile/static_shared_bytes",
                             "/compile/constant_bytes",
                             "/compile/barriers",
                             "/compile/register_cap_requested",
                             "/compile/register_cap_honoured",
                             "/compile/seconds",
                             "/compile/cached",
                             "/compile/log",
                             "/ptx/local_bytes",
                             "/sass",
                             "/occupancy/theoretical",
                             "/occupancy/blocks_per_sm",
                             "/occupancy/warps_per_sm",
                             "/occupancy/limit_registers",
                             "/occupancy/limit_shared",
                             "/occupancy/limit_warps",
                             "/occupancy/limit_blocks",
                             "/occupancy/limiter",
                             "/dynamic_shared_bytes",
                             "/measurement/source",
                             "/measurement/reason",
                             "/measurement/seconds",
                             "/measurement/bytes_per_second",
                             "/measurement/cycles_per_access",
                             "/measurement/percent_of_peak",
                             "/measurement/cache",
                             "/measurement/sm_clock_hz",
                             "/measurement/local_bytes_per_thread",
                             "/measurement/counters",
                             "/measurement/provenance",
                             "/verification/status",
                             "/verification/against",
                             "/verification/detail"})
        EXPECT_TRUE(result.contains(json::json_pointer(path))) << path;
    EXPECT_EQ(at(result, "/gpu/arch"), "sm_90");
}

TEST(CommandLine, WithoutAGpuNothingIsMeasuredAndTheReasonIsGiven)
{
    SKIP_WITHOUT_COMPILER();
    const auto run = run_json({"run", "running_mean", "--variant", "local_array", "--gpu", "t4"});
    const json measurement = run.of("local_array")["measurement"];
    if (measurement["source"] == "none") {
        EXPECT_TRUE(measurement["reason"].is_string());
        EXPECT_TRUE(measurement["seconds"].is_null());
        EXPECT_TRUE(measurement["bytes_per_second"].is_null());
    } else {
        EXPECT_TRUE(measurement["provenance"].is_object());
    }
}

TEST(CommandLine, TheTextbookKeplerKernelHasEightBlocks)
{
    const auto run = run_json({"occupancy", "--registers", "64", "--block-size", "128", "--gpu", "k40"});
    if (run.finished.errors.find("cuda_occupancy.h") != std::string::npos)
        GTEST_SKIP() << "built without cuda_occupancy.h";
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    const json occupancy = run.json.contains("occupancy") ? run.json["occupancy"] : run.json;
    EXPECT_EQ(occupancy.value("blocks_per_sm", 0), 8) << run.json;
}

}  // namespace
}  // namespace spillway::commands
