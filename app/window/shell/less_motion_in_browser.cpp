#include "app/window/shell/less_motion.h"

#include <emscripten.h>

namespace spillway::window {
namespace {

EM_JS(int, page_wants_less_motion, (), { return matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 0; });

}  // namespace

bool switches_animations_off(std::string_view)
{
    return false;
}

bool system_wants_less_motion()
{
    return page_wants_less_motion() != 0;
}

}  // namespace spillway::window
