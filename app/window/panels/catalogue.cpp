#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/base/visible_text.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

using model::Experiment;

struct Topic {
    std::string name;
    std::vector<const Experiment*> experiments;
    bool is_current = false;  ///< contains the selected experiment
};

/// The version in the browser compiles nothing, trusted or not.
const char* untrusted_mark()
{
    return worker_client::can_run_programs() ? "not trusted" : "text only";
}

/// Topics in the catalogue's order.
std::vector<Topic> topics_of(const session::SessionView& session)
{
    std::vector<Topic> topics;
    for (const Experiment& experiment : session.catalogue().experiments) {
        if (topics.empty() || topics.back().name != experiment.topic) topics.push_back({experiment.topic, {}, false});
        topics.back().experiments.push_back(&experiment);
        topics.back().is_current |= experiment.name == session.selection().experiment;
    }
    return topics;
}

float topic_height(const Theme& theme)
{
    return font_pixels(theme.small) + 8 * theme.scale;
}

float experiment_height(const Theme& theme)
{
    return std::round(font_pixels(theme.body) + 8 * theme.scale);
}

bool is_read(const session::SessionView& session, const Experiment& experiment)
{
    const auto lesson = session.learner().find(experiment.name);
    return lesson != session.learner().end() && lesson->second.read;
}

void choose(PanelContext& context, const Experiment& experiment)
{
    context.commands.post([name = experiment.name](session::Session& session, ViewState& view) {
        choose_experiment(session, view, name);
    });
}

void draw_experiment(PanelContext& context, const Experiment& experiment)
{
    const Theme& theme = context.theme;
    const float line = font_pixels(theme.body);
    const Rect row = take_row(experiment_height(theme));
    const bool selected = context.session.selection().experiment == experiment.name;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Touch touch = touch_area(context, "experiment:" + experiment.name, row);
    if (selected || touch.hovered)
        fill_rounded(list, theme, row.min, row.max, selected ? theme.accent_soft : with_alpha(theme.panel_border, 0.6f),
                     theme.rounding);
    const float y = row.centre().y - line / 2;
    const char* mark = experiment.origin.trusted ? nullptr : untrusted_mark();
    const bool read = is_read(context.session, experiment);
    const float right = mark   ? text_width(theme.small, mark) + 14 * theme.scale
                        : read ? 26 * theme.scale
                               : 8 * theme.scale;
    draw_text_fitted(list, selected ? theme.body_bold : theme.body, {row.min.x + 12 * theme.scale, y},
                     selected ? theme.text : theme.text_muted, experiment.title,
                     row.width() - 12 * theme.scale - right);
    if (mark)
        draw_text(list, theme.small,
                  {row.max.x - right + 6 * theme.scale, row.centre().y - font_pixels(theme.small) / 2}, theme.warning,
                  mark);
    else if (read)
        draw_tick(list, {row.max.x - 14 * theme.scale, row.centre().y}, 4.5f * theme.scale, theme.good);
    if (touch.hovered && !touch.held)
        tooltip(theme, experiment.is_plain() ? base::visible_line(experiment.source_file) : experiment.title,
                experiment.question + (read ? "\nYou have read its lesson." : ""));
    if (touch.clicked && !selected) choose(context, experiment);
}

/// Points down if the list is open, else right.
void draw_arrow(ImDrawList* list, ImVec2 c, float r, ImU32 colour, bool is_open)
{
    if (is_open)
        list->AddTriangleFilled({c.x - r, c.y - r * 0.6f}, {c.x + r, c.y - r * 0.6f}, {c.x, c.y + r * 0.8f}, colour);
    else
        list->AddTriangleFilled({c.x - r * 0.6f, c.y - r}, {c.x + r * 0.8f, c.y}, {c.x - r * 0.6f, c.y + r}, colour);
}

/// A topic's experiments in a drop-down list over the window, so that the column's length does not change.
void draw_topic_menu(PanelContext& context, const Topic& topic, const Rect& row)
{
    const std::string key = "topic:" + topic.name;
    if (!begin_menu(context, key, row, 300 * context.theme.scale)) return;
    for (const Experiment* experiment : topic.experiments) {
        const bool read = is_read(context.session, *experiment);
        if (menu_entry(context, {.key = "experiment:" + experiment->name,
                                 .label = experiment->title,
                                 .note = !experiment->origin.trusted ? untrusted_mark()
                                         : read                      ? "read"
                                                                     : "",
                                 .is_current = experiment->name == context.session.selection().experiment}))
            choose(context, *experiment);
    }
    end_menu(context);
}

/// A topic's heading. If not all of its experiments are listed below, it shows their number and opens a list of them.
void draw_topic(PanelContext& context, const Topic& topic, bool lists_all)
{
    const Theme& theme = context.theme;
    const Rect row = take_row(topic_height(theme));
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = row.min.y + 3 * theme.scale, indent = std::round(14 * theme.scale);
    draw_arrow(list, {row.min.x + 4 * theme.scale, row.centre().y}, 3.5f * theme.scale, theme.text_faint,
               topic.is_current || lists_all);
    draw_text_fitted(list, theme.small, {row.min.x + indent, y}, theme.text_muted, upper_case(topic.name),
                     row.width() - indent - 20 * theme.scale);
    if (lists_all) return;
    const std::string key = "topic:" + topic.name;
    const Touch touch = touch_area(context, key, row);
    const std::string count = std::to_string(topic.experiments.size());
    draw_text(list, theme.small, {row.max.x - text_width(theme.small, count) - 4 * theme.scale, y},
              touch.hovered ? theme.text : theme.text_muted, count);
    if (touch.clicked) {
        if (context.view.open_menu == key)
            context.commands.post([](session::Session&, ViewState& view) { view.open_menu.clear(); });
        else
            open_menu(context, key, "experiment:" + topic.experiments.front()->name);
    }
    draw_topic_menu(context, topic, row);
}

void draw_problems(PanelContext& context)
{
    const auto& problems = context.session.catalogue().problems;
    if (problems.empty()) return;
    const Theme& theme = context.theme;
    const std::string text = std::to_string(problems.size()) +
                             (problems.size() == 1 ? " experiment did not load" : " experiments did not load");
    const Rect row = take_row(topic_height(theme));
    const Touch touch = touch_area(context, "problems", row);
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.small, {row.min.x, row.min.y + 3 * theme.scale}, theme.warning,
                     text, row.width());
    if (touch.hovered) tooltip(theme, text, problems.front().line());
    if (touch.clicked) context.commands.post([](session::Session&, ViewState& view) { view.tab = "log"; });
}

/// The entry that opens the map of the course.
void draw_course_entry(PanelContext& context)
{
    const Theme& theme = context.theme;
    const Rect row = take_row(topic_height(theme));
    const Touch touch = touch_area(context, "course", row);
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.small,
                     {row.min.x + std::round(14 * theme.scale), row.min.y + 3 * theme.scale},
                     touch.hovered ? theme.text : theme.accent, "Course map", row.width());
    if (touch.hovered) tooltip(theme, "Course map  M", "Prerequisites, lessons that you have read, and the next one");
    if (touch.clicked)
        context.commands.post([](session::Session&, ViewState& view) { view.course_page.is_open = true; });
}

/// All topics, and the selected experiment below its own topic, with its neighbours if they leave room for the sliders.
/// A topic's menu lists the rest, so this column needs no scroll bar.
void draw_catalogue(PanelContext& context)
{
    if (context.view.present) return;  // the top bar shows the experiment
    const Theme& theme = context.theme;
    const std::vector<Topic> topics = topics_of(context.session);
    const float max_height = std::round(0.45f * ImGui::GetWindowHeight());
    float height = static_cast<float>(topics.size() + 1) * topic_height(theme);
    for (const Topic& topic : topics)
        if (topic.is_current) height += static_cast<float>(topic.experiments.size()) * experiment_height(theme);
    const bool lists_neighbours = height <= max_height;
    for (const Topic& topic : topics) {
        draw_topic(context, topic, topic.is_current && lists_neighbours);
        if (!topic.is_current) continue;
        for (const Experiment* experiment : topic.experiments)
            if (lists_neighbours || experiment->name == context.session.selection().experiment)
                draw_experiment(context, *experiment);
    }
    draw_course_entry(context);
    draw_problems(context);
}

}  // namespace

const Panel catalogue_panel{"catalogue", "Experiments", PanelPlace::side, plain_view<draw_catalogue>};

}  // namespace spillway::window
