#pragma once

#include <optional>

#include "app/window/surface/surface.h"

namespace spillway::window {

/// A page's keyboard event.
struct PageKey {
    const char* name;  ///< "a", "ArrowLeft"
    bool ctrl = false, shift = false, alt = false, meta = false;
};

/// What it is to the program.
struct PageKeyMeaning {
    std::optional<KeyPress> press;  ///< nothing where the browser has it, or Spillway doesn't know it
    unsigned character = 0;         ///< what it types
};
[[nodiscard]] PageKeyMeaning meaning_of(const PageKey& key);

}  // namespace spillway::window
