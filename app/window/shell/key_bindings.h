#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"
#include "app/window/surface/surface.h"

namespace spillway::window {

/// "Ctrl+Shift+Z", "F11", "."
[[nodiscard]] std::optional<KeyPress> parse_keys(std::string_view text);
[[nodiscard]] std::string print_keys(const KeyPress& press);

/// Which key does what, as the user has it: XDG_CONFIG_HOME/spillway/keys.json, an object of an action's name and its
/// keys, {"present": "Ctrl+P"}. What it does not name stays as it is in the help.
class KeyBindings {
public:
    KeyBindings() = default;
    /// Any text; an error in it is reported once and the rest holds.
    [[nodiscard]] static KeyBindings parse(std::string_view text, std::optional<model::Error>& notice);
    [[nodiscard]] static KeyBindings load(const std::filesystem::path& file, std::optional<model::Error>& notice);

    /// The press that means in Spillway's own table what this one means to the user; nothing where they have taken its
    /// meaning away.
    [[nodiscard]] std::optional<KeyPress> meant(const KeyPress& press) const;
    /// What is pressed for the action of this name.
    [[nodiscard]] std::string keys_of(std::string_view action) const;

    /// The names that keys.json may hold.
    [[nodiscard]] static std::vector<std::string> names();

private:
    struct Bound {
        std::size_t action;
        KeyPress press;
    };
    std::vector<Bound> bound_;
};

/// keys.json beside the settings; empty where there is no home.
[[nodiscard]] std::filesystem::path keys_file();

}  // namespace spillway::window
