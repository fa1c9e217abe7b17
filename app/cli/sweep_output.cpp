#include "app/cli/sweep_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "app/cli/csv_output.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

std::string axis_text(const SweepResults& sweep, const model::RunResult& result)
{
    std::string text;
    for (const Axis& axis : sweep.axes) {
        const auto value = result.parameters.find(axis.parameter->name);
        text += fmt::format("{:>16}", value == result.parameters.end() ? "-" : model::to_string(value->second));
    }
    return text;
}

/// False for a template argument of other kernels of a user's file.
bool takes(const model::Experiment& file, const model::Variant& kernel, const std::string& parameter)
{
    if (std::ranges::find(file.defines, parameter) != file.defines.end()) return true;
    const bool is_own = std::ranges::any_of(file.parameters, [&](const auto& each) { return each.name == parameter; });
    return !is_own || kernel.entry.find("{" + parameter + "}") != std::string::npos;
}

/// Results for tables and JSON. A kernel of a user's file has no values for other kernels' template arguments, and one
/// result for all of them.
std::vector<model::RunResult> without_foreign_arguments(const SweepResults& sweep)
{
    if (!sweep.experiment.is_plain()) return sweep.results;
    std::set<std::tuple<std::string, std::string, model::Values>> seen;
    std::vector<model::RunResult> own;
    for (model::RunResult result : sweep.results) {
        if (const model::Variant* kernel = sweep.experiment.find_variant(result.variant))
            std::erase_if(result.parameters,
                          [&](const auto& each) { return !takes(sweep.experiment, *kernel, each.first); });
        if (seen.emplace(result.gpu_name, result.variant, result.parameters).second) own.push_back(std::move(result));
    }
    return own;
}

void print_table(const SweepResults& sweep, const std::vector<model::RunResult>& results)
{
    const bool has_gpus = std::any_of(results.begin(), results.end(),
                                      [&](const auto& result) { return result.gpu_name != results.front().gpu_name; });
    if (has_gpus) print("{:>12}", "gpu");
    for (const Axis& axis : sweep.axes) print("{:>16}", axis.parameter->name);
    print("  {:<18} {:>9} {:>12} {:>13} {:>12} {:>11}  {}\n", "variant", "registers",
          sweep.experiment.is_plain() ? "stack" : "stack frame", "spill stores", "shared", "occupancy", "status");
    const auto number = [](const std::optional<double>& value) {
        return value ? fmt::format("{:.10g}", *value) : std::string("-");
    };
    for (const model::RunResult& result : results) {
        const auto metric = [&](const char* key) { return number(model::find_metric(key)->get(result)); };
        if (has_gpus) print("{:>12}", result.gpu_name);
        print("{}  {:<18} {:>9} {:>12} {:>13} {:>12} {:>11}  {}\n", axis_text(sweep, result), result.variant,
              metric("registers"), metric(sweep.experiment.is_plain() ? "stack_bytes" : "stack_frame_bytes"),
              metric("spill_store_bytes"), metric("shared_bytes"), metric("theoretical_occupancy"),
              model::to_string(result.status));
    }
}

}  // namespace

std::optional<model::Error> check_sweep_files(const SweepOptions& options)
{
    if (auto error =
            check_distinct({options.csv, options.json, options.svg, options.png, options.pdf, options.roofline}))
        return error;
    const std::pair<const std::string&, OutputKind> tables[] = {{options.csv, OutputKind::csv},
                                                                {options.json, OutputKind::json}};
    for (const auto& [file, kind] : tables)
        if (auto error = check_output(file, kind, options.force)) return error;
    const std::tuple<const std::string&, const char*, const char*> pictures[] = {
        {options.svg, "--svg", ".svg"}, {options.png, "--png", ".png"}, {options.pdf, "--pdf", ".pdf"}};
    for (const auto& [file, option, ending] : pictures)
        if (auto error = check_picture(file, option, options.force, ending)) return error;
    if (const auto purpose = read_purpose(options.purpose); !purpose) return purpose.error();
    return check_picture(options.roofline, "--roofline", options.force);
}

std::optional<model::Error> write_sweep(const Context& context, const SweepResults& sweep, const SweepOptions& options)
{
    std::vector<std::string> axes;
    for (const Axis& axis : sweep.axes) axes.push_back(axis.parameter->name);
    const std::vector<model::RunResult> results = without_foreign_arguments(sweep);
    if (auto error = write_csv(context, results, axes, options.csv)) return error;
    if (!options.json.empty())
        if (auto error = write_output(options.json, protocol::result_to_pretty_json(results) + "\n")) return error;
    const charts::Purpose purpose = *read_purpose(options.purpose);
    for (const std::string* file : {&options.svg, &options.png, &options.pdf})
        if (auto error = write_chart_picture(sweep, *file, purpose)) return error;
    if (auto error = write_roofline_picture(sweep, options.roofline, purpose)) return error;
    const bool has_file = !options.csv.empty() || !options.json.empty() || !options.svg.empty() ||
                          !options.png.empty() || !options.pdf.empty() || !options.roofline.empty();
    if (!has_file) print_table(sweep, results);
    return std::nullopt;
}

}  // namespace spillway::cli
