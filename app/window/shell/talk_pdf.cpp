#include "app/window/shell/talk_pdf.h"

#include <set>
#include <string>

#include "app/base/output_file.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/views.h"
#include "app/window/shell/notes_page.h"
#include "app/window/shell/settle.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {
namespace {

using model::Error;

/// A window of 1280 x 720 at twice the resolution: its smallest text is legible on paper.
constexpr OffscreenSurface::Options picture_size{2560, 1440, 2};
constexpr double silent_seconds = 30;

bool shows_code(const session::SessionView& session, const ViewState& view)
{
    static const std::set<std::string> tabs{"code", "report", "causes", "compare"};
    return tabs.contains(view.tab) || are_code_metrics_shown(session, view);
}

model::Expected<PrintedStop> printed(const teaching::TalkStop& stop, session::Session& session, App& app,
                                     OffscreenSurface& surface)
{
    auto wanted = teaching::parse_view(stop.view);
    if (!wanted) return wanted.error();
    wanted->theme = teaching::ViewTheme::light;
    if (auto error = show_view(*wanted, session, app.view())) return *error;
    settle(session, app, silent_seconds, {.code = shows_code(session.view(), app.view())});
    return PrintedStop{session.view().experiment().title, stop.notes, surface.pixels(), surface.width(),
                       surface.height()};
}

}  // namespace

std::optional<Error> why_not_printed(const teaching::Talk& talk, const session::SessionView& session)
{
    if (talk.stops.empty()) return Error{"it has no stops", "the talk", "add views to it in the window"};
    for (std::size_t i = 0; i < talk.stops.size(); ++i) {
        const auto wanted = teaching::parse_view(talk.stops[i].view);
        const auto error = wanted ? why_not_shown(*wanted, session) : std::optional(wanted.error());
        if (error) return Error{"stop " + std::to_string(i + 1) + ": " + error->what, "the talk", error->advice};
    }
    return std::nullopt;
}

std::optional<Error> print_talk_pdf(session::Session& session, const teaching::Talk& talk,
                                    const std::filesystem::path& file)
{
    if (auto error = why_not_printed(talk, session.view())) return error;
    auto surface = OffscreenSurface::open(picture_size);
    if (!surface) return surface.error();
    ViewState view;
    view.shows_answers = true;
    view.dark = false;
    auto app = App::create(**surface, session, std::move(view));
    if (!app) return app.error();
    NotesPages pages(talk.title.empty() ? file.stem().string() : talk.title);
    for (std::size_t i = 0; i < talk.stops.size(); ++i) {
        auto page = printed(talk.stops[i], session, **app, **surface);
        if (!page) return page.error();
        page->heading = std::to_string(i + 1) + "  " + page->heading;
        pages.add(*page);
    }
    const auto bytes = pages.finish();
    return bytes ? base::write_file(file, *bytes) : bytes.error();
}

}  // namespace spillway::window
