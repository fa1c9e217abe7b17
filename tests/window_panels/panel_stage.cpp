#include "panel_stage.h"

#include <epoxy/gl.h>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <png.h>

#include <cstring>
#include <set>

#include "app/window/kit/compat.h"
#include "app/window/kit/fonts.h"

namespace spillway::test {

std::unique_ptr<PanelStage> PanelStage::open(int width, int height, float scale, bool dark, std::string& reason)
{
    window::OffscreenSurface::Options options;
    options.width = width;
    options.height = height;
    options.scale = scale;
    auto surface = window::OffscreenSurface::open(options);
    if (!surface) {
        reason = surface.error().line();
        return nullptr;
    }
    std::unique_ptr<PanelStage> stage(new PanelStage);
    stage->surface_ = std::move(*surface);
    ImGui::CreateContext();
    if (const auto trouble = stage->surface_->attach()) reason = trouble->line();
    stage->theme_ = window::make_theme(dark, scale, false);
    window::Fonts fonts;
    std::set<char32_t> code_points;
    window::collect_code_points("·–—•▶◀→×µ≤≥✓", code_points);
    fonts.build(stage->theme_, 1, code_points);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    window::apply_style(stage->theme_);
    return stage;
}

PanelStage::~PanelStage()
{
    if (!surface_) return;
    surface_->bind();
    view_of_panel_.reset();
    surface_->detach();
    ImGui::DestroyContext();
}

void PanelStage::frame(const window::Panel& panel, session::Session& session)
{
    if (panel_ != &panel) {
        surface_->bind();
        view_of_panel_ = panel.open();
        panel_ = &panel;
    }
    now_seconds_ += 1.0 / 60;
    surface_->begin_frame();
    ImGui::NewFrame();
    items_.begin_frame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_.panel);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme_.padding, theme_.padding});
    window::push_font(theme_.body);
    ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration & ~ImGuiWindowFlags_NoScrollbar);
    window::Commands commands;
    window::PanelContext context{session, view_, theme_, commands, &items_, now_seconds_};
    view_of_panel_->draw(context);
    ImGui::End();
    ImGui::PopFont();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    ImGui::Render();
    surface_->bind();
    glClearColor(1, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    surface_->present();
    gl_error_ = glGetError();
    commands.apply(session, view_);
}

void PanelStage::draw(const window::Panel& panel, session::Session& session, int frames)
{
    for (int i = 0; i < frames; ++i) frame(panel, session);
    for (int i = 0; i < 100 && is_animating(); ++i) frame(panel, session);
}

std::size_t PanelStage::colours() const
{
    const std::vector<std::uint8_t> pixels = surface_->pixels();
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
        std::uint32_t value = 0;
        std::memcpy(&value, &pixels[i], 4);
        seen.insert(value);
    }
    return seen.size();
}

void PanelStage::save(const std::filesystem::path& file) const
{
    std::filesystem::create_directories(file.parent_path());
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(surface_->width());
    image.height = static_cast<png_uint_32>(surface_->height());
    image.format = PNG_FORMAT_RGBA;
    const std::vector<std::uint8_t> pixels = surface_->pixels();
    png_image_write_to_file(&image, file.c_str(), 0, pixels.data(), 0, nullptr);
}

}  // namespace spillway::test
