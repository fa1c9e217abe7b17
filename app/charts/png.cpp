#include "app/charts/png.h"

#include <png.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "app/charts/rsvg_handle.h"

namespace spillway::charts {
namespace {

constexpr double largest_side = 16384;

/// Converts Cairo's pixels: native-endian words of opacity, red, green, blue, with premultiplied colours.
std::vector<unsigned char> straight_rgba(const unsigned char* data, std::size_t width, std::size_t height,
                                         std::size_t stride)
{
    std::vector<unsigned char> rgba(width * height * 4);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            std::uint32_t word = 0;
            std::memcpy(&word, data + y * stride + x * 4, 4);
            const unsigned a = word >> 24;
            const auto channel = [&](int shift) {
                return static_cast<unsigned char>(a ? ((word >> shift & 0xff) * 255 + a / 2) / a : 0);
            };
            unsigned char* out = &rgba[(y * width + x) * 4];
            out[0] = channel(16);
            out[1] = channel(8);
            out[2] = channel(0);
            out[3] = static_cast<unsigned char>(a);
        }
    return rgba;
}

/// Adds a chunk that names Spillway, so that a later run may replace the file. libpng's simplified interface writes no
/// such chunk. Its checksum is a constant, which the tests verify.
std::string signed_png(std::string png)
{
    constexpr std::size_t header_end = 33;  ///< signature and IHDR
    constexpr std::string_view chunk(
        "\0\0\0\x11tEXtSoftware\0Spillway\x19"
        "\x31"
        "\x99"
        "\x97",
        29);
    return png.insert(header_end, chunk);
}

}  // namespace

std::optional<model::Error> write_svg_as_png(const std::filesystem::path& path, std::string_view svg, double scale,
                                             base::IfThere if_there)
{
    const auto picture = SvgPicture::read(svg);
    if (!picture) return picture.error();
    const double width = std::ceil(picture->width() * scale), height = std::ceil(picture->height() * scale);
    if (!(width >= 1 && height >= 1 && width <= largest_side && height <= largest_side))
        return model::Error{
            "the picture would have " + std::to_string(width) + " x " + std::to_string(height) + " pixels",
            path.string(), "choose a scale so that neither side is longer than 16,384 pixels"};

    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
        return model::Error{"not enough memory for the picture", path.string(), "choose a smaller scale"};
    const Context context(cairo_create(surface.get()));
    if (auto failed = picture->render(context.get(), width, height)) return failed;
    cairo_surface_flush(surface.get());
    const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    return write_png(path, columns, rows,
                     straight_rgba(cairo_image_surface_get_data(surface.get()), columns, rows, stride), if_there);
}

std::optional<model::Error> write_png(const std::filesystem::path& path, std::size_t width, std::size_t height,
                                      std::span<const unsigned char> rgba, base::IfThere if_there)
{
    if (width == 0 || height == 0 || width > 1u << 20 || height > 1u << 20 || rgba.size() != width * height * 4)
        return model::Error{
            "a picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels does not fit its data",
            path.string(), ""};
    // The simplified interface reports errors in the structure, without longjmp over destructors.
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGBA;
    // No filters: flat areas and text become smaller without them, in a fifth of the time.
    image.flags = PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    std::string png(bytes, '\0');
    const bool is_made = png_image_write_to_memory(&image, png.data(), &bytes, 0, rgba.data(), 0, nullptr) != 0;
    png.resize(bytes);
    if (!is_made) {
        const std::string why = image.message;
        png_image_free(&image);
        return model::Error{"cannot make the picture: " + why, path.string(), ""};
    }
    return base::write_file(path, signed_png(std::move(png)), if_there);
}

}  // namespace spillway::charts
