#include "app/window/panels/memory_cards.h"

#include <algorithm>

#include "app/charts/imgui_painter.h"
#include "app/window/kit/chart_look.h"

namespace spillway::window {
namespace {

/// The cards side by side, with arrows on a common scale.
charts::Drawing drawing_of(const std::vector<charts::MemoryCard>& cards, charts::Size size,
                           const charts::ChartStyle& style, const charts::TextMeasure& measure)
{
    double widest = 0;
    for (const charts::MemoryCard& card : cards) widest = std::max(widest, charts::max_bytes(card.flow));
    charts::Drawing all;
    all.size = size;
    const double width = size.width / static_cast<double>(std::max<std::size_t>(cards.size(), 1));
    for (std::size_t i = 0; i < cards.size(); ++i)
        charts::append(all, charts::draw_card(cards[i], {width, size.height}, style, measure, widest),
                       {static_cast<double>(i) * width, 0});
    return all;
}

}  // namespace

std::optional<charts::MemoryCard> memory_card_of(const session::SessionView& session, const std::string& variant)
{
    if (session.experiment().find_variant(variant) == nullptr) return std::nullopt;
    const auto& result = session.current(variant).result;
    if (result == nullptr) return std::nullopt;
    return charts::memory_card(session.experiment(), session.gpu(), *result);
}

void draw_memory_cards(const PanelContext& context, std::vector<charts::MemoryCard> cards)
{
    const Theme& theme = context.theme;
    if (cards.size() == 1) cards.front().title.clear();
    const charts::ChartFonts fonts = chart_fonts(theme);
    charts::ChartStyle style = chart_style(theme, context.view.present);
    style.padding = 4 * theme.scale;
    const ImVec2 room = ImGui::GetContentRegionAvail(), origin = ImGui::GetCursorScreenPos();
    const charts::ImFontTextMeasure measure(fonts);
    const auto least = static_cast<float>(charts::least_memory_height(style, measure));
    const ImVec2 size{std::max(room.x, 100.0F), std::max(room.y, least)};
    const charts::Drawing drawing = drawing_of(cards, {size.x, size.y}, style, measure);
    charts::paint(drawing, *ImGui::GetWindowDrawList(), origin, *theme.palette, fonts, *theme.round);
    ImGui::Dummy(size);
}

}  // namespace spillway::window
