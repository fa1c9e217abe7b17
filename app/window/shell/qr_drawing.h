#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/qr/qr_code.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Breaks an address after as many characters as fit the width, and cuts it with an ellipsis after two lines: the QR
/// code contains all of it, and more lines would make the code smaller. All characters count as wide as "0".
[[nodiscard]] std::vector<std::string> lines_of_address(ImFont* font, std::string_view address, float width);

/// Draws the code in the middle of `room`, as the item "qr:code". It is black on white in both themes, because readers
/// look for dark modules on a light ground. A module is a whole number of pixels, so that all have one size; black
/// neighbours in a row become one rectangle.
void draw_qr_code(PanelContext& context, const qr::QrCode& code, const Rect& room);

}  // namespace spillway::window
