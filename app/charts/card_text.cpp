#include "app/charts/card_text.h"

#include <algorithm>

namespace spillway::charts {

void CardText::add(const std::string& text, FontRole font, ColourRole role)
{
    const double pixels = style_.font(font), height = measure_.line_height(font, pixels), left = style_.padding;
    const std::string shown = elided(text, drawing_.size.width - 2 * left, font, pixels, measure_);
    drawing_.primitives.emplace_back(Text{shown,
                                          {left, top + measure_.ascent(font, pixels)},
                                          Anchor::start,
                                          font,
                                          pixels,
                                          {role, 0, 1},
                                          {left, top, left + measure_.width(shown, font, pixels), top + height}});
    top += height + 2 * style_.scale;
}

void CardText::add_wrapped(const std::string& text, FontRole font, ColourRole role)
{
    const double room = drawing_.size.width - 2 * style_.padding;
    std::string line;
    for (std::size_t from = 0; from < text.size();) {
        std::size_t end = std::min(text.find_first_of(" \n", from), text.size());
        // Keep a number and its percent sign together.
        if (text.compare(end, 2, " %") == 0) end = std::min(text.find_first_of(" \n", end + 1), text.size());
        const std::string longer = line + (line.empty() ? "" : " ") + text.substr(from, end - from);
        if (!line.empty() && measure_.width(longer, font, style_.font(font)) > room) {
            add(line, font, role);
            line = text.substr(from, end - from);
        } else {
            line = longer;
        }
        if (end < text.size() && text[end] == '\n') {
            add(line, font, role);
            line.clear();
        }
        from = end + 1;
    }
    if (!line.empty()) add(line, font, role);
}

}  // namespace spillway::charts
