#include "app/charts/rsvg_handle.h"

#include <librsvg/rsvg.h>

namespace spillway::charts {
namespace {

struct ErrorDeleter {
    void operator()(GError* error) const { g_error_free(error); }
};

model::Error svg_error(GError* raised)
{
    const std::unique_ptr<GError, ErrorDeleter> error(raised);
    return {error ? error->message : "cannot be rendered", "SVG", ""};
}

}  // namespace

void SvgPicture::HandleDeleter::operator()(RsvgHandle* handle) const
{
    g_object_unref(handle);
}

model::Expected<SvgPicture> SvgPicture::read(std::string_view svg)
{
    GError* raised = nullptr;
    SvgPicture picture;
    picture.handle_.reset(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &raised));
    if (!picture.handle_) return svg_error(raised);
    if (!rsvg_handle_get_intrinsic_size_in_pixels(picture.handle_.get(), &picture.width_, &picture.height_))
        return model::Error{"has no size in pixels", "SVG", ""};
    return picture;
}

std::optional<model::Error> SvgPicture::render(cairo_t* context, double width, double height) const
{
    GError* raised = nullptr;
    const RsvgRectangle viewport{0, 0, width, height};
    if (!rsvg_handle_render_document(handle_.get(), context, &viewport, &raised)) return svg_error(raised);
    return std::nullopt;
}

}  // namespace spillway::charts
