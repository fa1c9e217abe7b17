#include "app/catalogue/warp_place.h"

#include <array>
#include <charconv>
#include <utility>

namespace spillway::catalogue {
namespace {

constexpr std::array stop_words{std::pair{WarpStop::line, std::string_view("line")},
                                std::pair{WarpStop::divergence, std::string_view("divergence")},
                                std::pair{WarpStop::access, std::string_view("access")},
                                std::pair{WarpStop::barrier, std::string_view("barrier")},
                                std::pair{WarpStop::fault, std::string_view("fault")}};

std::optional<std::int64_t> whole_number(std::string_view text, std::int64_t min, std::int64_t max)
{
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, number);
    const bool has_leading_zero = text.size() > 1 && text.front() == '0';
    if (text.empty() || failed != std::errc() || stop != end || has_leading_zero || number < min || number > max)
        return std::nullopt;
    return number;
}

}  // namespace

std::string format_warp_place(const WarpPlace& place)
{
    std::string text = std::to_string(place.block) + ":" + std::to_string(place.warp) + ":";
    for (const auto& [stop, word] : stop_words)
        if (stop == place.stop) text += word;
    return text + std::to_string(place.number);
}

std::optional<WarpPlace> parse_warp_place(std::string_view text)
{
    const std::size_t first = text.find(':');
    const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const auto block = whole_number(text.substr(0, first), 0, max_warp_block);
    const auto warp = whole_number(text.substr(first + 1, second - first - 1), 0, max_warp);
    WarpPlace place;
    std::string_view at = text.substr(second + 1);
    for (const auto& [stop, word] : stop_words)
        if (at.starts_with(word)) {
            place.stop = stop;
            at.remove_prefix(word.size());
            break;
        }
    const auto number = whole_number(at, 1, max_warp_number);
    if (!block || !warp || !number) return std::nullopt;
    place.block = *block;
    place.warp = static_cast<int>(*warp);
    place.number = *number;
    return place;
}

}  // namespace spillway::catalogue
