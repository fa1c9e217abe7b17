#include "app/window/surface/imgui_keys.h"

#include <map>

namespace spillway::window {
namespace {

/// ImGuiKey_COUNT for a key that is not passed to Dear ImGui.
ImGuiKey imgui_key(const KeyPress& press)
{
    static const std::map<Key, ImGuiKey> named = {
        {Key::left, ImGuiKey_LeftArrow}, {Key::right, ImGuiKey_RightArrow},
        {Key::up, ImGuiKey_UpArrow},     {Key::down, ImGuiKey_DownArrow},
        {Key::page_up, ImGuiKey_PageUp}, {Key::page_down, ImGuiKey_PageDown},
        {Key::home, ImGuiKey_Home},      {Key::end, ImGuiKey_End},
        {Key::tab, ImGuiKey_Tab},        {Key::enter, ImGuiKey_Enter},
        {Key::escape, ImGuiKey_Escape},  {Key::space, ImGuiKey_Space},
        {Key::del, ImGuiKey_Delete},     {Key::backspace, ImGuiKey_Backspace}};
    static const std::map<char, ImGuiKey> of_text_fields = {{'A', ImGuiKey_A}, {'C', ImGuiKey_C}, {'V', ImGuiKey_V},
                                                            {'X', ImGuiKey_X}, {'Y', ImGuiKey_Y}, {'Z', ImGuiKey_Z}};
    const auto find = [](const auto& table, auto key) -> ImGuiKey {
        const auto found = table.find(key);
        return found == table.end() ? ImGuiKey_COUNT : found->second;
    };
    return press.key == Key::character ? find(of_text_fields, press.character) : find(named, press.key);
}

#if IMGUI_VERSION_NUM < 18700
/// Key numbers that differ from ImGuiKey's, as GLFW's do on the desktop, so that code that confuses them fails in tests
/// too.
constexpr int first_key_number = 256;
#endif

}  // namespace

void begin_keys([[maybe_unused]] ImGuiIO& io)
{
#if IMGUI_VERSION_NUM < 18700
    for (int key = 0; key < ImGuiKey_COUNT; ++key) io.KeyMap[key] = first_key_number + key;
#endif
}

void set_key(ImGuiIO& io, const KeyPress& press, bool down)
{
    const ImGuiKey key = imgui_key(press);
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(ImGuiMod_Ctrl, down && press.ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, down && press.shift);
    io.AddKeyEvent(ImGuiMod_Alt, down && press.alt);
    if (key != ImGuiKey_COUNT) io.AddKeyEvent(key, down);
#else
    io.KeyCtrl = down && press.ctrl;
    io.KeyShift = down && press.shift;
    io.KeyAlt = down && press.alt;
    if (key != ImGuiKey_COUNT) io.KeysDown[first_key_number + key] = down;
#endif
}

}  // namespace spillway::window
