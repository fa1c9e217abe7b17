#pragma once

#include <string>
#include <vector>

#include "app/window/kit/panel.h"
#include "app/window/panels/code/code_column.h"

namespace spillway::window {

/// Rows that the arrows at the foot step through, with a description.
struct Places {
    const std::vector<int>* rows = nullptr;
    CodeColumn* column = nullptr;
    std::string text;
    ImU32 color = 0;
};

/// The foot of the code: "◀ ▶ 3 of 68" and the description.
class CodePlaces {
public:
    /// True if it moved to another row.
    bool draw(PanelContext& context, const Places& places);

private:
    bool draw_steps(PanelContext& context, const Places& places);

    int step_ = 0;  ///< step requested by a button
};

}  // namespace spillway::window
