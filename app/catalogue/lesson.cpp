#include "app/catalogue/lesson.h"

#include <algorithm>

#include "app/catalogue/parameter_values.h"
#include "app/catalogue/suggestion.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_links = 1000;
constexpr std::size_t max_link_bytes = 500;  ///< of its text, and of where it leads

std::optional<model::Error> check_link(const model::Experiment& experiment, const LessonLink& link)
{
    if (link.target.size() > max_link_bytes)
        return model::Error{"a link is longer than " + std::to_string(max_link_bytes) + " bytes, or has no end", "",
                            ""};
    if (link.target.starts_with("set:")) {
        const auto values = parse_set_link(experiment, link.target);
        return values ? std::nullopt : std::optional(values.error());
    }
    const std::string id = link.target.substr(std::string_view("claim:").size());
    std::vector<std::string> ids;
    for (const model::Claim& claim : experiment.claims) ids.push_back(claim.id);
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return std::nullopt;
    return model::Error{
        "the lesson refers to the claim \"" + id.substr(0, 60) + "\", which experiment.json does not make", "",
        suggestion(id, ids)};
}

}  // namespace

std::vector<LessonLink> lesson_links(std::string_view lesson)
{
    std::vector<LessonLink> links;
    int line = 1;
    std::size_t counted = 0;
    for (std::size_t at = 0; (at = lesson.find("](", at)) != std::string_view::npos; at += 2) {
        // Looked at no further than a link can reach: a lesson may be nothing but beginnings of links.
        const std::string_view rest = lesson.substr(at + 2, max_link_bytes + 1);
        if (!rest.starts_with("claim:") && !rest.starts_with("set:")) continue;
        const std::string_view target = rest.substr(0, rest.find(')'));
        const std::size_t begin = at - std::min(at, max_link_bytes);
        const std::string_view before = lesson.substr(begin, at - begin);
        const std::size_t open = before.rfind('[');
        const std::string_view text = open == std::string_view::npos ? "" : before.substr(open + 1);
        line += static_cast<int>(std::count(lesson.begin() + counted, lesson.begin() + at, '\n'));
        counted = at;
        links.push_back({line, std::string(text), std::string(target)});
        if (links.size() > max_links) break;
    }
    return links;
}

model::Expected<model::Values> parse_set_link(const model::Experiment& experiment, std::string_view target)
{
    if (target.starts_with("set:")) target.remove_prefix(4);
    model::Values values;
    while (!target.empty()) {
        const std::string_view assignment = target.substr(0, target.find(','));
        target.remove_prefix(std::min(target.size(), assignment.size() + 1));
        const std::size_t equals = assignment.find('=');
        const std::string name(assignment.substr(0, equals));
        const model::Parameter* parameter = experiment.find_parameter(name);
        if (equals == std::string_view::npos || parameter == nullptr)
            return model::Error{"\"" + name.substr(0, 60) + "\" is no parameter or knob", "",
                                suggestion(name, parameter_names(experiment))};
        const auto value = parse_value(*parameter, assignment.substr(equals + 1));
        if (!value) return value.error();
        values[name] = *value;
    }
    return values;
}

std::optional<model::Error> check_lesson(const model::Experiment& experiment, const std::string& file_name)
{
    const std::vector<LessonLink> links = lesson_links(experiment.lesson);
    if (links.size() > max_links)
        return model::Error{"more than " + std::to_string(max_links) + " links", file_name, "split the lesson"};
    for (const LessonLink& link : links)
        if (auto error = check_link(experiment, link)) {
            error->where = file_name + ":" + std::to_string(link.line);
            return error;
        }
    return std::nullopt;
}

}  // namespace spillway::catalogue
