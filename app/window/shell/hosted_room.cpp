#include "app/window/shell/hosted_room.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/base/paths.h"
#include "app/worker_client/worker_place.h"

namespace spillway::window {
namespace {

constexpr std::chrono::hours most_hours{13};  ///< a room ends by itself after twelve
constexpr std::chrono::seconds farewell{5};
constexpr std::size_t most_words = 600;

std::string text_of(const nlohmann::json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool flag_of(const nlohmann::json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

/// The program's own message, without its name before it.
std::string last_words(std::string text)
{
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (const auto named = text.rfind("spillway: "); named != std::string::npos) text.erase(0, named + 10);
    if (text.size() > most_words) text = "\xe2\x80\xa6" + text.substr(text.size() - most_words);
    return text;
}

model::Error end_words(const std::optional<model::Expected<worker_client::ProgramEnd>>& end)
{
    if (!end) return {"The room has ended.", "", ""};
    if (!*end) return {"The room's server " + end->error().what + ".", "", ""};
    const std::string words = last_words((*end)->text);
    if ((*end)->status == 0) return {"The room has ended. Its votes are in their file.", "", ""};
    return {words.empty() ? "The room's server has ended." : words, "", ""};
}

/// The machine that this window compiles on is the room's too.
std::vector<std::string> words_for(const ViewState& view, RoomReach reach)
{
    std::vector<std::string> words{"serve", "--json"};
    if (reach == RoomReach::network) words.insert(words.end(), {"--bind", "0.0.0.0"});
    words.insert(words.end(), view.room_words.begin(), view.room_words.end());
    if (!view.machine.empty()) {
        if (const auto named = std::ranges::find(words, "--worker"); named != words.end())
            words.erase(named, named + 2);
        std::string command;
        for (const std::string& word : worker_client::command_for(view.machine))
            command += (command.empty() ? "" : " ") + word;
        words.insert(words.end(), {"--worker", command});
    }
    return words;
}

}  // namespace

std::optional<RoomNews> read_room_news(const std::string& output)
{
    // Problems of its worker may stand before and after.
    const std::size_t begin = output.starts_with("{\n") ? 0 : output.find("\n{\n");
    const std::size_t end = begin == std::string::npos ? begin : output.find("\n}\n", begin);
    if (end == std::string::npos) return std::nullopt;
    const auto json = nlohmann::json::parse(output.substr(begin, end + 2 - begin), nullptr, false);
    if (!json.is_object()) return std::nullopt;
    RoomNews news{text_of(json, "room"),  text_of(json, "presenter"), text_of(json, "page"),     std::nullopt,
                  text_of(json, "votes"), flag_of(json, "is_local"),  flag_of(json, "is_joined")};
    if (json.contains("why_no_page")) news.why_no_page = text_of(json, "why_no_page");
    return news.room.empty() ? std::nullopt : std::optional(std::move(news));
}

void open_room(ViewState& view, RoomReach reach)
{
    auto room = std::make_shared<HostedRoom>();
    room->program = worker_client::ProgramRun::start(
        {base::command_program().string(), words_for(view, reach), "", most_hours, farewell});
    view.room = std::move(room);
}

void end_room(ViewState& view)
{
    view.room.reset();
}

bool is_room_running(const ViewState& view)
{
    return view.room && view.room->program;
}

bool has_room_news(const ViewState& view)
{
    if (!is_room_running(view)) return false;
    return view.room->program->has_ended() || (!view.room->news && read_room_news(view.room->program->text()));
}

bool take_room_news(ViewState& view)
{
    if (!has_room_news(view)) return false;
    HostedRoom& room = *view.room;
    const bool has_ended = room.program->has_ended();
    if (!room.news) room.news = read_room_news(room.program->text());
    if (!has_ended) return true;
    const auto end = room.program->end();
    room.program.reset();
    if (room.news && room.news->is_joined) return true;
    room.news.reset();
    room.problem = end_words(end);
    if (!view.shows_room) view.status_notice = room.problem->line();
    return true;
}

}  // namespace spillway::window
