#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/catalogue/formula/parameter_values.h"
#include "app/charts/memory_card.h"
#include "app/teaching/parameter_steps.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/menu.h"
#include "app/window/panels/memory_cards.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/saving.h"

namespace spillway::window {
namespace {

/// The x value nearest to the cursor at which this variant has counters.
std::optional<model::Value> nearest_counted(const session::SessionView& session)
{
    const model::Parameter& x = session.x_parameter();
    const double here = catalogue::axis_position(x, session.selection().values.at(x.name));
    std::optional<model::Value> best;
    for (const results::Curve& curve : session.curves()) {
        if (curve.variant != session.selection().focus) continue;
        for (const results::CurvePoint& point : curve.points) {
            if (point.result == nullptr || !point.result->measurement.counters) continue;
            const double away = std::abs(catalogue::axis_position(x, point.x) - here);
            if (!best || away < std::abs(catalogue::axis_position(x, *best) - here)) best = point.x;
        }
    }
    return best;
}

/// If the focused variant has no counters here: a button to the nearest value with counters.
void draw_way_to_counters(PanelContext& context)
{
    const auto nearest = nearest_counted(context.session);
    if (!nearest) return;
    const model::Parameter& x = context.session.x_parameter();
    const std::string label = x.label + " " + teaching::value_label(x, *nearest) + " has counters";
    if (!context.view.present) ImGui::SameLine();
    if (switch_button(context, "memory:counted", label.c_str(), false))
        context.commands.post([name = x.name, value = *nearest](session::Session& session, ViewState& view) {
            set_parameter(session, view, name, value);
        });
}

const std::string& memory_label(const model::Variant& variant)
{
    return variant.label.empty() ? variant.name : variant.label;
}

class MemoryView final : public PanelView {
public:
    void draw(PanelContext& context) override
    {
        const session::SessionView& session = context.session;
        if (covers_of(session, context.view).any()) return draw_cover(context, "memory");
        const std::string& focus = session.selection().focus;
        if (beside_ == focus || session.experiment().find_variant(beside_) == nullptr) beside_.clear();
        std::vector<charts::MemoryCard> cards;
        for (const std::string& variant : {focus, beside_})
            if (auto card = memory_card_of(session, variant)) cards.push_back(std::move(*card));
        if (focused_result(session) == nullptr)
            return draw_empty(context.theme, "No results for this configuration yet.");
        draw_bar(context);
        if (cards.front().flow.arrows.empty()) draw_way_to_counters(context);
        const ImVec2 origin = ImGui::GetCursorScreenPos();
        draw_memory_cards(context, cards);
        if (focused_is_stale(session))
            ImGui::GetWindowDrawList()->AddRectFilled(origin, ImGui::GetItemRectMax(),
                                                      faded(context.theme.panel, 0.45F));
    }

private:
    void draw_bar(PanelContext& context)
    {
        const bool is_pane = context.view.present && context.view.filled == Part::none;
        if (is_pane && beside_.empty()) return;  // the picture needs the space
        const bool has_button = draw_beside(context);
        if (context.view.present) return;  // in present mode only the comparison stays; Ctrl+S saves
        if (has_button) ImGui::SameLine();
        if (switch_button(context, "memory:save", "Save \xe2\x80\xa6", false))
            ask_what_to_save(context.commands, {"memory"}, beside_);
    }

    /// Chooses the variant beside the focused one. False if there is no other.
    bool draw_beside(PanelContext& context)
    {
        const session::SessionView& session = context.session;
        if (session.experiment().variants.size() < 2) return false;
        const model::Variant* other = session.experiment().find_variant(beside_);
        const std::string label = other ? "Beside: " + memory_label(*other) : "Compare with \xe2\x80\xa6";
        const ImVec2 from = ImGui::GetCursorScreenPos();
        if (switch_button(context, "memory:beside", label.c_str(), other != nullptr))
            open_menu(context, "memory:beside", "memory:beside:none");
        const ImVec2 to{ImGui::GetItemRectMax().x, ImGui::GetItemRectMax().y};
        if (begin_menu(context, "memory:beside", {from, to}, 260 * context.theme.scale)) {
            if (menu_entry(
                    context,
                    {.key = "memory:beside:none", .label = "Nothing", .note = {}, .is_current = beside_.empty()}))
                beside_.clear();
            for (const model::Variant& variant : session.experiment().variants) {
                if (variant.name == session.selection().focus) continue;
                if (menu_entry(context, {.key = "memory:beside:" + variant.name,
                                         .label = memory_label(variant),
                                         .note = {},
                                         .is_current = variant.name == beside_}))
                    beside_ = variant.name;
            }
            end_menu(context);
        }
        return true;
    }

    std::string beside_;  ///< second variant; empty: none
};

}  // namespace

const Panel memory_panel{"memory", "Memory", PanelPlace::tab, open_view<MemoryView>, PresentHeight::from_controls};

}  // namespace spillway::window
