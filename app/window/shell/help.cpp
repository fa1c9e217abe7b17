#include "app/window/shell/help.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/metrics.h"
#include "app/teaching/found_texts.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/shell/layout.h"
#include "app/window/shell/shortcuts.h"

namespace spillway::window {
namespace {

void heading(const Theme& theme, std::string_view text)
{
    push_font(theme.heading);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopFont();
    ImGui::Dummy({0, 2 * theme.scale});
}

void muted_wrapped(const Theme& theme, std::string_view text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, theme.text_muted);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

/// The keys as the user has bound them; both if the row has two actions.
std::string keys_of(const Shortcut& shortcut, const KeyBindings& bindings)
{
    std::string keys;
    for (const char* action : {shortcut.action, shortcut.second_action})
        if (action != nullptr) keys += (keys.empty() ? "" : "   ") + bindings.keys_of(action);
    return keys.empty() ? shortcut.keys : keys;
}

std::vector<Shortcut> ordered_shortcuts(bool is_lecture)
{
    std::vector<Shortcut> rows(shortcuts().begin(), shortcuts().end());
    if (is_lecture)
        std::stable_partition(rows.begin(), rows.end(),
                              [](const Shortcut& row) { return row.group == std::string_view(lecture_keys); });
    return rows;
}

void draw_keys(const Theme& theme, const KeyBindings& bindings, const std::string& search, bool is_lecture)
{
    heading(theme, "Keys");
    std::string_view group;
    for (const Shortcut& shortcut : ordered_shortcuts(is_lecture)) {
        const std::string keys = keys_of(shortcut, bindings);
        if (!teaching::has_all_words(keys + " " + shortcut.what + " " + shortcut.group, search)) continue;
        if (group != shortcut.group) {
            if (!group.empty()) ImGui::Dummy({0, 6 * theme.scale});
            group = shortcut.group;
            section_title(theme, group);
        }
        const float indent = 165 * theme.scale;
        const float room = ImGui::GetContentRegionAvail().x - indent;
        const float height = wrapped_height(theme.body, shortcut.what, room);
        const Rect row = take_row(height + 3 * theme.scale);
        ImDrawList* list = ImGui::GetWindowDrawList();
        draw_text(list, theme.body_bold, row.min, theme.text, keys);
        draw_text_wrapped(list, theme.body, {row.min.x + indent, row.min.y}, theme.text_muted, shortcut.what, room);
    }
    if (!search.empty() && group.empty()) draw_text(theme.body, theme.text_muted, "No key matches.");
    if (!search.empty()) return;
    ImGui::Dummy({0, 8 * theme.scale});
    section_title(theme, "Other keys");
    std::string names;
    for (const std::string& name : KeyBindings::names()) names += (names.empty() ? "" : ", ") + name;
    muted_wrapped(theme, "A file " + keys_file().string() +
                             " with {\"present\": \"Ctrl+P\"} binds an action to other keys: " + names + ".");
    ImGui::Dummy({0, 8 * theme.scale});
    section_title(theme, "Mouse");
    muted_wrapped(
        theme,
        "Click or drag in a chart: moves the slider. Wheel: zooms. Double click: the whole axis. Right click in "
        "a chart: save or copy. Ctrl + click on a slider: type a value. Right click on a parameter: back to "
        "its initial value. Drag a border: resizes the panels; a double click resets it. Drop a folder or a "
        ".cu on the window: adds its experiments, as text until you trust them. Drop a .spillway-view or "
        ".spillway-talk to open it, a .spillway-progress to add what you did elsewhere.");
}

/// Help for touch screens.
void draw_fingers(const Theme& theme)
{
    section_title(theme, "Fingers");
    muted_wrapped(
        theme,
        "A tap or a drag in a chart: moves the slider. Two fingers that move together: zoom in a chart, scroll "
        "a text. Two fingers that move apart: everything becomes larger. A double tap: the whole axis. A long "
        "press in a chart: save or copy; on a parameter: back to its initial value. A tap on a value: type "
        "one. A tap on an underlined word: its meaning. On a phone the lesson's title opens a menu: all "
        "lessons, Find and Undo. On a tablet Undo is under Find.");
}

const char* group_words(model::MetricGroup group)
{
    switch (group) {
        case model::MetricGroup::compile: return "Compiler (ptxas)";
        case model::MetricGroup::ptx: return "PTX";
        case model::MetricGroup::sass: return "Machine code (SASS)";
        case model::MetricGroup::occupancy: return "Occupancy";
        case model::MetricGroup::measurement: return "Measurement";
    }
    return "";
}

void draw_terms(const Theme& theme, const lessons::Terms& terms, const std::string& search)
{
    heading(theme, "Glossary");
    // Terms whose names match come before terms whose texts match.
    const auto is_named = [&](const lessons::Term& term) {
        std::string names = term.name;
        for (const std::string& form : term.also) names += " " + form;
        return teaching::has_all_words(names, search);
    };
    for (const bool wants_named : {true, false})
        for (const lessons::Term& term : terms) {
            if (is_named(term) != wants_named || !(wants_named || teaching::has_all_words(term.text, search))) continue;
            draw_text(theme.body_bold, theme.text, term.name);
            muted_wrapped(theme, term.text);
            ImGui::Dummy({0, 2 * theme.scale});
        }
    ImGui::Dummy({0, 8 * theme.scale});
}

void draw_numbers(const Theme& theme, const std::string& search)
{
    heading(theme, "Numbers");
    const model::MetricGroup* group = nullptr;
    for (const model::Metric& metric : model::metrics()) {
        if (!teaching::has_all_words(std::string(metric.label) + " " + std::string(metric.help), search)) continue;
        if (group == nullptr || *group != metric.group) {
            if (group != nullptr) ImGui::Dummy({0, 6 * theme.scale});
            group = &metric.group;
            section_title(theme, group_words(metric.group));
        }
        push_font(theme.body_bold);
        ImGui::TextUnformatted(metric.label.data(), metric.label.data() + metric.label.size());
        ImGui::PopFont();
        muted_wrapped(theme, metric.help);
        ImGui::Dummy({0, 2 * theme.scale});
    }
}

/// Draws the search field, which has the keyboard unless Tab moved the focus to a button. Returns its lower edge, from
/// the card's top.
float draw_search(PanelContext& context, const Rect& card)
{
    static std::array<char, 256> buffer{};
    const Theme& theme = context.theme;
    const std::string& search = context.view.help_search;
    if (ImGui::IsWindowAppearing()) {
        buffer = {};
        search.copy(buffer.data(), buffer.size() - 1);
    }
    ImGui::SetCursorScreenPos({card.min.x + 22 * theme.scale, card.min.y + 14 * theme.scale});
    ImGui::SetNextItemWidth(card.width() - 44 * theme.scale);
    const bool is_changed =
        ImGui::InputTextWithHint("##help search", "Search keys, words and numbers", buffer.data(), buffer.size());
    context.items.note("help:search", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (!ImGui::IsItemActive() && !ImGui::IsMouseDown(0) && !context.items.focus_is_visible())
        focus_keyboard(context, -1);
    if (is_changed && search != buffer.data())
        context.commands.post([typed = std::string(buffer.data())](session::Session&, ViewState& view) {
            if (view.show_help) view.help_search = typed;
        });
    return ImGui::GetItemRectMax().y - card.min.y;
}

/// Scrolls by keyboard; both columns move together.
void scroll(PanelContext& context)
{
    const float pages = context.view.help_scroll;
    if (pages == 0) return;
    ImGui::SetScrollY(std::clamp(ImGui::GetScrollY() + pages * ImGui::GetWindowHeight(), 0.0f, ImGui::GetScrollMaxY()));
    context.commands.post([](session::Session&, ViewState& view) { view.help_scroll = 0; });
}

}  // namespace

bool draw_help(PanelContext& context, const KeyBindings& bindings)
{
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 size{std::min(1080 * theme.scale, screen.x * 0.94f), std::min(760 * theme.scale, screen.y * 0.9f)};
    begin_page("##help", IM_COL32(0, 0, 0, 150));
    const Rect card{{std::round((screen.x - size.x) / 2), std::round((screen.y - size.y) / 2)},
                    {std::round((screen.x + size.x) / 2), std::round((screen.y + size.y) / 2)}};
    if (ImGui::IsMouseClicked(0) && !card.contains(ImGui::GetMousePos()))
        context.commands.post([](session::Session&, ViewState& view) { view.show_help = false; });
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, card.min, card.max, theme.panel, theme.rounding * 2);
    list->AddRect(card.min, card.max, theme.panel_border, theme.rounding * 2);
    // A phone has no keys: it shows only the glossary and the numbers.
    const bool is_narrow = size.x < phone_width * theme.scale;
    const float foot = 38 * theme.scale, half = is_narrow ? 0 : size.x * 0.47f, head = draw_search(context, card);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{22 * theme.scale, 16 * theme.scale});
    const std::string& search = context.view.help_search;
    const bool has_touch_help = context.view.is_by_touch && search.empty();
    if (!is_narrow) {
        ImGui::SetCursorScreenPos({card.min.x, card.min.y + head});
        begin_child("##keys", {half, size.y - foot - head});
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
        if (has_touch_help) {
            draw_fingers(theme);
            ImGui::Dummy({0, 8 * theme.scale});
        }
        draw_keys(theme, bindings, search, context.view.present);
        ImGui::PopStyleVar();
        scroll(context);
        ImGui::EndChild();
    }
    ImGui::SetCursorScreenPos({card.min.x + half, card.min.y + head});
    begin_child("##words", {size.x - half, size.y - foot - head});
    if (has_touch_help && is_narrow) {
        draw_fingers(theme);
        ImGui::Dummy({0, 8 * theme.scale});
    }
    draw_terms(theme, context.terms, search);
    draw_numbers(theme, search);
    scroll(context);
    ImGui::EndChild();
    ImGui::PopStyleVar();
    draw_text(list, theme.small, {card.min.x + 22 * theme.scale, card.max.y - foot + 8 * theme.scale}, theme.text_faint,
              context.view.is_by_touch ? "A tap outside closes it."
              : is_narrow              ? "Esc closes it."
                                       : "Esc or F1 closes this page.");
    const std::string_view words = is_narrow ? "Start here" : "Start here: the first five pages";
    const ImVec2 button = button_size(theme, words);
    context.items.begin_scope();
    const bool wants_start =
        button_at(context, "help:start",
                  {card.max.x - button.x - 12 * theme.scale, card.max.y - button.y - 4 * theme.scale}, words);
    context.items.end_scope();
    end_page();
    return wants_start;
}

}  // namespace spillway::window
