#include "app/window/panels/file_settings.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/catalogue/plain/file_settings.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/file_run.h"

namespace spillway::window {
namespace {

constexpr const char* include_key = "file:include";
constexpr const char* define_key = "file:define";
constexpr const char* standard_key = "file:standard";
constexpr const char* range_prefix = "range:";

/// Applies the typed text; the Error is the reason for a refusal.
std::optional<model::Error> take(session::Session& session, const std::string& key, const std::string& typed)
{
    if (key.starts_with(range_prefix)) return session.files().set_range(key.substr(std::strlen(range_prefix)), typed);
    model::BuildSettings build = session.view().experiment().build;
    if (key == include_key) build.include_folders = catalogue::folders_in(typed);
    if (key == define_key) build.macros = catalogue::macros_in(typed);
    if (key == standard_key) build.standard = catalogue::standard_in(typed);
    return session.files().set_build(std::move(build));
}

void take_typed(PanelContext& context, const std::string& key, const std::string& typed)
{
    context.commands.post([key, typed](session::Session& session, ViewState& view) {
        const auto refused = take(session, key, typed);
        view.entry = refused ? TypedEntry{key, typed, true, refusal_words(*refused)} : TypedEntry{};
    });
}

void draw_tip(ImDrawList* list, const Theme& theme, ImVec2 at, bool is_up, ImU32 ink)
{
    const float r = (is_up ? -3.5f : 3.5f) * theme.scale;
    list->AddTriangleFilled({at.x - std::abs(r), at.y - r}, {at.x + std::abs(r), at.y - r}, {at.x, at.y + r}, ink);
}

void draw_note(PanelContext& context, ImU32 ink, const std::string& words)
{
    const Theme& theme = context.theme;
    const float inset = 6 * theme.scale;
    const float width = ImGui::GetContentRegionAvail().x - inset;
    const Rect row = take_row(wrapped_height(theme.small, words, width) + 5 * theme.scale);
    draw_text_wrapped(ImGui::GetWindowDrawList(), theme.small, {row.min.x + inset, row.min.y}, ink, words, width);
}

}  // namespace

/// "Build and ranges" with a summary of the values.
void FileSettingsRows::draw_fold(PanelContext& context)
{
    const Theme& theme = context.theme;
    const Rect row = take_row(font_pixels(theme.small) + 12 * theme.scale);
    const Touch touch = touch_area(context, "file:settings", row);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = row.centre().y - font_pixels(theme.small) / 2;
    const ImU32 ink = touch.hovered ? theme.text : theme.text_muted;
    const std::string words = "Build options and ranges";
    draw_text(list, theme.small, {row.min.x, y}, ink, words);
    const float tip = row.min.x + text_width(theme.small, words) + 10 * theme.scale;
    draw_tip(list, theme, {tip, row.centre().y}, is_open_, ink);
    const std::string options = catalogue::options_text(context.session.experiment().build);
    if (!is_open_ && !options.empty()) {
        const float left = tip + 12 * theme.scale;
        draw_text_fitted(list, theme.small, {left, y}, theme.accent, options, row.max.x - left);
    }
    if (touch.hovered)
        tooltip(theme, "Build options and ranges",
                "How this file is compiled (-I, -D, -std), and over which values its sliders run. Kept for this file; "
                "the file itself stays as it is.");
    if (touch.clicked) is_open_ = !is_open_;
}

/// Runs the whole file with its host part, as its user would.
void FileSettingsRows::draw_run(PanelContext& context)
{
    const Theme& theme = context.theme;
    const char* label = is_file_running(context.view) ? "Running \xe2\x80\xa6" : "Run this file";
    const Rect row = take_row(button_size(theme, label).y + 6 * theme.scale);
    if (button_at(context, "file:run", row.min, label, ButtonLook::plain,
                  "Compiles the whole file with nvcc, host part and all, runs it on this machine's GPU for a minute at "
                  "most, and shows what it launched."))
        context.commands.post([](session::Session& session, ViewState& view) { run_file(session.view(), view); });
}

void FileSettingsRows::draw_entry(PanelContext& context, const Row& row, const Rect& place)
{
    const TypedEntry& entry = context.view.entry;
    if (entry.is_new) {
        typed_ = {};
        std::strncpy(typed_.data(), entry.text.c_str(), typed_.size() - 1);
        take_keyboard(context);
    }
    const float scale = context.theme.scale;
    const ImVec2 kept = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos({place.min.x, place.min.y - 2 * scale});
    ImGui::SetNextItemWidth(place.width());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * scale, 2 * scale});
    const bool entered = ImGui::InputText(("##" + row.key).c_str(), typed_.data(), typed_.size(),
                                          ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    context.items.note(row.key + ":field", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    const bool left = !entry.is_new && ImGui::IsItemDeactivated();
    ImGui::SetCursorScreenPos(kept);
    if (entry.is_new) context.commands.post([](session::Session&, ViewState& view) { view.entry.is_new = false; });
    if (entered)
        take_typed(context, row.key, typed_.data());
    else if (left)
        context.commands.post([](session::Session&, ViewState& view) { view.entry = {}; });
}

void FileSettingsRows::draw_row(PanelContext& context, const Row& row)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const Rect place = take_row(std::round(font_pixels(theme.body) + 9 * theme.scale));
    const float inset = 6 * theme.scale, top = place.min.y + 3 * theme.scale;
    const bool is_typed = context.view.entry.parameter == row.key;
    const bool is_said = !row.value.empty();
    const std::string& words = is_said ? row.value : row.shown;
    // A short value leaves more room for the name.
    const float most = place.width() * 0.54f, wanted = text_width(theme.body, words) + 2 * inset;
    const float middle = place.max.x - std::round(is_typed ? most : std::clamp(wanted, 40 * theme.scale, most));
    draw_text_fitted(list, theme.body, {place.min.x + inset, top}, theme.text, row.label,
                     middle - place.min.x - 2 * inset);
    const Rect right{{middle, place.min.y + 3 * theme.scale}, {place.max.x - 2 * theme.scale, place.max.y}};
    if (is_typed) {
        draw_entry(context, row, right);
    } else {
        const Touch touch = touch_area(context, row.key, {{middle, place.min.y}, {right.max.x, place.max.y}});
        const float width = std::min(text_width(theme.body, words), right.width() - inset);
        draw_text_fitted(list, theme.body, {right.max.x - inset - width, top},
                         touch.hovered ? theme.accent
                         : is_said     ? theme.text
                                       : theme.text_muted,
                         words, width + 1);
        if (touch.hovered) tooltip(theme, row.label, row.help);
        if (touch.clicked)
            context.commands.post([key = row.key, value = row.value](session::Session&, ViewState& view) {
                view.entry = {key, value, true, ""};
            });
    }
    const TypedEntry& entry = context.view.entry;
    if (entry.parameter == row.key && !entry.error.empty()) draw_note(context, theme.error, entry.error);
}

void FileSettingsRows::draw_build(PanelContext& context)
{
    const model::Experiment& file = context.session.experiment();
    draw_row(context, {include_key, "Include folders", catalogue::folders_text(file.build), "none",
                       "-I of a compiler: where headers are searched, as folders relative to the file, with blanks "
                       "between them. Enter takes what you typed."});
    draw_row(context, {define_key, "Macros", catalogue::macros_text(file.build), "none",
                       "-D of a compiler: names with values, TILE=32, with blanks between them. Enter takes what you "
                       "typed."});
    draw_row(context, {standard_key, "C++ standard", file.build.standard, "the compiler's own",
                       "-std of a compiler: c++14, c++17 or c++20. Empty: the compiler's own."});
    if (const std::string beside = catalogue::options_text(file.build_beside); !beside.empty())
        draw_note(context, context.theme.text_muted, "and from .spillway.json: " + beside);
}

void FileSettingsRows::draw_ranges(PanelContext& context)
{
    for (const model::Parameter& parameter : context.session.experiment().parameters) {
        const auto range = catalogue::range_of(parameter);
        if (!range) continue;
        draw_row(context,
                 {range_prefix + parameter.name, "Range of " + parameter.label, catalogue::range_text(*range), "",
                  "First and last value of the slider, and its step: 8:64:8. 8:64:x2 doubles; 16, 32, 64 "
                  "are these values alone. Empty: as the number in the file suggests."});
    }
}

void FileSettingsRows::draw(PanelContext& context)
{
    const model::Experiment& file = context.session.experiment();
    if (!file.is_plain() || context.view.present) return;
    draw_run(context);
    if (!file.origin.trusted) return;
    draw_fold(context);
    if (!is_open_) return;
    draw_build(context);
    draw_ranges(context);
}

}  // namespace spillway::window
