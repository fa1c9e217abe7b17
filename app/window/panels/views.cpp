#include "app/window/panels/views.h"

#include <algorithm>
#include <array>

#include "app/base/folder_reader.h"
#include "app/base/output_file.h"
#include "app/base/visible_text.h"
#include "app/catalogue/questions.h"
#include "app/lessons/lesson_steps.h"
#include "app/model/metrics.h"
#include "app/teaching/view_fit.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/panels/charts/export.h"
#include "app/window/panels/charts/shown_charts.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;
using model::Error;
using teaching::View;
using teaching::ViewTheme;

constexpr const char* in_the_view = "the view";
constexpr std::array part_names{std::pair{Part::left, "left"}, std::pair{Part::charts, "charts"},
                                std::pair{Part::tabs, "tabs"}, std::pair{Part::right, "right"}};

Part part_of(const std::string& name)
{
    for (const auto& [part, known] : part_names)
        if (name == known) return part;
    return Part::none;
}

/// True for a tab that a view can name.
bool is_tab(const std::string& key)
{
    return !is_beside_views(key) && std::ranges::any_of(panels(), [&](const Panel* panel) {
        return panel->place != PanelPlace::side && key == panel->key;
    });
}

std::map<std::string, std::string> scale_words(const ViewState& view, const std::vector<std::string>& metrics)
{
    std::map<std::string, std::string> words;
    for (const std::string& metric : metrics) {
        const auto chosen = view.y_scales.find(metric);
        if (chosen == view.y_scales.end() || chosen->second == charts::AxisScale::automatic) continue;
        words[metric] = chosen->second == charts::AxisScale::linear ? "linear" : "logarithmic";
    }
    return words;
}

// ---- checks ----

std::optional<Error> check_charts(const View& wanted)
{
    const auto unknown = [](const std::string& metric) {
        return Error{"there is no chart of '" + metric + "'", in_the_view, "F1 lists the metrics"};
    };
    const std::size_t count = wanted.charts.size();
    if (count != 0 && (count < fewest_charts || count > max_charts))
        return Error{"the view asks for " + std::to_string(count) + " charts", in_the_view,
                     "two to four charts fit side by side"};
    for (const std::string& metric : wanted.charts)
        if (model::find_metric(metric) == nullptr) return unknown(metric);
    for (const auto& [metric, scale] : wanted.y_scales) {
        if (model::find_metric(metric) == nullptr) return unknown(metric);
        if (scale != "linear" && scale != "logarithmic")
            return Error{"an axis cannot be '" + scale + "'", in_the_view, "use linear or logarithmic"};
    }
    return std::nullopt;
}

std::optional<Error> check_look(const View& wanted, const model::Experiment& experiment)
{
    if (auto error = check_charts(wanted)) return error;
    for (const std::string& variant : wanted.hidden)
        if (experiment.find_variant(variant) == nullptr) return teaching::no_variant(experiment, variant);
    if (!wanted.tab.empty() && !is_tab(wanted.tab))
        return Error{"there is no tab '" + wanted.tab + "'", in_the_view, "omit tab="};
    if (!wanted.filled.empty() && part_of(wanted.filled) == Part::none)
        return Error{"no part of the window is called '" + wanted.filled + "'", in_the_view,
                     "use left, charts, tabs or right"};
    if (wanted.step <= 1) return std::nullopt;
    const int steps = lessons::count_steps(experiment);
    if (wanted.step <= steps) return std::nullopt;
    return Error{
        "the lesson has " + std::to_string(steps) + " steps; the view asks for step " + std::to_string(wanted.step),
        in_the_view, "omit step="};
}

// ---- show ----

void show_charts(const View& wanted, const model::Experiment& experiment, ViewState& view)
{
    if (wanted.charts.empty() || wanted.charts == experiment.charts)
        view.charts.erase(experiment.name);
    else
        view.charts[experiment.name] = wanted.charts;
    for (const std::string& metric : wanted.charts.empty() ? experiment.charts : wanted.charts) {
        const auto scale = wanted.y_scales.find(metric);
        if (scale == wanted.y_scales.end())
            view.y_scales.erase(metric);
        else
            view.y_scales[metric] =
                scale->second == "linear" ? charts::AxisScale::linear : charts::AxisScale::logarithmic;
    }
    for (const model::Variant& variant : experiment.variants) {
        view.hidden_variants.erase(variant.name);
        if (wanted.hidden.contains(variant.name)) view.hidden_variants.insert(variant.name);
    }
}

void show_look(const View& wanted, const model::Experiment& experiment, const std::string& focus, ViewState& view)
{
    view.experiment = experiment.name;
    show_charts(wanted, experiment, view);
    view.zoom.clear();
    view.entry = {};
    view.parameter.clear();
    view.sketch.reset();
    view.open_menu.clear();
    view.show_help = false;
    // A view with a step but without a tab opens the tab Lesson, because the step is the lesson's.
    if (!wanted.tab.empty() || wanted.step > 0) view.tab = wanted.tab.empty() ? "lesson" : wanted.tab;
    view.filled = part_of(wanted.filled);
    show_step(view, experiment.name, wanted.step);
    if (wanted.warp) {
        view.warp = *wanted.warp;
        view.warp_of = experiment.name + "/" + focus;
    }
    view.present = wanted.present;
    if (wanted.shows_everything) view.shows_everything = true;
    if (wanted.theme != ViewTheme::unsaid) view.dark = wanted.theme == ViewTheme::dark;
}

/// True if A's results are complete, or no more will arrive.
bool are_results_final(const session::SessionView& session)
{
    using worker_client::WorkerState;
    const session::Progress progress = session.progress();
    const worker_client::WorkerStatus& worker = session.worker();
    if (worker.state == WorkerState::unavailable) return true;
    if (worker.state != WorkerState::ready || !worker.hello) return false;
    if (!session.experiment().origin.trusted) return true;
    if (!worker.hello->compiler.available) return progress.in_flight == 0;
    return !progress.current_pending && progress.in_flight == progress.background_in_flight &&
           (progress.done >= progress.total || progress.is_at_rest);
}

}  // namespace

bool is_beside_views(std::string_view tab)
{
    return tab == "talk" || tab == "trace" || tab == "run_here";
}

View view_of(const session::SessionView& session, const ViewState& view)
{
    View now;
    now.setting = teaching::setting_of(session.selection(), session);
    if (view.pinned) now.a = teaching::setting_of(view.pinned->selection, session);
    now.charts = kept_metrics(session, view);
    now.y_scales = scale_words(view, now.charts);
    for (const model::Variant& variant : session.experiment().variants)
        if (view.hidden_variants.contains(variant.name)) now.hidden.insert(variant.name);
    const std::string& tab = is_beside_views(view.tab) ? view.tab_behind : view.tab;
    if (is_tab(tab)) now.tab = tab;
    for (const auto& [part, name] : part_names)
        if (view.filled == part) now.filled = name;
    if (const int step = shown_step(view, session.selection().experiment); tab == "lesson" && step > 1) now.step = step;
    if (tab == "warp") now.warp = warp_place(session, view);
    now.present = view.present;
    now.shows_everything = view.shows_everything;
    now.theme = view.dark ? ViewTheme::dark : ViewTheme::light;
    return now;
}

std::optional<Error> why_not_shown(const View& wanted, const session::SessionView& session)
{
    const auto selection = teaching::fit(wanted.setting, session);
    if (!selection) return selection.error();
    if (wanted.a)
        if (const auto a = teaching::fit(*wanted.a, session); !a)
            return Error{"A: " + a.error().what, a.error().where, a.error().advice};
    return check_look(wanted, *session.catalogue().find(selection->experiment));
}

std::optional<Error> show_view(const View& wanted, session::Session& session, ViewState& view)
{
    if (auto error = why_not_shown(wanted, session.view())) return error;
    const session::Selection selection = *teaching::fit(wanted.setting, session.view());
    session::Selection first = wanted.a ? *teaching::fit(*wanted.a, session.view()) : selection;
    if (!wanted.a && wanted.setting.variant.empty()) first.focus.clear();  // the experiment chooses it
    if (auto error = session.select(first)) return error;
    show_look(wanted, session.view().experiment(), selection.focus, view);
    view.pinned = nullptr;
    view.pin_first.reset();
    if (wanted.a) view.pin_first = {session.view().selection(), selection};
    view.status_notice = teaching::what_is_not_recorded(wanted.setting, session.view()).value_or("");
    return std::nullopt;
}

std::optional<Error> show_view(const std::string& line, session::Session& session, ViewState& view)
{
    const auto wanted = teaching::parse_view(line);
    return wanted ? show_view(*wanted, session, view) : wanted.error();
}

std::optional<Error> open_view_file(const fs::path& file, session::Session& session, ViewState& view)
{
    const auto line = read_small_file(file, teaching::max_view_bytes);
    return line ? show_view(*line, session, view) : line.error();
}

bool pin_a_of_view(session::Session& session, ViewState& view)
{
    if (!view.pin_first) return false;
    const bool is_still_wanted = session.view().selection() == view.pin_first->a;
    if (is_still_wanted && !are_results_final(session.view())) return false;
    if (is_still_wanted) {
        view.pinned = teaching::pin(session.view());
        if (const auto gone = session.select(view.pin_first->then)) view.status_notice = gone->line();
    }
    view.pin_first.reset();
    return true;
}

model::Expected<std::string> link_to_view(const session::SessionView& session, const ViewState& view)
{
    const std::string line = teaching::format_view(view_of(session, view));
    if (const auto read = teaching::parse_view(line); !read) return read.error();
    return std::string(teaching::view_scheme) + line;
}

model::Expected<std::string> fragment_of_view(const session::SessionView& session, const ViewState& view)
{
    const View now = view_of(session, view);
    const auto usual = teaching::default_view(now.setting.experiment, view.page_defaults, session);
    const std::string line = teaching::format_view(usual ? teaching::without_defaults(now, *usual) : now);
    if (const auto read = teaching::parse_view(line); !read) return read.error();
    return line;
}

std::string shown_path(const std::string& path, const ViewState& view)
{
    return base::visible_line(view.page_address.empty() ? path : fs::path(path).filename().string());
}

std::optional<Error> show_fragment(const std::string& fragment, session::Session& session, ViewState& view)
{
    const auto wanted = teaching::parse_view("#" + fragment);
    if (!wanted) return wanted.error();
    const auto usual = teaching::default_view(wanted->setting.experiment, view.page_defaults, session.view());
    if (session.view().catalogue().find(wanted->setting.experiment) == nullptr)
        return Error{"this page has no experiment '" + wanted->setting.experiment + "'", "the address",
                     "a file that you dropped must be dropped again"};
    return show_view(usual ? teaching::with_defaults(*wanted, *usual) : *wanted, session, view);
}

void copy_link(const session::SessionView& session, ViewState& view)
{
    // In the browser a link is the page's address, and a dropped file has none.
    if (!view.page_address.empty() && session.experiment().is_plain()) {
        view.status_notice = shown_path(session.experiment().source_file, view) +
                             " is only in this page, so no link leads to it. Send the file itself.";
        return;
    }
    auto link = view.page_address.empty() ? link_to_view(session, view) : fragment_of_view(session, view);
    if (link && !view.page_address.empty())
        link = std::string(teaching::view_scheme) + *link;  // page.js puts its own address there
    if (link) ImGui::SetClipboardText(link->c_str());
    view.status_notice = link ? "The link to this view is on the clipboard." : link.error().line();
}

void save_view(const session::SessionView& session, ViewState& view)
{
    const auto link = link_to_view(session, view);
    const fs::path file = free_file("spillway-" + session.selection().experiment, "spillway-view");
    std::optional<Error> failed;
    if (!link)
        failed = link.error();
    else if (file.empty())
        failed =
            Error{"there is no folder to write to", "the view", "start Spillway in a folder that you can write to"};
    else
        failed = base::write_file(file, *link + "\n", base::IfThere::refuse);
    view.status_notice = failed ? "Not saved: " + failed->line() : "Saved " + file.string();
}

model::Expected<std::string> read_view(const std::string& text_or_file)
{
    const bool is_line = text_or_file.starts_with(teaching::view_scheme) || text_or_file.starts_with('#') ||
                         (text_or_file.size() > 2 && text_or_file[0] == 'v' && text_or_file[1] >= '0' &&
                          text_or_file[1] <= '9' && text_or_file.find('/') != std::string::npos);
    if (is_line) return text_or_file;
    return read_small_file(text_or_file, teaching::max_view_bytes);
}

model::Expected<std::string> read_small_file(const fs::path& file, std::size_t max_bytes)
{
    const std::string shown = base::visible_line(file.string());
    std::error_code ignored;
    const fs::path place = fs::absolute(file, ignored);
    const auto folder = base::FolderReader::open(place.parent_path());
    if (!folder || !folder->has(place.filename().string()))
        return Error{"there is no such file", shown, "name a .spillway-view or .spillway-talk file, or a view's text"};
    return folder->read(place.filename().string(), max_bytes);
}

fs::path free_file(const std::string& name, const std::string& extension)
{
    constexpr int max_tries = 10000;
    const fs::path folder = output_folder();
    std::error_code ignored;
    for (int number = 1; !folder.empty() && number < max_tries; ++number) {
        const fs::path file = folder / (name + (number == 1 ? "" : "-" + std::to_string(number)) + "." + extension);
        if (!fs::exists(fs::symlink_status(file, ignored))) return file;
    }
    return {};
}

}  // namespace spillway::window
