#include "app/protocol/messages.h"

#include "app/base/demangled.h"
#include "app/base/visible_text.h"
#include "app/protocol/foreign_json.h"
#include "app/protocol/json_visitors.h"

namespace spillway::protocol {
namespace {

std::string dump(const Json& json, int indent = -1)
{
    // A compiler log may hold invalid UTF-8. Replace the bytes instead of failing.
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

template <typename Message>
std::string encode_any(const Message& message)
{
    return std::visit(
        [](const auto& held) {
            Json json = Json::object();
            json["type"] = std::string(type_name<std::decay_t<decltype(held)>>);
            JsonWriter writer{std::move(json)};
            fields(writer, held);
            return dump(writer.object);
        },
        message);
}

/// Parses a line of spillway itself: keeps the kernel source unchanged, control characters included.
Json parse_own(std::string_view line)
{
    return Json::parse(line, nullptr, false);
}

model::Error malformed(std::string what)
{
    return {std::move(what), "message", "The line was skipped. Both programs must be of the same version."};
}

template <typename Message, typename M>
std::optional<model::Expected<Message>> try_decode(const Json& json, const std::string& type)
{
    if (type != type_name<M>) return std::nullopt;
    M message{};
    JsonReader reader(json, std::string(type_name<M>));
    fields(reader, message);
    if (const auto& problem = reader.problem()) return malformed(*problem);
    return model::Expected<Message>(Message(std::move(message)));
}

template <typename Message, typename... Ms>
model::Expected<Message> decode_any(std::string_view line, Json (*parse)(std::string_view), std::variant<Ms...>*)
{
    if (line.size() > max_line_bytes)
        return malformed("the line has " + std::to_string(line.size()) + " bytes, more than " +
                         std::to_string(max_line_bytes));
    const Json json = parse(line);
    if (json.is_discarded() || !json.is_object()) return malformed("the line is not a JSON object");
    const auto type = json.find("type");
    if (type == json.end() || !type->is_string()) return malformed("the line has no text field 'type'");
    const auto& word = type->template get_ref<const std::string&>();

    std::optional<model::Expected<Message>> decoded;
    ((decoded = try_decode<Message, Ms>(json, word)) || ...);
    if (decoded) return std::move(*decoded);
    return malformed("unknown message type '" + word.substr(0, 40) + "'");
}

/// Inserts `added` directly after `key`, where a reader looks for it.
void add_behind(Json& object, const char* key, const char* added, Json what)
{
    Json with = Json::object();
    for (auto& [name, value] : object.items()) {
        with[name] = value;
        if (name == key) with[added] = std::move(what);
    }
    object = std::move(with);
}

/// Adds the demangled function name for readers.
void add_demangled(Json& object, const char* key)
{
    add_behind(object, key, "demangled", base::demangled(object[key].get<std::string>()));
}

void add_demangled_to_ptx(Json& ptx)
{
    Json bytes = Json::object();
    for (auto& [name, value] : ptx["local_bytes_by_function"].items()) bytes[base::demangled(name)] = value;
    add_behind(ptx, "local_bytes_by_function", "local_bytes_by_demangled", std::move(bytes));
}

/// The `percent_` keys are older and hold shares, 0 to 1. Both stay because scripts use them.
void add_shares(Json& measurement)
{
    add_behind(measurement, "percent_of_peak", "share_of_peak", measurement["percent_of_peak"]);
    add_behind(measurement, "percent_of_ceiling", "share_of_ceiling", measurement["percent_of_ceiling"]);
}

void add_demangled_to_samples(Json& samples)
{
    Json names = Json::array();
    for (const Json& name : samples["functions"]) names.push_back(base::demangled(name.get<std::string>()));
    add_behind(samples, "functions", "demangled", std::move(names));
}

}  // namespace

std::string encode(const ToWorker& message)
{
    return encode_any(message);
}
std::string encode(const FromWorker& message)
{
    return encode_any(message);
}

model::Expected<ToWorker> decode_to_worker(std::string_view line)
{
    return decode_any<ToWorker>(line, parse_own, static_cast<ToWorker*>(nullptr));
}

model::Expected<FromWorker> decode_from_worker(std::string_view line)
{
    return decode_any<FromWorker>(line, parse_foreign, static_cast<FromWorker*>(nullptr));
}

std::string result_to_pretty_json(const std::vector<model::RunResult>& results)
{
    Json json = to_json(results);
    for (Json& result : json) {
        if (Json& compile = result["compile"]; compile.is_object())
            for (Json& function : compile["functions"]) add_demangled(function, "name");
        if (Json& causes = result["causes"]; causes.is_array())
            for (Json& cause : causes) add_demangled(cause, "function");
        if (Json& ptx = result["ptx"]; ptx.is_object()) add_demangled_to_ptx(ptx);
        Json& measurement = result["measurement"];
        add_shares(measurement);
        if (Json& samples = measurement["stall_samples"]; samples.is_object()) add_demangled_to_samples(samples);
    }
    return base::visible_json(dump(json, 2));
}

}  // namespace spillway::protocol
