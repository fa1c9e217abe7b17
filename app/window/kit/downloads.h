#pragma once

namespace spillway::window {

/// True in a browser, where saved files become downloads: the window then asks for no folder and writes no PDF.
[[nodiscard]] bool saves_are_downloads();

}  // namespace spillway::window
