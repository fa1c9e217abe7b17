#pragma once

#include <optional>

#include "app/model/error.h"

namespace spillway::window {

/// Error if this system lacks a library of OpenGL; `with_egl`: for a picture without a window. Call it before any
/// OpenGL function: libepoxy ends the program where a library is missing.
[[nodiscard]] std::optional<model::Error> why_no_opengl(bool with_egl);

}  // namespace spillway::window
