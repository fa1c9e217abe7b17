#include "app/cli/occupancy.h"

#include <fmt/format.h>

#include "app/base/counted.h"
#include "app/cli/json_output.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

void print_text(const model::Gpu& gpu, const model::Occupancy& occupancy)
{
    std::string limiters;
    for (const std::string& each : occupancy.limiter) limiters += (limiters.empty() ? "" : ", ") + each;
    print("{}: {} per SM, {} of {} warps, theoretical occupancy {:.4g} %, limited by {}\n", gpu.label,
          base::counted(static_cast<std::size_t>(occupancy.blocks_per_sm), "block"), occupancy.warps_per_sm,
          gpu.max_warps_per_sm(), occupancy.theoretical * 100, limiters.empty() ? "nothing" : limiters);
    print("block limits: registers {}, shared memory {}, warps {}, blocks {}\n", occupancy.limit_registers,
          occupancy.limit_shared, occupancy.limit_warps, occupancy.limit_blocks);
}

Json to_json(const model::Gpu& gpu, const model::Occupancy& occupancy)
{
    return {{"gpu", gpu.name},
            {"theoretical", occupancy.theoretical},
            {"blocks_per_sm", occupancy.blocks_per_sm},
            {"warps_per_sm", occupancy.warps_per_sm},
            {"limit_registers", occupancy.limit_registers},
            {"limit_shared", occupancy.limit_shared},
            {"limit_warps", occupancy.limit_warps},
            {"limit_blocks", occupancy.limit_blocks},
            {"limiter", occupancy.limiter}};
}

}  // namespace

int occupancy_command(const CommonOptions& options, const OccupancyOptions& resources)
{
    auto context = load_context_without_experiments(options);
    if (!context) return fail(context.error());
    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    const auto gpu = context->library.choose_gpu(options.gpu);
    if (!gpu) return fail(gpu.error());

    protocol::WhatIf request;
    request.gpu = *gpu;
    request.needs.registers = resources.registers;
    request.needs.threads = resources.block_size;
    request.needs.static_shared_bytes = resources.static_shared_bytes;
    request.needs.dynamic_shared_bytes = resources.dynamic_shared_bytes;
    std::optional<worker_client::Answer> answer;
    dispatcher.submit(request, [&](const worker_client::Answer& came) { answer = came; });
    while (!answer) dispatcher.wait_and_poll(0.2);
    if (const auto* unanswered = std::get_if<worker_client::Unanswered>(&*answer))
        return fail(unanswered->why, exit_other);
    const auto* reply = std::get_if<protocol::WhatIfReply>(&*answer);
    if (reply == nullptr || reply->error || !reply->occupancy)
        return fail(reply && reply->error ? *reply->error : model::Error{"the worker gave no occupancy", "worker", ""},
                    exit_refused);
    if (options.json)
        print_json(to_json(*gpu, *reply->occupancy));
    else
        print_text(*gpu, *reply->occupancy);
    return exit_ok;
}

}  // namespace spillway::cli
