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
    /// There is no settings file: no window was ever opened here.
    [[nodiscard]] bool is_first() const { return is_first_; }
    /// The last window ended without being closed.
    [[nodiscard]] bool was_cut_off() const { return saved_.is_running; }
    [[nodiscard]] const Settings& settings() const { return saved_; }
    [[nodiscard]] const std::optional<model::Error>& notice() const { return notice_; }

    /// Writes where something has changed, not more often than a hand can notice. A failure is reported once: settings
    /// are no reason to stop. Returns how long what is unwritten has to wait; negative: nothing is.
    double keep(const Settings& now, ViewState& view);

private:
    using Clock = std::chrono::steady_clock;

    std::filesystem::path file_;
    Settings saved_;
    std::optional<model::Error> notice_;
    bool told_ = false, is_first_ = false;
    Clock::time_point written_{};
};

}  // namespace spillway::window
