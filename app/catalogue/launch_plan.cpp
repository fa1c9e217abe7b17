#include "app/catalogue/launch_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/catalogue/buffer_contents.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plan_check.h"

namespace spillway::catalogue {
namespace {

using model::Error;
using model::Experiment;
using model::ScalarKind;

constexpr std::int64_t max_bytes = std::int64_t{1} << 44;

struct ScalarType {
    std::string_view name;
    ScalarKind kind;
    int bytes;
};
constexpr std::array scalar_types{
    ScalarType{"char", ScalarKind::int8, 1},           ScalarType{"signed char", ScalarKind::int8, 1},
    ScalarType{"unsigned char", ScalarKind::uint8, 1}, ScalarType{"uchar", ScalarKind::uint8, 1},
    ScalarType{"short", ScalarKind::int16, 2},         ScalarType{"unsigned short", ScalarKind::uint16, 2},
    ScalarType{"ushort", ScalarKind::uint16, 2},       ScalarType{"int", ScalarKind::int32, 4},
    ScalarType{"unsigned", ScalarKind::uint32, 4},     ScalarType{"unsigned int", ScalarKind::uint32, 4},
    ScalarType{"uint", ScalarKind::uint32, 4},         ScalarType{"long long", ScalarKind::int64, 8},
    ScalarType{"longlong", ScalarKind::int64, 8},      ScalarType{"unsigned long long", ScalarKind::uint64, 8},
    ScalarType{"size_t", ScalarKind::uint64, 8},       ScalarType{"half", ScalarKind::float16, 2},
    ScalarType{"__half", ScalarKind::float16, 2},      ScalarType{"__nv_bfloat16", ScalarKind::bfloat16, 2},
    ScalarType{"float", ScalarKind::float32, 4},       ScalarType{"double", ScalarKind::float64, 8}};

struct FillName {
    std::string_view name;
    model::Fill fill;
};
constexpr std::array fills{
    FillName{"random", model::Fill::random},
    FillName{"random_integers", model::Fill::random_integers},
    FillName{"random_bytes", model::Fill::random_bytes},
    FillName{"ramp", model::Fill::ramp},
    FillName{"constant", model::Fill::constant},
    FillName{"zero", model::Fill::zero},
    FillName{"poison", model::Fill::poison},
    FillName{"permutation", model::Fill::permutation},
    FillName{"cycle", model::Fill::cycle},
};

/// Text without trailing zeros: 1280 and 0.5.
std::string number_text(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.12g", value);
    return text;
}

std::optional<Error> evaluate_number(const model::Formula& formula, const Scope& scope, double& number)
{
    if (formula.empty()) return std::nullopt;
    const auto value = evaluate(formula, scope);
    if (!value) return value.error();
    if (!std::isfinite(*value)) return Error{"\"" + formula + "\" gives no number here", "", ""};
    number = *value;
    return std::nullopt;
}

bool is_integer(ScalarKind kind)
{
    switch (kind) {
        case ScalarKind::raw:
        case ScalarKind::float16:
        case ScalarKind::bfloat16:
        case ScalarKind::float32:
        case ScalarKind::float64: return false;
        default: return true;
    }
}

/// Sets the initial content of a buffer once its element has a type. Error: all its integers would be equal.
std::optional<Error> plan_content(const model::Buffer& buffer, const Scope& scope, model::PlannedBuffer& planned)
{
    const bool has_integers = is_integer(planned.scalar);
    planned.fill = has_integers ? model::Fill::random_integers : model::Fill::random;
    for (const FillName& entry : fills)
        if (entry.name == buffer.initial) planned.fill = entry.fill;
    if (buffer.initial.empty() && has_integers) planned.to = 255;
    for (const auto& [formula, number] : {std::pair{&buffer.from, &planned.from}, std::pair{&buffer.to, &planned.to},
                                          std::pair{&buffer.step, &planned.step}})
        if (auto error = evaluate_number(*formula, scope, *number)) return error;
    const bool goes_back = planned.fill == model::Fill::cycle && planned.step < 0 && planned.count > 0;
    if (goes_back) planned.step = std::fmod(planned.step, planned.count) + static_cast<double>(planned.count);
    if (planned.fill != model::Fill::random || !has_integers || planned.to - planned.from > 1) return std::nullopt;
    return Error{"all integers of buffer \"" + buffer.name + "\" are equal: \"random\" rounds real numbers from " +
                     number_text(planned.from) + " to " + number_text(planned.to) + " towards 0",
                 "", "write \"initial\": \"random_integers\", or a wider range of \"from\" and \"to\""};
}

model::Expected<model::PlannedBuffer> plan_buffer(const Experiment& experiment, const model::Buffer& buffer,
                                                  const model::Values& values, const Scope& scope)
{
    model::PlannedBuffer planned;
    planned.name = buffer.name;
    planned.place = buffer.place;
    planned.element = with_values(buffer.element, experiment, values);
    const std::string what = "buffer \"" + buffer.name + "\"";
    if (auto error =
            evaluate_size(buffer.element_bytes, scope, "an element of " + what, 1, 4096, planned.element_bytes))
        return *error;
    if (auto error = evaluate_size(buffer.count, scope, "the length of " + what, 0, max_bytes / 4096, planned.count))
        return *error;
    planned.scalar = scalar_kind(planned.element, planned.element_bytes);
    if (auto error = plan_content(buffer, scope, planned)) return *error;
    planned.seed = buffer.seed;
    planned.constant_symbol = buffer.constant_symbol;
    for (const auto& [formula, texels] :
         {std::pair{&buffer.width, &planned.width}, std::pair{&buffer.height, &planned.height}})
        if (!formula->empty())
            if (auto error = evaluate_size(*formula, scope, "the extent of " + what, 0, std::int64_t{1} << 28, *texels))
                return *error;
    planned.texture_filter = buffer.texture_filter;
    planned.texture_edge = buffer.texture_edge;
    planned.is_output = buffer.is_output;
    return planned;
}

int index_of(const model::LaunchPlan& plan, const std::string& name)
{
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
        if (plan.buffers[i].name == name) return static_cast<int>(i);
    return -1;
}

/// "float[2 * taps]" becomes "float[8]".
std::optional<Error> plan_argument_type(const std::string& type, const Scope& scope, std::string& planned)
{
    planned = type;
    const std::size_t bracket = type.find('[');
    if (bracket == std::string::npos) return std::nullopt;
    const model::Formula formula = type.substr(bracket + 1, type.size() - bracket - 2);
    const std::string what = "the length of an argument", element = type.substr(0, bracket);
    std::int64_t count = 0;
    constexpr std::int64_t max_numbers = 4096;
    if (auto error = evaluate_size(formula, scope, what, 1, max_numbers, count)) return error;
    planned = element + "[" + std::to_string(count) + "]";
    if (argument_count(planned)) return std::nullopt;
    return Error{what + " comes out as " + std::to_string(count) + ", too long for \"" + element + "\"", "",
                 "a kernel has at most 4 KiB of parameters"};
}

std::optional<Error> plan_arguments(const std::vector<model::Argument>& arguments, const Scope& scope,
                                    const model::LaunchPlan& plan, std::vector<model::PlannedArgument>& planned)
{
    for (const model::Argument& argument : arguments) {
        model::PlannedArgument& out = planned.emplace_back();
        if (argument.buffer.empty()) {
            if (auto error = plan_argument_type(argument.scalar_type, scope, out.scalar_type)) return error;
            if (auto error = evaluate_number(argument.scalar, scope, out.scalar)) return error;
            continue;
        }
        out.buffer = index_of(plan, argument.buffer);
        if (out.buffer < 0) return Error{"\"" + argument.buffer + "\" is not a buffer", "", ""};
        const model::PlannedBuffer& buffer = plan.buffers[static_cast<std::size_t>(out.buffer)];
        std::int64_t elements = 0;
        if (!argument.offset_elements.empty())
            if (auto error = evaluate_size(argument.offset_elements, scope, "the offset into \"" + buffer.name + "\"",
                                           0, buffer.count, elements))
                return error;
        out.offset_bytes = elements * buffer.element_bytes;
        out.is_plain = argument.is_plain;
    }
    return std::nullopt;
}

std::optional<Error> plan_reference(const Experiment& experiment, const model::Values& values, const Scope& scope,
                                    model::LaunchPlan& plan)
{
    const model::Reference& reference = experiment.reference;
    if (reference.entry.empty()) return std::nullopt;
    model::PlannedReference planned;
    planned.entry = with_values(reference.entry, experiment, values);
    planned.relative_tolerance = reference.relative_tolerance;
    planned.absolute_tolerance = reference.absolute_tolerance;
    if (auto error = shape_launch(reference.launch.value_or(experiment.launch), scope, planned)) return error;
    const auto& arguments = reference.arguments.empty() ? experiment.arguments : reference.arguments;
    if (auto error = plan_arguments(arguments, scope, plan, planned.arguments)) return error;
    plan.reference = std::move(planned);
    return std::nullopt;
}

std::optional<Error> plan_window(const model::AccessWindow& window, const Scope& scope, model::LaunchPlan& plan)
{
    model::PlannedWindow planned;
    planned.buffer = index_of(plan, window.buffer);
    if (planned.buffer < 0) return Error{"\"" + window.buffer + "\" is not a buffer", "", ""};
    const model::PlannedBuffer& buffer = plan.buffers[static_cast<std::size_t>(planned.buffer)];
    if (auto error = evaluate_size(window.bytes, scope, "the access window of \"" + buffer.name + "\"", 0,
                                   buffer.bytes(), planned.bytes))
        return error;
    if (auto error = evaluate_number(window.hit_ratio, scope, planned.hit_ratio)) return error;
    if (planned.hit_ratio < 0 || planned.hit_ratio > 1)
        return Error{"the access window's hit ratio comes out as " + number_text(planned.hit_ratio), "",
                     "a number from 0 to 1 was expected of \"" + window.hit_ratio + "\""};
    if (auto error = evaluate_size(window.set_aside_bytes, scope, "the part of L2 that is set aside", 0,
                                   model::max_set_aside_bytes, planned.set_aside_bytes))
        return error;
    if (planned.bytes > 0) plan.access_window = planned;
    return std::nullopt;
}

/// Evaluates the parts of a launch besides its shape: clusters, stack and access window.
std::optional<Error> plan_extras(const model::LaunchShape& launch, const Scope& scope, model::LaunchPlan& plan)
{
    if (!launch.stack_bytes.empty())
        if (auto error = evaluate_size(launch.stack_bytes, scope, "the stack", 0, 1 << 20, plan.stack_bytes))
            return error;
    if (!launch.cluster.empty())
        if (auto error = evaluate_size(launch.cluster, scope, "the cluster", 1, model::max_cluster, plan.cluster))
            return error;
    return launch.access_window ? plan_window(*launch.access_window, scope, plan) : std::nullopt;
}

std::optional<Error> plan_work(const model::Work& work, const Scope& scope, model::LaunchPlan& plan)
{
    if (auto error = evaluate_number(work.bytes_moved, scope, plan.bytes_moved)) return error;
    if (auto error = evaluate_number(work.bytes_requested, scope, plan.bytes_requested)) return error;
    if (auto error = evaluate_number(work.flops, scope, plan.flops)) return error;
    if (auto error = evaluate_number(work.accesses_per_thread, scope, plan.accesses_per_thread)) return error;
    plan.cycles_buffer = work.cycles_buffer.empty() ? -1 : index_of(plan, work.cycles_buffer);
    plan.cache = work.cache;
    plan.timing = work.timing;
    return std::nullopt;
}

}  // namespace

ScalarKind scalar_kind(std::string_view type, std::int64_t element_bytes)
{
    const auto find = [&](std::string_view name) {
        const auto found = std::find_if(scalar_types.begin(), scalar_types.end(),
                                        [&](const ScalarType& known) { return known.name == name; });
        const bool fits = found != scalar_types.end() && element_bytes % found->bytes == 0;
        return fits ? found->kind : ScalarKind::raw;
    };
    if (const ScalarKind kind = find(type); kind != ScalarKind::raw) return kind;
    const bool is_vector = type.size() > 1 && type.back() >= '1' && type.back() <= '4';
    return is_vector ? find(type.substr(0, type.size() - 1)) : ScalarKind::raw;
}

std::optional<Error> evaluate_size(const model::Formula& formula, const Scope& scope, const std::string& what,
                                   std::int64_t min, std::int64_t max, std::int64_t& size)
{
    const model::Expected<double> value = evaluate(formula, scope);
    if (!value) return value.error();
    if (*value != std::floor(*value) || *value < 0 || *value > static_cast<double>(max))
        return Error{what + " comes out as " + number_text(*value), "",
                     "a whole number up to " + std::to_string(max) + " was expected of \"" + formula + "\""};
    size = std::max(min, static_cast<std::int64_t>(*value));
    return std::nullopt;
}

model::Expected<model::LaunchPlan> make_plan(const Experiment& experiment, const model::Variant& variant,
                                             const model::Values& values, const Scope& scope)
{
    model::LaunchPlan plan;
    for (const model::Buffer& buffer : experiment.buffers) {
        auto planned = plan_buffer(experiment, buffer, values, scope);
        if (!planned) return planned.error();
        plan.buffers.push_back(std::move(*planned));
    }
    const auto& arguments = variant.arguments.empty() ? experiment.arguments : variant.arguments;
    if (auto error = plan_arguments(arguments, scope, plan, plan.arguments)) return *error;
    if (variant.copy) {
        plan.copy = model::PlannedCopy{index_of(plan, variant.copy->from), index_of(plan, variant.copy->to), 0};
        if (auto error = evaluate_size(variant.copy->bytes, scope, "the copy", 0, max_bytes, plan.copy->bytes))
            return *error;
    }
    plan.library = variant.library;
    plan.local_pool = variant.local_pool;
    const model::LaunchShape& launch = variant.launch ? *variant.launch : experiment.launch;
    if (auto error = plan_extras(launch, scope, plan)) return *error;
    // kernel.cu holds the reference; kernels of claims are in causes.cu, so nothing checks their output.
    if (!variant.is_of_claim)
        if (auto error = plan_reference(experiment, values, scope, plan)) return *error;
    if (auto error = plan_work(variant.work.value_or(experiment.work), scope, plan)) return *error;
    if (auto error = check_description(plan)) return *error;
    return plan;
}

}  // namespace spillway::catalogue
