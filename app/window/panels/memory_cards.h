#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/charts/memory_card.h"
#include "app/session/session_view.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// Traffic of the variant's launch at the current setting; empty without a result.
[[nodiscard]] std::optional<charts::MemoryCard> memory_card_of(const session::SessionView& session,
                                                               const std::string& variant);

/// Draws the cards side by side in the remaining space, with arrows on a common scale. A single card has no title.
void draw_memory_cards(const PanelContext& context, std::vector<charts::MemoryCard> cards);

}  // namespace spillway::window
