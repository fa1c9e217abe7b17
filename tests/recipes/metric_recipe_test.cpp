// docs/adding-a-metric.md: a number from the compiler that is new reaches the table, CSV, the messages and the compile
// cache by the lines of the recipe and no others.

#include <gtest/gtest.h>

#include "app/charts/csv.h"
#include "app/compiler/cache_format.h"
#include "app/model/metrics.h"
#include "app/protocol/json_visitors.h"

namespace spillway {
namespace {

model::CompileReport report()
{
    model::CompileReport report;
    report.global_bytes = 272;
    return report;
}

TEST(MetricRecipe, TheNewNumberIsInTheTableAndInCsv)
{
    model::RunResult result;
    const model::Metric* metric = model::find_metric("global_bytes");
    ASSERT_NE(metric, nullptr);
    EXPECT_FALSE(metric->get(result));
    result.compile = report();
    EXPECT_EQ(metric->get(result), 272);
    const std::string csv = charts::to_csv({result}, {});
    EXPECT_NE(csv.find("global_bytes"), std::string::npos);
    EXPECT_NE(csv.find(",272,"), std::string::npos) << csv;
}

TEST(MetricRecipe, TheNewNumberTravels)
{
    const protocol::Json json = protocol::Json{{"compile", protocol::to_json(report())}};
    model::CompileReport read;
    protocol::JsonReader reader(json, "message");
    reader("compile", read);
    EXPECT_EQ(reader.problem(), std::nullopt);
    EXPECT_EQ(read.global_bytes, 272);
}

TEST(MetricRecipe, TheNewNumberIsKeptInTheCompileCache)
{
    compiler::Compiled compiled;
    compiled.report = report();
    const auto kept = compiler::unpack("key", compiler::pack("key", compiled).value());
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->report.global_bytes, 272);
}

}  // namespace
}  // namespace spillway
