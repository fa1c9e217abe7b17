#include "app/catalogue/course_order.h"

#include "app/catalogue/formula/suggestion.h"

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
    }
    return problems;
}

}  // namespace spillway::catalogue
