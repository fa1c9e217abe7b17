#include "app/gpu/kinds/launched_kernel.h"

#include <cstdio>

#include "app/catalogue/plan_check.h"
#include "app/gpu/launch_extras.h"

namespace spillway::gpu {
namespace {

std::string seconds_text(double seconds)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.2g s", seconds);
    return text;
}

/// Key of a reference's result, apart from its inputs.
std::string reference_name(const Code& code, const model::PlannedReference& planned)
{
    std::string name = code.key;
    for (const auto* extents : {&planned.grid, &planned.block})
        for (const std::int64_t extent : *extents) name += " " + std::to_string(extent);
    name += " " + std::to_string(planned.dynamic_shared_bytes);
    for (const model::PlannedArgument& argument : planned.arguments) {
        char text[80];
        std::snprintf(text, sizeof text, " %d+%lld%s%a", argument.buffer, static_cast<long long>(argument.offset_bytes),
                      argument.is_plain ? "p" : "=", argument.scalar);
        name += text + argument.scalar_type;
    }
    return name;
}

}  // namespace

Failure set_attributes(const DriverApi& api, CuFunction function, std::int64_t dynamic_shared_bytes,
                       model::Carveout carveout)
{
    const int preference = carveout == model::Carveout::max_l1       ? carveout_max_l1
                           : carveout == model::Carveout::max_shared ? carveout_max_shared
                                                                     : -1;
    if (auto failed = failure(api.function_set(function, function_shared_carveout, preference), "cuFuncSetAttribute"))
        return failed;
    if (dynamic_shared_bytes == 0) return std::nullopt;
    return failure(
        api.function_set(function, function_max_dynamic_shared_bytes, static_cast<int>(dynamic_shared_bytes)),
        "cuFuncSetAttribute");
}

Ended LaunchedKernel::load()
{
    const MeasureRequest& request = run_.request();
    const model::Job& job = run_.job();
    if (const auto error = check()) return refusal(*error);
    if (auto ended = load(request.kernel, job.dynamic_shared_bytes, job.carveout, kernel_)) return ended;
    if (request.reference)
        if (auto ended = load(*request.reference, run_.plan().reference->dynamic_shared_bytes,
                              model::Carveout::standard, reference_))
            return ended;
    return check_block();
}

Ended LaunchedKernel::begin()
{
    if (auto ended = fill()) return ended;
    if (auto ended = run_reference()) return ended;
    if (auto ended = run_variant()) return ended;
    return verify();
}

std::optional<model::Error> LaunchedKernel::check() const
{
    const model::LaunchPlan& plan = run_.plan();
    if (auto error = catalogue::check_grid(run_.job().grid)) return error;
    if (auto error = check_extras(run_.session().api(), run_.session().device(), run_.job())) return error;
    for (const model::PlannedBuffer& buffer : plan.buffers)
        if (buffer.place == model::MemoryPlace::texture)
            if (auto error = check_texture(buffer, run_.session().max_texture_width())) return error;
    for (const auto* arguments : {&plan.arguments, plan.reference ? &plan.reference->arguments : nullptr}) {
        if (!arguments) continue;
        for (const model::PlannedArgument& argument : *arguments)
            if (argument.buffer >= 0 &&
                plan.buffers[static_cast<std::size_t>(argument.buffer)].place == model::MemoryPlace::pageable_host)
                return model::Error{"a kernel cannot read pageable host memory", "launch",
                                    "give it pinned_host memory, or copy"};
    }
    if (!plan.reference || run_.request().reference || !run_.request().reference_error) return std::nullopt;
    model::Error error = *run_.request().reference_error;
    error.what = "the reference did not compile: " + error.what;
    return error;
}

Ended LaunchedKernel::load(const Code& code, std::int64_t dynamic_shared_bytes, model::Carveout carveout,
                           LoadedKernel*& kernel)
{
    const Failure failed = run_.watched("loading the code", run_.bounds().driver_seconds, [&]() -> Failure {
        if (auto load_failed = run_.session().kernel(code, kernel)) return load_failed;
        return set_attributes(run_.session().api(), kernel->function, dynamic_shared_bytes, carveout);
    });
    return run_.ended_by(failed);
}

/// Gives numbers where the driver would only report "invalid value" or "out of resources".
Ended LaunchedKernel::check_block()
{
    const std::int64_t threads = run_.job().threads_per_block();
    if (threads <= kernel_->max_threads_per_block) return std::nullopt;
    return refusal({"a block has " + std::to_string(threads) + " threads; with " + std::to_string(kernel_->registers) +
                        " registers each this GPU takes at most " + std::to_string(kernel_->max_threads_per_block),
                    "launch", "choose a smaller block_size, or a register_cap or min_blocks_per_sm"});
}

Ended LaunchedKernel::fill()
{
    const Failure failed = run_.watched("filling the buffers", run_.bounds().driver_seconds, [&]() -> Failure {
        const std::string name =
            reference_ ? reference_name(*run_.request().reference, *run_.plan().reference) : std::string();
        if (auto prepared = workspace_.prepare(name)) return prepared;
        if (reference_)
            if (auto filled = workspace_.fill_constants(*reference_)) return filled;
        if (auto filled = workspace_.fill_constants(*kernel_)) return filled;
        return workspace_.reset_outputs(false);
    });
    return run_.ended_by(failed);
}

Ended LaunchedKernel::run_reference()
{
    if (!reference_ || workspace_.knows_reference()) return std::nullopt;
    const model::PlannedReference& planned = *run_.plan().reference;
    const Launch launch(reference_->function, planned.grid, planned.block, planned.dynamic_shared_bytes,
                        planned.arguments, workspace_.addresses(planned.arguments, true));
    const Work work = [&](CuStream stream) { return launch.enqueue(run_.session().api(), stream); };
    double seconds = 0;
    const Failure failed = run_.watched("the reference kernel", run_.bounds().hung_seconds, [&]() -> Failure {
        if (auto reset = workspace_.reset_outputs(true)) return reset;
        if (auto launched = run_.session().sampler().once(work, seconds)) return launched;
        return workspace_.keep_reference();
    });
    return run_.ended_by(failed, "in the reference kernel: ");
}

/// First launch: it may be wrong, crash or never return.
Ended LaunchedKernel::run_variant()
{
    const model::Job& job = run_.job();
    const auto& arguments = run_.plan().arguments;
    launch_.emplace(kernel_->function, job.grid, job.block, job.dynamic_shared_bytes, arguments,
                    workspace_.addresses(arguments, false));
    if (auto ended = add_extras()) return ended;
    // If the first launch is slow, launch again: it may have grown the local memory, which happens only once.
    for (int i = 0; i < 2; ++i) {
        const Failure failed = run_.watched("the kernel", run_.bounds().hung_seconds, [&]() -> Failure {
            // The output is compared with that of a reference that ran once.
            if (i > 0)
                if (auto reset = workspace_.reset_outputs(false)) return reset;
            return run_.session().sampler().once(work(), first_seconds_);
        });
        if (failed) return run_.ended_by(failed);
        if (first_seconds_ <= run_.bounds().slow_seconds) return std::nullopt;
    }
    return Ending{model::Status::timed_out,
                  model::Error{"one launch took " + seconds_text(first_seconds_) + ", more than " +
                                   seconds_text(run_.bounds().slow_seconds),
                               "launch", "choose fewer elements"},
                  "one launch takes too long"};
}

Ended LaunchedKernel::add_extras()
{
    const model::LaunchPlan& plan = run_.plan();
    launch_->set_cluster(plan.cluster);
    if (plan.access_window)
        launch_->set_window(workspace_.memory(plan.access_window->buffer).address, *plan.access_window);
    std::optional<model::Error> refused;
    const Failure failed =
        run_.watched("checking whether the launch fits", run_.bounds().driver_seconds, [&]() -> Failure {
            const DriverApi& api = run_.session().api();
            if (auto allow_failed = allow_cluster(api, kernel_->function, plan.cluster)) return allow_failed;
            if (auto check_failed = check_fit(api, *launch_, run_.job(), refused)) return check_failed;
            return run_.set_l2_aside();
        });
    if (failed) return run_.ended_by(failed);
    return refused ? Ended(refusal(*refused)) : std::nullopt;
}

Countable LaunchedKernel::countable()
{
    return {[this]() -> Failure {
                if (auto failed = workspace_.reset_outputs(false)) return failed;
                return run_.session().sampler().prepare_caches(work(), run_.plan().cache);
            },
            [this]() -> Failure {
                double seconds = 0;
                return run_.session().sampler().once(work(), seconds);
            },
            [this] { return load_again(); }, run_.request().kernel.cubin};
}

/// Loads the code with its constants and launch attributes again. Keeps the old module, because another measurement may
/// use it.
Failure LaunchedKernel::load_again()
{
    const DriverApi& api = run_.session().api();
    const model::Job& job = run_.job();
    LoadedKernel fresh;
    if (auto failed = load_kernel(api, *run_.request().kernel.cubin, run_.request().kernel.entry, fresh)) return failed;
    if (auto failed = set_attributes(api, fresh.function, job.dynamic_shared_bytes, job.carveout)) return failed;
    if (auto failed = allow_cluster(api, fresh.function, run_.plan().cluster)) return failed;
    if (auto failed = workspace_.fill_constants(fresh)) return failed;
    launch_->set_function(fresh.function);
    run_.session().keep_loaded(std::move(fresh));
    return std::nullopt;
}

Ended LaunchedKernel::verify()
{
    if (!reference_) return std::nullopt;
    std::optional<std::string> difference;
    const model::PlannedReference& planned = *run_.plan().reference;
    const Tolerance tolerance{planned.relative_tolerance, planned.absolute_tolerance};
    const Failure failed = run_.watched("reading the results", run_.bounds().driver_seconds,
                                        [&] { return workspace_.compare(tolerance, difference); });
    if (failed) return run_.ended_by(failed);
    return run_.compared(difference, "reference");
}

}  // namespace spillway::gpu
