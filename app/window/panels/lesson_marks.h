#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// Whether the selected lesson's claims hold here, as far as answers have come.
class LessonMarks {
public:
    /// Once a frame: what claims and questions want to know is found out behind what the sliders ask for.
    void refresh(PanelContext& context);
    /// Another experiment, or another text.
    void forget();
    [[nodiscard]] Mark of(const std::string& claim) const;

private:
    void wish(PanelContext& context);

    std::string wished_;          ///< for which experiment, GPU and worker the session has the list of what to find out
    std::uint64_t revision_ = 0;  ///< of the session, when the marks were last looked at
    std::map<std::string, Mark> marks_;  ///< by the claim's id
};

}  // namespace spillway::window
