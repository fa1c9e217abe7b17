#pragma once

#include <cstddef>
#include <set>

#include "app/window/kit/find_font.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The non-ASCII characters of the texts that the window may draw; its fonts must contain them.
class ShownCharacters {
public:
    /// True if characters were added.
    bool refresh(const session::SessionView& session, const ViewState& view);
    [[nodiscard]] const std::set<char32_t>& all() const { return all_; }

private:
    std::set<char32_t> all_ = characters_that_ship();
    std::size_t fingerprint_ = 0;
};

}  // namespace spillway::window
