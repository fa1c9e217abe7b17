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

/// The compiler of the visible result. Without a current one the worker's compiler: nvcc, if it is available, for a
/// whole file, else NVRTC.
std::string compiler_words(const session::SessionView& session)
{
    const worker_client::WorkerStatus& worker = session.worker();
    if (!worker.hello) return {};
    const bool is_by_nvcc = session.experiment().is_whole_file && worker.hello->nvcc && worker.hello->nvcc->available;
    if (!is_by_nvcc && !worker.hello->compiler.available) return {};
    const model::RunResult* shown = focused_result(session);
    const bool has_compiler = shown != nullptr && shown->compile && !shown->compile->compiler.empty();
    if (has_compiler && !focused_is_stale(session)) return shown->compile->compiler;
    if (is_by_nvcc) return "nvcc " + worker.hello->nvcc->version;
    const std::string& version = worker.hello->compiler.version;
    return version.find_first_not_of("0123456789.") == std::string::npos ? "NVRTC " + version : version;
}

/// "NVRTC 13.0.88 · sm_90 · answer in 47 ms"
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

std::string progress_words(const session::Progress& progress)
{
    return "curve " + model::grouped(std::to_string(progress.done)) + " of " +
           model::grouped(std::to_string(progress.total));
}

constexpr float bar_width = 90, bar_gap = 8;

float progress_width(const Theme& theme, const session::Progress& progress)
{
    if (progress.total <= 0) return 0;
    const float bar = progress.done < progress.total ? bar_width + 14 : 0;
    return text_width(theme.small, progress_words(progress)) + (bar_gap + bar) * theme.scale;
}

void draw_progress(const Theme& theme, const session::Progress& progress, const Rect& bar, float x)
{
    ImDrawList* list = ImGui::GetWindowDrawList();
    const std::string words = progress_words(progress);
    const float y = bar.centre().y - font_pixels(theme.small) / 2;
    draw_text(list, theme.small, {x, y}, theme.text_muted, words);
    x += text_width(theme.small, words) + bar_gap * theme.scale;
    if (progress.done >= progress.total) return;
    const float width = bar_width * theme.scale, half = 2.5f * theme.scale, middle = bar.centre().y;
    const float done = width * static_cast<float>(progress.done) / static_cast<float>(progress.total);
    fill_rounded(list, theme, {x, middle - half}, {x + width, middle + half}, theme.panel_border, half);
    fill_rounded(list, theme, {x, middle - half}, {x + std::max(done, 2 * half), middle + half}, theme.accent, half);
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

/// True if the banner shows the error already.
bool is_in_banner(const worker_client::WorkerStatus& worker, const model::Error& error)
{
    return worker.state != worker_client::WorkerState::ready && worker.trouble && worker.trouble->what == error.what;
}

/// The log's last entry if it belongs in the status line: a warning or error that the banner does not show; else null.
const base::LogEntry* shown_entry(const session::SessionView& session)
{
    const auto& log = session.log();
    const bool is_shown = !log.empty() && log.back().severity != base::Severity::info &&
                          !is_in_banner(session.worker(), log.back().error);
    return is_shown ? &log.back() : nullptr;
}

constexpr float side = 20;  ///< free at both ends of the line

/// Draws "Not saved" as long as settings or progress cannot be saved. Returns the left edge of the rest of the line.
float draw_not_kept(PanelContext& context, const Rect& bar, float x)
{
    if (!context.view.why_not_kept) return x;
    constexpr std::string_view words = "Not saved";
    const Theme& theme = context.theme;
    const float radius = 5 * theme.scale, text = x + 2 * radius + 5 * theme.scale;
    const float end = text + text_width(theme.small, words);
    const Touch touch = touch_area(context, "not_kept", {{x, bar.min.y}, {end, bar.max.y}});
    draw_mark(ImGui::GetWindowDrawList(), theme, {x + radius, bar.centre().y}, radius, Mark::no);
    draw_text(ImGui::GetWindowDrawList(), theme.small, {text, bar.centre().y - font_pixels(theme.small) / 2},
              theme.warning, words);
    if (touch.hovered || touch.focused) tooltip(theme, words, *context.view.why_not_kept);
    if (touch.clicked)
        context.commands.post(
            [](session::Session&, ViewState& view) { view.status_notice = view.why_not_kept.value_or(""); });
    return end + 16 * theme.scale;
}

/// The compiler, its target and the curves' progress, as far as there is room.
void draw_state(PanelContext& context, const Rect& bar, float x, float right, const FrameTimes& frame_times)
{
    const Theme& theme = context.theme;
    const float begin = x, y = bar.centre().y - font_pixels(theme.small) / 2;
    const std::string words = left_words(context.session);
    x += draw_text_fitted(ImGui::GetWindowDrawList(), theme.small, {x, y}, theme.text_muted, words, right - x);
    x += 16 * theme.scale;
    const session::Progress progress = context.session.progress();
    if (const float width = progress_width(theme, progress);
        width > 0 && x + width <= right && !teaching::why_no_answers(context.session)) {
        draw_progress(theme, progress, bar, x);
        x += width;
    }
    if (ImGui::IsMouseHoveringRect({begin, bar.min.y}, {x, bar.max.y}) && context.view.open_menu.empty())
        tooltip(theme, "Status", frame_words(frame_times));
}

/// Width of the line's whole state.
float state_width(const PanelContext& context)
{
    const Theme& theme = context.theme;
    const bool has_progress = !teaching::why_no_answers(context.session);
    return text_width(theme.small, left_words(context.session)) + 16 * theme.scale +
           (has_progress ? progress_width(theme, context.session.progress()) : 0);
}

/// Draws a notice that is wider than the line: the line grows upwards, over the panels, while the notice is shown.
void draw_tall_notice(PanelContext& context, const Rect& bar, const std::string& words)
{
    const Theme& theme = context.theme;
    const float margin = side * theme.scale, width = bar.width() - 2 * margin;
    const float pad = std::round((bar.height() - font_pixels(theme.small)) / 2);
    const float height = std::round(wrapped_height(theme.small, words, width)) + 2 * pad;
    const Rect place{{bar.min.x, bar.max.y - height}, bar.max};
    ImGui::SetCursorScreenPos(place.min);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
    begin_child("##notice", {place.width(), place.height()}, ImGuiWindowFlags_NoScrollbar);
    ImGui::PopStyleVar();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(place.min, place.max, theme.panel);
    list->AddLine(place.min, {place.max.x, place.min.y}, theme.accent, std::max(1.0f, theme.scale));
    const Touch touch = touch_area(context, "notice", place);
    draw_text_wrapped(list, theme.small, {place.min.x + margin, place.min.y + pad}, theme.text, words, width);
    ImGui::EndChild();
    if (touch.clicked) context.commands.post([](session::Session&, ViewState& view) { view.status_notice.clear(); });
}

/// Draws the message at the right end. A click removes a notice; for a log entry it opens the log.
void draw_notice(PanelContext& context, const Rect& bar, const std::string& words, float room, ImU32 colour)
{
    const Theme& theme = context.theme;
    const float right = bar.max.x - side * theme.scale, width = std::min(text_width(theme.small, words), room);
    const Rect place{{right - width, bar.min.y}, {right, bar.max.y}};
    const Touch touch = touch_area(context, "notice", place);
    const float y = bar.centre().y - font_pixels(theme.small) / 2;
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.small, {place.min.x, y}, colour, words, width + 1);
    if (touch.hovered || touch.focused) tooltip(theme, {}, words);
    if (touch.clicked)
        context.commands.post([](session::Session&, ViewState& view) {
            if (view.status_notice.empty()) view.tab = "log";
            view.status_notice.clear();
        });
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
    const float right = bar.max.x - side * theme.scale, gap = side * theme.scale;
    const float x = draw_not_kept(context, bar, bar.min.x + side * theme.scale);
    const std::string notice = notice_words(context.session, context.view);
    if (notice.empty()) return draw_state(context, bar, x, right, frame_times);

    const base::LogEntry* const entry = context.view.status_notice.empty() ? shown_entry(context.session) : nullptr;
    const ImU32 colour = entry == nullptr                           ? theme.text
                         : entry->severity == base::Severity::error ? theme.error
                                                                    : theme.warning;
    const float wanted = text_width(theme.small, notice), beside = right - x - gap - state_width(context);
    if (wanted <= beside) {
        draw_state(context, bar, x, right - wanted - gap, frame_times);
        return draw_notice(context, bar, notice, beside, colour);
    }
    if (wanted > right - x && entry == nullptr) return draw_tall_notice(context, bar, notice);
    draw_notice(context, bar, notice, right - x, colour);
}

}  // namespace spillway::window
