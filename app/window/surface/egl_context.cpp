#include "app/window/surface/egl_context.h"

#include <array>
#include <vector>

namespace spillway::window {
namespace {

bool client_has(const char* extension)
{
    return epoxy_has_egl_extension(EGL_NO_DISPLAY, extension);
}

/// Displays to try: Mesa without a window system, then a GPU without one, then the default display.
std::vector<EGLDisplay> candidate_displays()
{
    std::vector<EGLDisplay> displays;
    if (client_has("EGL_EXT_platform_base")) {
        if (client_has("EGL_MESA_platform_surfaceless"))
            displays.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
        if (client_has("EGL_EXT_platform_device") && client_has("EGL_EXT_device_enumeration")) {
            std::array<EGLDeviceEXT, 8> devices{};
            EGLint count = 0;
            eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count);
            for (EGLint i = 0; i < count; ++i)
                displays.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
        }
    }
    displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
    return displays;
}

/// Makes a context current on the display; false if that fails.
bool make_context(EGLDisplay display, EglContext& made)
{
    EGLint major = 0, minor = 0;
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, &major, &minor)) return false;
    if (!eglBindAPI(EGL_OPENGL_API)) return false;
    const std::array<EGLint, 5> config_attributes{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                                  EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglChooseConfig(display, config_attributes.data(), &config, 1, &count) || count == 0) return false;
    const std::array<EGLint, 7> context_attributes{EGL_CONTEXT_MAJOR_VERSION_KHR,
                                                   3,
                                                   EGL_CONTEXT_MINOR_VERSION_KHR,
                                                   3,
                                                   EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                                                   EGL_NONE};
    made.display = display;
    made.context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_attributes.data());
    if (made.context == EGL_NO_CONTEXT) return false;
    if (!epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context")) {
        const std::array<EGLint, 5> size{EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
        made.surface = eglCreatePbufferSurface(display, config, size.data());
    }
    return eglMakeCurrent(display, made.surface, made.surface, made.context) == EGL_TRUE;
}

}  // namespace

EglContext::~EglContext()
{
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
}

std::unique_ptr<EglContext> open_egl_context()
{
    for (EGLDisplay display : candidate_displays()) {
        auto made = std::make_unique<EglContext>();
        if (make_context(display, *made)) return made;
    }
    return nullptr;
}

}  // namespace spillway::window
