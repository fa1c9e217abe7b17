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

/// What is kept from one start to the next, in XDG_CONFIG_HOME/spillway/settings.json.
struct Settings : KeptView {
    int window_width = 1600, window_height = 900;
    std::string experiment;
    Place place;              ///< within the experiment
    bool start_here = false;  ///< the five pages were open: neither done nor left
    bool is_running = false;  ///< written while the window is open: it was not closed where this is read
    friend bool operator==(const Settings&, const Settings&) = default;
};

/// Settings that could be read, and what was wrong with the rest (which then has its default).
struct ReadSettings {
    Settings settings;
    std::optional<model::Error> notice;
};

/// Any text whatever: never fails, never throws.
[[nodiscard]] ReadSettings parse_settings(std::string_view text);
[[nodiscard]] std::string print_settings(const Settings& settings);

/// Where they live; empty where neither XDG_CONFIG_HOME nor HOME is set.
[[nodiscard]] std::filesystem::path settings_file();
/// A missing file is no error.
[[nodiscard]] ReadSettings read_settings(const std::filesystem::path& file);
/// Replaces the file as a whole, so that a crash leaves the old or the new one.
std::optional<model::Error> write_settings(const std::filesystem::path& file, const Settings& settings);

}  // namespace spillway::window
