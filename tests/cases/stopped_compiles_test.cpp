// Compiles of a user's own files that are interrupted or take too long: the compiler ends with the command.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/cases/own_files_fixture.h"

namespace spillway::commands {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Polls until the question is answered with yes; false after two minutes.
bool wait_until(const std::function<bool()>& question)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (!question()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

TEST_F(OwnFiles, AnInterruptionDuringTheCausesLeavesTheNumbers)
{
    SKIP_WITHOUT_COMPILER();
    // A worker that never answers a request for causes.
    write("worker.sh", "#!/bin/bash\nwhile IFS= read -r line; do case $line in *'\"causes\"'*) touch '" +
                           (top / "asked").string() + "';; *) printf '%s\\n' \"$line\";; esac; done | '" +
                           program("spillway-worker").string() + "'\n");
    fs::permissions(top / "worker.sh", fs::perms::owner_all);
    Process command({program("spillway").string(), "open", (top / "k.cu").string(), "--trust", "--json", "--gpu",
                     "h200", "--worker", (top / "worker.sh").string()},
                    test_environment());
    ASSERT_TRUE(wait_until([&] { return fs::exists(top / "asked"); })) << command.errors();
    command.send_signal(SIGINT);
    ASSERT_TRUE(command.wait(std::chrono::minutes(1)));
    const json results = json::parse(command.output(), nullptr, false);
    ASSERT_EQ(results.size(), 1U) << command.output() << command.errors();
    EXPECT_TRUE(at(results[0], "/compile/registers").is_number()) << results[0]["message"];
    EXPECT_TRUE(results[0]["causes"].is_null());
    EXPECT_THAT(command.errors(), HasSubstr("the causes or lines of some kernels are missing"));
}

/// Process ids of programs with this word on their command line.
std::set<std::string> running_with(const std::string& word)
{
    std::set<std::string> found;
    std::error_code error;
    for (fs::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
        const std::string line = read_text(at->path() / "cmdline");
        if (line.find(word) != std::string::npos && line.starts_with("sleep"))
            found.insert(at->path().filename().string());
    }
    return found;
}

/// A toolkit whose nvcc starts a compiler that never ends, as nvcc does.
class EndlessCompiler : public OwnFiles {
protected:
    void SetUp() override
    {
        OwnFiles::SetUp();
        write("cuda/bin/nvcc",
              "#!/bin/sh\ncase \"$1\" in\n--version) echo 'Cuda compilation tools, release 13.0, V13.0.88';;\n"
              "*) sleep " +
                  seconds + " & wait;;\nesac\n");
        write("cuda/bin/ptxas", "#!/bin/sh\n");
        for (const char* const program : {"nvcc", "ptxas"})
            fs::permissions(top / "cuda/bin" / program, fs::perms::owner_all);
    }
    [[nodiscard]] Environment with_it() const
    {
        Environment all = test_environment();
        all["SPILLWAY_NVCC"] = (top / "cuda").string();
        return all;
    }
    [[nodiscard]] std::vector<std::string> opened(const std::string& compile_seconds) const
    {
        return {program("spillway").string(),
                "open",
                (top / "k.cu").string(),
                "--trust",
                "--quick",
                "--json",
                "--gpu",
                "h200",
                "--compile-seconds",
                compile_seconds};
    }
    /// No other process has this word.
    const std::string seconds = "86" + std::to_string(getpid());
};

TEST_F(EndlessCompiler, EndsWithTheCommand)
{
    Process command(opened("600"), with_it());
    ASSERT_TRUE(wait_until([&] { return !running_with(seconds).empty(); })) << command.errors();
    command.send_signal(SIGTERM);
    EXPECT_TRUE(command.wait(std::chrono::minutes(1)));
    EXPECT_TRUE(wait_until([&] { return running_with(seconds).empty(); })) << "the compiler outlived the command";
}

TEST_F(EndlessCompiler, IsStartedOnceForAFileThatTakesTooLong)
{
    write("k.cu", "__global__ void a(float* p) { *p = 1; }\n__global__ void b(float* p) { *p = 1; }\n");
    std::set<std::string> compilers;
    Process command(opened("1"), with_it());
    EXPECT_TRUE(wait_until([&] {
        compilers.merge(running_with(seconds));
        return command.wait(std::chrono::milliseconds(1));
    }));
    EXPECT_EQ(compilers.size(), 1);
    const json results = json::parse(command.output(), nullptr, false);
    ASSERT_EQ(results.size(), 2) << command.output() << command.errors();
    for (const json& result : results) EXPECT_EQ(result["compile_stopped"], "time") << result["message"];
    EXPECT_EQ(results[0]["variant"], "a");
    EXPECT_EQ(results[1]["variant"], "b");
}

}  // namespace
}  // namespace spillway::commands
