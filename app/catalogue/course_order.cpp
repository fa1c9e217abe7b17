#include "app/catalogue/course_order.h"

#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/lesson.h"

namespace spillway::catalogue {

std::set<std::string> all_prerequisites(const Catalogue& catalogue, const model::Experiment& lesson)
{
    std::set<std::string> found;
    std::vector<const model::Experiment*> open{&lesson};
    while (!open.empty()) {
        const model::Experiment* next = open.back();
        open.pop_back();
        for (const std::string& name : next->course.prerequisites) {
            const model::Experiment* before = catalogue.find(name);
            if (before != nullptr && found.insert(name).second) open.push_back(before);
        }
    }
    return found;
}

namespace {

void add_link_problems(const Catalogue& catalogue, const model::Experiment& experiment,
                       const std::vector<std::string>& known, std::vector<model::Error>& problems)
{
    constexpr std::string_view scheme = "experiment:";
    for (const LessonLink& link : lesson_links(experiment.lesson))
        if (link.target.starts_with(scheme) && catalogue.find(link.target.substr(scheme.size())) == nullptr)
            problems.push_back({"the lesson refers to \"" + link.target.substr(0, 60) + "\", which does not exist",
                                (experiment.origin.folder / "lesson.md").string() + ":" + std::to_string(link.line),
                                suggestion(link.target.substr(scheme.size()), known)});
}

}  // namespace

std::vector<model::Error> order_problems(const Catalogue& catalogue)
{
    std::vector<std::string> known;
    for (const model::Experiment& experiment : catalogue.experiments) known.push_back(experiment.name);
    std::vector<model::Error> problems;
    for (const model::Experiment& experiment : catalogue.experiments) {
        const std::string where = (experiment.origin.folder / "experiment.json").string();
        for (const std::string& name : experiment.course.prerequisites)
            if (catalogue.find(name) == nullptr)
                problems.push_back(
                    {"the prerequisite \"" + name + "\" is not an experiment", where, suggestion(name, known)});
        if (all_prerequisites(catalogue, experiment).contains(experiment.name))
            problems.push_back({"\"" + experiment.name + "\" is among its own prerequisites, through others", where,
                                "remove one of them"});
        if (experiment.origin.is_users_own()) add_link_problems(catalogue, experiment, known, problems);
    }
    return problems;
}

}  // namespace spillway::catalogue
