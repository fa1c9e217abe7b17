#include "app/catalogue/plain/file_kernels.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "app/base/visible_text.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/device_names.h"
#include "app/catalogue/plain/file_constants.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/launch_taker.h"
#include "app/catalogue/plain/launches_of.h"
#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {
namespace {

constexpr std::size_t max_variants = 2000, max_parameters = 500, max_entry_bytes = 1000;

std::optional<std::int64_t> number_in(std::string_view text)
{
    constexpr std::int64_t max = std::int64_t{1} << 40;
    while (!text.empty() && (text.back() == 'u' || text.back() == 'l')) text.remove_suffix(1);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
    return value <= max && value >= -max ? std::optional(value) : std::nullopt;
}

class Taker {
public:
    /// The first variant with a stack frame or spills; empty: none has them.
    [[nodiscard]] const std::string& first_with_local_memory() const { return first_with_local_memory_; }

    explicit Taker(model::Experiment& experiment)
        : experiment_(experiment),
          look_(look_at(experiment.source)),
          constants_(look_, experiment),
          launches_(experiment, look_, constants_)
    {
    }

    void run(const std::vector<EmittedKernel>& kernels)
    {
        experiment_.variants.clear();
        std::vector<std::string> names;
        for (const EmittedKernel& kernel : kernels) names.push_back(demangled(kernel.name));
        launches_.reset(names);
        std::erase_if(experiment_.parameters, [&](const model::Parameter& parameter) {
            return std::find(experiment_.defines.begin(), experiment_.defines.end(), parameter.name) ==
                   experiment_.defines.end();
        });
        std::map<std::string, int> uses;
        for (const EmittedKernel& kernel : kernels) ++uses[without_arguments(demangled(kernel.name))];
        for (const EmittedKernel& kernel : kernels) {
            const std::string whole = demangled(kernel.name), name = without_arguments(whole);
            if (experiment_.variants.size() < max_variants) add(kernel, whole, name, uses[name] == 1);
        }
        launches_.finish();
        // A complete program contains the instances that it launches. A file with only kernels instantiates none, so
        // add them.
        if (!look_.launches.empty()) return;
        for (const SeenKernel& seen : look_.kernels)
            if (!seen.parameters.empty() && !is_instantiated(seen)) add_seen(seen);
    }

    void run_on_seen_kernels()
    {
        launches_.reset({});
        for (const SeenKernel& seen : look_.kernels) add_seen(seen);
        launches_.finish();
    }

private:
    [[nodiscard]] bool is_instantiated(const SeenKernel& kernel) const
    {
        return std::any_of(instances_.begin(), instances_.end(),
                           [&](const std::string& base) { return is_named(base, kernel.name); });
    }

    /// "The kernel of line 3."; for overloads, with the lines of all.
    static std::string place_of(const SeenKernel& kernel, bool is_only)
    {
        std::string lines = "line " + std::to_string(kernel.line);
        if (!is_only)
            for (const int more : kernel.more_lines) lines += " or " + std::to_string(more);
        return "The kernel of " + lines + ".";
    }

    void add(const EmittedKernel& emitted, const std::string& whole, const std::string& name, bool is_only)
    {
        const NameParts parts = name_parts(name);
        const SeenKernel* kernel = seen_kernel(look_, parts.base);
        model::Variant variant;
        const bool is_plain_entry = whole.size() <= max_entry_bytes && whole.find_first_of("{}") == std::string::npos;
        variant.entry = is_plain_entry ? whole : emitted.name;
        variant.name = base::visible_line(is_only ? name : whole);
        if (kernel != nullptr && is_only && parts.is_template && instances_.insert(parts.base).second)
            add_sliders(variant, *kernel, parts);
        variant.label = variant.name;
        variant.help = kernel != nullptr ? place_of(*kernel, is_only || parts.is_template)
                                         : std::string("A kernel from a header or a macro.");
        launches_.take(variant, whole, {emitted.launch_bound, emitted.required_block});
        if (emitted.has_local_memory && first_with_local_memory_.empty()) first_with_local_memory_ = variant.name;
        if (experiment_.find_variant(variant.name) == nullptr) experiment_.variants.push_back(std::move(variant));
    }

    /// Makes sliders from the numbers among the template arguments, with the names of the template's parameters.
    void add_sliders(model::Variant& variant, const SeenKernel& kernel, const NameParts& parts)
    {
        const std::vector<std::string> arguments = arguments_of(parts.template_arguments);
        if (arguments.size() != kernel.parameters.size() || parts.base.find('(') != std::string::npos) return;
        std::string entry = parts.base + "<";
        bool has_slider = false;
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const auto parameter = parameter_of(kernel.parameters[i], arguments[i], parts.base);
            entry += (i == 0 ? "" : ", ") + (parameter ? "{" + *parameter + "}" : arguments[i]);
            has_slider = has_slider || parameter.has_value();
        }
        if (!has_slider || entry.find('(') != std::string::npos) return;
        variant.entry = entry + ">";
        variant.name = parts.base;
    }

    /// Adds a kernel that was only seen in the text.
    void add_seen(const SeenKernel& kernel)
    {
        model::Variant variant;
        if (kernel.parameters.empty())
            variant.name = variant.entry = kernel.name;
        else
            add_sliders(variant, kernel, {kernel.name, likely_arguments(kernel), true});
        if (variant.entry.empty() || experiment_.find_variant(variant.name) != nullptr) return;
        variant.label = variant.name;
        variant.help = "The kernel of line " + std::to_string(kernel.line) + ".";
        launches_.take(variant, kernel.name, {});
        experiment_.variants.push_back(std::move(variant));
    }

    /// Template arguments for a seen kernel: those of a launch in the file, else the defaults, else common values.
    /// Empty if the template has a parameter pack.
    [[nodiscard]] std::string likely_arguments(const SeenKernel& kernel) const
    {
        std::vector<std::string> launched;
        for (const SeenLaunch& launch : look_.launches)
            if (is_named(kernel.name, launch.kernel) && launched.empty())
                launched = arguments_of(launch.template_arguments);
        std::string list;
        for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
            const TemplateParameter& parameter = kernel.parameters[i];
            if (parameter.is_pack) return {};
            const bool is_type = parameter.type == "typename" || parameter.type == "class";
            list += i == 0 ? "" : ", ";
            list += is_type ? likely_type(parameter, i < launched.size() ? launched[i] : "")
                            : likely_number(parameter, i < launched.size() ? launched[i] : "");
        }
        return list;
    }

    /// Ignores a launch in a host template: its argument is that template's parameter, usually T, and not a type.
    static std::string likely_type(const TemplateParameter& parameter, const std::string& launched)
    {
        for (const std::string& type : {launched, parameter.initial})
            if (type.size() > 1 && type != parameter.name && is_simple_type(type)) return type;
        return "float";
    }

    [[nodiscard]] std::string likely_number(const TemplateParameter& parameter, const std::string& launched) const
    {
        for (const std::string& text : {launched, parameter.initial}) {
            if (number_in(text) || text == "true" || text == "false") return text;
            const auto value = constants_.of(text);
            if (value && *value == std::floor(*value)) return std::to_string(static_cast<std::int64_t>(*value));
        }
        return parameter.type == "bool" ? "false" : "8";
    }

    std::optional<std::string> parameter_of(const TemplateParameter& from, const std::string& argument,
                                            const std::string& kernel)
    {
        const bool is_type = from.type == "typename" || from.type == "class";
        const auto number = number_in(argument);
        const bool is_flag = argument == "true" || argument == "false";
        if (from.is_pack || (!number && !is_flag && !(is_type && is_simple_type(argument)))) return std::nullopt;
        model::Parameter parameter;
        if (is_flag) {
            parameter.kind = model::ParameterKind::flag;
            parameter.initial = argument == "true";
        } else if (number) {
            as_number(parameter, *number);
        } else {
            as_type(parameter, argument);
        }
        parameter.help = "A template argument of " + kernel + ".";
        return add_parameter(std::move(parameter), from.name.empty() ? "argument" : from.name);
    }

    static bool is_simple_type(const std::string& type)
    {
        return std::all_of(type.begin(), type.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ' ';
        });
    }

    static void as_number(model::Parameter& parameter, std::int64_t value)
    {
        constexpr std::int64_t min_last = 1024;
        const bool is_power = value > 0 && (value & (value - 1)) == 0;
        parameter.first = std::min<std::int64_t>(value, value > 0 ? 1 : 0);
        parameter.last = std::max(min_last, 4 * std::max<std::int64_t>(value, 0));
        parameter.scale = is_power ? model::Scale::power_of_two : model::Scale::linear;
        parameter.initial = value;
    }

    static void as_type(model::Parameter& parameter, const std::string& type)
    {
        parameter.kind = model::ParameterKind::choice;
        for (const char* known : {"float", "double", "int", "unsigned int", "long long", "float2", "float4", "int4"})
            parameter.choices.push_back({known, "", 0, ""});
        const bool is_known = std::any_of(parameter.choices.begin(), parameter.choices.end(),
                                          [&](const model::Choice& choice) { return choice.name == type; });
        if (!is_known) parameter.choices.push_back({type, "", 0, ""});
        parameter.initial = type;
    }

    /// Adds a parameter, or reuses one with the same name and initial value. Adds a number to the name if another
    /// parameter has it.
    std::optional<std::string> add_parameter(model::Parameter parameter, const std::string& wanted)
    {
        for (int i = 1; experiment_.parameters.size() < max_parameters; ++i) {
            const std::string name = i == 1 ? wanted : wanted + "_" + std::to_string(i);
            const model::Parameter* known = experiment_.find_parameter(name);
            const bool is_define =
                std::find(experiment_.defines.begin(), experiment_.defines.end(), name) != experiment_.defines.end();
            if (known != nullptr && !known->is_knob && !is_define && known->initial == parameter.initial) return name;
            if (known != nullptr || is_formula_function(name)) continue;
            parameter.name = parameter.label = name;
            experiment_.parameters.push_back(std::move(parameter));
            return name;
        }
        return std::nullopt;
    }

    model::Experiment& experiment_;
    SourceLook look_;
    FileConstants constants_;
    LaunchTaker launches_;
    std::set<std::string> instances_;  ///< templates with a variant
    std::string first_with_local_memory_;
};

}  // namespace

namespace {

std::string lesson_of(const model::Experiment& experiment)
{
    constexpr std::size_t max_listed = 30;
    const auto& variants = experiment.variants;
    std::string lesson = "# " + experiment.title + "\n\nThe compiler makes ";
    lesson += variants.size() == 1 ? "one kernel" : std::to_string(variants.size()) + " kernels";
    lesson += " of this file:\n\n";
    for (std::size_t i = 0; i < std::min(max_listed, variants.size()); ++i)
        lesson += "- `" + variants[i].label.substr(0, 200) + "`: " + variants[i].help + "\n";
    if (variants.size() > max_listed) lesson += "- and " + std::to_string(variants.size() - max_listed) + " more\n";
    lesson +=
        "\nThe file is compiled whole, as it is. No GPU runs its kernels, because it does not say which data they "
        "need. "
        "*Run it here*, beside the sliders, runs one on this machine's processor with data that you can set. "
        "*Make it an experiment*, on the code tab, writes down the facts of the file and says which are missing.\n";
    // The names come from an untrusted file: prevent links.
    std::replace(lesson.begin(), lesson.end(), '[', '(');
    std::replace(lesson.begin(), lesson.end(), ']', ')');
    return lesson;
}

/// Chooses as x axis the first slider that device code uses; else the first one, which may set a launch.
void choose_axis(model::Experiment& experiment)
{
    const auto names = device_names(experiment.source);
    const auto is_slider = [](const model::Parameter& each) { return each.kind == model::ParameterKind::integer; };
    const auto is_used = [&](const model::Parameter& each) { return is_slider(each) && names.contains(each.name); };
    auto slider = std::ranges::find_if(experiment.parameters, is_used);
    if (slider == experiment.parameters.end()) slider = std::ranges::find_if(experiment.parameters, is_slider);
    experiment.x_axis = slider == experiment.parameters.end() ? "register_cap" : slider->name;
    experiment.focus = experiment.variants.front().name;
}

}  // namespace

void take_kernels(model::Experiment& experiment, const std::vector<EmittedKernel>& kernels)
{
    const std::vector<model::Variant> before = experiment.variants;
    Taker taker(experiment);
    taker.run(kernels);
    if (experiment.variants.empty()) experiment.variants = before;
    choose_axis(experiment);
    if (experiment.find_variant(taker.first_with_local_memory()) != nullptr)
        experiment.focus = taker.first_with_local_memory();
    experiment.lesson = lesson_of(experiment);
}

void take_seen_kernels(model::Experiment& experiment)
{
    experiment.variants.clear();
    Taker(experiment).run_on_seen_kernels();
    if (experiment.variants.empty()) experiment.variants = {whole_file()};
    choose_axis(experiment);
}

const model::Variant& whole_file()
{
    static const model::Variant variant = [] {
        model::Variant whole;
        whole.name = "whole_file";
        whole.label = "the whole file";
        whole.help = "Its kernels are those that the compiler emits.";
        return whole;
    }();
    return variant;
}

std::vector<EmittedKernel> kernels_in(const model::CompileReport& report)
{
    std::vector<EmittedKernel> kernels;
    for (const model::FunctionReport& function : report.functions)
        if (function.is_entry) {
            const bool has_local_memory = function.stack_frame_bytes > 0 || function.cumulative_stack_bytes > 0 ||
                                          function.spill_store_bytes > 0 || function.spill_load_bytes > 0;
            kernels.push_back(
                {function.name, function.launch_bound_threads, function.required_block, has_local_memory});
            auto& block = kernels.back().required_block;  // from a worker, so not trusted
            if (block && block->size() != 3) block.reset();
        }
    return kernels;
}

}  // namespace spillway::catalogue
