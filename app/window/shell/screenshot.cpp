#include "app/window/shell/screenshot.h"

#include <algorithm>

#include "app/window/panels/panels.h"
#include "app/window/panels/views.h"
#include "app/window/shell/app.h"
#include "app/window/shell/dropped.h"
#include "app/window/shell/settle.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {
namespace {

/// The SM is a tab in present mode.
bool is_tab(const Panel& panel, bool is_present)
{
    return panel.place == PanelPlace::tab || (panel.place == PanelPlace::right && is_present);
}

/// Pages that lie over the window.
constexpr const char* course_map = "course";
constexpr const char* course_topics = "course_topics";

bool is_known_tab(const std::string& key, bool is_present)
{
    return key == course_map || key == course_topics || std::ranges::any_of(panels(), [&](const Panel* panel) {
               return is_tab(*panel, is_present) && !is_beside_views(key) && key == panel->key;
           });
}

std::string tab_keys(bool is_present)
{
    std::string keys;
    for (const Panel* panel : panels())
        if (is_tab(*panel, is_present) && !is_beside_views(panel->key))
            keys += (keys.empty() ? "" : ", ") + std::string(panel->key);
    return keys + ", " + course_map + ", " + course_topics;
}

}  // namespace

std::optional<model::Error> check_tab(const std::string& tab, bool present)
{
    if (tab.empty() || is_known_tab(tab, present)) return std::nullopt;
    return model::Error{"there is no tab \"" + tab + "\"", "--tab", "one of: " + tab_keys(present)};
}

std::optional<model::Error> take_screenshot(session::Session& session, const ScreenshotOptions& options)
{
    if (auto error = check_tab(options.tab, options.present)) return error;
    auto surface = OffscreenSurface::open({options.width, options.height, options.scale});
    if (!surface) return surface.error();
    ViewState view;
    view.shows_answers = true;
    view.dark = options.dark;
    view.present = options.present;
    view.tab = options.tab;
    if (options.tab.empty() && session.view().experiment().is_plain())
        view.tab = tab_of_opened(session.view().experiment());
    view.course_page = {options.tab == course_map || options.tab == course_topics, options.tab == course_topics};
    if (options.fill) view.filled = Part::tabs;
    if (!options.view.empty())
        if (auto refused = show_view(options.view, session, view)) return refused;
    // The options apply also if the view does not set these.
    view.present = view.present || options.present;
    if (options.fill && view.filled == Part::none) view.filled = Part::tabs;
    auto app = App::create(**surface, session, std::move(view));
    if (!app) return app.error();
    const bool is_whole = settle(session, **app, options.silent_seconds);
    if (auto failed = write_picture(**surface, options.path)) return failed;
    if (is_whole) return std::nullopt;
    return model::Error{"the picture was written, but some results were still pending", options.path.string(),
                        "the machine may be too busy: try again"};
}

}  // namespace spillway::window
