#pragma once

#include <optional>
#include <vector>

#include "app/results/result_library.h"
#include "app/session/selection_history.h"

namespace spillway::session {

/// The selection, as far as it is resolved: what there is to request.
struct RequestContext {
    const Selection& selection;
    const model::Experiment& experiment;
    const model::Gpu& gpu;
    std::vector<const model::Variant*> focus_first;

    [[nodiscard]] results::Configuration configuration(const model::Variant& variant, const model::Values& values) const
    {
        return {experiment, variant, values, gpu};
    }
    /// The one that stands on the screen.
    [[nodiscard]] results::Configuration current(const model::Variant& variant) const
    {
        return configuration(variant, selection.values);
    }
};

/// Nothing where the experiment or the GPU is not there (any more).
[[nodiscard]] std::optional<RequestContext> request_context(const results::ResultLibrary& library,
                                                            const SelectionHistory& choice);

}  // namespace spillway::session
