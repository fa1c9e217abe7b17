#include "app/charts/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/charts/text_measure.h"

namespace spillway::charts {
namespace {

constexpr const char* font_families =
    "Inter, 'DejaVu Sans', 'Helvetica Neue', Arial, 'WenQuanYi Micro Hei', sans-serif";

constexpr const char* code_families = "'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace";

/// Number with at most two decimals, without trailing zeros.
std::string number(double value)
{
    if (!std::isfinite(value)) return "0";
    std::string text = fmt::format("{:.2f}", value);
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

class Writer {
public:
    Writer(std::string& out, const SvgOptions& options, int& next_clip)
        : out_(out), options_(options), next_clip_(next_clip)
    {
    }

    void operator()(const Polyline& line)
    {
        out_ += "<polyline points=\"" + points(line.points) + "\" fill=\"none\" stroke-linejoin=\"round\"";
        paint("stroke", line.colour);
        out_ += " stroke-width=\"" + number(line.width) + "\"";
        if (!line.dash.empty()) {
            out_ += " stroke-dasharray=\"";
            for (std::size_t i = 0; i < line.dash.size(); ++i) out_ += (i ? " " : "") + number(line.dash[i]);
            out_ += "\" stroke-dashoffset=\"" + number(line.dash_offset) + "\"";
        }
        close("polyline", line.tooltip);
    }

    void operator()(const Area& area)
    {
        std::vector<Point> outline = area.upper;
        outline.insert(outline.end(), area.lower.rbegin(), area.lower.rend());
        out_ += "<polygon points=\"" + points(outline) + "\"";
        paint("fill", area.colour);
        close("polygon", "");
    }

    void operator()(const Box& box)
    {
        out_ += fmt::format(R"(<rect x="{}" y="{}" width="{}" height="{}" rx="{}")", number(box.rect.left),
                            number(box.rect.top), number(box.rect.width()), number(box.rect.height()),
                            number(box.rounding));
        paint("fill", box.colour);
        close("rect", "");
    }

    void operator()(const Text& text)
    {
        constexpr std::array anchors{"start", "middle", "end"};
        out_ += fmt::format(R"(<text x="{}" y="{}" font-size="{}" text-anchor="{}")", number(text.at.x),
                            number(text.at.y), number(text.pixels), anchors[static_cast<std::size_t>(text.anchor)]);
        if (is_bold(text.font)) out_ += " font-weight=\"600\"";
        if (text.font == FontRole::code) out_ += fmt::format(" font-family=\"{}\"", code_families);
        paint("fill", text.colour);
        out_ += " xml:space=\"preserve\">" + xml_escaped(text.text) + "</text>\n";
    }

    void operator()(const MarkerShape& marker)
    {
        if (marker.halo) shape(marker, {ColourRole::background, 0, 1}, true);
        shape(marker, marker.colour, false);
    }

    void operator()(const ClipBegin& clip)
    {
        const int id = next_clip_++;
        out_ += fmt::format("<clipPath id=\"clip{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
                            id, number(clip.rect.left), number(clip.rect.top), number(clip.rect.width()),
                            number(clip.rect.height()));
        out_ += fmt::format("<g clip-path=\"url(#clip{})\">\n", id);
    }

    void operator()(const ClipEnd&) { out_ += "</g>\n"; }

private:
    static std::string points(const std::vector<Point>& line)
    {
        std::string text;
        for (const Point& p : line) text += (text.empty() ? "" : " ") + number(p.x) + "," + number(p.y);
        return text;
    }

    void paint(const char* what, const Colour& colour)
    {
        const Rgba rgba = options_.palette.resolve(colour);
        out_ += fmt::format(" {}=\"#{:02x}{:02x}{:02x}\"", what, rgba.r, rgba.g, rgba.b);
        if (rgba.a < 1) out_ += fmt::format(" {}-opacity=\"{}\"", what, number(rgba.a));
    }

    void close(const char* element, const std::string& tooltip)
    {
        if (tooltip.empty())
            out_ += "/>\n";
        else
            out_ += fmt::format("><title>{}</title></{}>\n", xml_escaped(tooltip), element);
    }

    /// The halo is the same shape in the background's colour, with a wide stroke.
    void shape(const MarkerShape& marker, const Colour& colour, bool halo)
    {
        const std::vector<std::vector<Point>> outline = marker_outline(marker.marker, marker.centre, marker.radius);
        const double stroke = halo && !marker.hollow ? marker.radius * 0.3 : marker.radius * 0.45;
        const bool is_open = marker.marker == Marker::cross || marker.marker == Marker::plus;
        const char* element = marker.marker == Marker::circle ? "circle" : "path";
        if (marker.marker == Marker::circle) {
            out_ += fmt::format(R"(<circle cx="{}" cy="{}" r="{}")", number(marker.centre.x), number(marker.centre.y),
                                number(marker.radius));
        } else {
            out_ += "<path d=\"";
            for (const auto& part : outline) {
                for (std::size_t i = 0; i < part.size(); ++i)
                    out_ += (i ? "L" : "M") + number(part[i].x) + " " + number(part[i].y);
                if (!is_open) out_ += "Z";
            }
            out_ += "\" stroke-linejoin=\"round\"";
        }
        if (marker.hollow && !is_open)
            paint("fill", {ColourRole::background, 0, 1});
        else if (is_open)
            out_ += " fill=\"none\"";
        else
            paint("fill", colour);
        if (halo || is_open || marker.hollow) {
            paint("stroke", colour);
            const double line = is_open ? marker.radius * 0.6 : stroke;
            out_ += " stroke-width=\"" + number(halo ? line + marker.radius * 0.4 : line) + "\"";
        }
        close(element, halo ? "" : marker.tooltip);
    }

    std::string& out_;
    const SvgOptions& options_;
    int& next_clip_;
};

/// Upper left corner of each drawing, row by row, and the total size.
struct Places {
    std::vector<Point> at;
    Size size;
};

Places places_of(const std::vector<Drawing>& drawings, const SvgOptions& options)
{
    const double gap = drawings.size() > 1 ? options.gap : 0;
    const std::size_t columns = options.columns > 0 ? options.columns : std::max<std::size_t>(drawings.size(), 1);
    Places places;
    double x = gap, y = gap, tallest = 0;
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        if (i > 0 && i % columns == 0) {
            x = gap;
            y += tallest + gap;
            tallest = 0;
        }
        places.at.push_back({x, y});
        x += drawings[i].size.width + gap;
        tallest = std::max(tallest, drawings[i].size.height);
        places.size.width = std::max(places.size.width, x);
    }
    places.size.height = y + tallest + gap;
    return places;
}

std::vector<std::string> footer_lines(const SvgOptions& options, double width)
{
    constexpr std::size_t max_lines = 64;
    return wrapped(one_clean_line(options.footer), width, max_lines, FontRole::subtitle, options.footer_pixels,
                   EstimatedTextMeasure{});
}

}  // namespace

std::string xml_escaped(std::string_view text)
{
    std::string escaped;
    for (const char c : one_clean_line(text)) switch (c) {
            case '&': escaped += "&amp;"; break;
            case '<': escaped += "&lt;"; break;
            case '>': escaped += "&gt;"; break;
            case '"': escaped += "&quot;"; break;
            case '\'': escaped += "&#39;"; break;
            default: escaped += c;
        }
    return escaped;
}

std::string svg_document(const Drawing& drawing, const SvgOptions& options)
{
    return svg_document(std::vector<Drawing>{drawing}, options);
}

std::string svg_document(const std::vector<Drawing>& drawings, const SvgOptions& options)
{
    return svg_page(drawings, options).text;
}

SvgPage svg_page(const std::vector<Drawing>& drawings, const SvgOptions& options)
{
    const Places places = places_of(drawings, options);
    const double gap = drawings.size() > 1 ? options.gap : 0, width = places.size.width;
    const double inset = std::max(gap, 12.0), line = options.footer_pixels * 1.35;
    const std::vector<std::string> footer = footer_lines(options, width - 2 * inset);
    const double below = footer.empty() ? 0 : static_cast<double>(footer.size()) * line + 0.83 * options.footer_pixels;
    const double height = places.size.height + below;

    // The comment allows a later run to replace this file.
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Spillway -->\n";
    out += fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
        "font-family=\"{2}\">\n",
        number(width), number(height), font_families);
    int next_clip = options.first_clip;
    Writer writer(out, options, next_clip);
    if (!options.transparent) {
        // Tint the page between several cards.
        writer(Box{{0, 0, width, height}, 0, {ColourRole::background, 0, 1}});
        if (drawings.size() > 1) writer(Box{{0, 0, width, height}, 0, {ColourRole::text_muted, 0, 0.14}});
    }
    for (std::size_t i = 0; i < drawings.size(); ++i) {
        out += fmt::format("<g transform=\"translate({} {})\">\n", number(places.at[i].x), number(places.at[i].y));
        for (const Primitive& primitive : drawings[i].primitives) std::visit(writer, primitive);
        out += "</g>\n";
    }
    double baseline = places.size.height + options.footer_pixels * 1.4;
    for (const std::string& text : footer) {
        writer(Text{text,
                    {inset, baseline},
                    Anchor::start,
                    FontRole::subtitle,
                    options.footer_pixels,
                    {ColourRole::text_muted, 0, 1},
                    {}});
        baseline += line;
    }
    out += "</svg>\n";
    return {std::move(out), {width, height}};
}

}  // namespace spillway::charts
