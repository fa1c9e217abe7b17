// The shipped recordings contain all settings of a lesson's links and claims: on a machine without a GPU no link leads
// to an empty chart.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/show_line.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::catalogue {
namespace {

/// The GPU that the shipped recording was made on.
model::Gpu recorded_gpu()
{
    const auto gpus = load_gpus(source_folder / "assets" / "gpus.json");
    for (const model::Gpu& gpu : *gpus)
        if (gpu.name == "h200") return gpu;
    std::abort();
}

model::Values with(model::Values values, const model::Values& set)
{
    for (const auto& [name, value] : set) values[name] = value;
    return values;
}

/// Whether one of the grid's points has these values.
bool is_on_grid(const model::Grid& grid, const model::Values& initial, const model::Values& values)
{
    model::Values rest = with(initial, grid.set);
    for (const model::GridAxis& axis : grid.axes) {
        if (std::find(axis.values.begin(), axis.values.end(), values.at(axis.parameter)) == axis.values.end())
            return false;
        rest[axis.parameter] = values.at(axis.parameter);
    }
    return rest == values;
}

bool is_recorded(const model::Experiment& experiment, const model::Values& set, const model::Gpu& gpu)
{
    const model::Values initial = initial_values(experiment, gpu);
    const model::Values values = with(initial, set);
    return std::any_of(experiment.recording.begin(), experiment.recording.end(),
                       [&](const model::Grid& grid) { return is_on_grid(grid, initial, values); });
}

TEST(LessonLinks, the_setting_of_each_link_is_recorded)
{
    const model::Gpu gpu = recorded_gpu();
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const LessonLink& link : lesson_links(experiment.lesson)) {
            if (!link.target.starts_with("set:")) continue;
            const auto set = parse_set_link(experiment, link.target);
            ASSERT_TRUE(set) << set.error().line();
            EXPECT_TRUE(is_recorded(experiment, set->values, gpu))
                << experiment.name << "/lesson.md:" << link.line << ": no grid of \"recording\" has " << link.target;
        }
}

TEST(LessonLinks, the_setting_of_each_show_line_is_recorded)
{
    const model::Gpu gpu = recorded_gpu();
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const PlacedShowLine& line : show_lines(experiment.lesson)) {
            const auto show = parse_show_line(experiment, line.text);
            ASSERT_TRUE(show) << show.error().line();
            EXPECT_TRUE(is_recorded(experiment, show->set.values, gpu))
                << experiment.name << "/lesson.md:" << line.line << ": no grid of \"recording\" has " << line.text;
        }
}

TEST(LessonLinks, a_link_may_choose_the_x_axis)
{
    const auto& catalogue = shipped_catalogue();
    const model::Experiment* experiment = catalogue.find("first_kernel");
    ASSERT_NE(experiment, nullptr);
    const auto set = parse_set_link(*experiment, "set:x=threads,threads=33,variant=by_lane");
    ASSERT_TRUE(set) << set.error().line();
    EXPECT_EQ(set->x_axis, "threads");
    EXPECT_EQ(set->variant, "by_lane");
    EXPECT_EQ(set->values, (model::Values{{"threads", std::int64_t{33}}}));
    const auto wrong = parse_set_link(*experiment, "set:x=threds");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().advice.find("threads"), std::string::npos) << wrong.error().line();
}

TEST(LessonLinks, the_setting_of_each_measured_claim_is_recorded)
{
    const model::Gpu gpu = recorded_gpu();
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const model::Claim& claim : experiment.claims)
            if (claim.needs_measurement) {
                EXPECT_TRUE(is_recorded(experiment, claim.set, gpu))
                    << experiment.name << ": no grid of \"recording\" has the setting of the claim " << claim.id;
            }
}

TEST(LessonLinks, every_experiment_opens_on_a_recorded_point)
{
    const model::Gpu gpu = recorded_gpu();
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        EXPECT_TRUE(is_recorded(experiment, {}, gpu)) << experiment.name;
}

TEST(LessonLinks, a_value_off_the_grid_is_not_recorded)
{
    const auto& catalogue = shipped_catalogue();
    const model::Experiment* experiment = catalogue.find("bank_conflicts");
    ASSERT_NE(experiment, nullptr);
    EXPECT_TRUE(is_recorded(*experiment, {{"words", std::int64_t{33}}}, recorded_gpu()));
    EXPECT_FALSE(
        is_recorded(*experiment, {{"words", std::int64_t{33}}, {"block_size", std::int64_t{64}}}, recorded_gpu()));
}

}  // namespace
}  // namespace spillway::catalogue
