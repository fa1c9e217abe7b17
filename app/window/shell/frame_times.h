#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spillway::window {

/// CPU time of the last frames, until the picture is handed over to be shown: for the status line's tooltip and the
/// benchmark.
class FrameTimes {
public:
    void add(double seconds);
    [[nodiscard]] std::uint64_t count() const { return count_; }  ///< since the start
    [[nodiscard]] double last_seconds() const;                    ///< 0 before the first
    /// The time that this share of the last 512 frames stayed below; 0 before the first.
    [[nodiscard]] double percentile(double share) const;

private:
    std::array<float, 512> seconds_{};
    std::uint64_t count_ = 0;
};

}  // namespace spillway::window
