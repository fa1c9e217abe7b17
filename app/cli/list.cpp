#include "app/cli/list.h"

#include <fmt/format.h>

#include "app/cli/json_output.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

Json value_json(const model::Value& value)
{
    return std::visit([](const auto& held) { return Json(held); }, value);
}

const char* kind_name(model::ParameterKind kind)
{
    switch (kind) {
        case model::ParameterKind::integer: return "integer";
        case model::ParameterKind::choice: return "choice";
        case model::ParameterKind::flag: return "flag";
    }
    return "integer";
}

Json parameter_json(const model::Parameter& parameter)
{
    Json json{{"name", parameter.name}, {"label", parameter.label}, {"kind", kind_name(parameter.kind)},
              {"unit", parameter.unit}, {"help", parameter.help},   {"initial", value_json(parameter.initial)}};
    if (!parameter.initial_formula.empty()) json["initial_formula"] = parameter.initial_formula;
    if (parameter.kind == model::ParameterKind::integer) {
        json["first"] = parameter.first;
        json["last"] = parameter.last;
        json["step"] = parameter.step;
        json["scale"] = parameter.scale == model::Scale::power_of_two ? "power_of_two" : "linear";
        json["extra_values"] = parameter.extra_values;
    }
    if (parameter.kind == model::ParameterKind::choice) {
        json["choices"] = Json::array();
        for (const model::Choice& choice : parameter.choices) json["choices"].push_back(choice.name);
    }
    return json;
}

/// 0 means that the experiment does not give the number.
Json number_or_null(int number)
{
    return number == 0 ? Json() : Json(number);
}

Json experiment_json(const model::Experiment& experiment)
{
    Json json{{"name", experiment.name},
              {"title", experiment.title},
              {"question", experiment.question},
              {"topic", experiment.topic},
              {"prerequisites", experiment.course.prerequisites},
              {"teaches", experiment.course.teaches},
              {"difficulty", number_or_null(experiment.course.difficulty)},
              {"minutes", number_or_null(experiment.course.minutes)},
              {"x_axis", experiment.x_axis},
              {"charts", experiment.charts},
              {"trusted", experiment.origin.trusted},
              {"variants", Json::array()},
              {"parameters", Json::array()},
              {"knobs", Json::array()}};
    for (const model::Variant& variant : experiment.variants)
        json["variants"].push_back(
            {{"name", variant.name}, {"label", variant.label}, {"help", variant.help}, {"best", variant.is_best}});
    for (const model::Parameter& parameter : experiment.parameters)
        json["parameters"].push_back(parameter_json(parameter));
    for (const model::Parameter& knob : experiment.knobs) json["knobs"].push_back(parameter_json(knob));
    return json;
}

std::string range_text(const model::Parameter& parameter)
{
    if (parameter.kind == model::ParameterKind::flag) return "true, false";
    std::string text;
    if (parameter.kind == model::ParameterKind::choice) {
        for (const model::Choice& choice : parameter.choices) text += (text.empty() ? "" : ", ") + choice.name;
        return text;
    }
    text = fmt::format("{} to {}", parameter.first, parameter.last);
    if (parameter.step > 1) text += fmt::format(" by {}", parameter.step);
    for (const std::int64_t extra : parameter.extra_values)
        text += fmt::format(", or {}{}", extra,
                            extra == 0 && !parameter.zero_label.empty() ? " (" + parameter.zero_label + ")" : "");
    return text;
}

/// "difficulty 2 of 3, 25 minutes, after running_mean"
void print_course(const model::CoursePlace& course)
{
    if (course.difficulty == 0) return;
    print("    difficulty {} of 3", course.difficulty);
    if (course.minutes > 0) print(", {} minutes", course.minutes);
    std::string before;
    for (const std::string& name : course.prerequisites) before += (before.empty() ? ", after " : ", ") + name;
    print("{}\n", before);
}

void print_parameters(const char* heading, const std::vector<model::Parameter>& parameters)
{
    print("    {}\n", heading);
    for (const model::Parameter& parameter : parameters)
        print("      {:<20} {}; starts at {}\n", parameter.name, range_text(parameter),
              parameter.initial_formula.empty() ? model::to_string(parameter.initial) : parameter.initial_formula);
}

}  // namespace

int list_command(const CommonOptions& options)
{
    const auto context = load_context(options);
    if (!context) return fail(context.error());
    if (options.json) {
        Json json = Json::array();
        for (const model::Experiment& experiment : context->library.catalogue().experiments)
            json.push_back(experiment_json(experiment));
        print_json(json);
        return exit_ok;
    }
    std::string topic;
    for (const model::Experiment& experiment : context->library.catalogue().experiments) {
        if (experiment.topic != topic) print("{}\n", topic = experiment.topic);
        print("  {}: {}\n", experiment.name, experiment.question);
        print_course(experiment.course);
        print("    variants\n");
        for (const model::Variant& variant : experiment.variants)
            print("      {:<20} {}\n", variant.name, variant.help);
        print_parameters("parameters", experiment.parameters);
        print_parameters("knobs", experiment.knobs);
    }
    return exit_ok;
}

}  // namespace spillway::cli
