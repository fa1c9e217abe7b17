#include "app/emulate/kernel_run.h"

#include <algorithm>
#include <cstring>

#include "app/catalogue/buffer_contents.h"

namespace spillway::emulate {
namespace {

using model::MemoryPlace;

model::Error not_here(const std::string& what)
{
    return {what, "run on this processor", "a GPU can run it"};
}

ptx::Type texel_type(model::ScalarKind kind)
{
    using model::ScalarKind;
    switch (kind) {
        case ScalarKind::uint8: return ptx::Type::u8;
        case ScalarKind::int8: return ptx::Type::s8;
        case ScalarKind::uint16: return ptx::Type::u16;
        case ScalarKind::int16: return ptx::Type::s16;
        case ScalarKind::uint32: return ptx::Type::u32;
        case ScalarKind::int32: return ptx::Type::s32;
        case ScalarKind::float16: return ptx::Type::f16;
        case ScalarKind::float32: return ptx::Type::f32;
        default: return ptx::Type::none;
    }
}

ptx::Texture texture_of(const model::PlannedBuffer& buffer, int number)
{
    ptx::Texture texture;
    texture.buffer = number;
    texture.width = buffer.width;
    texture.height = buffer.height;
    texture.texel = texel_type(buffer.scalar);
    texture.channels = static_cast<int>(buffer.element_bytes / std::max(1, catalogue::scalar_bytes(buffer.scalar)));
    texture.is_linear = buffer.texture_filter == model::TextureFilter::linear;
    texture.is_normalised = buffer.texture_edge == model::TextureEdge::wrap;
    texture.edge = buffer.texture_edge == model::TextureEdge::wrap     ? ptx::Texture::Edge::wrap
                   : buffer.texture_edge == model::TextureEdge::border ? ptx::Texture::Edge::border
                                                                       : ptx::Texture::Edge::clamp;
    return texture;
}

/// Converts one planned argument. `bytes`: size of the kernel's parameter.
ptx::LaunchArgument argument_of(const model::PlannedArgument& planned, const model::LaunchPlan& plan, std::size_t bytes,
                                std::vector<ptx::Texture>& textures)
{
    ptx::LaunchArgument argument;
    if (planned.buffer < 0) {
        const std::vector<std::uint64_t> words = catalogue::argument_words(planned.scalar_type, planned.scalar);
        argument.bytes.resize(std::min<std::size_t>(bytes, 8 * words.size()));
        std::memcpy(argument.bytes.data(), words.data(), argument.bytes.size());
        return argument;
    }
    const model::PlannedBuffer& buffer = plan.buffers[static_cast<std::size_t>(planned.buffer)];
    if (buffer.place == MemoryPlace::constant) {  // the kernel addresses the variable itself
        argument.bytes.resize(std::min<std::size_t>(bytes, 8));
        return argument;
    }
    if (buffer.place == MemoryPlace::texture && !planned.is_plain) {
        argument.kind = ptx::LaunchArgument::Kind::texture;
        argument.number = static_cast<int>(textures.size());
        textures.push_back(texture_of(buffer, planned.buffer));
        return argument;
    }
    argument.kind = ptx::LaunchArgument::Kind::buffer;
    argument.number = planned.buffer;
    argument.offset = planned.offset_bytes;
    return argument;
}

void set_shape(ptx::Launch& launch, const std::int64_t (&grid)[3], const std::int64_t (&block)[3])
{
    std::copy(std::begin(grid), std::end(grid), launch.grid.begin());
    std::copy(std::begin(block), std::end(block), launch.block.begin());
}

}  // namespace

std::vector<std::vector<std::byte>> initial_buffers(const model::LaunchPlan& plan)
{
    std::vector<std::vector<std::byte>> buffers;
    for (const model::PlannedBuffer& buffer : plan.buffers) {
        if (buffer.fill == model::Fill::permutation) {
            buffers.push_back(catalogue::permutation(buffer, buffer.seed));
            continue;
        }
        buffers.emplace_back(static_cast<std::size_t>(buffer.bytes()));
        catalogue::fill_elements(buffer, buffer.seed, 0, buffers.back());
    }
    return buffers;
}

model::Expected<ptx::Launch> launch_of(const model::Job& job, Which which, const ptx::Module& module,
                                       const std::string& entry, const std::vector<std::span<std::byte>>& buffers)
{
    const model::LaunchPlan& plan = *job.plan;
    const bool is_reference = which == Which::reference;
    const ptx::Function* kernel = module.find_entry(entry);
    if (kernel == nullptr) return not_here("there is no kernel \"" + entry.substr(0, 80) + "\" in the PTX");
    if (kernel->why_refused) return *kernel->why_refused;
    const auto& arguments = is_reference ? plan.reference->arguments : plan.arguments;
    if (arguments.size() != kernel->params.size())
        return not_here("the kernel takes " + std::to_string(kernel->params.size()) + " arguments, the launch has " +
                        std::to_string(arguments.size()));
    ptx::Launch launch;
    launch.entry = entry;
    if (is_reference)
        set_shape(launch, plan.reference->grid, plan.reference->block);
    else
        set_shape(launch, job.grid, job.block);
    launch.dynamic_shared_bytes = is_reference ? plan.reference->dynamic_shared_bytes : job.dynamic_shared_bytes;
    launch.cluster = is_reference ? 1 : std::max(plan.cluster, kernel->only_cluster[0]);
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        launch.buffers.push_back({plan.buffers[i].name, buffers[i]});
        if (plan.buffers[i].place == MemoryPlace::constant)
            launch.variables.emplace_back(plan.buffers[i].constant_symbol,
                                          std::vector<std::byte>(buffers[i].begin(), buffers[i].end()));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i)
        launch.arguments.push_back(
            argument_of(arguments[i], plan, static_cast<std::size_t>(kernel->params[i].bytes), launch.textures));
    return launch;
}

model::Expected<ptx::RunResult> run_on(const model::Job& job, Which which, const ptx::Module& module,
                                       const std::string& entry, const std::vector<std::span<std::byte>>& buffers,
                                       const RunOptions& options)
{
    auto launch = launch_of(job, which, module, entry, buffers);
    if (!launch) return launch.error();
    launch->order = options.order;
    launch->finds_races = options.finds_races;
    launch->is_cooperative = options.is_cooperative;
    launch->unwritten_shared = options.unwritten_shared;
    launch->first_block = options.first_block;
    launch->max_blocks = options.max_blocks;
    launch->limits = options.limits;
    launch->should_stop = options.should_stop;
    launch->before_access = options.before_access;
    return ptx::run(module, *launch);
}

model::Expected<KernelRun> run_kernel(const model::Job& job, Which which, const ptx::Module& module,
                                      const std::string& entry, std::vector<std::vector<std::byte>> buffers,
                                      const RunOptions& options)
{
    KernelRun run{std::move(buffers), {}};
    auto done = run_on(job, which, module, entry, {run.buffers.begin(), run.buffers.end()}, options);
    if (!done) return done.error();
    run.result = std::move(*done);
    return run;
}

}  // namespace spillway::emulate
