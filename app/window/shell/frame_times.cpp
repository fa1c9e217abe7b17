#include "app/window/shell/frame_times.h"

#include <algorithm>

namespace spillway::window {

void FrameTimes::add(double seconds)
{
    seconds_[count_ % seconds_.size()] = static_cast<float>(seconds);
    ++count_;
}

double FrameTimes::last_seconds() const
{
    return count_ == 0 ? 0 : static_cast<double>(seconds_[(count_ - 1) % seconds_.size()]);
}

double FrameTimes::percentile(double share) const
{
    const std::size_t kept = std::min<std::size_t>(count_, seconds_.size());
    if (kept == 0) return 0;
    std::array<float, 512> sorted = seconds_;
    const auto at = std::min(kept - 1, static_cast<std::size_t>(std::max(share, 0.0) * static_cast<double>(kept)));
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(at),
                     sorted.begin() + static_cast<std::ptrdiff_t>(kept));
    return sorted[at];
}

}  // namespace spillway::window
