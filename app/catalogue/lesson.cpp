#include "app/catalogue/lesson.h"

#include <algorithm>
#include <iterator>

#include "app/base/text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/lesson_lines.h"
#include "app/catalogue/parameter_reader.h"
#include "app/catalogue/window_tabs.h"
#include "app/model/claim_link.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_links = 1000;
constexpr std::size_t max_link_bytes = 500;  ///< limit for the link's text and for its target
constexpr std::string_view schemes[] = {"claim:", "set:", "ask:", "exercise:", "experiment:"};

/// Error unless `id` is in `ids` from experiment.json; `kind` names the target in the message.
std::optional<model::Error> check_id(const std::string& id, const std::vector<std::string>& ids,
                                     const std::string& kind)
{
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return std::nullopt;
    return model::Error{
        "the lesson refers to the " + kind + " \"" + id.substr(0, 60) + "\", which experiment.json does not define", "",
        suggestion(id, ids)};
}

template <typename Named>
std::vector<std::string> ids_of(const std::vector<Named>& all, std::string Named::*id)
{
    std::vector<std::string> ids;
    for (const Named& each : all) ids.push_back(each.*id);
    return ids;
}

std::optional<model::Error> check_link(const model::Experiment& experiment, const LessonLink& link)
{
    if (link.target.size() > max_link_bytes)
        return model::Error{"a link is longer than " + std::to_string(max_link_bytes) + " bytes, or is not closed", "",
                            ""};
    if (link.target.starts_with("set:")) {
        const auto set = parse_set_link(experiment, link.target);
        return set ? std::nullopt : std::optional(set.error());
    }
    if (link.target.starts_with("experiment:")) return std::nullopt;  // order_problems() knows the other lessons
    const std::string id = link.target.substr(link.target.find(':') + 1);
    if (link.target.starts_with("ask:"))
        return check_id(id, ids_of(experiment.questions, &model::Question::id), "question");
    if (link.target.starts_with("exercise:"))
        return check_id(id, ids_of(experiment.exercises, &model::Experiment::name), "exercise");
    for (const std::string& claim : model::claims_of_link(id))
        if (auto error = check_id(claim, ids_of(experiment.claims, &model::Claim::id), "claim")) return error;
    return std::nullopt;
}

/// Error unless the lesson has one link to this question or exercise, and it is a paragraph of its own: the window
/// draws its card there.
std::optional<model::Error> check_part(const std::string& target, const std::vector<LessonLine>& lines,
                                       const std::vector<LessonLink>& links, const std::string& file_name)
{
    const std::string advice = "give the line [text](" + target + ") blank lines above and below it";
    const LessonLink* only = nullptr;
    for (const LessonLink& link : links) {
        if (link.target != target) continue;
        const std::string where = file_name + ":" + std::to_string(link.line);
        if (only != nullptr) return model::Error{"the lesson has a second link to " + target, where, "remove one"};
        only = &link;
        const auto line = std::ranges::find(lines, link.line, &LessonLine::number);
        const std::string whole = "[" + link.text + "](" + target + ")";
        if (line == lines.end() || base::trimmed(line->text) != whole || !line->is_alone())
            return model::Error{"the link to " + target + " is not a paragraph of its own", where, advice};
    }
    if (only != nullptr) return std::nullopt;
    return model::Error{"the lesson has no link to " + target, file_name, advice};
}

/// Error for "[id]: claim:NAME": lesson_links() does not find links through such definitions.
std::optional<model::Error> check_definitions(const std::vector<LessonLine>& lines, const std::string& file_name)
{
    for (const LessonLine& line : lines) {
        const std::size_t middle = line.text.starts_with('[') ? line.text.find("]:") : std::string_view::npos;
        if (middle == std::string_view::npos) continue;
        const std::string_view target = base::trimmed(line.text.substr(middle + 2), " \t<");
        if (std::ranges::any_of(schemes, [&](std::string_view scheme) { return target.starts_with(scheme); }))
            return model::Error{"the target of a link is defined apart from it",
                                file_name + ":" + std::to_string(line.number),
                                "write [text](" + std::string(target.substr(0, 60)) + ") where the link is"};
    }
    return std::nullopt;
}

}  // namespace

std::vector<LessonLink> lesson_links(std::string_view lesson)
{
    std::vector<LessonLink> links;
    int line = 1;
    std::size_t counted = 0;
    for (std::size_t at = 0; (at = lesson.find("](", at)) != std::string_view::npos; at += 2) {
        // Search only as far as a link can reach: a hostile lesson may consist of link starts.
        std::string_view rest = lesson.substr(at + 2, max_link_bytes + 1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t<"), rest.size()));  // Markdown takes ]( <claim:ID>) too
        const auto is = [&](std::string_view scheme) { return rest.starts_with(scheme); };
        if (std::none_of(std::begin(schemes), std::end(schemes), is)) continue;
        const std::string_view target = rest.substr(0, rest.find_first_of(")>"));
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

std::string without_links(std::string_view sentence)
{
    std::string text;
    for (;;) {
        const std::size_t open = sentence.find('['), middle = sentence.find("](", open);
        const std::size_t close = middle == std::string_view::npos ? middle : sentence.find(')', middle);
        if (open == std::string_view::npos || close == std::string_view::npos) return text.append(sentence);
        text.append(sentence.substr(0, open)).append(sentence.substr(open + 1, middle - open - 1));
        sentence.remove_prefix(close + 1);
    }
}

model::Expected<SetLink> parse_set_link(const model::Experiment& experiment, std::string_view target)
{
    if (target.starts_with("set:")) target.remove_prefix(4);
    SetLink link;
    while (!target.empty()) {
        const std::string_view assignment = target.substr(0, target.find(','));
        target.remove_prefix(std::min(target.size(), assignment.size() + 1));
        const std::size_t equals = assignment.find('=');
        const std::string name(assignment.substr(0, equals));
        const std::string text(equals == std::string_view::npos ? "" : assignment.substr(equals + 1));
        const model::Parameter* parameter = experiment.find_parameter(name);
        if (parameter == nullptr && name == "variant") {
            if (experiment.find_variant(text) == nullptr)
                return model::Error{"\"" + text.substr(0, 60) + "\" is not a variant", "", ""};
            link.variant = text;
        } else if (parameter == nullptr && name == "tab") {
            if (!is_window_tab(text))
                return model::Error{
                    "\"" + text.substr(0, 60) + "\" is not a tab of the window", "",
                    suggestion(text, std::vector<std::string>(std::begin(window_tabs), std::end(window_tabs)))};
            link.tab = text;
        } else if (parameter == nullptr && name == "warp") {
            link.warp = parse_warp_place(text);
            if (!link.warp)
                return model::Error{"\"" + text.substr(0, 60) + "\" is not a position in a warp's run", "",
                                    "write BLOCK:WARP:STEP, or BLOCK:WARP:access1"};
        } else if (parameter == nullptr && name == "x") {
            if (experiment.find_parameter(text) == nullptr)
                return model::Error{"\"" + text.substr(0, 60) + "\" is not a parameter or knob", "",
                                    suggestion(text, parameter_names(experiment))};
            link.x_axis = text;
        } else if (equals == std::string_view::npos || parameter == nullptr) {
            return model::Error{"\"" + name.substr(0, 60) + "\" is not a parameter or knob", "",
                                suggestion(name, parameter_names(experiment))};
        } else {
            const auto value = parse_value(*parameter, text);
            if (!value) return value.error();
            link.values[name] = *value;
        }
    }
    return link;
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
    const std::vector<LessonLine> lines = lesson_lines(experiment.lesson);
    if (auto error = check_definitions(lines, file_name)) return error;
    for (const model::Question& question : experiment.questions)
        if (auto error = check_part("ask:" + question.id, lines, links, file_name)) return error;
    for (const model::Experiment& exercise : experiment.exercises)
        if (auto error = check_part("exercise:" + exercise.name, lines, links, file_name)) return error;
    return std::nullopt;
}

}  // namespace spillway::catalogue
