#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/charts/memory_card.h"
#include "app/session/session_view.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// What a variant's launch moved, at what is chosen; nothing without a result.
[[nodiscard]] std::optional<charts::MemoryCard> memory_card_of(const session::SessionView& session,
                                                               const std::string& variant);

/// Beside each other in the room that is left, with arrows of one scale. One alone needs no title.
void draw_memory_cards(const PanelContext& context, std::vector<charts::MemoryCard> cards);

}  // namespace spillway::window
