#include "app/window/shell/notes_page.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <cairo-pdf.h>

#include "app/lessons/markdown.h"
#include "app/window/kit/fonts.h"

namespace spillway::window {
namespace {

namespace markdown = lessons::markdown;

// Points of 1/72 inch.
constexpr double page_width = 841.89, page_height = 595.28, margin = 30, column_gap = 28;
constexpr double column_width = (page_width - 2 * margin - column_gap) / 2;
constexpr double note_text_size = 9.5, note_line_height = 13, heading_size = 12, notes_gap = 6;

enum class Face { plain, bold, code };

/// Text in one font and face.
struct Run {
    std::string text;
    FontRole role;
    Face face;
};

struct Word {
    std::vector<Run> runs;
    double width = 0;
    bool ends_line = false;  ///< a hard break follows
};

/// A line of a column, ready to be drawn.
struct Line {
    std::vector<Run> runs;
    double indent = 0, above = 0;  ///< room at its left, and above it
};

FontRole role_of(char32_t code, Face face)
{
    if (code >= 0x2e80) return FontRole::chinese;
    const bool is_common = code < 0x250 || (code >= 0x2010 && code <= 0x203a);
    if (!is_common) return FontRole::symbols;
    return face == Face::code ? FontRole::mono : FontRole::sans;
}

const std::string& family_of(FontRole role)
{
    static const std::array<std::string, 5> families{
        find_font(FontRole::sans).family, find_font(FontRole::sans_bold).family, find_font(FontRole::mono).family,
        find_font(FontRole::symbols).family, find_font(FontRole::chinese).family};
    return families[static_cast<std::size_t>(role)];
}

char32_t code_point(std::string_view text, std::size_t& length)
{
    const auto lead = static_cast<unsigned char>(text.front());
    length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    length = std::min(length, text.size());
    if (length == 1) return lead;
    char32_t code = lead & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    return code;
}

/// Appends the text, cut where another font or face is needed.
void add_runs(std::vector<Run>& runs, std::string_view text, Face face)
{
    while (!text.empty()) {
        std::size_t length = 1;
        const FontRole role = role_of(code_point(text, length), face);
        if (runs.empty() || runs.back().role != role || runs.back().face != face) runs.push_back({"", role, face});
        runs.back().text += text.substr(0, length);
        text.remove_prefix(length);
    }
}

void choose_font(cairo_t* cairo, const Run& run, double size)
{
    cairo_select_font_face(cairo, family_of(run.role).c_str(), CAIRO_FONT_SLANT_NORMAL,
                           run.face == Face::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, run.face == Face::code ? size * 0.92 : size);
}

double width_of(cairo_t* cairo, const std::vector<Run>& runs, double size)
{
    double width = 0;
    for (const Run& run : runs) {
        choose_font(cairo, run, size);
        cairo_text_extents_t extents;
        cairo_text_extents(cairo, run.text.c_str(), &extents);
        width += extents.x_advance;
    }
    return width;
}

void draw_runs(cairo_t* cairo, const std::vector<Run>& runs, double x, double y, double size)
{
    cairo_move_to(cairo, x, y);
    for (const Run& run : runs) {
        choose_font(cairo, run, size);
        cairo_show_text(cairo, run.text.c_str());
    }
}

std::vector<Word> words_of(const markdown::Text& text, bool is_bold)
{
    std::vector<Word> words(1);
    for (const markdown::Span& span : text) {
        const Face face = span.code ? Face::code : span.bold || is_bold ? Face::bold : Face::plain;
        std::string_view rest = span.text;
        while (!rest.empty()) {
            const std::size_t blank = rest.find_first_of(" \t\n");
            add_runs(words.back().runs, rest.substr(0, blank), face);
            if (blank == std::string_view::npos) break;
            if (!words.back().runs.empty()) words.emplace_back();
            rest.remove_prefix(blank + 1);
        }
        if (span.line_break) {
            words.back().ends_line = true;
            words.emplace_back();
        }
    }
    return words;
}

/// Markdown as lines of a column.
class NotesFlow {
public:
    explicit NotesFlow(cairo_t* cairo) : cairo_(cairo) {}

    std::vector<Line> lines_of(const markdown::Document& document)
    {
        for (const markdown::Block& block : document.blocks) add_block(block);
        return std::move(lines_);
    }

private:
    void add_block(const markdown::Block& block)
    {
        const double share = block.kind == markdown::BlockKind::heading ? 0.6 : block.marker.empty() ? 0.3 : 0.1;
        above_ = lines_.empty() ? 0 : note_line_height * share;
        indent_ = 14.0 * block.indent;
        switch (block.kind) {
            case markdown::BlockKind::heading: return add_words(words_of(block.text, true));
            case markdown::BlockKind::paragraph: {
                std::vector<Word> words = words_of(block.text, false);
                if (!block.marker.empty()) {
                    Word marker;
                    add_runs(marker.runs, block.marker, Face::plain);
                    words.insert(words.begin(), marker);
                }
                return add_words(words);
            }
            case markdown::BlockKind::code: return add_code(block.code);
            case markdown::BlockKind::table:
                for (const auto& row : block.rows) add_row(row);
                return;
            case markdown::BlockKind::rule: above_ += note_line_height; return add_words({});
        }
    }

    void add_words(std::vector<Word> words)
    {
        Line line{{}, indent_, std::exchange(above_, 0)};
        double x = indent_;
        const double blank = width_of(cairo_, {{" ", FontRole::sans, Face::plain}}, note_text_size);
        for (Word& word : words) {
            word.width = width_of(cairo_, word.runs, note_text_size);
            if (!line.runs.empty() && x + blank + word.width > column_width) {
                lines_.push_back(std::exchange(line, Line{{}, indent_, 0}));
                x = indent_;
            }
            if (!line.runs.empty()) {
                line.runs.push_back({" ", FontRole::sans, Face::plain});
                x += blank;
            }
            x += word.width;
            line.runs.insert(line.runs.end(), word.runs.begin(), word.runs.end());
            if (!word.ends_line) continue;
            lines_.push_back(std::exchange(line, Line{{}, indent_, 0}));
            x = indent_;
        }
        if (!line.runs.empty()) lines_.push_back(std::move(line));
    }

    void add_code(std::string_view code)
    {
        while (!code.empty()) {
            const std::size_t end = code.find('\n');
            Line line{{}, indent_ + 8, std::exchange(above_, 0)};
            add_runs(line.runs, code.substr(0, end), Face::code);
            lines_.push_back(std::move(line));
            if (end == std::string_view::npos) return;
            code.remove_prefix(end + 1);
        }
    }

    void add_row(const std::vector<markdown::Text>& row)
    {
        std::vector<Word> words;
        for (const markdown::Text& cell : row) {
            if (!words.empty()) {
                words.emplace_back();
                add_runs(words.back().runs, "·", Face::plain);
            }
            const std::vector<Word> of_cell = words_of(cell, false);
            words.insert(words.end(), of_cell.begin(), of_cell.end());
        }
        add_words(std::move(words));
    }

    cairo_t* cairo_;
    std::vector<Line> lines_;
    double indent_ = 0, above_ = 0;
};

cairo_status_t append(void* into, const unsigned char* bytes, unsigned count)
{
    static_cast<std::string*>(into)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

/// Opaque pixels as cairo has them: one word each, blue in its lowest byte.
std::vector<std::uint32_t> cairo_pixels(const std::vector<std::uint8_t>& rgba)
{
    std::vector<std::uint32_t> pixels(rgba.size() / 4);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint32_t>(rgba[4 * i]) << 16 | static_cast<std::uint32_t>(rgba[4 * i + 1]) << 8 |
                    rgba[4 * i + 2];
    return pixels;
}

using SurfacePointer = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using CairoPointer = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

/// Draws the stop's picture centred, with this width. Returns its lower edge.
double draw_picture(cairo_t* cairo, const PrintedStop& stop, double top, double width)
{
    std::vector<std::uint32_t> pixels = cairo_pixels(stop.rgba);
    const SurfacePointer picture(
        cairo_image_surface_create_for_data(reinterpret_cast<unsigned char*>(pixels.data()), CAIRO_FORMAT_RGB24,
                                            stop.width, stop.height, stop.width * 4),
        cairo_surface_destroy);
    const double scale = width / stop.width, left = (page_width - width) / 2;
    cairo_save(cairo);
    cairo_translate(cairo, left, top);
    cairo_scale(cairo, scale, scale);
    cairo_set_source_surface(cairo, picture.get(), 0, 0);
    cairo_paint(cairo);
    cairo_restore(cairo);
    cairo_set_source_rgb(cairo, 0.8, 0.82, 0.85);
    cairo_set_line_width(cairo, 0.6);
    cairo_rectangle(cairo, left, top, width, scale * stop.height);
    cairo_stroke(cairo);
    cairo_set_source_rgb(cairo, 0.1, 0.12, 0.16);
    cairo_surface_flush(cairo_get_target(cairo));
    return top + scale * stop.height;
}

/// Sets lines in two columns below `top`, calling at(line, left, y) for each. Returns the index of the first line
/// without room.
template <typename At>
std::size_t in_columns(const std::vector<Line>& lines, std::size_t first, double top, const At& at)
{
    std::size_t next = first;
    for (const double left : {margin, margin + column_width + column_gap}) {
        double y = top;
        for (bool is_first = true; next < lines.size(); ++next, is_first = false) {
            y += note_line_height + (is_first ? 0 : lines[next].above);
            if (y > page_height - margin) break;
            at(lines[next], left, y);
        }
    }
    return next;
}

std::size_t draw_columns(cairo_t* cairo, const std::vector<Line>& lines, std::size_t first, double top)
{
    return in_columns(lines, first, top, [&](const Line& line, double left, double y) {
        draw_runs(cairo, line.runs, left + line.indent, y - 3, note_text_size);
    });
}

/// Width of the picture: that of the page between its margins, or down to 70 % of it if all the notes then fit below
/// the picture, without a second page.
double picture_width(const PrintedStop& stop, const std::vector<Line>& lines, double top)
{
    const double whole = page_width - 2 * margin;
    constexpr double least = 0.7, step = 0.025;
    for (double share = 1; share >= least; share -= step) {
        const double foot = top + share * whole * stop.height / stop.width + notes_gap;
        const auto nothing = [](const Line&, double, double) {};
        if (in_columns(lines, 0, foot, nothing) == lines.size()) return share * whole;
    }
    return whole;
}

}  // namespace

struct NotesPages::Pages {
    std::string bytes;
    SurfacePointer surface{nullptr, cairo_surface_destroy};
    CairoPointer cairo{nullptr, cairo_destroy};
};

NotesPages::NotesPages(const std::string& title) : pages_(new Pages)
{
    pages_->surface.reset(cairo_pdf_surface_create_for_stream(append, &pages_->bytes, page_width, page_height));
    // PDF 1.5 and later compress the pages' objects; tools that count or search them can read 1.4.
    cairo_pdf_surface_restrict_to_version(pages_->surface.get(), CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(pages_->surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
    cairo_pdf_surface_set_metadata(pages_->surface.get(), CAIRO_PDF_METADATA_CREATOR, "Spillway");
    pages_->cairo.reset(cairo_create(pages_->surface.get()));
}

NotesPages::~NotesPages()
{
    delete pages_;
}

void NotesPages::add(const PrintedStop& stop)
{
    cairo_t* cairo = pages_->cairo.get();
    const std::vector<Line> lines = NotesFlow(cairo).lines_of(markdown::parse(stop.notes));
    const auto draw_heading = [&](const std::string& text) {
        std::vector<Run> runs;
        add_runs(runs, text, Face::bold);
        cairo_set_source_rgb(cairo, 0.1, 0.12, 0.16);
        draw_runs(cairo, runs, margin, margin + heading_size - 4, heading_size);
    };
    draw_heading(stop.heading);
    const double top = margin + heading_size + 2;
    const double foot = draw_picture(cairo, stop, top, picture_width(stop, lines, top));
    std::size_t next = draw_columns(cairo, lines, 0, foot + notes_gap);
    cairo_show_page(cairo);
    while (next < lines.size()) {
        draw_heading(stop.heading + ", continued");
        const std::size_t before = next;
        next = draw_columns(cairo, lines, next, margin + heading_size + 6);
        cairo_show_page(cairo);
        if (next == before) break;
    }
}

model::Expected<std::string> NotesPages::finish()
{
    pages_->cairo.reset();
    cairo_surface_finish(pages_->surface.get());
    const cairo_status_t status = cairo_surface_status(pages_->surface.get());
    if (status == CAIRO_STATUS_SUCCESS) return std::move(pages_->bytes);
    return model::Error{std::string("the pages could not be drawn: ") + cairo_status_to_string(status), "PDF",
                        "try again with less open"};
}

}  // namespace spillway::window
