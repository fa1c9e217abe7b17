#include "app/catalogue/questions.h"

#include <algorithm>

namespace spillway::catalogue {

const model::Question* find_question(const model::Experiment& experiment, const std::string& id)
{
    const auto found = std::find_if(experiment.questions.begin(), experiment.questions.end(),
                                    [&](const model::Question& question) { return question.id == id; });
    return found == experiment.questions.end() ? nullptr : &*found;
}

std::string level_words(const model::Question& question)
{
    return "level " + std::to_string(question.level) + " of " + std::to_string(model::question_levels);
}

std::vector<std::string> question_variants(const model::Experiment& experiment, const model::Question& question)
{
    if (question.kind == model::QuestionKind::curve) return {question.curve.variant};
    std::string all = question.answer;
    for (const model::Option& choice : question.choices) all += " " + choice.when;
    return formula_variants(experiment, all);
}

std::set<std::string> question_keys(const model::Question& question)
{
    if (question.kind == model::QuestionKind::curve) return {question.curve.metric};
    std::set<std::string> keys = formula_keys(question.answer);
    for (const model::Option& choice : question.choices) keys.merge(formula_keys(choice.when));
    return keys;
}

QuestionAnswer answer_of(const model::Experiment& experiment, const model::Question& question,
                         const std::vector<model::RunResult>& results, const model::Gpu& gpu)
{
    const auto value = [&](const model::Formula& formula) {
        return evaluate_over_results(experiment, formula, question.set, results, gpu);
    };
    QuestionAnswer answer;
    if (question.kind == model::QuestionKind::number) {
        const FormulaResult number = value(question.answer);
        answer.number = number.value;
        answer.missing = number.missing;
        if (!number.value) answer.why_unknown = number.why;
    }
    for (std::size_t i = 0; i < question.choices.size() && !answer.choice; ++i) {
        const FormulaResult holds = value(question.choices[i].when);
        if (!holds.value) {
            answer.why_unknown = holds.why;
            answer.missing = holds.missing;
            return answer;
        }
        if (*holds.value != 0) answer.choice = i;
    }
    if (question.kind == model::QuestionKind::choice && !answer.choice)
        answer.why_unknown = "none of the choices holds with this compiler and GPU";
    return answer;
}

}  // namespace spillway::catalogue
