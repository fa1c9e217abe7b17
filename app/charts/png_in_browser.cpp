#include "app/charts/png.h"

namespace spillway::charts {
namespace {

model::Error no_png(const std::filesystem::path& path)
{
    return {"PNG files are not written in a browser", path.string(), "save the charts as SVG"};
}

}  // namespace

std::optional<model::Error> write_svg_as_png(const std::filesystem::path& path, std::string_view, double)
{
    return no_png(path);
}

std::optional<model::Error> write_png(const std::filesystem::path& path, std::size_t, std::size_t,
                                      std::span<const unsigned char>)
{
    return no_png(path);
}

}  // namespace spillway::charts
