#include "app/charts/pdf.h"

namespace spillway::charts {

std::optional<model::Error> write_svg_as_pdf(const std::filesystem::path& path, std::string_view, base::IfThere)
{
    return model::Error{"PDF files are not written in a browser", path.string(), "save the picture as SVG"};
}

}  // namespace spillway::charts
