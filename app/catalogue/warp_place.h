#pragma once

// A place in a warp's run, as links and lessons name it: "3:1:42" is step 42 of warp 1 of block 3, "0:0:access2" where
// warp 0 of block 0 touches memory for the second time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spillway::catalogue {

enum class WarpStop { step, line, divergence, access, barrier, fault };

struct WarpPlace {
    std::int64_t block = 0;  ///< number in the grid, x first
    int warp = 0;            ///< of the block
    WarpStop stop = WarpStop::step;
    std::int64_t number = 1;  ///< `step`: its number; `line`: the source line; else the n-th such stop. From 1
    friend bool operator==(const WarpPlace&, const WarpPlace&) = default;
};

inline constexpr std::int64_t max_warp_block = 2'147'483'647, max_warp_number = 10'000'000;
inline constexpr int max_warp = 31;

[[nodiscard]] std::string format_warp_place(const WarpPlace& place);
/// Empty if the text is no such place, or a number is beyond its bound.
[[nodiscard]] std::optional<WarpPlace> parse_warp_place(std::string_view text);

}  // namespace spillway::catalogue
