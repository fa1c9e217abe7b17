#include "app/gpu/clock_gate.h"

#include <algorithm>

namespace spillway::gpu {

bool ClockGate::accepts(std::optional<double> clock_hz)
{
    if (!clock_hz || *clock_hz >= bar_hz_) {
        refused_.clear();
        return true;
    }
    refused_.push_back(*clock_hz);
    if (static_cast<int>(refused_.size()) < max_refusals) return false;
    const auto middle = refused_.begin() + static_cast<std::ptrdiff_t>(refused_.size() / 2);
    std::nth_element(refused_.begin(), middle, refused_.end());
    bar_hz_ = least_share * *middle;
    refused_.clear();
    return false;
}

}  // namespace spillway::gpu
