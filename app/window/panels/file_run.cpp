#include "app/window/panels/file_run.h"

#include <cstdlib>
#include <utility>

#include "app/base/paths.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/file_run.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/open_trace.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/trace_page.h"

namespace spillway::window {
namespace {

namespace fs = std::filesystem;

constexpr int max_run_seconds = 60;
constexpr std::chrono::seconds max_total_time{240};  ///< includes compiler, driver start and disassembler
constexpr std::size_t max_message_bytes = 4000;

std::string trace_file(const FileRun& run)
{
    return run.folder / "run.spillway-trace";
}

/// End of the program's message, without the program's name before it.
std::string last_words(std::string text, const std::string& file)
{
    while (!text.empty() && text.back() == '\n') text.pop_back();
    if (const auto named = text.rfind("spillway: "); named != std::string::npos) text.erase(0, named + 10);
    if (text.starts_with(file + ": ")) text.erase(0, file.size() + 2);  // the file's name appears below
    if (text.size() <= max_message_bytes) return text;
    const std::string_view dropped = utf8_prefix(text, text.size() - max_message_bytes);
    return "…" + text.substr(dropped.size());
}

/// Starts the program in a new folder that only this user can access.
std::optional<model::Error> start(FileRun& run)
{
    std::error_code error;
    std::string folder = fs::temp_directory_path(error) / "spillway-run-XXXXXX";
    if (error || mkdtemp(folder.data()) == nullptr)
        return model::Error{"cannot create a folder for the run", folder,
                            "set TMPDIR to a folder that you can write to"};
    run.folder = folder;
    std::vector<std::string> words{"trace", "-o", trace_file(run)};
    if (run.is_report) {
        words.insert(words.end(), {"--show", run.file.string()});
    } else {
        // The user has trusted the file in this window, permanently or until Spillway ends.
        words.insert(words.end(), {"--trust", "--limit", std::to_string(max_run_seconds), run.file.string()});
    }
    run.program = worker_client::ProgramRun::start(
        {base::command_program().string(), std::move(words), run.folder.string(), max_total_time});
    return std::nullopt;
}

}  // namespace

void run_file(const session::SessionView& session, ViewState& view)
{
    view.tab = "trace";
    if (is_file_running(view)) {
        view.status_notice = "A file is still being read or run.";
        return;
    }
    auto run = std::make_shared<FileRun>();
    run->file = session.experiment().source_file;
    if (!session.experiment().origin.trusted)
        run->problem = model::Error{"This file is not trusted, so it is neither compiled nor run.",
                                    run->file.filename().string(), "Read it, then trust it."};
    else
        run->problem = start(*run);
    view.run = std::move(run);
}

void read_report(const std::filesystem::path& file, ViewState& view)
{
    view.tab = "trace";
    if (is_file_running(view)) {
        view.status_notice = "A file is still being read or run.";
        return;
    }
    auto run = std::make_shared<FileRun>();
    run->is_report = true;
    std::error_code ignored;
    run->file = fs::absolute(file, ignored);
    run->problem = start(*run);
    view.run = std::move(run);
}

void stop_file(ViewState& view)
{
    view.run.reset();
    if (!view.trace) close_trace(view);
}

bool is_file_running(const ViewState& view)
{
    return view.run && view.run->program;
}

bool has_run_ended(const ViewState& view)
{
    return is_file_running(view) && view.run->program->has_ended();
}

bool take_end_of_run(ViewState& view)
{
    if (!has_run_ended(view)) return false;
    FileRun& run = *view.run;
    const auto ended = run.program->end();
    run.program.reset();
    std::error_code error;
    if (fs::exists(trace_file(run), error)) {
        const std::string tab = view.tab;
        run.problem = open_trace(trace_file(run), view);
        view.tab = tab;  // keeps a tab that the user opened meanwhile
        if (!run.problem) {
            auto named = std::make_shared<OpenTrace>(*view.trace);
            named->file = run.file;
            view.trace = std::move(named);
            if (!run.is_report)
                view.status_notice = run.file.filename().string() + " has ended: its trace is on the tab Trace.";
            view.run.reset();
        }
        return true;
    }
    const std::string name = run.file.filename().string();
    if (!ended || !*ended)
        run.problem = model::Error{!ended ? "It did not run." : "The run " + ended->error().what + ".", name, ""};
    else
        run.problem = model::Error{last_words((*ended)->text, name), name, ""};
    return true;
}

void draw_file_run(PanelContext& context)
{
    const Theme& theme = context.theme;
    const FileRun& run = *context.view.run;
    const std::string name = run.file.filename().string();
    const char* label = run.program ? "Stop" : "Close";
    if (!run.program && run.problem) {
        draw_error(theme, *run.problem);
    } else if (run.is_report) {
        draw_text(theme.body_bold, theme.text, "NVIDIA's reader is reading " + name, true);
    } else {
        draw_text(theme.body_bold, theme.text, "Compiling and running " + name, true);
        draw_text(theme.body, theme.text_muted,
                  "nvcc compiles the whole file to a program, which runs for at most " +
                      std::to_string(max_run_seconds) + " seconds. Its launches appear here when it has ended.",
                  true);
    }
    const Rect row = take_row(button_size(theme, label).y + 6 * theme.scale);
    if (button_at(context, run.program ? "run:stop" : "run:close", row.min, label))
        context.commands.post([](session::Session&, ViewState& view) { stop_file(view); });
}

}  // namespace spillway::window
