#include "app/teaching/talk.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/base/text.h"
#include "app/base/visible_text.h"
#include "app/teaching/view_text.h"

namespace spillway::teaching {
namespace {

using TalkJson = nlohmann::ordered_json;
using model::Error;

constexpr int talk_version = 1;
constexpr std::size_t max_title_bytes = 200;
constexpr int max_depth = 4;
constexpr const char* in_the_talk = "the talk";
constexpr const char* as_written = "make a talk in the window: 'Add this view to the talk'";

Error wrong(std::string what)
{
    return {std::move(what), in_the_talk, as_written};
}

/// Empty if the text is not JSON, or nested more deeply than a talk.
std::optional<TalkJson> parsed(std::string_view text)
{
    int depth = 0;
    TalkJson json = TalkJson::parse(
        text.begin(), text.end(),
        [&](int at, TalkJson::parse_event_t, TalkJson&) {
            depth = std::max(depth, at);
            return true;
        },
        /*allow_exceptions=*/false);
    return json.is_object() && depth <= max_depth ? std::optional(std::move(json)) : std::nullopt;
}

/// A string of at most `most` bytes; empty optional if it is something else; empty string if it is absent.
std::optional<std::string> text_of(const TalkJson& object, const char* key, std::size_t most)
{
    const auto found = object.find(key);
    if (found == object.end()) return std::string();
    if (!found->is_string() || found->get_ref<const std::string&>().size() > most) return std::nullopt;
    std::string text = base::visible_text(base::with_plain_line_ends(found->get_ref<const std::string&>()));
    return text.size() <= most ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<Error> take_stop(const TalkJson& json, std::size_t number, Talk& talk)
{
    const std::string place = "stop " + std::to_string(number);
    if (!json.is_object()) return wrong(place + " is not an object with a view and its notes");
    const auto view = text_of(json, "view", max_view_bytes), notes = text_of(json, "notes", max_note_bytes);
    if (!view) return wrong(place + " has no view");
    if (!notes) return wrong("the notes of " + place + " are not a text of at most 16 KiB");
    if (const auto known = parse_view(*view); !known)
        return Error{place + " cannot be read: " + known.error().what, in_the_talk, known.error().advice};
    talk.stops.push_back({*view, *notes});
    return std::nullopt;
}

}  // namespace

model::Expected<Talk> parse_talk(std::string_view text)
{
    if (text.size() > max_talk_bytes) return wrong("it is longer than 1 MiB");
    const auto json = parsed(text);
    if (!json) return wrong("it is not a JSON object with a list of stops");
    const auto version = json->find("spillway_talk");
    if (version == json->end() || !version->is_number_integer()) return wrong("it has no \"spillway_talk\": 1");
    if (*version != talk_version)
        return Error{"it is of version " + version->dump().substr(0, 20) + "; this Spillway reads version " +
                         std::to_string(talk_version),
                     in_the_talk, "open it with a newer Spillway"};
    const auto title = text_of(*json, "title", max_title_bytes);
    if (!title) return wrong("its title is not a text of at most 200 bytes");
    Talk talk{*title, {}};
    const auto stops = json->find("stops");
    if (stops == json->end() || !stops->is_array()) return wrong("it has no list of stops");
    if (stops->size() > max_talk_stops) return wrong("it has more than 200 stops");
    for (std::size_t i = 0; i < stops->size(); ++i)
        if (auto error = take_stop((*stops)[i], i + 1, talk)) return *error;
    return talk;
}

std::string print_talk(const Talk& talk)
{
    TalkJson stops = TalkJson::array();
    for (const TalkStop& stop : talk.stops) stops.push_back({{"view", stop.view}, {"notes", stop.notes}});
    const TalkJson json{{"spillway_talk", talk_version}, {"title", talk.title}, {"stops", std::move(stops)}};
    return json.dump(2, ' ', false, TalkJson::error_handler_t::replace) + "\n";
}

}  // namespace spillway::teaching
