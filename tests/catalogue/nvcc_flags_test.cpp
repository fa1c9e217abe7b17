#include "app/catalogue/plain/nvcc_flags.h"
#include "app/base/command_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/catalogue/plain/compile_commands.h"
#include "tests/support/scratch_folder.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::Pair;

TEST(NvccFlags, AreTakenFromAClosedList)
{
    const NvccCommand command = read_nvcc_options(base::command_words(
        "/usr/bin/nvcc -ccbin=g++ -DTILE=32 -D FAST \"-I/opt/my headers\" -isystem ../third -include first.h -O3 -g "
        "--generate-code=arch=compute_90,code=[sm_90] -std=gnu++17 --expt-extended-lambda -Xptxas -v,-O1,--other=1 "
        "-maxrregcount=64 -Xcompiler=-fPIC --mystery -x cu -c a.cu -o a.o"));
    EXPECT_THAT(command.settings.include_folders, ElementsAre("/opt/my headers"));
    EXPECT_THAT(command.settings.system_folders, ElementsAre("../third"));
    EXPECT_THAT(command.settings.first_files, ElementsAre("first.h"));
    EXPECT_THAT(command.settings.macros, ElementsAre(Pair("TILE", "32"), Pair("FAST", "")));
    EXPECT_EQ(command.settings.standard, "c++17");
    EXPECT_THAT(command.settings.flags, ElementsAre("--extended-lambda", "-Xptxas=-O1", "-maxrregcount=64"));
    EXPECT_THAT(command.left_out, ElementsAre("-Xptxas --other=1", "--mystery"));
}

TEST(NvccFlags, ShowWhetherTheyCapRegisters)
{
    EXPECT_FALSE(has_register_cap(read_nvcc_options(base::command_words("--use_fast_math -Xptxas -O1")).settings));
    for (const char* written : {"-maxrregcount=64", "--maxrregcount 64"}) {
        const auto build = read_nvcc_options(base::command_words(written)).settings;
        EXPECT_TRUE(has_register_cap(build)) << written;
        EXPECT_TRUE(std::ranges::any_of(build.flags, is_register_cap)) << written;
    }
}

TEST(NvccFlags, AreReadBackAsTyped)
{
    const auto build = flags_in("-dc --use_fast_math -isystem \"/opt/my headers\" -arch=sm_90a");
    ASSERT_TRUE(build) << build.error().line();
    EXPECT_EQ(flags_text(*build), "-isystem \"/opt/my headers\" -rdc=true --use_fast_math -arch=sm_90a");
    EXPECT_EQ(flags_in(flags_text(*build)).value(), *build);
    EXPECT_EQ(target_of(*build, "sm_90"), "sm_90a");
    EXPECT_EQ(target_of(*build, "sm_80"), "sm_80") << "another GPU";
    EXPECT_FALSE(flags_in("--run"));
    EXPECT_FALSE(flags_in("-maxrregcount=8"));
    for (const std::string& flag : build->flags) EXPECT_TRUE(is_nvcc_flag(flag)) << flag;
}

TEST(NvccFlags, OfTheFirstSettingsWin)
{
    const model::BuildSettings mine{{"a"}, {{"N", "1"}}, "", {}, {}, {"-maxrregcount=32"}};
    const model::BuildSettings theirs{{"a", "b"}, {{"N", "2"}, {"M", "3"}},         "c++20", {},
                                      {},         {"-maxrregcount=64", "-rdc=true"}};
    const model::BuildSettings all = joined_settings(mine, theirs);
    EXPECT_THAT(all.include_folders, ElementsAre("a", "b"));
    EXPECT_THAT(all.macros, ElementsAre(Pair("N", "1"), Pair("M", "3")));
    EXPECT_EQ(all.standard, "c++20");
    EXPECT_THAT(all.flags, ElementsAre("-maxrregcount=32", "-rdc=true"));
    for (const char* words : {"-rdc=true -rdc=false", "-dc -rdc false", "-rdc=true --relocatable-device-code=false"}) {
        const auto last = flags_in(words);
        ASSERT_TRUE(last) << words;
        EXPECT_FALSE(is_relocatable(*last)) << words << ": the last one counts, as for nvcc";
    }
}

TEST(NvccFlags, TheLastOfACommandsMacrosCounts)
{
    const auto command = read_nvcc_options(base::command_words("-DN=1 -DM=3 -DN=2")).settings;
    EXPECT_THAT(joined_settings({}, command).macros, ElementsAre(Pair("M", "3"), Pair("N", "2")));
    EXPECT_THAT(joined_settings(command, {}).macros, ElementsAre(Pair("M", "3"), Pair("N", "2")));
    const model::BuildSettings mine{{}, {{"N", "4"}}, ""};
    EXPECT_THAT(joined_settings(mine, command).macros, ElementsAre(Pair("N", "4"), Pair("M", "3")));
}

TEST(CompileCommands, OfTheNearestFileAboveAreTaken)
{
    const fs::path top = scratch_folder("compile_commands");
    fs::create_directories(top / "src");
    fs::create_directories(top / "build");
    std::ofstream(top / "src/a.cu") << "__global__ void k() {}\n";
    std::ofstream(top / "build/compile_commands.json")
        << R"([{"directory": ")" << (top / "build").string()
        << R"(", "file": "../src/a.cu", "command": "nvcc -I../include -DN=4 '-DODD=a b' --mystery -c ../src/a.cu"}])";
    const ProjectCommand found = project_command(top / "src/a.cu");
    EXPECT_EQ(found.file, fs::weakly_canonical(top / "build/compile_commands.json").string());
    EXPECT_THAT(found.command.settings.include_folders, ElementsAre((top / "include").lexically_normal().string()));
    EXPECT_THAT(found.command.settings.macros, ElementsAre(Pair("N", "4")));
    EXPECT_THAT(found.command.left_out, ElementsAre("--mystery", "-DODD=a b"))
        << "options withheld from the compiler are listed";
    EXPECT_EQ(project_command(top / "src/b.cu").file, "");
    fs::remove_all(top);
}

}  // namespace
}  // namespace spillway::catalogue
