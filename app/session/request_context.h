#pragma once

#include <optional>
#include <vector>

#include "app/results/result_library.h"
#include "app/session/selection_history.h"

namespace spillway::session {

/// The selection with its experiment, GPU and variants looked up; the basis of all requests.
struct RequestContext {
    const Selection& selection;
    const model::Experiment& experiment;
    const model::Gpu& gpu;
    std::vector<const model::Variant*> focus_first;

    [[nodiscard]] results::Configuration configuration(const model::Variant& variant, const model::Values& values) const
    {
        return {experiment, variant, values, gpu};
    }
    /// The variant's configuration at the selected values.
    [[nodiscard]] results::Configuration current(const model::Variant& variant) const
    {
        return configuration(variant, selection.values);
    }
};

/// Empty if the experiment or the GPU no longer exists.
[[nodiscard]] std::optional<RequestContext> request_context(const results::ResultLibrary& library,
                                                            const SelectionHistory& choice);

}  // namespace spillway::session
