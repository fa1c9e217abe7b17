#include "driver.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "app/learner/exercise_folder.h"
#include "app/learner/progress_store.h"
#include "app/learner/typing_journal.h"
#include "app/lessons/lesson_steps.h"
#include "app/window/shell/settle.h"
#include "app/window/surface/offscreen_surface.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test_cache.h"

namespace spillway::window {

namespace fs = std::filesystem;

const fs::path& test_home()
{
    struct Home {
        /// Folder of another process's test that this one joins; null: a folder of its own.
        const char* of_another = std::getenv("SPILLWAY_TEST_HOME");
        fs::path folder = of_another != nullptr ? fs::path(of_another) : scratch_folder("window");
        ~Home()
        {
            std::error_code error;
            if (of_another == nullptr) fs::remove_all(folder, error);
        }
    };
    static const Home home;
    return home.folder;
}

std::string read(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

namespace {

/// SPILLWAY_TEST_WINDOW=2560x1440@2,light,present: a look at what a test does in a window of another size and theme.
/// Its pictures lie in a folder of that name. Tests that click on what such a window has out of sight may fail there.
struct OtherWindow {
    std::string name;
    int width = 0, height = 0;
    float scale = 1;

    static OtherWindow wanted()
    {
        const char* text = std::getenv("SPILLWAY_TEST_WINDOW");
        OtherWindow other;
        if (text == nullptr) return other;
        other.name = text;
        if (std::sscanf(text, "%dx%d@%f", &other.width, &other.height, &other.scale) < 2)
            ADD_FAILURE() << "SPILLWAY_TEST_WINDOW is not like 2560x1440@2,light,present: " << text;
        return other;
    }
    [[nodiscard]] bool is(const char* word) const { return name.find(word) != std::string::npos; }
    void change(OffscreenSurface::Options& size, ViewState& view) const
    {
        if (width == 0) return;
        size = {width, height, scale};
        if (is("light")) view.dark = false;
        if (is("present")) view.present = true;
    }
};

/// Half of a test's processor time would go into nvdisasm, which takes a third of a second to start.
void choose_disassembler(bool is_wanted)
{
    static const std::optional<std::string> given = [] {
        const char* const named = std::getenv("SPILLWAY_NVDISASM");
        return named == nullptr ? std::nullopt : std::optional<std::string>(named);
    }();
    if (!is_wanted)
        setenv("SPILLWAY_NVDISASM", "none", 1);
    else if (given)
        setenv("SPILLWAY_NVDISASM", given->c_str(), 1);
    else
        unsetenv("SPILLWAY_NVDISASM");
}

}  // namespace

std::unique_ptr<Driver> Driver::open(int width, int height, float scale, ViewState view, bool fill_curve)
{
    Start start;
    start.width = width;
    start.height = height;
    start.scale = scale;
    start.view = std::move(view);
    start.view.shows_answers = true;
    start.fill_curve = fill_curve;
    return open(std::move(start));
}

std::unique_ptr<Driver> Driver::open(Start start)
{
    // The user's own settings, caches and trusted folders stay out of it. What is compiled is shared by all tests.
    start.view.lesson_leads = start.lesson_leads;
    setenv("XDG_CACHE_HOME", tests::test_cache(SPILLWAY_BINARY_DIR).c_str(), 1);
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_PICTURES_DIR"})
        setenv(folder, test_home().c_str(), 1);
    choose_disassembler(start.disassembles || start.view.tab == "code");
    OffscreenSurface::Options size{start.width, start.height, start.scale};
    OtherWindow::wanted().change(size, start.view);
    auto surface = OffscreenSurface::open(size);
    if (!surface) return nullptr;
    session::Options options;
    options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
    options.gpus_file = start.gpus_file;
    options.worker_command = start.worker_command.empty() ? SPILLWAY_WORKER : start.worker_command;
    options.fill_curve = start.fill_curve;
    options.progress_file = learner::progress_file();
    options.typing_folder = learner::typing_folder();
    fs::remove(options.progress_file);
    fs::remove_all(learner::exercises_folder());
    auto session = session::Session::open(std::move(options));
    if (!session) {
        ADD_FAILURE() << session.error().line();
        return nullptr;
    }
    std::unique_ptr<Driver> driver(new Driver);
    driver->fill_curve_ = start.fill_curve;
    driver->session_ = std::move(*session);
    driver->surface_ = std::move(*surface);
    auto app = App::create(*driver->surface_, *driver->session_, std::move(start.view));
    if (!app) {
        ADD_FAILURE() << app.error().line();
        return nullptr;
    }
    driver->app_ = std::move(*app);
    driver->frames();
    return driver;
}

void Driver::reopen()
{
    (void)app_->close();
    const Settings kept = app_->settings(surface_->width(), surface_->height());
    const ReadSettings read = parse_settings(print_settings(kept));
    EXPECT_FALSE(read.notice) << read.notice->line();
    EXPECT_EQ(print_settings(read.settings), print_settings(kept));
    app_.reset();
    auto app = App::create(*surface_, *session_, initial_view(read.settings));
    ASSERT_TRUE(app) << app.error().line();
    app_ = std::move(*app);
    frames();
}

void Driver::frames(int count)
{
    for (int i = 0; i < count; ++i) {
        session_->update();
        app_->frame();
    }
}

void Driver::settle(double max_seconds)
{
    window::settle(*session_, *app_, max_seconds, {.whole_curve = fill_curve_});
}

void Driver::settle_all(double max_seconds)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(max_seconds);
    settle(max_seconds);
    // Between one batch of guesses and the next nothing is in flight: calm is what several updates leave so.
    for (int calm = 0; calm < 20 && std::chrono::steady_clock::now() < end;) {
        session().update();
        const bool is_busy = session().view().progress().in_flight > 0 || session().seconds_to_update();
        calm = is_busy ? 0 : calm + 1;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    settle(max_seconds);
}

void Driver::until(const std::function<bool()>& is_so)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::seconds(90);
    while (!is_so() && Clock::now() < deadline) {
        frames(1);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(is_so());
    frames(3);
}

ImVec2 Driver::place_of(const std::string& item)
{
    const auto rect = app_->items().find(item);
    EXPECT_TRUE(rect) << item << " is not on screen";
    return rect ? rect->centre() : ImVec2{0, 0};
}

void Driver::move_to(ImVec2 at)
{
    surface_->move_mouse(at.x, at.y);
    frames(2);
}

void Driver::click(const std::string& item, int button)
{
    click_at(place_of(item), button);
}

int Driver::step() const
{
    const auto& kept = app_->view().lesson_steps;
    const auto found = kept.find(session_->view().selection().experiment);
    return found == kept.end() ? 1 : found->second;
}

void Driver::turn_to(const std::string& item)
{
    const model::Experiment& experiment = session_->view().experiment();
    const auto steps = lessons::lesson_steps(experiment, {}, {});
    int wanted = item == "lesson:next" ? static_cast<int>(steps.size()) : 0;
    if (item.starts_with("question:")) wanted = lessons::step_of_question(steps, item.substr(9, item.find(':', 9) - 9));
    if (item.starts_with("exercise:")) wanted = lessons::step_of_exercise(steps, item.substr(9));
    for (int tries = 0; wanted > 0 && step() != wanted && tries < 50; ++tries)
        click(step() < wanted ? "lesson:forward" : "lesson:back");
}

void Driver::click_at(ImVec2 at, int button)
{
    move_to(at);
    surface_->mouse_button(button, true);
    frames(1);
    surface_->mouse_button(button, false);
    frames(3);
}

void Driver::drag(ImVec2 from, ImVec2 to)
{
    move_to(from);
    surface_->mouse_button(0, true);
    frames(1);
    constexpr int steps = 8;
    for (int i = 1; i <= steps; ++i) {
        const float t = static_cast<float>(i) / steps;
        surface_->move_mouse(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
        frames(1);
    }
    surface_->mouse_button(0, false);
    frames(3);
}

void Driver::press(Key key, bool ctrl, bool shift, bool alt)
{
    surface_->press({key, 0, ctrl, shift, alt});
    frames(3);
}

void Driver::press(char character, bool ctrl, bool shift)
{
    surface_->press({Key::character, character, ctrl, shift, false});
    frames(3);
}

void Driver::type(const std::string& text)
{
    surface_->type(text);
    frames(2);
}

void Driver::keep_picture(const std::string& name)
{
    const fs::path folder = fs::path(SPILLWAY_BINARY_DIR) / "pictures" / OtherWindow::wanted().name;
    fs::create_directories((folder / name).parent_path());
    const auto failed = write_picture(*surface_, folder / (name + ".png"));
    EXPECT_FALSE(failed) << failed->line();
}

int Driver::colours_in(const Rect& rect)
{
    const auto pixels = surface_->pixels();
    std::set<std::uint32_t> colours;
    const int width = surface_->width();
    for (int y = static_cast<int>(rect.min.y); y < static_cast<int>(rect.max.y); ++y)
        for (int x = static_cast<int>(rect.min.x); x < static_cast<int>(rect.max.x); ++x) {
            const std::size_t at =
                (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 4;
            colours.insert((std::uint32_t{pixels[at]} << 16) | (std::uint32_t{pixels[at + 1]} << 8) | pixels[at + 2]);
        }
    return static_cast<int>(colours.size());
}

}  // namespace spillway::window
