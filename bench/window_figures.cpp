#include "bench/window_figures.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "app/base/paths.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/window/shell/app.h"
#include "app/window/surface/offscreen_surface.h"
#include "bench/known_results.h"
#include "bench/recorded_drag.h"

namespace spillway::bench {
namespace {

namespace fs = std::filesystem;

constexpr int settling_frames = 10;
constexpr double settling_seconds = 2;
constexpr int resting_frames = 300;
constexpr std::size_t many_results = 100'000;
constexpr double longest_draw_seconds = 30;

double seconds_of(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Session, surface and window content, in the order that they must live.
struct Window {
    std::unique_ptr<session::Session> session;
    std::unique_ptr<window::OffscreenSurface> surface;
    std::unique_ptr<window::App> app;

    [[nodiscard]] bool is_answered() const
    {
        const auto& variants = session->view().experiment().variants;
        return std::all_of(variants.begin(), variants.end(), [this](const model::Variant& variant) {
            return session->view().current(variant.name).state >= results::PointState::ready;
        });
    }
};

session::Options session_options(const fs::path& recording)
{
    session::Options options;
    options.installed_experiments = base::data_folder() / "kernels";
    options.gpus_file = base::data_folder() / "assets/gpus.json";
    options.recording = recording;
    return options;
}

model::Expected<Window> open_window(const fs::path& recording = {})
{
    auto session = session::Session::open(session_options(recording));
    if (!session) return session.error();
    auto surface = window::OffscreenSurface::open({});
    if (!surface) return surface.error();
    (*surface)->paint_each_frame();
    auto app = window::App::create(**surface, **session, window::initial_view({}));
    if (!app) return app.error();
    return Window{std::move(*session), std::move(*surface), std::move(*app)};
}

/// Draws until every variant's report is on screen.
bool draw_until_answered(Window& window)
{
    const double end = seconds_of(CLOCK_MONOTONIC) + longest_draw_seconds;
    while (seconds_of(CLOCK_MONOTONIC) < end) {
        window.session->update();
        const bool is_last = window.is_answered();
        if (is_last || window.app->wants_frame()) window.app->frame();
        if (is_last) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

/// CPU time of a frame until its picture is handed over. Behind that some drivers spin until the GPU has drawn it:
/// on an H200 0.6 ms of a frame's 1.7.
double draw_frame(Window& window)
{
    window.app->frame();
    return window.app->frame_times().last_seconds();
}

/// Each with all that a step of the slider asks of it: in the window, too, the step is taken within a frame.
void measure_frames(Window& window, Samples& samples)
{
    const RecordedDrag& drag = recorded_drags().front();
    window.session->select_experiment(drag.experiment);
    for (int i = 0; i < settling_frames; ++i) window.app->frame();
    const model::Parameter* parameter = window.session->view().experiment().find_parameter(drag.parameter);
    for (const DragEvent& event : drag_events()) {
        const double position = drag.first + event.position * (drag.last - drag.first);
        const model::Value value = catalogue::nearest_value(*parameter, position);
        const double begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
        if (window.session->set_values({{drag.parameter, value}}, session::Edit::dragging)) return;
        window.session->update();
        const double step_seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin;
        samples.add(step_seconds + draw_frame(window));
    }
}

/// Frames that are drawn although nothing changed, as while a mouse moves over the window.
void measure_frames_at_rest(Window& window, Samples& samples)
{
    // However fast frames are: what was asked for has come, and what fades has faded.
    for (const double end = seconds_of(CLOCK_MONOTONIC) + settling_seconds; seconds_of(CLOCK_MONOTONIC) < end;) {
        window.session->update();
        window.app->frame();
    }
    for (int i = 0; i < resting_frames; ++i) samples.add(draw_frame(window));
}

/// A recording of the dragged experiment for the GPU that a session begins with.
std::optional<model::Error> write_many_results(const fs::path& file)
{
    auto session = session::Session::open(session_options({}));
    if (!session) return session.error();
    (*session)->select_experiment(recorded_drags().front().experiment);
    return write_known_results(file, (*session)->view().experiment(), (*session)->view().gpu(), many_results);
}

/// The same window with as many results known as a long lecture leaves behind.
void measure_with_many_results(const fs::path& folder, std::size_t same_drags, Figures& figures)
{
    const fs::path file = folder / "many.spillway";
    if (const auto failed = write_many_results(file)) {
        std::fprintf(stderr, "not measured with many results: %s\n", failed->line().c_str());
        return;
    }
    auto window = open_window(file);
    if (!window) {
        std::fprintf(stderr, "not measured with many results: %s\n", window.error().line().c_str());
        return;
    }
    window->session->select_experiment(recorded_drags().front().experiment);
    if (!draw_until_answered(*window)) return;
    measure_frames_at_rest(*window, figures.frame_cpu_at_rest_with_many);
    std::vector<Samples> drags(same_drags);
    for (Samples& drag : drags) measure_frames(*window, drag);
    for (const Samples& drag : drags) figures.frame_cpu_in_drag_with_many.add(drag);
    figures.frame_cpu_in_drag_by_step = fastest_of_each(drags);
}

void measure_starts(const fs::path& folder, int starts, Samples& samples)
{
    for (int i = 0; i < starts; ++i) {
        const fs::path cache = folder / ("start" + std::to_string(i));
        setenv("SPILLWAY_CACHE_DIR", cache.c_str(), 1);
        const long long begin = static_cast<long long>(seconds_of(CLOCK_MONOTONIC) * 1e9);
        const std::string self = fs::read_symlink("/proc/self/exe");
        const std::string command = "'" + self + "' --first-chart " + std::to_string(begin);
        FILE* pipe = popen(command.c_str(), "r");
        if (pipe == nullptr) return;
        double seconds = 0;
        if (std::fscanf(pipe, "%lf", &seconds) == 1) samples.add(seconds);
        pclose(pipe);
    }
}

}  // namespace

void measure_window(const fs::path& folder, const WindowEffort& effort, Figures& figures)
{
    setenv("SPILLWAY_CACHE_DIR", (folder / "window").c_str(), 1);
    setenv("SPILLWAY_REPORTS", "", 1);  // as it is shipped
    {
        auto window = open_window();
        if (!window) {
            std::fprintf(stderr, "no window to measure: %s\n", window.error().line().c_str());
            return;
        }
        if (draw_until_answered(*window)) measure_frames(*window, figures.frame_cpu);
    }
    measure_with_many_results(folder, effort.same_drags, figures);
    measure_starts(folder, effort.starts, figures.start_to_first_chart);
}

int draw_first_chart(const std::string& begin_nanoseconds)
{
    auto window = open_window();
    if (!window || !draw_until_answered(*window)) return 1;
    std::printf("%.6f\n", seconds_of(CLOCK_MONOTONIC) - 1e-9 * std::strtod(begin_nanoseconds.c_str(), nullptr));
    return 0;
}

}  // namespace spillway::bench
