#include "app/learner/learner_progress.h"

#include "app/learner/progress_json.h"

namespace spillway::learner {
namespace {

using model::Error;

constexpr int format = 1;
constexpr int max_depth = 6;

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

}  // namespace

model::Expected<LearnerProgress> parse_progress(std::string_view text)
{
    if (text.size() > max_progress_bytes) return Error{"it is larger than 1 MiB", "", ""};
    const Json parsed = parse_bounded(text, max_depth);
    if (!parsed.is_object()) return Error{"it is not a JSON object that Spillway wrote", "", ""};
    const auto version = parsed.find("format");
    if (version == parsed.end() || !version->is_number_integer()) return Error{"it has no format number", "", ""};
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
    if (text.size() > max_progress_bytes) return false;
    // Read only the number: the rest of a newer file may have any content and depth.
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

std::set<std::string> lessons_read(const LearnerProgress& progress)
{
    std::set<std::string> read;
    for (const auto& [name, lesson] : progress)
        if (lesson.read) read.insert(name);
    return read;
}

void add(const LearnerProgress& other, LearnerProgress& here)
{
    for (const auto& [name, theirs] : other) {
        LessonProgress& lesson = here[name];
        lesson.read = lesson.read || theirs.read;
        for (const auto& [id, prediction] : theirs.predictions) {
            const auto known = lesson.predictions.find(id);
            if (known == lesson.predictions.end() || known->second.skipped) lesson.predictions[id] = prediction;
        }
        for (const auto& [exercise, win] : theirs.won) {
            Win& mine = lesson.won[exercise];
            mine.checked = mine.checked || win.checked;
        }
    }
}

}  // namespace spillway::learner
