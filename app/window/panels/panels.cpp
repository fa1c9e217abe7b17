#include "app/window/panels/panels.h"

#include <array>

namespace spillway::window {

// A panel is one file under panels/ and one line here.
std::span<const Panel> panels()
{
    static constexpr std::array table{
        Panel{"catalogue", "Experiments", PanelPlace::side, draw_catalogue},
        Panel{"variants", "Variants", PanelPlace::side, draw_variants},
        Panel{"parameters", "Parameters", PanelPlace::side, draw_parameters},
        Panel{"lesson", "Lesson", PanelPlace::tab, draw_lesson},
        Panel{"code", "Source | PTX | SASS", PanelPlace::tab, draw_code},
        Panel{"report", "Compiler report", PanelPlace::tab, draw_report},
        Panel{"occupancy", "Occupancy", PanelPlace::tab, draw_occupancy},
        Panel{"log", "Log", PanelPlace::tab, draw_log},
        Panel{"sm", "SM", PanelPlace::right, draw_sm},
    };
    return table;
}

}  // namespace spillway::window
