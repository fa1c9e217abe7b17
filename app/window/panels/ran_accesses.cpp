#include "app/window/panels/ran_accesses.h"

#include <algorithm>

#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

constexpr std::size_t max_buttons = 12;
constexpr const char* texture_words =
    "Texture reads are not drawn: the texture unit works out which bytes a coordinate needs.";

const model::Listing* uncovered_listing(const PanelContext& context)
{
    const teaching::Covers covers = covers_of(context.session, context.view);
    return covers.hides_code() || covers.hides_outcome() ? nullptr : context.session.listing();
}

std::string line_words(int source_line, int module_line)
{
    return source_line > 0 ? "line " + std::to_string(source_line) : "PTX line " + std::to_string(module_line);
}

}  // namespace

void RanAccesses::refresh(PanelContext& context)
{
    WarpDesk& desk = *context.view.warp_desk;
    desk.refresh(context.session, uncovered_listing(context), warp_place(context.session, context.view));
    is_running_ = desk.is_running();
    was_chosen_ = false;
    if (desk.run() == nullptr) {
        lines_.clear();
        serial_ = 0;
        return;
    }
    if (desk.serial() != serial_) {
        lines_.clear();
        known_steps_ = chosen_ = time_ = 0;
        reads_textures_ = false;
        why_not_line_.reset();
        serial_ = desk.serial();
    }
    collect(desk);
    const CodeLine& line = context.view.code_line;
    if (line.serial == followed_ || line.of != shown_code(context.session) || is_running_) return;
    followed_ = line.serial;
    choose_line(line);
}

/// Adds the steps that arrived since the last frame.
void RanAccesses::collect(const WarpDesk& desk)
{
    const ptx::WarpTrace& trace = desk.run()->trace();
    for (; known_steps_ < trace.size(); ++known_steps_) {
        // The last step's accesses are complete once the next step has begun.
        if (known_steps_ + 1 == trace.size() && is_running_) break;
        const ptx::Instruction& in = *trace.step(known_steps_).instruction;
        reads_textures_ = reads_textures_ || in.op == ptx::Op::tex;
        const auto accesses = trace.accesses(known_steps_);
        if (accesses.empty()) continue;
        const bool is_write = accesses.front().is_write;
        auto known = std::find_if(lines_.begin(), lines_.end(), [&](const Line& one) {
            return in.source_line > 0 ? one.source_line == in.source_line && one.is_write == is_write
                                      : one.source_line <= 0 && one.accesses.front().module_line == in.line;
        });
        if (known == lines_.end()) known = lines_.insert(lines_.end(), {in.source_line, is_write, {}});
        known->accesses.push_back({known_steps_, in.line});
    }
}

void RanAccesses::choose_line(const CodeLine& line)
{
    was_chosen_ = true;
    why_not_line_.reset();
    for (std::size_t i = 0; i < lines_.size(); ++i)
        for (std::size_t k = 0; k < lines_[i].accesses.size(); ++k)
            if (line.module_line > 0 ? lines_[i].accesses[k].module_line == line.module_line
                                     : lines_[i].source_line == line.source_line) {
                chosen_ = i;
                time_ = k;
                return;
            }
    why_not_line_ = "This warp touches no memory at " + line_words(line.source_line, line.module_line) + ".";
}

bool RanAccesses::draw_choice(PanelContext& context, bool is_shown)
{
    bool is_new = false;
    for (std::size_t i = 0; i < std::min(lines_.size(), max_buttons); ++i) {
        const Line& one = lines_[i];
        const std::string label =
            line_words(one.source_line, one.accesses.front().module_line) + ": " + (one.is_write ? "store" : "load");
        next_in_row(context.theme, label);
        if (switch_button(context, "accesses:ran:" + std::to_string(i), (label + "##" + std::to_string(i)).c_str(),
                          is_shown && i == chosen_)) {
            chosen_ = i;
            time_ = 0;
            is_new = true;
            why_not_line_.reset();
        }
    }
    return is_new;
}

/// Chooses among the accesses of the line, in the order in which the warp made them, and links to the tab Warp.
void RanAccesses::draw_steps(PanelContext& context)
{
    const Theme& theme = context.theme;
    const std::vector<Access>& accesses = lines_[chosen_].accesses;
    const WarpDesk& desk = *context.view.warp_desk;
    time_ = std::min(time_, accesses.size() - 1);
    const bool has_buttons = accesses.size() > 1;
    if (has_buttons) {
        if (switch_button(context, "accesses:previous", "◀##time", false) && time_ > 0) --time_;
        ImGui::SameLine(0, 0);
        if (switch_button(context, "accesses:next", "▶##time", false)) time_ = std::min(time_ + 1, accesses.size() - 1);
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        draw_text(theme.body, theme.text_muted,
                  "access " + teaching::grouped(static_cast<std::int64_t>(time_) + 1) + " of " +
                      teaching::grouped(static_cast<std::int64_t>(accesses.size())));
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
    }
    draw_text(theme.body, theme.text_muted,
              "Run here: block " + teaching::grouped(desk.block()) + ", warp " + std::to_string(desk.warp()) + ".");
    ImGui::SameLine();
    // A link does not follow the baseline of the buttons in its row.
    if (has_buttons) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
    if (link_text(context, theme.body, "accesses:warp", "Step through it"))
        context.commands.post([block = desk.block(), warp = desk.warp(), step = accesses[time_].step](
                                  session::Session& session, ViewState& view) {
            show_warp_place(session, view,
                            {block, warp, catalogue::WarpStop::step, static_cast<std::int64_t>(step) + 1});
            view.tab = "warp";
        });
}

void RanAccesses::draw(PanelContext& context)
{
    const Theme& theme = context.theme;
    const WarpDesk& desk = *context.view.warp_desk;
    if (desk.run() == nullptr) {
        const model::Listing* listing = uncovered_listing(context);
        if (listing == nullptr && context.session.listing() != nullptr) return draw_cover(context, "accesses");
        if (desk.why_none()) return draw_error(theme, *desk.why_none());
        if (context.session.listing_error()) return draw_error(theme, *context.session.listing_error());
        const auto why_none = teaching::why_no_answers(context.session);
        return draw_empty(theme, why_none ? *why_none : "The compiler is at work.");
    }
    if (why_not_line_) draw_text(theme.body_bold, theme.warning, *why_not_line_, true);
    if (lines_.empty() && reads_textures_) return draw_empty(theme, texture_words);
    if (lines_.empty())
        return draw_empty(theme, is_running_ ? "The warp begins to run." : "This warp touches no memory.");
    chosen_ = std::min(chosen_, lines_.size() - 1);
    draw_steps(context);
    if (reads_textures_) draw_text(theme.small, theme.text_muted, texture_words, true);
    shown_.draw(context, *desk.run(), lines_[chosen_].accesses[time_].step, "accesses", 150 * theme.scale);
}

}  // namespace spillway::window
