#pragma once

#include "app/catalogue/formula/formula.h"
#include "app/model/error.h"
#include "app/model/experiment.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// Type of one number of a C++ type ("float4": float32). `raw` if the type is unknown, or if the element's size is not
/// a multiple of it.
[[nodiscard]] model::ScalarKind scalar_kind(std::string_view type, std::int64_t element_bytes);

/// Evaluates a whole number from 0 to `max`; a number below `min` becomes `min`. `what` names it in the Error.
[[nodiscard]] std::optional<model::Error> evaluate_size(const model::Formula& formula, const Scope& scope,
                                                        const std::string& what, std::int64_t min, std::int64_t max,
                                                        std::int64_t& size);

/// Evaluates grid, block and dynamic shared memory of a Job or a PlannedReference. At least one block of one thread.
template <typename Target>
[[nodiscard]] std::optional<model::Error> shape_launch(const model::LaunchShape& launch, const Scope& scope,
                                                       Target& target)
{
    constexpr std::int64_t max_blocks = 2147483647;
    constexpr std::int64_t max_threads = 1024;
    constexpr std::int64_t max_shared = std::int64_t{1} << 30;
    for (int i = 0; i < 3; ++i) {
        if (auto error = evaluate_size(launch.grid[i], scope, "the grid", 1, max_blocks, target.grid[i])) return error;
        if (auto error = evaluate_size(launch.block[i], scope, "the block", 1, max_threads, target.block[i]))
            return error;
    }
    return evaluate_size(launch.dynamic_shared_bytes, scope, "dynamic shared memory", 0, max_shared,
                         target.dynamic_shared_bytes);
}

/// Evaluates buffers, arguments, reference and work of a variant.
[[nodiscard]] model::Expected<model::LaunchPlan> make_plan(const model::Experiment& experiment,
                                                           const model::Variant& variant, const model::Values& values,
                                                           const Scope& scope);

}  // namespace spillway::catalogue
