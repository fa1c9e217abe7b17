#include "app/cli/room_questions.h"

#include <optional>
#include <string>
#include <string_view>

#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

std::string with_unit(std::string_view label, std::string_view unit)
{
    std::string text(label);
    if (!unit.empty()) text += " (" + std::string(unit) + ")";
    return text;
}

/// Axes of the drawing; empty if the parameter has no range of numbers.
std::optional<room::DrawnAxis> axis_of(const model::Experiment& lesson, const model::Question& question)
{
    const model::Parameter* over = lesson.find_parameter(question.curve.over);
    const model::Metric* metric = model::find_metric(question.curve.metric);
    if (over == nullptr || metric == nullptr || over->kind != model::ParameterKind::integer) return std::nullopt;
    room::DrawnAxis axis;
    axis.label = with_unit(over->label, over->unit);
    axis.unit = with_unit(metric->label, metric->unit);
    axis.first = static_cast<double>(over->first);
    axis.last = static_cast<double>(over->last);
    axis.is_logarithmic = over->scale == model::Scale::power_of_two && over->first > 0;
    return axis;
}

}  // namespace

std::vector<room::LessonQuestion> room_questions(const catalogue::Catalogue& catalogue)
{
    std::vector<room::LessonQuestion> all;
    for (const model::Experiment& lesson : catalogue.experiments) {
        if (!lesson.origin.trusted) continue;
        for (const model::Question& question : lesson.questions) {
            room::LessonQuestion each{lesson.title, {lesson.name, question, {}}};
            if (question.kind == model::QuestionKind::curve) {
                const auto axis = axis_of(lesson, question);
                if (!axis) continue;
                each.asked.axis = *axis;
            }
            all.push_back(std::move(each));
        }
    }
    return all;
}

}  // namespace spillway::cli
