#include "app/judging/number_text.h"

#include <array>
#include <cmath>
#include <locale>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "app/model/grouped.h"

namespace spillway::judging {
namespace {

using model::Error;

constexpr std::size_t max_characters = 80;
constexpr double max_number = 1e15;

/// Spaces and apostrophes that group digits: ASCII, no-break, narrow no-break, thin, and both apostrophes.
constexpr std::array<std::string_view, 6> separators{" ", "\xc2\xa0",    "\xe2\x80\xaf", "\xe2\x80\x89",
                                                     "'", "\xe2\x80\x99"};
constexpr std::string_view minus_sign = "\xe2\x88\x92";

Error refusal(std::string what, std::string advice)
{
    return {std::move(what), "", std::move(advice)};
}

Error no_number()
{
    return refusal("this is not one number", "type one number, for instance 128");
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text)
{
    std::string all(text);
    for (char& c : all) c = lower(c);
    return all;
}

std::string replaced(std::string text, std::string_view what, std::string_view by)
{
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

/// Turns the minus sign into '-' and each grouping character into a space, and trims the text.
std::string simplified(std::string_view text)
{
    std::string all = replaced(std::string(text), minus_sign, "-");
    for (const std::string_view each : separators) all = replaced(std::move(all), each, " ");
    for (char& c : all)
        if (c == '\t' || c == '\n' || c == '\r') c = ' ';
    const std::size_t begin = all.find_first_not_of(' ');
    if (begin == std::string::npos) return {};
    return all.substr(begin, all.find_last_not_of(' ') - begin + 1);
}

/// A text split after the leading part that may be a number: sign, digits, separators, and an exponent.
struct Parts {
    std::string sign, digits, exponent;  ///< digits with their separators
    std::string rest;
};

Parts split(const std::string& text)
{
    Parts parts;
    std::size_t at = 0;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) parts.sign = text[at++];
    const std::size_t begin = at;
    while (at < text.size() && (is_digit(text[at]) || text[at] == ',' || text[at] == '.' ||
                                (text[at] == ' ' && at + 1 < text.size() && is_digit(text[at + 1]))))
        ++at;
    parts.digits = text.substr(begin, at - begin);
    if (at < text.size() && lower(text[at]) == 'e') {
        std::size_t end = at + 1;
        if (end < text.size() && (text[end] == '-' || text[end] == '+')) ++end;
        const std::size_t first = end;
        while (end < text.size() && is_digit(text[end])) ++end;
        if (end > first) {
            parts.exponent = "e" + text.substr(at + 1, end - at - 1);
            at = end;
        }
    }
    const std::size_t rest = text.find_first_not_of(' ', at);
    parts.rest = rest == std::string::npos ? "" : text.substr(rest);
    return parts;
}

std::vector<std::string> pieces_of(const std::string& digits, char separator)
{
    std::vector<std::string> pieces;
    std::size_t begin = 0;
    for (std::size_t end; (end = digits.find(separator, begin)) != std::string::npos; begin = end + 1)
        pieces.push_back(digits.substr(begin, end - begin));
    pieces.push_back(digits.substr(begin));
    return pieces;
}

/// Whether the pieces form a grouped whole number: one to three digits without a leading 0, then three each.
bool are_groups(const std::vector<std::string>& pieces)
{
    const std::string& first = pieces.front();
    if (first.empty() || first.size() > 3 || first.front() == '0') return false;
    for (std::size_t i = 1; i < pieces.size(); ++i)
        if (pieces[i].size() != 3 || pieces[i].find_first_not_of("0123456789") != std::string::npos) return false;
    return first.find_first_not_of("0123456789") == std::string::npos;
}

/// The digits without groups if `separator` groups them correctly; empty if not.
std::optional<std::string> ungrouped(const std::string& digits, char separator)
{
    const std::vector<std::string> pieces = pieces_of(digits, separator);
    if (pieces.size() == 1) return digits;
    if (!are_groups(pieces)) return std::nullopt;
    std::string all;
    for (const std::string& piece : pieces) all += piece;
    return all;
}

std::optional<std::string> joined(const std::optional<std::string>& whole, const std::string& fraction)
{
    if (!whole || fraction.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
    return *whole + "." + fraction;
}

/// The digits without groups and with '.' as the decimal sign; empty if they are ambiguous or invalid.
std::optional<std::string> plain_digits(const std::string& digits)
{
    const std::size_t comma = digits.rfind(','), dot = digits.rfind('.');
    const bool has_comma = comma != std::string::npos, has_dot = dot != std::string::npos;
    if (digits.find(' ') != std::string::npos) {
        const std::size_t sign = digits.find_first_of(",.");
        const auto whole = ungrouped(digits.substr(0, sign), ' ');
        return sign == std::string::npos ? whole : joined(whole, digits.substr(sign + 1));
    }
    if (has_comma && has_dot)
        return comma < dot ? joined(ungrouped(digits.substr(0, dot), ','), digits.substr(dot + 1))
                           : joined(ungrouped(digits.substr(0, comma), '.'), digits.substr(comma + 1));
    if (has_comma) {
        if (auto whole = ungrouped(digits, ',')) return whole;
        return joined(digits.substr(0, comma), digits.substr(comma + 1));
    }
    // A single dot is the decimal sign; several dots group.
    if (has_dot && digits.find('.') != dot) return ungrouped(digits, '.');
    return digits;
}

/// Bytes per unit of size; empty for other units.
std::optional<double> bytes_of(const std::string& unit)
{
    if (unit == "b" || unit == "byte" || unit == "bytes") return 1;
    if (unit == "kib") return 1024.0;
    if (unit == "mib") return 1024.0 * 1024;
    if (unit == "gib") return 1024.0 * 1024 * 1024;
    return std::nullopt;
}

bool is_ambiguous_size(const std::string& unit)
{
    return unit == "k" || unit == "m" || unit == "g" || unit == "kb" || unit == "mb" || unit == "gb";
}

/// Normalizes a unit: "element" and "elements" are one unit, as are "%" and "percent"; "m" and "ms" are two.
std::string singular(std::string unit)
{
    if (unit == "percent" || unit == "per cent" || unit == "pct" || unit == "prozent") return "%";
    constexpr std::size_t longest_short_unit = 3;
    if (unit.size() > longest_short_unit && unit.back() == 's') unit.pop_back();
    return unit;
}

/// Factor from the typed unit to the question's unit.
model::Expected<double> factor_of(std::string_view typed, std::string_view unit)
{
    const std::string theirs = lowered(typed), ours = lowered(unit);
    if (theirs.empty() || singular(theirs) == singular(ours)) return 1.0;
    const auto from = bytes_of(theirs), to = bytes_of(ours);
    if (from && to) return *from / *to;
    if (to && is_ambiguous_size(theirs))
        return refusal(fmt::format("\"{}\" can mean powers of 1,000 or of 1,024", typed),
                       fmt::format("type KiB, MiB or GiB, or the number of {}", unit));
    if (theirs.find_first_of("0123456789") != std::string::npos) return no_number();
    if (unit.empty())
        return refusal(fmt::format("\"{}\" is not part of a number", typed), "type the number alone, for instance 128");
    return refusal(fmt::format("\"{}\" is another unit", typed), fmt::format("type the number in {}", unit));
}

}  // namespace

std::string number_text(double value)
{
    std::string text = fmt::format("{}", value == 0 ? 0.0 : value);
    return text.find('e') == std::string::npos ? model::grouped(std::move(text)) : text;
}

std::optional<double> plain_number(std::string_view text)
{
    std::istringstream in{std::string(text)};
    in.imbue(std::locale::classic());
    double number = 0;
    in >> number;
    const bool is_whole = !in.fail() && (in.eof() || in.peek() == std::char_traits<char>::eof());
    if (!is_whole || !std::isfinite(number)) return std::nullopt;
    return number;
}

double rounded(double value)
{
    const double size = std::abs(value);
    if (!std::isfinite(value) || size >= max_number || value == std::round(value)) return value;
    if (size >= 1000) return std::round(value);
    return plain_number(fmt::format("{:.3g}", value)).value_or(value);
}

std::string quantity_text(double value, std::string_view unit)
{
    return unit.empty() ? number_text(value) : fmt::format("{} {}", number_text(value), unit);
}

std::string share_text(double share)
{
    return share < 0.995 ? fmt::format("{:.2g} %", share * 100) : fmt::format("{:.1f} times", share);
}

model::Expected<double> read_number(std::string_view text, std::string_view unit)
{
    if (text.size() > max_characters) return no_number();
    const Parts parts = split(simplified(text));
    const auto digits = plain_digits(parts.digits);
    if (!digits || digits->find_first_of("0123456789") == std::string::npos) return no_number();
    const auto number = plain_number(parts.sign + *digits + parts.exponent);
    if (!number) return no_number();
    const auto factor = factor_of(parts.rest, unit);
    if (!factor) return factor.error();
    const double value = *number * *factor;
    if (std::abs(value) > max_number) return refusal("this number is too large", "type a number up to 1e15");
    return value;
}

}  // namespace spillway::judging
