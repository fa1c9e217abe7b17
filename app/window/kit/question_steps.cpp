#include "app/window/kit/question_steps.h"

#include <algorithm>

#include "app/lessons/lesson_steps.h"

namespace spillway::window {

std::set<std::string> QuestionSteps::asked_by(const model::Experiment& experiment, int step)
{
    if (experiment_ != experiment.name || lesson_ != experiment.lesson) {
        experiment_ = experiment.name;
        lesson_ = experiment.lesson;
        const auto steps = lessons::lesson_steps(experiment, {}, {});
        count_ = static_cast<int>(steps.size());
        steps_.clear();
        for (const model::Question& question : experiment.questions)
            steps_[question.id] = lessons::step_of_question(steps, question.id);
    }
    std::set<std::string> asked;
    const int shown = std::clamp(step, 1, std::max(count_, 1));
    for (const auto& [question, asked_in] : steps_)
        if (asked_in <= shown) asked.insert(question);
    return asked;
}

}  // namespace spillway::window
