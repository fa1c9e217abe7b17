#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

/// The results to wait for.
struct Awaited {
    bool whole_curve = true;  ///< every point of every curve
    bool code = true;         ///< machine code; not needed for a picture in which no panel shows it
};

/// True if no visible result is still being computed.
[[nodiscard]] bool is_settled(const session::SessionView& session, Awaited awaited = {});
/// Timeout that restarts with each new result, because on a busy machine every result takes longer.
class Patience {
public:
    using Clock = std::chrono::steady_clock;
    Patience(double silent_seconds, Clock::time_point now) : timeout_(silent_seconds), last_change_(now) {}
    /// False after the timeout. `revision` changes with each new result.
    [[nodiscard]] bool lasts(std::uint64_t revision, Clock::time_point now);

private:
    std::chrono::duration<double> timeout_;
    Clock::time_point last_change_;
    std::optional<std::uint64_t> revision_;
};

/// Waits for the awaited results (until the timeout), then draws until the picture is stable. False if a visible result
/// is still being computed. Results that cannot arrive (no worker, not trusted) count as settled.
bool settle(session::Session& session, App& app, double silent_seconds, Awaited awaited = {});
/// Writes the surface's picture as a PNG.
[[nodiscard]] std::optional<model::Error> write_picture(OffscreenSurface& surface, const std::filesystem::path& path);

}  // namespace spillway::window
