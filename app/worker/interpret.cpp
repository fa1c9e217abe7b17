#include "app/worker/interpret.h"

#include <algorithm>
#include <filesystem>

#include "app/answers/answer.h"
#include "app/emulate/interpretation.h"

namespace spillway::worker {
namespace {

constexpr double max_interpret_seconds = 600;

emulate::RunOptions bounded_options(const protocol::InterpretRequest& request,
                                    const compiler::StopQuestion& should_stop)
{
    emulate::RunOptions options;
    const double seconds = std::clamp(request.seconds, 0.0, max_interpret_seconds);
    options.limits.time = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    options.limits.instructions = std::uint64_t{1} << 60;  // seconds are the bound
    options.limits.printed_bytes = std::size_t{1} << 16;
    options.should_stop = should_stop;
    options.is_cooperative = request.is_cooperative;
    return options;
}

}  // namespace

std::optional<protocol::InterpretReply> interpreted(compiler::CompileService& service,
                                                    const protocol::InterpretRequest& request,
                                                    const model::SourceText* source,
                                                    const compiler::StopQuestion& should_stop)
{
    protocol::InterpretReply reply;
    reply.id = request.id;
    reply.error = answers::why_not_compilable(request.job);
    if (!reply.error && source == nullptr)
        reply.error = model::Error{"the worker never received the kernel's text", "interpret",
                                   "this is a bug in Spillway: please report it"};
    if (reply.error) return reply;
    const auto code = service.get(request.job.compile, *source, should_stop).compiled;
    if (code->cancelled) return std::nullopt;
    reply.error = code->error;
    if (reply.error) return reply;
    const emulate::RunOptions options = bounded_options(request, should_stop);
    if (request.sampled_blocks > 0) {
        auto counted = emulate::count_blocks(request.job, {code->ptx, code->entry}, request.sampled_blocks, options);
        if (counted)
            reply.counted = std::move(*counted);
        else
            reply.error = counted.error();
    } else {
        auto run = emulate::interpret(request.job, {code->ptx, code->entry}, source->name, options);
        if (run)
            reply.run = std::move(*run);
        else
            reply.error = run.error();
    }
    if (should_stop && should_stop()) return std::nullopt;
    return reply;
}

}  // namespace spillway::worker
