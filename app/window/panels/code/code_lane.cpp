#include "app/window/panels/code/code_lane.h"

#include <algorithm>

#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

constexpr int farthest_load = 400;  ///< rows searched above a waiting instruction for its loads

std::vector<std::string> notes_of(const std::vector<model::ListingLine>& lines)
{
    std::vector<std::string> notes(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (lines[i].spills) notes[i] = teaching::spill_words(*lines[i].spills);
    return notes;
}

/// Length in characters of the longest line with its note.
template <typename TextOf>
std::size_t reach_of(const std::vector<std::string>& notes, TextOf text_of)
{
    std::size_t most = 0;
    for (std::size_t i = 0; i < notes.size(); ++i)
        if (!notes[i].empty()) most = std::max(most, text_of(i).size() + 2 + notes[i].size());
    return most;
}

void refresh_generated_lane(GeneratedText& text, const std::vector<model::ListingLine>& lines,
                            std::optional<teaching::RegisterCap> cap)
{
    text.column.lane = teaching::register_lane(lines, cap);
    text.notes = notes_of(lines);
    text.column.note_reach = reach_of(text.notes, [&](std::size_t i) { return std::string_view(text.lines[i].text); });
    text.controls.clear();
    const auto has_control = [](const model::ListingLine& line) { return line.control.has_value(); };
    if (std::none_of(lines.begin(), lines.end(), has_control)) return;
    for (const model::ListingLine& line : lines)
        text.controls.push_back(line.control ? teaching::control_column(model::decode_control(*line.control)) : "");
}

void refresh_source_lane(SourceText& text, const model::Listing& listing, std::optional<teaching::RegisterCap> cap)
{
    const auto rows = static_cast<int>(text.lines.size());
    text.column.lane = teaching::register_lane(listing, rows, cap);
    text.notes.assign(text.lines.size(), {});
    if (!listing.source_lines) return;
    for (const model::SourceLineNeeds& line : *listing.source_lines)
        if (line.line >= 1 && line.line <= rows)
            text.notes[static_cast<std::size_t>(line.line - 1)] = teaching::spill_words(line.spills);
    text.column.note_reach = reach_of(text.notes, [&](std::size_t i) { return std::string_view(text.lines[i]); });
}

/// Samples of the focused variant's launch, if it ran this code.
void refresh_waits(SourceText& source, GeneratedText& ptx, GeneratedText& sass, const model::RunResult* result,
                   const model::Listing& listing)
{
    for (CodeColumn* column : {&source.column, &ptx.column, &sass.column}) column->waits.reset();
    if (result == nullptr || !result->measurement.stall_samples) return;
    auto lines = model::stalled_lines(*result->measurement.stall_samples, listing);
    if (!lines) return;
    source.column.waits = teaching::wait_lane(*lines, static_cast<int>(source.lines.size()));
    ptx.column.waits = teaching::wait_lane(std::move(lines->ptx), lines->samples);
    sass.column.waits = teaching::wait_lane(std::move(lines->sass), lines->samples);
}

std::string joined(const std::vector<std::string>& sentences)
{
    std::string text;
    for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
    return text;
}

/// As many whole sentences, from the first, as fit into this width; at least one.
std::string fitting(ImFont* font, const std::vector<std::string>& sentences, float width)
{
    std::vector<std::string> shown;
    for (const std::string& sentence : sentences) {
        shown.push_back(sentence);
        if (shown.size() == 1 || text_width(font, joined(shown)) <= width) continue;
        shown.pop_back();
        break;
    }
    return joined(shown);
}

model::SpillBytes all_spills(const model::Listing& listing)
{
    model::SpillBytes all;
    if (!listing.sass) return all;
    for (const model::ListingLine& line : *listing.sass)
        if (line.spills) all += *line.spills;
    return all;
}

}  // namespace

void refresh_lanes(SourceText& source, GeneratedText& ptx, GeneratedText& sass, const session::SessionView& session,
                   const model::Listing& listing)
{
    const model::RunResult* result = focused_result(session);
    const auto cap =
        result == nullptr ? std::optional<teaching::RegisterCap>() : teaching::register_cap(*result, session.gpu());
    refresh_waits(source, ptx, sass, result, listing);
    refresh_source_lane(source, listing, cap);
    refresh_generated_lane(ptx, listing.ptx, cap);
    if (listing.sass) refresh_generated_lane(sass, *listing.sass, cap);
}

void refresh_lanes(SourceText& source, GeneratedText& sass, const model::Listing& listing)
{
    refresh_source_lane(source, listing, std::nullopt);
    if (listing.sass) refresh_generated_lane(sass, *listing.sass, std::nullopt);
    for (CodeColumn* column : {&source.column, &sass.column})
        if (column->lane) column->lane->has_knob = false;
}

void clear_lanes(SourceText& source)
{
    source.column.lane.reset();
    source.column.waits.reset();
    source.column.note_reach = 0;
    source.notes.assign(source.lines.size(), {});
}

void refresh_arrows(CodeColumn& column, const std::vector<model::ListingLine>& sass)
{
    column.arrows.clear();
    const int row = column.hovered >= 0 ? column.hovered : column.head;
    if (!column.shows_control || row < 0 || row >= static_cast<int>(sass.size())) return;
    if (const auto waits = model::row_that_waits(sass, row)) column.arrows.push_back({row, *waits});
    for (int load = std::max(0, row - farthest_load); load < row; ++load)
        if (model::row_that_waits(sass, load) == row) column.arrows.push_back({load, row});
}

bool draw_lane_help(const PanelContext& context, const CodeColumn& column, const std::vector<model::ListingLine>* lines)
{
    const Theme& theme = context.theme;
    const int row = column.hovered;
    if (row < 0 || column.over == CodeColumn::Over::text) return false;
    if (column.over == CodeColumn::Over::waits) {
        const std::string words = column.waits ? teaching::wait_words(*column.waits, row) : std::string();
        if (words.empty()) return false;
        tooltip(theme, words,
                "At regular intervals each SM sampled one of its warps: its instruction and the reason for its wait. A "
                "warp "
                "waits where data is used, not where it is loaded.");
        return true;
    }
    if (column.over == CodeColumn::Over::lane && column.lane) {
        const auto live =
            static_cast<std::size_t>(row) < column.lane->live.size() ? column.lane->live[row] : std::nullopt;
        if (!live) return false;
        const std::string cap = column.lane->cap        ? teaching::as_sentence(teaching::cap_words(*column.lane->cap))
                                : column.lane->has_knob ? "Neither a knob nor a launch bound caps them."
                                                        : "";
        tooltip(theme, teaching::counted(*live, "live register"),
                "32-bit registers that hold a value which is still needed, as nvdisasm counts; for a line with several "
                "instructions, the largest count. " +
                    cap);
        return true;
    }
    if (lines == nullptr || row >= static_cast<int>(lines->size()) || !(*lines)[row].control) return false;
    tooltip(theme, "Control code", teaching::control_words(model::decode_control(*(*lines)[row].control)));
    return true;
}

bool draw_lane_foot(PanelContext& context, const model::Listing& listing, CodeColumn& column)
{
    return draw_lane_foot(context, listing, column, focused_result(context.session));
}

bool draw_lane_foot(PanelContext& context, const model::Listing& listing, CodeColumn& column,
                    const model::RunResult* result)
{
    const Theme& theme = context.theme;
    std::string missing = teaching::missing_words(listing);
    bool moved = false;
    std::vector<std::string> sentences;
    if (column.has_waits()) {
        moved = switch_button(context, "place:wait", "Most waited", column.head == column.waits->most_row);
        if (moved) column.go_to(column.waits->most_row);
        ImGui::SameLine();
        sentences.push_back(teaching::most_waited_words(*column.waits));
    } else if (context.view.waits.value_or(false) && result != nullptr) {
        missing = teaching::missing_waits_words(*result, listing) + (missing.empty() ? "" : " ") + missing;
    }
    if (column.lane) {
        if (switch_button(context, "place:peak", "Peak", column.head == column.lane->peak_row)) {
            column.go_to(column.lane->peak_row);
            moved = true;
        }
        ImGui::SameLine();
        sentences.push_back(teaching::peak_words(*column.lane));
    }
    if (const std::string spills = teaching::spill_words(all_spills(listing)); !spills.empty())
        sentences.push_back("The code " + spills + ".");
    if (!missing.empty()) sentences.insert(column.has_waits() ? sentences.end() : sentences.begin(), missing);
    const std::string words = joined(sentences);
    // Always one line; the tooltip shows the rest.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size{std::max(1.0F, ImGui::GetContentRegionAvail().x), ImGui::GetFrameHeight()};
    const auto& font = context.view.present ? theme.body : theme.small;
    const ImVec2 text{at.x, at.y + (size.y - font_pixels(font)) / 2};
    draw_text_fitted(ImGui::GetWindowDrawList(), font, text, missing.empty() ? theme.text : theme.text_muted,
                     fitting(font, sentences, size.x), size.x);
    ImGui::Dummy(size);
    if (ImGui::IsItemHovered()) tooltip(theme, words);
    context.items.note("code:lane", {at, ImGui::GetItemRectMax()});
    copy_menu("lane", words);
    return moved;
}

}  // namespace spillway::window
