#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/teaching/warp_scene.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/step_accesses.h"
#include "app/window/panels/warp_code.h"
#include "app/window/panels/warp_lanes.h"

namespace spillway::window {
namespace {

using catalogue::WarpPlace;
using catalogue::WarpStop;

/// A pair of buttons that go to the previous and the next stop of one kind.
struct Walk {
    WarpStop stop;
    ptx::StopAt at;
    const char* key;
    const char* label;
    const char* action;  ///< name of the keyboard action after "next_" or "previous_"
};
constexpr std::array walks{
    Walk{WarpStop::line, ptx::StopAt::source_line, "line", "Line", "warp_line"},
    Walk{WarpStop::step, ptx::StopAt::instruction, "step", "Step", "place"},
    Walk{WarpStop::divergence, ptx::StopAt::divergence, "divergence", "Divergence", "divergence"},
    Walk{WarpStop::access, ptx::StopAt::access, "access", "Access", "access"},
    Walk{WarpStop::barrier, ptx::StopAt::barrier, "barrier", "Barrier", "barrier"},
    Walk{WarpStop::fault, ptx::StopAt::fault, "fault", "Fault", "fault"}};

constexpr std::string_view no_such_line = "the warp does not reach that line";
constexpr float walk_overlap = 8;  ///< of the two buttons, so that the label has equal space on both sides

std::string walk_label(const Walk& to)
{
    return std::string(to.label) + "  ▶";
}

float walk_width(const Theme& theme, const Walk& to)
{
    return text_width(theme.body, "◀" + walk_label(to)) + (32 - walk_overlap) * theme.scale;
}

/// The code of the shown variant; null while it is covered or has not arrived.
const model::Listing* uncovered_listing(const PanelContext& context)
{
    const teaching::Covers covers = covers_of(context.session, context.view);
    return covers.hides_code() || covers.hides_outcome() ? nullptr : context.session.listing();
}

/// Height of the whole rows of code that fit (3 to 9), with the scroll bar below them.
float rows_height(const Theme& theme, float room)
{
    const float row = std::floor(font_pixels(theme.code) * theme.code_row), bar = ImGui::GetStyle().ScrollbarSize;
    return row * std::clamp(std::floor((room - bar) / row), 3.0F, 9.0F) + bar;
}

/// Place of the code: left of the lanes, above them, or only its two current lines.
enum class CodePlace { left, above, lines };

/// "divergence 1", "access 3", "line 12".
std::string stop_words(const WarpPlace& place)
{
    for (const Walk& walk : walks)
        if (walk.stop == place.stop) return std::string(walk.key) + " " + teaching::grouped(place.number);
    return "";
}

void go_to(PanelContext& context, const WarpPlace& place)
{
    context.commands.post(
        [place](session::Session& session, ViewState& view) { show_warp_place(session, view, place); });
}

class WarpView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    [[nodiscard]] bool is_animating() const override { return is_running_; }

private:
    void draw_run(PanelContext& context, const model::Listing& listing);
    void draw_walks(PanelContext& context);
    void draw_number(PanelContext& context, const char* key, const char* word, std::int64_t value, std::int64_t count);
    void draw_place(PanelContext& context);
    void draw_step(PanelContext& context);
    void walk(PanelContext& context, const Walk& walk, bool forward);
    void draw_walk(PanelContext& context, const Walk& to);
    void walk_to_line(PanelContext& context, const CodeLine& line);
    void refresh_scene();

    WarpCode code_;
    StepAccesses accesses_;
    teaching::WarpScene scene_;
    std::uint64_t scene_of_ = 0;  ///< serial of its run
    std::size_t step_ = 0, scene_step_ = ~std::size_t{0}, scene_size_ = 0;
    const WarpDesk* desk_ = nullptr;
    bool is_running_ = false;
    std::string not_found_;       ///< message: the stop that a button did not find
    WarpPlace last_place_;        ///< of the last frame; the message goes when it changes
    std::uint64_t followed_ = 0;  ///< serial of the last line clicked in the tab Code
};

void WarpView::draw(PanelContext& context)
{
    const model::Listing* listing = uncovered_listing(context);
    WarpDesk& desk = *context.view.warp_desk;
    desk_ = &desk;
    const WarpPlace place = warp_place(context.session, context.view);
    desk.refresh(context.session, listing, place);
    is_running_ = desk.is_running();
    if (listing == nullptr && context.session.listing() != nullptr) return draw_cover(context, "warp");
    if (listing == nullptr) {
        if (context.session.listing_error()) return draw_error(context.theme, *context.session.listing_error());
        const auto why_none = teaching::why_no_answers(context.session);
        if (!why_none) return draw_empty(context.theme, "The compiler is at work.");
        return draw_error(context.theme,
                          {*why_none, "",
                           "A warp runs from the PTX that NVIDIA's compiler makes of the kernel. Install "
                           "it (NVRTC comes with the CUDA toolkit), or go back to the setting that the "
                           "lesson begins with."});
    }
    if (desk.why_none()) return draw_error(context.theme, *desk.why_none());
    if (desk.run() == nullptr || desk.run()->trace().size() == 0)
        return draw_empty(context.theme, desk.is_stale() ? "The compiler is at work." : "The warp begins to run.");
    step_ = desk.step(place);
    const CodeLine& chosen = context.view.code_line;
    if (chosen.serial != followed_ && chosen.of == shown_code(context.session) && !is_running_) {
        followed_ = chosen.serial;
        walk_to_line(context, chosen);
    }
    draw_run(context, *listing);
}

/// Computes the scene once for each step, and again while the last step grows.
void WarpView::refresh_scene()
{
    const std::size_t size = desk_->run()->trace().size();
    if (scene_of_ == desk_->serial() && scene_step_ == step_ && (step_ + 1 < size || scene_size_ == size)) return;
    scene_ = teaching::warp_scene(*desk_->run(), step_, desk_->names());
    scene_of_ = desk_->serial();
    scene_step_ = step_;
    scene_size_ = size;
}

void WarpView::walk(PanelContext& context, const Walk& walk, bool forward)
{
    not_found_.clear();
    const auto found = desk_->run()->trace().find(step_, walk.at, forward);
    if (!found) {
        not_found_ = std::string("no ") + (forward ? "later " : "earlier ") + walk.key;
        return;
    }
    go_to(context, {desk_->block(), desk_->warp(), WarpStop::step, static_cast<std::int64_t>(*found) + 1});
}

/// Goes to the warp's next visit of a line; after the end the search starts over.
void WarpView::walk_to_line(PanelContext& context, const CodeLine& line)
{
    const ptx::WarpTrace& trace = desk_->run()->trace();
    const auto is_there = [&](std::size_t at) {
        const ptx::Instruction& in = *trace.step(at).instruction;
        return line.module_line > 0 ? in.line == line.module_line : in.source_line == line.source_line;
    };
    not_found_.clear();
    for (std::size_t i = 1; i <= trace.size(); ++i) {
        const std::size_t at = (step_ + i) % trace.size();
        if (!is_there(at)) continue;
        return go_to(context, {desk_->block(), desk_->warp(), WarpStop::step, static_cast<std::int64_t>(at) + 1});
    }
    not_found_ = no_such_line;
}

void WarpView::draw_number(PanelContext& context, const char* key, const char* word, std::int64_t value,
                           std::int64_t count)
{
    const Theme& theme = context.theme;
    const bool is_block = std::string_view(key) == "block";
    const auto show = [&](std::int64_t number) {
        number = std::clamp<std::int64_t>(number, 0, count - 1);
        not_found_.clear();
        go_to(context, is_block ? WarpPlace{number, desk_->warp(), WarpStop::step, 1}
                                : WarpPlace{desk_->block(), static_cast<int>(number), WarpStop::step, 1});
    };
    const std::string name = std::string("warp:") + key;
    if (switch_button(context, name + ":previous", ("◀##" + name).c_str(), false)) show(value - 1);
    ImGui::SameLine(0, 2 * theme.scale);
    // Numbers count from 0, as blockIdx does.
    const std::string last = teaching::grouped(count - 1), of = " (0 to " + last + ")";
    ImGui::SetNextItemWidth(text_width(theme.body, std::string(word) + " " + last + of) + 12 * theme.scale);
    const std::string form = std::string(word) + " %lld" + of;
    std::int64_t typed = value;
    const std::int64_t least = 0, most = count - 1;
    if (ImGui::DragScalar(("##" + name).c_str(), ImGuiDataType_S64, &typed,
                          std::max(0.05F, static_cast<float>(count) / 400), &least, &most, form.c_str()) &&
        typed != value)
        show(typed);
    context.items.note(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (ImGui::IsItemHovered() && !ImGui::IsItemActive())
        tooltip(theme, for_input_device(context.view, "Drag, or press Ctrl and click to type a number.",
                                        "Drag to change it."));
    ImGui::SameLine(0, 2 * theme.scale);
    if (switch_button(context, name + ":next", ("▶##" + name).c_str(), false)) show(value + 1);
}

void WarpView::draw_place(PanelContext& context)
{
    const Theme& theme = context.theme;
    const float begin = ImGui::GetCursorScreenPos().x;
    draw_number(context, "block", "Block", desk_->block(), desk_->blocks());
    const float width = ImGui::GetItemRectMax().x - begin;
    ImGui::SameLine(0, 12 * theme.scale);
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
    draw_number(context, "warp", "Warp", desk_->warp(), desk_->warps());
    const ptx::WarpTrace& trace = desk_->run()->trace();
    std::string words = "step " + teaching::grouped(static_cast<std::int64_t>(step_) + 1) + " of " +
                        teaching::grouped(static_cast<std::int64_t>(trace.size()));
    if (trace.end() == ptx::TraceEnd::goes_on) words += " so far";
    if (trace.end() == ptx::TraceEnd::too_long) words += ", where the record is full";
    const WarpPlace wanted = warp_place(context.session, context.view);
    if (std::exchange(last_place_, wanted) != wanted) not_found_.clear();
    if (trace.end() != ptx::TraceEnd::goes_on && !emulate::step_of_place(trace, wanted) && not_found_.empty())
        words += " · the warp does not reach " + stop_words(wanted);
    if (wanted.block != desk_->block()) words += " · there is no block " + teaching::grouped(wanted.block) + " here";
    if (wanted.warp != desk_->warp()) words += " · there is no warp " + std::to_string(wanted.warp) + " here";
    // In present mode this tab hides the list of variants.
    if (const auto& session = context.session; context.view.present)
        words = shown_name(*session.experiment().find_variant(session.selection().focus)) + " · " + words;
    if (desk_->is_stale()) words += " · of the previous setting";
    // Reserves space for the longest message, so that a message moves no button.
    const float room = text_width(theme.body, words + " · " + std::string(no_such_line));
    if (!not_found_.empty()) words += " · " + not_found_;
    ImGui::SameLine(0, 12 * theme.scale);
    if (ImGui::GetContentRegionAvail().x < room) ImGui::NewLine();
    ImGui::AlignTextToFramePadding();
    draw_text(theme.body, not_found_.empty() ? theme.text_muted : theme.warning, words);
}

/// Both arrows with the target between them, inside one border.
void WarpView::draw_walk(PanelContext& context, const Walk& to)
{
    const Theme& theme = context.theme;
    const std::string name = std::string("warp:") + to.key;
    const auto arrow = [&](bool forward) {
        const std::string direction = forward ? "next" : "previous", id = name + ":" + direction;
        if (switch_button(context, id, ((forward ? walk_label(to) : "◀") + "##" + id).c_str(), false))
            walk(context, to, forward);
        const std::string keys =
            context.keys_of && !context.view.is_by_touch ? context.keys_of(direction + "_" + to.action) : "";
        if (ImGui::IsItemHovered())
            tooltip(theme,
                    (forward ? "Next " : "Previous ") + std::string(to.key) + (keys.empty() ? "" : "   " + keys));
    };
    const ImVec2 from = ImGui::GetCursorScreenPos();
    arrow(false);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() - walk_overlap * theme.scale);
    arrow(true);
    ImGui::GetWindowDrawList()->AddRect(from, ImGui::GetItemRectMax(), theme.panel_border, theme.rounding, 0,
                                        std::max(1.0F, theme.scale));
}

void WarpView::draw_walks(PanelContext& context)
{
    const Theme& theme = context.theme;
    const WarpKeys& keys = context.view.warp_keys;
    bool is_first = true;
    for (const Walk& each : walks) {
        if (keys.step != 0 && keys.stop == each.stop) walk(context, each, keys.step > 0);
        if (each.stop == WarpStop::fault && desk_->run()->trace().faults().empty()) continue;
        if (!is_first) {
            ImGui::SameLine(0, 8 * theme.scale);
            if (ImGui::GetContentRegionAvail().x < walk_width(theme, each)) ImGui::NewLine();
        }
        is_first = false;
        draw_walk(context, each);
    }
    if (keys.step != 0) context.commands.post([](session::Session&, ViewState& view) { view.warp_keys = {}; });
}

/// Lanes, registers and the access of the step, in the room that is left.
void WarpView::draw_step(PanelContext& context)
{
    const Theme& theme = context.theme;
    const bool has_access = !desk_->run()->trace().accesses(step_).empty();
    const float row = lanes_row_height(theme), all = ImGui::GetContentRegionAvail().y;
    // With little room the access gets it, because its picture shows the lanes, too.
    const bool is_low = has_access && all < 250 * theme.scale + 3 * row;
    if (!is_low || scene_.is_fault || scene_.lanes != ptx::all_lanes)
        draw_text(scene_.is_fault ? theme.body_bold : theme.body, scene_.is_fault ? theme.error : theme.text,
                  scene_.sentence, true);
    const float room = ImGui::GetContentRegionAvail().y - ImGui::GetStyle().ItemSpacing.y;
    const float wanted = row * static_cast<float>(scene_.rows.size() + 1);
    const float lanes = has_access ? std::clamp(room - 220 * theme.scale, 3 * row, wanted) : std::min(room, wanted);
    if (!is_low)
        draw_warp_lanes(context, scene_, std::max(lanes, 2 * row));
    else if (scene_.is_fault)
        draw_warp_lanes(context, scene_, row);  // the lanes at fault
    if (has_access)
        accesses_.draw(context, *desk_->run(), step_, "warp", 80 * theme.scale,
                       lanes_label_width(theme, ImGui::GetContentRegionAvail().x));
}

void WarpView::draw_run(PanelContext& context, const model::Listing& listing)
{
    const Theme& theme = context.theme;
    code_.refresh(context.session, listing);
    refresh_scene();
    draw_place(context);
    draw_walks(context);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const CodePlace place = room.x > 1150 * theme.scale && room.y > 300 * theme.scale ? CodePlace::left
                            : room.y > 320 * theme.scale                              ? CodePlace::above
                                                                                      : CodePlace::lines;
    if (place == CodePlace::lines) {
        code_.draw_lines(context, listing, scene_);
        return draw_step(context);
    }
    const bool is_left = place == CodePlace::left;
    const ImVec2 size{is_left ? std::min(room.x * 0.36F, 640 * theme.scale) : room.x,
                      is_left ? room.y : rows_height(theme, room.y * 0.32F)};
    if (const auto chosen = code_.draw(context, listing, scene_, size, !is_left)) walk_to_line(context, *chosen);
    if (!is_left) return draw_step(context);
    ImGui::SameLine(0, theme.padding);
    ImGui::BeginChild("##warp step", {0, room.y});
    draw_step(context);
    ImGui::EndChild();
}

}  // namespace

const Panel warp_panel{"warp", "Warp", PanelPlace::tab, open_view<WarpView>, PresentHeight::whole};

}  // namespace spillway::window
