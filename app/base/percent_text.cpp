#include "app/base/percent_text.h"

#include <charconv>

namespace spillway::base {

std::string percent_encoded(std::string_view text, std::string_view plain)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        if (plain.find(each) != std::string_view::npos)
            encoded += each;
        else
            encoded.append({'%', digits[byte >> 4U], digits[byte & 15U]});
    }
    return encoded;
}

std::optional<std::string> percent_decoded(std::string_view text)
{
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%') {
            decoded += text[at];
            continue;
        }
        const std::string_view digits = text.substr(at + 1, 2);
        const char* const end = digits.data() + digits.size();
        unsigned char byte = 0;
        if (digits.size() != 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end) return std::nullopt;
        decoded += static_cast<char>(byte);
        at += digits.size();
    }
    return decoded;
}

}  // namespace spillway::base
