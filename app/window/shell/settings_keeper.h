#pragma once

#include <chrono>
#include <filesystem>
#include <optional>

#include "app/window/kit/panel.h"
#include "app/window/shell/settings.h"

namespace spillway::window {

/// Keeps the settings file up to date.
class SettingsKeeper {
public:
    SettingsKeeper();
    /// True if there is no settings file: this is the first start.
    [[nodiscard]] bool is_first() const { return is_first_; }
    /// True if the last window ended without being closed. Valid until the first keep().
    [[nodiscard]] bool was_cut_off() const { return saved_.is_running; }
    /// The settings as read at the start, later those that keep() wrote or tried to write last.
    [[nodiscard]] const Settings& settings() const { return saved_; }
    /// Error of reading the file at the start.
    [[nodiscard]] const std::optional<model::Error>& notice() const { return notice_; }

    /// Writes changed settings, at most twice a second; at once if `now` is not is_running. Reports the first write
    /// error in the status line, and keeps ViewState::why_not_kept until a write succeeds. After an error it tries
    /// again only with the next change. Returns the seconds until unwritten changes are due; negative: nothing is due.
    double keep(const Settings& now, ViewState& view);

private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path file_;
    Settings saved_;
    std::optional<model::Error> notice_;
    bool reported_ = false, is_first_ = false;
    Clock::time_point written_{};
};

}  // namespace spillway::window
