#pragma once

// SVG text that cairo can draw, for PNG and PDF.

#include <cairo.h>

#include <memory>
#include <optional>
#include <string_view>

#include "app/model/error.h"

typedef struct _RsvgHandle RsvgHandle;

namespace spillway::charts {

struct SurfaceDeleter {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct ContextDeleter {
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceDeleter>;
using Context = std::unique_ptr<cairo_t, ContextDeleter>;

class SvgPicture {
public:
    /// Parses SVG; the Error says what is invalid.
    [[nodiscard]] static model::Expected<SvgPicture> read(std::string_view svg);

    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] double height() const { return height_; }
    /// Draws the picture stretched to the given size.
    [[nodiscard]] std::optional<model::Error> render(cairo_t* context, double width, double height) const;

private:
    struct HandleDeleter {
        void operator()(RsvgHandle* handle) const;
    };
    std::unique_ptr<RsvgHandle, HandleDeleter> handle_;
    double width_ = 0, height_ = 0;
};

}  // namespace spillway::charts
