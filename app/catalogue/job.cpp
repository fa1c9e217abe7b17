#include "app/catalogue/job.h"

#include <algorithm>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/formula.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/formula/suggestion.h"
#include "app/catalogue/launch_plan.h"
#include "app/catalogue/plain/kernel_text.h"

namespace spillway::catalogue {
namespace {

using model::Error;
using model::Experiment;
using model::Values;

bool is_entry_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_:<>{}, *-.").find(c) != std::string_view::npos;
}

/// Text of a value as a template argument.
std::string template_argument(const model::Parameter& parameter, const model::Value& value)
{
    if (const auto* name = std::get_if<std::string>(&value))
        for (const model::Choice& choice : parameter.choices)
            if (choice.name == *name) return choice.code.empty() ? choice.name : choice.code;
    return model::to_string(value);
}

model::Expected<Values> complete(const Experiment& experiment, const Values& given, const model::Gpu& gpu)
{
    Values values = initial_values(experiment, gpu);
    for (const auto& [name, value] : given) {
        const model::Parameter* parameter = experiment.find_parameter(name);
        if (parameter == nullptr)
            return Error{"\"" + name + "\" is not a parameter or knob of " + experiment.name, "",
                         suggestion(name, parameter_names(experiment))};
        if (auto error = check_value(*parameter, value)) return *error;
        values[name] = value;
    }
    return values;
}

template <typename T>
T knob(const Values& values, const char* name, T fallback)
{
    const auto found = values.find(name);
    const T* value = found == values.end() ? nullptr : std::get_if<T>(&found->second);
    return value == nullptr ? fallback : *value;
}

/// Name of the #define that this parameter sets.
const std::string& macro_of(const Experiment& experiment, const std::string& name)
{
    const model::Parameter* parameter = experiment.find_parameter(name);
    return parameter != nullptr && !parameter->macro.empty() ? parameter->macro : name;
}

model::CompileRequest compile_request(const Experiment& experiment, const model::Variant& variant, const Values& values,
                                      const model::Gpu& gpu)
{
    model::CompileRequest request;
    request.source_hash = source_hash(experiment, variant);
    request.entry = with_values(variant.entry, experiment, values);
    request.arch = variant.is_architecture_specific && gpu.target.empty() ? gpu.specific_arch() : gpu.compile_target();
    request.register_cap = static_cast<int>(knob<std::int64_t>(values, "register_cap", 0));
    request.min_blocks_per_sm = static_cast<int>(knob<std::int64_t>(values, "min_blocks_per_sm", 0));
    const std::string spill_target = knob<std::string>(values, "spill_target", "local");
    request.spill_target = spill_target == "shared" ? model::SpillTarget::shared : model::SpillTarget::local;
    const std::string load_cache = knob<std::string>(values, "load_cache", "ca");
    request.load_cache = load_cache == "cg" ? model::LoadCache::cg : model::LoadCache::ca;
    request.fast_math = knob<bool>(values, "fast_math", false);
    request.register_usage_level =
        static_cast<int>(knob<std::int64_t>(values, "register_usage_level", model::standard_register_usage_level));
    const std::string compiler = knob<std::string>(values, "compiler", "default");
    if (compiler != "default") request.compiler = compiler;
    request.whole_file = experiment.is_whole_file;
    request.max_seconds = experiment.max_compile_seconds;
    for (const std::string& name : experiment.defines)
        request.defines.push_back({macro_of(experiment, name), knob<std::int64_t>(values, name.c_str(), 0)});
    return request;
}

model::Carveout carveout(const Values& values)
{
    const std::string name = knob<std::string>(values, "carveout", "default");
    if (name == "max_l1") return model::Carveout::max_l1;
    return name == "max_shared" ? model::Carveout::max_shared : model::Carveout::standard;
}

/// Error if the GPU's compute capability is below the variant's minimum.
std::optional<Error> check_compute(const model::Variant& variant, const model::Gpu& gpu)
{
    if (gpu.compute_major * 10 + gpu.compute_minor >= variant.minimum_compute) return std::nullopt;
    const auto text = [](int compute) { return std::to_string(compute / 10) + "." + std::to_string(compute % 10); };
    return Error{"needs compute capability " + text(variant.minimum_compute) + ", " +
                     (gpu.label.empty() ? gpu.name : gpu.label) + " has " +
                     text(gpu.compute_major * 10 + gpu.compute_minor),
                 "", "choose a newer GPU"};
}

/// Error if the GPU's generation or the grid rules out the cluster. The launching GPU checks how many clusters fit at
/// once.
std::optional<Error> check_cluster(const model::Job& job)
{
    const std::int64_t cluster = job.plan->cluster;
    const std::string blocks = "clusters of " + std::to_string(cluster) + " blocks";
    if (cluster == 1) return std::nullopt;
    if (job.gpu.compute_major < 9)
        return Error{blocks + " need compute capability 9.0, " +
                         (job.gpu.label.empty() ? job.gpu.name : job.gpu.label) + " has " +
                         std::to_string(job.gpu.compute_major) + "." + std::to_string(job.gpu.compute_minor),
                     "", "choose a newer GPU"};
    if (job.grid[0] % cluster == 0) return std::nullopt;
    return Error{"a grid of " + std::to_string(job.grid[0]) + " blocks in x is not a multiple of " + blocks, "",
                 "let \"grid\" be a multiple of \"cluster\""};
}

}  // namespace

std::string with_values(const std::string& entry, const Experiment& experiment, const Values& values)
{
    std::string filled;
    for (std::size_t at = 0; at < entry.size(); ++at) {
        const std::size_t close = entry[at] == '{' ? entry.find('}', at) : std::string::npos;
        if (close == std::string::npos) {
            filled += entry[at];
            continue;
        }
        const std::string name = entry.substr(at + 1, close - at - 1);
        if (const model::Parameter* parameter = experiment.find_parameter(name))
            filled += template_argument(*parameter, values.at(name));
        at = close;
    }
    return filled;
}

std::optional<Error> check_entry(const Experiment& experiment, const std::string& entry)
{
    if (entry.size() > 500 || !std::all_of(entry.begin(), entry.end(), is_entry_character))
        return Error{"\"" + entry.substr(0, 100) + "\" is not a kernel's name", "",
                     "kernel<{parameter}, ...> was expected"};
    for (std::size_t at = 0; (at = entry.find_first_of("{}", at)) != std::string::npos; ++at) {
        const std::size_t close = entry.find('}', at);
        if (entry[at] == '}' || close == std::string::npos)
            return Error{"unpaired braces in \"" + entry.substr(0, 100) + "\"", "", "{parameter} was expected"};
        const std::string name = entry.substr(at + 1, close - at - 1);
        if (experiment.find_parameter(name) == nullptr)
            return Error{"{" + name.substr(0, 60) + "} names no parameter or knob", "",
                         suggestion(name, parameter_names(experiment))};
        at = close;
    }
    return std::nullopt;
}

model::Expected<model::Job> make_job(const Experiment& experiment, const model::Variant& variant, const Values& given,
                                     const model::Gpu& gpu)
{
    const model::Expected<Values> values = complete(experiment, given, gpu);
    if (!values) return values.error();
    if (auto error = check_compute(variant, gpu)) return *error;
    model::Job job;
    job.experiment = experiment.name;
    job.variant = variant.name;
    job.values = *values;
    job.gpu = gpu;
    job.compile = compile_request(experiment, variant, *values, gpu);
    job.carveout = carveout(*values);
    const Scope scope = make_scope(experiment, *values, &gpu);
    if (auto error = shape_launch(variant.launch.value_or(experiment.launch), scope, job)) return *error;
    // For a block size of "as launched", the result shows the actual block size.
    if (knob<std::int64_t>(job.values, "block_size", 1) == 0) job.values["block_size"] = job.threads_per_block();
    job.dynamic_shared_bytes += knob<std::int64_t>(*values, "extra_shared_bytes", 0);
    if (job.compile.min_blocks_per_sm > 0) job.compile.bounds_threads = static_cast<int>(job.threads_per_block());
    if (experiment.is_plain()) return job;  // a plain .cu does not describe its launch data
    auto plan = make_plan(experiment, variant, *values, scope);
    if (!plan) return plan.error();
    job.plan = std::move(*plan);
    if (auto error = check_cluster(job)) return *error;
    return job;
}

}  // namespace spillway::catalogue
