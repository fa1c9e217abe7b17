#include "app/window/shell/saving_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

#include "app/base/paths.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/downloads.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/page_window.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/saving.h"

namespace spillway::window {
namespace {

constexpr std::size_t max_path = 4096;

void toggle(std::set<std::string>& set, const std::string& key)
{
    if (set.erase(key) == 0) set.insert(key);
}

/// Switches beside each other, on as many rows as they take.
class SwitchRows {
public:
    explicit SwitchRows(PanelContext& context) : context_(context) {}

    bool add(const std::string& key, const std::string& label, bool is_on)
    {
        const Theme& theme = context_.theme;
        const float width = text_width(theme.body, label) + 16 * theme.scale, gap = ImGui::GetStyle().ItemSpacing.x;
        if (used_ > 0 && used_ + gap + width <= ImGui::GetContentRegionAvail().x) {
            ImGui::SameLine();
            used_ += gap + width;
        } else {
            used_ = width;
        }
        return switch_button(context_, key, label.c_str(), is_on);
    }

private:
    PanelContext& context_;
    float used_ = 0;
};

void draw_what(PanelContext& context)
{
    section_heading(context.theme, "What");
    SwitchRows rows(context);
    for (const Savable& each : what_can_be_saved(context.session, context.view))
        if (rows.add("saving:" + each.key, each.label, context.view.saving_page.what.contains(each.key)))
            context.commands.post(
                [key = each.key](session::Session&, ViewState& view) { toggle(view.saving_page.what, key); });
}

void draw_how(PanelContext& context)
{
    const SavingChoice& chosen = context.view.saving;
    section_heading(context.theme, "As");
    SwitchRows formats(context);
    for (const auto& [key, label] :
         {std::pair{"svg", "SVG"}, {"png", "PNG"}, {"pdf", "PDF"}, {"csv", "CSV: all values of the charts"}}) {
        if (saves_are_downloads() && std::string_view(key) == "pdf") continue;
        if (formats.add(std::string("saving:") + key, label, chosen.formats.contains(key)))
            context.commands.post([format = std::string(key)](session::Session&, ViewState& view) {
                toggle(view.saving.formats, format);
            });
    }
    section_heading(context.theme, "For");
    SwitchRows purposes(context);
    for (const auto& [is_slides, label] : {std::pair{true, "Slides: large type"}, {false, "Print"}})
        if (purposes.add(is_slides ? "saving:slides" : "saving:print", label, chosen.for_slides == is_slides))
            context.commands.post(
                [is = is_slides](session::Session&, ViewState& view) { view.saving.for_slides = is; });
}

/// Stores the typed folder with every change, so that Save and Enter use it.
void draw_folder(PanelContext& context)
{
    static std::array<char, max_path> buffer{};
    const SavingPage& page = context.view.saving_page;
    section_heading(context.theme, "Into the folder");
    if (page.is_new) {
        const std::string folder =
            context.view.saving.folder.empty() ? base::pictures_folder().string() : context.view.saving.folder;
        buffer = {};
        std::strncpy(buffer.data(), folder.c_str(), buffer.size() - 1);
        focus_keyboard(context);
        context.commands.post([](session::Session&, ViewState& view) { view.saving_page.is_new = false; });
    }
    ImGui::SetNextItemWidth(-1);
    const bool is_entered =
        ImGui::InputText("##folder", buffer.data(), buffer.size(), ImGuiInputTextFlags_EnterReturnsTrue);
    context.items.note("saving:folder", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    const std::string typed = buffer.data();
    const bool is_other = !page.is_new && typed != context.view.saving.folder;
    const bool is_usual = context.view.saving.folder.empty() && typed == base::pictures_folder();
    if (is_other && !is_usual)
        context.commands.post([typed](session::Session&, ViewState& view) { view.saving.folder = typed; });
    if (is_entered)
        context.commands.post([](session::Session& session, ViewState& view) { save_as_chosen(session.view(), view); });
}

void draw_foot(PanelContext& context)
{
    const Theme& theme = context.theme;
    const std::string& error = context.view.saving_page.error;
    ImGui::Dummy({0, 4 * theme.scale});
    draw_text(theme.body, error.empty() ? theme.text_muted : theme.error,
              !error.empty()          ? error
              : saves_are_downloads() ? "The browser downloads them."
                                      : "Existing files stay: new ones get a number.",
              true);
    ImGui::Dummy({0, 6 * theme.scale});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size = button_size(theme, "Save");
    if (button_at(context, "saving:save", at, "Save", ButtonLook::primary))
        context.commands.post([](session::Session& session, ViewState& view) { save_as_chosen(session.view(), view); });
    if (button_at(context, "saving:cancel", {at.x + size.x + 10 * theme.scale, at.y}, "Cancel"))
        context.commands.post([](session::Session&, ViewState& view) { view.saving_page = {}; });
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({0, size.y});
}

}  // namespace

void draw_saving_page(PanelContext& context)
{
    const Theme& theme = context.theme;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(640 * theme.scale, screen.x * 0.94F);
    begin_page("##behind saving", IM_COL32(0, 0, 0, 130), ImGuiWindowFlags_NoInputs, false);
    end_page();
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y * 0.94F});
    begin_page_card(theme, "##saving", {22 * theme.scale, 16 * theme.scale});
    context.items.begin_scope();
    push_font(theme.heading);
    ImGui::TextUnformatted("Save pictures");
    ImGui::PopFont();
    draw_what(context);
    draw_how(context);
    if (!saves_are_downloads())
        draw_folder(context);
    else if (context.view.saving_page.is_new)
        context.commands.post([](session::Session&, ViewState& view) { view.saving_page.is_new = false; });
    draw_foot(context);
    context.items.end_scope();
    end_page_card();
}

}  // namespace spillway::window
