#include "app/catalogue/plan_check.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/catalogue/buffer_contents.h"

namespace spillway::catalogue {
namespace {

/// Error for a plan that make_plan would not have made.
model::Error bad_plan(const std::string& what)
{
    return {what, "launch plan", "this is a bug in Spillway: please report it"};
}

/// Error for a plan whose description is wrong: `advice` names its key.
model::Error bad_description(const std::string& what, const std::string& advice)
{
    return {what, "experiment.json", advice};
}

std::string whole(std::int64_t number)
{
    return std::to_string(number);
}

std::optional<model::Error> check_arguments(const model::LaunchPlan& plan,
                                            const std::vector<model::PlannedArgument>& arguments)
{
    if (arguments.size() > 256) return bad_plan("more than 256 arguments");
    for (const model::PlannedArgument& argument : arguments) {
        if (argument.buffer < 0) continue;
        if (argument.buffer >= static_cast<int>(plan.buffers.size())) return bad_plan("an argument names no buffer");
        const std::int64_t bytes = plan.buffers[static_cast<std::size_t>(argument.buffer)].bytes();
        if (argument.offset_bytes < 0 || argument.offset_bytes > bytes)
            return bad_plan("an argument begins outside its buffer");
    }
    return std::nullopt;
}

std::optional<model::Error> check_copy(const model::LaunchPlan& plan)
{
    const model::PlannedCopy& copy = *plan.copy;
    const int count = static_cast<int>(plan.buffers.size());
    if (copy.from < 0 || copy.from >= count || copy.to < 0 || copy.to >= count)
        return bad_plan("the copy does not name two buffers");
    const model::PlannedBuffer& from = plan.buffers[static_cast<std::size_t>(copy.from)];
    const model::PlannedBuffer& to = plan.buffers[static_cast<std::size_t>(copy.to)];
    const auto is_constant = [](const auto& buffer) { return buffer.place == model::MemoryPlace::constant; };
    if (copy.from == copy.to || is_constant(from) || is_constant(to))
        return bad_description("the copy takes one buffer twice, or one in constant memory",
                               R"(name two buffers in "from" and "to" of "copy")");
    const std::int64_t room = std::min(from.bytes(), to.bytes());
    if (copy.bytes >= 1 && copy.bytes <= room) return std::nullopt;
    return bad_description("the copy has " + whole(copy.bytes) + " bytes; its buffers have " + whole(from.bytes()) +
                               " and " + whole(to.bytes()),
                           R"("bytes" of "copy" has to give 1 to )" + whole(room));
}

/// The library reads as many rows as the plan says, so the buffers must hold them.
std::optional<model::Error> check_library(const model::LaunchPlan& plan)
{
    constexpr double max_rows = 65536;
    const auto bad_library = [](const std::string& what) {
        return bad_description(what, R"(correct "arguments" of the variant with "library": a, b, c, number of rows)");
    };
    if (plan.arguments.size() != 4) return bad_library("cublas_sgemm takes three buffers and a number of rows");
    const double rows = plan.arguments[3].scalar;
    if (plan.arguments[3].buffer >= 0 || !(rows >= 1 && rows <= max_rows) || rows != std::floor(rows))
        return bad_library("the number of rows for cublas_sgemm is not a whole number from 1 to 65,536");
    for (std::size_t i = 0; i < 3; ++i) {
        const model::PlannedArgument& argument = plan.arguments[i];
        if (argument.buffer < 0) return bad_library("cublas_sgemm takes three buffers and a number of rows");
        const model::PlannedBuffer& buffer = plan.buffers[static_cast<std::size_t>(argument.buffer)];
        const bool fits = buffer.place == model::MemoryPlace::global && argument.offset_bytes == 0 &&
                          buffer.scalar == model::ScalarKind::float32 &&
                          static_cast<double>(buffer.bytes()) >= rows * rows * sizeof(float);
        if (!fits) return bad_library("the buffer " + buffer.name + " is no matrix of floats for cublas_sgemm");
    }
    if (plan.arguments[2].buffer == plan.arguments[0].buffer || plan.arguments[2].buffer == plan.arguments[1].buffer)
        return bad_library("cublas_sgemm cannot write what it reads");
    return std::nullopt;
}

std::optional<model::Error> check_buffer(const model::PlannedBuffer& buffer)
{
    constexpr std::int64_t max_elements = std::int64_t{1} << 40;
    const std::string name = buffer.name.substr(0, 60);
    const bool has_size =
        buffer.element_bytes >= 1 && buffer.element_bytes <= 4096 && buffer.count >= 0 && buffer.count <= max_elements;
    const bool has_content = std::isfinite(buffer.from) && std::isfinite(buffer.to) && std::isfinite(buffer.step) &&
                             std::abs(buffer.step) < 1e15;
    if (!has_size || !has_content) return bad_plan("the buffer " + name + " has an invalid size or content");
    constexpr std::int64_t max_height = 1 << 20;
    const bool is_texture_shape =
        buffer.width >= 0 && buffer.width <= max_elements && buffer.height >= 0 && buffer.height <= max_height;
    if (!is_texture_shape)
        return bad_description(
            "the texture " + name + " has an extent of " + whole(buffer.width) + " by " + whole(buffer.height),
            R"("height" of the buffer can give at most )" + whole(max_height));
    if (buffer.element_bytes % scalar_bytes(buffer.scalar) != 0)
        return bad_plan("the size of an element of " + name + " is not a multiple of its scalar's size");
    return std::nullopt;
}

std::optional<model::Error> check_window(const model::LaunchPlan& plan, const model::PlannedWindow& window)
{
    const bool is_buffer = window.buffer >= 0 && window.buffer < static_cast<int>(plan.buffers.size());
    if (!is_buffer) return bad_plan("the access window names no buffer");
    const model::PlannedBuffer& buffer = plan.buffers[static_cast<std::size_t>(window.buffer)];
    const bool is_argument =
        std::any_of(plan.arguments.begin(), plan.arguments.end(),
                    [&](const model::PlannedArgument& argument) { return argument.buffer == window.buffer; });
    if (buffer.place != model::MemoryPlace::global || !is_argument)
        return bad_description("the access window's buffer " + buffer.name.substr(0, 60) +
                                   " is not in global memory, or no argument of the kernel",
                               R"(name one of the kernel's buffers in "buffer" of "access_window")");
    if (window.bytes < 1 || window.bytes > buffer.bytes()) return bad_plan("the access window does not fit its buffer");
    if (!(window.hit_ratio >= 0 && window.hit_ratio <= 1)) return bad_plan("the hit ratio is not between 0 and 1");
    if (window.set_aside_bytes < 0 || window.set_aside_bytes > model::max_set_aside_bytes)
        return bad_plan("the part of L2 to set aside has an invalid size");
    return std::nullopt;
}

std::optional<model::Error> check_reference(const model::LaunchPlan& plan, const model::PlannedReference& reference)
{
    const bool is_shape = std::all_of(std::begin(reference.block), std::end(reference.block),
                                      [](std::int64_t extent) { return extent >= 1 && extent <= 1024; }) &&
                          reference.dynamic_shared_bytes >= 0 && reference.dynamic_shared_bytes <= 1 << 30;
    if (!is_shape) return bad_plan("the reference's launch shape is invalid");
    if (auto error = check_grid(reference.grid)) return error;
    return check_arguments(plan, reference.arguments);
}

}  // namespace

std::optional<model::Error> check_grid(const std::int64_t (&grid)[3])
{
    constexpr std::int64_t max[3] = {2147483647, 65535, 65535};
    for (std::size_t i = 0; i < 3; ++i) {
        if (grid[i] >= 1 && grid[i] <= max[i]) continue;
        return model::Error{"the grid has " + std::to_string(grid[i]) + " blocks in " + "xyz"[i] +
                                "; a GPU takes 1 to " + std::to_string(max[i]) + " there",
                            "launch", "choose fewer elements or a larger block_size"};
    }
    return std::nullopt;
}

std::optional<model::Error> check_description(const model::LaunchPlan& plan)
{
    for (const model::PlannedBuffer& buffer : plan.buffers)
        if (auto error = check_buffer(buffer)) return error;
    if (plan.copy)
        if (auto error = check_copy(plan)) return error;
    if (plan.library == model::Library::cublas_sgemm)
        if (auto error = check_library(plan)) return error;
    return plan.access_window ? check_window(plan, *plan.access_window) : std::nullopt;
}

std::optional<model::Error> check_plan(const model::LaunchPlan& plan)
{
    if (plan.buffers.size() > 64) return bad_plan("more than 64 buffers");
    if (auto error = check_arguments(plan, plan.arguments)) return error;
    if (auto error = check_description(plan)) return bad_plan(error->what);
    for (const double amount : {plan.bytes_moved, plan.bytes_requested, plan.flops, plan.accesses_per_thread})
        if (!std::isfinite(amount)) return bad_plan("its bytes, operations or accesses are not finite");
    if (plan.cycles_buffer >= static_cast<int>(plan.buffers.size()))
        return bad_plan("the plan names no buffer for its cycles");
    if (!(plan.stack_bytes >= 0 && plan.stack_bytes <= 1 << 20)) return bad_plan("the stack has an invalid size");
    if (plan.cluster < 1 || plan.cluster > model::max_cluster) return bad_plan("the cluster has an invalid size");
    return plan.reference ? check_reference(plan, *plan.reference) : std::nullopt;
}

}  // namespace spillway::catalogue
