// A disassembler that hangs, floods or eats: it costs the count of instructions, and nothing else.

#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/commands/run_json.h"

namespace spillway::attack {
namespace {

namespace fs = std::filesystem;
using commands::Environment;
using commands::TemporaryFolder;

/// A program in nvdisasm's place: `does` is what it does with a kernel's code.
std::string disassembler(const TemporaryFolder& folder, const std::string& does)
{
    const std::string file = folder.file("nvdisasm");
    std::ofstream(file) << "#!/bin/bash\nif [[ $1 == --version ]]; then echo 'release 13.0, V13.0.85'; exit; fi\n"
                        << "echo $$ >>'" << folder.file("processes") << "'\n"
                        << does << "\n";
    EXPECT_EQ(chmod(file.c_str(), 0755), 0);
    return file;
}

/// Each process that wrote its number down has ended, or is about to be buried.
bool has_left_nothing(const TemporaryFolder& folder)
{
    std::ifstream numbers(folder.file("processes"));
    for (std::string number; numbers >> number;) {
        const std::string state = commands::read_text(fs::path("/proc") / number / "stat");
        if (!state.empty() && state.find(") Z ") == std::string::npos) return false;
    }
    return true;
}

TEST(Disassembler, ThatIsWrongCostsItsOwnAnswerOnly)
{
    SKIP_WITHOUT_COMPILER();
    const std::pair<const char*, const char*> wrongs[] = {
        {"hangs", "exec sleep 1000"},
        {"leaves another behind that holds its output",
         "(echo $BASHPID >>\"${0%/*}/processes\"; exec sleep 1000) & exit 0"},
        {"floods", "exec yes"},
        {"eats", "x=x; while true; do x=$x$x; done"},
        {"fails", "exit 7"},
        {"is killed", "kill -9 $$"},
        {"lies", "printf '\\x1b[2J\\0\\xff .text.k: /*0000*/ LDL R1 ;\\n'"},
    };
    for (const auto& [what, does] : wrongs) {
        const TemporaryFolder folder;
        const Environment environment = {{"SPILLWAY_NVDISASM", disassembler(folder, does)},
                                         {"SPILLWAY_CACHE_DIR", "none"},
                                         {"SPILLWAY_COMPILE_SECONDS", "1"},
                                         {"SPILLWAY_COMPILE_MIB", "512"}};
        const auto begin = std::chrono::steady_clock::now();
        const commands::JsonRun run = commands::run_json(
            {"run", "running_mean", "--variant", "no_array", "--set", "elements=1000", "--gpu", "h200"}, environment);
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30)) << what;
        EXPECT_EQ(run.finished.status, 0) << what << run.finished.errors;
        const nlohmann::json result = run.of("no_array");
        EXPECT_EQ(result.value("status", ""), "ok") << what << result.dump(1);
        EXPECT_FALSE(commands::at(result, "/compile/registers").is_null()) << what;
        EXPECT_EQ(commands::at(result, "/sass/instructions"), nlohmann::json()) << what;
        EXPECT_TRUE(has_left_nothing(folder)) << what;
    }
}

}  // namespace
}  // namespace spillway::attack
