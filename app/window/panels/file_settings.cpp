#include "app/window/panels/file_settings.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/catalogue/plain/file_settings.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/file_run.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

constexpr const char* include_key = "file:include";
constexpr const char* define_key = "file:define";
constexpr const char* standard_key = "file:standard";
constexpr const char* options_key = "file:options";
constexpr const char* seconds_key = "file:seconds";
constexpr const char* range_prefix = "range:";

/// Applies the typed text, or returns the reason why it cannot.
std::optional<model::Error> take(session::Session& session, const std::string& key, const std::string& typed)
{
    if (key.starts_with(range_prefix)) return session.files().set_range(key.substr(std::strlen(range_prefix)), typed);
    model::BuildSettings build = session.view().experiment().build;
    if (key == include_key) build.include_folders = catalogue::folders_in(typed);
    if (key == define_key) build.macros = catalogue::macros_in(typed);
    if (key == standard_key) build.standard = catalogue::standard_in(typed);
    if (key == options_key) {
        auto flags = catalogue::flags_in(typed);
        if (!flags) return flags.error();
        build.system_folders = flags->system_folders;
        build.first_files = flags->first_files;
        build.flags = flags->flags;
    }
    if (key == seconds_key) {
        const auto seconds = catalogue::seconds_in(typed);
        if (!seconds) return seconds.error();
        build.max_seconds = *seconds;
    }
    return session.files().set_build(std::move(build));
}

/// Limit of a whole file where the user sets none: three times that of one kernel.
std::string usual_limit(const session::SessionView& session)
{
    const auto& hello = session.worker().hello;
    const double seconds = 3 * (hello ? hello->compile_seconds.value_or(10) : 10);
    return std::to_string(std::lround(seconds)) + " s";
}

void draw_arrow(ImDrawList* list, const Theme& theme, ImVec2 at, bool is_up, ImU32 ink)
{
    const float r = (is_up ? -3.5f : 3.5f) * theme.scale;
    list->AddTriangleFilled({at.x - std::abs(r), at.y - r}, {at.x + std::abs(r), at.y - r}, {at.x, at.y + r}, ink);
}

}  // namespace

/// The heading "Build options and ranges"; while it is folded, with a summary of the options.
void FileSettingsRows::draw_fold(PanelContext& context)
{
    const Theme& theme = context.theme;
    const Rect row = take_row(font_pixels(theme.small) + 12 * theme.scale);
    const Touch touch = touch_area(context, "file:settings", row);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float y = row.centre().y - font_pixels(theme.small) / 2;
    const ImU32 ink = touch.hovered ? theme.text : theme.text_muted;
    const std::string words = "Build options and ranges";
    draw_text(list, theme.small, {row.min.x, y}, ink, words);
    const float tip = row.min.x + text_width(theme.small, words) + 10 * theme.scale;
    draw_arrow(list, theme, {tip, row.centre().y}, is_open_, ink);
    const std::string options = catalogue::options_text(context.session.experiment().build);
    if (!is_open_ && !options.empty()) {
        const float left = tip + 12 * theme.scale;
        draw_text_fitted(list, theme.small, {left, y}, theme.accent, options, row.max.x - left);
    }
    if (touch.hovered)
        tooltip(theme, "Build options and ranges",
                "How this file is compiled (-I, -D, -std), and over which values its sliders run. Kept for this file; "
                "the file itself stays as it is.");
    if (touch.clicked) is_open_ = !is_open_;
}

/// Buttons that run the whole file, host part and all, or interpret the chosen kernel.
void FileSettingsRows::draw_run(PanelContext& context)
{
    if (!worker_client::can_run_programs()) return;
    const Theme& theme = context.theme;
    const char* label = is_file_running(context.view) ? "Running \xe2\x80\xa6" : "Run this file";
    const Rect row = take_row(button_size(theme, label).y + 6 * theme.scale);
    if (button_at(context, "file:run", row.min, label, ButtonLook::plain,
                  "Compiles the whole file with nvcc, host part and all, runs it on this machine's GPU for a minute at "
                  "most, and shows what it launched."))
        context.commands.post([](session::Session& session, ViewState& view) { run_file(session.view(), view); });
    if (!context.session.experiment().origin.trusted) return;
    const char* here = "Run it here";
    const float left = row.min.x + button_size(theme, label).x + 8 * theme.scale;
    const bool is_beside = left + button_size(theme, here).x <= row.max.x;
    const Rect below = is_beside ? row : take_row(button_size(theme, here).y + 6 * theme.scale);
    if (button_at(context, "file:here", {is_beside ? left : row.min.x, below.min.y}, here, ButtonLook::plain,
                  "Runs the chosen kernel on this machine's processor, without a GPU: Spillway interprets its PTX, and "
                  "shows faults, counts and the first values that it wrote."))
        context.commands.post([](session::Session& session, ViewState& view) {
            view.tab = "run_here";
            const session::OwnRun* before = session.view().own_run();
            session.run_here(before != nullptr ? before->settings : catalogue::RunSettings{});
        });
}

void FileSettingsRows::draw_build(PanelContext& context)
{
    const model::Experiment& file = context.session.experiment();
    rows_.draw(context, take,
               {include_key, "Include folders", catalogue::folders_text(file.build), "none",
                "-I of a compiler: where headers are searched, as folders relative to the file, with blanks "
                "between them. Press Enter to apply."});
    rows_.draw(context, take,
               {define_key, "Macros", catalogue::macros_text(file.build), "none",
                "-D of a compiler: names with values, TILE=32, with blanks between them. Press Enter to apply."});
    rows_.draw(context, take,
               {standard_key, "C++ standard", file.build.standard, "the compiler's own",
                "-std of a compiler: c++14, c++17 or c++20. Empty: the compiler's own."});
    rows_.draw(
        context, take,
        {options_key, "Options of nvcc", catalogue::flags_text(file.build), "none",
         "--extended-lambda, --expt-relaxed-constexpr, -rdc=true, -maxrregcount=64, -Xptxas -O1, -isystem FOLDER, "
         "-include FILE. Press Enter to apply."});
    rows_.draw(context, take,
               {seconds_key, "Time limit", catalogue::seconds_text(file.build), usual_limit(context.session),
                "How long nvcc, and after it ptxas, may take for this file, in seconds: 300. Other work does not wait "
                "for a file with a longer limit than usual. Empty: the usual limit."});
    if (const std::string beside = catalogue::options_text(file.build_beside); !beside.empty())
        draw_row_note(context, context.theme.text_muted, "and from .spillway.json: " + beside);
    if (const std::string project = catalogue::options_text(file.build_project); !project.empty())
        draw_row_note(context, context.theme.text_muted, "and from compile_commands.json: " + project);
    if (file.project_error) draw_row_note(context, context.theme.text_muted, file.project_error->line());
    for (const std::string& option : file.left_out)
        draw_row_note(context, context.theme.text_muted, "left out, since Spillway does not take it: " + option);
}

void FileSettingsRows::draw_ranges(PanelContext& context)
{
    for (const model::Parameter& parameter : context.session.experiment().parameters) {
        const auto range = catalogue::range_of(parameter);
        if (!range) continue;
        rows_.draw(context, take,
                   {range_prefix + parameter.name, "Range of " + parameter.label, catalogue::range_text(*range), "",
                    "First and last value of the slider, and its step: 8:64:8. 8:64:x2 doubles; 16, 32, 64 "
                    "are these values alone. Empty: as the number in the file suggests."});
    }
}

void FileSettingsRows::draw(PanelContext& context)
{
    const model::Experiment& file = context.session.experiment();
    if (!file.is_plain() || context.view.present) return;
    draw_run(context);
    if (!file.origin.trusted) return;
    draw_fold(context);
    if (!is_open_) return;
    draw_build(context);
    draw_ranges(context);
}

}  // namespace spillway::window
