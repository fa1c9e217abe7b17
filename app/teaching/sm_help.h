#pragma once

#include <optional>
#include <string>

#include "app/teaching/sm_scene.h"

namespace spillway::teaching {

/// Tooltip of a part of the SM picture.
struct SmHelp {
    std::string title, text;
};

/// Tooltip at a position of the picture, in pixels; empty above the first part.
[[nodiscard]] std::optional<SmHelp> sm_help_at(const SmScene& scene, const SmFacts& facts, float x, float y);

}  // namespace spillway::teaching
