#include "app/window/shell/qr_drawing.h"

#include <algorithm>
#include <cmath>

#include "app/window/kit/compat.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

std::vector<std::string> lines_of_address(ImFont* font, std::string_view address, float width)
{
    constexpr std::size_t max_lines = 2;
    const float character = text_width(font, "0");  // exact if the font is monospaced
    const auto count = static_cast<std::size_t>(std::max(width / character, 8.0f));
    std::vector<std::string> lines;
    for (; !address.empty() && lines.size() < max_lines; address.remove_prefix(std::min(count, address.size())))
        lines.emplace_back(address.substr(0, count));
    if (!address.empty()) lines.back().replace(lines.back().size() - 1, 1, "…");
    return lines;
}

void draw_qr_code(PanelContext& context, const qr::QrCode& code, const Rect& room)
{
    constexpr ImU32 black = IM_COL32(0, 0, 0, 255), white = IM_COL32(255, 255, 255, 255);
    const int across = code.size + 2 * qr::quiet_zone;
    const float module = std::max(std::floor(std::min(room.width(), room.height()) / static_cast<float>(across)), 1.0f);
    const float side = module * static_cast<float>(across);
    const ImVec2 corner{std::round(room.centre().x - side / 2), std::round(room.centre().y - side / 2)};
    const Rect ground{corner, {corner.x + side, corner.y + side}};
    context.items.note("qr:code", ground);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(ground.min, ground.max, white);
    const auto place = [&](int at) { return static_cast<float>(at + qr::quiet_zone) * module; };
    for (int y = 0; y < code.size; ++y)
        for (int x = 0; x < code.size; ++x) {
            const int first = x;
            while (x < code.size && code.is_black(x, y)) ++x;
            if (x == first) continue;
            list->AddRectFilled({corner.x + place(first), corner.y + place(y)},
                                {corner.x + place(x), corner.y + place(y + 1)}, black);
        }
}

}  // namespace spillway::window
