#include "app/window/surface/offscreen_surface.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include "app/window/picture/picture_target.h"
#include "app/window/surface/egl_context.h"
#include "app/window/surface/imgui_keys.h"
#include "app/window/surface/opengl_libraries.h"

namespace spillway::window {
namespace {

using model::Error;

/// An input event. After one that is not a mouse move, the next waits for the next frame, as with a user's input: Dear
/// ImGui would miss a click that goes down and up within one frame.
struct InputEvent {
    enum class Kind { move, button, wheel, key, text, drop } kind;
    float x = 0, y = 0;
    int button = 0;
    bool down = false;
    KeyPress key = {};
    std::string text = {};
};

class EglSurface final : public OffscreenSurface {
public:
    EglSurface(std::unique_ptr<EglContext> context, const Options& options) : context_(std::move(context))
    {
        resize(options.width, options.height, options.scale);
    }
    ~EglSurface() override
    {
        make_current();
        target_.release();
    }

    std::optional<Error> attach() override
    {
        make_current();
        ImGui::GetIO().IniFilename = nullptr;
        begin_keys(ImGui::GetIO());
        if (!ImGui_ImplOpenGL3_Init("#version 330 core"))
            return Error{"OpenGL functions could not be loaded", "window", "install libgl1"};
        return std::nullopt;
    }
    void detach() override
    {
        make_current();
        ImGui_ImplOpenGL3_Shutdown();
    }

    void begin_frame() override
    {
        make_current();
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {static_cast<float>(target_.width()), static_cast<float>(target_.height())};
        io.DisplayFramebufferScale = {1, 1};
        io.DeltaTime = seconds_;
        seconds_ = 1.0f / 60;
        release_key();
        while (!events_.empty()) {
            const InputEvent event = std::move(events_.front());
            events_.pop_front();
            deliver(io, event);
            // Files dropped together arrive together.
            const bool has_more = event.kind == InputEvent::Kind::drop && !events_.empty() &&
                                  events_.front().kind == InputEvent::Kind::drop;
            if (event.kind != InputEvent::Kind::move && !has_more && !is_hurried_) break;
        }
        is_hurried_ = false;
        ImGui_ImplOpenGL3_NewFrame();
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
        make_current();
        target_.bind();
    }
    void present() override { glFinish(); }

    int width() const override { return target_.width(); }
    int height() const override { return target_.height(); }
    float layout_scale() const override { return scale_; }
    float raster_scale() const override { return 1; }

    std::string renderer() const override
    {
        const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
        const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
        return std::string(name ? name : "unknown") + ", OpenGL " + (version ? version : "unknown");
    }

    void resize(int width, int height, float scale) override
    {
        make_current();
        target_.make(width, height);
        lost_picture_ = true;
        scale_ = scale;
    }

    void paint_each_frame() override { is_painted_when_asked_ = false; }
    bool is_painted_when_asked() const override { return is_painted_when_asked_; }

    std::vector<std::uint8_t> pixels() override
    {
        if (is_painted_when_asked_ && painter_) painter_();
        bind();
        const std::size_t row_bytes = static_cast<std::size_t>(target_.width()) * 4;
        std::vector<std::uint8_t> upside_down(row_bytes * static_cast<std::size_t>(target_.height()));
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadPixels(0, 0, target_.width(), target_.height(), GL_RGBA, GL_UNSIGNED_BYTE, upside_down.data());
        std::vector<std::uint8_t> rows(upside_down.size());
        for (std::size_t y = 0; y < static_cast<std::size_t>(target_.height()); ++y)
            std::memcpy(&rows[y * row_bytes],
                        &upside_down[(static_cast<std::size_t>(target_.height()) - 1 - y) * row_bytes], row_bytes);
        for (std::size_t i = 3; i < rows.size(); i += 4) rows[i] = 255;
        return rows;
    }

    void move_mouse(float x, float y) override { push({.kind = InputEvent::Kind::move, .x = x, .y = y}); }
    void mouse_button(int button, bool down) override
    {
        push({.kind = InputEvent::Kind::button, .button = button, .down = down});
    }
    void wheel(float steps) override { push({.kind = InputEvent::Kind::wheel, .y = steps}); }
    void use_finger(bool uses) override { is_by_touch_ = uses; }
    bool is_by_touch() const override { return is_by_touch_; }
    void press(const KeyPress& key) override { push({.kind = InputEvent::Kind::key, .key = key}); }
    void type(const std::string& utf8) override { push({.kind = InputEvent::Kind::text, .text = utf8}); }
    void hurry() override { is_hurried_ = true; }
    void drop(const std::filesystem::path& folder) override
    {
        push({.kind = InputEvent::Kind::drop, .text = folder.string()});
    }
    void advance(float seconds) override { seconds_ = seconds; }

private:
    void make_current() { eglMakeCurrent(context_->display, context_->surface, context_->surface, context_->context); }
    void push(InputEvent event) { events_.push_back(std::move(event)); }

    void deliver(ImGuiIO& io, const InputEvent& event)
    {
        using Kind = InputEvent::Kind;
        switch (event.kind) {
#if IMGUI_VERSION_NUM >= 18700
            case Kind::move: io.AddMousePosEvent(event.x, event.y); break;
            case Kind::button: io.AddMouseButtonEvent(event.button, event.down); break;
            case Kind::wheel: io.AddMouseWheelEvent(0, event.y); break;
#else
            case Kind::move: io.MousePos = {event.x, event.y}; break;
            case Kind::button: io.MouseDown[event.button] = event.down; break;
            case Kind::wheel: io.MouseWheel += event.y; break;
#endif
            case Kind::key:
                release_key();
                held_ = event.key;
                typed_.push_back({.kind = Typed::Kind::press, .key = event.key});
                break;
            case Kind::text: deliver_text(event.text); break;
            case Kind::drop: dropped_.emplace_back(event.text); break;
        }
    }
    void deliver_text(const std::string& utf8)
    {
        const char *at = utf8.data(), *end = at + utf8.size();
        while (at < end) {
            unsigned character = 0;
            at += std::max(1, ImTextCharFromUtf8(&character, at, end));  // a truncated character ends with the text
            typed_.push_back({.kind = Typed::Kind::text, .character = character});
        }
    }
    void release_key()
    {
        if (!held_) return;
        typed_.push_back({.kind = Typed::Kind::release, .key = *std::exchange(held_, std::nullopt)});
    }

    std::unique_ptr<EglContext> context_;
    std::deque<InputEvent> events_;
    std::optional<KeyPress> held_;
    bool is_hurried_ = false;
    bool is_by_touch_ = false;
    bool is_painted_when_asked_ = true;
    PictureTarget target_;
    float scale_ = 1;
    float seconds_ = 1.0f / 60;
};

}  // namespace

model::Expected<std::unique_ptr<OffscreenSurface>> OffscreenSurface::open(const Options& options)
{
    if (auto missing = why_no_opengl(true)) return *missing;
    std::unique_ptr<EglContext> context = open_egl_context();
    if (!context)
        return Error{"OpenGL 3.3 is not available without a window", "window",
                     "install Mesa's software renderer: libegl1 libegl-mesa0 libgl1-mesa-dri"};
    GLint max_side = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &max_side);
    if (options.width < 16 || options.height < 16 || options.width > max_side || options.height > max_side)
        return Error{"a picture of " + std::to_string(options.width) + "x" + std::to_string(options.height) +
                         " pixels cannot be drawn",
                     "--size",
                     "give a size between 16x16 and " + std::to_string(max_side) + "x" + std::to_string(max_side)};
    return std::unique_ptr<OffscreenSurface>(std::make_unique<EglSurface>(std::move(context), options));
}

}  // namespace spillway::window
