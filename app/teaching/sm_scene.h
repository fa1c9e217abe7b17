#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/teaching/sm_facts.h"

namespace spillway::teaching {

enum class SmLook : std::uint8_t {
    track,         ///< available, unused
    block,         ///< part of a resident block
    vacant,        ///< part of a block that fits, but the launch has no more
    reserved,      ///< reserved by the system in each block
    cache,         ///< L1's part of the data cache
    next_fits,     ///< where another block would go
    next_too_big,  ///< another block, which does not fit
    edge,          ///< end of the resource
};

/// A rounded rectangle, in pixels from the picture's top left corner.
struct SmShape {
    std::uint32_t id = 0;  ///< stable: the same item keeps its id in every configuration
    float x = 0, y = 0, width = 0, height = 0;
    SmLook look = SmLook::track;
    float shade = 0;  ///< blocks: from 0 for the first to 1 for the last
    float alpha = 1;
    friend bool operator==(const SmShape&, const SmShape&) = default;
};

enum class SmLabelStyle : std::uint8_t { title, limiting_title, full_title, value, problem, number, inside };

struct SmLabel {
    float x = 0, y = 0;  ///< number, inside: centre; value, problem: right end; title: left end
    float room = 0;      ///< number, inside: maximum width; wider text is not drawn
    SmLabelStyle style = SmLabelStyle::title;
    float shade = 0;  ///< number: shade of the block below it
    std::string text;
    std::string short_text;  ///< used if `text` does not fit
};

struct SmScene {
    float width = 0, height = 0;
    std::vector<SmShape> shapes;
    std::vector<SmLabel> labels;
};

/// Lays the picture out for a width in pixels. `scale` multiplies lengths; `line` is the line height of the labels'
/// font. Bars are to scale. If another block does not fit, the bar shrinks until the block visibly extends beyond the
/// end of the resource.
[[nodiscard]] SmScene layout_sm(const SmFacts& facts, float width, float scale, float line);

/// Interpolates between two pictures, t from 0 to 1. New shapes grow, old ones fade.
[[nodiscard]] std::vector<SmShape> between(const std::vector<SmShape>& from, const std::vector<SmShape>& to, float t);

}  // namespace spillway::teaching
