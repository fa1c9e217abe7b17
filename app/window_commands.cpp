#include "app/window_commands.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <thread>

#include <unistd.h>

#include "app/catalogue/catalogue.h"
#include "app/cli/output.h"
#include "app/cli/pictures.h"
#include "app/learner/progress_store.h"
#include "app/learner/typing_journal.h"
#include "app/teaching/courses.h"
#include "app/window/kit/fonts.h"
#include "app/window/panels/saving.h"
#include "app/window/panels/views.h"
#include "app/window/shell/run_window.h"
#include "app/window/shell/screenshot.h"
#include "app/window/shell/settle.h"
#include "app/window/shell/talk_pdf.h"
#include "app/window/shell/tour.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway {
namespace {

using SessionPointer = std::unique_ptr<session::Session>;

/// Waits up to 20 seconds for the worker: only its hello names the live GPU.
void wait_for_worker(session::Session& session)
{
    const auto begin = std::chrono::steady_clock::now();
    while (session.view().worker().state == worker_client::WorkerState::starting &&
           std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)) {
        session.update();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

std::optional<model::Error> choose_gpu(session::Session& session, const std::string& name)
{
    if (name == "live") wait_for_worker(session);
    const auto chosen = session.view().choose_gpu(name);
    if (!chosen) return chosen.error();
    session.set_gpu(chosen->name);
    return std::nullopt;
}

/// Applies the command line's selection to a new session.
std::optional<model::Error> choose(session::Session& session, const cli::CommonOptions& options)
{
    if (!options.experiment.empty()) {
        if (session.view().catalogue().find(options.experiment) == nullptr)
            return model::Error{"there is no experiment '" + options.experiment + "'", "--experiment",
                                "see 'spillway list'"};
        session.select_experiment(options.experiment);
    }
    if (!options.settings.empty()) {
        const auto values = cli::apply_settings(session.view().experiment(), options.settings);
        if (!values) return values.error();
        if (auto error = session.set_values(*values)) return error;
    }
    return options.gpu.empty() ? std::nullopt : choose_gpu(session, options.gpu);
}

/// Opens the user's files with the command line's build settings; selects the first one.
std::optional<model::Error> open_files(session::Session& session, const cli::WindowRequest& request)
{
    std::string first;
    for (const std::string& path : request.opened) {
        if (auto error = session.add_catalogue_folder(path)) return error;
        const model::Experiment& opened = session.view().experiment();
        if (opened.is_plain() && !request.build.is_empty())
            if (auto error = session.files().set_build(request.build)) return error;
        if (first.empty()) first = session.view().selection().experiment;
    }
    if (!first.empty()) session.select_experiment(first);
    return std::nullopt;
}

/// Only the interactive window saves progress. Pictures do not, and look the same for every user.
enum class Learner { remembered, anonymous };

model::Expected<SessionPointer> open_session(const cli::WindowRequest& request, Learner learner)
{
    for (const std::string& path : request.opened)
        if (auto error = catalogue::why_no_catalogue(path)) return *error;
    session::Options options;
    // Opened files are added once the session exists, because that selects them.
    cli::CommonOptions others = request.common;
    std::erase_if(others.catalogue_folders,
                  [&](const std::string& named) { return std::ranges::count(request.opened, named) > 0; });
    options.installed_experiments = cli::installed_experiments();
    options.more_experiments = cli::more_experiments(others);
    options.trusted_folders = cli::trusted_folders(request.common);
    options.gpus_file = cli::gpus_file();
    options.worker_command = request.common.worker;
    options.recording = request.recording;
    if (learner == Learner::remembered) {
        options.progress_file = learner::progress_file();
        options.typing_folder = learner::typing_folder();
    }
    options.wake = window::window_wake;
    auto session = session::Session::open(std::move(options));
    if (!session) return session;
    if (auto error = open_files(**session, request)) return *error;
    if (auto error = choose(**session, request.common)) return *error;
    return session;
}

/// Text of the named view; empty without one. Waits for the worker, because a view may name the live GPU.
model::Expected<std::string> read_view(const cli::WindowRequest& request, session::Session& session)
{
    if (!request.talk.empty()) wait_for_worker(session);
    if (request.view.empty()) return std::string();
    auto text = window::read_view(request.view);
    if (!text) return text;
    wait_for_worker(session);
    const auto view = teaching::parse_view(*text);
    const bool is_file = *text != request.view;
    if (!view) return model::Error{view.error().what, is_file ? request.view : view.error().where, view.error().advice};
    if (auto error = window::why_not_shown(*view, session.view())) return *error;
    return text;
}

/// The file of a talk, given by path or name. A file with that name has priority.
struct TalkFile {
    std::string path;
    bool is_shipped = false;
};

model::Expected<TalkFile> talk_file(const std::string& word)
{
    std::error_code none;
    if (word.empty() || word.ends_with(".spillway-talk") || std::filesystem::exists(word, none)) return TalkFile{word};
    if (const teaching::Course* course = teaching::find_course(word)) return TalkFile{course->file.string(), true};
    std::string names;
    for (const teaching::Course& course : teaching::shipped_courses())
        names += (names.empty() ? "" : ", ") + course.name;
    return model::Error{"there is no file and no course '" + word + "'", "talk",
                        "name FILE.spillway-talk" + (names.empty() ? "" : ", or one of " + names)};
}

bool has_display()
{
    const auto is_set = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

/// Draws the tour instead of a window: there is no display, and run.sh named a folder for the pictures.
int draw_tour_instead(session::Session& session, const std::string& folder)
{
    std::fputs("There is no display here (DISPLAY and WAYLAND_DISPLAY are empty): drawing the guided tour.\n", stderr);
    if (const auto error = window::draw_tour(session, folder)) return cli::fail(*error, cli::exit_other);
    std::fprintf(stderr, "The pictures are in %s\n", folder.c_str());
    return cli::exit_ok;
}

/// The same if a view was named: draws its picture.
int draw_view_instead(session::Session& session, const std::string& view, const std::filesystem::path& folder)
{
    window::ScreenshotOptions options;
    options.view = view;
    options.path = (folder / "view.png").string();
    std::error_code why;
    std::filesystem::create_directories(folder, why);
    if (const auto error = window::take_screenshot(session, options)) return cli::fail(*error, cli::exit_other);
    std::fprintf(stderr, "There is no display here: the view is in %s\n", options.path.c_str());
    return cli::exit_ok;
}

/// Options of `spillway serve` that give the window's room the same worker, GPU, recording, experiments and trust.
std::vector<std::string> room_words(const cli::WindowRequest& request)
{
    std::vector<std::string> words;
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty()) words.insert(words.end(), {option, value});
    };
    add("--worker", request.common.worker);
    add("--gpu", request.common.gpu);
    add("--recording", request.recording);
    for (const std::string& folder : request.common.catalogue_folders)
        if (std::ranges::count(request.opened, folder) == 0) add("--catalogue", folder);
    if (request.common.trust) words.emplace_back("--trust");
    return words;
}

int open_window(const cli::WindowRequest& request)
{
    const auto talk = talk_file(request.talk);
    if (!talk) return cli::fail(talk.error());
    auto session = open_session(request, Learner::remembered);
    if (!session) return cli::fail(session.error());
    const auto view = read_view(request, **session);
    if (!view) return cli::fail(view.error());
    if (const char* folder = std::getenv("SPILLWAY_TOUR_FOLDER"); folder != nullptr && !has_display())
        return request.view.empty() ? draw_tour_instead(**session, folder)
                                    : draw_view_instead(**session, *view, folder);
    window::WindowOptions options;
    options.view = *view;
    options.talk = talk->path;
    options.talk_is_shipped = talk->is_shipped;
    options.trace = request.trace;
    options.present = request.present;
    options.width = request.width;
    options.height = request.height;
    options.restore_experiment =
        request.common.experiment.empty() && request.opened.empty() && request.view.empty() && request.talk.empty();
    options.restore_place = request.common.gpu.empty() && request.common.settings.empty() && request.recording.empty();
    options.opened = request.opened;
    options.room_words = room_words(request);
    if (const auto error = window::run_window(options, **session)) return cli::fail(*error, cli::exit_other);
    return cli::exit_ok;
}

int screenshot(const cli::WindowRequest& request)
{
    if (auto error = cli::check_output(request.output, cli::OutputKind::png, request.force)) return cli::fail(*error);
    if (auto error = window::check_tab(request.tab, request.present)) return cli::fail(*error);
    auto session = open_session(request, Learner::anonymous);
    if (!session) return cli::fail(session.error());
    const auto view = read_view(request, **session);
    if (!view) return cli::fail(view.error());
    window::ScreenshotOptions options;
    options.view = *view;
    if (request.width > 0) options.width = request.width;
    if (request.height > 0) options.height = request.height;
    if (request.scale > 0) options.scale = static_cast<float>(request.scale);
    options.present = request.present;
    options.dark = !request.light;
    options.tab = request.tab;
    options.fill = request.fill;
    options.path = request.output;
    if (const auto error = window::take_screenshot(**session, options)) return cli::fail(*error, cli::exit_other);
    return cli::exit_ok;
}

/// Prints the number of available results on standard error: in place on a terminal, otherwise a line every few
/// seconds.
class ResultCounter {
public:
    void print(const session::SessionView& session)
    {
        const session::Progress progress = session.progress();
        const double seconds = std::chrono::duration<double>(Clock::now() - printed_at_).count();
        const bool is_new = progress.done != done_ || progress.total != total_;
        if (progress.total == 0 || !is_new || (total_ != 0 && seconds < (is_terminal_ ? 0.1 : 5))) return;
        printed_at_ = Clock::now();
        done_ = progress.done;
        total_ = progress.total;
        std::fprintf(stderr, "%s%d of %d results%s", is_terminal_ ? "\r" : "", done_, total_, is_terminal_ ? "" : "\n");
    }
    ~ResultCounter()
    {
        if (is_terminal_ && total_ != 0) std::fputc('\n', stderr);
    }
    ResultCounter() = default;
    ResultCounter(const ResultCounter&) = delete;
    ResultCounter& operator=(const ResultCounter&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    bool is_terminal_ = isatty(STDERR_FILENO) != 0;
    int done_ = 0, total_ = 0;
    Clock::time_point printed_at_;
};

/// Waits for all results on screen, without a window.
void wait_for_results(session::Session& session)
{
    constexpr double silent_seconds = 30;
    session.show({.counters = true, .code = true});
    ResultCounter counter;
    window::Patience patience(silent_seconds, window::Patience::Clock::now());
    while (patience.lasts(session.view().revision(), window::Patience::Clock::now())) {
        session.update();
        counter.print(session.view());
        if (window::is_settled(session.view())) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

std::set<std::string> requested_pictures(const cli::WindowRequest& request, const session::SessionView& session,
                                         const window::ViewState& view)
{
    std::set<std::string> what(request.what.begin(), request.what.end());
    if (what.empty()) what.insert("charts");
    if (what.erase("all") > 0)
        for (const window::Savable& each : window::what_can_be_saved(session, view)) what.insert(each.key);
    if (what.erase("roofline") > 0) what.insert({"roofline:dram", "roofline:l2", "roofline:l1"});
    return what;
}

int save_pictures(const cli::WindowRequest& request)
{
    const auto purpose = cli::read_purpose(request.purpose);
    if (!purpose) return cli::fail(purpose.error());
    auto session = open_session(request, Learner::anonymous);
    if (!session) return cli::fail(session.error());
    const auto view_text = read_view(request, **session);
    if (!view_text) return cli::fail(view_text.error());
    window::ViewState view;
    view.shows_answers = true;
    if (!view_text->empty())
        if (auto refused = window::show_view(*view_text, **session, view)) return cli::fail(*refused);
    std::error_code ignored;
    window::SaveRequest wanted;
    wanted.what = requested_pictures(request, (*session)->view(), view);
    wanted.formats = {request.formats.begin(), request.formats.end()};
    if (wanted.formats.empty()) wanted.formats.insert("png");
    wanted.purpose = *purpose;
    wanted.folder = std::filesystem::absolute(request.output, ignored);
    if (const auto refused = window::why_not_saved(wanted)) return cli::fail(*refused);
    if (const auto refused = window::why_no_picture((*session)->view(), view, wanted)) return cli::fail(*refused);
    wait_for_worker(**session);
    wait_for_results(**session);
    const auto outcome = window::save_files((*session)->view(), view, wanted);
    if (!outcome) return cli::fail(outcome.error(), cli::exit_other);
    for (const std::filesystem::path& file : outcome->files) std::printf("%s\n", file.c_str());
    for (const std::string& sentence : outcome->left_out) std::fprintf(stderr, "Not saved: %s\n", sentence.c_str());
    return outcome->left_out.empty() ? cli::exit_ok : cli::exit_other;
}

int tour(const cli::WindowRequest& request)
{
    std::error_code none;
    for (std::filesystem::directory_iterator file(request.output, none), end; !none && file != end;
         file.increment(none))
        if (file->path().extension() == ".png")
            if (auto error = cli::check_output(file->path().string(), cli::OutputKind::png, request.force))
                return cli::fail(*error);
    auto session = open_session(request, Learner::anonymous);
    if (!session) return cli::fail(session.error());
    if (const auto error = window::check_tour((*session)->view(), request.experiments)) return cli::fail(*error);
    if (const auto error = window::draw_tour(**session, request.output, request.experiments))
        return cli::fail(*error, cli::exit_other);
    return cli::exit_ok;
}

int print_talk(const cli::WindowRequest& request)
{
    if (auto error = cli::check_output(request.output, cli::OutputKind::pdf, request.force)) return cli::fail(*error);
    const auto file = talk_file(request.talk);
    if (!file) return cli::fail(file.error());
    if (auto error = cli::check_not_input(request.output, {file->path})) return cli::fail(*error);
    const auto text = window::read_small_file(file->path, teaching::max_talk_bytes);
    if (!text) return cli::fail(text.error());
    const auto talk = teaching::parse_talk(*text);
    if (!talk) return cli::fail({talk.error().what, file->path, talk.error().advice});
    auto session = open_session(request, Learner::anonymous);
    if (!session) return cli::fail(session.error());
    wait_for_worker(**session);
    if (const auto error = window::why_not_printed(*talk, (*session)->view())) return cli::fail(*error);
    if (const auto error = window::print_talk_pdf(**session, *talk, request.output))
        return cli::fail(*error, cli::exit_other);
    return cli::exit_ok;
}

model::Expected<std::string> probe_opengl()
{
    auto surface = window::OffscreenSurface::open({.width = 64, .height = 64});
    if (!surface) return surface.error();
    return (*surface)->renderer();
}

model::Expected<std::string> probe_fonts()
{
    return window::Fonts().description();
}

}  // namespace

cli::WindowCommands window_commands()
{
    return {open_window, screenshot, tour, save_pictures, print_talk, probe_opengl, probe_fonts};
}

}  // namespace spillway
