#include "app/window/picture/renderer.h"

#include <epoxy/gl.h>

namespace spillway::window {

bool draws_by_software()
{
    const auto* const name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name != nullptr && is_software(name);
}

}  // namespace spillway::window
