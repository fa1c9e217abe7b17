#include "app/window/picture/renderer.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <epoxy/gl.h>

namespace spillway::window {
namespace {

bool is_software_by(GLenum which)
{
    const auto* const name = reinterpret_cast<const char*>(glGetString(which));
    return name != nullptr && is_software(name);
}

}  // namespace

/// Firefox reports the renderer as OpenGL does. Chromium and Safari report their own name there ("WebKit WebGL"), and
/// the renderer under another number after an extension is enabled.
bool draws_by_software()
{
    constexpr GLenum unmasked_renderer_webgl = 0x9246;
    if (is_software_by(GL_RENDERER)) return true;
    return emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(), "WEBGL_debug_renderer_info") &&
           is_software_by(unmasked_renderer_webgl);
}

}  // namespace spillway::window
