#pragma once

#include <memory>

// clang-format off
#include <epoxy/gl.h>
#include <epoxy/egl.h>
// clang-format on

namespace spillway::window {

/// An EGL display and an OpenGL 3.3 core context without a window, released together.
struct EglContext {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    EGLSurface surface = EGL_NO_SURFACE;

    EglContext() = default;
    EglContext(const EglContext&) = delete;
    EglContext& operator=(const EglContext&) = delete;
    ~EglContext();
};

/// Creates a context and makes it current. Tries Mesa without a window system, then a GPU without one, then the default
/// display. Null if all fail.
[[nodiscard]] std::unique_ptr<EglContext> open_egl_context();

}  // namespace spillway::window
