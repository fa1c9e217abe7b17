// A stranger's folder, before anybody trusts it: nothing outside it is read, nothing commands the terminal, and it
// takes neither memory nor time.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/attack/made_experiment.h"
#include "tests/commands/run_json.h"

namespace spillway::attack {
namespace {

namespace fs = std::filesystem;
using commands::Finished;
using commands::spillway;
using commands::TemporaryFolder;

constexpr std::chrono::seconds soon{20};  ///< each took minutes, or ended in an abort

std::string repeated(const std::string& text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

/// `list` under a bound on memory that a sane folder stays far below.
Finished list(const fs::path& folder)
{
#if defined(__SANITIZE_ADDRESS__)
    const std::string bound;  // its shadow memory is larger than any bound
#else
    const std::string bound = "ulimit -v 1500000; ";
#endif
    const std::string line =
        bound + "exec '" + commands::program("spillway").string() + "' list --catalogue '" + folder.string() + "'";
    return commands::run({"/bin/bash", "-c", line}, commands::test_environment(), soon);
}

/// The folder is named, and everything else is still listed.
void expect_refused(const MadeExperiment& experiment, const std::string& why)
{
    const TemporaryFolder folder;
    write(experiment, folder.path());
    const Finished run = list(folder.path());
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_NE(run.output.find("running_mean"), std::string::npos);
    EXPECT_NE(run.errors.find(why), std::string::npos) << run.errors.substr(0, 2000);
}

TEST(Folders, TheMadeExperimentIsSoundByItself)
{
    const TemporaryFolder folder;
    write({}, folder.path());
    const Finished run = list(folder.path());
    EXPECT_NE(run.output.find("strange: What does it do?"), std::string::npos) << run.errors;
}

TEST(Folders, LessonsOfNothingButLinksAreBounded)
{
    MadeExperiment experiment;
    experiment.lesson = "[" + repeated("](set:", 40000) + ")";
    expect_refused(experiment, "lesson.md");
    experiment.lesson = repeated("[a](set:n=1) ", 15000);
    expect_refused(experiment, "more than 1000 links");
    experiment.lesson = "[a](set:" + std::string(2000, 'n') + ")";
    expect_refused(experiment, "longer than 500 bytes");
    experiment.lesson = std::string(300 << 10, 'x');
    expect_refused(experiment, "larger than 256 KiB");
}

TEST(Folders, ManyKeysAreBounded)
{
    MadeExperiment experiment;
    for (int i = 0; i < 60000; ++i) experiment.more += ",\"k" + std::to_string(i) + "\":0";
    expect_refused(experiment, "more than 1000 keys");
}

TEST(Folders, AGridWithoutBoundsIsRefused)
{
    MadeExperiment experiment;
    experiment.more = R"(, "knobs": [{"name": "elements", "range": [1, 1000000], "initial": 1024}],
        "recording": [{"axes": {"n": {"first": 1, "last": 64}, "elements": {"first": 1, "last": 4000},
                                "block_size": [32, 64, 128, 256], "register_cap": [0, 16, 32, 64]}}])";
    expect_refused(experiment, "more than 200,000 results");
}

TEST(Folders, LinksOutOfTheFolderAreNotFollowed)
{
    const TemporaryFolder folder, elsewhere;
    std::ofstream(elsewhere.file("secret")) << "__global__ void k() {} // the-secret\n";
    for (const char* name : {"kernel.cu", "lesson.md", "experiment.json"}) {
        MadeExperiment experiment;
        const fs::path place = write(experiment, folder.path());
        fs::remove(place / name);
        fs::create_symlink(elsewhere.file("secret"), place / name);
        const Finished run = list(folder.path());
        EXPECT_NE(run.errors.find("link that leads out"), std::string::npos) << name << run.errors;
        EXPECT_EQ((run.output + run.errors).find("the-secret"), std::string::npos);
        fs::remove_all(place);
    }
    write({}, elsewhere.path());
    fs::create_symlink(elsewhere.path() / "strange", folder.path() / "strange");
    EXPECT_NE(list(folder.path()).errors.find("link that leads out"), std::string::npos);
}

TEST(Folders, NothingInItCommandsTheTerminal)
{
    const TemporaryFolder folder;
    MadeExperiment experiment;
    experiment.help =
        "\x1b]0;PWN\x07\x1b[2J and \xc2\x9b"
        "2J";
    write(experiment, folder.path());
    write({.name = "broken", .kernel = "", .more = ", \"\x1b[2J\": 1", .title = "\x1b[31mred"}, folder.path());
    const Finished run = list(folder.path());
    const Finished json = spillway({"list", "--json", "--catalogue", folder.path()});
    for (const std::string& text : {run.output, run.errors, json.output, json.errors}) {
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
        EXPECT_EQ(text.find('\x07'), std::string::npos);
        EXPECT_EQ(text.find("\xc2\x9b"), std::string::npos);
    }
    EXPECT_NE(run.output.find("\\x1b]0;PWN\\x07"), std::string::npos) << run.output;
}

TEST(Folders, APlainFileCommandsTheTerminalNeitherByItsNameNorByItsHeaders)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string file = folder.file("red\x1b[31m.cu");
    std::ofstream(file) << "#include \"\x1b]0;PWN\x07.h\"\nint main() {}\n__global__ void k(float* p) { p[0] = 1; }\n";
    const auto opened = spillway({"open", file, "--trust", "--json", "--gpu", "h200"});
    EXPECT_EQ(opened.status, 3) << opened.errors;
    EXPECT_NE(opened.output.find("PWN"), std::string::npos) << "its header is not found, and named: " << opened.output;
    const auto made = spillway({"open", file, "--make", folder.file("made\x1b[32m")});
    EXPECT_EQ(made.status, 0) << made.errors;
    for (const std::string& text : {opened.output, opened.errors, made.output, made.errors})
        EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
}

TEST(Folders, WhatIsNoKernelIsSaidToBeNone)
{
    const TemporaryFolder folder;
    std::ofstream(folder.file("kernel.txt")) << "__global__ void k() {}\n";
    ASSERT_EQ(mkfifo(folder.file("pipe.cu").c_str(), 0600), 0);
    for (const std::string& path : {folder.file("kernel.txt"), folder.file("pipe.cu"), std::string("/dev/null")}) {
        const auto opened = spillway({"open", path, "--trust", "--json", "--gpu", "h200"});
        EXPECT_EQ(opened.status, 2);
        EXPECT_EQ(opened.errors.find("Not a directory"), std::string::npos) << opened.errors;
        EXPECT_EQ(opened.errors.find("a name that ends in .cu") != std::string::npos, path.ends_with(".txt"));
        EXPECT_NE(opened.errors.find("is no .cu file"), std::string::npos) << opened.errors;
    }
}

TEST(Folders, AForeignExperimentWithABuiltInNameIsReported)
{
    const TemporaryFolder folder;
    write({.name = "running_mean"}, folder.path());
    const Finished run = list(folder.path());
    EXPECT_NE(run.errors.find("the name \"running_mean\" is taken by"), std::string::npos) << run.errors;
}

TEST(Folders, AnAxisToTheEndOfNumbersIsBounded)
{
    for (const char* axis :
         {"elements=[9223372036854775800:9223372036854775807:9]", "elements=[-9223372036854775808:9223372036854775807]",
          "elements=[0:9223372036854775807:2]", "elements[pow2]=[0:9223372036854775807]"}) {
        const Finished run = spillway({"sweep", "running_mean", "--gpu", "h200", "--axis", axis}, {}, soon);
        EXPECT_EQ(run.status, 2) << axis << run.output;
        EXPECT_FALSE(run.errors.empty()) << axis;
    }
}

TEST(Folders, WithoutAHomeNothingIsTrusted)
{
    const TemporaryFolder folder;
    write({}, folder.path());
    const commands::Environment homeless = {
        {"HOME", std::nullopt}, {"XDG_CONFIG_HOME", std::nullopt}, {"XDG_DATA_HOME", std::nullopt}};
    const fs::path planted = fs::temp_directory_path() / "spillway-home/.local/share/spillway/kernels";
    const bool was_there = fs::exists(planted);
    write({.name = "planted"}, planted);
    const Finished run = spillway({"list"}, homeless);
    EXPECT_EQ(run.status, 0) << run.errors;
    EXPECT_EQ(run.output.find("planted"), std::string::npos);
    EXPECT_EQ(spillway({"run", "planted", "--gpu", "h200"}, homeless).status, 2);
    if (!was_there) fs::remove_all(fs::temp_directory_path() / "spillway-home");
}

TEST(Folders, ACellThatASpreadsheetWouldRunIsText)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    MadeExperiment experiment;
    experiment.kernel = "template <int N> __global__ void k(float* out) { out[0] = N; }\n#error =cmd|' /C calc'!A0\n";
    write(experiment, folder.path());
    const std::string table = folder.file("t.csv");
    spillway({"sweep", "strange", "--catalogue", folder.path(), "--trust", "--axis", "n=[1]", "--gpu", "h200", "--csv",
              table});
    for (const char begin : {'=', '+', '@'})
        EXPECT_EQ(commands::read_text(table).find(std::string(",\"") + begin), std::string::npos)
            << commands::read_text(table);
}

}  // namespace
}  // namespace spillway::attack
