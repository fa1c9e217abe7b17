#pragma once

#include <optional>
#include <string>

#include "app/charts/memory_card.h"
#include "app/session/session_view.h"

namespace spillway::window {

/// What a variant's launch moved, at what is chosen; nothing without a result.
[[nodiscard]] std::optional<charts::MemoryCard> memory_card_of(const session::SessionView& session,
                                                               const std::string& variant);

}  // namespace spillway::window
