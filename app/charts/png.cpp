#include "app/charts/png.h"

#include <cairo.h>
#include <librsvg/rsvg.h>
#include <png.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "app/base/output_file.h"

namespace spillway::charts {
namespace {

constexpr double largest_side = 16384;

template <auto Free>
struct Freer {
    template <typename T>
    void operator()(T* pointer) const
    {
        Free(pointer);
    }
};
using SvgHandle = std::unique_ptr<RsvgHandle, Freer<g_object_unref>>;
using Surface = std::unique_ptr<cairo_surface_t, Freer<cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Freer<cairo_destroy>>;
using GlibError = std::unique_ptr<GError, Freer<g_error_free>>;

model::Error svg_error(GError* raised)
{
    const GlibError error(raised);
    return {error ? error->message : "cannot be rendered", "SVG", ""};
}

/// Cairo keeps native-endian words of opacity, red, green, blue with colours multiplied by opacity.
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

/// With a chunk that names Spillway, so that a later run may replace the file. The simplified
/// interface of libpng writes none; the chunk's checksum is therefore a constant, which the tests compare.
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

std::optional<model::Error> write_svg_as_png(const std::filesystem::path& path, std::string_view svg, double scale)
{
    GError* raised = nullptr;
    const SvgHandle handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &raised));
    if (!handle) return svg_error(raised);
    double width = 0, height = 0;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height))
        return model::Error{"has no size in pixels", "SVG", ""};
    width = std::ceil(width * scale);
    height = std::ceil(height * scale);
    if (!(width >= 1 && height >= 1 && width <= largest_side && height <= largest_side))
        return model::Error{
            "the picture would have " + std::to_string(width) + " x " + std::to_string(height) + " pixels",
            path.string(), "choose a scale so that neither side is longer than 16,384 pixels"};

    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
        return model::Error{"not enough memory for the picture", path.string(), "choose a smaller scale"};
    const Context context(cairo_create(surface.get()));
    const RsvgRectangle viewport{0, 0, width, height};
    if (!rsvg_handle_render_document(handle.get(), context.get(), &viewport, &raised)) return svg_error(raised);
    cairo_surface_flush(surface.get());
    const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    return write_png(path, columns, rows,
                     straight_rgba(cairo_image_surface_get_data(surface.get()), columns, rows, stride));
}

std::optional<model::Error> write_png(const std::filesystem::path& path, std::size_t width, std::size_t height,
                                      std::span<const unsigned char> rgba)
{
    if (width == 0 || height == 0 || width > 1u << 20 || height > 1u << 20 || rgba.size() != width * height * 4)
        return model::Error{
            "a picture of " + std::to_string(width) + " x " + std::to_string(height) + " pixels does not fit its data",
            path.string(), ""};
    // The simplified interface reports through the structure: no jumps over destructors.
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGBA;
    png_alloc_size_t bytes = 0;
    std::string png;
    bool is_made = png_image_write_to_memory(&image, nullptr, &bytes, 0, rgba.data(), 0, nullptr) != 0;
    if (is_made) {
        png.resize(bytes);
        is_made = png_image_write_to_memory(&image, png.data(), &bytes, 0, rgba.data(), 0, nullptr) != 0;
        png.resize(bytes);
    }
    if (!is_made) {
        const std::string why = image.message;
        png_image_free(&image);
        return model::Error{"cannot make the picture: " + why, path.string(), ""};
    }
    return base::write_file(path, signed_png(std::move(png)));
}

}  // namespace spillway::charts
