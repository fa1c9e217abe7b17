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

/// Parses keys such as "Ctrl+Shift+Z", "F11" or "."; empty for any other text.
[[nodiscard]] std::optional<KeyPress> parse_keys(std::string_view text);
/// "Ctrl + Shift + Z"
[[nodiscard]] std::string print_keys(const KeyPress& press);

/// The user's key bindings from XDG_CONFIG_HOME/spillway/keys.json: an object of action names and keys, such as
/// {"present": "Ctrl+P"}. Actions not in the file keep their default keys.
class KeyBindings {
public:
    KeyBindings() = default;
    /// Accepts any text. Reports the first error and uses the remaining entries.
    [[nodiscard]] static KeyBindings parse(std::string_view text, std::optional<model::Error>& notice);
    [[nodiscard]] static KeyBindings load(const std::filesystem::path& file, std::optional<model::Error>& notice);

    /// Maps the user's key press to the default press of the same action. Returns a press without an action unchanged;
    /// empty for the default press of an action that the user has bound to another key.
    [[nodiscard]] std::optional<KeyPress> meant(const KeyPress& press) const;
    /// Keys of the action with this name.
    [[nodiscard]] std::string keys_of(std::string_view action) const;

    /// Default keys of the action with this name; empty if there is none.
    [[nodiscard]] static std::optional<KeyPress> default_keys(std::string_view action);

    /// Action names allowed in keys.json.
    [[nodiscard]] static std::vector<std::string> names();

private:
    struct Bound {
        std::size_t action;
        KeyPress press;
    };
    std::vector<Bound> bound_;
};

/// keys.json beside the settings file; empty if there is no home folder.
[[nodiscard]] std::filesystem::path keys_file();

}  // namespace spillway::window
