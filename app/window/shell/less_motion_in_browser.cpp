#include "app/window/shell/less_motion.h"

#include <emscripten.h>

namespace spillway::window {

bool switches_animations_off(std::string_view)
{
    return false;
}

bool system_wants_less_motion()
{
    return EM_ASM_INT({ return matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0; }) != 0;
}

}  // namespace spillway::window
