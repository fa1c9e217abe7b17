#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace spillway::window {

/// Whether OpenGL's current context draws on the processor.
[[nodiscard]] bool draws_by_software();

/// The same of a renderer by its name.
[[nodiscard]] inline bool is_software(std::string_view renderer)
{
    // Mesa's three, and Chromium's.
    constexpr std::string_view known[] = {"llvmpipe", "softpipe", "Software Rasterizer", "SwiftShader"};
    return std::any_of(std::begin(known), std::end(known),
                       [&](std::string_view each) { return renderer.find(each) != std::string_view::npos; });
}

}  // namespace spillway::window
