#pragma once

// What a worker and its compile helper say to each other: frames of bounded length over two pipes, each a list of byte
// strings. The helper has had somebody's kernel in its memory: what it says is checked like a stranger's.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/compiler/nvrtc.h"

namespace spillway::compiler {

inline constexpr std::size_t max_frame_bytes = std::size_t{96} << 20;
inline constexpr std::size_t max_frame_parts = 4096;

using Frame = std::vector<std::string>;

enum class FrameEnd { whole, closed, too_late, stopped, malformed };

[[nodiscard]] bool write_frame(int descriptor, const Frame& frame);
/// Reads one frame. Without a deadline it waits for as long as the other side lives.
[[nodiscard]] FrameEnd read_frame(int descriptor, Frame& frame,
                                  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt,
                                  const StopQuestion& should_stop = {});

/// What the helper says once it has loaded NVRTC: which, or why none; and what it is confined by, or why by nothing.
struct HelperHello {
    model::Expected<NvrtcFacts> facts;
    model::Expected<std::string> confined_by;
};
[[nodiscard]] Frame to_frame(const HelperHello& hello);
[[nodiscard]] std::optional<HelperHello> hello_of(const Frame& frame);

struct HelperRequest {
    std::string text, name, entry;
    std::vector<std::string> options;
};
[[nodiscard]] Frame to_frame(const HelperRequest& request);
[[nodiscard]] std::optional<HelperRequest> request_of(Frame frame);

[[nodiscard]] Frame to_frame(NvrtcResult result);
[[nodiscard]] std::optional<NvrtcResult> result_of(Frame frame);

}  // namespace spillway::compiler
