#include "app/window/shell/key_bindings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/base/folder_reader.h"
#include "app/base/ownership.h"
#include "app/window/shell/settings.h"

namespace spillway::window {
namespace {

using model::Error;

constexpr std::size_t max_bytes = 1 << 14;

struct Action {
    std::string_view name, keys;
};

/// Actions that can be bound to other keys, with their default keys.
constexpr std::array actions{
    Action{"undo", "Ctrl+Z"},
    Action{"redo", "Ctrl+Shift+Z"},
    Action{"x_axis", "X"},
    Action{"show_all", "Shift+H"},
    Action{"pin", "A"},
    Action{"forget_pin", "Shift+A"},
    Action{"hide_variant", "H"},
    Action{"next_tab", "Ctrl+Tab"},
    Action{"previous_tab", "Ctrl+Shift+Tab"},
    Action{"next_experiment", "N"},
    Action{"previous_experiment", "Shift+N"},
    Action{"course", "M"},
    Action{"next_step", "L"},
    Action{"previous_step", "Shift+L"},
    Action{"full_width", "Z"},
    Action{"find", "Ctrl+F"},
    Action{"next_place", "."},
    Action{"previous_place", ","},
    Action{"next_warp_line", "J"},
    Action{"previous_warp_line", "Shift+J"},
    Action{"next_divergence", "D"},
    Action{"previous_divergence", "Shift+D"},
    Action{"next_access", "E"},
    Action{"previous_access", "Shift+E"},
    Action{"next_barrier", "W"},
    Action{"previous_barrier", "Shift+W"},
    Action{"next_fault", "R"},
    Action{"previous_fault", "Shift+R"},
    Action{"fill", "F"},
    Action{"larger", "Ctrl++"},
    Action{"smaller", "Ctrl+-"},
    Action{"normal_size", "Ctrl+0"},
    Action{"present", "P"},
    Action{"show_everything", "V"},
    Action{"next_charts", "C"},
    Action{"black_screen", "B"},
    Action{"qr_code", "Q"},
    Action{"room", "Ctrl+R"},
    Action{"ask_room", "O"},
    Action{"theme", "T"},
    Action{"full_screen", "F11"},
    Action{"save_charts", "Ctrl+S"},
    Action{"copy_link", "Ctrl+L"},
    Action{"add_to_talk", "Ctrl+B"},
    Action{"speaker_notes", "S"},
    Action{"finder", "Ctrl+K"},
    Action{"open", "Ctrl+O"},
    Action{"paste", "Ctrl+V"},
    Action{"help", "F1"},
    Action{"quit", "Ctrl+Q"},
};

constexpr std::array named_keys{std::pair{Key::left, "Left"},
                                std::pair{Key::right, "Right"},
                                std::pair{Key::up, "Up"},
                                std::pair{Key::down, "Down"},
                                std::pair{Key::page_up, "PageUp"},
                                std::pair{Key::page_down, "PageDown"},
                                std::pair{Key::home, "Home"},
                                std::pair{Key::end, "End"},
                                std::pair{Key::tab, "Tab"},
                                std::pair{Key::enter, "Enter"},
                                std::pair{Key::escape, "Escape"},
                                std::pair{Key::space, "Space"},
                                std::pair{Key::backspace, "Backspace"},
                                std::pair{Key::del, "Delete"},
                                std::pair{Key::f1, "F1"},
                                std::pair{Key::f11, "F11"}};

bool same(const KeyPress& a, const KeyPress& b)
{
    return a.key == b.key && a.character == b.character && a.ctrl == b.ctrl && a.shift == b.shift && a.alt == b.alt;
}

bool same_word(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    });
}

KeyPress default_press(const Action& action)
{
    return *parse_keys(action.keys);
}

}  // namespace

std::optional<KeyPress> parse_keys(std::string_view text)
{
    KeyPress press;
    for (;;) {
        const std::size_t plus = text.size() > 1 ? text.find('+', 1) : std::string_view::npos;
        if (plus == std::string_view::npos || plus + 1 == text.size()) break;
        const std::string_view modifier = text.substr(0, plus);
        bool* flag = same_word(modifier, "Ctrl")    ? &press.ctrl
                     : same_word(modifier, "Shift") ? &press.shift
                     : same_word(modifier, "Alt")   ? &press.alt
                                                    : nullptr;
        if (flag == nullptr || std::exchange(*flag, true)) return std::nullopt;
        text.remove_prefix(plus + 1);
    }
    for (const auto& [key, name] : named_keys)
        if (same_word(text, name)) {
            press.key = key;
            return press;
        }
    if (text.size() != 1 || text[0] <= ' ' || text[0] > '~') return std::nullopt;
    press.character = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return press;
}

std::string print_keys(const KeyPress& press)
{
    std::string text =
        std::string(press.ctrl ? "Ctrl + " : "") + (press.alt ? "Alt + " : "") + (press.shift ? "Shift + " : "");
    if (press.key == Key::character) return text + press.character;
    for (const auto& [key, name] : named_keys)
        if (key == press.key) return text + name;
    return text;
}

KeyBindings KeyBindings::parse(std::string_view text, std::optional<Error>& notice)
{
    KeyBindings bindings;
    const auto wrong = [&](std::string what, std::string advice) {
        if (!notice) notice = Error{std::move(what), "keys.json", std::move(advice)};
    };
    const auto json = nlohmann::json::parse(text.substr(0, max_bytes), nullptr, false);
    if (!json.is_object()) {
        wrong("the keys are not a JSON object", "write for instance {\"present\": \"Ctrl+P\"}");
        return bindings;
    }
    for (const auto& [name, keys] : json.items()) {
        const auto action = std::find_if(actions.begin(), actions.end(),
                                         [&name = name](const Action& each) { return each.name == name; });
        if (action == actions.end()) {
            wrong("there is no action \"" + name.substr(0, 40) + "\"", "the help lists them");
            continue;
        }
        const auto press = keys.is_string() ? parse_keys(keys.get_ref<const std::string&>()) : std::nullopt;
        if (!press) {
            wrong("the keys of \"" + name + "\" are not valid", "write for instance \"Ctrl+Shift+K\"");
            continue;
        }
        bindings.bound_.push_back({static_cast<std::size_t>(action - actions.begin()), *press});
    }
    return bindings;
}

KeyBindings KeyBindings::load(const std::filesystem::path& link_or_file, std::optional<Error>& notice)
{
    if (link_or_file.empty()) return {};
    const std::filesystem::path file = base::own_place(link_or_file);
    // Read only an ordinary file: opening a pipe would wait forever.
    const auto folder = base::FolderReader::open(file.parent_path());
    if (!folder || !folder->has(file.filename().string())) return {};
    const auto text = folder->read(file.filename().string(), max_bytes);
    if (text) return parse(*text, notice);
    notice = Error{"the keys cannot be read: " + text.error().what, "keys.json", "the default keys are used"};
    return {};
}

std::optional<KeyPress> KeyBindings::meant(const KeyPress& press) const
{
    for (const Bound& bound : bound_)
        if (same(bound.press, press)) return default_press(actions[bound.action]);
    // The default key of an action that the user has bound to another key does nothing.
    for (const Bound& bound : bound_)
        if (same(default_press(actions[bound.action]), press)) return std::nullopt;
    return press;
}

std::string KeyBindings::keys_of(std::string_view name) const
{
    for (const Bound& bound : bound_)
        if (actions[bound.action].name == name) return print_keys(bound.press);
    for (const Action& action : actions)
        if (action.name == name) return print_keys(default_press(action));
    return {};
}

std::optional<KeyPress> KeyBindings::default_keys(std::string_view name)
{
    for (const Action& action : actions)
        if (action.name == name) return default_press(action);
    return std::nullopt;
}

std::vector<std::string> KeyBindings::names()
{
    std::vector<std::string> all;
    for (const Action& action : actions) all.emplace_back(action.name);
    return all;
}

std::filesystem::path keys_file()
{
    const std::filesystem::path settings = settings_file();
    return settings.empty() ? settings : settings.parent_path() / "keys.json";
}

}  // namespace spillway::window
