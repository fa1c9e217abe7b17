#include "app/window/shell/status_line.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/model/grouped.h"
#include "app/teaching/availability.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/shell/machine_menu.h"

namespace spillway::window {
namespace {

std::string milliseconds(double seconds)
{
    char text[32];
    std::snprintf(text, sizeof text, seconds < 0.01 ? "%.1f" : "%.0f", seconds * 1e3);
    return model::grouped(text) + " ms";
}

/// The compiler whose answer is shown: the worker's own, wherever it runs, and of a whole file nvcc where that is
/// there.
std::string compiler_words(const session::SessionView& session)
{
    const worker_client::WorkerStatus& worker = session.worker();
    if (!worker.hello) return {};
    const bool is_by_nvcc = session.experiment().is_whole_file && worker.hello->nvcc && worker.hello->nvcc->available;
    if (!is_by_nvcc && !worker.hello->compiler.available) return {};
    const model::RunResult* shown = focused_result(session);
    const bool is_told = shown != nullptr && shown->compile && !shown->compile->compiler.empty();
    if (is_told && !focused_is_stale(session)) return shown->compile->compiler;
    if (is_by_nvcc) return "nvcc " + worker.hello->nvcc->version;
    const std::string& version = worker.hello->compiler.version;
    return version.find_first_not_of("0123456789.") == std::string::npos ? "NVRTC " + version : version;
}

/// "NVRTC 13.0.88 · sm_90 · answer in 47 ms"; which compiler speaks of the experiment that is shown
std::string left_words(const session::SessionView& session)
{
    const worker_client::WorkerStatus& worker = session.worker();
    std::string words;
    const auto add = [&](const std::string& part) {
        if (!part.empty()) words += (words.empty() ? "" : " · ") + part;
    };
    const std::string compiler = compiler_words(session);
    add(compiler);
    if (worker.hello && compiler.empty())
        add(worker.is_shipped ? "answers that ship with Spillway, no compiler" : "no compiler");
    const model::RunResult* shown = focused_result(session);
    const bool has_target = shown != nullptr && shown->compile && shown->compile->target && !focused_is_stale(session);
    add(has_target ? *shown->compile->target : session.gpu().compile_target());
    add(worker_words(worker));
    const session::Progress progress = session.progress();
    if (teaching::why_no_answers(session)) return words;
    if (progress.current_pending)
        add(worker.is_shipped ? "fetching …" : "compiling …");
    else if (progress.last_answer_seconds > 0)
        add("answer in " + milliseconds(progress.last_answer_seconds));
    return words;
}

/// Returns where it ends.
float draw_progress(const Theme& theme, const session::Progress& progress, const Rect& bar, float x)
{
    if (progress.total <= 0) return x;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string words = "curve " + model::grouped(std::to_string(progress.done)) + " of " +
                              model::grouped(std::to_string(progress.total));
    const float y = bar.centre().y - font_pixels(theme.small) / 2;
    draw_text(list, theme.small, {x, y}, theme.text_muted, words);
    x += text_width(theme.small, words) + 8 * theme.scale;
    if (progress.done >= progress.total) return x;
    const float width = 90 * theme.scale, half = 2.5f * theme.scale, middle = bar.centre().y;
    const float done = width * static_cast<float>(progress.done) / static_cast<float>(progress.total);
    fill_rounded(list, theme, {x, middle - half}, {x + width, middle + half}, theme.panel_border, half);
    fill_rounded(list, theme, {x, middle - half}, {x + std::max(done, 2 * half), middle + half}, theme.accent, half);
    return x + width + 14 * theme.scale;
}

std::string frame_words(const FrameTimes& times)
{
    const std::string words =
        "Source and architecture of the answers, time of the last answer, and progress of the curves.";
    // A browser's clock is coarser than a frame.
    const double median_seconds = times.percentile(0.5);
    if (median_seconds < 5e-5) return words;
    return words + " Drawing the window takes " + milliseconds(median_seconds) +
           " of CPU time (median), and nothing while nothing changes.";
}

/// Whether the banner says it already.
bool is_in_banner(const worker_client::WorkerStatus& worker, const model::Error& error)
{
    return worker.state != worker_client::WorkerState::ready && worker.trouble && worker.trouble->what == error.what;
}

/// The log's last entry, where it is shown: neither information nor in the banner.
const base::LogEntry* shown_entry(const session::SessionView& session)
{
    const auto& log = session.log();
    const bool is_shown = !log.empty() && log.back().severity != base::Severity::info &&
                          !is_in_banner(session.worker(), log.back().error);
    return is_shown ? &log.back() : nullptr;
}

}  // namespace

std::string notice_words(const session::SessionView& session, const ViewState& view)
{
    const base::LogEntry* entry = view.status_notice.empty() ? shown_entry(session) : nullptr;
    return entry != nullptr ? entry->error.line() : view.status_notice;
}

void draw_status_line(PanelContext& context, const Rect& bar, const FrameTimes& frame_times)
{
    const Theme& theme = context.theme;
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(bar.min, bar.max, theme.panel);
    list->AddLine(bar.min, {bar.max.x, bar.min.y}, theme.panel_border);
    const float y = bar.centre().y - font_pixels(theme.small) / 2;
    float x = bar.min.x + 20 * theme.scale;
    const std::string words = left_words(context.session);
    draw_text(list, theme.small, {x, y}, theme.text_muted, words);
    x += text_width(theme.small, words) + 16 * theme.scale;
    if (!teaching::why_no_answers(context.session)) x = draw_progress(theme, context.session.progress(), bar, x);
    if (ImGui::IsMouseHoveringRect(bar.min, {x, bar.max.y}) && context.view.open_menu.empty())
        tooltip(theme, "Status", frame_words(frame_times));

    const std::string right = notice_words(context.session, context.view);
    ImU32 colour = theme.text;
    if (const base::LogEntry* entry = shown_entry(context.session);
        entry != nullptr && context.view.status_notice.empty())
        colour = entry->severity == base::Severity::error ? theme.error : theme.warning;
    if (right.empty()) return;
    const float room = bar.max.x - 20 * theme.scale - x - 20 * theme.scale;
    const float width = std::min(text_width(theme.small, right), room);
    const Rect place{{bar.max.x - 20 * theme.scale - width, bar.min.y}, {bar.max.x - 20 * theme.scale, bar.max.y}};
    const Touch touch = touch_area(context, "notice", place);
    draw_text_fitted(list, theme.small, {place.min.x, y}, colour, right, width + 1);
    if (touch.hovered) tooltip(theme, {}, right);
    if (touch.clicked)
        context.commands.post([](session::Session&, ViewState& view) {
            view.tab = "log";
            view.status_notice.clear();
        });
}

}  // namespace spillway::window
