#include "app/teaching/gpu_labels.h"

#include <algorithm>
#include <string_view>

namespace spillway::teaching {
namespace {

/// The recording with measurements of this GPU; null if there is none.
const protocol::RecordingHeader* recording_of(const session::SessionView& session, const model::Gpu& gpu)
{
    const results::RecordingStatus* recording = session.recording(gpu.name);
    return recording != nullptr && recording->header.measured ? &recording->header : nullptr;
}

bool is_live(const session::SessionView& session, const model::Gpu& gpu)
{
    const auto& hello = session.worker().hello;
    return hello && std::any_of(hello->live_gpus.begin(), hello->live_gpus.end(),
                                [&](const model::Gpu& live) { return live.name == gpu.name; });
}

}  // namespace

GpuSource gpu_source(const session::SessionView& session, const model::Gpu& gpu)
{
    if (is_live(session, gpu)) return GpuSource::live;
    if (recording_of(session, gpu) != nullptr) return GpuSource::recorded;
    return gpu.compilable ? GpuSource::compile_only : GpuSource::occupancy_only;
}

const char* source_words(GpuSource source)
{
    switch (source) {
        case GpuSource::live: return "live";
        case GpuSource::recorded: return "recorded";
        case GpuSource::compile_only: return "compile only";
        case GpuSource::occupancy_only: return "occupancy only";
    }
    return "";
}

const char* source_help(const session::SessionView& session, GpuSource source)
{
    const worker_client::WorkerStatus& worker = session.worker();
    const bool compiles = worker.hello && worker.hello->compiler.available;
    switch (source) {
        case GpuSource::live:
            return worker.is_room ? "This GPU is at the room's server: kernels are compiled for it and measured on it."
                                  : "This GPU is in this machine: kernels are compiled for it and measured on it.";
        case GpuSource::recorded:
            return compiles ? "Kernels are compiled for this GPU. Its times come from a recording of a real one."
                            : "The compiler's answers for this GPU ship with Spillway. Its times come from a recording "
                              "of a real one.";
        case GpuSource::compile_only:
            return compiles ? "Kernels are compiled for this GPU and its occupancy is calculated. Nothing is measured: "
                              "there is no such GPU and no recording of one."
                            : "The compiler's answers for this GPU ship with Spillway, and its occupancy is "
                              "calculated. Nothing is measured: there is no recording of one.";
        case GpuSource::occupancy_only:
            return "Today's compiler no longer targets this GPU. Its occupancy is calculated from given resources.";
    }
    return "";
}

std::string short_gpu_label(std::string label)
{
    for (const std::string_view prefix : {"NVIDIA ", "GeForce "})
        if (label.starts_with(prefix)) label.erase(0, prefix.size());
    return label;
}

std::string selected_gpu_label(const session::SessionView& session)
{
    const GpuSource source = gpu_source(session, session.gpu());
    std::string label = session.gpu().label + " · " + source_words(source);
    if (source != GpuSource::recorded) return label;
    const protocol::RecordingHeader& from = *recording_of(session, session.gpu());
    // Results may be newer than the recording; each chart has the date of its own.
    if (!from.date.empty()) label += " since " + from.date.substr(0, 10);
    if (!from.driver.empty()) label += " · driver " + from.driver.substr(0, from.driver.find('.'));
    return label;
}

}  // namespace spillway::teaching
