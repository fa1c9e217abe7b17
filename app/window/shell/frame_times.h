#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spillway::window {

/// CPU time of the last frames, up to the swap of the picture. Used by the status line's tooltip and the benchmark.
class FrameTimes {
public:
    void add(double seconds);
    [[nodiscard]] std::uint64_t count() const { return count_; }  ///< frames since the start
    [[nodiscard]] double last_seconds() const;                    ///< 0 before the first frame
    /// The time that this share of the last 512 frames stayed below; 0 before the first frame.
    [[nodiscard]] double percentile(double share) const;

private:
    std::array<float, 512> seconds_{};
    std::uint64_t count_ = 0;
};

}  // namespace spillway::window
