#pragma once

#include <string>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/panels/code/code_column.h"

namespace spillway::window {

/// The rows that the arrows at the foot step through, and what they are in words.
struct Places {
    const std::vector<int>* rows = nullptr;
    CodeColumn* column = nullptr;
    std::string text;
    ImU32 color = 0;
};

/// The foot of the code: "◀ ▶ 3 of 68", and what they are.
class CodePlaces {
public:
    /// True when it went to another place.
    bool draw(PanelContext& context, const Places& places);

private:
    bool draw_steps(PanelContext& context, const Places& places);

    int step_ = 0;  ///< asked for by a button
};

}  // namespace spillway::window
