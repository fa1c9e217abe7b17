#include "app/catalogue/heading_reader.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/base/visible_text.h"
#include "app/catalogue/charts_reader.h"
#include "app/catalogue/parameter_reader.h"

namespace spillway::catalogue {
namespace {

using model::Experiment;

/// Reads a list of at most 30 distinct short texts.
std::vector<std::string> read_words(MemberReader& reader, const char* key, Problems& problems)
{
    std::vector<std::string> words;
    const Node* list = reader.member(key);
    if (list == nullptr) return words;
    for (const Node& node : list->elements) {
        const bool is_word = node.kind == Node::Kind::text && !node.text.empty() && node.text.size() <= 60 &&
                             std::find(words.begin(), words.end(), node.text) == words.end() && words.size() < 30;
        if (!is_word)
            problems.add(node.line, "\"" + std::string(key) + "\" is not a list of at most 30 names, each once", "");
        if (is_word) words.push_back(base::visible_line(node.text));
    }
    if (list->kind != Node::Kind::array)
        problems.add(list->line, "\"" + std::string(key) + "\" is " + kind_name(list->kind), "a list was expected");
    return words;
}

/// Reads prerequisites, difficulty and duration. order_problems() checks that the prerequisites exist.
void read_course(Experiment& experiment, MemberReader& reader, Problems& problems)
{
    model::CoursePlace& course = experiment.course;
    course.prerequisites = read_words(reader, "prerequisites", problems);
    course.teaches = read_words(reader, "teaches", problems);
    for (const std::string& name : course.prerequisites)
        if (!is_name(name) || name == experiment.name)
            problems.add(reader.line_of("prerequisites"), "\"" + name + "\" is not a prerequisite",
                         "names of other experiments were expected");
    const auto number = [&](const char* key, std::int64_t max) {
        const auto value = reader.integer(key);
        if (value && (*value < 1 || *value > max))
            problems.add(reader.line_of(key), "\"" + std::string(key) + "\" is " + std::to_string(*value),
                         "1 to " + std::to_string(max) + " was expected");
        return static_cast<int>(std::clamp<std::int64_t>(value.value_or(0), 0, max));
    };
    course.difficulty = number("difficulty", 3);
    course.minutes = number("minutes", 240);
}

}  // namespace

void read_heading(Experiment& experiment, MemberReader& reader, Problems& problems)
{
    experiment.name = reader.text("name", true);
    if (!is_name(experiment.name))
        problems.add(reader.line_of("name"), "\"" + experiment.name.substr(0, 60) + "\" cannot name an experiment",
                     "small letters, digits and _ were expected");
    experiment.title = reader.text("title", true);
    experiment.question = reader.text("question", true);
    experiment.topic = reader.text("topic", true);
    constexpr std::int64_t max_order = 100000;
    const std::int64_t order = reader.integer("order").value_or(1000);
    if (order < 0 || order > max_order)
        problems.add(reader.line_of("order"), "\"order\" is " + std::to_string(order),
                     "0 to " + std::to_string(max_order) + " was expected");
    experiment.order = static_cast<int>(std::clamp<std::int64_t>(order, 0, max_order));
    read_course(experiment, reader, problems);
    experiment.x_axis = reader.text("x_axis", true);
    experiment.focus = reader.text("focus");
    experiment.is_whole_file = reader.flag("whole_file", false);
    experiment.charts = read_charts(reader, experiment.charts, problems);
    experiment.charts_left_out = read_charts_left_out(reader, experiment.charts, problems);
}

model::Expected<std::vector<Experiment>> parse_outlines(std::string_view text, const std::string& file_name)
{
    const model::Expected<Node> root = parse_json(text, file_name);
    if (!root) return root.error();
    Problems problems(file_name);
    MemberReader reader(*root, "the outlines", problems);
    std::vector<Experiment> outlines;
    for (const Node* node : reader.objects("experiments", true)) {
        MemberReader outline(*node, "an outline", problems);
        read_heading(outlines.emplace_back(), outline, problems);
        outline.finish();
    }
    reader.finish();
    if (!problems.empty()) return problems.first();
    return outlines;
}

}  // namespace spillway::catalogue
