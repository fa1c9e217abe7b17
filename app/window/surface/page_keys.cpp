#include "app/window/surface/page_keys.h"

#include <cctype>
#include <cstring>
#include <map>
#include <string_view>

#include <imgui_internal.h>

namespace spillway::window {
namespace {

/// The page's names of keys that are not characters.
std::optional<Key> named_key(std::string_view name)
{
    static const std::map<std::string_view, Key> keys = {{"ArrowLeft", Key::left},
                                                         {"ArrowRight", Key::right},
                                                         {"ArrowUp", Key::up},
                                                         {"ArrowDown", Key::down},
                                                         {"PageUp", Key::page_up},
                                                         {"PageDown", Key::page_down},
                                                         {"Home", Key::home},
                                                         {"End", Key::end},
                                                         {"Tab", Key::tab},
                                                         {"Enter", Key::enter},
                                                         {"Escape", Key::escape},
                                                         {" ", Key::space},
                                                         {"Backspace", Key::backspace},
                                                         {"Delete", Key::del},
                                                         {"F1", Key::f1},
                                                         {"F11", Key::f11}};
    const auto found = keys.find(name);
    return found == keys.end() ? std::nullopt : std::optional(found->second);
}

/// Character of a key's name; 0 if the name is a word.
unsigned character_of(const char* name)
{
    unsigned character = 0;
    const char* const end = name + std::strlen(name);
    const int bytes = ImTextCharFromUtf8(&character, name, end);
    return bytes > 0 && name + bytes == end ? character : 0;
}

/// Shortcuts of the browser: reload, tabs, tools, zoom; and the clipboard's, which arrive as separate events.
bool is_browsers(const KeyPress& press, bool meta)
{
    if (meta) return true;
    if (press.key != Key::character) return false;
    return press.ctrl && std::string_view("CXVRTWN0+-=").find(press.character) != std::string_view::npos;
}

}  // namespace

PageKeyMeaning meaning_of(const PageKey& key)
{
    // Some systems report AltGr as Ctrl+Alt: its result is an ordinary character.
    const unsigned character = character_of(key.name);
    const bool is_of_altgr = key.ctrl && key.alt && character >= 0x80;
    KeyPress press{.ctrl = key.ctrl && !is_of_altgr, .shift = key.shift, .alt = key.alt && !is_of_altgr};
    const auto named = named_key(key.name);
    if (named)
        press.key = *named;
    else if (character > 0 && character < 0x80)
        press.character = static_cast<char>(std::toupper(static_cast<int>(character)));
    PageKeyMeaning meaning;
    if ((named || press.character != 0) && !is_browsers(press, key.meta)) meaning.press = press;
    if (character >= 0x20 && !press.ctrl && !press.alt && !key.meta) meaning.character = character;
    return meaning;
}

}  // namespace spillway::window
