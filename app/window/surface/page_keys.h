#pragma once

#include <optional>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// A keyboard event of the page.
struct PageKey {
    const char* name;  ///< "a", "ArrowLeft"
    bool ctrl = false, shift = false, alt = false, meta = false;
};

/// Its meaning for the program.
struct PageKeyMeaning {
    std::optional<KeyPress> press;  ///< empty if the browser handles the key or Spillway does not know it
    unsigned character = 0;         ///< the typed character
};
[[nodiscard]] PageKeyMeaning meaning_of(const PageKey& key);

}  // namespace spillway::window
