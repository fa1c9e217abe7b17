#include "app/catalogue/taken_names.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace spillway::catalogue {
namespace {

using model::Experiment;

bool has_exercise(const Experiment& lesson, const std::string& name)
{
    return std::ranges::count(lesson.exercises, name, &Experiment::name) > 0;
}

/// True if `copy` may be a learner's copy of an exercise of `lesson`, which has the exercise's name.
bool is_copy_from(const Experiment& copy, const Experiment& lesson)
{
    return copy.exercise && copy.exercise->lesson == lesson.name;
}

/// The experiment in `all` that satisfies `has_it`; null if there is none.
template <typename Test>
const Experiment* find_holder(const Catalogue& all, Test has_it)
{
    const auto found = std::ranges::find_if(all.experiments, has_it);
    return found == all.experiments.end() ? nullptr : &*found;
}

/// The experiment that has the name of `added`, or has an exercise of that name.
const Experiment* holder_of_name(const Catalogue& all, const Experiment& added)
{
    return find_holder(all, [&](const Experiment& other) {
        return other.name == added.name || (has_exercise(other, added.name) && !is_copy_from(added, other));
    });
}

/// The same for an exercise of `added`.
const Experiment* holder_of_name(const Catalogue& all, const Experiment& added, const Experiment& exercise)
{
    if (exercise.name == added.name) return &added;
    return find_holder(all, [&](const Experiment& other) {
        return has_exercise(other, exercise.name) || (other.name == exercise.name && !is_copy_from(other, added));
    });
}

std::string taken_words(const std::string& name, const Experiment& by)
{
    return "the name \"" + name + "\" is taken by " + by.origin.folder.string();
}

/// Why an exercise of `added` is left out; empty if it stays.
std::optional<model::Error> why_left_out(const Catalogue& all, const Experiment& added, const Experiment& exercise)
{
    const std::string where = (exercise.origin.folder / "experiment.json").string();
    const std::string subject = "the exercise \"" + exercise.name + "\" of \"" + added.name + "\" is left out: ";
    if (exercise.exercise && exercise.exercise->lesson != added.name)
        return model::Error{subject + "it names the lesson \"" + exercise.exercise->lesson.substr(0, 60) + "\"", where,
                            R"(write "lesson": ")" + added.name + "\" there"};
    if (const Experiment* other = holder_of_name(all, added, exercise))
        return model::Error{subject + taken_words(exercise.name, *other), where,
                            "give the exercise another name, and its folder too"};
    return std::nullopt;
}

}  // namespace

void add_experiment(Catalogue& catalogue, Experiment experiment)
{
    if (const Experiment* other = holder_of_name(catalogue, experiment)) {
        catalogue.problems.push_back(
            {taken_words(experiment.name, *other), experiment.origin.folder.string(), "give it another name"});
        return;
    }
    std::erase_if(experiment.exercises, [&](const Experiment& exercise) {
        auto why = why_left_out(catalogue, experiment, exercise);
        if (why) catalogue.problems.push_back(std::move(*why));
        return why.has_value();
    });
    catalogue.experiments.push_back(std::move(experiment));
}

std::string free_name(const std::string& name, const Catalogue& catalogue)
{
    const auto is_taken = [&](const std::string& wanted) {
        return find_holder(catalogue, [&](const Experiment& other) {
                   return other.name == wanted || has_exercise(other, wanted);
               }) != nullptr;
    };
    std::string free = name;
    for (int i = 2; is_taken(free); ++i) free = name + "_" + std::to_string(i);
    return free;
}

}  // namespace spillway::catalogue
