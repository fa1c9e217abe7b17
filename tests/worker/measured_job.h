#pragma once

// Kernels that the stand-in driver knows by a word in their name, and jobs that launch them.

#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/protocol/messages.h"
#include "tests/gpu/gpus.h"

namespace spillway::worker {

inline model::SourceText measured_source()
{
    static const std::string text = [] {
        std::string kernels =
            "#define KERNEL(name) extern \"C\" __global__ void name(const float* in, float* out, int n) "
            "{ const int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }\n";
        for (const char* name : {"plain_copy", "wrong_copy", "lazy_copy", "slow_copy", "fat_copy", "local_copy",
                                 "deep_copy", "vast_copy", "illegal", "overflow", "forever", "deadly"})
            kernels += std::string("KERNEL(") + name + ")\n";
        return kernels;
    }();
    return {catalogue::content_hash(text), "measured/kernel.cu", text};
}

/// `elements` floats from one buffer to another by the named kernel, verified against plain_copy.
inline protocol::Run measured_run(std::uint64_t id, const std::string& entry, std::int64_t elements = 100000)
{
    protocol::Run run;
    run.id = id;
    run.measure = true;
    model::Job& job = run.job;
    job.experiment = "measured";
    job.variant = entry;
    job.gpu = gpu::test_gpu("H200");
    job.gpu.name = "live";
    job.compile.source_hash = measured_source().hash;
    job.compile.entry = entry;
    job.compile.arch = "sm_90";
    job.grid[0] = (elements + 255) / 256;
    job.block[0] = 256;
    model::LaunchPlan& plan = job.plan.emplace();
    for (const char* name : {"input", "output"}) {
        model::PlannedBuffer& buffer = plan.buffers.emplace_back();
        buffer.name = name;
        buffer.element = "float";
        buffer.scalar = model::ScalarKind::float32;
        buffer.element_bytes = 4;
        buffer.count = elements;
        buffer.is_output = buffer.name == "output";
        buffer.fill = buffer.is_output ? model::Fill::poison : model::Fill::random;
    }
    plan.arguments = {{0, 0, "", 0}, {1, 0, "", 0}, {-1, 0, "int", static_cast<double>(elements)}};
    plan.bytes_moved = 8.0 * static_cast<double>(elements);
    model::PlannedReference& reference = plan.reference.emplace();
    reference.entry = "plain_copy";
    std::copy(std::begin(job.grid), std::end(job.grid), reference.grid);
    std::copy(std::begin(job.block), std::end(job.block), reference.block);
    reference.arguments = plan.arguments;
    return run;
}

}  // namespace spillway::worker
