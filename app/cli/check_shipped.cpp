// check --shipped: compiles a random sample of the shipped results again and compares. Every run draws another sample.

#include "app/cli/check_shipped.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>

#include "app/base/paths.h"
#include "app/cli/batch.h"
#include "app/cli/grid.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

constexpr std::size_t max_tried = 40;  // limits the time for a folder without current results
constexpr std::size_t max_compared = 16;

struct Sample {
    model::Gpu gpu;
    BatchItem item;
};

/// "EXPERIMENT-sm_NN" of each report file.
std::set<std::string> shipped_parts()
{
    std::set<std::string> parts;
    std::error_code error;
    for (std::filesystem::directory_iterator at(base::data_folder() / "assets/reports", error), end;
         !error && at != end; at.increment(error)) {
        const std::string name = at->path().stem().string();
        if (at->path().extension() == ".reports") parts.insert(name.substr(0, name.rfind('-')));
    }
    return parts;
}

/// Worker command without a cache; `reports` becomes SPILLWAY_REPORTS.
std::vector<std::string> worker_with(const Context& context, const std::string& reports)
{
    std::vector<std::string> command{"env", "SPILLWAY_CACHE_DIR=none"};
    if (!reports.empty()) command.push_back("SPILLWAY_REPORTS=" + reports);
    command.insert(command.end(), context.worker_command.begin(), context.worker_command.end());
    return command;
}

/// Samples of the experiments and architectures with a report file.
std::vector<Sample> draw_samples(const Context& context, const std::set<std::string>& parts)
{
    std::mt19937 random(std::random_device{}());
    std::vector<Sample> all;
    for (const model::Experiment& experiment : context.library.catalogue().experiments)
        for (const model::Gpu& gpu : context.library.table())
            if (gpu.compilable && experiment.origin.trusted && parts.contains(experiment.name + "-" + gpu.arch()))
                for (const BatchItem& item : recording_items(experiment, gpu)) all.push_back({gpu, item});
    std::vector<Sample> drawn;
    std::sample(all.begin(), all.end(), std::back_inserter(drawn), max_tried, random);
    std::shuffle(drawn.begin(), drawn.end(), random);
    return drawn;
}

model::RunResult answer(worker_client::Dispatcher& dispatcher, Context& context, const Sample& sample)
{
    BatchOptions options;
    options.inspect_sass = false;
    options.measure = false;
    return *run_batch(dispatcher, context.library, sample.gpu, {sample.item}, options).front();
}

/// First difference between two results. Times may differ, and so may the log, which contains them.
std::optional<std::string> difference(const model::RunResult& shipped, const model::RunResult& compiled)
{
    if (shipped.status != compiled.status) return "the status";
    if (shipped.message != compiled.message) return "the message";
    if (shipped.advice != compiled.advice) return "the advice";
    if (shipped.compile.has_value() != compiled.compile.has_value()) return "the report";
    if (!shipped.compile) return std::nullopt;
    const model::CompileReport &a = *shipped.compile, &b = *compiled.compile;
    if (a.registers != b.registers) return "the registers";
    if (a.functions != b.functions) return "the functions' frames and spills";
    if (a.static_shared_bytes != b.static_shared_bytes) return "static shared memory";
    if (a.barriers != b.barriers) return "the barriers";
    if (a.register_cap_honoured != b.register_cap_honoured) return "whether the cap was honoured";
    if (a.compiler != b.compiler) return "the compiler";
    if (shipped.ptx->local_bytes_by_function != compiled.ptx->local_bytes_by_function) return "local memory in PTX";
    return std::nullopt;
}

/// Whether two compiles of one text may differ that much. NVRTC orders some of its work by memory addresses, which are
/// random: a kernel that fills the registers then gets a few more or fewer from process to process.
bool is_within_own_variation(const model::RunResult& shipped, const model::RunResult& compiled)
{
    constexpr std::int64_t max_registers = 8, max_bytes = 16;
    const auto is_near = [](std::int64_t a, std::int64_t b, std::int64_t most) { return std::abs(a - b) <= most; };
    const bool is_comparable = shipped.status == compiled.status && shipped.compile && compiled.compile &&
                               shipped.compile->compiler == compiled.compile->compiler;
    if (!is_comparable) return false;
    const auto &a = shipped.compile->functions, &b = compiled.compile->functions;
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [&](const model::FunctionReport& x, const model::FunctionReport& y) {
            return x.name == y.name && is_near(x.registers.value_or(0), y.registers.value_or(0), max_registers) &&
                   is_near(x.stack_frame_bytes, y.stack_frame_bytes, max_bytes) &&
                   is_near(x.spill_store_bytes, y.spill_store_bytes, max_bytes) &&
                   is_near(x.spill_load_bytes, y.spill_load_bytes, max_bytes);
        });
}

}  // namespace

int check_shipped_command(const CommonOptions& options)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    const std::set<std::string> parts = shipped_parts();
    if (parts.empty()) {
        print("no compiler's reports ship with this copy: scripts/make-shipped.sh makes them\n");
        return exit_ok;
    }
    worker_client::Dispatcher with_reports(worker_with(*context, ""), {});
    worker_client::Dispatcher without(worker_with(*context, "none"), {});
    for (worker_client::Dispatcher* dispatcher : {&with_reports, &without})
        if (const auto trouble = meet_worker(*dispatcher, *context)) return fail(*trouble, exit_other);

    std::size_t tried = 0, shipped = 0, varied = 0, wrong = 0;
    for (const Sample& sample : draw_samples(*context, parts)) {
        if (shipped == max_compared) break;
        ++tried;
        const model::RunResult first = answer(with_reports, *context, sample);
        if (!first.compile || !first.compile->cached) continue;  // compiled just now, not shipped
        ++shipped;
        const model::RunResult second = answer(without, *context, sample);
        const auto what = difference(first, second);
        if (!what) continue;
        const bool is_variation = is_within_own_variation(first, second);
        ++(is_variation ? varied : wrong);
        print("{:<12} {}/{} on {}: {} differs from the compiler's answer{}\n", is_variation ? "VARIES" : "WRONG",
              sample.item.experiment->name, sample.item.variant->name, sample.gpu.name, *what,
              is_variation ? ", as two compiles of one text may" : "");
    }
    print("{} of {} sampled configurations have a shipped answer; {} of them compiled again: {} vary, {} wrong\n",
          shipped, tried, shipped, varied, wrong);
    return wrong > 0 ? exit_refused : exit_ok;
}

}  // namespace spillway::cli
