#include "app/protocol/roofs_text.h"

#include "app/protocol/foreign_json.h"
#include "app/protocol/json_visitors.h"
#include "app/protocol/plausibility.h"

namespace spillway::protocol {

std::string encode_roofs(const model::Roofs& roofs)
{
    return to_json(roofs).dump();
}

model::Expected<model::Roofs> decode_roofs(std::string_view text)
{
    const Json json = parse_foreign(text);
    if (!json.is_object()) return model::Error{"it is not a JSON object", "", ""};
    model::Roofs roofs;
    JsonReader reader(json, "roofs");
    fields(reader, roofs);
    if (const auto& problem = reader.problem()) return model::Error{*problem, "", ""};
    if (const auto problem = why_implausible(roofs)) return model::Error{*problem, "", ""};
    return roofs;
}

}  // namespace spillway::protocol
