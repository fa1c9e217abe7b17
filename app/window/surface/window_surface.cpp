#include "app/window/surface/window_surface.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

#include "app/window/picture/picture_target.h"
#include "app/window/surface/opengl_libraries.h"

namespace spillway::window {
namespace {

using model::Error;

std::string last_glfw_error()
{
    const char* description = nullptr;
    glfwGetError(&description);
    return description ? description : "GLFW gives no reason";
}

/// GLFW's keys that are not characters.
std::optional<Key> named_key(int key)
{
    switch (key) {
        case GLFW_KEY_LEFT: return Key::left;
        case GLFW_KEY_RIGHT: return Key::right;
        case GLFW_KEY_UP: return Key::up;
        case GLFW_KEY_DOWN: return Key::down;
        case GLFW_KEY_PAGE_UP: return Key::page_up;
        case GLFW_KEY_PAGE_DOWN: return Key::page_down;
        case GLFW_KEY_HOME: return Key::home;
        case GLFW_KEY_END: return Key::end;
        case GLFW_KEY_TAB: return Key::tab;
        case GLFW_KEY_ENTER:
        case GLFW_KEY_KP_ENTER: return Key::enter;
        case GLFW_KEY_ESCAPE: return Key::escape;
        case GLFW_KEY_SPACE: return Key::space;
        case GLFW_KEY_BACKSPACE: return Key::backspace;
        case GLFW_KEY_DELETE: return Key::del;
        case GLFW_KEY_F1: return Key::f1;
        case GLFW_KEY_F11: return Key::f11;
        default: return std::nullopt;
    }
}

/// Character on the key in the user's layout. The keys of a US keyboard's digits are digits, and a key without an ASCII
/// character (Cyrillic) has that of a US keyboard, so that every shortcut can be pressed. 0 if there is none.
char layout_character(int key, int scancode)
{
    switch (key) {
        case GLFW_KEY_KP_ADD: return '+';
        case GLFW_KEY_KP_SUBTRACT: return '-';
        default: break;
    }
    // AZERTY and others have the digits on Shift.
    if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return static_cast<char>(key);
    const char* name = glfwGetKeyName(key, scancode);
    if (name == nullptr || name[0] == 0) return 0;
    const bool is_ascii = name[1] == 0 && static_cast<unsigned char>(name[0]) < 128;
    if (!is_ascii) return key > GLFW_KEY_SPACE && key <= GLFW_KEY_GRAVE_ACCENT ? static_cast<char>(key) : '\0';
    return static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
}

/// Dear ImGui's GLFW functions act on the current context: this makes the event's own window current.
class ContextOf {
public:
    explicit ContextOf(ImGuiContext* context) : before_(ImGui::GetCurrentContext())
    {
        ImGui::SetCurrentContext(context);
    }
    ~ContextOf() { ImGui::SetCurrentContext(before_); }
    ContextOf(const ContextOf&) = delete;
    ContextOf& operator=(const ContextOf&) = delete;

private:
    ImGuiContext* before_;
};

/// Number of open windows: GLFW terminates with the last.
int open_windows = 0;

/// Monitor that shows this position; null if none does.
GLFWmonitor* monitor_at(int x, int y)
{
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode && x >= left && x < left + mode->width && y >= top && y < top + mode->height) return monitors[i];
    }
    return nullptr;
}

/// Moves the window to the middle of a monitor that does not show the other window.
void move_away_from(std::pair<int, int> other, GLFWwindow* window)
{
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* const taken = monitor_at(other.first, other.second);
    for (int i = 0; i < count; ++i) {
        if (monitors[i] == taken) continue;
        int left = 0, top = 0, width = 0, height = 0, own_width = 0, own_height = 0;
        glfwGetMonitorWorkarea(monitors[i], &left, &top, &width, &height);
        glfwGetWindowSize(window, &own_width, &own_height);
        glfwSetWindowPos(window, left + std::max((width - own_width) / 2, 0),
                         top + std::max((height - own_height) / 2, 0));
        return;
    }
}

class GlfwSurface final : public WindowSurface {
public:
    explicit GlfwSurface(GLFWwindow* window) : window_(window)
    {
        ++open_windows;
        glfwSetWindowUserPointer(window_, this);
        glfwSetFramebufferSizeCallback(window_, [](GLFWwindow* w, int, int) { of(w).lose_picture(); });
        glfwSetWindowRefreshCallback(window_, [](GLFWwindow* w) { of(w).lose_picture(); });
        glfwSetWindowContentScaleCallback(window_, [](GLFWwindow* w, float, float) { of(w).lose_picture(); });
        glfwSetDropCallback(window_, on_drop);
    }
    ~GlfwSurface() override
    {
        make_current();
        target_.release();
        glfwDestroyWindow(window_);
        if (--open_windows == 0) glfwTerminate();
    }

    std::optional<Error> attach() override
    {
        make_current();
        ImGui::GetIO().IniFilename = nullptr;
        if (!ImGui_ImplGlfw_InitForOpenGL(window_, false))
            return Error{"input could not be connected to the window", "window", ""};
        context_ = ImGui::GetCurrentContext();
        set_callbacks();
        if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
            return Error{"OpenGL functions could not be loaded", "window", "install libgl1"};
        return std::nullopt;
    }
    void detach() override
    {
        make_current();
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        context_ = nullptr;
    }
    void begin_frame() override
    {
        make_current();
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        const auto [width, height] = framebuffer();
        if (width == target_.width() && height == target_.height()) return;
        target_.make(width, height);
        lost_picture_ = true;
    }
    void hand_on(const Typed& typed) override
    {
        if (typed.kind == Typed::Kind::text)
            ImGui_ImplGlfw_CharCallback(window_, typed.character);
        else
            ImGui_ImplGlfw_KeyCallback(window_, typed.code, typed.scan_code, typed.action, typed.modifiers);
    }
    void bind() override
    {
        make_current();
        target_.bind();
    }
    void present() override
    {
        make_current();
        target_.copy_to_window();
        glfwSwapBuffers(window_);
    }

    int width() const override { return framebuffer().first; }
    int height() const override { return framebuffer().second; }
    float raster_scale() const override
    {
        int window_width = 0, window_height = 0;
        glfwGetWindowSize(window_, &window_width, &window_height);
        return window_width > 0 ? static_cast<float>(width()) / static_cast<float>(window_width) : 1;
    }
    float layout_scale() const override
    {
        float x = 1, y = 1;
        glfwGetWindowContentScale(window_, &x, &y);
        return std::clamp(std::max(x, y) / raster_scale(), 0.5f, 4.0f);
    }
    void toggle_full_screen() override;
    void set_title(const std::string& title) override { glfwSetWindowTitle(window_, title.c_str()); }

    bool should_close() const override { return glfwWindowShouldClose(window_) != 0; }
    int window_width() const override { return kept_size().first; }
    int window_height() const override { return kept_size().second; }
    std::pair<int, int> middle() const override
    {
        int x = 0, y = 0, w = 0, h = 0;
        glfwGetWindowPos(window_, &x, &y);
        glfwGetWindowSize(window_, &w, &h);
        return {x + w / 2, y + h / 2};
    }
    void wait_events(double timeout_seconds) override
    {
        if (timeout_seconds < 0)
            glfwWaitEvents();
        else
            glfwWaitEventsTimeout(std::max(timeout_seconds, 0.001));
    }
    void poll_events() override { glfwPollEvents(); }
    bool take_had_input() override { return std::exchange(had_input_, false); }

private:
    static GlfwSurface& of(GLFWwindow* window) { return *static_cast<GlfwSurface*>(glfwGetWindowUserPointer(window)); }
    void make_current()
    {
        if (glfwGetCurrentContext() != window_) glfwMakeContextCurrent(window_);
    }
    /// Dear ImGui receives the mouse in its own context. Keys and characters wait in typed_; hand_on() passes them on
    /// when a field is ready.
    void set_callbacks()
    {
        glfwSetKeyCallback(window_, on_key);
        glfwSetCharCallback(window_, on_character);
        glfwSetWindowFocusCallback(window_, [](GLFWwindow* w, int focused) {
            of(w).lose_picture();
            const ContextOf context(of(w).context_);
            ImGui_ImplGlfw_WindowFocusCallback(w, focused);
        });
        glfwSetCursorEnterCallback(window_, [](GLFWwindow* w, int entered) {
            of(w).had_input_ = true;
            const ContextOf context(of(w).context_);
            ImGui_ImplGlfw_CursorEnterCallback(w, entered);
        });
        glfwSetMouseButtonCallback(window_, [](GLFWwindow* w, int button, int action, int modifiers) {
            of(w).had_input_ = true;
            const ContextOf context(of(w).context_);
            ImGui_ImplGlfw_MouseButtonCallback(w, button, action, modifiers);
        });
        glfwSetScrollCallback(window_, [](GLFWwindow* w, double x, double y) {
            of(w).had_input_ = true;
            const ContextOf context(of(w).context_);
            ImGui_ImplGlfw_ScrollCallback(w, x, y);
        });
        glfwSetCursorPosCallback(window_, [](GLFWwindow* w, [[maybe_unused]] double x, [[maybe_unused]] double y) {
            of(w).had_input_ = true;
#if IMGUI_VERSION_NUM >= 18700
            const ContextOf context(of(w).context_);
            ImGui_ImplGlfw_CursorPosCallback(w, x, y);
#endif
        });
    }
    static void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers)
    {
        GlfwSurface& self = of(window);
        self.had_input_ = true;
        Typed typed{.kind = action == GLFW_RELEASE ? Typed::Kind::release : Typed::Kind::press,
                    .code = key,
                    .scan_code = scancode,
                    .action = action,
                    .modifiers = modifiers};
        KeyPress press;
        press.ctrl = (modifiers & GLFW_MOD_CONTROL) != 0;
        press.shift = (modifiers & GLFW_MOD_SHIFT) != 0;
        press.alt = (modifiers & GLFW_MOD_ALT) != 0;
        const auto named = named_key(key);
        if (named)
            press.key = *named;
        else
            press.character = layout_character(key, scancode);
        if (named || press.character != 0) typed.key = press;
        self.typed_.push_back(typed);
    }
    static void on_character(GLFWwindow* window, unsigned character)
    {
        GlfwSurface& self = of(window);
        self.had_input_ = true;
        self.typed_.push_back({.kind = Typed::Kind::text, .character = character});
    }
    static void on_drop(GLFWwindow* window, int count, const char** paths)
    {
        GlfwSurface& self = of(window);
        self.had_input_ = true;
        for (int i = 0; i < count; ++i) self.dropped_.emplace_back(paths[i]);
    }
    /// Size without the factor that GLFW_SCALE_TO_MONITOR applies to a new window.
    std::pair<int, int> kept_size() const
    {
        int w = restored_[2], h = restored_[3];
        if (glfwGetWindowMonitor(window_) == nullptr) glfwGetWindowSize(window_, &w, &h);
        const float scale = layout_scale();
        return {static_cast<int>(std::lround(static_cast<float>(w) / scale)),
                static_cast<int>(std::lround(static_cast<float>(h) / scale))};
    }
    std::pair<int, int> framebuffer() const
    {
        int w = 0, h = 0;
        glfwGetFramebufferSize(window_, &w, &h);
        return {std::max(w, 1), std::max(h, 1)};
    }

    void lose_picture()
    {
        had_input_ = lost_picture_ = true;
    }

    GLFWwindow* window_;
    ImGuiContext* context_ = nullptr;  ///< the context of attach()
    PictureTarget target_;
    bool had_input_ = true;
    int restored_[4] = {0, 0, 1600, 900};
};

void GlfwSurface::toggle_full_screen()
{
    if (glfwGetWindowMonitor(window_) != nullptr) {
        glfwSetWindowMonitor(window_, nullptr, restored_[0], restored_[1], restored_[2], restored_[3], 0);
        return;
    }
    glfwGetWindowPos(window_, &restored_[0], &restored_[1]);
    glfwGetWindowSize(window_, &restored_[2], &restored_[3]);
    // Full screen uses the window's own monitor: a lecturer's projector is rarely the primary one.
    GLFWmonitor* chosen = monitor_at(restored_[0] + restored_[2] / 2, restored_[1] + restored_[3] / 2);
    if (chosen == nullptr) chosen = glfwGetPrimaryMonitor();
    if (chosen == nullptr) return;
    const GLFWvidmode* mode = glfwGetVideoMode(chosen);
    glfwSetWindowMonitor(window_, chosen, 0, 0, mode->width, mode->height, mode->refreshRate);
}

/// Reduces a wanted window size to the room of the primary monitor. Sizes are in units of the monitor's scale.
void fit_to_monitor(int& width, int& height)
{
    constexpr float title_bar = 40;  // the window system's frame around the window
    GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
    if (monitor == nullptr) return;
    int x = 0, y = 0, room_width = 0, room_height = 0;
    glfwGetMonitorWorkarea(monitor, &x, &y, &room_width, &room_height);
    float across = 1, down = 1;
    glfwGetMonitorContentScale(monitor, &across, &down);
    if (room_width <= 0 || room_height <= 0 || across <= 0 || down <= 0) return;
    width = std::min(width, static_cast<int>(static_cast<float>(room_width) / across));
    height = std::min(height, static_cast<int>(static_cast<float>(room_height) / down - title_bar));
}

}  // namespace

void WindowSurface::wake()
{
    glfwPostEmptyEvent();
}

model::Expected<std::unique_ptr<WindowSurface>> WindowSurface::open(const Options& options)
{
    if (!glfwInit())
        return Error{
            last_glfw_error(), "window",
            "there is no display here: use `spillway open FILE.cu --json` for your own file, `screenshot`, `run` or "
            "`sweep`, or set DISPLAY"};
    if (auto missing = why_no_opengl(false)) {
        if (open_windows == 0) glfwTerminate();
        return *missing;
    }
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    // A full-screen window on the projector stays open while another window has the keyboard.
    glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, options.beside == nullptr ? GLFW_TRUE : GLFW_FALSE);
    int width = options.width, height = options.height;
    fit_to_monitor(width, height);
    GLFWwindow* window = glfwCreateWindow(width, height, options.title.c_str(), nullptr, nullptr);
    if (window == nullptr) {
        const std::string reason = last_glfw_error();
        if (open_windows == 0) glfwTerminate();
        return Error{
            reason, "window",
            "OpenGL 3.3 is needed: install Mesa (libgl1-mesa-dri), or set LIBGL_ALWAYS_SOFTWARE=1 in a virtual "
            "machine"};
    }
    glfwSetWindowSizeLimits(window, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
    if (options.beside != nullptr) {
        move_away_from(options.beside->middle(), window);
        glfwShowWindow(window);
    }
    glfwMakeContextCurrent(window);
    glfwSwapInterval(options.beside == nullptr ? 1 : 0);
    auto surface = std::make_unique<GlfwSurface>(window);
    if (options.full_screen) surface->toggle_full_screen();
    return std::unique_ptr<WindowSurface>(std::move(surface));
}

}  // namespace spillway::window
