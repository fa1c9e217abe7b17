#include "app/model/stack_size.h"

#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::model {

std::int64_t stack_bytes(const CompileReport& report)
{
    return report.cumulative_stack_bytes.value_or(report.stack_frame_bytes + report.stack_level_bytes.value_or(0));
}

namespace {

/// The report's own number is the entry's; a report without a list of functions has no others.
std::int64_t of_all_functions(const CompileReport& report, std::int64_t of_entry, std::int64_t FunctionReport::*bytes)
{
    if (report.functions.empty()) return of_entry;
    std::int64_t sum = 0;
    for (const FunctionReport& function : report.functions) sum += function.*bytes;
    return sum;
}

}  // namespace

std::int64_t spill_store_bytes(const CompileReport& report)
{
    return of_all_functions(report, report.spill_store_bytes, &FunctionReport::spill_store_bytes);
}

std::int64_t spill_load_bytes(const CompileReport& report)
{
    return of_all_functions(report, report.spill_load_bytes, &FunctionReport::spill_load_bytes);
}

bool repeats_the_frame(const Metric& metric, const RunResult& result)
{
    return metric.key == "stack_bytes" &&
           (!result.compile || stack_bytes(*result.compile) == result.compile->stack_frame_bytes);
}

}  // namespace spillway::model
