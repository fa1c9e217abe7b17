#include <algorithm>

#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "texture_locality.h"
}

namespace spillway::kernels {
namespace {

constexpr int width = 4096;

/// The sum around every pixel, row after row.
std::vector<float> expected(const std::vector<float>& image, int radius)
{
    const int height = static_cast<int>(image.size()) / width;
    std::vector<float> sums;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float sum = 0;
            for (int dy = -radius; dy <= radius; ++dy)
                for (int dx = -radius; dx <= radius; ++dx)
                    sum += image[std::clamp(y + dy, 0, height - 1) * width + std::clamp(x + dx, 0, width - 1)];
            sums.push_back(sum);
        }
    return sums;
}

/// Both variants agree, and each pixel's sum is there once, wherever the warp's shape puts it.
template <int TileWidth, int Radius>
void check(const std::string& shape, std::int64_t block, std::int64_t elements)
{
    const model::Values values{
        {"warp_shape", shape}, {"radius", std::int64_t{Radius}}, {"block_size", block}, {"elements", elements}};
    const model::Job plain = job("texture_locality", "plain", values);
    const auto height = argument<int>(plain, 2);
    const auto mask = argument<unsigned>(plain, 3);
    std::vector<float> image;
    for (int i = 0; i < width * height; ++i) image.push_back(number(i, 15));
    const host_cuda::Texture texture{image.data(), width, height};
    std::vector<float> wanted = expected(image, Radius);
    if (TileWidth == 32) wanted.resize(plain.plan->buffers.at(2).count, -1);

    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> out(static_cast<std::size_t>(plain.plan->buffers.at(2).count), -1);
        launch(job("texture_locality", variant, values), [&] { kernel(out.data()); });
        if (TileWidth != 32) {  // in another order
            out.erase(std::remove(out.begin(), out.end(), -1.0F), out.end());
            std::sort(out.begin(), out.end());
            std::sort(wanted.begin(), wanted.end());
        }
        EXPECT_EQ(out, wanted) << variant << ", " << shape << ", radius " << Radius << ", height " << height;
    };
    const auto plain_kernel = [&](float* out) {
        cuda::texture_locality_plain<TileWidth, Radius>(image.data(), out, height, mask);
    };
    run("plain", plain_kernel);
    run("reference", plain_kernel);
    if constexpr (TileWidth > 0)
        run("tile",
            [&](float* out) { cuda::texture_locality_tile<TileWidth, Radius, 256>(image.data(), out, height, mask); });
    run("texture", [&](float* out) { cuda::texture_locality_texture<TileWidth, Radius>(&texture, out, height, mask); });
}

template <int TileWidth>
void check_shape(const std::string& shape)
{
    check<TileWidth, 1>(shape, 256, 131073);  // one row more than a whole tile
}

TEST(TextureLocality, rows)
{
    check_shape<32>("row");
}
TEST(TextureLocality, tiles)
{
    check_shape<8>("8x4");
}
TEST(TextureLocality, columns)
{
    check_shape<1>("column");
}
TEST(TextureLocality, scattered_pixels)
{
    check_shape<0>("random");
}

TEST(TextureLocality, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("texture_locality").reference.entry, "texture_locality_plain<{warp_shape}, {radius}>");
    EXPECT_EQ(job("texture_locality", "texture", {}).plan->buffers.at(1).width, cuda::Width);
}

}  // namespace
}  // namespace spillway::kernels
