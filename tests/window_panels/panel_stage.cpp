#include "panel_stage.h"

#include <epoxy/gl.h>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <filesystem>
#include <set>

#include "app/window/kit/compat.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::test {
namespace {

model::Expected<std::unique_ptr<session::Session>> open_session()
{
    session::Options options;
    options.installed_experiments = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "kernels";
    options.gpus_file = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
    options.worker_command = "none";
    return session::Session::open(std::move(options));
}

}  // namespace

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
    auto session = open_session();
    if (!session) {
        reason = session.error().line();
        return nullptr;
    }
    std::unique_ptr<PanelStage> stage(new PanelStage);
    stage->session_ = std::move(*session);
    stage->surface_ = std::move(*surface);
    ImGui::CreateContext();
    if (const auto trouble = stage->surface_->attach()) reason = trouble->line();
    stage->theme_ = window::make_theme(dark, scale, false);
    std::set<char32_t> code_points;
    window::collect_code_points("·–—•▶◀→×µ≤≥✓", code_points);
    stage->fonts_.build(stage->theme_, 1, code_points);
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

void PanelStage::frame(const window::Panel& panel, const session::SessionView& shown)
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
    const lessons::Terms no_terms;
    window::PanelContext context{shown, view_, theme_, commands, items_, no_terms, now_seconds_};
    context.next_step = teaching::next_step(shown);
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
    commands.apply(*session_, view_);
}

void PanelStage::draw(const window::Panel& panel, const session::SessionView& shown, int frames)
{
    for (int i = 0; i < frames; ++i) frame(panel, shown);
    for (int i = 0; i < 100 && is_animating(); ++i) frame(panel, shown);
}

tests::Picture PanelStage::picture() const
{
    return {surface_->width(), surface_->height(), surface_->pixels()};
}

void PanelStage::resize(int width, int height)
{
    surface_->resize(width, height, theme_.scale);
}

}  // namespace spillway::test
