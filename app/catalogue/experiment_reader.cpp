#include "app/catalogue/experiment_reader.h"

#include "app/base/visible_text.h"
#include "app/catalogue/accesses_reader.h"
#include "app/catalogue/formula_reader.h"
#include "app/catalogue/launch_reader.h"

#include <algorithm>
#include <set>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/claims_reader.h"
#include "app/catalogue/definition.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/heading_reader.h"
#include "app/catalogue/parameter_reader.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/questions_reader.h"

namespace spillway::catalogue {
namespace {

using model::Experiment;

constexpr std::size_t max_variants = 16;
constexpr std::size_t max_exercises = 20;
constexpr std::size_t max_hints = 5, max_hint_bytes = 1024;
constexpr std::size_t max_axis_values = 4096;
constexpr std::size_t max_recorded_results = 200'000;  ///< limit of a recording

/// Default launch of an experiment: one thread per element.
model::LaunchShape default_launch()
{
    return {{"ceil_div(elements, block_size)", "1", "1"}, {"block_size", "1", "1"}, "0", ""};
}

void read_copy(const Experiment& experiment, const Node& node, model::Variant& variant, Problems& problems)
{
    MemberReader reader(node, "\"copy\"", problems);
    std::vector<std::string> names;
    for (const model::Buffer& buffer : experiment.buffers) names.push_back(buffer.name);
    model::Copy copy;
    reader.member("from", true);
    reader.member("to", true);
    if (const auto from = reader.one_of("from", names)) copy.from = names[*from];
    if (const auto to = reader.one_of("to", names)) copy.to = names[*to];
    copy.bytes = read_formula(experiment, reader, "bytes", problems, true);
    reader.finish();
    variant.copy = std::move(copy);
}

/// Reads "8.0" as 80.
void read_minimum_compute(MemberReader& reader, model::Variant& variant, Problems& problems)
{
    const std::string text = reader.text("minimum_compute_capability");
    if (text.empty()) return;
    const std::size_t dot = text.find('.');
    const bool is_version =
        dot != std::string::npos && dot > 0 && dot <= 2 && text.size() == dot + 2 &&
        std::all_of(text.begin(), text.end(), [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
    if (is_version)
        variant.minimum_compute = std::stoi(text.substr(0, dot)) * 10 + (text[dot + 1] - '0');
    else
        problems.add(reader.line_of("minimum_compute_capability"),
                     "\"minimum_compute_capability\" is \"" + text.substr(0, 60) + "\"",
                     "\"8.0\" was expected, for instance");
}

/// Reads a "work" object over the given values; for a variant these are the experiment's.
model::Work read_work(const Experiment& experiment, const Node& node, model::Work work, const std::string& subject,
                      Problems& problems)
{
    MemberReader reader(node, subject, problems);
    for (const auto& [key, formula] :
         {std::pair{"bytes_moved", &work.bytes_moved}, std::pair{"bytes_requested", &work.bytes_requested},
          std::pair{"flops", &work.flops}, std::pair{"accesses_per_thread", &work.accesses_per_thread}})
        if (std::string text = read_formula(experiment, reader, key, problems); !text.empty()) *formula = text;
    std::vector<std::string> names;
    for (const model::Buffer& buffer : experiment.buffers) names.push_back(buffer.name);
    if (const auto buffer = reader.one_of("cycles_buffer", names)) work.cycles_buffer = names[*buffer];
    if (const auto cache = reader.one_of("cache", {"cold", "warm"}))
        work.cache = static_cast<model::CacheState>(*cache);
    if (const auto timing = reader.one_of("time", {"kernel", "launch", "first_launch"}))
        work.timing = static_cast<model::Timing>(*timing);
    const bool has_rate = !work.bytes_moved.empty() || !work.bytes_requested.empty() || !work.flops.empty() ||
                          !work.accesses_per_thread.empty();
    if (work.timing == model::Timing::kernel && !has_rate)
        problems.add(node.line, subject + " says neither \"bytes_moved\" nor \"accesses_per_thread\"",
                     "one of them, \"bytes_requested\" or \"flops\" turns a time into a rate");
    reader.finish();
    return work;
}

model::Variant read_variant(const Experiment& experiment, const Node& node, std::optional<std::string_view> source,
                            Problems& problems)
{
    MemberReader reader(node, "a variant", problems);
    model::Variant variant;
    variant.name = reader.text("name", true);
    reader.set_subject("variant \"" + variant.name.substr(0, 60) + "\"");
    if (!is_name(variant.name))
        problems.add(reader.line_of("name"), "\"" + variant.name.substr(0, 60) + "\" cannot name a variant",
                     "small letters, digits and _ were expected");
    variant.label = reader.text("label");
    if (variant.label.empty()) variant.label = variant.name;
    variant.help = reader.text("help");
    variant.is_best = reader.flag("best", false);
    if (const Node* copy = reader.member("copy"))
        read_copy(experiment, *copy, variant, problems);
    else if (reader.one_of("library", {"cublas_sgemm"}))
        variant.library = model::Library::cublas_sgemm;
    else
        variant.entry = read_entry(experiment, reader, source, problems);
    if (const Node* launch = reader.member("launch"))
        variant.launch = read_launch(experiment, *launch, experiment.launch, "launch of " + reader.subject(), problems);
    variant.arguments = read_arguments(experiment, reader, problems);
    if (const Node* own = reader.member("work"))
        variant.work = read_work(experiment, *own, experiment.work, "work of " + reader.subject(), problems);
    if (const auto pool = reader.one_of("local_pool", {"keep", "release"}))
        variant.local_pool = static_cast<model::LocalPool>(*pool);
    read_minimum_compute(reader, variant, problems);
    variant.is_architecture_specific = reader.flag("architecture_specific", false);
    reader.finish();
    return variant;
}

void read_variants(Experiment& experiment, MemberReader& reader, std::optional<std::string_view> source,
                   Problems& problems)
{
    std::set<std::string> names;
    for (const Node* node : reader.objects("variants", true)) {
        model::Variant variant = read_variant(experiment, *node, source, problems);
        if (!names.insert(variant.name).second)
            problems.add(node->line, "the variant \"" + variant.name + "\" is given twice", "");
        experiment.variants.push_back(std::move(variant));
    }
    if (experiment.variants.size() > max_variants)
        problems.add(reader.line_of("variants"), "more than 16 variants", "");
}

void read_reference(Experiment& experiment, const Node& node, std::optional<std::string_view> source,
                    Problems& problems)
{
    MemberReader reader(node, "\"reference\"", problems);
    model::Reference& reference = experiment.reference;
    reference.entry = read_entry(experiment, reader, source, problems);
    if (const Node* launch = reader.member("launch"))
        reference.launch = read_launch(experiment, *launch, experiment.launch, "launch of the reference", problems);
    reference.arguments = read_arguments(experiment, reader, problems);
    reference.relative_tolerance = reader.number("relative_tolerance").value_or(0);
    reference.absolute_tolerance = reader.number("absolute_tolerance").value_or(0);
    if (reference.relative_tolerance < 0 || reference.absolute_tolerance < 0)
        problems.add(node.line, "a tolerance of the reference is negative", "0 (bit for bit) or more was expected");
    reader.finish();
}

/// {"first": 1, "last": 128, "step": 1} or {"first": 1, "last": 1024, "factor": 2}
std::vector<model::Value> read_progression(const model::Parameter& parameter, const Node& node, Problems& problems)
{
    MemberReader reader(node, "the axis \"" + parameter.name + "\"", problems);
    const auto first = reader.integer("first", true);
    const auto last = reader.integer("last", true);
    const auto given_step = reader.integer("step");
    const std::int64_t step = given_step.value_or(1);
    const std::int64_t factor = reader.integer("factor").value_or(1);
    reader.finish();
    if (given_step && factor > 1)
        problems.add(node.line, "the axis \"" + parameter.name + "\" has a step and a factor", "remove one of them");
    std::vector<model::Value> values;
    if (!first || !last) return values;
    const bool grows = factor > 1 ? *first > 0 && factor <= 1024 : factor == 1 && step > 0;
    if (!grows || *first > *last || *first < 0) {
        problems.add(node.line, "the axis \"" + parameter.name + "\" does not ascend",
                     "0 <= first <= last, and a positive step or (above 0) a factor of 2 to 1024, were expected");
        return values;
    }
    bool is_beyond = false;
    for (std::int64_t x = *first; !is_beyond && x <= *last && values.size() <= max_axis_values;
         is_beyond = factor > 1 ? __builtin_mul_overflow(x, factor, &x) : __builtin_add_overflow(x, step, &x)) {
        if (const auto error = check_value(parameter, x)) {
            problems.add(node.line, error->what, error->advice);
            break;
        }
        values.emplace_back(x);
    }
    return values;
}

model::GridAxis read_axis(const Experiment& experiment, const Member& member, Problems& problems)
{
    model::GridAxis axis{member.key, {}};
    const model::Parameter* parameter = experiment.find_parameter(member.key);
    if (parameter == nullptr) {
        problems.add(member.line, "\"" + member.key.substr(0, 60) + "\" is not a parameter or knob",
                     suggestion(member.key, parameter_names(experiment)));
        return axis;
    }
    if (member.value.kind == Node::Kind::object)
        axis.values = read_progression(*parameter, member.value, problems);
    else
        for (const Node& node : member.value.elements)
            if (const auto value = read_value(*parameter, node, problems)) axis.values.push_back(*value);
    if (axis.values.empty() || axis.values.size() > max_axis_values)
        problems.add(member.line, "the axis \"" + member.key + "\" has no values, or too many",
                     "a list of values, or {\"first\", \"last\", \"step\" or \"factor\"}, was expected");
    return axis;
}

/// Number of results of a grid, capped just above the limit of a recording.
std::size_t results_of(const model::Grid& grid, std::size_t variants)
{
    std::size_t results = variants;
    for (const model::GridAxis& axis : grid.axes)
        results = std::min(results * axis.values.size(), max_recorded_results + 1);
    return results;
}

void read_recording(Experiment& experiment, MemberReader& reader, Problems& problems)
{
    std::size_t results = 0;
    for (const Node* node : reader.objects("recording")) {
        MemberReader grid_reader(*node, "a grid of \"recording\"", problems);
        model::Grid grid;
        if (const Node* axes = grid_reader.member("axes", true)) {
            if (axes->kind != Node::Kind::object)
                problems.add(axes->line, "\"axes\" is " + kind_name(axes->kind),
                             "{\"parameter\": [values]} was expected");
            for (const Member& member : axes->members) grid.axes.push_back(read_axis(experiment, member, problems));
        }
        grid.set = read_values(experiment, grid_reader.member("set"), problems);
        for (const model::GridAxis& axis : grid.axes)
            if (grid.set.contains(axis.parameter))
                problems.add(grid_reader.line_of("set"),
                             "a grid of \"recording\" has \"" + axis.parameter + "\" in \"axes\" and in \"set\"",
                             "remove it from one of the two");
        grid_reader.finish();
        results += results_of(grid, experiment.variants.size());
        if (results > max_recorded_results) {
            problems.add(node->line, "the grids of \"recording\" give more than 200,000 results",
                         "fewer axes or fewer values were expected");
            return;
        }
        experiment.recording.push_back(std::move(grid));
    }
}

/// Chooses the variant shown first: the named one, else the first.
void choose_focus(Experiment& experiment, const MemberReader& reader, Problems& problems)
{
    if (experiment.focus.empty() && !experiment.variants.empty()) experiment.focus = experiment.variants.front().name;
    if (experiment.find_variant(experiment.focus) != nullptr || experiment.variants.empty()) return;
    std::vector<std::string> known;
    for (const model::Variant& variant : experiment.variants) known.push_back(variant.name);
    problems.add(reader.line_of("focus"),
                 "\"focus\" is \"" + experiment.focus.substr(0, 60) + "\", which is not a variant",
                 suggestion(experiment.focus, known));
}

/// Reads a list of hints, or the single "hint" of older files.
std::vector<std::string> read_hints(MemberReader& reader, Problems& problems)
{
    std::vector<std::string> hints;
    if (std::string hint = reader.text("hint"); !hint.empty()) hints.push_back(std::move(hint));
    const Node* list = reader.member("hints");
    if (list == nullptr) return hints;
    const bool is_list = list->kind == Node::Kind::array && hints.empty() && list->elements.size() <= max_hints;
    if (!is_list)
        problems.add(list->line, "\"hints\" is not a list of at most five texts",
                     "one text may stand in \"hint\" instead");
    for (const Node& node : list->elements) {
        if (node.kind != Node::Kind::text || node.text.empty() || node.text.size() > max_hint_bytes)
            problems.add(node.line, "a hint is not a text of 1 to 1024 bytes", "");
        else if (is_list)
            hints.push_back(base::visible_text(node.text));
    }
    return hints;
}

/// Reads "exercises", the names of exercises, and "exercise", which makes this experiment one.
void read_exercise(Experiment& experiment, MemberReader& reader, Problems& problems)
{
    if (const Node* names = reader.member("exercises")) {
        const auto refuse = [&](int line) {
            problems.add(line, "\"exercises\" is not a list of at most " + std::to_string(max_exercises) + " names",
                         "the names of folders in exercises/ were expected");
        };
        if (names->kind != Node::Kind::array) refuse(names->line);
        for (const Node& node : names->elements) {
            const bool is_twice = std::ranges::count(experiment.exercises, node.text, &Experiment::name) > 0;
            if (node.kind == Node::Kind::text && is_twice)
                problems.add(node.line, "the exercise \"" + node.text.substr(0, 60) + "\" is given twice", "");
            else if (node.kind == Node::Kind::text && is_name(node.text) && experiment.exercises.size() < max_exercises)
                experiment.exercises.emplace_back().name = node.text;
            else
                refuse(node.line);
        }
    }
    const Node* node = reader.member("exercise");
    if (node == nullptr) return;
    MemberReader exercise_reader(*node, "\"exercise\"", problems);
    model::Exercise exercise;
    exercise.lesson = exercise_reader.text("lesson", true);
    exercise.variant = exercise_reader.text("variant", true);
    exercise.hints = read_hints(exercise_reader, problems);
    exercise_reader.finish();
    if (experiment.find_variant(exercise.variant) == nullptr)
        problems.add(node->line, "\"variant\" of \"exercise\" is not a variant", "");
    if (experiment.claims.empty())
        problems.add(node->line, "an exercise without claims has no goal", "its claims are its goals");
    if (experiment.reference.entry.empty())
        problems.add(node->line, "an exercise without a reference cannot detect a wrong result", "");
    experiment.exercise = std::move(exercise);
}

/// The order matters: formulas need the parameters, arguments the buffers, claims the variants.
void read_experiment(Experiment& experiment, MemberReader& reader, std::optional<std::string_view> source,
                     Problems& problems)
{
    read_heading(experiment, reader, problems);
    experiment.parameters = read_parameters(reader.objects("parameters"), problems);
    for (const model::Parameter& parameter : experiment.parameters)
        if (!parameter.macro.empty()) experiment.defines.push_back(parameter.name);
    if (!experiment.defines.empty() && !experiment.is_whole_file)
        problems.add(reader.line_of("parameters"), "a parameter with \"define\" is of no use here",
                     "only with \"whole_file\": true the #defines of the kernel's text are its parameters");
    experiment.knobs = read_knobs(reader.objects("knobs"), problems);
    if (!experiment.x_axis.empty() && experiment.find_parameter(experiment.x_axis) == nullptr)
        problems.add(reader.line_of("x_axis"),
                     "\"x_axis\" is \"" + experiment.x_axis.substr(0, 60) + "\", which is not a parameter or knob",
                     suggestion(experiment.x_axis, parameter_names(experiment)));
    experiment.buffers = read_buffers(experiment, reader, problems);
    experiment.arguments = read_arguments(experiment, reader, problems);
    experiment.launch = default_launch();
    if (const Node* launch = reader.member("launch"))
        experiment.launch = read_launch(experiment, *launch, experiment.launch, "\"launch\"", problems);
    if (const Node* work = reader.member("work", true))
        experiment.work = read_work(experiment, *work, {}, "\"work\"", problems);
    read_variants(experiment, reader, source, problems);
    choose_focus(experiment, reader, problems);
    if (const Node* reference = reader.member("reference")) read_reference(experiment, *reference, source, problems);
    read_accesses(experiment, reader, problems);
    read_recording(experiment, reader, problems);
    read_claims(experiment, reader, problems);
    read_questions(experiment, reader, problems);
    read_exercise(experiment, reader, problems);
    reader.finish();
}

}  // namespace

model::Expected<Experiment> parse_experiment(std::string_view text, const std::string& file_name,
                                             std::optional<std::string_view> kernel_source, bool tries_formulas)
{
    const model::Expected<Node> root = parse_json(text, file_name);
    if (!root) return root.error();
    Problems problems(file_name, tries_formulas);
    Experiment experiment;
    MemberReader reader(*root, "the experiment", problems);
    if (problems.empty()) read_experiment(experiment, reader, kernel_source, problems);
    if (!problems.empty()) return problems.first();
    experiment.origin.definition_hash =
        content_hash(std::string(kernel_source.value_or("")) + '\0' + definition_text(*root));
    return experiment;
}

}  // namespace spillway::catalogue
