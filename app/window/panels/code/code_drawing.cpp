#include "app/window/panels/code/code_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/charts/card_text.h"
#include "app/window/panels/code/code_lane.h"
#include "app/window/panels/code/code_texts.h"

namespace spillway::window {
namespace {

using charts::Anchor;
using charts::Box;
using charts::Colour;
using charts::ColourRole;
using charts::FontRole;

constexpr std::size_t max_line_bytes = 2000, max_characters = 1'000'000;  ///< longer ones take minutes to draw
constexpr const char* dots = "\xe2\x8b\xaf";                              ///< for skipped lines

struct DrawnLine {
    std::string number, text, note, error;
    std::optional<int> live;
    bool touches_local = false, starts_in_comment = false;
};

struct DrawnCode {
    std::vector<DrawnLine> lines;
    teaching::Language language = teaching::Language::cuda;
    std::optional<teaching::RegisterLane> lane;
};

/// Skipped lines are drawn as one row of dots.
void add_drawn_line(DrawnCode& code, bool belongs, DrawnLine line)
{
    if (belongs)
        code.lines.push_back(std::move(line));
    else if (!code.lines.empty() && code.lines.back().number != dots)
        code.lines.push_back({dots, "", "", "", std::nullopt});
}

std::string without_tabs(std::string_view text)
{
    std::string plain;
    for (const char c : text) {
        if (c == '\t')
            plain.append(4 - plain.size() % 4, ' ');
        else
            plain += c;
    }
    return plain;
}

void drop_empty_ends(std::vector<DrawnLine>& lines)
{
    const auto is_empty = [](const DrawnLine& line) {
        return line.text.find_first_not_of(' ') == std::string::npos && line.error.empty();
    };
    while (!lines.empty() && is_empty(lines.back())) lines.pop_back();
    lines.erase(lines.begin(), std::find_if_not(lines.begin(), lines.end(), is_empty));
}

DrawnCode source_of(const SourceText& text)
{
    DrawnCode code;
    code.lane = text.column.lane;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        DrawnLine line{std::to_string(i + 1), without_tabs(text.lines[i]), "", text.errors[i], std::nullopt,
                       text.touches_local[i], text.starts_in_comment[i]};
        if (i < text.notes.size()) line.note = text.notes[i];
        if (code.lane && i < code.lane->live.size()) line.live = code.lane->live[i];
        const bool belongs = text.belongs[i] || !line.error.empty();
        add_drawn_line(code, belongs, std::move(line));
    }
    drop_empty_ends(code.lines);
    return code;
}

DrawnCode generated_of(const GeneratedText& text, const std::vector<model::ListingLine>& listing,
                       teaching::Language language)
{
    DrawnCode code;
    code.language = language;
    code.lane = text.column.lane;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        DrawnLine line{std::to_string(i + 1), without_tabs(text.lines[i].text), "",   "",
                       std::nullopt,          listing[i].touches_local,         false};
        if (i < text.notes.size()) line.note = text.notes[i];
        if (code.lane && i < code.lane->live.size()) line.live = code.lane->live[i];
        add_drawn_line(code, text.index.belongs[i], std::move(line));
    }
    drop_empty_ends(code.lines);
    return code;
}

model::Expected<DrawnCode> read_code(const session::SessionView& session, CodeKind kind)
{
    const model::Listing* listing = session.listing_is_stale() ? nullptr : session.listing();
    const std::string kernel = focused_kernel(session);
    SourceText source;
    GeneratedText ptx, sass;
    refresh_source(source, session, listing);
    if (listing != nullptr) {
        refresh_generated(ptx, listing->ptx, kernel);
        if (listing->sass) refresh_generated(sass, *listing->sass, kernel);
        refresh_lanes(source, ptx, sass, session, *listing);
    }
    if (kind == CodeKind::source) {
        if (source.lines.empty()) return model::Error{"there is no source to draw", "the code", "choose a variant"};
        return source_of(source);
    }
    if (listing == nullptr)
        return model::Error{"the compiler has no code for this setting", "the code",
                            session.listing_error() ? session.listing_error()->line() : "wait until it has answered"};
    if (kind == CodeKind::ptx) return generated_of(ptx, listing->ptx, teaching::Language::ptx);
    if (!listing->sass)
        return model::Error{"there is no SASS to draw", "the code",
                            listing->sass_reason.empty() ? "install nvdisasm" : listing->sass_reason};
    return generated_of(sass, *listing->sass, teaching::Language::sass);
}

Colour colour_of(teaching::Token token, bool touches_local)
{
    switch (token) {
        case teaching::Token::keyword: return {ColourRole::accent, 0, 1};
        case teaching::Token::type: return {ColourRole::series, 2, 1};
        case teaching::Token::comment: return {ColourRole::text_muted, 0, 1};
        case teaching::Token::number:
        case teaching::Token::string: return {ColourRole::series, 3, 1};
        case teaching::Token::directive: return {ColourRole::accent, 0, 0.8};
        case teaching::Token::reg: return {ColourRole::text, 0, 0.8};
        case teaching::Token::local_access: return {ColourRole::local_text, 0, 1};
        case teaching::Token::plain: break;
    }
    return {touches_local ? ColourRole::local_text : ColourRole::text, 0, 1};
}

/// Widths in pixels of a column's parts; `row` is a height.
struct DrawnColumns {
    double advance, row, number, lane, bar, text, gap;
    [[nodiscard]] double width() const { return number + lane + text; }
    [[nodiscard]] double text_left() const { return number + lane; }
};

class CodePainter {
public:
    CodePainter(charts::Drawing& drawing, const DrawnCode& code, const charts::ChartStyle& style,
                const charts::TextMeasure& measure)
        : drawing_(drawing), code_(code), style_(style), measure_(measure), columns_(measured())
    {
    }

    [[nodiscard]] const DrawnColumns& columns() const { return columns_; }

    void draw(const DrawnLine& line, double left, double top)
    {
        const charts::Rect row{left, top, left + columns_.width(), top + columns_.row};
        if (line.touches_local) {
            add(Box{row, 0, {ColourRole::local_ground, 0, 1}});
            add(Box{{row.left, row.top, row.left + px(3), row.bottom}, 0, {ColourRole::local_text, 0, 1}});
        }
        if (!line.error.empty()) add(Box{row, 0, {ColourRole::cliff_text, 0, 0.14}});
        const double edge = left + columns_.number - px(10);
        const double digits = measure_.width(line.number, FontRole::code, style_.font(FontRole::code));
        write(line.number, edge - digits, top, FontRole::code,
              {line.touches_local ? ColourRole::local_text : ColourRole::faint, 0, 1});
        if (code_.lane) draw_lane(line, left + columns_.number, top);
        const double end = draw_tokens(line, left + columns_.text_left(), top);
        if (!line.error.empty())
            write(line.error, end + 3 * columns_.advance, top, FontRole::annotation, {ColourRole::cliff_text, 0, 1});
        else if (!line.note.empty())
            write(line.note, end + 2 * columns_.advance, top, FontRole::annotation, {ColourRole::local_text, 0, 1});
    }

private:
    [[nodiscard]] double px(double length) const { return length * style_.scale; }
    template <typename P>
    void add(P primitive)
    {
        drawing_.primitives.emplace_back(std::move(primitive));
    }

    [[nodiscard]] DrawnColumns measured() const
    {
        DrawnColumns columns{};
        const double pixels = style_.font(FontRole::code);
        columns.advance = measure_.width("0", FontRole::code, pixels);
        columns.row = std::floor(pixels * 1.36);
        columns.gap = px(24);
        std::size_t digits = 2;
        for (const DrawnLine& line : code_.lines) {
            digits = std::max(digits, line.number.size());
            const std::string& behind = line.error.empty() ? line.note : line.error;
            const double words = behind.empty()
                                     ? 0
                                     : 3 * columns.advance + measure_.width(behind, FontRole::annotation,
                                                                            style_.font(FontRole::annotation));
            columns.text = std::max(columns.text, measure_.width(line.text, FontRole::code, pixels) + words + px(6));
        }
        columns.number = static_cast<double>(digits) * columns.advance + px(18);
        columns.bar = 5 * columns.advance;
        if (code_.lane) columns.lane = 4.6 * columns.advance + columns.bar;
        return columns;
    }

    /// Returns the text's right end.
    double write(const std::string& text, double x, double top, FontRole font, Colour colour)
    {
        const double pixels = style_.font(font), wide = measure_.width(text, font, pixels);
        const double height = measure_.line_height(font, pixels), above = (columns_.row - height) / 2;
        if (text.find_first_not_of(' ') != std::string::npos)
            add(charts::Text{text,
                             {x, top + above + measure_.ascent(font, pixels)},
                             Anchor::start,
                             font,
                             pixels,
                             colour,
                             {x, top + above, x + wide, top + above + height}});
        return x + wide;
    }

    double draw_tokens(const DrawnLine& line, double x, double top)
    {
        bool in_comment = line.starts_in_comment;
        for (const teaching::TokenSpan& span : teaching::highlight(code_.language, line.text, in_comment))
            x = write(line.text.substr(span.begin, span.end - span.begin), x, top, FontRole::code,
                      colour_of(span.token, line.touches_local));
        return x;
    }

    /// Live registers as a number and a bar, and the cap as a line over the bar.
    void draw_lane(const DrawnLine& line, double left, double top)
    {
        const teaching::RegisterLane& lane = *code_.lane;
        const double bar = left + 3.8 * columns_.advance, inset = columns_.row * 0.22;
        const auto x_of = [&](int registers) { return bar + columns_.bar * registers / std::max(lane.full, 1); };
        if (line.live) {
            const bool is_most = *line.live == lane.peak;
            const std::string number = std::to_string(*line.live);
            const double wide = measure_.width(number, FontRole::code, style_.font(FontRole::code));
            write(number, left + 3 * columns_.advance - wide, top, FontRole::code,
                  {is_most ? ColourRole::warning : ColourRole::text_muted, 0, 1});
            add(Box{{bar, top + inset, std::min(x_of(*line.live), bar + columns_.bar), top + columns_.row - inset},
                    0,
                    {is_most ? ColourRole::warning : ColourRole::accent, 0, is_most ? 0.9 : 0.55}});
        }
        if (lane.cap)
            add(Box{{x_of(lane.cap->registers) - px(1), top, x_of(lane.cap->registers) + px(1), top + columns_.row},
                    0,
                    {ColourRole::cliff_text, 0, 0.75}});
    }

    charts::Drawing& drawing_;
    const DrawnCode& code_;
    const charts::ChartStyle& style_;
    const charts::TextMeasure& measure_;
    DrawnColumns columns_;
};

/// Number of columns for which the picture's width / height comes nearest to `aspect`.
std::size_t columns_for(const DrawnColumns& columns, std::size_t lines, double aspect)
{
    constexpr std::size_t max_columns = 24;
    std::size_t best = 1;
    double best_distance = 1e9;
    for (std::size_t n = 1; n <= max_columns && n <= std::max<std::size_t>(lines, 1); ++n) {
        const auto rows = static_cast<double>((lines + n - 1) / n);
        const double ratio =
            static_cast<double>(n) * (columns.width() + columns.gap) / (rows * columns.row + columns.row);
        const double distance = std::abs(std::log(ratio / aspect));
        if (distance < best_distance) best = n;
        best_distance = std::min(best_distance, distance);
    }
    return best;
}

std::string kind_name(CodeKind kind)
{
    return kind == CodeKind::source ? "source" : kind == CodeKind::ptx ? "PTX" : "SASS";
}

/// Explains the picture's marks; empty if it has none.
std::string legend_of(const DrawnCode& code)
{
    std::string words;
    const auto add = [&](const std::string& sentence) { words += (words.empty() ? "" : " ") + sentence; };
    if (code.lane) add("Beside each line: live registers. " + teaching::peak_words(*code.lane));
    if (std::ranges::any_of(code.lines, &DrawnLine::touches_local)) add("Marked lines touch local memory.");
    if (std::ranges::find(code.lines, dots, &DrawnLine::number) != code.lines.end())
        add(std::string(dots) + ": lines of other kernels.");
    return words;
}

/// Reason not to draw code that is too long to read and takes minutes to draw; empty if it can be drawn.
std::optional<model::Error> why_too_long(const DrawnCode& code)
{
    std::size_t characters = 0;
    for (const DrawnLine& line : code.lines) {
        characters += line.text.size();
        if (line.text.size() > max_line_bytes)
            return model::Error{"line " + line.number + " of the code is too long for a picture: " +
                                    std::to_string(line.text.size()) + " characters",
                                "the code", "break the line, or copy the text"};
    }
    if (characters > max_characters)
        return model::Error{"the code is too long for a picture: " + std::to_string(characters) + " characters",
                            "the code", "copy the text"};
    return std::nullopt;
}

}  // namespace

model::Expected<charts::Drawing> code_drawing(const session::SessionView& session, CodeKind kind, double aspect,
                                              const charts::ChartStyle& style, const charts::TextMeasure& measure)
{
    const auto code = read_code(session, kind);
    if (!code) return code.error();
    if (const auto error = why_too_long(*code)) return *error;
    charts::Drawing drawing;
    CodePainter painter(drawing, *code, style, measure);
    const DrawnColumns& columns = painter.columns();
    const std::size_t count = columns_for(columns, code->lines.size(), aspect);
    const std::size_t rows = (code->lines.size() + count - 1) / count;
    const model::Variant* variant = session.experiment().find_variant(session.selection().focus);
    const std::string title =
        (variant == nullptr ? session.selection().focus : shown_name(*variant)) + ": " + kind_name(kind);
    drawing.size.width =
        std::max(2 * style.padding + static_cast<double>(count) * (columns.width() + columns.gap) - columns.gap,
                 measure.width(title, FontRole::title, style.font(FontRole::title)) + 2 * style.padding + 1);
    drawing.primitives.emplace_back(Box{});  // the background; its height is set at the end
    charts::CardText text(drawing, style, measure);
    text.add_wrapped(title, FontRole::title, ColourRole::text);
    text.add_wrapped(legend_of(*code), FontRole::subtitle, ColourRole::text_muted);
    const double top = text.top + 4 * style.scale;
    for (std::size_t i = 0; i < code->lines.size(); ++i)
        painter.draw(code->lines[i], style.padding + static_cast<double>(i / rows) * (columns.width() + columns.gap),
                     top + static_cast<double>(i % rows) * columns.row);
    drawing.size.height = std::ceil(top + static_cast<double>(rows) * columns.row + style.padding);
    drawing.primitives.front() =
        Box{{0, 0, drawing.size.width, drawing.size.height}, style.rounding, {ColourRole::background, 0, 1}};
    return drawing;
}

}  // namespace spillway::window
