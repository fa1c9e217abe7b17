#include "app/session/request_context.h"

#include <algorithm>

namespace spillway::session {

std::optional<RequestContext> request_context(const results::ResultLibrary& library, const SelectionHistory& choice)
{
    const Selection& selection = choice.now();
    const model::Experiment* experiment = library.catalogue().find(selection.experiment);
    const model::Gpu* gpu = library.find_gpu(selection.gpu);
    if (experiment == nullptr || gpu == nullptr) return std::nullopt;
    RequestContext wanted{selection, *experiment, *gpu, {}};
    for (const model::Variant& variant : experiment->variants) wanted.focus_first.push_back(&variant);
    std::stable_partition(wanted.focus_first.begin(), wanted.focus_first.end(),
                          [&](auto* variant) { return variant->name == selection.focus; });
    return wanted;
}

}  // namespace spillway::session
