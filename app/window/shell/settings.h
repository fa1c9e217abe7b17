#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/model/error.h"
#include "app/window/kit/kept_place.h"
#include "app/window/kit/kept_view.h"

namespace spillway::window {

inline constexpr float smallest_scale = 0.6f, largest_scale = 3.0f;

/// State kept between starts, in XDG_CONFIG_HOME/spillway/settings.json, or HOME/.config/spillway/settings.json.
struct Settings : KeptView {
    int window_width = 1600, window_height = 900;
    std::string experiment;
    Place place;              ///< within the experiment
    bool start_here = false;  ///< the "Start here" pages were open: neither finished nor closed
    bool is_running = false;  ///< true while the window is open; true at the start means that it was not closed
                              ///< properly
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// The readable settings, and an error about the rest (which has its defaults).
struct ReadSettings {
    Settings settings;
    std::optional<model::Error> notice;
};

/// Accepts any text; never fails, never throws.
[[nodiscard]] ReadSettings parse_settings(std::string_view text);
[[nodiscard]] std::string print_settings(const Settings& settings);

/// Path of the settings file; empty if neither XDG_CONFIG_HOME nor HOME is an absolute path.
[[nodiscard]] std::filesystem::path settings_file();
/// A missing file is not an error.
[[nodiscard]] ReadSettings read_settings(const std::filesystem::path& file);
/// Replaces the file atomically, so that a crash leaves the old or the new one.
std::optional<model::Error> write_settings(const std::filesystem::path& file, const Settings& settings);

}  // namespace spillway::window
