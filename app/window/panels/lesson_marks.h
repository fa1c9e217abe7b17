#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// Marks of the selected lesson's claims: whether each holds, as far as results have arrived.
class LessonMarks {
public:
    /// Once a frame. The window asks for the results that claims and questions need (App::say_what_is_of_interest).
    void refresh(PanelContext& context);
    /// Call it when the experiment or its text changes.
    void forget();
    [[nodiscard]] Mark of(const std::string& claim) const;

private:
    std::string key_;                    ///< of the list of needed results that the marks belong to
    std::uint64_t revision_ = 0;         ///< of the session, when the marks were last looked at
    std::map<std::string, Mark> marks_;  ///< by the claim's id
};

}  // namespace spillway::window
