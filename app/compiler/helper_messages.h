#pragma once

// Messages between a worker and its compile helper: frames of limited length over two pipes, each a list of byte
// strings. The helper compiles untrusted source, so its messages are checked like untrusted input.

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
/// Reads one frame. Without a deadline it waits as long as the other side runs.
[[nodiscard]] FrameEnd read_frame(int descriptor, Frame& frame,
                                  std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt,
                                  const StopQuestion& should_stop = {});

/// First message of a helper after loading NVRTC: the library or an Error, and the sandbox or an Error.
struct HelperHello {
    model::Expected<NvrtcFacts> facts;
    model::Expected<std::string> confined_by;
};
[[nodiscard]] Frame to_frame(const HelperHello& hello);
[[nodiscard]] std::optional<HelperHello> hello_of(const Frame& frame);

struct HelperRequest {
    std::string text, name, entry;
    std::vector<std::string> options;
    int max_seconds = 0;  ///< after these the helper ends itself, if the worker has not stopped it
};
[[nodiscard]] Frame to_frame(const HelperRequest& request);
[[nodiscard]] std::optional<HelperRequest> request_of(Frame frame);

[[nodiscard]] Frame to_frame(NvrtcResult result);
[[nodiscard]] std::optional<NvrtcResult> result_of(Frame frame);

}  // namespace spillway::compiler
