#include "monkey.h"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/learner/exercise_folder.h"
#include "app/window/kit/actions.h"

namespace spillway::window {

namespace fs = std::filesystem;

namespace {

/// Limits for a build with sanitizers; a hang takes for ever. A busy machine may give a frame hardly any time for
/// minutes, so its CPU time counts, and its waiting only after `longest_wait_minutes`.
constexpr std::time_t longest_frame_seconds = 60;
constexpr int longest_wait_minutes = 10;

std::time_t computed_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec;
}

volatile std::time_t computed_before = 0;
volatile std::sig_atomic_t minutes_waited = 0;

/// A frame that does not end is a finding like a crash. Only what may be called in a signal's handler.
void look_whether_it_hangs(int)
{
    minutes_waited = minutes_waited + 1;
    const bool computes = computed_seconds() - computed_before >= longest_frame_seconds;
    if (!computes && minutes_waited < longest_wait_minutes) {
        alarm(60);
        return;
    }
    constexpr char words[] = "\nthe window hangs: a frame has computed for a minute, or waited for ten\n";
    (void)!write(STDERR_FILENO, words, sizeof words - 1);
    std::abort();
}

/// From now on until alarm(0).
void watch_for_hangs()
{
    computed_before = computed_seconds();
    minutes_waited = 0;
    alarm(60);
}

void write_text(const fs::path& file, std::string_view text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string random_bytes(std::mt19937_64& dice, int count)
{
    std::string bytes;
    for (int i = 0; i < count; ++i) bytes += static_cast<char>(dice() & 0xff);
    return bytes;
}

fs::path worker_number_file()
{
    return test_home() / "monkey_worker.pid";
}

/// Files as people drop them: good ones, broken ones, and what is none.
std::vector<fs::path> make_droppable(std::mt19937_64& dice)
{
    const fs::path folder = test_home() / "droppable";
    fs::remove_all(folder);
    write_text(folder / "saxpy.cu",
               "#define N 16\n__global__ void saxpy(float* y, const float* x, float a)\n{\n"
               "    float kept[N];\n    for (int i = 0; i < N; ++i) kept[i] = x[i * threadIdx.x];\n"
               "    y[threadIdx.x] = a * kept[(int)x[0] % N];\n}\nint main() { saxpy<<<1, 32>>>(0, 0, 1); }\n");
    write_text(folder / "template.cu",
               "template <int N, typename T> __global__ void copy(T* to, const T* from)\n"
               "{\n    for (int i = 0; i < N; ++i) to[i] = from[i];\n}\n");
    write_text(folder / "empty.cu", "");
    write_text(folder / "does not compile.cu", "__global__ void f(int* x) { x[0] = y; }\n");
    write_text(folder / "rubbish.cu", random_bytes(dice, 5000));
    write_text(folder / "rubbish.spillway", random_bytes(dice, 5000));
    write_text(folder / "one long line.cu", "__global__ void f() {} //" + std::string(200000, 'x'));
    write_text(folder / "broken/experiment.json", "{\"name\": \"broken\", \"variants\": [");
    write_text(folder / "broken/kernel.cu", "");
    write_text(folder /
                   "r\xc3\xbc"
                   "ckw\xc3\xa4rts \xff.cu",
               "__global__ void g(float* x) { *x = 1; }\n");
    const fs::path kernels = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
    fs::copy(kernels / "running_mean", folder / "own", fs::copy_options::recursive);
    fs::create_directories(folder / "nothing in it");
    std::error_code ignored;
    fs::create_symlink("/etc/passwd", folder / "link.cu", ignored);
    fs::create_symlink(folder, folder / "round", ignored);
    std::vector<fs::path> all{folder, folder / "is not there.cu", "/dev/null", "/", ""};
    for (const auto& entry : fs::directory_iterator(folder)) all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
}

/// The real worker: one that dies by itself every few seconds, or one that tells the hand its number.
std::string worker_script(WorkerKind kind)
{
    const char* other = std::getenv("SPILLWAY_MONKEY_WORKER");
    const std::string worker = '"' + std::string(other != nullptr ? other : SPILLWAY_WORKER) + '"';
    const fs::path script = test_home() / "monkey_worker.sh";
    write_text(script,
               kind == WorkerKind::dying
                   ? "#!/bin/bash\nexec timeout -s KILL $((RANDOM % 4)).$((RANDOM % 900 + 100)) " + worker + "\n"
                   : "#!/bin/bash\necho $$ >'" + worker_number_file().string() + "'\nexec " + worker + "\n");
    fs::permissions(script, fs::perms::owner_all);
    return script.string();
}

/// The running worker's process; 0 where there is none. A number of before may be another's by now: it must be a child.
pid_t worker_process()
{
    pid_t worker = 0;
    std::ifstream(worker_number_file()) >> worker;
    std::ifstream status("/proc/" + std::to_string(worker) + "/status");
    for (std::string word; worker > 0 && status >> word;)
        if (pid_t parent = 0; word == "PPid:" && status >> parent) return parent == getpid() ? worker : 0;
    return 0;
}

/// The hand may well type a machine's name, and a click away from that lies ssh: here it reaches nothing.
void shut_ssh()
{
    write_text(test_home() / "bin/ssh", "#!/bin/sh\necho 'ssh: this is a test' >&2\nexit 255\n");
    fs::permissions(test_home() / "bin/ssh", fs::perms::owner_all);
    const char* path = std::getenv("PATH");
    static const bool once = [&] {
        setenv("PATH", ((test_home() / "bin").string() + ":" + (path == nullptr ? "" : path)).c_str(), 1);
        return true;
    }();
    (void)once;
}

bool is_finite(const ImDrawVert& vertex)
{
    return std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y);
}

}  // namespace

fs::path monkey_log()
{
    return fs::path(SPILLWAY_BINARY_DIR) / ("monkey-" + std::to_string(getpid()) + ".log");
}

Monkey::Monkey(std::uint64_t seed, WorkerKind worker)
    : dice_(seed), deaths_(seed + 1), may_kill_(worker == WorkerKind::healthy), name_("seed " + std::to_string(seed))
{
    std::ofstream(monkey_log(), std::ios::trunc) << name_ << '\n';
    std::signal(SIGALRM, look_whether_it_hangs);
    watch_for_hangs();
    Start start;
    // The folder must be known before anything is dropped: the worker's script lies there too.
    droppable_ = make_droppable(dice_);
    shut_ssh();
    fs::current_path(test_home());  // a view or talk that is saved by a key lies in the current folder
    start.width = 640 + below(1300);
    start.height = 400 + below(900);
    start.view.dark = below(2) == 0;
    start.view.present = below(4) == 0;
    start.fill_curve = below(2) == 0;
    start.gpus_file = fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json";  // with the shipped recording
    start.worker_command = worker == WorkerKind::none ? "/bin/false" : worker_script(worker);
    driver_ = Driver::open(std::move(start));
    if (driver_) driver_->surface().paint_each_frame();
    alarm(0);
}

const std::vector<Monkey::Weighted>& Monkey::acts()
{
    static const std::vector<Weighted> all = {
        {30, &Monkey::click, "click"},
        {10, &Monkey::draw, "draw"},
        {10, &Monkey::drag_anywhere, "drag anywhere"},
        {5, &Monkey::drag_border, "drag a border"},
        {12, &Monkey::press_key, "key"},
        {10, &Monkey::press_letter, "letter"},
        {8, &Monkey::type, "type"},
        {6, &Monkey::turn_wheel, "wheel"},
        {3, &Monkey::resize, "resize"},
        {2, &Monkey::drop, "drop"},
        {3, &Monkey::choose, "choose"},
        {3, &Monkey::open_another, "open another"},
        {4, &Monkey::turn_page, "turn a page"},
        {3, &Monkey::rest, "rest"},
        {1, &Monkey::reopen, "reopen"},
    };
    return all;
}

void Monkey::play(int count)
{
    int all = 0;
    for (const Weighted& each : acts()) all += each.weight;
    for (act_ = 0; act_ < count && !testing::Test::HasFailure(); ++act_) {
        int drawn = below(all);
        const auto chosen = std::find_if(acts().begin(), acts().end(),
                                         [&](const Weighted& each) { return (drawn -= each.weight) < 0; });
        note(chosen->name);
        (this->*chosen->act)();
        check();
        if (may_kill_ && deaths_() % 40 == 0) kill_worker();
    }
    note("close");
    (void)driver_->app().close();
    EXPECT_FALSE(testing::Test::HasFailure()) << name_ << ", act " << act_ << "; all of them: " << monkey_log();
    if (!testing::Test::HasFailure()) fs::remove(monkey_log());
}

// ---- what it does ----

void Monkey::click()
{
    const ImVec2 at = on_something();
    const int button = below(8) == 0 ? 1 + below(2) : 0;
    for (int times = below(5) == 0 ? 2 : 1; times > 0; --times) {
        driver_->surface().move_mouse(at.x, at.y);
        frames(below(3));
        driver_->surface().mouse_button(button, true);
        frames(below(3));
        driver_->surface().mouse_button(button, false);
        frames(1 + below(3));
    }
}

/// A question that wants a curve, and a pencil over its chart.
void Monkey::draw()
{
    std::vector<Rect> canvases, buttons;
    for (const std::string& key : driver_->app().items().noted()) {
        const auto rect = driver_->app().items().find(key);
        if (!rect) continue;
        if (key.starts_with("chart:")) canvases.push_back(*rect);
        if (key.starts_with("question:")) buttons.push_back(*rect);
    }
    const bool is_drawing = driver_->app().view().sketch.has_value();
    const std::vector<Rect>& wanted = is_drawing && below(3) != 0 ? canvases : buttons;
    if (wanted.empty()) return click();
    const Rect& rect = any_of(wanted);
    const ImVec2 from{rect.min.x + share() * rect.width(), rect.min.y + share() * rect.height()};
    is_drawing ? stroke(from, 0) : driver_->click_at(rect.centre());
}

void Monkey::drag_anywhere()
{
    stroke(on_something(), below(10) == 0 ? 1 : 0);
}

void Monkey::drag_border()
{
    const Layout& layout = driver_->app().layout();
    const ImVec2 borders[] = {layout.charts_border.centre(), layout.right_border.centre(), layout.left_border.centre()};
    stroke(any_of(borders), 0);
}

/// Pressed, rested, moved in and out, back and forth, and now and then something else happens meanwhile.
void Monkey::stroke(ImVec2 from, int button)
{
    driver_->surface().move_mouse(from.x, from.y);
    frames(1);
    driver_->surface().mouse_button(button, true);
    frames(1 + below(3));
    ImVec2 at = from;
    for (int step = 1 + below(10); step > 0; --step) {
        switch (below(7)) {
            case 0: break;  // it rests
            case 1: at = anywhere(); break;
            case 2: at = {at.x + 2000 * (share() - 0.5F), at.y + 2000 * (share() - 0.5F)}; break;  // leaves the window
            case 3: press_key(); break;
            default: at = {at.x + 60 * (share() - 0.5F), at.y + 60 * (share() - 0.5F)}; break;
        }
        if (below(60) == 0) resize();
        driver_->surface().move_mouse(at.x, at.y);
        frames(1 + below(2));
    }
    driver_->surface().mouse_button(button, false);
    frames(1 + below(2));
}

void Monkey::press_key()
{
    constexpr Key keys[] = {Key::left,      Key::right, Key::up,  Key::down,  Key::page_up, Key::page_down,
                            Key::home,      Key::end,   Key::tab, Key::enter, Key::escape,  Key::space,
                            Key::backspace, Key::del,   Key::f1,  Key::f11};
    const KeyPress press{any_of(keys), 0, below(5) == 0, below(5) == 0, below(8) == 0};
    for (int times = below(4) == 0 ? 1 + below(20) : 1; times > 0; --times) {
        driver_->surface().press(press);
        frames(below(2));
    }
}

void Monkey::press_letter()
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-=.,/;";
    const char letter = letters[static_cast<std::size_t>(below(static_cast<int>(letters.size())))];
    driver_->surface().press({Key::character, letter, below(3) == 0, below(4) == 0, below(10) == 0});
    frames(1 + below(2));
}

void Monkey::type()
{
    if (below(3) == 0) driver_->surface().hurry();
    driver_->surface().type(rubbish());
    frames(1 + below(3));
    if (below(2) == 0) driver_->surface().press({below(3) == 0 ? Key::tab : Key::enter, 0, false, false, false});
    frames(1);
}

void Monkey::turn_wheel()
{
    const ImVec2 at = on_something();
    driver_->surface().move_mouse(at.x, at.y);
    for (int times = 1 + below(6); times > 0; --times) {
        driver_->surface().wheel((share() - 0.5F) * (below(6) == 0 ? 200.0F : 6.0F));
        frames(1);
    }
}

void Monkey::resize()
{
    constexpr int widths[] = {16, 64, 320, 640, 800, 1024, 1280, 1366, 1600, 1920, 2560};
    constexpr int heights[] = {16, 48, 200, 400, 500, 720, 768, 900, 1080, 1440};
    constexpr float scales[] = {0.5F, 1, 1, 1, 1.25F, 1.5F, 2, 3};
    driver_->surface().resize(any_of(widths), any_of(heights), any_of(scales));
    frames(2);
}

void Monkey::drop()
{
    const fs::path& dropped = any_of(droppable_);
    note("  " + dropped.string());
    driver_->surface().drop(dropped);
    frames(3);
    const session::SessionView& session = driver_->session().view();
    if (below(2) == 0 && session.is_own()) driver_->session().trust_experiment(session.selection().experiment);
    frames(2);
}

/// Makes choices from menus that a user seldom opens.
void Monkey::choose()
{
    session::Session& session = driver_->session();
    const model::Experiment& experiment = session.view().experiment();
    switch (below(5)) {
        case 0: session.set_gpu(any_of(session.view().gpus()).name); break;
        case 1:
            if (!experiment.parameters.empty()) session.set_x_axis(any_of(experiment.parameters).name);
            break;
        case 2:
            if (!experiment.variants.empty()) session.set_focus(any_of(experiment.variants).name);
            break;
        case 3: below(2) == 0 ? session.undo() : session.redo(); break;
        case 4: reset_parameters(session, driver_->app().view()); break;
    }
    frames(2);
}

void Monkey::open_another()
{
    const auto& all = driver_->session().view().catalogue().experiments;
    if (all.empty()) return;
    const std::string name = any_of(all).name;
    note("  " + name);
    driver_->session().select_experiment(name);
    frames(2);
}

/// The lesson's steps, and the pages that lie above the window.
void Monkey::turn_page()
{
    switch (below(4)) {
        case 0: driver_->app().start_here().open(); break;
        case 1: driver_->surface().press({Key::character, 'S', true, false, false}); break;
        case 2:
            driver_->surface().press({Key::character, 'B', true, false, false});  // a stop of a talk, and its notes
            frames(2);
            driver_->app().view().tab = "talk";
            break;
        case 3:
            driver_->app().view().tab = "lesson";
            for (int times = 1 + below(8); times > 0; --times) {
                driver_->surface().press({Key::character, 'L', false, below(4) == 0, false});
                frames(1);
            }
            break;
    }
    frames(2);
}

void Monkey::rest()
{
    driver_->surface().advance(0.02F + share() * 20);  // no time at all is not a rest
    frames(1 + below(20));
}

void Monkey::reopen()
{
    watch_for_hangs();
    driver_->reopen();
    alarm(0);
}

/// The window says so in a sentence at once, and goes on: a new worker comes, or it says why none does.
void Monkey::kill_worker()
{
    using worker_client::WorkerState;
    const worker_client::WorkerStatus& worker = driver_->session().view().worker();
    const pid_t process = worker_process();
    if (worker.state != WorkerState::ready || process == 0) return;
    note("  the worker is killed");
    const int deaths = worker.restarts;
    ASSERT_EQ(kill(process, SIGKILL), 0);
    const auto wait_for = [&](const auto& is_so) {
        for (int tries = 0; tries < 20'000 && !is_so(); ++tries) {
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return is_so();
    };
    ASSERT_TRUE(wait_for([&] { return worker.restarts > deaths; })) << "the window has not noticed";
    if (worker.state == WorkerState::restarting || worker.state == WorkerState::unavailable) {
        EXPECT_TRUE(worker.trouble && !worker.trouble->what.empty());
        EXPECT_GT(driver_->app().layout().banner.height(), 0) << "nothing is said of it";
    }
    EXPECT_TRUE(
        wait_for([&] { return worker.state == WorkerState::ready || worker.state == WorkerState::unavailable; }));
    ++kills_;
}

// ---- its dice ----

int Monkey::below(int end)
{
    // Not a distribution of the library's: those differ from one to the next, and a seed must not.
    return end <= 0 ? 0 : static_cast<int>(dice_() % static_cast<std::uint64_t>(end));
}

float Monkey::share()
{
    return static_cast<float>(below(10001)) / 10000;
}

ImVec2 Monkey::anywhere()
{
    return {share() * static_cast<float>(driver_->surface().width()),
            share() * static_cast<float>(driver_->surface().height())};
}

ImVec2 Monkey::on_something()
{
    const std::vector<std::string> keys = driver_->app().items().noted();
    if (keys.empty() || below(8) == 0) return anywhere();
    const std::string& key = any_of(keys);
    note("  at " + key);
    const auto rect = driver_->app().items().find(key);
    if (!rect) return anywhere();
    return {rect->min.x + share() * rect->width(), rect->min.y + share() * rect->height()};
}

std::string Monkey::rubbish()
{
    static const std::vector<std::string> all = {
        "1",
        "-1",
        "128",
        "1e999",
        "nan",
        "0x10",
        "99999999999999999999999999",
        "8:0, 32:128",
        "1:1 1:1 1:1,,,;;;",
        ":::",
        "1:nan, 2:inf",
        "float4",
        "local",
        "%s%n%d {} {0}",
        "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80",
        "\xff\xfe\xc3",
        "\t\t  \t",
        "int x[1 << 30]; while (true) {",
        std::string(3000, 'a'),
        std::string(500, '('),
        "\x01\x02\x1b[31m",
    };
    if (below(3) == 0) {
        std::string bytes;
        for (int i = below(40); i >= 0; --i) bytes += static_cast<char>(1 + below(255));
        return bytes;
    }
    return any_of(all);
}

void Monkey::frames(int count)
{
    watch_for_hangs();
    driver_->frames(count);
    alarm(0);
    if (driver_->app().wants_quit()) reopen();
}

/// Checks that hold after any input.
void Monkey::check()
{
    const Layout& layout = driver_->app().layout();
    const std::pair<const char*, Rect> places[] = {{"top bar", layout.top_bar}, {"left", layout.left},
                                                   {"middle", layout.middle},   {"tabs", layout.tabs},
                                                   {"right", layout.right},     {"status", layout.status}};
    for (const auto& [what, rect] : places)
        EXPECT_TRUE(rect.width() >= -1 && rect.height() >= -1)
            << what << ": " << rect.width() << " x " << rect.height();
    const session::SessionView& session = driver_->session().view();
    for (const auto& [name, value] : session.selection().values) {
        const model::Parameter* parameter = session.experiment().find_parameter(name);
        ASSERT_NE(parameter, nullptr) << name << " is not a parameter of " << session.experiment().name;
        EXPECT_EQ(catalogue::nearest_value(*parameter, catalogue::axis_position(*parameter, value)), value) << name;
    }
    if (const auto& sketch = driver_->app().view().sketch) {
        for (const auto& [x, y] : sketch->points) EXPECT_TRUE(y >= sketch->least && y <= sketch->most) << x;
    }
    const ImDrawData& drawn = *ImGui::GetDrawData();
    for (int i = 0; i < drawn.CmdListsCount && act_ % 8 == 0; ++i) {
        const auto& vertices = drawn.CmdLists[i]->VtxBuffer;
        EXPECT_TRUE(std::all_of(vertices.begin(), vertices.end(), is_finite)) << "a shape without a place";
    }
}

void Monkey::note(const std::string& what)
{
    std::ofstream(monkey_log(), std::ios::app) << act_ << ' ' << what << '\n';
}

}  // namespace spillway::window
