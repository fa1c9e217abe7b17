#pragma once

#include <optional>
#include <string>

#include "app/teaching/sm_scene.h"

namespace spillway::teaching {

/// What a part of the SM's picture is, for its tooltip.
struct SmHelp {
    std::string title, text;
};

/// At a place of the picture, in its pixels; nothing above the first of its parts.
[[nodiscard]] std::optional<SmHelp> sm_help_at(const SmScene& scene, const SmFacts& facts, float x, float y);

}  // namespace spillway::teaching
