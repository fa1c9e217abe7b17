#pragma once

// A window in present mode.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/window/panels/charts/shown_charts.h"
#include "driver.h"
#include "screen_text.h"

namespace spillway::window {

class Presenting : public testing::Test {
protected:
    void open(int width, int height, float scale = 1, ViewState view = {}, bool with_worker = false,
              bool fill_curve = false)
    {
        Start start;
        start.width = width;
        start.height = height;
        start.scale = scale;
        start.view = std::move(view);
        start.view.present = start.view.shows_answers = true;
        start.fill_curve = fill_curve;
        if (!with_worker) {
            // A recording answers at once.
            start.worker_command = "none";
            start.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        }
        driver.reset();
        driver = Driver::open(std::move(start));
        if (!driver) GTEST_SKIP() << "no OpenGL without a display here";
    }
    [[nodiscard]] const ViewState& view() const { return driver->app().view(); }
    [[nodiscard]] const Layout& layout() const { return driver->app().layout(); }
    [[nodiscard]] bool is_there(const std::string& item) const { return driver->app().items().find(item).has_value(); }
    [[nodiscard]] std::vector<std::string> shown() const
    {
        return shown_metrics(driver->session().view(), driver->app().view());
    }
    std::unique_ptr<Driver> driver;
};

inline bool lies_in(const Rect& outer, const ScreenText& text)
{
    return outer.contains(text.rect.centre());
}

}  // namespace spillway::window
