#include "app/charts/pdf.h"

#include <cairo-pdf.h>

#include <cmath>
#include <string>

#include "app/charts/rsvg_handle.h"

namespace spillway::charts {
namespace {

constexpr double points_per_pixel = 0.75;
constexpr double largest_page = 14400;  ///< points: the limit of PDF readers

cairo_status_t append(void* into, const unsigned char* bytes, unsigned count)
{
    static_cast<std::string*>(into)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::optional<model::Error> write_svg_as_pdf(const std::filesystem::path& path, std::string_view svg,
                                             base::IfThere if_there)
{
    const auto picture = SvgPicture::read(svg);
    if (!picture) return picture.error();
    const double width = picture->width() * points_per_pixel, height = picture->height() * points_per_pixel;
    if (!(width >= 1 && height >= 1 && width <= largest_page && height <= largest_page))
        return model::Error{"the picture is too large for a page", path.string(), "save it as SVG"};
    std::string bytes;
    const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, width, height));
    // PDF 1.5 and later compress the page's objects; tools that count or search them can read 1.4.
    cairo_pdf_surface_restrict_to_version(surface.get(), CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Spillway");
    {
        const Context context(cairo_create(surface.get()));
        if (auto failed = picture->render(context.get(), width, height)) return failed;
        cairo_show_page(context.get());
    }
    cairo_surface_finish(surface.get());
    const cairo_status_t status = cairo_surface_status(surface.get());
    if (status != CAIRO_STATUS_SUCCESS)
        return model::Error{std::string("the page could not be drawn: ") + cairo_status_to_string(status),
                            path.string(), ""};
    return base::write_file(path, bytes, if_there);
}

}  // namespace spillway::charts
