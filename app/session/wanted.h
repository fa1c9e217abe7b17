#pragma once

#include <optional>
#include <vector>

#include "app/results/knowledge.h"
#include "app/session/choice.h"

namespace spillway::session {

/// What is chosen, as far as it is known: what there is to ask about.
struct Wanted {
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
[[nodiscard]] std::optional<Wanted> wanted_of(const results::Knowledge& knowledge, const Choice& choice);

}  // namespace spillway::session
