#include "app/window/panels/step_accesses.h"

#include <algorithm>

#include "app/teaching/access_words.h"
#include "app/teaching/warp_scene.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/access_drawing.h"

namespace spillway::window {

void StepAccesses::draw(PanelContext& context, const emulate::WarpRun& run, std::size_t step, const std::string& key,
                        float least_height, float label_width)
{
    const Theme& theme = context.theme;
    const auto accesses = run.trace().accesses(step);
    const std::size_t side = std::min(side_, accesses.size() - 1);
    const ptx::SteppedAccess& access = accesses[side];
    const catalogue::WarpAccess warp = teaching::warp_access(access);
    model::Access shown;
    shown.memory = teaching::memory_of(access);
    const std::string title = teaching::access_title(run, access);
    draw_text(theme.body_bold, theme.text,
              title + ": " +
                  (teaching::ends_at(run.trace(), step) ? "not carried out; no data moved."
                                                        : teaching::access_sentence(shown, warp)),
              true);
    for (std::size_t i = 0; accesses.size() > 1 && i < accesses.size(); ++i) {
        const std::string name = key + ":side:" + std::to_string(i);
        const std::string label = teaching::access_label(run, accesses[i]);
        if (i > 0) next_in_row(theme, label);
        if (switch_button(context, name, (label + "##" + name).c_str(), i == side)) side_ = i;
    }
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float height = std::max(ImGui::GetContentRegionAvail().y - 4 * theme.scale, least_height);
    const int hovered = draw_access(theme, warp, shown.memory, height, label_width);
    context.items.note(key + ":access", {from, ImGui::GetItemRectMax()});
    if (hovered >= 0) tooltip(theme, teaching::lane_sentence(shown, warp, hovered));
}

}  // namespace spillway::window
