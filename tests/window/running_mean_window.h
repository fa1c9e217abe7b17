#pragma once

#include <gtest/gtest.h>

#include "driver.h"

namespace spillway::window {

/// A window with the running_mean experiment, the fixture of most tests.
class RunningMeanWindow : public testing::Test {
protected:
    void SetUp() override
    {
        driver = Driver::open();
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
        driver->session().select_experiment("running_mean");
        driver->frames(4);
    }
    /// Chooses charts that need no measurement: none of these windows has a recording.
    void choose_charts_of_reports()
    {
        driver->app().view().charts["running_mean"] = {"bytes_per_second", "stack_frame_bytes",
                                                       "theoretical_occupancy"};
        driver->frames(2);
    }
    std::int64_t value(const std::string& name) const
    {
        return std::get<std::int64_t>(driver->session().view().selection().values.at(name));
    }
    std::unique_ptr<Driver> driver;
};

}  // namespace spillway::window
