// The reason why an experiment opens without one of the three charts is true: the chart would say nothing over the
// initial x axis.

#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/catalogue/charts_reader.h"
#include "tests/commands/run_json.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway::commands {
namespace {

/// A few settings of the initial x axis, as --axis takes them.
std::string few_of_axis(const model::Experiment& experiment)
{
    const model::Parameter& axis = *experiment.find_parameter(experiment.x_axis);
    if (axis.kind == model::ParameterKind::choice) return axis.name + "=all";
    const std::int64_t middle = axis.first + (axis.last - axis.first) / 2 / axis.step * axis.step;
    std::set<std::int64_t> values{axis.first, axis.last, middle};
    if (axis.scale == model::Scale::power_of_two) {
        values = {axis.first};
        for (std::int64_t value = std::max<std::int64_t>(1, axis.first); value <= axis.last; value *= 4)
            values.insert(value);
    }
    std::string words;
    for (const std::int64_t value : values) words += (words.empty() ? "" : ",") + std::to_string(value);
    return axis.name + "=[" + words + "]";
}

/// The grid is one block, or comes from the number of SMs, not from the amount of work. Theoretical occupancy then does
/// not tell how full the SMs are.
bool has_fixed_blocks(const model::Experiment& experiment)
{
    const std::string& grid = experiment.launch.grid[0];
    return grid == "1" || grid.find("gpu_sm_count") != std::string::npos;
}

TEST(ChartsLeftOut, would_say_nothing_over_the_axis)
{
    SKIP_WITHOUT_COMPILER();
    std::size_t seen = 0;
    for (const model::Experiment& experiment : shipped_catalogue().experiments) {
        if (experiment.charts_left_out.empty()) continue;
        const Finished sweep =
            spillway({"sweep", experiment.name, "--axis", few_of_axis(experiment), "--gpu", "h200", "--json", "-"});
        ASSERT_EQ(sweep.status, 0) << experiment.name << ": " << sweep.errors;
        const auto results = nlohmann::json::parse(sweep.output, nullptr, false);
        ASSERT_TRUE(results.is_array() && !results.empty()) << experiment.name;
        std::map<std::string, std::set<double>> occupancies;
        for (const auto& result : results) {
            if (!result["compile"].is_null()) {
                ++seen;
                for (const model::ChartLeftOut& chart : experiment.charts_left_out)
                    if (catalogue::chart_role(chart.metric) == catalogue::ChartRole::local_memory) {
                        EXPECT_EQ(result["compile"]["stack_frame_bytes"], 0) << experiment.name << result["variant"];
                        EXPECT_EQ(result["compile"]["spill_store_bytes"], 0) << experiment.name << result["variant"];
                    }
            }
            if (!result["occupancy"].is_null())
                occupancies[result["variant"]].insert(result["occupancy"]["theoretical"].get<double>());
        }
        for (const model::ChartLeftOut& chart : experiment.charts_left_out)
            if (catalogue::chart_role(chart.metric) == catalogue::ChartRole::occupancy &&
                !has_fixed_blocks(experiment)) {
                for (const auto& [variant, values] : occupancies)
                    EXPECT_EQ(values, (std::set<double>{1})) << experiment.name << "." << variant;
            }
    }
    EXPECT_GT(seen, 100U);
}

}  // namespace
}  // namespace spillway::commands
