#include "app/model/stack_size.h"

#include "app/model/metrics.h"
#include "app/model/run_result.h"

namespace spillway::model {

std::int64_t stack_bytes(const CompileReport& report)
{
    return report.cumulative_stack_bytes.value_or(report.stack_frame_bytes + report.stack_level_bytes.value_or(0));
}

bool repeats_the_frame(const Metric& metric, const RunResult& result)
{
    return metric.key == "stack_bytes" &&
           (!result.compile || stack_bytes(*result.compile) == result.compile->stack_frame_bytes);
}

}  // namespace spillway::model
