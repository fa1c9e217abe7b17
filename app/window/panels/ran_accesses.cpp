#include "app/window/panels/ran_accesses.h"

#include <algorithm>
#include <span>

#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

constexpr std::size_t most_buttons = 12;

const model::Listing* uncovered_listing(const PanelContext& context)
{
    const teaching::Covers covers = covers_of(context.session, context.view);
    return covers.hides_code() || covers.hides_outcome() ? nullptr : context.session.listing();
}

std::string line_words(int source_line, int module_line)
{
    return source_line > 0 ? "line " + std::to_string(source_line) : "PTX line " + std::to_string(module_line);
}

const char* kind_of(std::span<const ptx::SteppedAccess> accesses)
{
    if (accesses.size() > 1 && accesses.back().is_write && !accesses.front().is_write) return "copy";
    if (accesses.front().is_atomic) return "atomic operation";
    return accesses.front().is_write ? "store" : "load";
}

}  // namespace

void RanAccesses::refresh(PanelContext& context)
{
    WarpDesk& desk = *context.view.warp_desk;
    desk.refresh(context.session, uncovered_listing(context), warp_place(context.session, context.view));
    is_running_ = desk.is_running();
    was_chosen_ = false;
    if (desk.run() == nullptr) {
        instructions_.clear();
        serial_ = 0;
        return;
    }
    if (desk.serial() != serial_) {
        instructions_.clear();
        known_steps_ = chosen_ = time_ = 0;
        why_not_line_.reset();
        serial_ = desk.serial();
    }
    collect(desk);
    const CodeLine& line = context.view.code_line;
    if (line.serial == followed_ || line.of != shown_code(context.session) || is_running_) return;
    followed_ = line.serial;
    choose_line(line);
}

/// The steps that have come since the last frame.
void RanAccesses::collect(const WarpDesk& desk)
{
    const ptx::WarpTrace& trace = desk.run()->trace();
    for (; known_steps_ < trace.size(); ++known_steps_) {
        // The last step's accesses are whole once the next has begun.
        if (known_steps_ + 1 == trace.size() && is_running_) break;
        const auto accesses = trace.accesses(known_steps_);
        if (accesses.empty()) continue;
        const ptx::Instruction& in = *trace.step(known_steps_).instruction;
        auto known = std::find_if(instructions_.begin(), instructions_.end(),
                                  [&](const Instruction& one) { return one.module_line == in.line; });
        if (known == instructions_.end())
            known = instructions_.insert(instructions_.end(), {in.source_line, in.line, kind_of(accesses), {}});
        known->steps.push_back(known_steps_);
    }
}

void RanAccesses::choose_line(const CodeLine& line)
{
    const auto found = std::find_if(instructions_.begin(), instructions_.end(), [&](const Instruction& one) {
        return line.module_line > 0 ? one.module_line == line.module_line : one.source_line == line.source_line;
    });
    was_chosen_ = true;
    why_not_line_.reset();
    if (found == instructions_.end()) {
        why_not_line_ = "This warp touches no memory at " + line_words(line.source_line, line.module_line) + ".";
        return;
    }
    chosen_ = static_cast<std::size_t>(found - instructions_.begin());
    time_ = 0;
}

bool RanAccesses::draw_choice(PanelContext& context, bool is_shown)
{
    bool is_new = false;
    for (std::size_t i = 0; i < std::min(instructions_.size(), most_buttons); ++i) {
        const Instruction& one = instructions_[i];
        const std::string label = line_words(one.source_line, one.module_line) + ": " + one.kind;
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

/// Chooses among the times that the warp executed the instruction, and links to the tab Warp.
void RanAccesses::draw_steps(PanelContext& context)
{
    const Theme& theme = context.theme;
    const Instruction& one = instructions_[chosen_];
    const WarpDesk& desk = *context.view.warp_desk;
    time_ = std::min(time_, one.steps.size() - 1);
    if (one.steps.size() > 1) {
        if (switch_button(context, "accesses:previous", "◀##time", false) && time_ > 0) --time_;
        ImGui::SameLine(0, 0);
        if (switch_button(context, "accesses:next", "▶##time", false))
            time_ = std::min(time_ + 1, one.steps.size() - 1);
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        draw_text(theme.body, theme.text_muted,
                  "time " + teaching::grouped(static_cast<std::int64_t>(time_) + 1) + " of " +
                      teaching::grouped(static_cast<std::int64_t>(one.steps.size())));
        ImGui::SameLine();
    }
    if (one.steps.size() > 1) ImGui::AlignTextToFramePadding();
    draw_text(theme.body, theme.text_muted,
              "Run here: block " + teaching::grouped(desk.block()) + ", warp " + std::to_string(desk.warp()) + ".");
    ImGui::SameLine();
    if (one.steps.size() > 1) ImGui::AlignTextToFramePadding();
    if (link_text(context, theme.body, "accesses:warp", "Step through it"))
        context.commands.post([block = desk.block(), warp = desk.warp(), step = one.steps[time_]](
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
    if (instructions_.empty())
        return draw_empty(theme, is_running_ ? "The warp begins to run." : "This warp touches no memory.");
    chosen_ = std::min(chosen_, instructions_.size() - 1);
    draw_steps(context);
    accesses_.draw(context, *desk.run(), instructions_[chosen_].steps[time_], "accesses", 150 * theme.scale);
}

}  // namespace spillway::window
