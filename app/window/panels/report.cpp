#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/compiler_program.h"
#include "app/model/metrics.h"
#include "app/model/row_format.h"
#include "app/model/stack_size.h"
#include "app/teaching/parameter_labels.h"
#include "app/teaching/register_cap.h"
#include "app/teaching/witnesses.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

struct Column {
    std::size_t index;  ///< index among the experiment's variants: selects the marker
    const model::Variant* variant;
    const results::CurvePoint* point;
    bool is_focus;
};

std::vector<Column> columns_of(const PanelContext& context)
{
    std::vector<Column> columns;
    const session::SessionView& session = context.session;
    const std::vector<model::Variant>& variants = session.experiment().variants;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const bool is_focus = variants[i].name == session.selection().focus;
        if (is_focus || !context.view.hidden_variants.contains(variants[i].name))
            columns.push_back({i, &variants[i], &session.current(variants[i].name), is_focus});
    }
    return columns;
}

ImU32 value_color(const Theme& theme, const Column& column)
{
    if (column.point->is_stale()) return theme.text_faint;
    return column.is_focus ? theme.text : theme.text_muted;
}

/// True if a word is wider than the column: Dear ImGui would break it.
bool has_too_wide_word(ImFont* font, std::string_view words, float width)
{
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (text_size(font, words.substr(0, end)).x > width) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

/// A smaller font if a word would be broken.
ImFont* font_that_fits(const Theme& theme, ImFont* font, std::string_view words)
{
    return has_too_wide_word(font, words, ImGui::GetContentRegionAvail().x) ? theme.small : font;
}

const std::string& name_of(const Column& column)
{
    return column.variant->label.empty() ? column.variant->name : column.variant->label;
}

/// True if a name would be broken even in the small font.
bool are_names_too_wide(const Theme& theme, const std::vector<Column>& columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i) + 1);
        if (has_too_wide_word(theme.small, name_of(columns[i]), ImGui::GetContentRegionAvail().x)) return true;
    }
    return false;
}

/// The variant's marker without its name. True when clicked.
bool draw_marker_alone(const PanelContext& context, const Column& column, const std::string& key)
{
    const Theme& theme = context.theme;
    const float side = font_pixels(theme.body) + 6 * theme.scale;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton(key.c_str(), {side, side});
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (column.is_focus || ImGui::IsItemHovered())
        fill_rounded(list, theme, from, {from.x + side, from.y + side}, theme.accent_soft, theme.rounding);
    draw_marker(list, theme, {from.x + side / 2, from.y + side / 2}, charts::series_marker(column.index),
                5.2F * theme.scale, variant_colour(theme, column.index));
    return keyboard_item(context, key) || clicked;
}

bool draw_name(const PanelContext& context, const Column& column, const std::string& key)
{
    const Theme& theme = context.theme;
    if (column.is_focus) {
        draw_text(font_that_fits(theme, theme.body_bold, name_of(column)), theme.text, name_of(column), true);
        return false;
    }
    return link_text(context, font_that_fits(theme, theme.body, name_of(column)), key, name_of(column),
                     ImGui::GetContentRegionAvail().x);
}

/// Headings of a table whose columns are variants: names, or markers if the names do not fit. A click focuses the
/// variant.
void draw_variant_heads(const PanelContext& context, const std::vector<Column>& columns, const char* table)
{
    const bool with_markers = are_names_too_wide(context.theme, columns);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i) + 1);
        const Column& column = columns[i];
        const std::string key = std::string(table) + ":" + column.variant->name;
        if (with_markers ? draw_marker_alone(context, column, key) : draw_name(context, column, key))
            context.commands.post(
                [name = column.variant->name](session::Session& session, ViewState&) { session.set_focus(name); });
        if (!ImGui::IsItemHovered()) continue;
        if (with_markers)
            tooltip(context.theme, name_of(column), column.variant->help);
        else if (!column.variant->help.empty())
            tooltip(context.theme, column.variant->help);
    }
}

// In pixels before scaling.
constexpr float labels_width = 170, narrow_labels_width = 116, least_column_width = 104, least_help_width = 260;
constexpr float tight_column_width = 80;  ///< in a narrower column long words no longer fit

/// In present mode, as many variants as are readable, including the focused one.
std::vector<Column> readable(const PanelContext& context, std::vector<Column> columns)
{
    if (!context.view.present) return columns;
    const float scale = context.theme.scale, one = tight_column_width * scale + 2 * ImGui::GetStyle().CellPadding.x;
    const float room = ImGui::GetContentRegionAvail().x - narrow_labels_width * scale - one / 2;
    const auto max_columns = static_cast<std::size_t>(std::max(room / one, 1.0F));
    if (columns.size() <= max_columns) return columns;
    const auto focus = std::ranges::find_if(columns, &Column::is_focus);
    if (focus - columns.begin() >= static_cast<std::ptrdiff_t>(max_columns)) columns[max_columns - 1] = *focus;
    columns.resize(max_columns);
    return columns;
}

/// Width of the name on one line, so that less text wraps.
float wanted_width(const Theme& theme, const Column& column)
{
    return std::max(text_size(theme.body_bold, column.variant->label).x + 12 * theme.scale,
                    least_column_width * theme.scale);
}

bool has_room_for_help(const Theme& theme, const std::vector<Column>& columns)
{
    float taken = (labels_width + least_help_width) * theme.scale;
    for (const Column& column : columns) taken += wanted_width(theme, column) + 2 * ImGui::GetStyle().CellPadding.x;
    return taken < ImGui::GetContentRegionAvail().x;
}

/// A table with a column of labels, one column per variant, and a help column at the end.
bool begin_variant_table(const PanelContext& context, const char* id, const std::vector<Column>& columns,
                         bool with_help)
{
    const int count = static_cast<int>(columns.size()) + 1 + (with_help ? 1 : 0);
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
    if (!ImGui::BeginTable(id, count, flags)) return false;
    const float scale = context.theme.scale, cell_padding = 2 * ImGui::GetStyle().CellPadding.x;
    const float room = ImGui::GetContentRegionAvail().x - cell_padding * static_cast<float>(count + 1);
    const auto share_beside = [&](float labels) { return (room - labels) / static_cast<float>(columns.size()); };
    // In a narrow window all variants share the width, so that none is clipped; the labels shrink first.
    const bool is_tight = share_beside(labels_width * scale) < tight_column_width * scale;
    const float labels = (is_tight ? narrow_labels_width : labels_width) * scale, share = share_beside(labels);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, labels);
    for (const Column& column : columns)
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed,
                                std::min(wanted_width(context.theme, column), share));
    if (with_help) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableNextRow();
    draw_variant_heads(context, columns, id);
    return true;
}

/// The difference from A below the value.
void draw_difference(const PanelContext& context, const model::Metric& metric, const Column& column)
{
    const teaching::PinnedPointer& a = context.view.pinned;
    if (!a || a->selection.experiment != context.session.selection().experiment || !column.point->result) return;
    const auto pinned = a->results.find(column.variant->name);
    if (pinned == a->results.end() || column.point->is_stale()) return;
    const auto difference = teaching::difference(metric, *pinned->second, *column.point->result);
    if (difference && difference->change > teaching::Change::inside_noise)
        draw_text(context.theme.small, context.theme.text_muted, difference->text, true);
}

bool is_by_nvrtc(const Column& column)
{
    const model::RunResult* result = column.point->result.get();
    return result != nullptr && result->compile &&
           model::compiler_program(*result->compile) == model::CompilerProgram::nvrtc;
}

void draw_metric_row(const PanelContext& context, const model::Metric& metric, const std::vector<Column>& columns,
                     bool with_help, bool is_covered)
{
    const Theme& theme = context.theme;
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    draw_text(theme.body, theme.text_muted, metric.label, true);
    const std::string help = model::help_beside(metric, std::ranges::any_of(columns, is_by_nvrtc));
    if (ImGui::IsItemHovered()) tooltip(theme, help + " (" + std::string(metric.unit) + ")");
    const auto value_of = [&](const Column& column) {
        return column.point->result && !is_covered ? metric.get(*column.point->result) : std::nullopt;
    };
    std::vector<double> row;
    for (const Column& column : columns) row.push_back(value_of(column).value_or(0));
    for (std::size_t i = 0; i < columns.size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i) + 1);
        const std::optional<double> value = value_of(columns[i]);
        const std::string text = value ? model::format_in_row(metric, *value, row) : is_covered ? "?" : "–";
        const bool zero = value && *value == 0;
        ImGui::PushID(static_cast<int>(i));
        ImFont* font = columns[i].is_focus && !zero ? theme.body_bold : theme.body;
        draw_text(font_that_fits(theme, font, text), zero ? theme.text_faint : value_color(theme, columns[i]), text,
                  true);
        if (is_covered && ImGui::IsItemHovered()) tooltip(theme, teaching::asked_words);
        copy_menu("value", text);
        if (!is_covered) draw_difference(context, metric, columns[i]);
        ImGui::PopID();
    }
    if (!with_help) return;
    ImGui::TableSetColumnIndex(static_cast<int>(columns.size()) + 1);
    draw_text(theme.small, theme.text_muted, help, true);
}

void draw_cap_row(const PanelContext& context, const std::vector<Column>& columns)
{
    ImGui::TableNextRow();
    ImGui::TableSetColumnIndex(0);
    draw_text(context.theme.body, context.theme.text_muted, "Register cap", true);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        ImGui::TableSetColumnIndex(static_cast<int>(i) + 1);
        const model::RunResult* result = columns[i].point->result.get();
        if (result == nullptr || !result->compile) {
            draw_text(context.theme.body, context.theme.text_faint, "–");
            continue;
        }
        const std::string note = teaching::register_cap_note(*result, context.session.gpu());
        const std::size_t colon = note.find(':');
        const bool is_exceeded = !result->compile->register_cap_honoured && result->compile->register_cap_requested > 0;
        draw_text(context.theme.body, is_exceeded ? context.theme.warning : value_color(context.theme, columns[i]),
                  colon == std::string::npos ? note : note.substr(0, colon), true);
        if (is_exceeded && ImGui::IsItemHovered()) tooltip(context.theme, note);
    }
}

/// Rows without information: counts that are rare and here all zero, and stack bytes that equal the stack frame.
bool is_idle_row(const model::Metric& metric, const std::vector<Column>& columns)
{
    if (metric.key == "stack_bytes")
        return std::ranges::all_of(columns, [&](const Column& column) {
            return !column.point->result || model::repeats_the_frame(metric, *column.point->result);
        });
    constexpr std::string_view rare[] = {"sass_warp_sums", "sass_shuffles", "sass_shared_atomics",
                                         "sass_lane_constants", "sass_uniform_constants"};
    return std::find(std::begin(rare), std::end(rare), metric.key) != std::end(rare) &&
           std::none_of(columns.begin(), columns.end(), [&](const Column& column) {
               return column.point->result && metric.get(*column.point->result).value_or(0) > 0;
           });
}

void draw_metrics(const PanelContext& context, const std::vector<Column>& columns)
{
    const bool with_help = has_room_for_help(context.theme, columns);
    const teaching::Covers covers = covers_of(context.session, context.view);
    if (!begin_variant_table(context, "report", columns, with_help)) return;
    for (const model::Metric& metric : model::metrics()) {
        const bool shown = metric.group == model::MetricGroup::compile || metric.group == model::MetricGroup::ptx ||
                           metric.group == model::MetricGroup::sass;
        if (!shown || is_idle_row(metric, columns)) continue;
        ImGui::PushID(metric.key.data());
        draw_metric_row(context, metric, columns, with_help, covers.hides(metric.key));
        ImGui::PopID();
        if (metric.key == "registers" && !covers.hides(metric.key)) draw_cap_row(context, columns);
    }
    ImGui::EndTable();
}

void draw_witnesses(const PanelContext& context, const std::vector<Column>& columns)
{
    const Theme& theme = context.theme;
    section_heading(theme, "Which tools see local memory?");
    std::vector<std::vector<teaching::Witness>> answers;
    for (const Column& column : columns)
        answers.push_back(column.point->result ? teaching::local_memory_witnesses(*column.point->result)
                                               : std::vector<teaching::Witness>{});
    const auto filled = std::find_if(answers.begin(), answers.end(), [](const auto& some) { return !some.empty(); });
    if (filled == answers.end()) return draw_text(theme.body, theme.text_muted, "No results yet.");
    if (begin_variant_table(context, "witnesses", columns, false)) {
        for (std::size_t row = 0; row < filled->size(); ++row) {
            ImGui::TableNextRow();
            ImGui::TableSetColumnIndex(0);
            draw_text(theme.body, theme.text_muted, (*filled)[row].name, true);
            if (ImGui::IsItemHovered()) tooltip(theme, (*filled)[row].help);
            for (std::size_t i = 0; i < columns.size(); ++i) {
                ImGui::TableSetColumnIndex(static_cast<int>(i) + 1);
                if (answers[i].empty()) continue;
                const teaching::Witness& witness = answers[i][row];
                const ImU32 quiet = witness.known ? value_color(theme, columns[i]) : theme.text_faint;
                ImFont* font = witness.sees_local ? theme.body_bold : theme.body;
                draw_text(font_that_fits(theme, font, witness.answer),
                          witness.sees_local ? theme.local_highlight_text : quiet, witness.answer, true);
            }
        }
        ImGui::EndTable();
    }
}

void draw_witness_notes(const PanelContext& context)
{
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr) return;
    std::vector<std::string> notes = teaching::witness_notes(*result);
    for (std::string& note : notes) note = teaching::with_labels(note, context.session.experiment());
    for (std::size_t i = 0; i < notes.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        draw_text(context.theme.body, context.theme.text, notes[i], true);
        copy_menu("note", notes[i]);
        ImGui::PopID();
    }
    if (result->compile && !result->compile->register_cap_honoured)
        draw_text(context.theme.body, context.theme.warning,
                  "Register cap " + teaching::register_cap_note(*result, context.session.gpu()), true);
}

void draw_functions(const PanelContext& context)
{
    const Theme& theme = context.theme;
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr || !result->compile || result->compile->functions.size() < 2) return;
    section_heading(theme, "Functions");
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {8 * theme.scale, 2 * theme.scale});
    const bool is_open = ImGui::BeginTable("functions", 5, flags);
    ImGui::PopStyleVar();
    if (!is_open) return;
    ImGui::TableNextRow();
    int at = 0;
    for (const char* head : {"Registers", "Stack frame", "Spill stores", "Spill loads", "Function"}) {
        ImGui::TableSetColumnIndex(at++);
        draw_text(theme.small, theme.text_muted, head);
    }
    for (const model::FunctionReport& function : result->compile->functions) {
        ImGui::TableNextRow();
        at = 0;
        const auto cell = [&](const std::string& text) {
            ImGui::TableSetColumnIndex(at++);
            draw_text(theme.body, theme.text, text);
        };
        cell(function.registers ? teaching::grouped(*function.registers) : "–");
        cell(model::format_bytes(static_cast<double>(function.stack_frame_bytes)));
        cell(model::format_bytes(static_cast<double>(function.spill_store_bytes)));
        cell(model::format_bytes(static_cast<double>(function.spill_load_bytes)));
        ImGui::TableSetColumnIndex(at);
        draw_text(theme.code, function.is_entry ? theme.text : theme.text_muted, function.name);
        ImGui::PushID(&function);
        copy_menu("function", function.name, "Copy name");
        ImGui::PopID();
    }
    ImGui::EndTable();
}

/// The whole log in a read-only field, so that any part can be selected and copied.
void draw_raw_log(const PanelContext& context)
{
    const Theme& theme = context.theme;
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr || !result->compile || result->compile->log.empty()) return;
    section_heading(theme,
                    "Printed by " + (result->compile->compiler.empty() ? "the compiler" : result->compile->compiler));
    // The field requires a writable buffer.
    std::string text = result->compile->log;
    const auto lines = static_cast<float>(std::count(text.begin(), text.end(), '\n') + 2);
    const float height = std::min(lines, 14.0F) * text_size(theme.code, "0").y + 2 * theme.padding;
    push_font(theme.code);
    ImGui::PushStyleColor(ImGuiCol_Text, theme.text_muted);
    ImGui::InputTextMultiline("##log", text.data(), text.size() + 1, {-1, height}, ImGuiInputTextFlags_ReadOnly);
    ImGui::PopStyleColor();
    ImGui::PopFont();
    if (switch_button(context, "report:copy", "Copy the log", false)) ImGui::SetClipboardText(text.c_str());
}

void draw_message(const PanelContext& context)
{
    const model::RunResult* result = focused_result(context.session);
    if (result == nullptr || !result->message) return;
    // The SM panel or the strip shows the message's beginning and the advice; this is the whole message.
    const model::Variant* variant = context.session.experiment().find_variant(context.session.selection().focus);
    draw_error(context.theme, {*result->message, variant != nullptr ? variant->label : "", ""});
}

void draw_report(PanelContext& context)
{
    const std::vector<Column> all = columns_of(context), columns = readable(context, all);
    const teaching::Covers covers = covers_of(context.session, context.view);
    const bool is_code_visible = !covers.hides_code() && !covers.hides_outcome();
    if (is_code_visible) draw_message(context);
    if (columns.size() < all.size())
        draw_text(context.theme.body, context.theme.text_muted,
                  std::to_string(columns.size()) + " of " + std::to_string(all.size()) +
                      " variants. Click another one in the list to show it.",
                  true);
    draw_metrics(context, columns);
    if (!covers.hides_local_memory() && is_code_visible) {
        draw_witnesses(context, columns);
        draw_witness_notes(context);
    }
    if (!is_code_visible) return draw_text(context.theme.body, context.theme.text_muted, teaching::asked_words, true);
    draw_functions(context);
    draw_raw_log(context);
}

}  // namespace

const Panel report_panel{"report", "Report", PanelPlace::tab, plain_view<draw_report>, PresentHeight::from_controls};

}  // namespace spillway::window
