#include "app/charts/png.h"

#include <string>

#include <emscripten.h>

namespace spillway::charts {
namespace {

// clang-format off
// The browser draws the picture after this call and downloads it.
EM_JS(void, page_saves_png, (const char* path, const char* svg, double scale), {
    Module.savePng(UTF8ToString(path), UTF8ToString(svg), scale);
});
// clang-format on

}  // namespace

std::optional<model::Error> write_svg_as_png(const std::filesystem::path& path, std::string_view svg, double scale,
                                             base::IfThere)
{
    page_saves_png(path.c_str(), std::string(svg).c_str(), scale);
    return std::nullopt;
}

std::optional<model::Error> write_png(const std::filesystem::path& path, std::size_t, std::size_t,
                                      std::span<const unsigned char>, base::IfThere)
{
    return model::Error{"pictures of the window are not written in a browser", path.string(), "save the charts"};
}

}  // namespace spillway::charts
