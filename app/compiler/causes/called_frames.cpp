#include "app/compiler/causes/called_frames.h"

#include <algorithm>

#include "app/compiler/causes/variable_reasons.h"

namespace spillway::compiler {

bool is_in_frame_of_entry(const FunctionSeen& function, const FunctionSeen& entry)
{
    return !function.report.is_entry && !function.is_recursive && function.report.stack_frame_bytes == 0 &&
           function.locals.bytes > 0 && !is_library_function_name(function.report.name) &&
           entry.report.stack_frame_bytes - entry.locals.bytes >= function.locals.bytes;
}

namespace {

/// Bytes of a called function that ptxas counts in the entry's frame; 0: none.
std::int64_t bytes_in_frame_of_entry(const FunctionSeen& function, const FunctionSeen& entry)
{
    if (is_in_frame_of_entry(function, entry)) return function.locals.bytes;
    const bool is_other = function.report.is_entry || function.is_recursive || function.report.stack_frame_bytes > 0 ||
                          is_library_function_name(function.report.name);
    if (is_other) return 0;
    // Spill stores bound the spilled bytes: each spilled value has one slot and at least one store.
    const std::int64_t others = entry.locals.bytes + entry.report.spill_store_bytes;
    return std::clamp<std::int64_t>(entry.report.stack_frame_bytes - others, 0, function.report.spill_store_bytes);
}

}  // namespace

std::set<std::string> part_frames(std::vector<FunctionSeen>& functions)
{
    std::set<std::string> parted;
    FunctionSeen& entry = functions.front();
    const FunctionSeen whole = entry;
    std::vector<FunctionSeen*> largest_first;
    for (FunctionSeen& function : functions) largest_first.push_back(&function);
    std::ranges::stable_sort(largest_first, std::ranges::greater{},
                             [](const FunctionSeen* one) { return one->locals.bytes; });
    for (FunctionSeen* function : largest_first) {
        const std::int64_t bytes = bytes_in_frame_of_entry(*function, entry);
        function->is_beside_larger = bytes == 0 && is_in_frame_of_entry(*function, whole);
        if (bytes > 0 || function->is_beside_larger) function->framed_in = whole.report;
        if (bytes == 0) continue;
        function->report.stack_frame_bytes = bytes;
        entry.report.stack_frame_bytes -= bytes;
        parted.insert(function->report.name);
    }
    return parted;
}

void keep_deepest_chain(const std::vector<FunctionSeen>& functions, std::vector<model::Cause>& causes)
{
    const model::FunctionReport& entry = functions.front().report;
    if (!entry.cumulative_stack_bytes || std::ranges::any_of(functions, &FunctionSeen::is_recursive)) return;
    std::int64_t beyond = -*entry.cumulative_stack_bytes;
    for (const model::Cause& cause : causes) beyond += cause.bytes;
    std::vector<model::Cause*> smallest_first;
    for (auto cause = causes.rbegin(); cause != causes.rend(); ++cause)
        if (cause->function != entry.name) smallest_first.push_back(&*cause);
    std::ranges::stable_sort(smallest_first, {}, [](const model::Cause* cause) { return cause->bytes; });
    for (model::Cause* cause : smallest_first) {
        const std::int64_t bytes = std::min(beyond, cause->bytes);
        if (bytes <= 0) continue;
        cause->bytes -= bytes;
        beyond -= bytes;
        cause->evidence += " " + bytes_text(bytes) +
                           " of it do not count: it does not run at the same time as the others, and the stack has " +
                           bytes_text(*entry.cumulative_stack_bytes) + " for the deepest chain of calls.";
    }
}

}  // namespace spillway::compiler
