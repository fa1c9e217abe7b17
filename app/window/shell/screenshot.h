#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

struct ScreenshotOptions {
    int width = 1600, height = 900;  ///< pixels of the picture
    float scale = 1;                 ///< 2560 x 1440 at scale 2 looks like 1280 x 720, doubled
    bool present = false;
    bool fill = false;  ///< the tab fills the window
    bool dark = true;
    std::string view;  ///< a view's text; the options above hold where it says nothing of them
    std::string tab;   ///< key of a panel below the charts; empty: the first view's
    std::filesystem::path path;
    double silent_seconds =
        30;  ///< so long without an answer ends the waiting for those that are still being worked on
};

/// Draws the real window into a PNG, without a display, once nothing that is visible is being worked
/// on any more. An unknown tab is an Error that names the known ones; so is a picture in which something lacks.
[[nodiscard]] std::optional<model::Error> take_screenshot(session::Session& session, const ScreenshotOptions& options);

}  // namespace spillway::window
