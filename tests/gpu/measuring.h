#pragma once

// A measurer on the stand-in driver in this process, and a job that copies one buffer to another.

#include <cstdlib>
#include <memory>
#include <string>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "app/gpu/measuring/measure.h"
#include "tests/support/stand_in_driver/gpu.h"

namespace spillway::gpu {

inline const std::string elf = std::string("\177ELF") + std::string(60, '\0');

inline stand_in::Counts counts()
{
    static void* library = dlopen(SPILLWAY_STANDIN_CUDA, RTLD_NOW | RTLD_LOCAL);
    const auto ask = reinterpret_cast<void (*)(stand_in::Counts*)>(dlsym(library, "spillway_stand_in_counts"));
    stand_in::Counts counts;
    ask(&counts);
    return counts;
}

class Measure : public testing::Test {
protected:
    Measure()
    {
        setenv("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA, 1);
        setenv("SPILLWAY_STANDIN_GPUS", "1", 1);
        unsetenv("SPILLWAY_STANDIN_FAIL");
        setenv("SPILLWAY_STANDIN_MEMORY_MIB", "1024", 1);
        measurer_ = std::make_unique<Measurer>(probe_driver(), LaunchBounds{}, nullptr);
        job_.gpu = probe_driver().gpus.front();
        job_.block[0] = 256;
        job_.grid[0] = 40;
        model::LaunchPlan& plan = job_.plan.emplace();
        plan.buffers.resize(2);
        for (model::PlannedBuffer& buffer : plan.buffers) {
            buffer.scalar = model::ScalarKind::float32;
            buffer.element_bytes = 4;
            buffer.count = 10000;
        }
        plan.buffers[0].name = "input";
        plan.buffers[0].fill = model::Fill::random;
        plan.buffers[1].name = "output";
        plan.buffers[1].fill = model::Fill::poison;
        plan.buffers[1].is_output = true;
        plan.arguments = {{0, 0, "", 0}, {1, 0, "", 0}};
        plan.bytes_moved = 80000;
        plan.reference = model::PlannedReference{};
        plan.reference->entry = "plain_copy";
        plan.reference->block[0] = 256;
        plan.reference->grid[0] = 40;
        plan.reference->arguments = plan.arguments;
    }
    ~Measure() override { unsetenv("SPILLWAY_STANDIN_FAIL"); }

    Outcome measure(const std::string& entry, const std::string& key = "k")
    {
        MeasureRequest request;
        request.job = &job_;
        request.kernel = {key + entry, &elf, entry};
        if (job_.plan->reference) request.reference = Code{"reference", &elf, "plain_copy"};
        request.seed = 1;
        return measurer_->measure(request);
    }

    std::unique_ptr<Measurer> measurer_;
    model::Job job_;
};

}  // namespace spillway::gpu
