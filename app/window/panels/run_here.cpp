#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "app/catalogue/launch_words.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/run_settings.h"
#include "app/model/interpreted_words.h"
#include "app/ptx/program.h"
#include "app/teaching/advice.h"
#include "app/teaching/availability.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/panels.h"
#include "app/window/panels/typed_rows.h"

namespace spillway::window {
namespace {

constexpr std::string_view argument_prefix = "here:argument:";
constexpr const char* grid_key = "here:grid";
constexpr const char* block_key = "here:block";
constexpr const char* shared_key = "here:shared";
constexpr std::size_t max_shown_lines = 8;

catalogue::RunSettings settings_of(const session::SessionView& session)
{
    return session.own_run() != nullptr ? session.own_run()->settings : catalogue::RunSettings{};
}

const catalogue::InterpretedArgument* find_argument(const session::OwnRun* run, std::string_view name)
{
    if (run == nullptr || !run->job) return nullptr;
    for (const catalogue::InterpretedArgument& argument : run->job->arguments)
        if (argument.name == name) return &argument;
    return nullptr;
}

/// Error if the typed text is not a valid setting of the launch.
std::optional<model::Error> setting_error(const session::OwnRun* run, const std::string& key, const std::string& typed)
{
    if (typed.empty()) return std::nullopt;
    if (key == grid_key || key == block_key) {
        const auto extents = catalogue::extents_in(typed);
        return extents ? std::nullopt : std::optional(extents.error());
    }
    const auto* argument = key == shared_key ? nullptr : find_argument(run, key.substr(argument_prefix.size()));
    if (argument != nullptr && argument->buffer >= 0) {
        const auto buffer = catalogue::buffer_setting(typed);
        return buffer ? std::nullopt : std::optional(buffer.error());
    }
    const auto number = catalogue::number_in_setting(typed);
    return number ? std::nullopt : std::optional(number.error());
}

/// Runs the kernel with the typed setting, or returns the reason why it cannot.
std::optional<model::Error> run_with(session::Session& session, const std::string& key, const std::string& typed)
{
    if (auto why = setting_error(session.view().own_run(), key, typed)) return why;
    catalogue::RunSettings settings = settings_of(session.view());
    if (key == grid_key) settings.grid = typed;
    if (key == block_key) settings.block = typed;
    if (key == shared_key) settings.shared = typed;
    if (key.starts_with(argument_prefix)) {
        const std::string name = key.substr(argument_prefix.size());
        if (typed.empty())
            settings.arguments.erase(name);
        else
            settings.arguments[name] = typed;
    }
    session.run_here(settings);
    return std::nullopt;
}

/// The faulting warp; empty if no thread caused the fault. `job` is the job that ran.
std::optional<catalogue::WarpPlace> warp_of(const model::Job& job, const model::InterpretedFault& fault)
{
    if (fault.block.size() != 3 || fault.thread.size() != 3 || model::is_interpreters(fault.kind)) return std::nullopt;
    const auto at = [](const std::vector<std::int64_t>& place, const std::int64_t(&extents)[3]) {
        return place[0] + extents[0] * (place[1] + extents[1] * place[2]);
    };
    return catalogue::WarpPlace{at(fault.block, job.grid),
                                static_cast<int>(at(fault.thread, job.block) / ptx::lane_count),
                                catalogue::WarpStop::fault, 1};
}

/// Link to the faulting warp's run, at the fault.
void draw_step_link(PanelContext& context, const model::Job& job, const std::vector<model::InterpretedFault>& faults,
                    std::size_t number)
{
    const auto found = warp_of(job, faults[number]);
    if (!found) return;
    catalogue::WarpPlace place = *found;
    for (std::size_t i = 0; i < number; ++i)
        if (const auto earlier = warp_of(job, faults[i]); earlier == found) ++place.number;
    ImGui::Indent(20 * context.theme.scale);
    if (link_text(context, context.theme.body, "here:warp" + std::to_string(number),
                  "Step through warp " + std::to_string(place.warp) + " of block " + teaching::grouped(place.block)))
        context.commands.post([place](session::Session& session, ViewState& view) {
            view.tab = "warp";
            show_warp_place(session, view, place);
        });
    ImGui::Unindent(20 * context.theme.scale);
}

void draw_fault(PanelContext& context, const model::InterpretedFault& fault, std::size_t number)
{
    const Theme& theme = context.theme;
    const ImU32 colour = fault.is_fatal ? theme.error : theme.warning;
    draw_text(theme.body_bold, colour, fault.is_fatal ? "\xc3\x97" : "!");
    ImGui::SameLine(0, 8 * theme.scale);
    const float room = ImGui::GetContentRegionAvail().x;
    const bool is_here = fault.line > 0 && fault.file == context.session.experiment().compiled_name;
    if (!is_here) return draw_text(theme.body, theme.text, fault.sentence, true);
    if (link_text(context, theme.body, "here:fault" + std::to_string(number), fault.sentence, room))
        context.commands.post([line = fault.line](session::Session&, ViewState& view) {
            view.tab = "code";
            view.source_jump = {line, view.source_jump.serial + 1};
        });
    if (ImGui::IsItemHovered()) tooltip(theme, "Show the line in the code");
}

void draw_verdict(const Theme& theme, const model::InterpretedRun& run, model::RunVerdict verdict)
{
    using enum model::RunVerdict;
    const std::string blocks = model::blocks_words(run);
    switch (verdict) {
        case clean: return draw_text(theme.heading, theme.good, "No fault found: " + blocks);
        case launch_refused: return draw_text(theme.heading, theme.error, "CUDA refuses this launch");
        case fault:
            return draw_text(
                theme.heading, theme.error,
                run.faults.size() == 1 ? "A fault was found" : std::to_string(run.faults.size()) + " faults found");
        case stopped:
        case not_run: return draw_text(theme.heading, theme.warning, "Not run to its end");
    }
}

void draw_faults(PanelContext& context, const model::InterpretedRun& run, const catalogue::InterpretedJob& made)
{
    const Theme& theme = context.theme;
    if (made.refusal) draw_text(theme.body, theme.warning, *made.refusal + ".", true);
    draw_verdict(theme, run, model::verdict_of(run, made.refusal.has_value()));
    if (run.faults.empty()) draw_text(theme.small, theme.text_muted, std::string(model::unchecked_words), true);
    for (std::size_t i = 0; i < run.faults.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        draw_fault(context, run.faults[i], i);
        copy_menu("fault", run.faults[i].sentence);
        if (const std::string note = catalogue::made_up_words(made, run.faults[i]); !note.empty())
            draw_text(theme.small, theme.text_muted, note + ": choose other values below", true);
        draw_step_link(context, made.job, run.faults, i);
        ImGui::PopID();
    }
}

void draw_pair(const Theme& theme, const std::string& label, const std::string& text)
{
    const float left = ImGui::GetCursorPosX();
    draw_text(theme.body, theme.text_muted, label);
    ImGui::SameLine(left + text_width(theme.body, "Divergent branches ") + 16 * theme.scale);
    draw_text(theme.body, theme.text, text, true);
}

void draw_costly_lines(PanelContext& context, const model::InterpretedRun& run)
{
    const Theme& theme = context.theme;
    section_heading(theme, "Lines with the most PTX instructions");
    for (std::size_t i = 0; i < std::min(max_shown_lines, run.lines.size()); ++i) {
        const model::InterpretedLine& line = run.lines[i];
        char share[32];
        std::snprintf(share, sizeof share, "%.3g %%", 100 * model::share_of(run, line));
        const bool is_here = line.file == context.session.experiment().compiled_name;
        const std::string name =
            is_here ? "line " + std::to_string(line.line) : line.file + ", line " + std::to_string(line.line);
        ImGui::PushID(static_cast<int>(i));
        if (!is_here) {
            draw_text(theme.body, theme.text, name);
        } else if (link_text(context, theme.body, "here:line" + std::to_string(i), name)) {
            context.commands.post([at = line.line](session::Session&, ViewState& view) {
                view.tab = "code";
                view.source_jump = {at, view.source_jump.serial + 1};
            });
        }
        ImGui::SameLine(0, 14 * theme.scale);
        draw_text(theme.body, theme.text_muted, share);
        ImGui::PopID();
    }
}

/// Ends the headings of counts and outputs if the run ended early.
std::string early_end_words(const model::InterpretedRun& run)
{
    return model::came_to_its_end(run) ? "" : ", until the run ended early";
}

void draw_outputs(const Theme& theme, const model::InterpretedRun& run)
{
    bool is_first = true;
    for (const model::InterpretedBuffer& buffer : run.buffers) {
        if (buffer.first_values.empty()) continue;
        if (std::exchange(is_first, false)) section_heading(theme, "First values that it wrote" + early_end_words(run));
        std::string values;
        for (const std::string& value : buffer.first_values) values += (values.empty() ? "" : "  ") + value;
        draw_pair(theme, buffer.name, values);
    }
    if (model::wrote_nan(run)) draw_text(theme.small, theme.text_muted, std::string(model::nan_words), true);
    if (run.printed.empty()) return;
    constexpr std::size_t max_shown_bytes = 4000;
    const std::string_view shown = utf8_prefix(run.printed, max_shown_bytes);
    const bool is_cut = run.is_print_cut || shown.size() < run.printed.size();
    section_heading(theme,
                    is_cut ? "Printed (the first " + model::format_count(static_cast<double>(shown.size())) + " bytes)"
                           : "Printed");
    draw_text(theme.code, theme.text, std::string(shown), true);
}

void draw_counts(const Theme& theme, const model::InterpretedRun& run)
{
    section_heading(theme, "Counted in the PTX" + early_end_words(run));
    for (const model::CountRow& row : model::count_rows(run)) draw_pair(theme, row.label, row.text);
}

class RunHereView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    void draw_head(PanelContext& context, const session::OwnRun* run);
    void draw_launch(PanelContext& context, const session::OwnRun& run);

    TypedRows rows_;
};

void RunHereView::draw_head(PanelContext& context, const session::OwnRun* run)
{
    const Theme& theme = context.theme;
    const bool is_running = run != nullptr && run->is_running();
    const char* label = is_running ? "Stop" : run == nullptr ? "Run it here" : "Run again";
    const Rect row = take_row(button_size(theme, label).y + 8 * theme.scale);
    if (button_at(context, "here:run", row.min, label, ButtonLook::plain,
                  "Runs this kernel on this machine's processor: Spillway interprets its PTX."))
        context.commands.post([is_running](session::Session& session, ViewState&) {
            is_running ? session.stop_here() : session.run_here(settings_of(session.view()));
        });
    const float left = row.min.x + button_size(theme, label).x + 14 * theme.scale;
    const float top = row.min.y + (button_size(theme, label).y - font_pixels(theme.body)) / 2;
    const std::string kernel = context.session.selection().focus;
    const bool is_old = run != nullptr && run->source_hash != catalogue::source_hash(context.session.experiment());
    const std::string words = is_running ? kernel + " runs \xe2\x80\xa6"
                              : is_old   ? kernel + ": the file has changed since"
                                         : kernel;
    draw_text_fitted(ImGui::GetWindowDrawList(), theme.body, {left, top}, is_old ? theme.warning : theme.text_muted,
                     words, row.max.x - left);
}

void RunHereView::draw_launch(PanelContext& context, const session::OwnRun& run)
{
    section_heading(context.theme, "Launch");
    if (const std::string which = run.job ? catalogue::which_launch_words(*run.job) : ""; !which.empty())
        draw_text(context.theme.small, context.theme.text_muted, "As the file says: " + which, true);
    const catalogue::RunSettings& typed = run.settings;
    const auto shown = [&](std::string (*words)(const catalogue::InterpretedJob&)) {
        return run.job ? words(*run.job) : std::string("as the file says");
    };
    rows_.draw(context, run_with,
               {grid_key, "Grid", typed.grid, shown(catalogue::grid_words),
                "Blocks: 64 or 8,8. Empty: as the file says. Enter runs the kernel."});
    rows_.draw(context, run_with,
               {block_key, "Block", typed.block, shown(catalogue::block_words),
                "Threads of a block: 256 or 16,16. Empty: as the file says. Enter runs the kernel."});
    rows_.draw(context, run_with,
               {shared_key, "Dynamic shared memory", typed.shared, shown(catalogue::shared_words),
                "Bytes of a block. Empty: as the file says. Enter runs the kernel."});
    if (!run.job) return;
    for (const catalogue::InterpretedArgument& argument : run.job->arguments) {
        const auto value = typed.arguments.find(argument.name);
        const std::string help =
            argument.buffer < 0
                ? std::string("A number. Empty: as the file says, or made up. Enter runs the kernel.")
                : std::string(
                      "Elements and filling: 4096, 4096:random, :integers:0:255, :ramp:0:0.5, :constant:1, "
                      ":bytes, :permutation or :zero. Empty: as the file says, or made up. Enter runs the "
                      "kernel.");
        rows_.draw(
            context, run_with,
            {std::string(argument_prefix) + argument.name, argument.name,
             value == typed.arguments.end() ? "" : value->second, catalogue::argument_words(*run.job, argument), help});
    }
}

void RunHereView::draw(PanelContext& context)
{
    const model::Experiment& file = context.session.experiment();
    if (!file.is_plain()) return draw_empty(context.theme, "Open a .cu of your own to run its kernels here.");
    if (!file.origin.trusted)
        return draw_empty(context.theme, teaching::compiles_own_code(context.session)
                                             ? "Trust this file first: running a kernel here compiles the file."
                                             : "There is no compiler here, so none of its kernels can be run.");
    const session::OwnRun* run = context.session.own_run();
    draw_head(context, run);
    if (run == nullptr) return;
    if (run->error) draw_error(context.theme, *run->error);
    if (run->run && run->job) draw_faults(context, *run->run, *run->job);
    draw_launch(context, *run);
    if (!run->run) return;
    draw_outputs(context.theme, *run->run);
    draw_counts(context.theme, *run->run);
    draw_costly_lines(context, *run->run);
}

}  // namespace

const Panel run_here_panel{"run_here", "Run here", PanelPlace::tab, open_view<RunHereView>};

}  // namespace spillway::window
