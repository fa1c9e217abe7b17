#pragma once

// Compares pictures of the window with approved ones (tests/pictures/, at half size). `./test.sh approve` replaces them
// with the current pictures; look at them before you commit.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace spillway::tests {

struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;  ///< rows from top to bottom, four bytes per pixel
};

/// Reads a PNG file; empty if it cannot be read.
[[nodiscard]] Picture read_png(const std::filesystem::path& file);

/// Share of cells of 16 x 16 pixels whose mean colour differs. Each version of the font library draws glyphs slightly
/// differently, which hardly changes a mean; a missing line of text does.
[[nodiscard]] double share_that_differs(const Picture& seen, const Picture& approved);
/// Larger shares fail the comparison.
inline constexpr double largest_share = 0.004;

/// Halves width and height; each pixel is the mean of four.
[[nodiscard]] Picture halved(const Picture& picture);

/// Compares the picture with the approved one of that name. Saves it in the build folder's pictures/.
[[nodiscard]] testing::AssertionResult looks_as_approved(const Picture& seen, const std::string& name);

}  // namespace spillway::tests
