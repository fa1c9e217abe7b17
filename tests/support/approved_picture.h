#pragma once

// Pictures of the window compared with ones that somebody has looked at and approved (tests/pictures/, half as large as
// drawn). `./test.sh approve` takes the pictures of now; look at them before they are committed.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace spillway::tests {

struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;  ///< rows from the top, four bytes a pixel
};

/// A PNG file; empty where it cannot be read.
[[nodiscard]] Picture read_png(const std::filesystem::path& file);

/// What differs: the share of cells of 16 x 16 pixels whose mean colour is another. Fonts are drawn a little
/// differently by every version of their library, which a mean hardly shows; a line of text that is missing it does.
[[nodiscard]] double share_that_differs(const Picture& seen, const Picture& approved);
/// Above this share a picture is another one.
inline constexpr double largest_share = 0.004;

/// Half the width and height, each pixel the mean of four.
[[nodiscard]] Picture halved(const Picture& picture);

/// Whether the picture is the approved one of that name. Keeps what it saw in the build folder's pictures/.
[[nodiscard]] testing::AssertionResult looks_as_approved(const Picture& seen, const std::string& name);

}  // namespace spillway::tests
