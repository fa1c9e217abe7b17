#pragma once

#include <cstddef>
#include <set>

#include "app/window/kit/find_font.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// The unusual characters of the texts that the window may draw, which its fonts must hold.
class ShownCharacters {
public:
    /// True where there are more than before.
    bool refresh(const session::SessionView& session, const ViewState& view);
    [[nodiscard]] const std::set<char32_t>& all() const { return all_; }

private:
    std::set<char32_t> all_ = characters_that_ship();
    std::size_t fingerprint_ = 0;
};

}  // namespace spillway::window
