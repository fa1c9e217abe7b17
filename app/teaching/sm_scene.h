#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/teaching/sm_facts.h"

namespace spillway::teaching {

enum class SmLook : std::uint8_t {
    track,         ///< empty, available
    block,         ///< part of a resident block
    vacant,        ///< part of a block that fits, but the launch has no more
    reserved,      ///< what the system takes of each block
    cache,         ///< the L1's part of the data cache
    next_fits,     ///< where one more block would go
    next_too_big,  ///< one more block, and it does not fit
    edge,          ///< where the resource ends
};

/// A rounded rectangle, in pixels from the picture's top left corner.
struct SmShape {
    std::uint32_t id = 0;  ///< the same thing keeps its id from one configuration to the next
    float x = 0, y = 0, width = 0, height = 0;
    SmLook look = SmLook::track;
    float shade = 0;  ///< blocks: 0 for the first to 1 for the last
    float alpha = 1;
    friend bool operator==(const SmShape&, const SmShape&) = default;
};

enum class SmLabelStyle : std::uint8_t { title, limiting_title, full_title, value, problem, number, inside };

struct SmLabel {
    float x = 0, y = 0;  ///< number, inside: the centre; value, problem: the right end; title: the left end
    float room = 0;      ///< number, inside: not drawn where the text is wider than this
    SmLabelStyle style = SmLabelStyle::title;
    float shade = 0;  ///< number: of the block it stands on
    std::string text;
    std::string short_text;  ///< where the text does not fit
};

struct SmScene {
    float width = 0, height = 0;
    std::vector<SmShape> shapes;
    std::vector<SmLabel> labels;
};

/// Lays the picture out for a width in pixels. `scale` multiplies lengths, `line` is the height of a
/// line of the labels' font. Bars are to scale: where a further block does not fit, the bar shrinks
/// until the block can be seen sticking out beyond the resource's end.
[[nodiscard]] SmScene layout_sm(const SmFacts& facts, float width, float scale, float line);

/// The picture on its way between two others, t from 0 to 1. Shapes that come or go grow or fade.
[[nodiscard]] std::vector<SmShape> between(const std::vector<SmShape>& from, const std::vector<SmShape>& to, float t);

}  // namespace spillway::teaching
