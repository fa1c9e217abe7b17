#include "app/window/kit/page_window.h"

#include <algorithm>
#include <cmath>

namespace spillway::window {

void begin_page(const char* name, ImU32 ground, ImGuiWindowFlags more_flags, bool takes_focus)
{
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    if (takes_focus)
        ImGui::SetNextWindowFocus();
    else
        more_flags |= ImGuiWindowFlags_NoFocusOnAppearing;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ground);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | more_flags);
}

void end_page()
{
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
}

void begin_page_card(const Theme& theme, const char* name, ImVec2 padding)
{
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, theme.rounding * 2);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, std::max(1.0F, std::round(theme.scale)));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.panel);
    ImGui::SetNextWindowFocus();
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
}

void end_page_card()
{
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

}  // namespace spillway::window
