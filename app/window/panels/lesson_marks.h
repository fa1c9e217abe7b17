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
    /// Call once per frame. App::request_lesson_results requests the results that claims and questions need.
    void refresh(PanelContext& context);
    /// Call it when the experiment or its text changes.
    void forget();
    /// Mark of a link to one claim or several: the worst of theirs.
    [[nodiscard]] Mark of(const std::string& link) const;

private:
    std::string key_;                    ///< key of the list of needed results that the marks belong to
    std::uint64_t revision_ = 0;         ///< session revision at the last evaluation of the marks
    std::map<std::string, Mark> marks_;  ///< by claim id
};

}  // namespace spillway::window
