#include "app/learner/hand_in.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/learner/progress_json.h"

namespace spillway::learner {
namespace {

constexpr int file_format = 1;
constexpr int max_file_depth = 8;
constexpr std::size_t max_lessons = 200;
constexpr std::size_t max_goal_numbers = 100;

/// Parses a file's JSON object, and checks its kind and format.
model::Expected<Json> parse_file(std::string_view text, const std::string& kind, std::size_t max_bytes)
{
    if (text.size() > max_bytes)
        return model::Error{"it is larger than " + std::to_string(max_bytes >> 10) + " KiB", "", ""};
    Json parsed = parse_bounded(text, max_file_depth);
    const auto stated_kind = parsed.is_object() ? parsed.find("spillway") : parsed.end();
    if (!parsed.is_object() || stated_kind == parsed.end() || *stated_kind != kind)
        return model::Error{"it is not a " + kind + " that Spillway wrote", "", ""};
    const auto version = parsed.find("format");
    if (version == parsed.end() || !version->is_number_integer() || *version != file_format)
        return model::Error{"it has a format that this Spillway cannot read", "", "install the newest Spillway"};
    return parsed;
}

model::Error malformed(const std::string& part)
{
    return {part + " is not as Spillway writes it", "", "write the file again"};
}

/// Levels of questions, each once; no list means all levels.
bool read_levels(const Json& object, std::vector<int>& into)
{
    const auto levels = object.find("levels");
    if (levels == object.end()) return true;
    if (!levels->is_array() || levels->empty() || levels->size() > model::question_levels) return false;
    for (const Json& level : *levels) {
        const bool is_level = level.is_number_integer() && level >= 1 && level <= model::question_levels;
        if (!is_level || std::ranges::count(into, level.get<int>()) > 0) return false;
        into.push_back(level.get<int>());
    }
    return true;
}

bool read_name(const Json& object, const char* key, std::string& into)
{
    return read_text(object, key, into) && into.size() <= max_name_bytes;
}

const Json& object_in(const Json& object, const char* key)
{
    static const Json none = Json::object();
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
}

bool read_numbers(const Json& object, std::map<std::string, double>& into)
{
    if (!object.is_object() || object.size() > max_goal_numbers) return false;
    for (const auto& [name, number] : object.items()) {
        if (name.size() > max_name_bytes || !number.is_number() || !std::isfinite(number.get<double>())) return false;
        into[name] = number.get<double>();
    }
    return true;
}

bool read_goal(const Json& object, HandedGoal& into)
{
    const auto holds = object.find("holds");
    if (holds != object.end() && !holds->is_null()) {
        if (!holds->is_boolean()) return false;
        into.holds = holds->get<bool>();
    }
    return read_text(object, "found", into.found) && read_numbers(object_in(object, "numbers"), into.numbers);
}

bool read_exercise(const Json& object, HandedExercise& into)
{
    const auto kernel = object.find("kernel");
    if (kernel == object.end() || !kernel->is_string()) return false;
    into.kernel = kernel->get<std::string>();
    if (into.kernel.size() > max_handed_kernel_bytes) return false;
    if (const auto won = object.find("won"); won != object.end() && !won->is_null()) {
        into.won.emplace();
        if (!won->is_object() || !read_flag(*won, "checked", into.won->checked)) return false;
    }
    return each_of(object_in(object, "goals"),
                   [&](const std::string& id, const Json& each) { return read_goal(each, into.goals[id]); });
}

bool read_handed_lesson(const Json& object, HandedLesson& into)
{
    return each_of(object_in(object, "answers"),
                   [&](const std::string& id, const Json& each) { return read_prediction(each, into.answers[id]); }) &&
           each_of(object_in(object, "exercises"), [&](const std::string& name, const Json& each) {
               return read_exercise(each, into.exercises[name]);
           });
}

Json goal_json(const HandedGoal& goal)
{
    Json json{{"holds", goal.holds ? Json(*goal.holds) : Json()}, {"found", goal.found}};
    if (!goal.numbers.empty()) json["numbers"] = goal.numbers;
    return json;
}

Json exercise_json(const HandedExercise& exercise)
{
    Json goals = Json::object();
    for (const auto& [id, goal] : exercise.goals) goals[id] = goal_json(goal);
    return {{"kernel", exercise.kernel},
            {"won", exercise.won ? Json{{"checked", exercise.won->checked}} : Json()},
            {"goals", goals}};
}

std::string file_text(const Json& json)
{
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

model::Expected<Task> parse_task(std::string_view text)
{
    const auto parsed = parse_file(text, "task", max_task_bytes);
    if (!parsed) return parsed.error();
    Task task;
    if (!read_name(*parsed, "title", task.title)) return malformed("its title");
    if (!read_name(*parsed, "course", task.course)) return malformed("its course");
    const auto lessons = parsed->find("lessons");
    if (lessons == parsed->end() || !lessons->is_array() || lessons->empty() || lessons->size() > max_lessons)
        return malformed("its list of lessons");
    for (const Json& lesson : *lessons) {
        if (!lesson.is_string() || lesson.get_ref<const std::string&>().size() > max_name_bytes)
            return malformed("its list of lessons");
        task.lessons.push_back(lesson.get<std::string>());
    }
    if (!read_levels(*parsed, task.levels)) return malformed("its list of levels");
    return task;
}

bool Task::asks(const model::Question& question) const
{
    return levels.empty() || std::ranges::count(levels, question.level) > 0;
}

std::string print_task(const Task& task)
{
    Json json{{"spillway", "task"},
              {"format", file_format},
              {"title", task.title},
              {"course", task.course},
              {"lessons", task.lessons}};
    if (!task.levels.empty()) json["levels"] = task.levels;
    return file_text(json);
}

model::Expected<HandIn> parse_hand_in(std::string_view text)
{
    const auto parsed = parse_file(text, "hand-in", max_hand_in_bytes);
    if (!parsed) return parsed.error();
    HandIn hand_in;
    for (const auto& [key, into] :
         {std::pair{"name", &hand_in.name}, std::pair{"course", &hand_in.course}, std::pair{"gpu", &hand_in.gpu},
          std::pair{"compiler", &hand_in.compiler}, std::pair{"version", &hand_in.version}})
        if (!read_name(*parsed, key, *into)) return malformed("its " + std::string(key));
    const Json& lessons = object_in(*parsed, "lessons");
    if (lessons.size() > max_lessons) return malformed("its list of lessons");
    const bool is_whole = each_of(lessons, [&](const std::string& name, const Json& each) {
        return read_handed_lesson(each, hand_in.lessons[name]);
    });
    if (!is_whole) return malformed("a lesson in it");
    return hand_in;
}

std::string print_hand_in(const HandIn& hand_in)
{
    Json lessons = Json::object();
    for (const auto& [name, lesson] : hand_in.lessons) {
        Json answers = Json::object(), exercises = Json::object();
        for (const auto& [id, answer] : lesson.answers) answers[id] = prediction_json(answer);
        for (const auto& [exercise, handed] : lesson.exercises) exercises[exercise] = exercise_json(handed);
        lessons[name] = {{"answers", answers}, {"exercises", exercises}};
    }
    return file_text({{"spillway", "hand-in"},
                      {"format", file_format},
                      {"name", hand_in.name},
                      {"course", hand_in.course},
                      {"gpu", hand_in.gpu},
                      {"compiler", hand_in.compiler},
                      {"version", hand_in.version},
                      {"lessons", lessons}});
}

}  // namespace spillway::learner
