#include "app/window/kit/markdown_view.h"

#include <algorithm>
#include <cmath>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"

namespace spillway::window {

using lessons::markdown::LinkKind;
using Look = MarkdownLayout::Look;
using Ground = MarkdownLayout::Ground;
using GroundKind = MarkdownLayout::GroundKind;
using Piece = MarkdownLayout::Piece;
using Extent = MarkdownLayout::Extent;

namespace {

ImU32 piece_color(const Theme& theme, Look look, LinkKind link)
{
    if (link == LinkKind::set) return theme.dark ? theme.text : mixed(theme.accent, theme.text, 0.3F);
    if (link == LinkKind::web || link == LinkKind::experiment || link == LinkKind::question || link == LinkKind::other)
        return theme.accent;
    return look == Look::muted ? theme.text_muted : theme.text;
}

}  // namespace

void MarkdownView::set(lessons::markdown::Document document)
{
    document_ = std::move(document);
    widths_ = {};
}

void MarkdownView::lay_out(const Theme& theme, TextWidths widths)
{
    widths.column = std::max(widths.column, 60 * theme.scale);
    widths.code = std::max(widths.code, widths.column);
    const MeasuredWith measured = measured_with(theme);
    if (widths == widths_ && measured == measured_) return;
    widths_ = widths;
    measured_ = measured;
    layout_ = lay_out_markdown(document_, theme, widths);
}

void MarkdownView::draw_grounds(const Theme& theme, ImVec2 origin) const
{
    ImDrawList* draw = ImGui::GetWindowDrawList();
    for (const Ground& ground : layout_.grounds) {
        const ImVec2 from{origin.x + ground.x, origin.y + ground.y};
        const ImVec2 to{from.x + ground.width, from.y + ground.height};
        if (!ImGui::IsRectVisible(from, to)) continue;
        switch (ground.kind) {
            case GroundKind::code: fill_rounded(draw, theme, from, to, faded(theme.text, 0.06F), theme.rounding); break;
            case GroundKind::quote: draw->AddRectFilled(from, to, faded(theme.accent, 0.7F)); break;
            case GroundKind::rule:
            case GroundKind::table_head: draw->AddRectFilled(from, to, theme.text_faint); break;
        }
    }
}

void MarkdownView::draw_piece(const PanelContext& context, ImVec2 origin, const Piece& piece, const Hooks& hooks) const
{
    const Theme& theme = context.theme;
    ImDrawList* draw = ImGui::GetWindowDrawList();
    ImFont* font = font_of(theme, piece.face);
    const float glyphs = text_size(font, "0").y;
    const ImVec2 at{std::round(origin.x + piece.x), std::round(origin.y + piece.y + (piece.height - glyphs) / 2)};
    const ImVec2 end{at.x + piece.width, at.y + glyphs};
    const LinkKind kind = piece.link < 0 ? LinkKind::none : document_.links[piece.link].kind;
    const ImU32 color = piece_color(theme, piece.look, kind);
    const float unit = theme.scale;
    if (kind == LinkKind::set)
        fill_rounded(draw, theme, {at.x - 5 * unit, at.y - unit}, {end.x + 5 * unit, end.y + unit}, theme.accent_soft,
                     theme.rounding);
    else if (piece.has_ground)
        fill_rounded(draw, theme, {at.x - 2 * unit, at.y - unit}, {end.x + 2 * unit, end.y + unit},
                     faded(theme.text, 0.08F), theme.rounding / 2);
    const int first_vertex = draw->VtxBuffer.Size;
    draw_text(draw, font, at, color, piece.text);
    // No italic font is loaded: slant the glyphs.
    if (piece.italic)
        for (int i = first_vertex; i < draw->VtxBuffer.Size; ++i)
            draw->VtxBuffer[i].pos.x += (end.y - glyphs * 0.25F - draw->VtxBuffer[i].pos.y) * 0.2F;
    const bool is_underlined = kind == LinkKind::web || kind == LinkKind::experiment || kind == LinkKind::question;
    if (is_underlined || kind == LinkKind::claim) {
        const bool is_current = kind == LinkKind::claim && hooks.is_current && hooks.is_current(piece.link);
        draw->AddLine({at.x, end.y}, {end.x, end.y}, kind == LinkKind::claim ? theme.accent : color,
                      (is_current ? 2.5F : 1) * unit);
    }
    // A dotted line marks a term: it has an explanation but no link target.
    if (piece.term >= 0)
        for (float x = at.x; x < end.x; x += 4 * unit)
            draw->AddLine({x, end.y}, {std::min(x + 1.5F * unit, end.x), end.y}, theme.text_muted, 1.4F * unit);
    if (piece.variant >= 0) draw_variant(theme, piece, at, end);
    const bool ends_here = &piece == &layout_.pieces.back() || (&piece + 1)->link != piece.link;
    if (kind == LinkKind::claim && ends_here) draw_claim_mark(theme, piece, end, hooks);
}

/// Draws the variant's marker before the first piece of its label, in its colour.
void MarkdownView::draw_variant(const Theme& theme, const Piece& piece, ImVec2 at, ImVec2 end) const
{
    const bool continues = &piece != &layout_.pieces.front() && (&piece - 1)->span == piece.span;
    if (continues) return;
    const auto index = static_cast<std::size_t>(piece.variant);
    const ImVec2 centre{at.x - variant_marker_width(theme) / 2, (at.y + end.y) / 2};
    draw_marker(ImGui::GetWindowDrawList(), theme, centre, charts::series_marker(index), 4 * theme.scale,
                variant_colour(theme, index));
}

void MarkdownView::draw_claim_mark(const Theme& theme, const Piece& piece, ImVec2 end, const Hooks& hooks) const
{
    if (!hooks.mark) return;
    const float glyphs = text_size(font_of(theme, piece.face), "0").y;
    const ImVec2 centre{end.x + 9 * theme.scale, end.y - glyphs * 0.5F};
    draw_mark(ImGui::GetWindowDrawList(), theme, centre, 4.5F * theme.scale, hooks.mark(piece.link));
}

void MarkdownView::handle_links(const PanelContext& context, ImVec2 origin, const Hooks& hooks) const
{
    int keyboard_done = -1;
    for (const Piece& piece : layout_.pieces) {
        if (piece.link < 0) continue;
        const ImVec2 from{origin.x + piece.x, origin.y + piece.y};
        const ImVec2 to{from.x + piece.width + 10 * context.theme.scale, from.y + piece.height};
        if (piece.link > keyboard_done) {
            keyboard_done = piece.link;
            const std::string key = "lesson:" + std::to_string(piece.link);
            const FocusRegistry::State state = context.items.add(key, {from, to});
            if (state.focused) draw_ring(ImGui::GetWindowDrawList(), context.theme, {from, to});
            scroll_to_focus(context, key, {from, to});
            if (state.activated) hooks.clicked(piece.link);
        }
        if (!ImGui::IsWindowHovered() || !ImGui::IsMouseHoveringRect(from, to)) continue;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (hooks.hovered) hooks.hovered(piece.link);
        if (hooks.clicked && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) hooks.clicked(piece.link);
    }
}

void MarkdownView::handle_words(ImVec2 origin, const Hooks& hooks) const
{
    if (!ImGui::IsWindowHovered()) return;
    for (const Piece& piece : layout_.pieces) {
        if (piece.term < 0 && piece.variant < 0) continue;
        const ImVec2 from{origin.x + piece.x, origin.y + piece.y};
        if (!ImGui::IsMouseHoveringRect(from, {from.x + piece.width, from.y + piece.height})) continue;
        if (piece.term >= 0 && hooks.term_hovered) hooks.term_hovered(piece.term);
        if (piece.variant < 0 || !hooks.variant_hovered) continue;
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        hooks.variant_hovered(piece.variant);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) hooks.variant_clicked(piece.variant);
    }
}

void MarkdownView::copy_popup(ImVec2 origin)
{
    if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
        const float y = ImGui::GetMousePos().y - origin.y;
        for (const Extent& extent : layout_.extents)
            if (y >= extent.top && y < extent.bottom) copied_ = extent.text;
        if (!copied_.empty()) ImGui::OpenPopup("copy paragraph");
    }
    if (!ImGui::BeginPopup("copy paragraph")) return;
    if (ImGui::MenuItem("Copy paragraph")) ImGui::SetClipboardText(copied_.c_str());
    if (ImGui::MenuItem("Copy all")) {
        std::string all;
        for (const Extent& extent : layout_.extents) all += extent.text + "\n\n";
        ImGui::SetClipboardText(all.c_str());
    }
    ImGui::EndPopup();
}

float MarkdownView::reach(const Theme& theme, TextWidths widths)
{
    lay_out(theme, widths);
    float reach = widths.column;
    for (const MarkdownLayout::Ground& ground : layout_.grounds) reach = std::max(reach, ground.x + ground.width);
    return reach;
}

void MarkdownView::draw(const PanelContext& context, TextWidths widths, const Hooks& hooks)
{
    lay_out(context.theme, widths);
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    draw_grounds(context.theme, origin);
    const float top = ImGui::GetWindowPos().y - origin.y, bottom = top + ImGui::GetWindowHeight();
    for (const Piece& piece : layout_.pieces)
        if (piece.y + piece.height >= top && piece.y <= bottom) draw_piece(context, origin, piece, hooks);
    ImGui::Dummy({widths_.column, layout_.height});
    handle_links(context, origin, hooks);
    handle_words(origin, hooks);
    copy_popup(origin);
}

}  // namespace spillway::window
