#include "app/cli/gpus.h"

#include <fmt/format.h>

#include "app/cli/json_output.h"
#include "app/cli/print.h"
#include "app/cli/roofs.h"
#include "app/model/grouped.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

Json gpu_json(const model::Gpu& gpu, const results::ResultLibrary& known)
{
    return {{"name", gpu.name},
            {"label", gpu.label},
            {"arch", gpu.arch()},
            {"live", known.is_live(gpu.name)},
            {"recorded", known.is_recorded(gpu.name)},
            // Name of a live GPU in the table of GPUs; a recording of it gets this name.
            {"recorded_as", known.is_live(gpu.name) ? Json(known.table_name(gpu)) : Json(nullptr)},
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

/// Roofs of a live GPU from the worker, of a recorded GPU from its recording; otherwise null.
Json known_roofs(const model::Gpu& gpu, const results::ResultLibrary& known, worker_client::Dispatcher& dispatcher)
{
    if (known.is_live(gpu.name)) {
        const auto roofs = ask_for_roofs(dispatcher, gpu.name);
        if (roofs) return roofs_json(*roofs);
        (void)fail(roofs.error());
        return nullptr;
    }
    const results::RecordedResults* recording = known.recordings().of(gpu.name);
    if (recording == nullptr) return nullptr;
    const auto& roofs = recording->status().header.roofs;
    return roofs ? roofs_json(*roofs) : Json(nullptr);
}

const char* note_of(const model::Gpu& gpu, const results::ResultLibrary& known)
{
    if (known.is_live(gpu.name)) return "live";
    if (known.is_recorded(gpu.name)) return "recorded";
    return gpu.compilable ? "" : "occupancy only";
}

void print_gpu(const model::Gpu& gpu, const char* note)
{
    print("{:<12} {:<28} {:<7} {:>4} SMs  {:>7} registers  {:>8} shared per SM, {:>8} per block  {}\n", gpu.name,
          gpu.label, gpu.arch(), gpu.sm_count, model::grouped(std::to_string(gpu.registers_per_sm)),
          model::format_bytes(static_cast<double>(gpu.shared_bytes_per_sm)),
          model::format_bytes(static_cast<double>(gpu.shared_bytes_per_block_optin)), note);
}

}  // namespace

int gpus_command(const CommonOptions& options)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    results::ResultLibrary& known = context->library;
    (void)known.open_recording_or_default({});  // print_log reports an unreadable one
    print_log(*context);
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    // The table is useful without a worker too; it only lacks the live GPU.
    if (const auto trouble = meet_worker(dispatcher, *context)) (void)fail(*trouble);

    if (options.json) {
        Json json = Json::array();
        for (const model::Gpu& gpu : known.gpus()) {
            json.push_back(gpu_json(gpu, known));
            json.back()["roofs"] = known_roofs(gpu, known, dispatcher);
        }
        print_json(json);
        return exit_ok;
    }
    bool any_live = false;
    for (const model::Gpu& gpu : known.gpus()) {
        any_live = any_live || known.is_live(gpu.name);
        print_gpu(gpu, note_of(gpu, known));
    }
    const auto& hello = dispatcher.status().hello;
    if (!any_live && hello) print("no live GPU: {}\n", hello->driver.reason);
    return exit_ok;
}

}  // namespace spillway::cli
