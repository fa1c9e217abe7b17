#include "app/trace/trace_file.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/protocol/foreign_json.h"
#include "app/protocol/plausibility.h"
#include "app/trace/fields.h"
#include "app/trace/traced_code.h"

namespace spillway::trace {
namespace {

using protocol::Json;

constexpr std::int64_t max_count = std::int64_t{1} << 61;

bool is_count(std::int64_t value, std::int64_t max = max_count)
{
    return value >= 0 && value <= max;
}

bool is_time(double value)
{
    return std::isfinite(value) && value >= 0 && value < 1e10;
}

/// `min`: threads and blocks per axis. 1 for launches that ran; 0 for refused ones, because a 0 may be the reason.
template <typename Kernel>
bool has_shape(const Kernel& kernel, std::int64_t min)
{
    constexpr std::int64_t max = (std::int64_t{1} << 31) - 1;
    const auto fits = [&](std::int64_t value) { return value >= min && value <= max; };
    return std::ranges::all_of(kernel.grid, fits) && std::ranges::all_of(kernel.block, fits) &&
           is_count(kernel.dynamic_shared_bytes, 1 << 30) && is_count(kernel.launches);
}

bool is_plausible(const TracedKernel& kernel)
{
    const LaunchSeconds& s = kernel.seconds;
    return has_shape(kernel, 1) && is_count(kernel.registers, 4096) && is_count(kernel.static_shared_bytes, 1 << 30) &&
           is_count(kernel.local_bytes_per_thread, 1 << 30) &&
           (!kernel.code ||
            (is_count(kernel.code->registers, 4096) && is_count(kernel.code->stack_frame_bytes, 1 << 30) &&
             is_count(kernel.code->code_bytes, 1 << 30))) &&
           is_count(kernel.gpu, 1024) && is_count(kernel.streams) && is_time(s.min) && is_time(s.median) &&
           is_time(s.max) && is_time(s.total);
}

/// Returns the problem of a kernel's instructions or lines.
std::optional<std::string> why_implausible(const KernelCode& code)
{
    if (!code.listing) return std::nullopt;
    const auto is_wrong = [](const model::ListingLine& line) {
        return !is_count(line.live_registers.value_or(0), 4096) || !is_count(line.control.value_or(0), 0x1fffff);
    };
    if (code.listing->sass && std::ranges::any_of(*code.listing->sass, is_wrong))
        return "its code has an impossible number";
    return code.listing->source_lines ? protocol::why_implausible(*code.listing->source_lines) : std::nullopt;
}

/// Returns the first implausible value of a trace; empty if all are plausible.
std::optional<std::string> why_impossible(const Trace& trace)
{
    if (trace.spillway_trace != 1)
        return "its format is " + std::to_string(trace.spillway_trace) + ", this program reads 1";
    if (!is_time(trace.seconds)) return "its seconds are impossible";
    const auto count = static_cast<std::int64_t>(trace.kernels.size());
    for (const TracedGpu& gpu : trace.gpus)
        if (const auto why = protocol::why_implausible(gpu.gpu)) return *why;
    const auto names_no_gpu = [&](const TracedKernel& kernel) {
        return std::ranges::count(trace.gpus, kernel.gpu, &TracedGpu::index) == 0;
    };
    // A killed program may not have listed its GPUs.
    if (!trace.gpus.empty() && std::ranges::any_of(trace.kernels, names_no_gpu))
        return "a kernel ran on a GPU that it does not list";
    for (std::size_t i = 0; i < trace.kernels.size(); ++i)
        if (!is_plausible(trace.kernels[i])) return "kernels[" + std::to_string(i) + "] has an impossible number";
    for (const TracedKernel& kernel : trace.kernels)
        if (const auto why = kernel.code ? why_implausible(*kernel.code) : std::nullopt)
            return kernel.name + ": " + *why;
    for (const auto* list : {&trace.unfinished, &trace.refused})
        for (const UnseenKernel& kernel : *list)
            if (!has_shape(kernel, 0)) return "a launch has an impossible number";
    for (const TracedLaunch& launch : trace.launches)
        if (!is_count(launch.kernel, count - 1) || !is_time(launch.start) || !is_time(launch.seconds))
            return "a launch names no kernel, or has an impossible time";
    return std::nullopt;
}

}  // namespace

model::Expected<Trace> parse_trace(std::string_view text, const std::string& file_name)
{
    const auto refusal = [&](const std::string& why) {
        return model::Error{"this is not a Spillway trace: " + why, file_name,
                            "make one with 'spillway trace -o FILE.spillway-trace PROGRAM'"};
    };
    if (text.size() > max_trace_bytes) return refusal("it is longer than 64 MiB");
    const Json json = protocol::parse_foreign(text);
    if (json.is_discarded() || !json.is_object()) return refusal("it is not a JSON object");
    Trace trace;
    protocol::JsonReader reader(json, "trace");
    fields(reader, trace);
    if (reader.problem()) return refusal(*reader.problem());
    if (const auto why = why_impossible(trace)) return refusal(*why);
    fit_lines(trace);
    return trace;
}

}  // namespace spillway::trace
