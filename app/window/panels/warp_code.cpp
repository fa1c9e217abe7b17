#include "app/window/panels/warp_code.h"

#include <algorithm>

#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {
namespace {

int row_of(const model::Listing& listing, int module_line)
{
    for (std::size_t i = 0; i < listing.ptx.size(); ++i)
        if (listing.ptx[i].module_line == module_line) return static_cast<int>(i);
    return -1;
}

std::string_view without_indent(std::string_view line)
{
    return line.substr(std::min(line.size(), line.find_first_not_of(" \t")));
}

}  // namespace

void WarpCode::refresh(const session::SessionView& session, const model::Listing& listing)
{
    refresh_source(source_, session, &listing);
    refresh_generated(ptx_, listing.ptx, focused_kernel(session));
    if (listing_ != &listing) module_line_ = source_line_ = 0;
    listing_ = &listing;
}

/// Moves the cursor to the scene's lines when they change; until the next step the learner may select other lines.
void WarpCode::follow(const model::Listing& listing, const teaching::WarpScene& scene)
{
    if (scene.module_line == module_line_ && scene.source_line == source_line_) return;
    module_line_ = scene.module_line;
    source_line_ = scene.source_line;
    if (const int row = row_of(listing, module_line_); row >= 0) ptx_.column.go_to(row);
    if (source_line_ > 0 && source_line_ <= static_cast<int>(source_.lines.size()))
        source_.column.go_to(source_line_ - 1);
}

std::optional<CodeLine> WarpCode::draw(PanelContext& context, const model::Listing& listing,
                                       const teaching::WarpScene& scene, ImVec2 size, bool is_side_by_side)
{
    source_.column.id = "warp source";
    source_.column.language = teaching::Language::cuda;
    source_.column.rows = static_cast<int>(source_.lines.size());
    source_.column.row = [this](int at) {
        const auto i = static_cast<std::size_t>(at);
        return CodeRow{source_.lines[i], false, source_.belongs[i], at + 1 == source_line_,
                       source_.starts_in_comment[i]};
    };
    ptx_.column.id = "warp ptx";
    ptx_.column.language = teaching::Language::ptx;
    ptx_.column.rows = static_cast<int>(ptx_.lines.size());
    ptx_.column.row = [this, &listing](int at) {
        const auto i = static_cast<std::size_t>(at);
        const model::ListingLine& line = listing.ptx[i];
        const bool is_of_line = source_line_ > 0 && line.source_line == source_line_;
        return CodeRow{ptx_.lines[i].text, false, ptx_.index.belongs[i], is_of_line};
    };
    follow(listing, scene);
    std::optional<CodeLine> chosen;
    const float gap = is_side_by_side ? context.theme.padding : ImGui::GetStyle().ItemSpacing.y;
    const ImVec2 half{is_side_by_side ? (size.x - gap) / 2 : size.x, is_side_by_side ? size.y : (size.y - gap) / 2};
    ImGui::BeginGroup();
    if (draw_code_column(context, source_.column, half)) chosen = CodeLine{"", source_.column.head + 1, 0};
    if (is_side_by_side) ImGui::SameLine(0, gap);
    if (draw_code_column(context, ptx_.column, half)) {
        const model::ListingLine& line = listing.ptx[static_cast<std::size_t>(std::max(0, ptx_.column.head))];
        chosen = CodeLine{"", line.source_line, line.module_line.value_or(0)};
    }
    ImGui::EndGroup();
    return chosen;
}

float WarpCode::lines_height(const Theme& theme)
{
    return 2 * (font_pixels(theme.code) * theme.code_row) + ImGui::GetStyle().ItemSpacing.y;
}

void WarpCode::draw_lines(PanelContext& context, const model::Listing& listing, const teaching::WarpScene& scene) const
{
    const Theme& theme = context.theme;
    const Rect room = take_row(lines_height(theme) - ImGui::GetStyle().ItemSpacing.y);
    ImDrawList* list = ImGui::GetWindowDrawList();
    fill_rounded(list, theme, room.min, room.max, faded(theme.accent, 0.12F), theme.rounding / 2);
    const float height = room.height() / 2, gutter = text_width(theme.code, "0000 ") + 4 * theme.scale;
    const auto draw_line = [&](float top, const std::string& number, std::string_view text,
                               teaching::Language language) {
        const float y = top + (height - font_pixels(theme.code)) / 2;
        draw_text(list, theme.code, {room.min.x + 4 * theme.scale, y}, theme.text_faint, number);
        ImVec2 at{room.min.x + gutter, y};
        const bool is_whole = text_width(theme.code, text) <= room.max.x - at.x;
        const float end = is_whole ? room.max.x : room.max.x - text_width(theme.code, "…");
        bool in_comment = false;
        for (const teaching::TokenSpan& span : teaching::highlight(language, text, in_comment)) {
            const std::string_view part = text.substr(span.begin, span.end - span.begin);
            const float width = text_width(theme.code, part);
            const bool is_cut = !is_whole && at.x + width > end;
            draw_text_fitted(list, theme.code, at, token_color(theme, span.token), part,
                             is_cut ? room.max.x - at.x : width + 1);
            if (is_cut) break;
            at.x += width;
        }
    };
    const auto line = static_cast<std::size_t>(scene.source_line);
    if (line > 0 && line <= source_.lines.size())
        draw_line(room.min.y, std::to_string(line), without_indent(source_.lines[line - 1]), teaching::Language::cuda);
    else
        draw_text(list, theme.small, {room.min.x + gutter, room.min.y + 2 * theme.scale}, theme.text_muted,
                  "from no line of the source");
    if (const int row = row_of(listing, scene.module_line); row >= 0)
        draw_line(room.min.y + height, "PTX", without_indent(ptx_.lines[static_cast<std::size_t>(row)].text),
                  teaching::Language::ptx);
}

}  // namespace spillway::window
