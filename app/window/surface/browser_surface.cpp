#include "app/window/surface/browser_surface.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <backends/imgui_impl_opengl3.h>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <epoxy/gl.h>
#include <imgui_internal.h>

#include "app/window/surface/fingers.h"
#include "app/window/surface/imgui_keys.h"
#include "app/window/surface/mouse_event.h"
#include "app/window/surface/page_keys.h"

namespace spillway::window {
namespace {

using model::Error;

constexpr const char* canvas = "#window";

// clang-format off
EM_JS(void, page_set_cursor, (const char* name), {
    const cursor = UTF8ToString(name);
    const style = document.querySelector('#window').style;
    if (style.cursor !== cursor) style.cursor = cursor;
});
EM_JS(void, page_copy, (const char* text), { Module.copyText(UTF8ToString(text)); });
EM_JS(void, page_toggle_full_screen, (), {
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    change.catch((refused) => console.warn('full screen: ' + refused.message));
});
EM_JS(int, page_has_only_fingers, (), { return matchMedia('(hover: none) and (pointer: coarse)').matches ? 1 : 0; });
// clang-format on

const char* cursor_name(ImGuiMouseCursor cursor)
{
    switch (cursor) {
        case ImGuiMouseCursor_None: return "none";
        case ImGuiMouseCursor_TextInput: return "text";
        case ImGuiMouseCursor_ResizeAll: return "move";
        case ImGuiMouseCursor_ResizeNS: return "ns-resize";
        case ImGuiMouseCursor_ResizeEW: return "ew-resize";
        case ImGuiMouseCursor_ResizeNESW: return "nesw-resize";
        case ImGuiMouseCursor_ResizeNWSE: return "nwse-resize";
        case ImGuiMouseCursor_Hand: return "pointer";
        case ImGuiMouseCursor_NotAllowed: return "not-allowed";
        default: return "default";
    }
}

class CanvasSurface final : public BrowserSurface {
public:
    CanvasSurface(EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context, std::function<void()> wake, std::function<void()> hurry)
        : context_(context), wake_(std::move(wake)), hurry_(std::move(hurry))
    {
        resize();
        listen();
    }
    ~CanvasSurface() override
    {
        emscripten_html5_remove_all_event_listeners();
        emscripten_webgl_destroy_context(context_);
    }

    std::optional<Error> attach() override
    {
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
        begin_keys(io);
        io.ClipboardUserData = this;
        io.SetClipboardTextFn = [](void* self, const char* text) {
            static_cast<CanvasSurface*>(self)->clipboard_ = text;
            page_copy(text);
        };
        io.GetClipboardTextFn = [](void* self) { return static_cast<CanvasSurface*>(self)->clipboard_.c_str(); };
        if (!ImGui_ImplOpenGL3_Init("#version 300 es"))
            return Error{"WebGL 2 could not be used", "the page", "Allow hardware acceleration in the browser."};
        return std::nullopt;
    }
    void detach() override { ImGui_ImplOpenGL3_Shutdown(); }

    void begin_frame() override
    {
        resize();
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {static_cast<float>(width_), static_cast<float>(height_)};
        io.DisplayFramebufferScale = {1, 1};
        const double now = emscripten_get_now() / 1e3;
        io.DeltaTime = static_cast<float>(std::clamp(now - frame_began_, 1e-3, 0.25));
        frame_began_ = now;
        while (!mouse_.empty() && !holds_input_) {
            const MouseEvent event = mouse_.front();
            mouse_.pop_front();
            deliver(io, event);
            if (event.kind == MouseEvent::Kind::button) break;
        }
        ImGui_ImplOpenGL3_NewFrame();
        page_set_cursor(cursor_name(ImGui::GetMouseCursor()));
    }
    void hand_on(const Typed& typed) override
    {
        ImGuiIO& io = ImGui::GetIO();
        if (typed.kind == Typed::Kind::text)
            io.AddInputCharacter(typed.character);
        else
            set_key(io, *typed.key, typed.kind == Typed::Kind::press);
    }
    void bind() override
    {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(0, 0, width_, height_);
    }
    void present() override { painted_at_ = emscripten_get_now(); }  // the browser presents the canvas
    double painted_at() const override { return painted_at_; }

    int width() const override { return width_; }
    int height() const override { return height_; }
    float layout_scale() const override { return static_cast<float>(emscripten_get_device_pixel_ratio()); }
    float raster_scale() const override { return 1; }
    bool is_by_touch() const override { return is_by_touch_; }

    void toggle_full_screen() override { page_toggle_full_screen(); }

    void ask_where_it_scrolls(Fingers::Scrolls scrolls) override { fingers_.ask_where_it_scrolls(std::move(scrolls)); }
    void hold_input(bool holds) override
    {
        holds_input_ = holds;
        if (holds) return;
        typed_.insert(typed_.end(), held_.begin(), held_.end());
        held_.clear();
    }
    bool has_input() const override { return !holds_input_ && (!mouse_.empty() || !typed_.empty()); }
    bool move(float x, float y) override
    {
        is_by_touch_ = false;
        const float ratio = layout_scale();
        const MouseEvent event{MouseEvent::Kind::move, x * ratio, y * ratio};
        if (is_where_it_was(event)) return false;
        mouse_.push_back(event);
        return !holds_input_;
    }
    bool slide(float x, float y) override
    {
        is_by_touch_ = true;
        const float ratio = layout_scale();
        const std::array points{Fingers::Point{x * ratio, y * ratio}};
        const Fingers::Meaning meaning =
            fingers_.take(Fingers::Phase::moved, points, emscripten_get_now() / 1e3, ratio);
        bool is_new = false;
        for (const MouseEvent& each : meaning.mouse) {
            if (is_where_it_was(each)) continue;
            mouse_.push_back(each);
            is_new = true;
        }
        return is_new && !holds_input_;
    }
    void drop(const std::filesystem::path& file) override
    {
        dropped_.push_back(file);
        wake_();
    }
    void paste(const std::string& utf8) override
    {
        clipboard_ = utf8;
        press_with_ctrl('V');
    }
    void press_with_ctrl(char character) override { press({.character = character, .ctrl = true}); }
    void type(int fewer, const std::string& utf8) override
    {
        for (int i = 0; i < fewer; ++i) press({.key = Key::backspace});
        const char* const end = utf8.c_str() + utf8.size();
        for (const char* at = utf8.c_str(); at < end;) {
            unsigned character = 0;
            at += ImTextCharFromUtf8(&character, at, end);
            push({.kind = Typed::Kind::text, .character = character});
        }
        wake_();
    }

private:
    void listen();
    void press(const KeyPress& key)
    {
        push({.kind = Typed::Kind::press, .key = key});
        push({.kind = Typed::Kind::release, .key = key});
        wake_();
    }
    /// The browser reports each move twice: at once, and with its next picture.
    bool is_where_it_was(const MouseEvent& event)
    {
        const bool is_same = event.kind == MouseEvent::Kind::move && event.x == moved_to_.x && event.y == moved_to_.y;
        moved_to_ = {event.x, event.y};
        return is_same;
    }
    void push(MouseEvent event)
    {
        if (event.kind != MouseEvent::Kind::wheel && is_where_it_was(event)) return;
        mouse_.push_back(event);
        if (!holds_input_) wake_();
    }
    void push(const Typed& typed) { (holds_input_ ? held_ : typed_).push_back(typed); }
    static CanvasSurface& of(void* self) { return *static_cast<CanvasSurface*>(self); }
    static EM_BOOL on_mouse(int type, const EmscriptenMouseEvent* event, void* self);
    static EM_BOOL on_wheel(int type, const EmscriptenWheelEvent* event, void* self);
    static EM_BOOL on_touch(int type, const EmscriptenTouchEvent* event, void* self);
    static EM_BOOL on_key(int type, const EmscriptenKeyboardEvent* event, void* self);
    void deliver(ImGuiIO& io, const MouseEvent& event) const;

    /// The canvas fills the page, in physical pixels of the screen.
    void resize()
    {
        double width = 0, height = 0;
        emscripten_get_element_css_size(canvas, &width, &height);
        const double ratio = emscripten_get_device_pixel_ratio();
        const int w = std::max(1, static_cast<int>(std::lround(width * ratio)));
        const int h = std::max(1, static_cast<int>(std::lround(height * ratio)));
        if (w == width_ && h == height_) return;
        emscripten_set_canvas_element_size(canvas, w, h);
        width_ = w;
        height_ = h;
        lost_picture_ = true;
    }

    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context_;
    std::function<void()> wake_, hurry_;
    int width_ = 0, height_ = 0;  ///< pixels
    std::deque<MouseEvent> mouse_;
    std::deque<Typed> held_;  ///< keyboard events
    bool holds_input_ = false;
    ImVec2 moved_to_{nowhere, nowhere};
    std::string clipboard_;
    Fingers fingers_;
    bool is_by_touch_ = page_has_only_fingers() != 0;
    double frame_began_ = 0, painted_at_ = 0;
};

void CanvasSurface::deliver(ImGuiIO& io, const MouseEvent& event) const
{
    using Kind = MouseEvent::Kind;
#if IMGUI_VERSION_NUM >= 18700
    if (event.kind == Kind::wheel) io.AddMouseWheelEvent(event.x, event.y);
    if (event.kind != Kind::wheel) io.AddMousePosEvent(event.x, event.y);
    if (event.kind == Kind::button) io.AddMouseButtonEvent(event.button, event.down);
#else
    if (event.kind == Kind::wheel) {
        io.MouseWheelH += event.x;
        io.MouseWheel += event.y;
        return;
    }
    io.MousePos = {event.x, event.y};
    if (event.kind == Kind::button) io.MouseDown[event.button] = event.down;
#endif
}

EM_BOOL CanvasSurface::on_mouse(int type, const EmscriptenMouseEvent* event, void* self)
{
    of(self).is_by_touch_ = false;  // on_touch() prevents the mouse events that a browser makes of a touch
    const float ratio = of(self).layout_scale();
    MouseEvent mouse{MouseEvent::Kind::move, static_cast<float>(event->targetX) * ratio,
                     static_cast<float>(event->targetY) * ratio};
    if (type == EMSCRIPTEN_EVENT_MOUSELEAVE && event->buttons == 0) mouse.x = mouse.y = nowhere;
    if (type == EMSCRIPTEN_EVENT_MOUSEDOWN || type == EMSCRIPTEN_EVENT_MOUSEUP) {
        constexpr int of_imgui[] = {0, 2, 1};
        if (event->button > 2) return false;
        mouse.kind = MouseEvent::Kind::button;
        mouse.button = of_imgui[event->button];
        mouse.down = type == EMSCRIPTEN_EVENT_MOUSEDOWN;
    }
    of(self).push(mouse);
    // Returning true (preventDefault) would disable text selection and keyboard focus elsewhere on the page.
    return false;
}

EM_BOOL CanvasSurface::on_wheel(int, const EmscriptenWheelEvent* event, void* self)
{
    if (event->mouse.ctrlKey) return false;  // Ctrl + wheel is the browser's zoom
    constexpr float pixels_per_step = 100, lines_per_step = 3;
    const float per_step = event->deltaMode == DOM_DELTA_PIXEL ? pixels_per_step : lines_per_step;
    of(self).push({MouseEvent::Kind::wheel, static_cast<float>(-event->deltaX) / per_step,
                   static_cast<float>(-event->deltaY) / per_step});
    return true;
}

EM_BOOL CanvasSurface::on_touch(int type, const EmscriptenTouchEvent* event, void* self)
{
    CanvasSurface& surface = of(self);
    surface.is_by_touch_ = true;
    const float ratio = surface.layout_scale();
    std::vector<Fingers::Point> points;
    for (int i = 0; i < event->numTouches; ++i)
        points.push_back({static_cast<float>(event->touches[i].targetX) * ratio,
                          static_cast<float>(event->touches[i].targetY) * ratio});
    const Fingers::Phase phase = type == EMSCRIPTEN_EVENT_TOUCHSTART  ? Fingers::Phase::down
                                 : type == EMSCRIPTEN_EVENT_TOUCHMOVE ? Fingers::Phase::moved
                                                                      : Fingers::Phase::up;
    const Fingers::Meaning meaning = surface.fingers_.take(phase, points, emscripten_get_now() / 1e3, ratio);
    for (const MouseEvent& each : meaning.mouse) surface.push(each);
    for (int step = 0; step < std::abs(meaning.larger); ++step) surface.press_with_ctrl(meaning.larger > 0 ? '+' : '-');
    return true;
}

EM_BOOL CanvasSurface::on_key(int type, const EmscriptenKeyboardEvent* event, void* self)
{
    const bool down = type == EMSCRIPTEN_EVENT_KEYDOWN;
    CanvasSurface& surface = of(self);
    const PageKeyMeaning meaning =
        meaning_of({event->key, static_cast<bool>(event->ctrlKey), static_cast<bool>(event->shiftKey),
                    static_cast<bool>(event->altKey), static_cast<bool>(event->metaKey)});
    if (meaning.press) surface.push({.kind = down ? Typed::Kind::press : Typed::Kind::release, .key = meaning.press});
    if (down && meaning.character != 0) surface.push({.kind = Typed::Kind::text, .character = meaning.character});
    (surface.holds_input_ ? surface.wake_ : surface.hurry_)();
    return meaning.press.has_value();
}

void CanvasSurface::listen()
{
    // On the window, not the canvas: a drag may continue outside the canvas.
    const char* const window = EMSCRIPTEN_EVENT_TARGET_WINDOW;
    emscripten_set_mousemove_callback(window, this, true, on_mouse);
    emscripten_set_mousedown_callback(canvas, this, true, on_mouse);
    emscripten_set_mouseup_callback(window, this, true, on_mouse);
    emscripten_set_mouseleave_callback(canvas, this, true, on_mouse);
    emscripten_set_wheel_callback(canvas, this, true, on_wheel);
    emscripten_set_touchstart_callback(canvas, this, true, on_touch);
    emscripten_set_touchmove_callback(canvas, this, true, on_touch);
    emscripten_set_touchend_callback(canvas, this, true, on_touch);
    emscripten_set_touchcancel_callback(canvas, this, true, on_touch);
    emscripten_set_keydown_callback(window, this, true, on_key);
    emscripten_set_keyup_callback(window, this, true, on_key);
    emscripten_set_resize_callback(window, this, true, [](int, const EmscriptenUiEvent*, void* self) -> EM_BOOL {
        of(self).wake_();
        return false;
    });
    emscripten_set_focus_callback(window, this, true, [](int, const EmscriptenFocusEvent*, void* self) -> EM_BOOL {
        of(self).lost_picture_ = true;
        of(self).wake_();
        return false;
    });
}

}  // namespace

model::Expected<std::unique_ptr<BrowserSurface>> BrowserSurface::open(std::function<void()> wake,
                                                                      std::function<void()> hurry)
{
    EmscriptenWebGLContextAttributes wanted;
    emscripten_webgl_init_context_attributes(&wanted);
    wanted.majorVersion = 2;
    wanted.antialias = wanted.depth = wanted.stencil = false;
    wanted.alpha = false;  // the canvas is opaque
    wanted.enableExtensionsByDefault = false;
    // The painter relies on the last picture. Copying our own framebuffer to the canvas would take as long as all
    // painting.
    wanted.preserveDrawingBuffer = true;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context(canvas, &wanted);
    if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
        return Error{"this browser offers no WebGL 2", "the page",
                     "Use a current Firefox, Chrome, Edge or Safari, or install Spillway."};
    return std::unique_ptr<BrowserSurface>(std::make_unique<CanvasSurface>(context, std::move(wake), std::move(hurry)));
}

}  // namespace spillway::window
