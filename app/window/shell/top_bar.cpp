#include "app/window/shell/top_bar.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/model/targets.h"
#include "app/teaching/comparison.h"
#include "app/teaching/gpu_labels.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/menu.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/saving.h"
#include "app/window/panels/talk_steps.h"
#include "app/window/panels/views.h"
#include "app/window/shell/find_page.h"
#include "app/window/shell/layout.h"
#include "app/window/shell/machine_menu.h"
#include "app/window/shell/room_page.h"
#include "app/window/shell/taken_along.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

constexpr float tight_bar = 900;  ///< a narrower bar does not show the keys, so that the lesson's title has room

struct BarLabels {
    const char *help, *finder, *present, *map;
};
constexpr BarLabels labels_with_keys{"Help  F1", "Find  Ctrl + K", "Present  P", "Map  M"};
constexpr BarLabels short_labels{"Help", "Find", "Present", "Map"};

bool is_tight(const PanelContext& context, const Rect& bar)
{
    return bar.width() < tight_bar * context.theme.scale;
}

/// Colour of a GPU's dot, by the source of its results. The text beside it says the same.
ImU32 dot_colour(const Theme& theme, teaching::GpuSource source)
{
    switch (source) {
        case teaching::GpuSource::live: return theme.good;
        case teaching::GpuSource::recorded: return theme.warning;
        case teaching::GpuSource::compile_only: return theme.accent;
        case teaching::GpuSource::occupancy_only: return theme.text_faint;
    }
    return theme.text_faint;
}

bool is_measured(teaching::GpuSource source)
{
    return source == teaching::GpuSource::live || source == teaching::GpuSource::recorded;
}

/// Menu entries that draw another GPU's curves over the current ones.
void draw_overlay_entries(PanelContext& context)
{
    std::vector<const model::Gpu*> others;
    for (const model::Gpu& gpu : context.session.gpus())
        if (gpu.name != context.session.selection().gpu && is_measured(teaching::gpu_source(context.session, gpu)))
            others.push_back(&gpu);
    if (others.empty() || !is_measured(teaching::gpu_source(context.session, context.session.gpu()))) return;
    section_heading(context.theme, "Draw over these curves");
    for (const model::Gpu* gpu : others)
        if (menu_entry(context, {.key = "over:" + gpu->name,
                                 .label = gpu->label,
                                 .note = teaching::short_gpu_label(context.session.gpu().label) + " becomes A"}))
            context.commands.post([name = gpu->name](session::Session& session, ViewState& view) {
                view.pinned = teaching::pin(session.view());
                session.set_gpu(name);
            });
}

/// The GPU's name without its special target.
std::string usual_name(const model::Gpu& gpu)
{
    return gpu.name.substr(0, gpu.name.find(model::target_sign));
}

/// Special targets of the chosen GPU, for a file that may need one.
void draw_target_entries(PanelContext& context)
{
    const session::SessionView& session = context.session;
    const model::Gpu& gpu = session.gpu();
    const auto targets = model::special_targets(gpu.arch());
    const model::RunResult* result = focused_result(session);
    const std::string taken = result != nullptr && result->compile ? result->compile->target.value_or("") : "";
    const bool may_need_one = session.experiment().has_special_code || !taken.empty() || !gpu.target.empty();
    if (!session.experiment().is_plain() || targets.empty() || !may_need_one) return;
    section_heading(context.theme, "Compile this file for");
    const std::string usual = usual_name(gpu);
    const auto entry = [&](const std::string& target, const std::string& name, const std::string& note) {
        if (menu_entry(context,
                       {.key = "target:" + target, .label = target, .note = note, .is_current = gpu.name == name}))
            context.commands.post([name](session::Session& changed, ViewState&) { changed.set_gpu(name); });
    };
    const bool is_tried = gpu.target.empty() && !taken.empty();
    entry(gpu.arch(), usual, is_tried ? "an instruction needs " + taken + ": compiled for it" : "every GPU from it on");
    for (const std::string& target : targets)
        entry(target, usual + model::target_sign + target,
              target.ends_with('f') ? "GPUs of its family" : "GPUs of " + gpu.arch() + " only");
}

void draw_gpu_menu(PanelContext& context, const Rect& anchor)
{
    const Theme& theme = context.theme;
    if (!begin_menu(context, "gpu_selector", anchor, 420 * theme.scale)) return;
    for (const model::Gpu& gpu : context.session.gpus()) {
        const teaching::GpuSource source = teaching::gpu_source(context.session, gpu);
        const std::string note = gpu.arch() + " · " + teaching::source_words(source);
        if (menu_entry(context, {.key = "gpu:" + gpu.name,
                                 .label = gpu.label,
                                 .note = note,
                                 .is_current = gpu.name == usual_name(context.session.gpu()),
                                 .dot = dot_colour(theme, source)}))
            context.commands.post([name = gpu.name](session::Session& session, ViewState&) { session.set_gpu(name); });
    }
    draw_target_entries(context);
    draw_overlay_entries(context);
    if (worker_client::can_run_programs()) {
        draw_machine_entries(context);
        draw_compiler_entries(context);
    }
    end_menu(context);
}

/// Present mode omits details that only the speaker needs.
std::string gpu_label(const PanelContext& context, teaching::GpuSource source)
{
    if (!context.view.present) return teaching::selected_gpu_label(context.session);
    return teaching::short_gpu_label(context.session.gpu().label) + " · " + teaching::source_words(source);
}

/// Width of the selector's label, which is cut if it is longer.
float gpu_text_width(const PanelContext& context, const Rect& bar, const std::string& label)
{
    const float share = is_tight(context, bar) ? 0.24f : 0.36f;
    return std::min(text_width(context.theme.body, label), bar.width() * share);
}

float gpu_selector_width(const PanelContext& context, const Rect& bar)
{
    const std::string label = gpu_label(context, teaching::gpu_source(context.session, context.session.gpu()));
    return gpu_text_width(context, bar, label) + 50 * context.theme.scale;
}

/// Returns the left edge of the selector.
float draw_gpu_selector(PanelContext& context, const Rect& bar, float right)
{
    const Theme& theme = context.theme;
    const teaching::GpuSource source = teaching::gpu_source(context.session, context.session.gpu());
    const std::string label = gpu_label(context, source);
    const float text = gpu_text_width(context, bar, label);
    const float width = gpu_selector_width(context, bar),
                height = std::round(std::min(30 * theme.scale, bar.height() - 4 * theme.scale));
    const Rect pill{{right - width, bar.centre().y - height / 2}, {right, bar.centre().y + height / 2}};
    const Touch touch = touch_area(context, "gpu_selector", pill);
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, pill.min, pill.max, touch.hovered ? theme.panel_border : theme.accent_soft, height / 2);
    fill_disc(list, theme, {pill.min.x + 15 * theme.scale, pill.centre().y}, 4.5f * theme.scale,
              dot_colour(theme, source));
    draw_text_fitted(list, theme.body, {pill.min.x + 26 * theme.scale, pill.centre().y - font_pixels(theme.body) / 2},
                     theme.text, label, text + 1);
    const ImVec2 tip{pill.max.x - 14 * theme.scale, pill.centre().y};
    const float r = 3.5f * theme.scale;
    list->AddTriangleFilled({tip.x - r, tip.y - r * 0.6f}, {tip.x + r, tip.y - r * 0.6f}, {tip.x, tip.y + r * 0.7f},
                            theme.text_muted);
    if (touch.hovered && context.view.open_menu.empty())
        tooltip(theme, context.session.gpu().label, teaching::source_help(context.session, source));
    if (touch.clicked) {
        if (context.view.open_menu.empty())
            open_menu(context, "gpu_selector", "gpu:" + usual_name(context.session.gpu()));
        else
            context.commands.post([](session::Session&, ViewState& view) { view.open_menu.clear(); });
    }
    draw_gpu_menu(context, pill);
    draw_machine_field(context, pill);
    return pill.min.x;
}

/// A button with the theme that a click brings: a sun in the dark theme, a moon in the light one.
float draw_theme_toggle(PanelContext& context, const Rect& bar, float right)
{
    const Theme& theme = context.theme;
    const float size = std::round(30 * theme.scale);
    const Rect place{{right - size, bar.centre().y - size / 2}, {right, bar.centre().y + size / 2}};
    const Touch touch = touch_area(context, "theme", place);
    const ImU32 ink = touch.hovered ? theme.text : theme.text_muted;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 c = place.centre();
    const float r = 4.6f * theme.scale;
    if (theme.dark) {
        fill_disc(list, theme, c, r, ink);
        for (int i = 0; i < 8; ++i) {
            const float angle = static_cast<float>(i) * 0.7853982f;
            const ImVec2 way{std::cos(angle), std::sin(angle)};
            list->AddLine({c.x + way.x * r * 1.45f, c.y + way.y * r * 1.45f},
                          {c.x + way.x * r * 2.0f, c.y + way.y * r * 2.0f}, ink, 1.5f * theme.scale);
        }
    } else {
        fill_disc(list, theme, c, r * 1.5f, ink);
        fill_disc(list, theme, {c.x + r * 0.75f, c.y - r * 0.45f}, r * 1.25f, theme.panel);
    }
    if (touch.hovered) tooltip(theme, theme.dark ? "Light" : "Dark", for_input_device(context.view, "T", ""));
    if (touch.clicked) context.commands.post([](session::Session&, ViewState& view) { toggle_theme(view); });
    return place.min.x;
}

float draw_bar_button(PanelContext& context, const Rect& bar, float right, const char* key, std::string_view label,
                      std::string_view help, void (*act)(ViewState&))
{
    const ImVec2 size = button_size(context.theme, label);
    const ImVec2 at{right - size.x, bar.centre().y - size.y / 2};
    if (button_at(context, key, at, label, ButtonLook::quiet, help))
        context.commands.post([act](session::Session&, ViewState& view) { act(view); });
    return at.x;
}

/// Menu to open, share and save.
float draw_share_menu(PanelContext& context, const Rect& bar, float right)
{
    constexpr const char* key = "share";
    const ImVec2 size = button_size(context.theme, "Share");
    const ImVec2 at{right - size.x, bar.centre().y - size.y / 2};
    const bool is_open = context.view.open_menu == key;
    if (button_at(context, key, at, "Share", ButtonLook::quiet, is_open ? "" : "A link to what you see, or a file")) {
        if (is_open)
            context.commands.post([](session::Session&, ViewState& view) { view.open_menu.clear(); });
        else
            open_menu(context, key, context.view.page_address.empty() ? "share:open" : "share:link");
    }
    if (!begin_menu(context, key, {at, {right, at.y + size.y}}, 360 * context.theme.scale)) return at.x;
    if (context.view.page_address.empty() &&
        menu_entry(context, {.key = "share:open",
                             .label = "Open \xe2\x80\xa6",
                             .note = for_input_device(context.view, "Ctrl + O", "")}))
        context.commands.post([](session::Session&, ViewState& view) { open_file_finder(view); });
    if (menu_entry(context, {.key = "share:link",
                             .label = "Copy link to this view",
                             .note = for_input_device(context.view, "Ctrl + L", "")}))
        context.commands.post([](session::Session& session, ViewState& view) { copy_link(session.view(), view); });
    if (menu_entry(context, {.key = "share:file", .label = "Save this view as a file", .note = ".spillway-view"}))
        context.commands.post([](session::Session& session, ViewState& view) { save_view(session.view(), view); });
    if (menu_entry(context, {.key = "share:pictures",
                             .label = "Save pictures \xe2\x80\xa6",
                             .note = for_input_device(context.view, "Ctrl + S", "")}))
        ask_what_to_save(context.commands, {"charts"});
    if (menu_entry(context,
                   {.key = "share:progress", .label = "Take your progress along", .note = ".spillway-progress"}))
        context.commands.post(
            [](session::Session& session, ViewState& view) { save_taken_along(session.view(), view); });
    if (menu_entry(context, {.key = "share:talk",
                             .label = "Add this view to the talk",
                             .note = for_input_device(context.view, "Ctrl + B", "")}))
        context.commands.post([](session::Session& session, ViewState& view) {
            add_stop(session, view);
            view.tab = "talk";
        });
    if (worker_client::can_run_programs() &&
        menu_entry(context, {.key = "share:room",
                             .label = "A room for your class \xe2\x80\xa6",
                             .note = for_input_device(context.view, "Ctrl + R", "")}))
        context.commands.post([](session::Session&, ViewState& view) { toggle_room_page(view); });
    const bool asks_questions = !context.view.shows_everything;
    if (menu_entry(context,
                   {.key = "share:everything",
                    .label = asks_questions ? "Show everything: no questions" : "Ask the lessons' questions again",
                    .note = for_input_device(context.view, "V", "")}))
        context.commands.post([](session::Session&, ViewState& view) { toggle_everything(view); });
    end_menu(context);
    return at.x;
}

void draw_titles(PanelContext& context, const Rect& bar, float right)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float middle = bar.centre().y;
    const auto line = [&](ImFont* font) { return middle - font_pixels(font) / 2; };
    float x = bar.min.x + 20 * theme.scale;
    draw_text_fitted(list, theme.heading, {x, line(theme.heading)}, theme.text, "Spillway", std::max(right - x, 0.0f));
    x += std::max(text_width(theme.heading, "Spillway") + 28 * theme.scale, 110 * theme.scale);
    if (x >= right) return;
    const model::Experiment& experiment = context.session.experiment();
    x += draw_text_fitted(list, theme.body_bold, {x, line(theme.body_bold)}, theme.text, experiment.title, right - x) +
         12 * theme.scale;
    if (right - x > 90 * theme.scale)
        draw_text_fitted(list, theme.body, {x, line(theme.body)}, theme.text_muted, experiment.question, right - x);
}

void draw_lesson_entry(PanelContext& context, const model::Experiment& experiment)
{
    if (menu_entry(context, {.key = "experiment:" + experiment.name,
                             .label = experiment.title,
                             .note = {},
                             .is_current = experiment.name == context.session.selection().experiment}))
        context.commands.post([name = experiment.name](session::Session& session, ViewState& view) {
            choose_experiment(session, view, name);
        });
}

/// Entries for actions that have a button in a wider window, and Undo, for which a phone has no key.
void draw_phone_entries(PanelContext& context)
{
    section_title(context.theme, "Window");
    const auto entry = [&](const char* key, const char* label, void (*act)(session::Session&, ViewState&)) {
        if (menu_entry(context, {.key = key, .label = label, .note = {}})) context.commands.post(act);
    };
    entry("phone:undo", "Undo", [](session::Session& session, ViewState&) { (void)session.undo(); });
    entry("phone:course", "Course map", [](session::Session&, ViewState& view) { view.course_page.is_open = true; });
    entry("phone:find", "Find \xe2\x80\xa6", [](session::Session&, ViewState& view) { open_finder(view, ""); });
    entry("phone:link", "Copy link to this view",
          [](session::Session& session, ViewState& view) { copy_link(session.view(), view); });
    entry("phone:progress", "Take your progress along",
          [](session::Session& session, ViewState& view) { save_taken_along(session.view(), view); });
    entry("phone:theme", "Light or dark", [](session::Session&, ViewState& view) { toggle_theme(view); });
}

/// The lessons in up to three columns, so that all are visible; on a phone in one, which scrolls.
void draw_lessons_menu(PanelContext& context, const Rect& title)
{
    const float scale = context.theme.scale, room = ImGui::GetIO().DisplaySize.x - 8 * scale;
    const float width = std::min(836 * scale, room);
    if (!begin_menu(context, "lessons", title, width)) return;
    const std::size_t columns = width < phone_width * scale ? 1 : width < 760 * scale ? 2 : 3;
    const auto& all = context.session.catalogue().experiments;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
    if (context.view.is_phone) draw_phone_entries(context);
    if (ImGui::BeginTable("##lessons", static_cast<int>(columns), ImGuiTableFlags_SizingStretchSame,
                          {width - 2 * ImGui::GetStyle().WindowPadding.x, 0})) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i % ((all.size() + columns - 1) / columns) == 0) ImGui::TableNextColumn();
            if (i == 0 || all[i].topic != all[i - 1].topic) section_title(context.theme, all[i].topic);
            draw_lesson_entry(context, all[i]);
        }
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    end_menu(context);
}

/// The lesson's title, at most `max_width` wide, opens the list of lessons. Returns its right edge.
float draw_lessons_button(PanelContext& context, const Rect& bar, float max_width)
{
    const Theme& theme = context.theme;
    const std::string& title = context.session.experiment().title;
    const float arrow = 22 * theme.scale, pad = 8 * theme.scale;
    const float width = std::min(text_width(theme.body_bold, title), std::max(max_width - 3 * pad - arrow, 0.0f));
    const Rect place{{bar.min.x + pad, bar.min.y + 2 * theme.scale},
                     {bar.min.x + 3 * pad + width + arrow, bar.max.y - 2 * theme.scale}};
    const Touch touch = touch_area(context, "lessons", place);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (touch.hovered) fill_rounded(list, theme, place.min, place.max, theme.accent_soft, theme.rounding);
    const ImVec2 at{place.min.x + pad, place.centre().y - font_pixels(theme.body_bold) / 2};
    draw_text_fitted(list, theme.body_bold, at, theme.text, title, width + 1);
    const ImVec2 tip{at.x + width + arrow / 2, place.centre().y};
    const float r = 4 * theme.scale;
    list->AddTriangleFilled({tip.x - r, tip.y - r * 0.6f}, {tip.x + r, tip.y - r * 0.6f}, {tip.x, tip.y + r * 0.7f},
                            theme.text_muted);
    if (touch.hovered && context.view.open_menu.empty()) tooltip(theme, {}, "All lessons");
    if (touch.clicked) open_menu(context, "lessons", "experiment:" + context.session.selection().experiment);
    draw_lessons_menu(context, place);
    return place.max.x;
}

/// The bar of an upright phone, which has neither keys nor a projector.
void draw_phone_bar(PanelContext& context, const Rect& bar, float right)
{
    context.items.begin_reversed();
    right = draw_bar_button(context, bar, right, "help", "Help", "All keys and the glossary",
                            [](ViewState& view) { view.show_help = !view.show_help; });
    draw_gpu_selector(context, bar, right - 4 * context.theme.scale);
    context.items.end_reversed();
    draw_lessons_button(context, bar, 0.26f * bar.width() + 46 * context.theme.scale);
}

}  // namespace

void draw_present_bar(PanelContext& context, const Rect& bar)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(bar.min, bar.max, theme.panel);
    list->AddLine({bar.min.x, bar.max.y}, bar.max, theme.panel_border);
    constexpr const char *leave = "Leave  P", *map = "Map  M", *qr = "QR  Q";
    const bool has_qr = !context.view.page_address.empty();
    const float gap = 8 * theme.scale;
    const float others = gpu_selector_width(context, bar) + button_size(theme, leave).x + button_size(theme, map).x +
                         (has_qr ? button_size(theme, qr).x : 0) + 3 * gap;
    const float left = draw_lessons_button(context, bar, std::min(bar.width() - others, bar.width() / 2)) + gap;
    context.items.begin_reversed();
    float right = draw_bar_button(context, bar, bar.max.x - gap, "present", leave, "Back to the whole window",
                                  [](ViewState& view) { view.present = false; });
    right = draw_bar_button(context, bar, right, "course", map, "All lessons, and what leads to what",
                            [](ViewState& view) { view.course_page.is_open = true; });
    if (has_qr)
        right = draw_bar_button(context, bar, right, "qr", qr, "A QR code of this view: phones open it too",
                                [](ViewState& view) { view.shows_qr_code = true; });
    right = draw_gpu_selector(context, bar, right) - gap;
    context.items.end_reversed();
    // Present mode has no status line: a notice replaces the question while it is shown.
    const bool is_news = !context.view.status_notice.empty();
    const std::string words = is_news                         ? context.view.status_notice
                              : context.view.shows_everything ? std::string(all_shown_words)
                                                              : context.session.experiment().question;
    if (right - left < 40 * theme.scale) return;
    draw_text_fitted(list, theme.body, {left, bar.centre().y - font_pixels(theme.body) / 2},
                     is_news ? theme.text : theme.text_muted, words, right - left);
}

void draw_top_bar(PanelContext& context, const Rect& bar)
{
    const Theme& theme = context.theme;
    ImGui::GetWindowDrawList()->AddRectFilled(bar.min, bar.max, theme.panel);
    ImGui::GetWindowDrawList()->AddLine({bar.min.x, bar.max.y}, bar.max, theme.panel_border);
    const float gap = 8 * theme.scale;
    float right = bar.max.x - gap;
    if (bar.width() < phone_width * theme.scale) return draw_phone_bar(context, bar, right);
    // The lesson's layout hides the list of experiments, so the title opens it; in a tight bar it always does.
    const bool is_folded = context.view.lesson_leads_now, has_button = is_folded || is_tight(context, bar);
    const BarLabels& labels = is_tight(context, bar) || context.view.is_by_touch ? short_labels : labels_with_keys;
    const float left = has_button ? draw_lessons_button(context, bar, 0.3f * bar.width()) + gap : 0;
    context.items.begin_reversed();
    right = draw_bar_button(context, bar, right, "help", labels.help, "All keys and the glossary",
                            [](ViewState& view) { view.show_help = !view.show_help; });
    right = draw_bar_button(context, bar, right, "finder", labels.finder,
                            "Lessons, questions, words, keys and files; opens links",
                            [](ViewState& view) { open_finder(view, ""); });
    right =
        draw_bar_button(context, bar, right, "present", labels.present, "Large type and thick lines, for a projector",
                        [](ViewState& view) { view.present = true; });
    if (is_folded)
        right = draw_bar_button(context, bar, right, "course", labels.map, "All lessons, and what leads to what",
                                [](ViewState& view) { view.course_page.is_open = true; });
    right = draw_share_menu(context, bar, right);
    right = draw_theme_toggle(context, bar, right) - gap;
    right = draw_gpu_selector(context, bar, right);
    context.items.end_reversed();
    if (!has_button) return draw_titles(context, bar, right - 2 * gap);
    if (right - left > 90 * theme.scale)
        draw_text_fitted(ImGui::GetWindowDrawList(), theme.body, {left, bar.centre().y - font_pixels(theme.body) / 2},
                         theme.text_muted, context.session.experiment().question, right - left - 2 * gap);
}

}  // namespace spillway::window
