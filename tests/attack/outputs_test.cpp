// Nothing is lost: no command destroys a file, whatever the disk, the terminal or another program does.

#include <csignal>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/commands/run_json.h"

namespace spillway::attack {
namespace {

namespace fs = std::filesystem;
using commands::Finished;
using commands::read_text;
using commands::spillway;
using commands::TemporaryFolder;

const std::vector<std::string> small_sweep = {"sweep",     "running_mean", "--axis", "window_size=[4,8]",
                                              "--variant", "no_array",     "--gpu",  "h200"};

std::vector<std::string> sweep_with(std::initializer_list<std::string> more)
{
    std::vector<std::string> words = small_sweep;
    words.insert(words.end(), more);
    return words;
}

/// A short recording of the compiler's answers.
Finished record(const std::string& file, const std::string& shard)
{
    return spillway({"record", "address_taken", "--compile-only", "--gpu", "h200", "--shard", shard, "-o", file}, {},
                    std::chrono::seconds(120));
}

/// The program in a shell, for what only a shell can do to its streams and limits.
Finished in_shell(const std::string& before, const std::string& after)
{
    const std::string line = before + " '" + commands::program("spillway").string() + "' " + after;
    return commands::run({"/bin/bash", "-c", line}, commands::test_environment());
}

TEST(Outputs, MergeTakesNoInputForItsOutputAndOverwritesNothing)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string first = folder.file("a.spillway"), second = folder.file("b.spillway");
    ASSERT_EQ(record(first, "0/40").status, 0);
    ASSERT_EQ(record(second, "1/40").status, 0);
    const std::string before = read_text(first);
    for (const char* force : {"", "--force"}) {
        std::vector<std::string> words{"merge", "-o", first, first, second};
        if (*force != 0) words.emplace_back(force);
        const Finished merged = spillway(words);
        EXPECT_EQ(merged.status, 2) << merged.errors;
        EXPECT_EQ(read_text(first), before);
    }
    std::ofstream(folder.file("taken.spillway")) << "somebody's";
    EXPECT_EQ(spillway({"merge", "-o", folder.file("taken.spillway"), first, second}).status, 2);
    EXPECT_EQ(read_text(folder.file("taken.spillway")), "somebody's");
    EXPECT_EQ(spillway({"merge", "-o", folder.file("taken.spillway"), "--force", first, second}).status, 0);
    EXPECT_EQ(spillway({"export", first, "--nvbench", first}).status, 2);
    EXPECT_EQ(read_text(first), before);
}

TEST(Outputs, JsonOfOthersStaysAndOurOwnIsReplaced)
{
    const TemporaryFolder folder;
    const std::string others = "{\"experiment\": \"a setting of mine\"}", place = folder.file("mine.json");
    std::ofstream(place) << others;
    const std::string recording = SPILLWAY_SOURCE_DIR "/assets/recordings/h200.spillway/stencil.spillway";
    const std::vector<std::vector<std::string>> writers{sweep_with({"--worker", "none", "--json"}),
                                                        {"export", recording, "--nvbench"},
                                                        {"export", recording, "--kernel-tuner"}};
    for (std::size_t i = 0; i < writers.size(); ++i) {
        std::vector<std::string> words = writers[i];
        words.push_back(place);
        EXPECT_EQ(spillway(words).status, 2) << i;
        words.back() = folder.file(std::to_string(i) + ".json");
        for (int again = 0; again < 2; ++again) {
            const Finished run = spillway(words);
            EXPECT_EQ(run.status, 0) << i << run.errors;
        }
    }
    EXPECT_EQ(read_text(place), others);
}

TEST(Outputs, TwoOutputsOfOneNameAreRefused)
{
    const TemporaryFolder folder;
    const std::string recording = SPILLWAY_SOURCE_DIR "/assets/recordings/h200.spillway/stencil.spillway";
    for (const std::string& same : {std::string("-"), folder.file("same")}) {
        EXPECT_EQ(spillway({"export", recording, "--nvbench", same, "--kernel-tuner", same}).status, 2);
        EXPECT_EQ(spillway(sweep_with({"--worker", "none", "--csv", same, "--json", same, "--force"})).status, 2);
    }
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(Outputs, ARecordingIsWrittenByOneAtATime)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string file = folder.file("a.spillway");
    ASSERT_EQ(record(file, "0/40").status, 0);
    // The first holds the recording: it waits for a worker that never greets.
    const std::vector<std::string> words = {"record", "address_taken", "--compile-only", "--gpu", "h200", "-o",
                                            file,     "--continue",    "--shard",        "1/40"};
    std::vector<std::string> first{commands::program("spillway")};
    first.insert(first.end(), words.begin(), words.end());
    commands::Process holder(first, [] {
        auto environment = commands::test_environment();
        environment["SPILLWAY_CACHE_DIR"] = "none";
        return environment;
    }());
    const fs::path lock = folder.path() / ".a.spillway.lock";
    for (int tries = 0; tries < 3000 && read_text(lock).empty(); ++tries) holder.wait(std::chrono::milliseconds(10));
    ASSERT_FALSE(read_text(lock).empty()) << holder.errors();
    holder.send_signal(SIGSTOP);
    const Finished second = spillway(words);
    EXPECT_EQ(second.status, 1) << second.errors;
    EXPECT_NE(second.errors.find("process " + std::to_string(holder.id())), std::string::npos) << second.errors;
    holder.send_signal(SIGCONT);
    EXPECT_TRUE(holder.wait(std::chrono::seconds(120)));
    EXPECT_EQ(holder.status(), 0) << holder.errors();
    EXPECT_FALSE(fs::exists(lock));
    const Finished after = spillway(words);
    EXPECT_NE(after.errors.find("0 configurations recorded"), std::string::npos) << after.errors;
}

TEST(Outputs, ARecordingThatIsInterruptedAtOnceLeavesNoLockAndNothingUnfinished)
{
    SKIP_WITHOUT_COMPILER();
    for (int tries = 0; tries < 6; ++tries) {
        const TemporaryFolder folder;
        commands::Process recording({commands::program("spillway"), "record", "stencil", "--compile-only", "--gpu",
                                     "h200", "-o", folder.file("a.spillway")},
                                    commands::test_environment());
        // As soon as anything of it stands there.
        const auto is_begun = [&] { return !fs::is_empty(folder.path()); };
        for (int waits = 0; waits < 20000 && !is_begun(); ++waits) recording.wait(std::chrono::milliseconds(1));
        ASSERT_TRUE(is_begun()) << recording.errors();
        recording.send_signal(SIGINT);
        ASSERT_TRUE(recording.wait(std::chrono::seconds(60)));
        for (const auto& each : fs::directory_iterator(folder.path()))
            EXPECT_EQ(each.path().filename(), "a.spillway") << recording.errors();
    }
}

TEST(Outputs, WithTooFewFilesToOpenItSaysSo)
{
    for (int files = 5; files < 12; ++files) {
        const Finished run = in_shell("ulimit -n " + std::to_string(files) + "; exec", "run stencil --gpu h200");
        EXPECT_LT(run.status, 126) << files << " files: " << run.errors;
        if (files <= 6) {  // two pipes and what waits for them do not fit
            EXPECT_NE(run.status, 0);
        }
    }
}

TEST(Outputs, AStrangersFileIsNotReplacedAndOurOwnIs)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string table = folder.file("table.csv"), thesis = folder.file("thesis.csv");
    EXPECT_EQ(spillway(sweep_with({"--csv", table})).status, 0);
    EXPECT_EQ(spillway(sweep_with({"--csv", table})).status, 0) << "a sweep may be repeated";
    std::ofstream(thesis) << "three years of work";
    EXPECT_EQ(spillway(sweep_with({"--csv", thesis})).status, 2);
    EXPECT_EQ(read_text(thesis), "three years of work");
    EXPECT_EQ(spillway(sweep_with({"--csv", thesis, "--force"})).status, 0);
    EXPECT_NE(read_text(thesis), "three years of work");
}

TEST(Outputs, NoLinkIsWrittenThrough)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const std::string victim = folder.file("victim");
    std::ofstream(victim) << "mine";
    for (const char* name : {"out.csv", "out.csv.new", ".out.csv.new", "out.csv.tmp"})
        fs::create_symlink(victim, folder.path() / name);
    EXPECT_EQ(spillway(sweep_with({"--csv", folder.file("out.csv")})).status, 2);
    fs::remove(folder.path() / "out.csv");
    EXPECT_EQ(spillway(sweep_with({"--csv", folder.file("out.csv")})).status, 0);
    EXPECT_EQ(read_text(victim), "mine");
}

TEST(Outputs, OnAFullDiskTheOldFileStays)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    std::vector<std::string> kinds = {"csv", "json", "svg"};
    if (SPILLWAY_HAS_WINDOW) kinds.emplace_back("png");
    for (const std::string& kind : kinds) {
        const std::string file = folder.file("out." + kind);
        ASSERT_EQ(spillway(sweep_with({"--" + kind, file})).status, 0);
        const std::string before = read_text(file);
        // A bound on the size of files stands in for the full disk.
        const Finished full =
            in_shell("trap '' XFSZ; ulimit -f 0; exec",
                     "sweep running_mean --axis 'window_size=[4,8,16]' --gpu h200 --" + kind + " '" + file + "'");
        EXPECT_EQ(full.status, 1) << kind << full.errors;
        EXPECT_EQ(read_text(file), before) << kind;
        EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1) << "no unfinished file is left";
        fs::remove(file);
    }
}

// Every command that writes a file: a sentence, exit status 1, and nothing half written.
TEST(Outputs, OnAFullDiskEveryWriterSaysSo)
{
    const TemporaryFolder folder, source;
    std::ofstream(source.file("own.cu")) << "__global__ void k(float* p) { p[0] = 1; }\n";
    const std::string recording = SPILLWAY_SOURCE_DIR "/assets/recordings/h100.spillway";
    const std::string shipped = "run running_mean --gpu h100 --worker none ";
    std::vector<std::string> writers = {
        "merge " + recording + " -o '" + folder.file("m.spillway") + "'",
        "export " + recording + " --nvbench '" + folder.file("n.json") + "'",
        "export " + recording + " --kernel-tuner '" + folder.file("k.json") + "'",
        shipped + "--memory '" + folder.file("m.svg") + "'",
        shipped + "--roofline '" + folder.file("r.svg") + "'",
        "open '" + source.file("own.cu") + "' --make '" + folder.file("made") + "'",
    };
    if (spillway({"doctor", "--json"}).output.find("NVRTC is switched off") == std::string::npos)
        writers.push_back("record address_taken --gpu h200 --compile-only -o '" + folder.file("r.spillway") + "'");
    for (const std::string& words : writers) {
        const Finished full = in_shell("trap '' XFSZ; ulimit -f 0; exec", words);
        EXPECT_EQ(full.status, 1) << words << full.errors;
        EXPECT_NE(full.errors.find("check the folder and the space on the disk"), std::string::npos) << full.errors;
        for (const auto& left : fs::recursive_directory_iterator(folder.path()))
            EXPECT_TRUE(left.is_directory()) << words << " leaves " << left.path();
    }
}

TEST(Outputs, ADeviceIsNoFileToReplace)
{
    SKIP_WITHOUT_COMPILER();
    struct stat before = {}, after = {};
    ASSERT_EQ(stat("/dev/full", &before), 0);
    EXPECT_EQ(spillway(sweep_with({"--json", "/dev/full"})).status, 1);
    EXPECT_NE(spillway(sweep_with({"--svg", "/dev/full"})).status, 0);
    ASSERT_EQ(stat("/dev/full", &after), 0);
    EXPECT_EQ(before.st_ino, after.st_ino);
    EXPECT_EQ(before.st_rdev, after.st_rdev);
}

TEST(Outputs, AClosedOrFullStandardOutputIsReportedAndNotIgnored)
{
    for (const char* stream : {">/dev/full", ">&-"})
        for (const char* words : {"list", "list --json", "--help", "--version", "gpus", "doctor --json"}) {
            const Finished run = in_shell("", std::string(words) + " " + stream);
            EXPECT_EQ(run.status, 1) << words << stream << run.errors;
            EXPECT_NE(run.errors.find("spillway: standard output"), std::string::npos) << words << run.errors;
        }
    EXPECT_EQ(in_shell("", "list 2>&- >/dev/null").status, 0);
}

TEST(Outputs, AFileThatIsOpenedDoesNotBecomeAClosedStandardOutput)
{
    SKIP_WITHOUT_COMPILER();
    const TemporaryFolder folder;
    const Finished run = in_shell(
        "", "sweep running_mean --axis 'window_size=[4]' --gpu h200 --svg '" + folder.file("a.svg") + "' --json - >&-");
    EXPECT_EQ(run.status, 1) << run.errors;
    EXPECT_EQ(read_text(folder.file("a.svg")).find("\"experiment\""), std::string::npos);
}

}  // namespace
}  // namespace spillway::attack
