#include "app/window/panels/code/code_find.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "app/model/grouped.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

constexpr std::size_t longest_text = 200;

}  // namespace

void CodeFind::draw(PanelContext& context)
{
    const bool is_open = context.view.finding;
    const bool just_opened = is_open && (!was_open_ || context.view.code_keys.find);
    was_open_ = is_open;
    if (!is_open) return;
    const Theme& theme = context.theme;
    std::array<char, longest_text + 1> buffer{};
    std::memcpy(buffer.data(), wanted_.data(), std::min(wanted_.size(), longest_text));
    push_font(theme.code);
    if (just_opened) focus_keyboard(context);
    ImGui::SetNextItemWidth(std::min(260 * theme.scale, ImGui::GetContentRegionAvail().x * 0.45F));
    const bool entered =
        ImGui::InputTextWithHint("##find", "find in the code", buffer.data(), buffer.size(),
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool is_typing = ImGui::IsItemActive();
    context.items.note("find:text", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    ImGui::PopFont();
    if (wanted_ != buffer.data()) {
        wanted_ = buffer.data();
        is_new_text_ = true;
    }
    if (entered) {
        step_ = ImGui::GetIO().KeyShift ? -1 : 1;
        focus_keyboard(context, -1);
    }
    if (is_typing && context.view.find_is_new)
        context.commands.post([](session::Session&, ViewState& view) { view.find_is_new = false; });
    ImGui::SameLine();
    if (switch_button(context, "find:previous", "◀", false)) step_ = -1;
    ImGui::SameLine();
    if (switch_button(context, "find:next", "▶", false)) step_ = 1;
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const std::string count =
        wanted_.empty() ? for_input_device(context.view, "Enter: next   Shift + Enter: previous   Esc: close", "")
        : total_ == 0   ? "not found"
                      : model::grouped(std::to_string(current_ + 1)) + " of " + model::grouped(std::to_string(total_));
    draw_text(theme.body, total_ == 0 && !wanted_.empty() ? theme.warning : theme.text_muted, count);
    context.items.note("found:" + count, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void CodeFind::apply(const PanelContext& context, const std::vector<CodeColumn*>& columns)
{
    total_ = 0;
    for (CodeColumn* column : columns) {
        column->hits.clear();
        column->current_hit = -1;
        column->hit_length = wanted_.size();
        if (!context.view.finding) continue;
        column->hits = teaching::search_rows(
            column->rows, [&](int at) { return column->row(at).text; }, wanted_);
        total_ += static_cast<int>(column->hits.size());
        for (const teaching::SearchHit& hit : column->hits) column->marks.push_back({hit.row, CodeMark::Kind::hit});
    }
    if (context.view.code_keys.hit_step != 0) step_ = context.view.code_keys.hit_step;
    const bool moves = step_ != 0 || is_new_text_;
    if (is_new_text_) current_ = 0;
    current_ += step_;
    step_ = 0;
    is_new_text_ = false;
    if (total_ == 0) return;
    current_ = (current_ % total_ + total_) % total_;
    int before = 0;
    for (CodeColumn* column : columns) {
        const int here = current_ - before, count = static_cast<int>(column->hits.size());
        before += count;
        if (here < 0 || here >= count) continue;
        column->current_hit = here;
        if (moves) column->scroll_to = column->hits[static_cast<std::size_t>(here)].row;
    }
}

}  // namespace spillway::window
