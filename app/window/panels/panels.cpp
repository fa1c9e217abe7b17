#include "app/window/panels/panels.h"

namespace spillway::window {

std::span<const Panel* const> panels()
{
    static constexpr std::array table{
#define SPILLWAY_PANEL(name) &name##_panel,
#include "app/window/panels/panels.inc"
#undef SPILLWAY_PANEL
    };
    return table;
}

}  // namespace spillway::window
