#include <gtest/gtest.h>

#include "app/charts/metric_chart.h"
#include "app/window/panels/shown_charts.h"
#include "running_mean_window.h"

namespace spillway::window {
namespace {

class Compare : public RunningMeanWindow {
protected:
    void SetUp() override
    {
        RunningMeanWindow::SetUp();
        if (driver) driver->settle();
    }
    std::string readout(const std::string& chart, const std::string& variant) const
    {
        for (const charts::Chart& shown : visible_charts(driver->session(), driver->app().view()))
            for (const charts::Series& series : shown.series)
                if (shown.key == chart && series.key == variant && !series.is_ghost && !series.is_secondary)
                    return series.readout;
        return {};
    }
    std::size_t ghosts(const std::string& name) const
    {
        std::size_t found = 0;
        for (const charts::Chart& shown : visible_charts(driver->session(), driver->app().view()))
            for (const charts::Series& series : shown.series) found += series.is_ghost && series.label.ends_with(name);
        return found;
    }
};

TEST_F(Compare, WhatIsPinnedStaysBehindAndEveryNumberSaysHowFarItIsFromIt)
{
    driver->press('A');
    ASSERT_TRUE(driver->app().view().pinned);
    ASSERT_FALSE(driver->session().set_value("register_cap", std::int64_t{16}));
    driver->settle();
    EXPECT_GT(ghosts(", A"), 0U);
    EXPECT_NE(readout("theoretical_occupancy", "register_array").find("(+"), std::string::npos)
        << readout("theoretical_occupancy", "register_array");
    driver->click("tab:compare");
    driver->frames(4);
    driver->keep_picture("compare");
    driver->click("tab:report");
    driver->frames(4);
    driver->keep_picture("compare_report");

    driver->click("tab:compare");
    driver->frames(2);
    driver->click("compare:back");
    driver->settle();
    EXPECT_EQ(std::get<std::int64_t>(driver->session().selection().values.at("register_cap")), 0);
    driver->click("compare:forget");
    EXPECT_FALSE(driver->app().view().pinned);
    driver->settle();
    EXPECT_EQ(ghosts(", A"), 0U);
}

TEST_F(Compare, AnotherGpuIsComparedToo)
{
    driver->press('A');
    driver->session().set_gpu("t4");
    driver->settle();
    const auto lines = teaching::changed_settings(*driver->app().view().pinned, driver->session());
    ASSERT_FALSE(lines.empty());
    EXPECT_TRUE(lines.front().starts_with("GPU: ")) << lines.front();
    EXPECT_GT(ghosts(", A"), 0U);
}

TEST_F(Compare, TheFocusLeavesAVariantThatIsHidden)
{
    const std::string focus = driver->session().selection().focus;
    driver->press('H');
    EXPECT_TRUE(driver->app().view().hidden_variants.contains(focus));
    EXPECT_FALSE(driver->app().view().hidden_variants.contains(driver->session().selection().focus));
    driver->press('H', false, true);
    EXPECT_TRUE(driver->app().view().hidden_variants.empty());
}

}  // namespace
}  // namespace spillway::window
