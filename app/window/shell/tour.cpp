#include "app/window/shell/tour.h"

#include "app/base/visible_text.h"
#include "app/window/kit/actions.h"
#include "app/window/panels/panels.h"
#include "app/window/shell/settle.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

std::optional<model::Error> check_tour(const session::SessionView& session, const std::vector<std::string>& experiments)
{
    for (const std::string& name : experiments)
        if (session.catalogue().find(name) == nullptr)
            return model::Error{"there is no experiment '" + base::visible_line(name) + "'", "command line",
                                "'spillway list' names them"};
    return std::nullopt;
}

std::optional<model::Error> draw_tour(session::Session& session, const std::filesystem::path& folder,
                                      std::vector<std::string> experiments)
{
    const catalogue::Catalogue& catalogue = session.view().catalogue();
    if (experiments.empty())
        for (const model::Experiment& experiment : catalogue.experiments) experiments.push_back(experiment.name);
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) return model::Error{"the folder could not be made: " + failure.message(), folder.string(), ""};
    auto surface = OffscreenSurface::open({1600, 900, 1});
    if (!surface) return surface.error();
    ViewState view;
    view.shows_answers = true;
    auto app = App::create(**surface, session, std::move(view));
    if (!app) return app.error();
    for (const std::string& experiment : experiments) {
        choose_experiment(session, (*app)->view(), experiment);
        for (const Panel* panel : panels()) {
            if (panel->place != PanelPlace::tab) continue;
            (*app)->view().tab = panel->key;
            settle(session, **app, 30);
            if ((*app)->view().tab != panel->key) continue;  // not a tab of this experiment
            if (auto failed = write_picture(**surface, folder / (experiment + "-" + panel->key + ".png")))
                return failed;
        }
    }
    return std::nullopt;
}

}  // namespace spillway::window
