#include "app/learner/learner_progress.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <nlohmann/json.hpp>

namespace spillway::learner {
namespace {

using Json = nlohmann::json;
using model::Error;

constexpr std::size_t most_text = 16000;    ///< of a guess: a curve of 512 points has 13,000 bytes at most
constexpr std::size_t most_entries = 1000;  ///< experiments, and questions of one
constexpr int format = 1;
constexpr int most_depth = 6;

bool is_short_text(const Json& value)
{
    return value.is_string() && value.get_ref<const std::string&>().size() <= most_text;
}

/// Whether it is an object of at most so many, each of which `read` takes.
template <typename Read>
bool each_of(const Json& object, const Read& read)
{
    if (!object.is_object() || object.size() > most_entries) return false;
    return std::all_of(object.items().begin(), object.items().end(), [&](const auto& item) {
        return item.key().size() <= most_text && item.value().is_object() && read(item.key(), item.value());
    });
}

bool read_flag(const Json& object, const char* key, bool& into)
{
    const auto found = object.find(key);
    if (found == object.end()) return true;
    if (!found->is_boolean()) return false;
    into = found->get<bool>();
    return true;
}

constexpr std::pair<Seen, const char*> seen_words[] = {
    {Seen::as_guessed, "as_guessed"}, {Seen::otherwise, "otherwise"}, {Seen::cannot_tell, "cannot_tell"}};

bool read_seen(const Json& object, Seen& into)
{
    const auto found = object.find("seen");
    if (found == object.end()) return true;
    const auto* known = std::find_if(std::begin(seen_words), std::end(seen_words),
                                     [&](const auto& each) { return *found == each.second; });
    if (known == std::end(seen_words)) return false;
    into = known->first;
    return true;
}

bool read_prediction(const Json& object, Prediction& into)
{
    if (!read_flag(object, "skipped", into.skipped)) return false;
    if (!read_seen(object, into.seen)) return false;
    for (const auto& [key, text] :
         {std::pair{"guess", &into.guess}, std::pair{"answer", &into.answer}, std::pair{"where", &into.where}})
        if (const auto found = object.find(key); found != object.end()) {
            if (!is_short_text(*found)) return false;
            *text = found->get<std::string>();
        }
    const auto off_by = object.find("off_by");
    if (off_by == object.end() || off_by->is_null()) return true;
    if (!off_by->is_number() || !std::isfinite(off_by->get<double>()) || off_by->get<double>() < 0) return false;
    into.off_by = off_by->get<double>();
    return true;
}

bool read_lesson(const Json& object, LessonProgress& into)
{
    if (!read_flag(object, "read", into.read)) return false;
    const Json none = Json::object();
    const auto part = [&](const char* key) -> const Json& {
        const auto found = object.find(key);
        return found == object.end() ? none : *found;
    };
    return each_of(
               part("predictions"),
               [&](const std::string& id, const Json& each) { return read_prediction(each, into.predictions[id]); }) &&
           each_of(part("won"), [&](const std::string& name, const Json& each) {
               return read_flag(each, "checked", into.won[name].checked);
           });
}

Json prediction_json(const Prediction& prediction)
{
    if (prediction.skipped) return {{"skipped", true}};
    Json json{{"guess", prediction.guess}, {"answer", prediction.answer}};
    if (prediction.off_by) json["off_by"] = *prediction.off_by;
    if (!prediction.where.empty()) json["where"] = prediction.where;
    for (const auto& [seen, word] : seen_words)
        if (prediction.seen == seen) json["seen"] = word;
    return json;
}

/// Parsed, where it is no deeper than ours: the library's destructor recurses.
Json parse_bounded(std::string_view text)
{
    bool is_too_deep = false;
    const Json parsed = Json::parse(
        text.begin(), text.end(),
        [&](int depth, Json::parse_event_t, Json&) { return !(is_too_deep |= depth > most_depth); },
        /*allow_exceptions=*/false);
    return is_too_deep ? Json(Json::value_t::discarded) : parsed;
}

}  // namespace

model::Expected<LearnerProgress> parse_progress(std::string_view text)
{
    if (text.size() > most_progress_bytes) return Error{"it is larger than 1 MiB", "", ""};
    const Json parsed = parse_bounded(text);
    if (!parsed.is_object()) return Error{"it is not a JSON object that Spillway wrote", "", ""};
    const auto version = parsed.find("format");
    if (version == parsed.end() || !version->is_number_integer()) return Error{"it does not say its format", "", ""};
    if (*version != format)
        return Error{"it is of format " + version->dump() + "; this Spillway reads format 1", "", ""};
    LearnerProgress progress;
    const auto lessons = parsed.find("lessons");
    const bool is_whole = lessons != parsed.end() && each_of(*lessons, [&](const std::string& name, const Json& each) {
                              return read_lesson(each, progress[name]);
                          });
    if (!is_whole) return Error{"a lesson in it is not in Spillway's format", "", ""};
    return progress;
}

bool is_newer_progress(std::string_view text)
{
    if (text.size() > most_progress_bytes) return false;
    // What else a newer one holds, and how deep that is, is its own affair: only the number is looked at.
    const Json parsed = Json::parse(
        text.begin(), text.end(), [](int depth, Json::parse_event_t, Json&) { return depth <= 1; },
        /*allow_exceptions=*/false);
    if (!parsed.is_object()) return false;
    const auto version = parsed.find("format");
    return version != parsed.end() && version->is_number_integer() && version->get<std::int64_t>() > format;
}

std::string print_progress(const LearnerProgress& progress)
{
    Json lessons = Json::object();
    for (const auto& [name, lesson] : progress) {
        Json predictions = Json::object(), won = Json::object();
        for (const auto& [id, prediction] : lesson.predictions) predictions[id] = prediction_json(prediction);
        for (const auto& [exercise, win] : lesson.won) won[exercise] = {{"checked", win.checked}};
        lessons[name] = {{"read", lesson.read}, {"predictions", predictions}, {"won", won}};
    }
    return Json{{"format", format}, {"lessons", lessons}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace spillway::learner
