#include "app/charts/picture_file.h"

#include <algorithm>

#include "app/charts/pdf.h"
#include "app/charts/png.h"

namespace spillway::charts {
namespace {

constexpr double pixels_per_unit = 2;  ///< a slide needs more pixels than a web page
constexpr double largest_png_side = 16000;

}  // namespace

std::optional<PictureFormat> picture_format(std::string_view file)
{
    for (const PictureFormat format : {PictureFormat::svg, PictureFormat::png, PictureFormat::pdf})
        if (file.ends_with(picture_extension(format))) return format;
    return std::nullopt;
}

const char* picture_extension(PictureFormat format)
{
    switch (format) {
        case PictureFormat::svg: return ".svg";
        case PictureFormat::png: return ".png";
        case PictureFormat::pdf: return ".pdf";
    }
    return "";
}

std::optional<model::Error> write_picture(const std::filesystem::path& path, PictureFormat format, const SvgPage& page,
                                          base::IfThere if_there)
{
    if (format == PictureFormat::svg) return base::write_file(path, page.text, if_there);
    if (format == PictureFormat::pdf) return write_svg_as_pdf(path, page.text, if_there);
    const double longest = std::max({page.size.width, page.size.height, 1.0});
    return write_svg_as_png(path, page.text, std::min(pixels_per_unit, largest_png_side / longest), if_there);
}

}  // namespace spillway::charts
