#include "app/window/kit/visible_variants.h"

namespace spillway::window {

void toggle_hidden(session::Session& session, ViewState& view, const std::string& variant)
{
    if (view.hidden_variants.erase(variant) > 0) return;
    view.hidden_variants.insert(variant);
    if (session.view().selection().focus != variant) return;
    for (const model::Variant& other : session.view().experiment().variants)
        if (!view.hidden_variants.contains(other.name)) return session.set_focus(other.name);
}

}  // namespace spillway::window
