// First launch in a new context: the code is loaded, but the threads' local memory is not allocated yet. Each sample
// creates a context, copies the buffers and launches once. Also reports the decrease of the GPU's free memory.

#include "app/gpu/kinds/first_launch.h"

#include <algorithm>

#include "app/gpu/kinds/host_clock.h"
#include "app/gpu/kinds/kernel_time.h"
#include "app/gpu/launch_extras.h"

namespace spillway::gpu {
namespace {

/// New context, current for its lifetime; the destructor destroys everything in it.
class FreshContext {
public:
    explicit FreshContext(const DriverApi& api) : api_(api) {}
    ~FreshContext()
    {
        if (context_) api_.context_destroy(context_);
        if (before_) api_.context_set_current(before_);
    }
    FreshContext(const FreshContext&) = delete;
    FreshContext& operator=(const FreshContext&) = delete;

    Failure open(CuDevice device, model::LocalPool pool)
    {
        if (auto failed = failure(api_.context_get_current(&before_), "cuCtxGetCurrent")) return failed;
        const unsigned int flags = context_spin | (pool == model::LocalPool::keep ? context_keep_local_memory : 0);
        return failure(api_.context_create(&context_, flags, device), "cuCtxCreate");
    }
    [[nodiscard]] CuContext get() const { return context_; }
    [[nodiscard]] CuContext before() const { return before_; }

private:
    const DriverApi& api_;
    CuContext context_ = nullptr, before_ = nullptr;
};

class FirstLaunch : public KernelTime {
public:
    static constexpr std::size_t sample_count = 5;

    using KernelTime::KernelTime;

    Ended begin() override
    {
        for (const model::PlannedBuffer& buffer : run_.plan().buffers)
            if (buffer.place != model::MemoryPlace::global)
                return refusal({"the first launch is timed with buffers in global memory only", "launch",
                                "give " + buffer.name.substr(0, 60) + " no \"place\""});
        return kernel_.begin();
    }

    Failure sample(std::size_t, std::vector<Sample>& samples) override
    {
        samples.clear();
        return one_sample(samples.emplace_back().seconds);
    }

    Failure report(model::Measurement& measurement) override
    {
        measurement.host_seconds = measurement.seconds->median;
        std::sort(taken_bytes_.begin(), taken_bytes_.end());
        measurement.gpu_memory_taken_bytes = taken_bytes_[taken_bytes_.size() / 2];
        return KernelTime::report(measurement);
    }

    bool uses_events() const override { return false; }
    std::optional<std::size_t> fixed_sample_count() const override { return sample_count; }

private:
    Failure one_sample(double& seconds)
    {
        const DriverApi& api = run_.session().api();
        FreshContext context(api);
        if (auto failed = context.open(run_.session().device(), run_.plan().local_pool)) return failed;
        const model::Job& job = run_.job();
        LoadedKernel kernel;
        if (auto failed = load_kernel(api, *run_.request().kernel.cubin, run_.request().kernel.entry, kernel))
            return failed;
        if (auto failed = set_attributes(api, kernel.function, job.dynamic_shared_bytes, job.carveout)) return failed;
        if (run_.plan().stack_bytes > 0)
            if (auto failed =
                    failure(api.context_set_limit(limit_stack_bytes, static_cast<std::size_t>(run_.plan().stack_bytes)),
                            "cuCtxSetLimit"))
                return failed;
        std::vector<Memory> buffers;
        if (auto failed = copy_buffers(context, buffers)) return failed;
        std::vector<CuPointer> addresses;
        for (const model::PlannedArgument& argument : run_.plan().arguments)
            addresses.push_back(argument.buffer < 0 ? 0
                                                    : buffers[static_cast<std::size_t>(argument.buffer)].address +
                                                          static_cast<CuPointer>(argument.offset_bytes));
        Launch launch(kernel.function, job.grid, job.block, job.dynamic_shared_bytes, run_.plan().arguments, addresses);
        if (auto failed = allow_cluster(api, kernel.function, run_.plan().cluster)) return failed;
        launch.set_cluster(run_.plan().cluster);
        return time(launch, seconds);
    }

    Failure copy_buffers(const FreshContext& context, std::vector<Memory>& buffers)
    {
        const DriverApi& api = run_.session().api();
        for (std::size_t i = 0; i < run_.plan().buffers.size(); ++i) {
            Memory& to = buffers.emplace_back();
            if (!kernel_.workspace().has(static_cast<int>(i))) continue;
            const Memory& from = kernel_.workspace().memory(static_cast<int>(i));
            if (auto failed = allocate_device(api, from.bytes, to)) return failed;
            if (auto failed = failure(api.copy_between(to.address, context.get(), from.address, context.before(),
                                                       allocated_bytes(from.bytes)),
                                      "cuMemcpyPeer"))
                return failed;
        }
        return failure(api.context_synchronize(), "cuCtxSynchronize");
    }

    Failure time(const Launch& launch, double& seconds)
    {
        const DriverApi& api = run_.session().api();
        Owned<CuStream> stream;
        Owned<CuEvent> event;
        if (auto failed = make_stream(api, stream)) return failed;
        if (auto failed = make_event(api, event)) return failed;
        std::size_t free_before = 0, free_after = 0, total = 0;
        if (auto failed = failure(api.memory_info(&free_before, &total), "cuMemGetInfo")) return failed;
        if (auto failed = launch_by_host_clock(api, launch, stream.get(), event.get(), seconds)) return failed;
        if (auto failed = failure(api.memory_info(&free_after, &total), "cuMemGetInfo")) return failed;
        taken_bytes_.push_back(static_cast<std::int64_t>(free_before) - static_cast<std::int64_t>(free_after));
        return std::nullopt;
    }

    std::vector<std::int64_t> taken_bytes_;
};

}  // namespace

std::unique_ptr<Kind> make_first_launch(RunContext& run)
{
    return std::make_unique<FirstLaunch>(run);
}

}  // namespace spillway::gpu
