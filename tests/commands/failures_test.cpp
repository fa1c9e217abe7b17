// Each missing or broken part is reported in one sentence, and the rest continues.

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"
#include "tests/support/renamed_experiment.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;

// No recording of a T4 ships, so none can fill in what is missing.
TEST(Failures, WithoutACompilerTheProgramSaysWhatToInstall)
{
    const Environment hidden = {{"SPILLWAY_NVRTC", "none"}};
    const Finished run = spillway({"run", "running_mean", "--gpu", "t4", "--json"}, hidden);
    EXPECT_EQ(run.status, 1) << run.errors;  // not refused: there was no compiler
    const auto results = nlohmann::json::parse(run.output, nullptr, false);
    ASSERT_TRUE(results.is_array()) << run.output << run.errors;
    for (const auto& result : results) {
        EXPECT_TRUE(result["compile"].is_null());
        EXPECT_TRUE(result["message"].is_string());
        EXPECT_NE(result.dump().find("NVRTC"), std::string::npos);
    }
    EXPECT_EQ(spillway({"list"}, hidden).status, 0);
    const Finished doctor = spillway({"doctor"}, hidden);
    EXPECT_NE(doctor.output.find("NVRTC"), std::string::npos);
}

TEST(Failures, AMissingWorkerIsNamed)
{
    const Finished run = spillway({"run", "running_mean", "--worker", "/no/such/worker", "--gpu", "t4"});
    EXPECT_EQ(run.status, 1) << run.output;
    EXPECT_NE(run.errors.find("/no/such/worker"), std::string::npos) << run.errors;
}

TEST(Failures, AWorkerThatTalksNonsenseDoesNotHang)
{
    const Finished run = spillway({"run", "running_mean", "--worker", "head -c 100000 /dev/urandom", "--gpu", "t4"});
    EXPECT_NE(run.status, 0);
    EXPECT_FALSE(run.errors.empty());
}

TEST(Failures, AFileWithoutACommandIsOpenedByItsExtension)
{
    for (const char* missing : {"/none/such.cu", "/none/such.spillway"}) {
        const Finished run = spillway({missing}, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
        EXPECT_NE(run.status, 0);
        EXPECT_NE(run.errors.find("/none/such"), std::string::npos) << run.errors;
        EXPECT_EQ(run.errors.find("is not a command"), std::string::npos) << run.errors;
    }
    const Finished other = spillway({"notes.txt"});
    EXPECT_EQ(other.status, 2);
    EXPECT_NE(other.errors.find("'notes.txt' is not a command, nor a .cu"), std::string::npos) << other.errors;
    const Finished option = spillway({"--scale", "2"});
    EXPECT_NE(option.errors.find("not expected: --scale"), std::string::npos) << option.errors;
}

TEST(Failures, ABadExperimentIsReportedWithItsLineAndTheOthersLoad)
{
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "broken");
    std::ofstream(folder.file("broken/experiment.json")) << "{\n  \"title\": \"Broken\",\n  \"variants\": 3\n}\n";
    std::ofstream(folder.file("broken/kernel.cu")) << "__global__ void k() {}\n";
    std::ofstream(folder.file("broken/lesson.md")) << "# Broken\n";
    const Finished list = spillway({"list", "--catalogue", folder.path()});
    EXPECT_NE(list.output.find("running_mean"), std::string::npos) << list.errors;
    EXPECT_NE((list.output + list.errors).find("broken/experiment.json:"), std::string::npos)
        << list.output << list.errors;
    const auto as_json =
        nlohmann::json::parse(spillway({"list", "--json", "--catalogue", folder.path()}).output, nullptr, false);
    EXPECT_FALSE(as_json.is_discarded());
}

TEST(Failures, AWrongNumberInALessonIsReportedWithClaimArchitectureAndBothNumbers)
{
    SKIP_WITHOUT_COMPILER();
    const fs::path source = SPILLWAY_SOURCE_DIR;
    const TemporaryFolder folder;
    fs::create_directories(folder.path() / "kernels");
    fs::create_directory_symlink(source / "assets", folder.file("assets"));
    fs::copy(source / "kernels/dynamic_index", folder.file("kernels/dynamic_index"), fs::copy_options::recursive);
    const std::string file = folder.file("kernels/dynamic_index/experiment.json");
    std::ifstream whole(file);
    std::string text{std::istreambuf_iterator<char>(whole), {}};
    const std::string right = "run_time.stack_frame_bytes == 16", wrong = "run_time.stack_frame_bytes == 24";
    ASSERT_NE(text.find(right), std::string::npos) << "the lesson has changed";
    std::ofstream(file) << text.replace(text.find(right), right.size(), wrong);

    const Finished check = spillway({"check", "dynamic_index"}, {{"SPILLWAY_DATA", folder.path()}});
    EXPECT_EQ(check.status, 3) << check.output << check.errors;
    const auto at = check.output.find("BROKEN");
    ASSERT_NE(at, std::string::npos) << check.output;
    const std::string line = check.output.substr(at, check.output.find('\n', at) - at);
    for (const char* words :
         {"dynamic_index/four_floats_16", "sm_75", "run_time.stack_frame_bytes = 16", wrong.c_str()})
        EXPECT_NE(line.find(words), std::string::npos) << line << "\nlacks " << words;
    EXPECT_EQ(check.output.find("BROKEN", at + 1), std::string::npos) << "the other claims hold";
}

TEST(Failures, AnUntrustedFolderIsNotCompiled)
{
    const TemporaryFolder folder;
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/running_mean", folder.path() / "mine",
             fs::copy_options::recursive);
    // Same experiment under another name, so that it is not taken for the installed one.
    std::string text = read_text(folder.file("mine/experiment.json"));
    for (auto at = text.find("\"running_mean\""); at != std::string::npos; at = text.find("\"running_mean\""))
        text.replace(at, 14, "\"mine\"");
    std::ofstream(folder.file("mine/experiment.json")) << text;
    const Finished refused = spillway({"run", "mine", "--catalogue", folder.path(), "--gpu", "h200"});
    EXPECT_NE(refused.status, 0);
    EXPECT_NE((refused.output + refused.errors).find("trust"), std::string::npos) << refused.output << refused.errors;
    SKIP_WITHOUT_COMPILER();
    const Finished trusted = spillway({"run", "mine", "--catalogue", folder.path(), "--trust", "--gpu", "h200"});
    EXPECT_EQ(trusted.status, 0) << trusted.errors;
}

/// Both would have one folder for the learner's copy.
TEST(Failures, TwoExercisesOfOneNameAreReportedAndTheFirstStays)
{
    const TemporaryFolder folder;
    for (const std::string name : {"one", "two"}) {
        copy_renamed("stencil", folder.path() / name, name);
        replace_everywhere(folder.path() / name / "experiment.json", name + "_a_smaller_tile", "fix");
        replace_everywhere(folder.path() / name / "lesson.md", name + "_a_smaller_tile", "fix");
        const fs::path exercises = folder.path() / name / "exercises";
        fs::rename(exercises / (name + "_a_smaller_tile"), exercises / "fix");
        replace_everywhere(exercises / "fix/experiment.json", name + "_a_smaller_tile", "fix");
    }
    const Finished list = spillway({"list", "--catalogue", folder.path()});
    EXPECT_EQ(list.status, 0) << list.errors;
    EXPECT_NE(list.output.find("two"), std::string::npos);
    EXPECT_NE(list.errors.find("two/exercises/fix/experiment.json: the exercise \"fix\" of \"two\" is left out"),
              std::string::npos)
        << list.errors;
}

TEST(Failures, AnUnwritableCacheStopsNothing)
{
    SKIP_WITHOUT_COMPILER();
    const auto run = run_json({"run", "running_mean", "--gpu", "h200"}, {{"XDG_CACHE_HOME", "/proc/no-such-place"}});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
}

TEST(Failures, TheWindowsProgramLinksNoCuda)
{
    for (const char* name : {"spillway", "spillway-worker"}) {
        const Finished libraries = run({"ldd", program(name)});
        EXPECT_EQ(libraries.output.find("libcuda"), std::string::npos) << libraries.output;
        EXPECT_EQ(libraries.output.find("nvrtc"), std::string::npos) << libraries.output;
    }
}

TEST(Failures, WithoutADisplayAFileThatCannotBeOpenedIsReportedFirst)
{
    if (!SPILLWAY_HAS_WINDOW) GTEST_SKIP() << "built without the window";
    const TemporaryFolder folder;
    for (const char* name : {"bad.spillway-talk", "bad.spillway-trace", "bad.spillway-view"}) {
        std::ofstream(folder.file(name)) << "{";
        for (const std::string& file : {folder.file(name), folder.file(std::string("no-") + name)}) {
            const Finished run = spillway({file});
            EXPECT_NE(run.status, 0);
            EXPECT_EQ(run.errors.find("DISPLAY"), std::string::npos) << run.errors;
            EXPECT_NE(run.errors.find("bad.spillway-"), std::string::npos) << run.errors;
        }
    }
}

TEST(Failures, WithoutADisplayTheWindowSaysWhatToDoInstead)
{
    if (!SPILLWAY_HAS_WINDOW) GTEST_SKIP() << "built without the window";
    const Finished window = spillway({});
    EXPECT_EQ(window.status, 1);
    EXPECT_NE(window.errors.find("DISPLAY"), std::string::npos) << window.errors;
    EXPECT_NE(window.errors.find("screenshot"), std::string::npos) << window.errors;
}

}  // namespace
}  // namespace spillway::commands
