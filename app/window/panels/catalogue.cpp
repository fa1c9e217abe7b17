#include <cmath>
#include <string>
#include <vector>

#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

using model::Experiment;

struct Topic {
    std::string name;
    std::vector<const Experiment*> experiments;
};

/// In the catalogue's order.
std::vector<Topic> topics_of(const catalogue::Catalogue& catalogue)
{
    std::vector<Topic> topics;
    for (const Experiment& experiment : catalogue.experiments) {
        if (topics.empty() || topics.back().name != experiment.topic) topics.push_back({experiment.topic, {}});
        topics.back().experiments.push_back(&experiment);
    }
    return topics;
}

void draw_experiment(PanelContext& context, const Experiment& experiment)
{
    const Theme& theme = context.theme;
    const float line = font_pixels(theme.body);
    const Rect row = take_row(std::round(line + 8 * theme.scale));
    const bool selected = context.session.selection().experiment == experiment.name;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Touch touch = touch_area(context, "experiment:" + experiment.name, row);
    if (selected || touch.hovered)
        fill_rounded(list, theme, row.min, row.max, selected ? theme.accent_soft : with_alpha(theme.panel_border, 0.6f),
                     theme.rounding);
    const float y = row.centre().y - line / 2;
    const char* mark = experiment.origin.trusted ? nullptr : "not trusted";
    const auto& learner = context.session.learner();
    const auto lesson = learner.find(experiment.name);
    const bool is_read = lesson != learner.end() && lesson->second.read;
    const float right = mark      ? text_width(theme.small, mark) + 14 * theme.scale
                        : is_read ? 26 * theme.scale
                                  : 8 * theme.scale;
    draw_text_fitted(list, selected ? theme.body_bold : theme.body, {row.min.x + 12 * theme.scale, y},
                     selected ? theme.text : theme.text_muted, experiment.title,
                     row.width() - 12 * theme.scale - right);
    if (mark)
        draw_text(list, theme.small,
                  {row.max.x - right + 6 * theme.scale, row.centre().y - font_pixels(theme.small) / 2}, theme.warning,
                  mark);
    else if (is_read)
        draw_tick(list, {row.max.x - 14 * theme.scale, row.centre().y}, 4.5f * theme.scale, theme.good);
    if (touch.hovered && !touch.held)
        tooltip(theme, experiment.title, experiment.question + (is_read ? "\nYou have read its lesson." : ""));
    if (touch.clicked && !selected)
        context.commands.post([name = experiment.name](session::Session& session, ViewState& view) {
            choose_experiment(session, view, name);
        });
}

/// Points down where a list is open, else right.
void draw_arrow(ImDrawList* list, ImVec2 c, float r, ImU32 colour, bool is_open)
{
    if (is_open)
        list->AddTriangleFilled({c.x - r, c.y - r * 0.6f}, {c.x + r, c.y - r * 0.6f}, {c.x, c.y + r * 0.8f}, colour);
    else
        list->AddTriangleFilled({c.x - r * 0.6f, c.y - r}, {c.x + r * 0.8f, c.y}, {c.x - r * 0.6f, c.y + r}, colour);
}

/// A topic's heading; opens and closes its list. The selected experiment's topic stays open.
bool draw_topic(PanelContext& context, const Topic& topic, bool is_current, bool only_one)
{
    const Theme& theme = context.theme;
    const bool open = is_current || only_one || context.view.open_topics.contains(topic.name);
    const Rect row = take_row(font_pixels(theme.small) + 8 * theme.scale);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = row.min.y + 3 * theme.scale;
    const float indent = std::round(14 * theme.scale);
    draw_arrow(list, {row.min.x + 4 * theme.scale, row.centre().y}, 3.5f * theme.scale, theme.text_faint, open);
    draw_text_fitted(list, theme.small, {row.min.x + indent, y}, theme.text_muted, upper_case(topic.name),
                     row.width() - indent - 20 * theme.scale);
    if (is_current || only_one) return open;
    const Touch touch = touch_area(context, "topic:" + topic.name, row);
    const std::string count = std::to_string(topic.experiments.size());
    draw_text(list, theme.small, {row.max.x - text_width(theme.small, count) - 4 * theme.scale, y},
              touch.hovered ? theme.text : theme.text_faint, count);
    if (touch.clicked)
        context.commands.post([name = topic.name](session::Session&, ViewState& view) {
            if (!view.open_topics.erase(name)) view.open_topics.insert(name);
        });
    return open;
}

/// Takes no more of the column than leaves room for the sliders; a longer list scrolls by itself.
class CatalogueView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    void draw_topics(PanelContext& context);

    float height_ = 0;  ///< of the whole list, in the last frame
    bool scrolls_ = false;
    std::string in_sight_;  ///< the experiment that was scrolled to
};

void CatalogueView::draw(PanelContext& context)
{
    if (context.view.present) return;  // the top bar says which experiment it is
    const float most = std::round(0.42f * ImGui::GetWindowHeight());
    scrolls_ = height_ > most;
    if (scrolls_) ImGui::BeginChild("experiments", {0, most});
    const float begin = ImGui::GetCursorPosY();
    draw_topics(context);
    height_ = ImGui::GetCursorPosY() - begin;
    if (!scrolls_) return;
    fade_foot(context.theme);
    ImGui::EndChild();
}

void CatalogueView::draw_topics(PanelContext& context)
{
    const std::string& selected = context.session.selection().experiment;
    const std::vector<Topic> topics = topics_of(context.session.catalogue());
    for (const Topic& topic : topics) {
        const float top = ImGui::GetCursorPosY();
        bool is_current = false;
        for (const Experiment* experiment : topic.experiments) is_current |= experiment->name == selected;
        if (!draw_topic(context, topic, is_current, topics.size() == 1)) continue;
        for (const Experiment* experiment : topic.experiments) {
            draw_experiment(context, *experiment);
            if (!scrolls_ || experiment->name != selected || in_sight_ == selected) continue;
            // From the topic's heading on, where that leaves the experiment in sight: no row is cut at the top.
            if (ImGui::GetCursorPosY() - top <= ImGui::GetWindowHeight())
                ImGui::SetScrollY(top);
            else
                ImGui::SetScrollHereY(0.5f);
            in_sight_ = selected;
        }
    }
    if (const auto& problems = context.session.catalogue().problems; !problems.empty()) {
        const Theme& theme = context.theme;
        const std::string text = std::to_string(problems.size()) +
                                 (problems.size() == 1 ? " experiment did not load" : " experiments did not load");
        const Rect row = take_row(font_pixels(theme.small) + 8 * theme.scale);
        const Touch touch = touch_area(context, "problems", row);
        draw_text_fitted(ImGui::GetWindowDrawList(), theme.small, {row.min.x, row.min.y + 3 * theme.scale},
                         theme.warning, text, row.width());
        if (touch.hovered) tooltip(theme, text, problems.front().line());
        if (touch.clicked) context.commands.post([](session::Session&, ViewState& view) { view.tab = "log"; });
    }
}

}  // namespace

const Panel catalogue_panel{"catalogue", "Experiments", PanelPlace::side, open_view<CatalogueView>};

}  // namespace spillway::window
