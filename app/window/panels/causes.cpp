#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/base/demangled.h"
#include "app/charts/cliffs.h"
#include "app/model/cause_words.h"
#include "app/model/metrics.h"
#include "app/model/stack_size.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/cause_words.h"
#include "app/teaching/parameter_labels.h"
#include "app/teaching/witnesses.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

/// Colour and shape that identify a kind.
struct Look {
    std::size_t colour;
    charts::Marker marker;
};

Look look_of(model::CauseKind kind)
{
    switch (kind) {
        case model::CauseKind::dynamic_index: return {1, charts::Marker::circle};
        case model::CauseKind::too_large: return {4, charts::Marker::square};
        case model::CauseKind::spill: return {2, charts::Marker::triangle};
        case model::CauseKind::address_taken: return {0, charts::Marker::diamond};
        case model::CauseKind::call_stack: return {3, charts::Marker::plus};
        case model::CauseKind::library_function: return {5, charts::Marker::square};
        case model::CauseKind::parameter_copy: return {0, charts::Marker::square};
        case model::CauseKind::declared_volatile: return {0, charts::Marker::circle};
        case model::CauseKind::unknown: break;
    }
    return {6, charts::Marker::cross};
}

std::string bytes_text(std::int64_t bytes)
{
    return model::format_bytes(static_cast<double>(bytes));
}

/// The stack frames as one bar, with a segment per cause.
void draw_bar(const PanelContext& context, const std::vector<model::Cause>& causes)
{
    const Theme& theme = context.theme;
    std::int64_t all = 0;
    for (const model::Cause& cause : causes) all += cause.bytes;
    if (all == 0) return;
    const Rect bar = take_row(text_size(theme.body_bold, "0").y + 14 * theme.scale);
    ImDrawList* list = ImGui::GetWindowDrawList();
    float left = bar.min.x;
    const float gap = 2 * theme.scale;
    for (const model::Cause& cause : causes) {
        if (cause.bytes == 0) continue;
        const float width = bar.width() * static_cast<float>(cause.bytes) / static_cast<float>(all);
        const Rect part{{left, bar.min.y}, {std::max(left + width - gap, left + gap), bar.max.y}};
        const ImU32 colour = variant_colour(theme, look_of(cause.kind).colour);
        fill_rounded(list, theme, part.min, part.max, mixed(theme.panel, colour, theme.dark ? 0.45F : 0.35F),
                     theme.rounding);
        list->AddRect(part.min, part.max, colour, theme.rounding, 0, 1.5F * theme.scale);
        const std::string text = model::cause_subject(cause) + "  " + bytes_text(cause.bytes);
        const float height = text_size(theme.body_bold, "0").y, room = part.width() - 16 * theme.scale;
        if (room > text_width(theme.body_bold, bytes_text(cause.bytes)))
            draw_text_fitted(list, theme.body_bold, {part.min.x + 8 * theme.scale, part.centre().y - height / 2},
                             theme.text, text, room);
        if (ImGui::IsMouseHoveringRect(part.min, part.max))
            tooltip(theme, teaching::cause_words(cause.kind).label, teaching::cause_words(cause.kind).help);
        left += width;
    }
    ImGui::Dummy({0, 4 * theme.scale});
}

void draw_source_line(const PanelContext& context, const model::Cause& cause, int at)
{
    if (!cause.line) return;
    if (cause.file) {
        ImGui::SameLine(0, 14 * context.theme.scale);
        draw_text(context.theme.body, context.theme.text_muted, *cause.file + " line " + std::to_string(*cause.line));
        return;
    }
    ImGui::SameLine(0, 14 * context.theme.scale);
    if (link_text(context, context.theme.body, "causes:line" + std::to_string(at),
                  "line " + std::to_string(*cause.line)))
        context.commands.post([line = *cause.line](session::Session&, ViewState& view) {
            view.tab = "code";
            view.source_jump = {line, view.source_jump.serial + 1};
        });
    if (ImGui::IsItemHovered()) tooltip(context.theme, "Show it in the code");
}

/// Cause, bytes and source line in one row; below it the evidence and the fix.
void draw_cause(const PanelContext& context, const model::Cause& cause, int at, bool in_other_function)
{
    const Theme& theme = context.theme;
    const Look look = look_of(cause.kind);
    const float radius = text_size(theme.body_bold, "0").y * 0.32F, indent = radius * 2 + 10 * theme.scale;
    ImGui::Dummy({0, 2 * theme.scale});
    const ImVec2 from = ImGui::GetCursorScreenPos();
    draw_marker(ImGui::GetWindowDrawList(), theme, {from.x + radius, from.y + text_size(theme.heading, "0").y / 2},
                look.marker, radius, variant_colour(theme, look.colour));
    ImGui::Indent(indent);
    draw_text(theme.heading, theme.text, model::cause_subject(cause));
    ImGui::SameLine(0, 14 * theme.scale);
    draw_text(theme.heading, cause.bytes > 0 ? theme.local_highlight_text : theme.text_muted, bytes_text(cause.bytes));
    ImGui::SameLine(0, 14 * theme.scale);
    const teaching::CauseWords& words = teaching::cause_words(cause.kind);
    draw_text(theme.body_bold, theme.text_muted, words.label);
    if (ImGui::IsItemHovered()) tooltip(theme, words.help);
    draw_source_line(context, cause, at);
    if (in_other_function) draw_text(theme.code, theme.text_muted, base::demangled(cause.function), true);
    draw_text(theme.body, theme.text, cause.evidence, true);
    copy_menu("evidence", cause.evidence);
    if (const std::string remedy = teaching::cause_remedy(cause); !remedy.empty())
        draw_text(theme.body, theme.text_muted, "→ " + remedy, true);
    ImGui::Unindent(indent);
}

/// The file's other kernels with local memory, most bytes first. The window opens on the first kernel, which may have
/// none.
void draw_other_kernels(const PanelContext& context)
{
    constexpr std::size_t max_listed = 5;
    const session::SessionView& session = context.session;
    std::vector<std::pair<std::int64_t, const model::Variant*>> others;
    for (const model::Variant& variant : session.experiment().variants) {
        const auto& result = session.current(variant.name).result;
        if (variant.name == session.selection().focus || result == nullptr || !result->compile) continue;
        if (const std::int64_t bytes = model::stack_bytes(*result->compile); bytes > 0)
            others.emplace_back(bytes, &variant);
    }
    if (others.empty() || !session.experiment().is_plain()) return;
    std::stable_sort(others.begin(), others.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    section_heading(context.theme, "Local memory of other kernels");
    for (std::size_t i = 0; i < std::min(max_listed, others.size()); ++i) {
        const auto& [bytes, variant] = others[i];
        if (link_text(context, context.theme.body, "causes:kernel" + std::to_string(i), variant->label))
            context.commands.post(
                [name = variant->name](session::Session& target, ViewState&) { target.set_focus(name); });
        ImGui::SameLine(0, 14 * context.theme.scale);
        draw_text(context.theme.body_bold, context.theme.local_highlight_text, bytes_text(bytes));
    }
    if (others.size() > max_listed)
        draw_text(context.theme.body, context.theme.text_muted,
                  "and " + std::to_string(others.size() - max_listed) + " more");
}

/// Notes on the user's own file, in full; the strip above the tabs shortens them.
void draw_notes(const PanelContext& context)
{
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr || !result->advice || !context.session.experiment().is_plain()) return;
    section_heading(context.theme, "Also seen");
    draw_text(context.theme.body, context.theme.text,
              teaching::as_sentence(teaching::with_labels(*result->advice, context.session.experiment())), true);
}

/// Each tool's answer for the focused kernel, on wrapped lines; the tab Report has the whole table.
void draw_witnesses(const PanelContext& context)
{
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr) return;
    const Theme& theme = context.theme;
    section_heading(theme, "Which tools see local memory?");
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    bool is_first = true;
    for (const teaching::Witness& witness : teaching::local_memory_witnesses(*result)) {
        const float width =
            text_width(theme.body, witness.name) + text_width(theme.body_bold, witness.answer) + 32 * theme.scale;
        if (!is_first && ImGui::GetItemRectMax().x + width < right) ImGui::SameLine(0, 24 * theme.scale);
        is_first = false;
        ImGui::BeginGroup();
        draw_text(theme.body, theme.text_muted, witness.name);
        ImGui::SameLine(0, 8 * theme.scale);
        draw_text(theme.body_bold, witness.sees_local ? theme.local_highlight_text : theme.text, witness.answer);
        ImGui::EndGroup();
        if (ImGui::IsItemHovered()) tooltip(theme, witness.help);
    }
}

/// Shown while there are no causes: the reason, or the current activity.
void draw_waiting(const PanelContext& context)
{
    const session::SessionView& session = context.session;
    if (session.causes_error()) return draw_error(context.theme, *session.causes_error());
    const auto why_none = teaching::why_no_answers(session);
    const model::RunResult* result = focused_result(session);
    if (why_none) return draw_empty(context.theme, *why_none);
    if (result != nullptr && !result->compile && !focused_is_stale(session))
        return draw_empty(context.theme,
                          result->compile_stopped
                              ? "No causes: " + charts::failure_words(*result) + "."
                              : "This kernel does not compile, so it has no causes yet. Code shows the error "
                                "at its line, Report the compiler's output.");
    draw_empty(context.theme, "Spillway recompiles the kernel with one cause removed at a time.");
}

void draw_causes(PanelContext& context)
{
    const session::SessionView& session = context.session;
    if (const teaching::Covers covers = covers_of(session, context.view);
        covers.hides_local_memory() || covers.hides_outcome())
        return draw_cover(context, "causes");
    const bool is_open = session.causes() == nullptr && !session.causes_error();
    if (is_open && !session.are_causes_requested())
        context.commands.post([](session::Session& target, ViewState&) { target.request_causes(); });
    const std::vector<model::Cause>* causes = session.causes();
    if (causes == nullptr) return draw_waiting(context);
    const model::RunResult* result = focused_result(session);
    const model::CompileReport* report = result != nullptr && result->compile ? &*result->compile : nullptr;
    const model::SassInspection* sass = result != nullptr && result->sass ? &*result->sass : nullptr;
    draw_text(context.theme.heading, context.theme.text, teaching::causes_sentence(*causes, report, sass), true);
    draw_bar(context, *causes);
    const std::string entry = result != nullptr && result->compile && !result->compile->functions.empty()
                                  ? result->compile->functions.front().name
                                  : std::string();
    for (std::size_t i = 0; i < causes->size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        draw_cause(context, (*causes)[i], static_cast<int>(i), (*causes)[i].function != entry);
        ImGui::PopID();
    }
    draw_notes(context);
    draw_other_kernels(context);
    draw_witnesses(context);
}

}  // namespace

const Panel causes_panel{"causes", "Causes", PanelPlace::tab, plain_view<draw_causes>};

}  // namespace spillway::window
