#include "app/catalogue/parameter_reader.h"

#include <algorithm>
#include <set>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::catalogue {
namespace {

using model::Parameter;
using model::ParameterKind;

constexpr std::size_t max_parameters = 32;
constexpr std::size_t max_choices = 64;
constexpr std::size_t max_macro_bytes = 100;

/// Whether the text may stand between < and > of a kernel's name.
bool is_template_argument(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
               c == '<' || c == '>' || c == ',' || c == ' ' || c == '*' || c == '-' || c == '.';
    });
}

model::Choice read_choice(const Node& node, const std::string& owner, Problems& problems)
{
    MemberReader reader(node, "a choice of " + owner, problems);
    model::Choice choice;
    choice.name = reader.text("name", true);
    choice.code = reader.text("code");
    if (choice.code.empty()) choice.code = choice.name;
    choice.number = reader.number("number").value_or(0);
    choice.help = reader.text("help");
    choice.label = reader.text("label");
    reader.finish();
    if (!is_template_argument(choice.code))
        problems.add(reader.line_of("code"), "\"" + choice.code.substr(0, 60) + "\" cannot be a template argument",
                     "letters, digits, blanks and _ : < > , * - . were expected");
    return choice;
}

void read_choices(MemberReader& reader, Parameter& parameter, Problems& problems)
{
    std::set<std::string> names;
    for (const Node* node : reader.objects("choices", true)) {
        model::Choice choice = read_choice(*node, reader.subject(), problems);
        if (!names.insert(choice.name).second)
            problems.add(node->line, "the choice \"" + choice.name + "\" is given twice", "");
        parameter.choices.push_back(std::move(choice));
    }
    if (parameter.choices.size() > max_choices)
        problems.add(reader.line_of("choices"), reader.subject() + " has more than 64 choices", "");
}

/// Reads "range": [first, last].
void read_range(MemberReader& reader, Parameter& parameter, bool required, Problems& problems)
{
    const Node* range = reader.member("range", required);
    if (range == nullptr) return;
    const bool is_pair = range->kind == Node::Kind::array && range->elements.size() == 2 &&
                         range->elements[0].kind == Node::Kind::integer &&
                         range->elements[1].kind == Node::Kind::integer;
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    if (!is_pair || range->elements[0].integer > range->elements[1].integer || range->elements[0].integer < -exact ||
        range->elements[1].integer > exact) {
        problems.add(range->line, "\"range\" of " + reader.subject() + " is not a range",
                     "[first, last] was expected, two whole numbers, the smaller first");
        return;
    }
    parameter.first = range->elements[0].integer;
    parameter.last = range->elements[1].integer;
}

void read_integer_keys(MemberReader& reader, Parameter& parameter, bool required, Problems& problems)
{
    read_range(reader, parameter, required, problems);
    parameter.step = reader.integer("step").value_or(parameter.step);
    if (parameter.step < 1) {
        problems.add(reader.line_of("step"), "\"step\" of " + reader.subject() + " is not positive", "");
        parameter.step = 1;
    }
    if (const auto scale = reader.one_of("scale", {"linear", "power_of_two"}))
        parameter.scale = *scale == 0 ? model::Scale::linear : model::Scale::power_of_two;
    if (parameter.scale == model::Scale::power_of_two && parameter.first < 1 && required)
        problems.add(reader.line_of("range"), "\"range\" of " + reader.subject() + " begins below 1",
                     "a power_of_two scale begins at 1 or above; put 0 into \"also\"");
    if (const Node* also = reader.member("also")) {
        parameter.extra_values.clear();
        for (const Node& node : also->elements)
            if (node.kind == Node::Kind::integer)
                parameter.extra_values.push_back(node.integer);
            else
                problems.add(node.line, "\"also\" holds " + kind_name(node.kind), "whole numbers were expected");
        if (also->kind != Node::Kind::array || also->elements.size() > 16)
            problems.add(also->line, "\"also\" is not a short list", "[0] was expected, for instance");
    }
    if (const std::string label = reader.text("zero_label"); !label.empty()) parameter.zero_label = label;
}

/// Reads an initial value that depends on the GPU: "initial": "16 * gpu_l2_bytes".
void read_initial_formula(const Node& node, Parameter& parameter, Problems& problems)
{
    Scope scope;
    add_gpu(scope, sample_gpu());
    const auto number = evaluate(node.text, scope);
    if (!number) return problems.add(node.line, number.error().what, number.error().advice);
    parameter.initial_formula = node.text;
    parameter.initial = initial_value(parameter, sample_gpu());
}

void read_initial(MemberReader& reader, Parameter& parameter, bool required, Problems& problems)
{
    const Node* initial = reader.member("initial", required);
    if (initial == nullptr) return;
    parameter.initial_formula.clear();
    const bool is_formula = parameter.kind == ParameterKind::integer && initial->kind == Node::Kind::text;
    if (is_formula) return read_initial_formula(*initial, parameter, problems);
    if (const auto value = read_value(parameter, *initial, problems)) parameter.initial = *value;
}

void read_texts(MemberReader& reader, Parameter& parameter)
{
    if (std::string text = reader.text("label"); !text.empty()) parameter.label = std::move(text);
    if (std::string text = reader.text("unit"); !text.empty()) parameter.unit = std::move(text);
    if (std::string text = reader.text("help"); !text.empty()) parameter.help = std::move(text);
}

Parameter read_parameter(const Node& node, Problems& problems)
{
    MemberReader reader(node, "a parameter", problems);
    Parameter parameter;
    parameter.name = reader.text("name", true);
    reader.set_subject("parameter \"" + parameter.name.substr(0, 60) + "\"");
    if (!is_name(parameter.name) || is_formula_function(parameter.name) || parameter.name.starts_with("gpu_"))
        problems.add(reader.line_of("name"), "\"" + parameter.name.substr(0, 60) + "\" cannot name a parameter",
                     "small letters, digits and _, no gpu_..., and no function of formulas were expected");
    parameter.label = parameter.name;
    read_texts(reader, parameter);
    const Node* initial = node.find("initial");
    if (node.find("choices") != nullptr) {
        parameter.kind = ParameterKind::choice;
        read_choices(reader, parameter, problems);
        if (!parameter.choices.empty()) parameter.initial = parameter.choices.front().name;
    } else if (initial != nullptr && initial->kind == Node::Kind::boolean) {
        parameter.kind = ParameterKind::flag;
        parameter.last = 1;
    } else {
        read_integer_keys(reader, parameter, true, problems);
        parameter.initial = parameter.first;
        parameter.macro = reader.text("define");
        if (!parameter.macro.empty() && (!is_identifier(parameter.macro) || parameter.macro.size() > max_macro_bytes))
            problems.add(reader.line_of("define"), "\"" + parameter.macro.substr(0, 60) + "\" cannot be a #define",
                         "the name of a #define of the kernel's text was expected");
    }
    read_initial(reader, parameter, true, problems);
    reader.finish();
    return parameter;
}

void narrow_knob(const Node& node, std::vector<Parameter>& knobs, Problems& problems)
{
    MemberReader reader(node, "a knob", problems);
    std::vector<std::string> names;
    for (const Parameter& knob : knobs) names.push_back(knob.name);
    const bool has_name = reader.member("name", true) != nullptr;
    const auto index = has_name ? reader.one_of("name", names) : std::nullopt;
    if (!has_name) reader.finish();
    if (!index) return;
    Parameter& knob = knobs[*index];
    const Parameter widest = knob;
    reader.set_subject("knob \"" + knob.name + "\"");
    read_texts(reader, knob);
    if (knob.kind == ParameterKind::integer) read_integer_keys(reader, knob, false, problems);
    if (knob.first < widest.first || knob.last > widest.last)
        problems.add(reader.line_of("range"), "\"range\" of " + reader.subject() + " is wider than the knob's own",
                     "at most " + std::to_string(widest.first) + " to " + std::to_string(widest.last));
    for (const std::int64_t value : knob.extra_values)
        if (check_value(widest, value))
            problems.add(
                reader.line_of("also"),
                "\"also\" of " + reader.subject() + " holds " + std::to_string(value) + ", which the knob cannot have",
                "at most " + std::to_string(widest.first) + " to " + std::to_string(widest.last));
    read_initial(reader, knob, false, problems);
    if (!knob.initial_formula.empty()) knob.initial = initial_value(knob, sample_gpu());
    reader.finish();
    if (const auto error = check_value(knob, knob.initial))
        problems.add(node.line, reader.subject() + ": its initial value is out of range", "give an \"initial\" too");
}

}  // namespace

bool is_name(std::string_view text)
{
    if (text.empty() || text.size() > 60 || !(text[0] >= 'a' && text[0] <= 'z')) return false;
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

std::vector<Parameter> read_parameters(const std::vector<const Node*>& nodes, Problems& problems)
{
    std::vector<Parameter> parameters;
    std::set<std::string> taken;
    for (const Parameter& knob : model::standard_knobs()) taken.insert(knob.name);
    for (const Node* node : nodes) {
        Parameter parameter = read_parameter(*node, problems);
        if (!taken.insert(parameter.name).second)
            problems.add(node->line, "the parameter \"" + parameter.name + "\" is given twice",
                         "no two parameters or knobs may have one name");
        parameters.push_back(std::move(parameter));
    }
    if (parameters.size() > max_parameters) problems.add(nodes[max_parameters]->line, "more than 32 parameters", "");
    return parameters;
}

std::vector<Parameter> read_knobs(const std::vector<const Node*>& nodes, Problems& problems)
{
    std::vector<Parameter> knobs = model::standard_knobs();
    for (const Node* node : nodes) narrow_knob(*node, knobs, problems);
    return knobs;
}

std::optional<model::Value> read_value(const Parameter& parameter, const Node& node, Problems& problems)
{
    std::optional<model::Value> value;
    if (parameter.kind == ParameterKind::flag && node.kind == Node::Kind::boolean) value = node.boolean;
    if (parameter.kind == ParameterKind::integer && node.kind == Node::Kind::integer) value = node.integer;
    if (parameter.kind == ParameterKind::choice && node.kind == Node::Kind::text) value = node.text;
    if (!value) {
        const char* expected = parameter.kind == ParameterKind::flag      ? "true or false"
                               : parameter.kind == ParameterKind::integer ? "a whole number"
                                                                          : "the name of a choice";
        problems.add(node.line, "the value of \"" + parameter.name + "\" is " + kind_name(node.kind),
                     std::string(expected) + " was expected");
        return std::nullopt;
    }
    if (const auto error = check_value(parameter, *value)) {
        problems.add(node.line, error->what, error->advice);
        return std::nullopt;
    }
    return value;
}

model::Values read_values(const model::Experiment& experiment, const Node* node, Problems& problems)
{
    model::Values values;
    if (node == nullptr) return values;
    if (node->kind != Node::Kind::object)
        problems.add(node->line, "\"set\" is " + kind_name(node->kind), "an object {\"name\": value} was expected");
    for (const Member& member : node->members) {
        const Parameter* parameter = experiment.find_parameter(member.key);
        if (parameter == nullptr) {
            problems.add(member.line, "\"" + member.key.substr(0, 60) + "\" is not a parameter or knob",
                         suggestion(member.key, parameter_names(experiment)));
            continue;
        }
        if (const auto value = read_value(*parameter, member.value, problems)) values[member.key] = *value;
    }
    return values;
}

}  // namespace spillway::catalogue
