#include "app/ptx/token_stream.h"

#include <bit>
#include <charconv>
#include <cstdlib>

namespace spillway::ptx {
namespace {

std::optional<std::uint64_t> digits(std::string_view text, int base)
{
    std::uint64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

}  // namespace

std::int64_t TokenStream::take_count(std::int64_t most)
{
    const Token token = take();
    const auto value = token.kind == Token::Kind::number ? read_integer(token.text) : std::nullopt;
    if (!value || *value > static_cast<std::uint64_t>(most)) {
        fail(token.line, "there is \"" + std::string(token.text.substr(0, 60)) + "\" where a number up to " +
                             std::to_string(most) + " belongs");
        return 0;
    }
    return static_cast<std::int64_t>(*value);
}

std::optional<std::uint64_t> read_integer(std::string_view text)
{
    while (!text.empty() && (text.back() == 'U' || text.back() == 'u')) text.remove_suffix(1);
    if (text.starts_with("0x") || text.starts_with("0X")) return digits(text.substr(2), 16);
    if (text.starts_with("0b") || text.starts_with("0B")) return digits(text.substr(2), 2);
    if (text.size() > 1 && text[0] == '0') return digits(text.substr(1), 8);
    return digits(text, 10);
}

std::optional<std::uint64_t> read_float(std::string_view text, bool is_double)
{
    const bool is_single_bits = text.starts_with("0f") || text.starts_with("0F");
    const bool is_double_bits = text.starts_with("0d") || text.starts_with("0D");
    double value = 0;
    if (is_single_bits || is_double_bits) {
        const auto bits = digits(text.substr(2), 16);
        if (!bits || (is_single_bits && *bits > 0xffffffff)) return std::nullopt;
        if (is_single_bits && !is_double) return *bits;
        if (is_double_bits && is_double) return *bits;
        value = is_single_bits ? std::bit_cast<float>(static_cast<std::uint32_t>(*bits)) : std::bit_cast<double>(*bits);
    } else {
        if (text.find_first_of(".eE") == std::string_view::npos || text.starts_with("0x")) return std::nullopt;
        const std::string copy(text);
        char* end = nullptr;
        value = std::strtod(copy.c_str(), &end);
        if (end != copy.c_str() + copy.size()) return std::nullopt;
    }
    if (is_double) return std::bit_cast<std::uint64_t>(value);
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

std::optional<std::uint64_t> read_signed_number(std::string_view text, bool is_double, bool is_minus)
{
    if (const auto whole = read_integer(text)) return is_minus ? ~*whole + 1 : *whole;
    const auto real = read_float(text, is_double);
    const std::uint64_t sign = std::uint64_t{1} << (is_double ? 63 : 31);
    return real && is_minus ? *real ^ sign : real;
}

}  // namespace spillway::ptx
