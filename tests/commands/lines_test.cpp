// Live registers and spills of each source line, in the JSON output.

#include "tests/commands/run_json.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

json ask(std::vector<std::string> more)
{
    std::vector<std::string> words{"run", "spill_to_shared", "--variant", "local", "--gpu", "h200"};
    words.insert(words.end(), more.begin(), more.end());
    return run_json(words).of("local");
}

TEST(Lines, AreInTheOutputIfRequested)
{
    SKIP_WITHOUT_COMPILER();
    const json result = ask({"--lines"});
    if (at(result, "/sass").is_null()) GTEST_SKIP() << "there is no disassembler here";
    const json peak = at(result, "/compile/peak_live_registers");
    if (peak.is_null()) GTEST_SKIP() << "cuobjdump does not report live registers";
    EXPECT_LE(peak, at(result, "/compile/registers"));
    ASSERT_FALSE(result["lines"].empty());
    json most = 0, stores = 0;
    int before = 0;
    for (const json& line : result["lines"]) {
        EXPECT_GT(line["line"], before) << "ascending";
        before = line["line"];
        most = std::max(most, line["live_registers"]);
        stores = stores.get<int>() + line["spills"]["local_stores"].get<int>();
    }
    EXPECT_EQ(most, peak);
    if (at(result, "/compile/shared_spill_store_bytes").is_null()) GTEST_SKIP() << "an older nvdisasm shows no spills";
    EXPECT_GT(stores, 0);
    EXPECT_EQ(stores, at(result, "/compile/spill_store_bytes"));
}

TEST(Lines, AreNullUnlessRequested_AndRequestingKeepsTheJob)
{
    SKIP_WITHOUT_COMPILER();
    const json plain = ask({});
    ASSERT_TRUE(plain.contains("lines"));
    EXPECT_TRUE(plain["lines"].is_null());
    EXPECT_EQ(plain["job"], ask({"--lines"})["job"]);
}

}  // namespace
}  // namespace spillway::commands
