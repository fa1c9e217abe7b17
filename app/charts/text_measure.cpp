#include "app/charts/text_measure.h"

#include <array>
#include <cstdint>

namespace spillway::charts {
namespace {

/// Advance widths of U+0020 to U+007E in thousandths of an em: the larger one of DejaVu Sans and Inter.
constexpr std::array<short, 95> latin_widths{
    318, 401, 460, 838, 638, 950, 780, 275, 390, 390, 500, 838, 318, 460,  318, 357, 636, 636, 636,
    636, 642, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 727, 770, 632,
    587, 775, 752, 295, 543, 656, 563, 889, 753, 787, 635, 787, 695, 638,  642, 741, 684, 989, 685,
    665, 685, 390, 357, 390, 838, 500, 500, 613, 635, 558, 635, 615, 361,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 523, 392, 634, 592, 818, 592, 592,  541, 636, 337, 636, 838,
};
constexpr double bold_factor = 1.08;

struct Decoded {
    std::uint32_t code = 0xfffd;
    std::size_t length = 1;  ///< bytes consumed
    bool valid = false;
};

/// Decodes the first character of a non-empty text. Overlong forms and surrogates are invalid.
Decoded decode(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {};
    std::uint32_t code = lead & (0xff >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr std::uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return {};
    return {code, length, true};
}

double em_width(std::uint32_t code)
{
    if (code < 0x20) return 0;
    if (code <= 0x7e) return latin_widths[code - 0x20] / 1000.0;
    if (code == 0xb7) return 0.32;  // middle dot
    if (code < 0x500) return 0.68;  // accented Latin, Greek, Cyrillic
    if (code >= 0x2010 && code <= 0x2027) return code == 0x2014 || code == 0x2026 ? 1.0 : 0.6;
    return 1.0;
}

/// Width in DejaVu Sans Mono, which is at least as wide as the other monospaced fonts.
double code_width(std::uint32_t code)
{
    return code < 0x20 ? 0 : code < 0x2e80 ? 0.602 : 1.0;
}

}  // namespace

double EstimatedTextMeasure::width(std::string_view text, FontRole font, double pixels) const
{
    double ems = 0;
    while (!text.empty()) {
        const Decoded character = decode(text);
        ems += font == FontRole::code ? code_width(character.code) : em_width(character.code);
        text.remove_prefix(character.length);
    }
    return ems * pixels * (is_bold(font) ? bold_factor : 1.0);
}

double EstimatedTextMeasure::line_height(FontRole, double pixels) const
{
    return 1.25 * pixels;
}
double EstimatedTextMeasure::ascent(FontRole, double pixels) const
{
    return 0.96 * pixels;
}

std::string elided(std::string_view text, double width, FontRole font, double pixels, const TextMeasure& measure)
{
    if (measure.width(text, font, pixels) <= width) return std::string(text);
    std::string best;
    for (std::size_t end = 0; end < text.size();) {
        std::string shorter(text.substr(0, end));
        while (shorter.ends_with(' ')) shorter.pop_back();
        shorter += "…";
        if (measure.width(shorter, font, pixels) > width) break;
        best = std::move(shorter);
        end += decode(text.substr(end)).length;
    }
    // Drop a lone ellipsis.
    return best == "…" ? std::string() : best;
}

std::string cut_in_middle(std::string_view text, double width, const std::function<double(std::string_view)>& measure)
{
    constexpr std::size_t longest = 1000;  // bytes; a longer text does not fit on any screen
    if (text.size() <= longest && measure(text) <= width) return std::string(text);
    constexpr double share_of_end = 0.6;
    const double room = width - measure("…");
    std::size_t begin = 0, end = text.size();
    for (std::size_t before = end; before > 0;) {
        do --before;
        while (before > 0 && (static_cast<unsigned char>(text[before]) & 0xc0) == 0x80);
        if (measure(text.substr(before)) > share_of_end * room) break;
        end = before;
    }
    const double rest = room - measure(text.substr(end));
    while (begin < end) {
        const std::size_t next = begin + decode(text.substr(begin)).length;
        if (next > end || measure(text.substr(0, next)) > rest) break;
        begin = next;
    }
    if (begin == 0 && end == text.size()) return {};
    return std::string(text.substr(0, begin)) + "…" + std::string(text.substr(end));
}

std::vector<std::string> wrapped(std::string_view text, double width, std::size_t max_lines, FontRole font,
                                 double pixels, const TextMeasure& measure)
{
    std::vector<std::string> lines;
    while (!text.empty() && lines.size() < max_lines) {
        const bool is_last = lines.size() + 1 == max_lines;
        if (is_last || measure.width(text, font, pixels) <= width) {
            lines.push_back(elided(text, width, font, pixels, measure));
            break;
        }
        std::size_t fits = 0;
        for (std::size_t space = text.find(' '); space != std::string_view::npos; space = text.find(' ', space + 1)) {
            if (measure.width(text.substr(0, space), font, pixels) > width) break;
            fits = space;
        }
        if (fits == 0) fits = std::min(text.find(' '), text.size());
        lines.push_back(elided(text.substr(0, fits), width, font, pixels, measure));
        text.remove_prefix(std::min(fits + 1, text.size()));
    }
    std::erase(lines, "");
    return lines;
}

std::string one_clean_line(std::string_view text)
{
    std::string clean;
    clean.reserve(text.size());
    while (!text.empty()) {
        const Decoded character = decode(text);
        const bool is_control = character.code < 0x20 || (character.code >= 0x7f && character.code < 0xa0);
        const bool is_forbidden = !character.valid || character.code == 0xfffe || character.code == 0xffff;
        if (is_forbidden)
            clean += "\xef\xbf\xbd";
        else if (is_control)
            clean += ' ';
        else
            clean += text.substr(0, character.length);
        text.remove_prefix(character.length);
    }
    return clean;
}

}  // namespace spillway::charts
