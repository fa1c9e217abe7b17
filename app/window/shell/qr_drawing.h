#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/qr/qr_code.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// An address has no blanks to break it at: as many characters a line as there is room for. The code has all of it, and
/// more lines would make that smaller.
[[nodiscard]] std::vector<std::string> lines_of_address(ImFont* font, std::string_view address, float width);

/// Draws the code in the middle of `room`, as the item "qr:code". Black on white whatever the theme: readers look for
/// dark modules on light ground. Whole pixels, so that all modules are of one size; those beside each other in a row
/// are one rectangle.
void draw_qr_code(PanelContext& context, const qr::QrCode& code, const Rect& room);

}  // namespace spillway::window
