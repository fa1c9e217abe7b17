#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace spillway::window {

/// True if OpenGL's current context renders on the CPU.
[[nodiscard]] bool draws_by_software();

/// True if the renderer of this name runs on the CPU.
[[nodiscard]] inline bool is_software(std::string_view renderer)
{
    // Mesa's three software renderers, and Chromium's.
    constexpr std::string_view known[] = {"llvmpipe", "softpipe", "Software Rasterizer", "SwiftShader"};
    return std::any_of(std::begin(known), std::end(known),
                       [&](std::string_view each) { return renderer.find(each) != std::string_view::npos; });
}

}  // namespace spillway::window
