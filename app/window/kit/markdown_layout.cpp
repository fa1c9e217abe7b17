#include "app/window/kit/markdown_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/lessons/code_lines.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

using lessons::markdown::Block;
using lessons::markdown::BlockKind;
using lessons::markdown::LinkKind;

/// Length of the UTF-8 character that starts at `at`; 1 for a stray byte.
std::size_t character_length(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return std::min(length, text.size() - at);
}

/// Chinese, Japanese and Korean text breaks between any two characters.
bool breaks_anywhere(std::string_view text, std::size_t at)
{
    const auto lead = static_cast<unsigned char>(text[at]);
    return lead >= 0xe3 && lead <= 0xed;
}

/// The next unbreakable part: spaces, then a word (or one character where any break is allowed).
std::string_view next_word(std::string_view text)
{
    std::size_t at = 0;
    while (at < text.size() && text[at] == ' ') ++at;
    const std::size_t start = at;
    while (at < text.size() && text[at] != ' ') {
        const bool breaks = breaks_anywhere(text, at);
        if (breaks && at > start) break;
        at += character_length(text, at);
        if (breaks) break;
    }
    return text.substr(0, at);
}

std::string plain_text(const lessons::markdown::Text& text)
{
    std::string plain;
    for (const lessons::markdown::Span& span : text) {
        plain += span.text;
        if (span.line_break) plain += '\n';
    }
    return plain;
}

std::string copy_text(const Block& block)
{
    if (block.kind == BlockKind::code) return block.code;
    if (block.kind != BlockKind::table) return plain_text(block.text);
    std::string text;
    for (const auto& row : block.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) text += (i ? "\t" : "") + plain_text(row[i]);
        text += '\n';
    }
    return text;
}

using Face = MarkdownLayout::Face;
using Look = MarkdownLayout::Look;
using Piece = MarkdownLayout::Piece;
using GroundKind = MarkdownLayout::GroundKind;

/// Puts spans onto lines between `left` and `right`.
struct Flow {
    std::vector<Piece>& pieces;
    const Theme& theme;
    Face face, bold;
    Look look;
    float left, right, x, y, line_height;
    int& span_id;  ///< counts through the whole document, so that two flows never share a span
    float widest = 0;
    float next_width = 0;                     ///< width of the next span's first word
    std::size_t first_piece = pieces.size();  ///< earlier pieces belong to other flows

    void put(const lessons::markdown::Text& text, const std::vector<lessons::markdown::Link>& links)
    {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const lessons::markdown::Span& span = text[i];
            ++span_id;
            next_width = i + 1 < text.size() && !span.line_break ? first_word_width(text[i + 1]) : 0;
            const bool ends_link = i + 1 == text.size() || text[i + 1].link != span.link;
            put_span(span, span.link >= 0 ? links[span.link].kind : LinkKind::none, ends_link);
            if (span.line_break) new_line();
        }
    }

    [[nodiscard]] float width_of(Face of, std::string_view text) const { return text_size(font_of(theme, of), text).x; }

    [[nodiscard]] float first_word_width(const lessons::markdown::Span& span) const
    {
        return width_of(span.code ? Face::code : face, next_word(span.text)) + (span.code ? 8 * theme.scale : 0);
    }

    void put_span(const lessons::markdown::Span& span, LinkKind kind, bool ends_link)
    {
        const bool is_strong = span.bold || kind == LinkKind::claim || span.variant >= 0;
        const Face used = span.code ? Face::code : is_strong ? bold : face;
        if (span.variant >= 0) put_marker_room(span.text, used);
        if (kind == LinkKind::set) x += x > left ? 6 * theme.scale : 0;
        // The tint behind code needs space on both sides.
        if (span.code) x += x > left ? 4 * theme.scale : 0;
        std::string_view rest = span.text;
        while (!rest.empty()) {
            std::string_view word = next_word(rest);
            rest.remove_prefix(word.size());
            put_word(word, used, span, rest.empty());
        }
        // Space for the mark after a claim, and for a button's padding.
        if (kind == LinkKind::claim && ends_link) x += 17 * theme.scale;
        if (kind == LinkKind::set) x += 6 * theme.scale;
        if (span.code) x += 4 * theme.scale;
    }

    /// Keeps the marker on the line of its label's first word.
    void put_marker_room(std::string_view label, Face used)
    {
        const float marker = variant_marker_width(theme);
        if (x + marker + width_of(used, next_word(label)) > right && x > left) new_line();
        x += marker;
    }

    void put_word(std::string_view word, Face used, const lessons::markdown::Span& span, bool is_last)
    {
        float width = width_of(used, word);
        // An opening bracket stays with the word after it.
        const bool opens = is_last && (word.ends_with('(') || word.ends_with('['));
        const float needed = width + (opens ? next_width : 0);
        // Punctuation after a claim's mark stays on the mark's line.
        const bool clings = word.find_first_not_of(",.;:!?)") == std::string_view::npos;
        if (x + needed > right && x > left && !clings) {
            new_line();
            while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
            width = width_of(used, word);
        }
        // A word longer than the line is cut at the line's end.
        while (left + width > right && word.size() > 1 && x <= left) {
            std::size_t fits = character_length(word, 0);
            while (fits < word.size() &&
                   width_of(used, word.substr(0, fits + character_length(word, fits))) < right - left)
                fits += character_length(word, fits);
            if (fits >= word.size()) break;
            add(word.substr(0, fits), used, span);
            new_line();
            word.remove_prefix(fits);
            width = width_of(used, word);
        }
        add(word, used, span);
    }

    void add(std::string_view word, Face used, const lessons::markdown::Span& span)
    {
        if (word.empty()) return;
        const float width = width_of(used, word);
        const bool joins = pieces.size() > first_piece && pieces.back().span == span_id && pieces.back().y == y;
        if (joins) {
            pieces.back().text += word;
            pieces.back().width += width;
        } else {
            // Spaces between two styles only move the position.
            std::size_t spaces = 0;
            while (spaces < word.size() && word[spaces] == ' ') ++spaces;
            x += width_of(used, word.substr(0, spaces));
            word.remove_prefix(spaces);
            if (word.empty()) return;
            const Look piece_look = span.code && look == Look::text ? Look::code : look;
            pieces.push_back({x, y, width_of(used, word), line_height, std::string(word), used, piece_look, span.italic,
                              span.code, span.link, span_id, span.term, span.variant});
        }
        x = pieces.back().x + pieces.back().width;
        widest = std::max(widest, x - left);
    }

    void new_line()
    {
        x = left;
        y += line_height;
    }
    [[nodiscard]] float bottom() const { return y + line_height; }
};

/// Stacks the blocks from top to bottom.
class Typesetter {
public:
    Typesetter(const lessons::markdown::Document& document, const Theme& theme, TextWidths widths)
        : document_(document), theme_(theme), width_(widths.column), code_width_(widths.code)
    {
    }
    MarkdownLayout set();

private:
    void set_block(const Block& block);
    void set_code(const Block& block, float left);
    void set_table(const Block& block, float left);

    const lessons::markdown::Document& document_;
    const Theme& theme_;
    float width_, code_width_;
    MarkdownLayout layout_;
    float y_ = 0;
    int span_id_ = 0;
};

MarkdownLayout Typesetter::set()
{
    for (const Block& block : document_.blocks) set_block(block);
    layout_.height = y_;
    return std::move(layout_);
}

void Typesetter::set_block(const Block& block)
{
    const float body = text_size(theme_.body, "0").y;
    const bool is_item = !block.marker.empty();
    const bool is_heading = block.kind == BlockKind::heading;
    // Space above: wide before headings, narrow between the items of a list.
    if (y_ > 0) y_ += is_heading ? body * (block.level <= 2 ? 0.9F : 0.6F) : is_item ? body * 0.22F : body * 0.55F;
    const float left = static_cast<float>(block.indent) * body * 1.35F;
    const float top = y_;
    if (block.kind == BlockKind::code)
        set_code(block, left);
    else if (block.kind == BlockKind::table)
        set_table(block, left);
    else if (block.kind == BlockKind::rule) {
        layout_.grounds.push_back({left, y_ + body / 2, width_ - left, theme_.scale, GroundKind::rule});
        y_ += body;
    } else {
        const Face face = !is_heading ? Face::body : block.level <= 1 ? Face::heading : Face::body_bold;
        const Face bold = is_heading && block.level <= 1 ? Face::heading : Face::body_bold;
        const Look look =
            is_heading ? (block.level >= 3 ? Look::muted : Look::heading) : (block.quoted ? Look::muted : Look::text);
        const float line = std::round(text_size(font_of(theme_, face), "0").y * (is_heading ? 1.25F : 1.38F));
        Flow flow{layout_.pieces, theme_, face, bold, look, left, width_, left, y_, line, span_id_};
        flow.put(block.text, document_.links);
        y_ = flow.bottom();
        if (is_item) {
            const float marker = text_size(theme_.body, block.marker).x;
            layout_.pieces.push_back(
                {left - marker - body * 0.45F, top, marker, line, block.marker, Face::body, Look::muted});
        }
    }
    if (block.quoted) {
        const float bar = 3 * theme_.scale;
        layout_.grounds.push_back({left - body * 0.9F, top, bar, y_ - top, GroundKind::quote});
    }
    layout_.extents.push_back({top, y_, copy_text(block)});
}

void Typesetter::set_code(const Block& block, float left)
{
    const float inset = theme_.padding * 0.8F, top = y_;
    const float line = std::round(text_size(theme_.code, "0").y * 1.25F);
    y_ += inset;
    float widest = width_ - left;  // the box of longer code extends beyond the column if there is room
    const float characters = (code_width_ - left - 2 * inset) / text_size(theme_.code, "0").x;
    for (const std::string& text :
         lessons::code_lines(block.code, static_cast<std::size_t>(std::max(1.0F, characters)))) {
        if (!text.empty()) {
            const float length = text_size(theme_.code, text).x;
            widest = std::max(widest, length + 2 * inset);
            layout_.pieces.push_back({left + inset, y_, length, line, text, Face::code, Look::code});
        }
        y_ += line;
    }
    y_ += inset;
    layout_.grounds.push_back({left, top, widest, y_ - top, GroundKind::code});
}

/// Fits columns into `room` by narrowing the widest first, so that columns of names or numbers stay whole.
void narrow_widest(std::vector<float>& widths, float room, float least)
{
    std::vector<float> ascending = widths;
    std::sort(ascending.begin(), ascending.end());
    float left_over = room;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        const float share = left_over / static_cast<float>(ascending.size() - i);
        if (ascending[i] > share) {
            for (float& width : widths) width = std::min(width, std::max(share, least));
            return;
        }
        left_over -= ascending[i];
    }
}

void Typesetter::set_table(const Block& block, float left)
{
    if (block.rows.empty() || block.alignment.empty()) return;
    const std::size_t columns = block.alignment.size();
    const float gap = theme_.padding * 1.6F, line = std::round(text_size(theme_.body, "0").y * 1.3F);
    std::vector<float> widths(columns, 2 * line);
    const auto flow_cell = [&](std::vector<Piece>& into, const lessons::markdown::Text& cell, bool head, float x,
                               float y, float room) {
        const Face face = head ? Face::body_bold : Face::body;
        Flow flow{into, theme_, face, Face::body_bold, head ? Look::muted : Look::text, x, x + room,
                  x,    y,      line, span_id_};
        flow.put(cell, document_.links);
        return std::pair(flow.widest, flow.bottom());
    };
    for (std::size_t r = 0; r < block.rows.size(); ++r)
        for (std::size_t c = 0; c < std::min(columns, block.rows[r].size()); ++c) {
            std::vector<Piece> unused;
            widths[c] = std::max(widths[c], flow_cell(unused, block.rows[r][c], r == 0, 0, 0, 1e6F).first + 1);
        }
    const float gaps = gap * static_cast<float>(columns - 1);
    narrow_widest(widths, width_ - left - gaps, line);
    const float sum = std::accumulate(widths.begin(), widths.end(), gaps);
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
        float x = left, bottom = y_ + line;
        for (std::size_t c = 0; c < std::min(columns, block.rows[r].size()); ++c) {
            const float room = widths[c];
            const std::size_t first = layout_.pieces.size();
            const auto [used, end] = flow_cell(layout_.pieces, block.rows[r][c], r == 0, x, y_, room + 1);
            const float shift = block.alignment[c] == 'r'   ? room - used
                                : block.alignment[c] == 'c' ? (room - used) / 2
                                                            : 0;
            for (std::size_t i = first; i < layout_.pieces.size(); ++i) layout_.pieces[i].x += std::max(0.0F, shift);
            bottom = std::max(bottom, end);
            x += room + gap;
        }
        y_ = bottom;
        if (r == 0)
            layout_.grounds.push_back({left, y_, std::min(sum, width_ - left), theme_.scale, GroundKind::table_head});
        y_ += r == 0 ? 4 * theme_.scale : theme_.scale;
    }
}

}  // namespace

ImFont* font_of(const Theme& theme, Face face)
{
    switch (face) {
        case Face::body: return theme.body;
        case Face::body_bold: return theme.body_bold;
        case Face::heading: return theme.heading;
        case Face::code: return theme.code;
    }
    return theme.body;
}

float variant_marker_width(const Theme& theme)
{
    return std::round(15 * theme.scale);
}

MarkdownLayout lay_out_markdown(const lessons::markdown::Document& document, const Theme& theme, TextWidths widths)
{
    return Typesetter(document, theme, widths).set();
}

}  // namespace spillway::window
