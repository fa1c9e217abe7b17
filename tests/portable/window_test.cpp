// The window over what ships with the program alone, drawn without a display, a frame at a time: no loop of its own, as
// in a page of a browser.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "app/charts/png.h"
#include "app/session/session.h"
#include "app/window/kit/actions.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/views.h"
#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"
#include "tests/support/scratch_folder.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

class PortableWindow : public testing::Test {
protected:
    void SetUp() override
    {
        folder_ = scratch_folder("portable_window");
        for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
            setenv(variable, folder_.c_str(), 1);
        auto surface = OffscreenSurface::open({1600, 900, 1});
        if (!surface) GTEST_SKIP() << "no OpenGL without a display here";
        surface_ = std::move(*surface);
        session::Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";
        options.worker_command = "none";
        auto session = session::Session::open(std::move(options));
        ASSERT_TRUE(session) << session.error().line();
        session_ = std::move(*session);
        auto app = App::create(*surface_, *session_, {});
        ASSERT_TRUE(app) << app.error().line();
        app_ = std::move(*app);
    }
    void TearDown() override
    {
        app_.reset();
        surface_.reset();
        fs::remove_all(folder_);
    }

    void frame()
    {
        session_->update();
        app_->frame();
    }
    /// Draws until everything of this setting is known. The slider's delayed requests must have been sent, and several
    /// frames in a row must request nothing: between two batches nothing is under way either.
    bool is_whole()
    {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        const auto is_done = [&] {
            const session::Progress progress = session_->view().progress();
            return progress.is_at_rest && !progress.is_looking_up && progress.done == progress.total &&
                   !progress.current_pending && progress.in_flight == 0;
        };
        for (int calm = 0; calm < 5 && std::chrono::steady_clock::now() < end; calm = is_done() ? calm + 1 : 0) frame();
        return is_done();
    }
    void keep_picture(const std::string& name)
    {
        const fs::path folder = fs::path(SPILLWAY_BINARY_DIR) / "pictures";
        fs::create_directories(folder);
        const auto problem = charts::write_png(folder / (name + ".png"), static_cast<std::size_t>(surface_->width()),
                                               static_cast<std::size_t>(surface_->height()), surface_->pixels());
        EXPECT_FALSE(problem) << problem->line();
    }

    fs::path folder_;
    std::unique_ptr<OffscreenSurface> surface_;
    std::unique_ptr<session::Session> session_;
    std::unique_ptr<App> app_;
};

TEST_F(PortableWindow, EveryPanelIsDrawnAndFollowsTheSlider)
{
    ASSERT_TRUE(is_whole());
    for (const Panel* panel : panels()) {
        if (panel->place != PanelPlace::tab) continue;
        app_->view().tab = panel->key;
        frame();
        frame();
        keep_picture(std::string("portable_") + panel->key);
    }
    const auto before = session_->view().current(session_->view().selection().focus).result;
    set_parameter(*session_, app_->view(), "window_size", std::int64_t{64});
    ASSERT_TRUE(is_whole());
    const auto after = session_->view().current(session_->view().selection().focus).result;
    ASSERT_TRUE(before->compile && after->compile);
    EXPECT_NE(before->compile->stack_frame_bytes, after->compile->stack_frame_bytes);
    EXPECT_EQ(after->measurement.source, model::MeasurementSource::recorded);
    keep_picture("portable_moved");
}

TEST_F(PortableWindow, NothingIsAskedOnceAllIsKnown)
{
    ASSERT_TRUE(is_whole());
    for (int i = 0; i < 30; ++i) session_->update();
    EXPECT_EQ(session_->view().progress().in_flight, 0);
    EXPECT_FALSE(session_->update());
}

/// Over what ships: a view opens at an access, buttons and keys walk, and the link names where one is.
TEST_F(PortableWindow, AWarpIsSteppedThrough)
{
    ASSERT_FALSE(
        show_view("v1/coalescing/gpu=h200/variant=strided/tab=warp/warp=1:2:access1", *session_, app_->view()));
    ASSERT_TRUE(is_whole());
    const auto run = [&] { return app_->view().warp_desk->run(); };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while ((run() == nullptr || app_->view().warp_desk->is_running()) && std::chrono::steady_clock::now() < end)
        frame();
    ASSERT_NE(run(), nullptr);
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_EQ(app_->view().warp_desk->block(), 1);
    EXPECT_EQ(app_->view().warp_desk->warp(), 2);
    EXPECT_TRUE(app_->items().find("warp:access"));
    const auto step = [&] { return app_->view().warp_desk->step(warp_place(session_->view(), app_->view())); };
    const std::size_t load = step();
    const auto accesses = run()->trace().accesses(load);
    ASSERT_EQ(accesses.size(), 1U);
    EXPECT_FALSE(accesses.front().is_write);
    EXPECT_EQ(accesses.front().addresses[1] - accesses.front().addresses[0], 8 * 4) << "a stride of 8 ints";
    keep_picture("portable_warp_access");

    app_->view().warp_keys = {catalogue::WarpStop::step, 1};
    for (int i = 0; i < 2; ++i) frame();
    EXPECT_EQ(step(), load + 1);
    EXPECT_TRUE(app_->items().find("warp:lanes"));
    app_->view().warp_keys = {catalogue::WarpStop::step, -1};
    for (int i = 0; i < 2; ++i) frame();
    EXPECT_EQ(step(), load);
    app_->view().warp_keys = {catalogue::WarpStop::access, 1};
    for (int i = 0; i < 2; ++i) frame();
    const std::size_t store = step();
    ASSERT_GT(store, load);
    EXPECT_TRUE(run()->trace().accesses(store).front().is_write);
    const auto link = link_to_view(session_->view(), app_->view());
    ASSERT_TRUE(link);
    EXPECT_NE(link->find("/warp=1:2:" + std::to_string(store + 1)), std::string::npos) << *link;

    // Access draws the line that was chosen in the code.
    const int line = run()->trace().step(store).instruction->source_line;
    app_->view().code_line = {shown_code(session_->view()), line, run()->trace().step(store).instruction->line, 1};
    app_->view().tab = "accesses";
    for (int i = 0; i < 3; ++i) frame();
    EXPECT_TRUE(app_->items().find("accesses:warp")) << "what ran is shown, not what is declared";

    // Another variant begins at its beginning.
    app_->view().tab = "warp";
    session_->set_focus("contiguous");
    ASSERT_TRUE(is_whole());
    EXPECT_EQ(warp_place(session_->view(), app_->view()), catalogue::WarpPlace{});
}

TEST_F(PortableWindow, WithoutPtxTheTabWarpSaysWhatToDo)
{
    setenv("SPILLWAY_PTX", "none", 1);
    TearDown();
    SetUp();
    unsetenv("SPILLWAY_PTX");
    app_->view().tab = "warp";
    ASSERT_TRUE(is_whole());
    EXPECT_EQ(app_->view().warp_desk->run(), nullptr);
    EXPECT_FALSE(app_->items().find("warp:lanes"));
    ASSERT_TRUE(session_->view().listing_error());
    EXPECT_NE(session_->view().listing_error()->what.find("needs a compiler"), std::string::npos);
}

}  // namespace
}  // namespace spillway::window
