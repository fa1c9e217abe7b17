#include "app/room/secrets.h"

#include <algorithm>
#include <cstdint>

#include "app/base/output_file.h"

namespace spillway::room {
namespace {

constexpr std::string_view code_characters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
constexpr std::string_view token_characters = "0123456789abcdef";
constexpr std::size_t code_length = 10, token_length = 32;

bool consists_of(std::string_view text, std::string_view characters)
{
    return text.find_first_not_of(characters) == std::string_view::npos;
}

}  // namespace

std::string new_room_code()
{
    const std::string digits = base::random_name();
    if (digits.empty()) return {};
    std::uint64_t bits = std::stoull(digits, nullptr, 16);
    std::string code;
    for (std::size_t i = 0; i < code_length; ++i, bits >>= 5) code += code_characters[bits & 31];
    return code;
}

bool is_room_code(std::string_view text)
{
    return text.size() == code_length && consists_of(text, code_characters);
}

std::string new_token()
{
    const std::string first = base::random_name(), second = base::random_name();
    return first.empty() || second.empty() ? std::string() : first + second;
}

bool is_token(std::string_view text)
{
    return text.size() == token_length && consists_of(text, token_characters);
}

bool is_same_secret(std::string_view given, std::string_view secret)
{
    unsigned difference = given.size() == secret.size() && !secret.empty() ? 0 : 1;
    const std::size_t common = std::min(given.size(), secret.size());
    for (std::size_t i = 0; i < common; ++i)
        difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(secret[i]);
    // Volatile, so that the compiler cannot end the loop early.
    const volatile unsigned result = difference;
    return result == 0;
}

}  // namespace spillway::room
