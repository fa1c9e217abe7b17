#include "app/catalogue/plain/token_scan.h"

namespace spillway::catalogue {

std::size_t end_of_name(std::string_view text, std::size_t at)
{
    while (at < text.size() && continues_name(text[at])) ++at;
    return at;
}

std::size_t end_of_number(std::string_view text, std::size_t at)
{
    constexpr std::string_view exponents = "eEpP";
    const bool is_hex = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0X";
    for (; at < text.size(); ++at) {
        const char c = text[at];
        const bool after_exponent =
            at > 0 && exponents.substr(is_hex ? 2 : 0, 2).find(text[at - 1]) != std::string_view::npos;
        const bool is_exponent = (c == '+' || c == '-') && after_exponent;
        const bool separates = c == '\'' && at + 1 < text.size() && continues_name(text[at + 1]);
        if (!continues_name(c) && c != '.' && !is_exponent && !separates) break;
    }
    return at;
}

std::size_t end_of_quoted(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at)
        if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
    return at < text.size() && text[at] == quote ? at + 1 : at;
}

}  // namespace spillway::catalogue
