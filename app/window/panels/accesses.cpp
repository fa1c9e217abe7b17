#include <algorithm>
#include <string>
#include <vector>

#include "app/catalogue/accesses.h"
#include "app/model/metrics.h"
#include "app/teaching/access_words.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/access_drawing.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/ran_accesses.h"

namespace spillway::window {
namespace {

using catalogue::WarpAccess;
using model::AccessMemory;

void draw_picture(const PanelContext& context, const model::Access& access, const WarpAccess& warp)
{
    const Theme& theme = context.theme;
    const float height = std::max(ImGui::GetContentRegionAvail().y - 4 * theme.scale, 150 * theme.scale);
    const int hovered = draw_access(theme, warp, access.memory, height);
    if (hovered >= 0) tooltip(theme, teaching::lane_sentence(access, warp, hovered));
}

/// The formula's figures; for the kernel's first declared access, if it is to global memory, also the GPU's count.
void draw_figures(const PanelContext& context, const model::Access& access, const WarpAccess& warp)
{
    const Theme& theme = context.theme;
    std::vector<teaching::AccessFigure> figures = teaching::access_figures(access, warp);
    const std::size_t from_formula = figures.size();  // always of the current setting, unlike the count
    const model::RunResult* result = focused_result(context.session);
    const char* key = access.memory == AccessMemory::global ? "sectors_per_request" : nullptr;
    const model::Metric* metric = key == nullptr ? nullptr : model::find_metric(key);
    const auto counted = metric == nullptr || result == nullptr ? std::nullopt : metric->get(*result);
    const auto own = catalogue::accesses_of(context.session.experiment(), context.session.selection().focus);
    if (counted && !own.empty() && own.front() == &access)
        figures.push_back({model::format_metric(*metric, *counted), "sectors per request, counted by the GPU",
                           std::string(metric->help), false});
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const teaching::AccessFigure& figure = figures[i];
        const float width = std::max(text_width(theme.heading, figure.value), text_width(theme.small, figure.label));
        if (i > 0 && ImGui::GetItemRectMax().x + 26 * theme.scale + width < right) ImGui::SameLine(0, 26 * theme.scale);
        ImGui::BeginGroup();
        const bool is_stale = i >= from_formula && focused_is_stale(context.session);
        draw_text(theme.heading,
                  is_stale          ? theme.text_faint
                  : figure.is_worst ? theme.warning
                                    : theme.text,
                  figure.value);
        draw_text(theme.small, theme.text_muted, figure.label);
        ImGui::EndGroup();
        if (ImGui::IsItemHovered()) tooltip(theme, figure.help);
    }
}

class AccessesView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    [[nodiscard]] bool is_animating() const override { return ran_.is_running(); }

private:
    void refresh(const session::SessionView& session);
    void draw_choice(PanelContext& context, bool is_low);

    RanAccesses ran_;
    bool shows_ran_ = false;

    std::uint64_t revision_ = ~std::uint64_t{0};
    std::vector<const model::Access*> accesses_;
    std::size_t chosen_ = 0;
    std::string chosen_for_;  ///< experiment and variant
    model::Expected<WarpAccess> warp_ = WarpAccess{};
};

void AccessesView::refresh(const session::SessionView& session)
{
    const session::Selection& selection = session.selection();
    const std::string shown = selection.experiment + "/" + selection.focus;
    if (shown != chosen_for_) {
        chosen_ = 0;
        shows_ran_ = false;
    }
    chosen_for_ = shown;
    accesses_ = catalogue::accesses_of(session.experiment(), selection.focus);
    if (chosen_ < accesses_.size())
        warp_ = catalogue::warp_access(session.experiment(), *accesses_[chosen_], selection.values, session.gpu());
    revision_ = session.revision();
}

/// Draws buttons for the declared accesses, then for those that the interpreter ran.
void AccessesView::draw_choice(PanelContext& context, bool is_low)
{
    const Theme& theme = context.theme;
    for (std::size_t i = 0; i < accesses_.size(); ++i) {
        if (i > 0) next_in_row(theme, accesses_[i]->label);
        const bool is_shown = !shows_ran_ && i == chosen_;
        if (switch_button(context, "accesses:" + std::to_string(i), accesses_[i]->label.c_str(), is_shown)) {
            chosen_ = i;
            shows_ran_ = false;
            refresh(context.session);
        }
    }
    if (is_low && !accesses_.empty() && !shows_ran_) return;
    if (accesses_.empty()) {
        ImGui::AlignTextToFramePadding();
        draw_text(theme.body, theme.text_muted, "Accesses that ran:");
    }
    shows_ran_ = ran_.draw_choice(context, shows_ran_) || shows_ran_;
}

void AccessesView::draw(PanelContext& context)
{
    const Theme& theme = context.theme;
    if (revision_ != context.session.revision()) refresh(context.session);
    ran_.refresh(context);
    shows_ran_ = shows_ran_ || accesses_.empty() || ran_.was_chosen();
    // A low panel shows only the sentence above the picture.
    const bool is_low = ImGui::GetContentRegionAvail().y < 330 * theme.scale;
    const teaching::Covers covers = covers_of(context.session, context.view);
    const auto names = catalogue::access_names(context.session.experiment(), context.session.selection().focus);
    if (std::ranges::any_of(names, [&](const std::string& name) { return covers.hides(name); }))
        return draw_cover(context, "accesses");
    draw_choice(context, is_low);
    if (shows_ran_) return ran_.draw(context);
    if (!warp_) return draw_error(theme, warp_.error());
    const model::Access& access = *accesses_[chosen_];
    draw_text(is_low ? theme.body_bold : theme.heading, theme.text, teaching::access_sentence(access, *warp_), true);
    if (!is_low) {
        if (!access.help.empty()) draw_text(theme.body, theme.text_muted, access.help, true);
        draw_figures(context, access, *warp_);
    }
    ImGui::Dummy({0, 2 * theme.scale});
    draw_picture(context, access, *warp_);
}

}  // namespace

const Panel accesses_panel{"accesses", "Access", PanelPlace::tab, open_view<AccessesView>,
                           PresentHeight::from_controls};

}  // namespace spillway::window
