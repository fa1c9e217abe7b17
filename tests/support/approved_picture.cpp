#include "tests/support/approved_picture.h"

#include <algorithm>
#include <cstdlib>

#include <png.h>

namespace spillway::tests {
namespace {

namespace fs = std::filesystem;
constexpr int cell = 8;                 ///< in pixels of the halved picture
constexpr int largest_difference = 16;  ///< limit for a cell's mean, out of 255

bool write_png(const fs::path& file, const Picture& picture)
{
    fs::create_directories(file.parent_path());
    // Without alpha, which is always opaque: a quarter fewer bytes.
    std::vector<std::uint8_t> rgb;
    rgb.reserve(picture.rgba.size());
    for (std::size_t i = 0; i < picture.rgba.size(); ++i)
        if (i % 4 != 3) rgb.push_back(picture.rgba[i]);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.width);
    image.height = static_cast<png_uint_32>(picture.height);
    image.format = PNG_FORMAT_RGB;
    return png_image_write_to_file(&image, file.c_str(), 0, rgb.data(), 0, nullptr) != 0;
}

const std::uint8_t* pixel(const Picture& picture, int x, int y)
{
    return &picture.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                              static_cast<std::size_t>(x))];
}

/// The largest difference of the cell's mean in red, green or blue.
int cell_difference(const Picture& a, const Picture& b, int left, int top)
{
    const int right = std::min(left + cell, a.width), bottom = std::min(top + cell, a.height);
    int sums[3] = {};
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x)
            for (int c = 0; c < 3; ++c) sums[c] += pixel(a, x, y)[c] - pixel(b, x, y)[c];
    const int count = (right - left) * (bottom - top);
    return std::max({std::abs(sums[0]), std::abs(sums[1]), std::abs(sums[2])}) / count;
}

}  // namespace

Picture read_png(const fs::path& file)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_file(&image, file.c_str()) == 0) return {};
    image.format = PNG_FORMAT_RGBA;
    Picture picture{static_cast<int>(image.width), static_cast<int>(image.height), {}};
    picture.rgba.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, picture.rgba.data(), 0, nullptr) == 0) return {};
    return picture;
}

Picture halved(const Picture& picture)
{
    Picture half{picture.width / 2, picture.height / 2, {}};
    half.rgba.reserve(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height) * 4);
    for (int y = 0; y < half.height; ++y)
        for (int x = 0; x < half.width; ++x)
            for (int c = 0; c < 4; ++c) {
                const int sum = pixel(picture, 2 * x, 2 * y)[c] + pixel(picture, 2 * x + 1, 2 * y)[c] +
                                pixel(picture, 2 * x, 2 * y + 1)[c] + pixel(picture, 2 * x + 1, 2 * y + 1)[c];
                half.rgba.push_back(static_cast<std::uint8_t>((sum + 2) / 4));
            }
    return half;
}

double share_that_differs(const Picture& seen, const Picture& approved)
{
    if (seen.width != approved.width || seen.height != approved.height) return 1;
    int cells = 0, different = 0;
    for (int y = 0; y < seen.height; y += cell)
        for (int x = 0; x < seen.width; x += cell) {
            ++cells;
            different += cell_difference(seen, approved, x, y) > largest_difference;
        }
    return static_cast<double>(different) / std::max(cells, 1);
}

testing::AssertionResult looks_as_approved(const Picture& seen, const std::string& name)
{
    const fs::path approved_file = fs::path(SPILLWAY_SOURCE_DIR) / "tests/pictures" / (name + ".png");
    const fs::path seen_file = fs::path(SPILLWAY_BINARY_DIR) / "pictures" / (name + ".png");
    const Picture half = halved(seen);
    if (!write_png(seen_file, half)) return testing::AssertionFailure() << seen_file << " cannot be written";
    if (std::getenv("SPILLWAY_APPROVE_PICTURES") != nullptr)
        return write_png(approved_file, half) ? testing::AssertionSuccess()
                                              : testing::AssertionFailure() << approved_file << " cannot be written";
    const Picture approved = read_png(approved_file);
    if (approved.rgba.empty()) return testing::AssertionFailure() << "there is no approved picture " << approved_file;
    const double share = share_that_differs(half, approved);
    if (share <= largest_share) return testing::AssertionSuccess();
    return testing::AssertionFailure() << 100 * share << " % of " << seen_file << " differs from " << approved_file
                                       << "; where that is meant, ./test.sh approve takes the new picture";
}

}  // namespace spillway::tests
