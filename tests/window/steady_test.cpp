// The layout never jumps: whatever is set, every panel stays where it is and as large as it is.
#include <algorithm>
#include <cstdlib>
#include <tuple>

#include <gtest/gtest.h>

#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/panels/charts/shown_charts.h"
#include "driver.h"
#include "tests/support/sample.h"

namespace spillway::window {
namespace {

std::vector<Rect> places_of(Driver& driver, bool with_plots)
{
    const Layout& layout = driver.app().layout();
    std::vector<Rect> all{layout.top_bar, layout.left,   layout.middle,  layout.tabs,
                          layout.right,   layout.status, layout.sentence};
    all.insert(all.end(), layout.charts.begin(), layout.charts.end());
    // Along the x axis also from which row to which a curve is drawn: what stands above it does not push it down.
    if (!with_plots) return all;
    for (const std::string& metric : shown_metrics(driver.session().view(), driver.app().view()))
        if (const PlacedChart* chart = driver.app().chart_board().find(metric)) {
            const Rect plot = chart->to_screen(chart->drawing.plot);
            all.push_back({{0, plot.min.y}, {0, plot.max.y}});
        }
    return all;
}

bool is_same(const Rect& a, const Rect& b)
{
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

/// Steps of the x axis's slider. SPILLWAY_STEADY_STEPS=200 looks more closely but takes longer; SPILLWAY_STEADY_ONLY
/// limits it to one experiment.
int steps()
{
    const char* text = std::getenv("SPILLWAY_STEADY_STEPS");
    return text == nullptr ? 10 : std::max(5, std::atoi(text));
}

class Steady : public testing::TestWithParam<std::tuple<int, int, bool, std::size_t>> {
protected:
    void SetUp() override
    {
        Start start;
        std::tie(start.width, start.height, start.view.present, part) = GetParam();
        start.view.shows_answers = true;  // more is said than while something is covered
        // A recording answers at once, and differs from step to step as much as anything does.
        start.worker_command = "/bin/false";
        start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        // The banner about the worker comes once, and stays.
        driver->until(
            [&] { return driver->session().view().worker().state == worker_client::WorkerState::unavailable; });
    }

    /// From one end of the slider to the other and back, in at most so many steps.
    void walk(const model::Parameter& parameter, int steps)
    {
        const std::vector<Rect> before = places_of(*driver, walks_along_axis);
        for (int step = 0; step <= steps; ++step) {
            const double share = static_cast<double>(step) / steps;
            const model::Value value = teaching::value_at_fraction(parameter, share < 0.5 ? 2 * share : 2 - 2 * share);
            ASSERT_FALSE(driver->session().set_values({{parameter.name, value}}));
            driver->frames(1);
            const std::vector<Rect> now = places_of(*driver, walks_along_axis);
            ASSERT_EQ(now.size(), before.size());
            for (std::size_t i = 0; i < now.size(); ++i)
                ASSERT_TRUE(is_same(now[i], before[i]))
                    << "place " << i << " moved at " << parameter.name << " = " << model::to_string(value) << ": "
                    << now[i].min.y << " to " << now[i].max.y << " instead of " << before[i].min.y << " to "
                    << before[i].max.y;
        }
    }
    std::unique_ptr<Driver> driver;
    bool walks_along_axis = false;
    std::size_t part = 0;  ///< of the catalogue's experiments
};

std::vector<std::tuple<int, int, bool, std::size_t>> steady_rows()
{
    std::vector<std::tuple<int, int, bool, std::size_t>> rows;
    for (std::size_t part = 0; part < parts_of_catalogue; ++part) {
        rows.emplace_back(1366, 768, false, part);
        rows.emplace_back(1280, 720, true, part);
    }
    return rows;
}
SPILLWAY_SAMPLED_SUITE(Steady, steady_rows(), 5);

TEST_P(Steady, WhileEverySliderOfEveryExperimentMoves)
{
    std::vector<std::string> names;
    const char* only = std::getenv("SPILLWAY_STEADY_ONLY");
    for (const model::Experiment& experiment : driver->session().view().catalogue().experiments)
        if (only == nullptr || experiment.name == only) names.push_back(experiment.name);
    ASSERT_FALSE(names.empty());
    for (const std::string& name : only == nullptr ? tests::part_of(names, part, parts_of_catalogue) : names) {
        SCOPED_TRACE(name);
        driver->session().select_experiment(name);
        driver->frames(3);
        const model::Experiment experiment = driver->session().view().experiment();
        const std::string axis = driver->session().view().selection().x_axis;
        for (const auto* list : {&experiment.parameters, &experiment.knobs})
            for (const model::Parameter& parameter : *list) {
                if (!teaching::is_adjustable(parameter)) continue;
                walks_along_axis = parameter.name == axis;
                walk(parameter, walks_along_axis ? steps() : steps() / 5);
                if (HasFatalFailure()) return;
                reset_parameter(driver->session(), driver->app().view(), parameter.name);
            }
    }
}

}  // namespace
}  // namespace spillway::window
