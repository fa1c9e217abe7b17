#include "app/protocol/heading.h"

#include <nlohmann/json.hpp>

#include "app/protocol/messages.h"

namespace spillway::protocol {

Heading heading_of(std::string_view line)
{
    Heading heading;
    if (line.size() > max_line_bytes) return heading;
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) return heading;
    if (const auto type = json.find("type"); type != json.end() && type->is_string())
        heading.type = type->get<std::string>().substr(0, 40);
    if (const auto id = json.find("id"); id != json.end() && id->is_number_unsigned())
        heading.id = id->get<std::uint64_t>();
    return heading;
}

}  // namespace spillway::protocol
