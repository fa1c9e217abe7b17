#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/session/session.h"

namespace spillway::window {

struct ScreenshotOptions {
    int width = 1600, height = 900;  ///< size of the picture in pixels
    float scale = 1;                 ///< 2560 x 1440 at scale 2 looks like 1280 x 720 at twice the resolution
    bool present = false;
    bool fill = false;  ///< the tab fills the window
    bool dark = true;
    std::string view;  ///< a view's text; the options above apply to everything that it does not set
    /// Key of a tab, "course" or "course_topics"; empty: the lesson, or tab_of_opened() for a plain file.
    std::string tab;
    std::filesystem::path path;
    double silent_seconds = 30;  ///< timeout: stop waiting after so long without a new result
};

/// The Error names the known tabs if this is none of them. An empty key is no error.
[[nodiscard]] std::optional<model::Error> check_tab(const std::string& tab, bool present);
/// Draws the real window into a PNG, without a display, after all visible results have arrived. Returns an Error for an
/// unknown tab, for a view that cannot be shown, and after it wrote an incomplete picture.
[[nodiscard]] std::optional<model::Error> take_screenshot(session::Session& session, const ScreenshotOptions& options);

}  // namespace spillway::window
