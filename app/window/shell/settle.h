#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {

/// What is waited for.
struct Awaited {
    bool whole_curve = true;  ///< no point of a curve is missing
    bool code = true;         ///< the machine code: a picture in which no panel shows it does without
};

/// Nothing that is visible is being worked on.
[[nodiscard]] bool is_settled(const session::SessionView& session, Awaited awaited = {});
/// How long to wait for answers: as long as they keep coming. On a busy machine all of them take their time.
class Patience {
public:
    using Clock = std::chrono::steady_clock;
    Patience(double silent_seconds, Clock::time_point now) : most_(silent_seconds), heard_(now) {}
    /// `revision` changes whenever something has come.
    [[nodiscard]] bool lasts(std::uint64_t revision, Clock::time_point now);

private:
    std::chrono::duration<double> most_;
    Clock::time_point heard_;
    std::optional<std::uint64_t> revision_;
};

/// Waits for that, until nothing has come for so long, then draws until the picture rests. False where something that
/// is visible still lacks.
bool settle(session::Session& session, App& app, double silent_seconds, Awaited awaited = {});
/// What the surface shows, as a PNG.
[[nodiscard]] std::optional<model::Error> write_picture(OffscreenSurface& surface, const std::filesystem::path& path);

}  // namespace spillway::window
