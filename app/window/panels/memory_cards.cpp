#include "app/window/panels/memory_cards.h"

namespace spillway::window {

std::optional<charts::MemoryCard> memory_card_of(const session::SessionView& session, const std::string& variant)
{
    if (session.experiment().find_variant(variant) == nullptr) return std::nullopt;
    const auto& result = session.current(variant).result;
    if (result == nullptr) return std::nullopt;
    return charts::memory_card(session.experiment(), session.gpu(), *result);
}

}  // namespace spillway::window
