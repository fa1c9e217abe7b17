#include "app/catalogue/launch_words.h"

#include <algorithm>
#include <cstdio>

#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_parameters.h"
#include "app/model/grouped.h"

namespace spillway::catalogue {
namespace {

std::string counted_text(std::int64_t count)
{
    return model::grouped(std::to_string(count));
}

std::string extents_text(const std::int64_t (&extents)[3])
{
    std::string text = counted_text(extents[0]);
    if (extents[1] > 1 || extents[2] > 1) text += " x " + counted_text(extents[1]);
    return extents[2] > 1 ? text + " x " + counted_text(extents[2]) : text;
}

std::int64_t block_count(const model::Job& job)
{
    return job.grid[0] * job.grid[1] * job.grid[2];
}

/// Whether an identifier in the code, outside of comments, ends with `ending`.
bool has_identifier_ending(std::string_view text, std::string_view ending)
{
    const auto all = identifiers(text);
    return std::any_of(all.begin(), all.end(), [&](std::string_view name) { return name.ends_with(ending); });
}

std::string value_text(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

std::string source_note(NumberSource source)
{
    switch (source) {
        case NumberSource::user: return "";
        case NumberSource::file: return " (as the file says)";
        case NumberSource::made_up: break;
    }
    return " (made up)";
}

/// The launch's buffer nearest to the fault; null if none is near.
const InterpretedArgument* buffer_of(const InterpretedJob& made, const model::InterpretedFault& fault)
{
    const auto found = std::find_if(made.arguments.begin(), made.arguments.end(), [&](const auto& argument) {
        return argument.name == fault.memory && argument.buffer >= 0;
    });
    return found == made.arguments.end() ? nullptr : &*found;
}

/// "step = 0, flag = zeros": the arguments whose values are made up.
std::string made_up_values(const InterpretedJob& made)
{
    std::string words;
    for (const InterpretedArgument& argument : made.arguments) {
        const bool is_buffer = argument.buffer >= 0;
        if (is_buffer ? !argument.has_made_up_values : argument.source != NumberSource::made_up) continue;
        const std::string value = is_buffer
                                      ? fill_words(made.job.plan->buffers[static_cast<std::size_t>(argument.buffer)])
                                      : value_text(argument.value);
        words += (words.empty() ? "" : ", ") + argument.name + " = " + value;
    }
    return words;
}

/// " (n = 4000; the launch has 4,096 threads)" if the launch has more threads than the buffer has elements; else empty.
std::string made_up_sizes(const InterpretedJob& made, const InterpretedArgument& of)
{
    const model::Job& job = made.job;
    const std::int64_t threads = block_count(job) * job.threads_per_block();
    if (threads <= job.plan->buffers[static_cast<std::size_t>(of.buffer)].count) return "";
    std::string words;
    for (const InterpretedArgument& argument : made.arguments)
        if (argument.buffer < 0 && argument.source == NumberSource::made_up && argument.value > 1)
            words += (words.empty() ? "" : ", ") + argument.name + " = " + value_text(argument.value);
    return words.empty() ? "" : " (" + words + "; the launch has " + counted_text(threads) + " threads)";
}

}  // namespace

std::string grid_words(const InterpretedJob& made)
{
    return extents_text(made.job.grid) + (block_count(made.job) == 1 ? " block" : " blocks") +
           source_note(made.grid_source);
}

bool is_block_made_up(const InterpretedJob& made)
{
    return made.block_source == NumberSource::made_up;
}

std::string block_words(const InterpretedJob& made)
{
    return extents_text(made.job.block) + (made.job.threads_per_block() == 1 ? " thread" : " threads") +
           (is_block_made_up(made) ? source_note(made.block_source) : "");
}

std::string shared_words(const InterpretedJob& made)
{
    return counted_text(made.job.dynamic_shared_bytes) + " bytes";
}

std::string launch_words(const InterpretedJob& made)
{
    const std::string shared = shared_words(made) + " of dynamic shared memory";
    return grid_words(made) + " of " + block_words(made) + (made.job.dynamic_shared_bytes > 0 ? ", " + shared : "");
}

std::string which_launch_words(const InterpretedJob& made)
{
    if (made.launches < 2) return "";
    return "the launch in line " + std::to_string(made.launch_line) + ", the first of " + std::to_string(made.launches);
}

std::string too_much_shared_words(const model::Job& job)
{
    const std::int64_t max = std::max(job.gpu.shared_bytes_per_block, job.gpu.shared_bytes_per_block_optin);
    if (job.dynamic_shared_bytes <= max) return {};
    return "The launch takes " + counted_text(job.dynamic_shared_bytes) +
           " bytes of dynamic shared memory; a block on " + job.gpu.label + " can have at most " + counted_text(max);
}

std::string shared_opt_in_words(const model::Job& job, std::int64_t static_bytes, std::string_view text)
{
    const std::int64_t bytes = job.dynamic_shared_bytes, all = bytes + static_bytes;
    const std::int64_t max = std::max(job.gpu.shared_bytes_per_block, job.gpu.shared_bytes_per_block_optin);
    if (bytes == 0 || all <= job.gpu.shared_bytes_per_block || all > max) return {};
    if (has_identifier_ending(text, "MaxDynamicSharedMemorySize") ||
        has_identifier_ending(text, "MAX_DYNAMIC_SHARED_SIZE_BYTES"))
        return {};
    const std::string kernel = name_parts(without_arguments(job.compile.entry)).base;
    return "The launch takes " + counted_text(bytes) + " bytes of dynamic shared memory; above " +
           counted_text(job.gpu.shared_bytes_per_block) +
           " it fails with \"invalid argument\" unless the program calls cudaFuncSetAttribute(" + kernel +
           ", cudaFuncAttributeMaxDynamicSharedMemorySize, " + std::to_string(bytes) + ") before; " + job.gpu.label +
           " allows " + counted_text(job.gpu.shared_bytes_per_block_optin);
}

std::string made_up_words(const InterpretedJob& made, const model::InterpretedFault& fault)
{
    if (fault.kind == model::FaultKind::no_end) {
        const std::string values = made_up_values(made);
        return values.empty() ? "" : "made up: " + values;
    }
    const InterpretedArgument* buffer = buffer_of(made, fault);
    if (fault.kind != model::FaultKind::out_of_bounds || buffer == nullptr || buffer->source != NumberSource::made_up)
        return "";
    return "\"" + buffer->name + "\" has a made-up size" + made_up_sizes(made, *buffer);
}

bool may_be_made_up_launch(const InterpretedJob& made, const model::InterpretedFault& fault)
{
    const bool is_outside =
        fault.kind == model::FaultKind::out_of_bounds || fault.kind == model::FaultKind::no_memory_there;
    return is_outside && buffer_of(made, fault) == nullptr &&
           (made.grid_source == NumberSource::made_up || is_block_made_up(made));
}

std::string argument_words(const InterpretedJob& made, const InterpretedArgument& argument)
{
    if (argument.buffer < 0) return value_text(argument.value) + source_note(argument.source);
    const model::PlannedBuffer& buffer = made.job.plan->buffers[static_cast<std::size_t>(argument.buffer)];
    if (buffer.name != argument.name) return "the same as " + buffer.name;
    return counted_text(buffer.count) + " x " + argument.type + source_note(argument.source) + ", " +
           fill_words(buffer);
}

}  // namespace spillway::catalogue
