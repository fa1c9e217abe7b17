#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/charts/layout.h"

namespace spillway::charts::test {

/// The primitives of one kind.
template <typename P>
std::vector<P> all(const Drawing& drawing)
{
    std::vector<P> found;
    for (const Primitive& primitive : drawing.primitives)
        if (const auto* p = std::get_if<P>(&primitive)) found.push_back(*p);
    return found;
}

inline bool says(const Drawing& drawing, std::string_view part)
{
    for (const Text& text : all<Text>(drawing))
        if (text.text.find(part) != std::string::npos) return true;
    return false;
}

inline Drawing lay_out(const Chart& chart, Size size = {420, 300}, const ChartStyle& style = {})
{
    return layout(chart, size, style, EstimatedTextMeasure{});
}

}  // namespace spillway::charts::test
