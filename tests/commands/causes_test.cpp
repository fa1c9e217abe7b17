// Variables in local memory and their causes, in the JSON output.

#include <filesystem>
#include <fstream>

#include "tests/commands/run_json.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

TEST(Causes, AreInTheOutputIfRequested)
{
    SKIP_WITHOUT_COMPILER();
    const JsonRun run = run_json({"run", "running_mean", "--gpu", "t4", "--causes"});
    EXPECT_EQ(run.finished.status, 0) << run.finished.errors;
    const json array = run.of("local_array");
    ASSERT_EQ(at(array, "/causes").size(), 1U) << array.dump(2);
    const json cause = array["causes"][0];
    EXPECT_EQ(cause["kind"], "dynamic_index");
    EXPECT_EQ(cause["bytes"], at(array, "/compile/stack_frame_bytes"));
    EXPECT_EQ(cause["symbol"], "window");
    EXPECT_EQ(cause["function"], at(array, "/compile/functions/0/name"));
    EXPECT_GT(cause["line"].get<int>(), 0);
    EXPECT_FALSE(cause["evidence"].get<std::string>().empty());
    EXPECT_EQ(at(run.of("register_array"), "/causes"), json::array()) << "nothing is in local memory";
}

TEST(Causes, AreNullUnlessRequested_AndRequestingKeepsTheJob)
{
    SKIP_WITHOUT_COMPILER();
    const auto ask = [](std::vector<std::string> more) {
        std::vector<std::string> words{"run", "dynamic_index", "--variant", "run_time", "--gpu", "t4"};
        words.insert(words.end(), more.begin(), more.end());
        return run_json(words).of("run_time");
    };
    const json plain = ask({}), asked = ask({"--causes"});
    ASSERT_TRUE(plain.contains("causes"));
    EXPECT_TRUE(plain["causes"].is_null());
    EXPECT_EQ(plain["job"], asked["job"]);
    EXPECT_EQ(asked["causes"].size(), 1U);
}

TEST(Causes, AreFoundInAUsersOwnKernel)
{
    SKIP_WITHOUT_COMPILER();
    const auto folder = scratch_folder("own");
    std::ofstream(folder / "own.cu") << "#include <cstdio>\n"
                                        "__global__ void turn(float* out, int n)\n"
                                        "{\n"
                                        "    float kept[20];\n"
                                        "    for (int i = 0; i < 20; ++i) kept[i] = out[i];\n"
                                        "    out[n] = kept[n % 20];\n"
                                        "}\n"
                                        "int main() { std::puts(\"\"); }\n";
    const JsonRun run = run_json({"open", (folder / "own.cu").string(), "--trust", "--gpu", "t4"});
    std::filesystem::remove_all(folder);
    ASSERT_EQ(run.json.size(), 1U) << run.finished.errors;
    ASSERT_EQ(at(run.json[0], "/causes").size(), 1U) << run.json[0].dump(2);
    EXPECT_EQ(run.json[0]["causes"][0]["symbol"], "kept");
    EXPECT_EQ(run.json[0]["causes"][0]["line"], 4) << "of the file as it was written";
}

}  // namespace
}  // namespace spillway::commands
