#include "app/window/shell/screenshot.h"

#include "app/window/panels/panels.h"
#include "app/window/panels/views.h"
#include "app/window/shell/app.h"
#include "app/window/shell/settle.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {
namespace {

bool is_known_tab(const std::string& key)
{
    for (const Panel* panel : panels())
        if (panel->place == PanelPlace::tab && key == panel->key) return true;
    return false;
}

}  // namespace

std::string tab_keys()
{
    std::string keys;
    for (const Panel* panel : panels())
        if (panel->place == PanelPlace::tab) keys += (keys.empty() ? "" : ", ") + std::string(panel->key);
    return keys;
}

std::optional<model::Error> take_screenshot(session::Session& session, const ScreenshotOptions& options)
{
    if (!options.tab.empty() && !is_known_tab(options.tab))
        return model::Error{"there is no tab \"" + options.tab + "\"", "--tab", "one of: " + tab_keys()};
    auto surface = OffscreenSurface::open({options.width, options.height, options.scale});
    if (!surface) return surface.error();
    ViewState view;
    view.shows_answers = true;
    view.dark = options.dark;
    view.present = options.present;
    view.tab = options.tab;
    if (options.fill) view.filled = Part::tabs;
    if (!options.view.empty())
        if (auto refused = show_view(options.view, session, view)) return refused;
    auto app = App::create(**surface, session, std::move(view));
    if (!app) return app.error();
    const bool is_whole = settle(session, **app, options.silent_seconds);
    if (auto failed = write_picture(**surface, options.path)) return failed;
    if (is_whole) return std::nullopt;
    return model::Error{"the picture was written, but some results were still pending", options.path.string(),
                        "the machine may be too busy: try again"};
}

}  // namespace spillway::window
