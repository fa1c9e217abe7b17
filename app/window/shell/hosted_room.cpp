#include "app/window/shell/hosted_room.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/base/paths.h"
#include "app/catalogue/questions.h"
#include "app/teaching/covers.h"
#include "app/window/kit/lesson_turning.h"
#include "app/window/kit/lesson_views.h"
#include "app/worker_client/worker_place.h"

namespace spillway::window {
namespace {

constexpr std::chrono::hours max_run_time{13};  ///< `spillway serve` ends a room after twelve
constexpr std::chrono::seconds end_timeout{5};
constexpr std::size_t max_message_bytes = 600;

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

std::int64_t number_of(const nlohmann::json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

struct RoomLine {
    std::size_t at = 0;   ///< position of its member "is" in the output; 0 if there is no such line
    nlohmann::json json;  ///< null without a readable line
};

/// The last whole line of this kind in the program's output.
RoomLine last_line(const std::string& output, const std::string& kind)
{
    const std::size_t end = output.rfind('\n');
    const std::size_t mark = end == std::string::npos ? end : output.rfind("\"is\":\"" + kind + "\"", end);
    if (mark == std::string::npos) return {};
    const std::size_t begin = output.rfind('\n', mark) + 1;  // npos + 1 is 0
    return {mark, nlohmann::json::parse(output.substr(begin, output.find('\n', mark) - begin), nullptr, false)};
}

/// Reports in the status line why a command was not carried out, once.
void take_problem(ViewState& view, const std::string& output)
{
    const RoomLine line = last_line(output, "problem");
    if (std::exchange(view.room->problem_at, line.at) == line.at || !line.json.is_object()) return;
    view.status_notice = "The room: " + text_of(line.json, "text");
}

/// Reports in the status line when a question opens or closes, and each answer in between.
void take_count(ViewState& view, const RoomCount& count)
{
    const RoomCount before = std::exchange(view.room->count, count);
    if (count.is_open)
        view.status_notice = "The room: " + std::to_string(count.answered) + " of " + std::to_string(count.phones) +
                             (count.phones == 1 ? " phone has" : " phones have") + " answered \"" + view.room->asked +
                             "\". The key that opens a question closes it.";
    else if (before.is_open)
        view.status_notice = "The room's answers are counted: the presenter's page shows them.";
}

/// The question to open: the first earlier one that is neither answered nor skipped in this window, else the current
/// step's, else the last one before it; null if there is none.
const model::Question* question_for_room(const session::SessionView& session, const ViewState& view)
{
    const model::Experiment& experiment = session.experiment();
    const int shown = shown_step(view, experiment.name);
    for (int step = 1; step < shown && !tells_answers(view); ++step) {
        if (!view.lesson_views->asks_in(experiment, step)) continue;
        const auto* before = catalogue::find_question(experiment, view.lesson_views->last_asked(experiment, step));
        if (before != nullptr && teaching::is_open(session, *before)) return before;
    }
    return catalogue::find_question(experiment, view.lesson_views->last_asked(experiment, shown));
}

/// The beginning of a question, short enough for the status line.
std::string beginning_of(const std::string& text)
{
    constexpr std::size_t max_bytes = 48;
    if (text.size() <= max_bytes) return text;
    return text.substr(0, text.rfind(' ', max_bytes)) + " \xe2\x80\xa6";
}

/// The program's last message, without the program's name.
std::string message_of(std::string text)
{
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (const auto named = text.rfind("spillway: "); named != std::string::npos) text.erase(0, named + 10);
    if (text.size() > max_message_bytes) text = "\xe2\x80\xa6" + text.substr(text.size() - max_message_bytes);
    return text;
}

model::Error end_message(const std::optional<model::Expected<worker_client::ProgramEnd>>& end)
{
    if (!end) return {"The room has ended.", "", ""};
    if (!*end) return {"The room's server " + end->error().what + ".", "", ""};
    const std::string words = message_of((*end)->text);
    if ((*end)->status == 0)
        return {"The room has ended. Its votes, if there were any, are in its file of votes.", "", ""};
    return {words.empty() ? "The room's server has ended." : words, "", ""};
}

/// Arguments of `spillway serve`. The room compiles on the same machine as this window.
std::vector<std::string> arguments_for(const ViewState& view, RoomReach reach)
{
    std::vector<std::string> words{"serve", "--json", "--commands", "3"};
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

std::optional<RoomCount> read_room_count(const std::string& output)
{
    const nlohmann::json json = last_line(output, "count").json;
    if (!json.is_object()) return std::nullopt;
    return RoomCount{text_of(json, "phase") == "open", text_of(json, "lesson"), text_of(json, "question"),
                     number_of(json, "phones"), number_of(json, "answered")};
}

std::optional<RoomDetails> read_room_details(const std::string& output)
{
    // Messages about its worker may come before and after the object.
    const std::size_t begin = output.starts_with("{\n") ? 0 : output.find("\n{\n");
    const std::size_t end = begin == std::string::npos ? begin : output.find("\n}\n", begin);
    if (end == std::string::npos) return std::nullopt;
    const auto json = nlohmann::json::parse(output.substr(begin, end + 2 - begin), nullptr, false);
    if (!json.is_object()) return std::nullopt;
    RoomDetails details{text_of(json, "room"),  text_of(json, "presenter"), text_of(json, "page"),     std::nullopt,
                        text_of(json, "votes"), flag_of(json, "is_local"),  flag_of(json, "is_joined")};
    if (json.contains("why_no_page")) details.why_no_page = text_of(json, "why_no_page");
    return details.room.empty() ? std::nullopt : std::optional(std::move(details));
}

void open_room(ViewState& view, RoomReach reach)
{
    auto room = std::make_shared<HostedRoom>();
    room->program = worker_client::ProgramRun::start(
        {base::command_program().string(), arguments_for(view, reach), "", max_run_time, end_timeout, true});
    view.room = std::move(room);
}

void ask_room(const session::SessionView& session, ViewState& view)
{
    if (!view.room || !view.room->details) {
        view.status_notice = "No room is open. Open one: Share, A room for your class.";
        return;
    }
    if (!view.room->program) {
        view.status_notice = "Another program serves this room: its presenter's page opens the questions.";
        return;
    }
    if (view.room->count.is_open) return view.room->program->write(R"({"do":"close"})");
    const model::Question* question = question_for_room(session, view);
    if (question == nullptr) {
        view.status_notice = "This lesson has asked no question up to this step.";
        return;
    }
    const nlohmann::json message{{"do", "open"}, {"lesson", session.experiment().name}, {"question", question->id}};
    view.room->asked = beginning_of(question->text);
    view.room->program->write(message.dump());
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
    if (view.room->program->has_ended()) return true;
    const std::string output = view.room->program->text();
    if (!view.room->details) return read_room_details(output).has_value();
    return last_line(output, "problem").at != view.room->problem_at ||
           read_room_count(output).value_or(view.room->count) != view.room->count;
}

bool take_room_news(ViewState& view)
{
    if (!has_room_news(view)) return false;
    HostedRoom& room = *view.room;
    const bool has_ended = room.program->has_ended();
    if (!room.details) room.details = read_room_details(room.program->text());
    if (!has_ended) {
        const std::string output = room.program->text();
        if (const auto count = read_room_count(output); count && *count != room.count) take_count(view, *count);
        take_problem(view, output);
        return true;
    }
    const auto end = room.program->end();
    room.program.reset();
    if (room.details && room.details->is_joined) return true;
    room.details.reset();
    room.problem = end_message(end);
    if (!view.shows_room) view.status_notice = room.problem->line();
    return true;
}

}  // namespace spillway::window
