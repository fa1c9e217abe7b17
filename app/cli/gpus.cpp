#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/json_output.h"
#include "app/cli/print.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

Json gpu_json(const model::Gpu& gpu, bool live)
{
    return {{"name", gpu.name},
            {"label", gpu.label},
            {"arch", gpu.arch()},
            {"live", live},
            {"compilable", gpu.compilable},
            {"sm_count", gpu.sm_count},
            {"max_threads_per_block", gpu.max_threads_per_block},
            {"max_threads_per_sm", gpu.max_threads_per_sm},
            {"max_blocks_per_sm", gpu.max_blocks_per_sm},
            {"max_registers_per_thread", gpu.max_registers_per_thread},
            {"registers_per_block", gpu.registers_per_block},
            {"registers_per_sm", gpu.registers_per_sm},
            {"shared_bytes_per_block", gpu.shared_bytes_per_block},
            {"shared_bytes_per_block_optin", gpu.shared_bytes_per_block_optin},
            {"shared_bytes_per_sm", gpu.shared_bytes_per_sm},
            {"reserved_shared_bytes_per_block", gpu.reserved_shared_bytes_per_block},
            {"l2_bytes", gpu.l2_bytes},
            {"dram_bytes_per_second", gpu.dram_bytes_per_second},
            {"boost_clock_hz", gpu.boost_clock_hz},
            {"source", gpu.source}};
}

void print_gpu(const model::Gpu& gpu, const char* note)
{
    print("{:<12} {:<28} {:<7} {:>4} SMs  {:>7} registers  {:>8} shared per SM, {:>8} per block  {}\n", gpu.name,
               gpu.label, gpu.arch(), gpu.sm_count, gpu.registers_per_sm,
               model::format_bytes(static_cast<double>(gpu.shared_bytes_per_sm)),
               model::format_bytes(static_cast<double>(gpu.shared_bytes_per_block_optin)), note);
}

}  // namespace

int gpus_command(const CommonOptions& options)
{
    const auto context = load_context(options);
    if (!context) return fail(context.error());
    session::Dispatcher dispatcher(context->worker_command, {});
    // Without a worker the table is still worth printing; only the live GPU is then unknown.
    const auto trouble = wait_for_worker(dispatcher);
    if (trouble) (void)fail(*trouble);
    const std::vector<model::Gpu> live = trouble ? std::vector<model::Gpu>{} : dispatcher.status().hello->live_gpus;

    if (options.json) {
        Json json = Json::array();
        for (const model::Gpu& gpu : context->gpus) json.push_back(gpu_json(gpu, false));
        for (const model::Gpu& gpu : live) json.push_back(gpu_json(gpu, true));
        print_json(json);
        return exit_ok;
    }
    for (const model::Gpu& gpu : context->gpus) print_gpu(gpu, gpu.compilable ? "" : "occupancy only");
    for (const model::Gpu& gpu : live) print_gpu(gpu, "live");
    if (live.empty() && !trouble) print("no live GPU: {}\n", dispatcher.status().hello->driver.reason);
    return exit_ok;
}

}  // namespace spillway::cli
