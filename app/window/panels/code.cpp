#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/charts/cliffs.h"
#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/instructions.h"
#include "app/window/kit/actions.h"
#include "app/window/kit/compat.h"
#include "app/window/kit/cover.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/code/code_buttons.h"
#include "app/window/panels/code/code_diff.h"
#include "app/window/panels/code/code_editor.h"
#include "app/window/panels/code/code_find.h"
#include "app/window/panels/code/code_lane.h"
#include "app/window/panels/code/code_links.h"
#include "app/window/panels/code/code_places.h"
#include "app/window/panels/code/code_texts.h"
#include "app/window/panels/exercise_card.h"
#include "app/window/panels/panels.h"
#include "app/worker_client/program_run.h"

namespace spillway::window {
namespace {

// Smallest widths for two columns side by side, in characters over both.
constexpr int min_beside = 70, min_filled = 2 * 76;
constexpr int min_with_control = 2 * 66;  ///< with waits, registers and a control code before each instruction

struct State {
    CodeKind show = CodeKind::ptx;    ///< right column
    bool narrow_shows_source = true;  ///< if only one column has room: the source
    bool is_alone = false;            ///< in present mode, one column fills the window in larger type
    SourceText source;
    GeneratedText ptx, sass;
    CodeDiff diff;
    CodeFind find;
    CodePlaces places;
    CodeEditor editor;
    bool is_editing = false;     ///< takes effect when the experiment is the user's own
    bool shows_control = false;  ///< control codes beside SASS
    std::uint64_t revision = ~std::uint64_t{0};
    const model::Listing* listing = nullptr;
    std::uint64_t jumped = 0;  ///< serial of the last jump that was followed
};

/// Null while questions cover the code.
const model::Listing* uncovered_listing(const PanelContext& context)
{
    const teaching::Covers covers = covers_of(context.session, context.view);
    return covers.hides_code() || covers.hides_outcome() ? nullptr : context.session.listing();
}

void refresh(State& state, const PanelContext& context)
{
    const session::SessionView& session = context.session;
    const model::Listing* listing = uncovered_listing(context);
    if (state.revision == session.revision() && state.listing == listing) return;
    state.revision = session.revision();
    state.listing = listing;
    refresh_source(state.source, session, listing);
    if (listing == nullptr) return clear_lanes(state.source);
    refresh_generated(state.ptx, listing->ptx, focused_kernel(session));
    if (listing->sass) refresh_generated(state.sass, *listing->sass, focused_kernel(session));
    refresh_lanes(state.source, state.ptx, state.sass, session, *listing);
}

/// Scrolls to the line that another panel asked for.
void follow_jump(State& state, const SourceJump& jump)
{
    if (jump.serial == state.jumped) return;
    state.jumped = jump.serial;
    state.narrow_shows_source = true;
    state.source.column.select(jump.line - 1, jump.line - 1);
    state.source.column.scroll_to = jump.line - 1;
}

/// Marks the rows at which the tab Warp's warp is, if that warp has run.
void mark_warp(const PanelContext& context, State& state)
{
    CodeColumn &source = state.source.column, &ptx = state.ptx.column;
    const int source_before = source.cursor, ptx_before = ptx.cursor;
    source.cursor = ptx.cursor = -1;
    const model::Listing* listing = uncovered_listing(context);
    const WarpDesk& desk = *context.view.warp_desk;
    const bool has_run = listing != nullptr && context.view.warp_of == shown_code(context.session) &&
                         desk.run() != nullptr && desk.run()->trace().size() > 0 && !desk.is_stale();
    if (!has_run) return;
    const ptx::Instruction& in = *desk.run()->trace().step(desk.step(context.view.warp)).instruction;
    if (in.source_line > 0 && in.source_line <= source.rows) source.cursor = in.source_line - 1;
    for (std::size_t i = 0; i < listing->ptx.size(); ++i)
        if (listing->ptx[i].module_line == in.line) ptx.cursor = static_cast<int>(i);
    if (source.cursor >= 0 && source.cursor != source_before) source.scroll_to = source.cursor;
    if (ptx.cursor >= 0 && ptx.cursor != ptx_before) ptx.scroll_to = ptx.cursor;
}

/// The tabs Warp and Access follow the learner's click in the code.
void choose_line(PanelContext& context, int source_line, int module_line)
{
    context.commands.post([source_line, module_line](session::Session& session, ViewState& view) {
        view.code_line = {shown_code(session.view()), source_line, module_line, view.code_line.serial + 1};
    });
}

/// Tooltip for the mangled name or the instruction under the mouse.
void draw_code_help(const PanelContext& context, const CodeColumn& column, const GeneratedText* text)
{
    const Theme& theme = context.theme;
    if (column.hovered < 0 || ImGui::IsMouseDown(0) || column.over != CodeColumn::Over::text) return;
    const std::string_view line = column.row(column.hovered).text;
    if (column.hovered_byte >= line.size()) return;
    if (text != nullptr)
        for (const teaching::MangledName& name : text->lines[column.hovered].names)
            if (column.hovered_byte >= name.begin && column.hovered_byte < name.end)
                return tooltip(theme, name.signature, name.mangled);
    const std::string_view opcode = teaching::opcode_at(column.language, line, column.hovered_byte);
    if (opcode.empty()) return;
    const auto help = teaching::instruction_help(column.language, opcode);
    if (!help) return;
    tooltip(theme, help->title, help->text);
    context.items.note("help:" + help->title, {});
}

bool is_editing(const PanelContext& context, const State& state)
{
    // A file that the editor holds stays in it when another folder, not trusted yet, replaces the file's folder.
    const model::Experiment& experiment = context.session.experiment();
    return state.is_editing && context.session.is_own() &&
           (experiment.origin.trusted || state.editor.file() == experiment.source_file);
}

/// The editor, or the source column while the file is not edited or cannot be.
void draw_source(PanelContext& context, State& state, const LinkedCode& shown, ImVec2 size)
{
    if (!is_editing(context, state)) {
        state.editor.close(context.commands);
    } else {
        const float top = ImGui::GetCursorPosY();
        if (state.editor.draw(context, state.source, size)) return;
        size.y -= ImGui::GetCursorPosY() - top;
    }
    if (draw_code_column(context, state.source.column, size)) {
        shown.follow_source();
        choose_line(context, state.source.column.head + 1, 0);
    }
    draw_lane_help(context, state.source.column, nullptr);
}

/// True if the current setting does not compile, so no code will come.
bool fails_to_compile(const session::SessionView& session)
{
    const model::RunResult* result = focused_result(session);
    return result != nullptr && result->status == model::Status::compile_error && !focused_is_stale(session);
}

std::string no_code_words(const model::RunResult& refused)
{
    if (refused.compile_stopped) return "No code: " + charts::failure_words(refused) + ".";
    return "The kernel does not compile; the source shows where.";
}

/// PTX or SASS, or the reason why there is none.
void draw_generated(PanelContext& context, State& state, const LinkedCode& shown, ImVec2 size)
{
    if (shown.generated != nullptr) {
        if (draw_code_column(context, shown.generated->column, size)) {
            shown.follow_generated();
            const int row = std::max(0, shown.generated->column.head);
            const model::ListingLine& line = (*shown.lines)[static_cast<std::size_t>(row)];
            choose_line(context, line.source_line, line.module_line.value_or(0));
        }
        if (draw_lane_help(context, shown.generated->column, shown.lines)) return;
        return draw_code_help(context, shown.generated->column, shown.generated);
    }
    const model::Listing* listing = uncovered_listing(context);
    const bool is_covered = listing == nullptr && context.session.listing() != nullptr;
    const bool no_sass = listing != nullptr && state.show == CodeKind::sass;
    ImGui::BeginChild("no listing", size);
    if (no_sass) {
        const bool has_reason = !listing->sass_reason.empty();
        draw_error(context.theme, {"There is no SASS to show.", "",
                                   has_reason ? listing->sass_reason
                                              : "Install nvdisasm or cuobjdump (they come with the CUDA toolkit)."});
    } else if (is_covered) {
        draw_cover(context, "code");
    } else if (context.session.listing_error()) {
        draw_error(context.theme, *context.session.listing_error());
    } else {
        const auto why_none = teaching::why_no_answers(context.session);
        draw_empty(context.theme, why_none                            ? *why_none
                                  : fails_to_compile(context.session) ? no_code_words(*focused_result(context.session))
                                                                      : "The compiler is at work.");
    }
    ImGui::EndChild();
}

/// Switches for the generated code, and for the source if only one column has room.
void draw_switch(PanelContext& context, State& state, bool has_source_switch, bool fits_beside)
{
    const Theme& theme = context.theme;
    const bool is_filled = context.view.filled != Part::none;
    if (context.view.present && is_filled && fits_beside) {
        if (switch_button(context, "code:beside", "Side by side", !state.is_alone)) state.is_alone = !state.is_alone;
        ImGui::SameLine();
    }
    if (has_source_switch) {
        if (switch_button(context, "code:source", "Source", state.narrow_shows_source))
            state.narrow_shows_source = true;
        ImGui::SameLine();
    }
    const auto button = [&](const char* label, CodeKind show) {
        const bool is_on = state.show == show && (!has_source_switch || !state.narrow_shows_source);
        if (switch_button(context, std::string("code:") + label, label, is_on)) {
            state.show = show;
            state.narrow_shows_source = false;
        }
    };
    button("PTX", CodeKind::ptx);
    ImGui::SameLine();
    button("SASS", CodeKind::sass);
    const bool has_control = state.show == CodeKind::sass && !state.sass.controls.empty();
    if (has_control) {
        ImGui::SameLine();
        if (switch_button(context, "code:control", "Control codes", state.shows_control)) {
            state.shows_control = !state.shows_control;
            state.narrow_shows_source = false;  // they may leave room for this column alone
        }
    }
    if (uncovered_listing(context) != nullptr) draw_waits_switch(context, state.sass.column.waits.has_value());
    // In present mode a pane has room for these buttons only while it fills the window.
    const bool is_short = context.view.present && !is_filled;
    if (!is_short) {
        state.diff.draw_choice(context);
        draw_own_buttons(context, state.is_editing);
    }
    ImGui::SameLine();
    if (switch_button(context, "code:find", "Find", context.view.finding))
        context.commands.post(
            [](session::Session&, ViewState& view) { view.finding = view.find_is_new = !view.finding; });
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    std::string name = shown_name(*context.session.experiment().find_variant(context.session.selection().focus));
    if (context.session.listing() != nullptr && context.session.listing_is_stale() &&
        !fails_to_compile(context.session))
        name += std::string(" · ") + teaching::stale_words(context.session);
    // A name cut to a few letters is left out, except that a pane in present mode has nothing else that names the
    // variant.
    const float width = text_width(theme.small, name);
    const float least = (is_short ? 5.0F : 12.0F) * font_pixels(theme.small);
    if (const float room = ImGui::GetContentRegionAvail().x; room >= std::min(width, least)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float y = at.y + (ImGui::GetFrameHeight() - font_pixels(theme.small)) / 2;
        draw_text_fitted(ImGui::GetWindowDrawList(), theme.small, {at.x, y}, theme.text_muted, name, room);
    }
    ImGui::NewLine();
}

Places places_in_diff(const Theme& theme, State& state)
{
    return {&state.diff.changes(), &state.diff.column(), state.diff.summary(), theme.text_muted};
}

Places places_of_local(const PanelContext& context, State& state)
{
    Places places{nullptr, nullptr, {}, context.theme.text_muted};
    const model::Listing* listing = uncovered_listing(context);
    if (listing == nullptr) return places;
    const bool sass = state.show == CodeKind::sass && listing->sass.has_value();
    GeneratedText& text = sass ? state.sass : state.ptx;
    places.text = teaching::local_summary(text.index, listing->local_source_lines, sass ? "SASS" : "PTX");
    const model::RunResult* result = focused_result(context.session);
    // ptxas allocates the stack frame after the PTX is written.
    const bool only_ptxas = !sass && text.index.local_rows.empty() && result != nullptr && result->compile &&
                            result->compile->stack_frame_bytes > 0 && !context.session.listing_is_stale();
    if (only_ptxas)
        places.text += " ptxas put " + model::format_bytes(static_cast<double>(result->compile->stack_frame_bytes)) +
                       " there afterwards: the SASS shows where.";
    if (text.index.local_rows.empty()) return places;
    places.color = context.theme.local_highlight_text;
    places.rows = &text.index.local_rows;
    places.column = &text.column;
    return places;
}

class CodeView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    /// Draws frames until a pause in typing has saved the text.
    [[nodiscard]] bool is_animating() const override { return state_.editor.waits_for_rest(); }
    void leave(Commands& commands, Leaving leaving) override
    {
        if (leaving == Leaving::window) return state_.editor.close(commands);
        state_.editor.save(commands);
    }

private:
    LinkedCode shown(const PanelContext& context);
    [[nodiscard]] bool fits_beside(const PanelContext& context) const;
    [[nodiscard]] bool is_wide(const PanelContext& context) const;
    void draw_code(PanelContext& context, bool is_wide);
    void draw_columns(PanelContext& context, const LinkedCode& shown, bool is_wide, float height);
    void draw_border(PanelContext& context, float width, ImVec2 from, float height);

    State state_;
};

LinkedCode CodeView::shown(const PanelContext& context)
{
    const model::Listing* listing = uncovered_listing(context);
    if (listing == nullptr) return {state_.source};
    if (state_.show != CodeKind::sass) return {state_.source, &state_.ptx, &listing->ptx};
    if (!listing->sass) return {state_.source};
    return {state_.source, &state_.sass, &*listing->sass};
}

/// The border between source and generated code: a drag moves it, a double click centres it.
void CodeView::draw_border(PanelContext& context, float width, ImVec2 from, float height)
{
    const float gap = context.theme.padding;
    ImGui::SetCursorScreenPos({from.x + width, from.y});
    ImGui::InvisibleButton("##source border", {gap, height});
    const Rect rect{{from.x + width, from.y}, {from.x + width + gap, from.y + height}};
    context.items.note("border:source", rect);
    const bool held = ImGui::IsItemActive();
    if (!held && !ImGui::IsItemHovered()) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const float middle = rect.centre().x, thin = std::max(1.0F, 1.5F * context.theme.scale);
    fill_rounded(ImGui::GetWindowDrawList(), context.theme, {middle - thin, rect.min.y}, {middle + thin, rect.max.y},
                 held ? context.theme.accent : context.theme.panel_border, thin);
    const float room = ImGui::GetContentRegionMax().x - ImGui::GetCursorStartPos().x;
    const float share = (ImGui::GetMousePos().x - from.x) / std::max(room, 1.0F);
    if (ImGui::IsMouseDoubleClicked(0))
        context.commands.post([](session::Session&, ViewState& view) { view.borders.source = 0; });
    else if (held && ImGui::IsMouseDragging(0, 2))
        context.commands.post(
            [to = std::clamp(share, 0.15F, 0.85F)](session::Session&, ViewState& view) { view.borders.source = to; });
}

void CodeView::draw_columns(PanelContext& context, const LinkedCode& shown, bool is_wide, float height)
{
    if (is_wide) {
        const float share = context.view.borders.source > 0 ? context.view.borders.source : 0.5F;
        const float gap = context.theme.padding;
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float width = std::round((ImGui::GetContentRegionAvail().x - gap) * share);
        draw_border(context, width, from, height);
        ImGui::SetCursorScreenPos(from);
        draw_source(context, state_, shown, {width, height});
        // A message above the source does not move the other column.
        ImGui::SetCursorScreenPos({from.x + width + gap, from.y});
        draw_generated(context, state_, shown, {0, height});
    } else if (state_.narrow_shows_source) {
        draw_source(context, state_, shown, {0, height});
    } else {
        draw_generated(context, state_, shown, {0, height});
    }
}

/// True if source and generated code fit side by side. In a part that fills the window both columns need room for whole
/// lines. In present mode the speaker chooses instead; only control codes still need their width.
bool CodeView::fits_beside(const PanelContext& context) const
{
    const bool is_filled = context.view.filled != Part::none;
    const bool is_chosen = context.view.present && is_filled;
    const bool has_control = state_.show == CodeKind::sass && state_.shows_control && !state_.sass.controls.empty();
    const int least = std::max(is_chosen ? 0 : is_filled ? min_filled : min_beside, has_control ? min_with_control : 0);
    const float character = text_size(is_chosen ? context.theme.plain.code : context.theme.code, "0").x;
    return ImGui::GetContentRegionAvail().x > static_cast<float>(least) * character;
}

bool CodeView::is_wide(const PanelContext& context) const
{
    // In the browser nothing compiles a plain file, so it has no generated code.
    if (context.session.experiment().is_plain() && !worker_client::can_run_programs()) return false;
    const bool is_chosen = context.view.present && context.view.filled != Part::none;
    return fits_beside(context) && !(is_chosen && state_.is_alone);
}

void CodeView::draw(PanelContext& context)
{
    if (context.view.present && context.view.filled == Part::none) {
        const Theme theme = dense_theme(context.theme);
        PanelContext dense = context.with(theme);
        return draw_code(dense, is_wide(dense));
    }
    const bool is_wide = this->is_wide(context);
    if (!is_wide || context.theme.code == context.theme.plain.code) return draw_code(context, is_wide);
    // Two columns need the width, so the type is not magnified.
    const Theme theme = plain_theme(context.theme);
    PanelContext beside = context.with(theme);
    push_font(theme.body);
    draw_code(beside, is_wide);
    ImGui::PopFont();
}

void CodeView::draw_code(PanelContext& context, bool is_wide)
{
    refresh(state_, context);
    follow_jump(state_, context.view.source_jump);
    const bool is_covered = uncovered_listing(context) != context.session.listing();
    const bool is_diff = state_.diff.is_on(context.session) && !is_covered;
    if (context.view.wants_editor) {
        state_.is_editing = state_.narrow_shows_source = true;
        context.commands.post([](session::Session&, ViewState& view) { view.wants_editor = false; });
    }
    draw_switch(context, state_, !is_wide || is_diff, fits_beside(context));
    if (context.session.experiment().exercise)
        is_editing(context, state_) ? draw_exercise_bar(context) : draw_exercise_strip(context);
    state_.find.draw(context);

    const bool shows_source = state_.narrow_shows_source;
    const LinkedCode now = shown(context);
    for (CodeColumn* column : {&state_.source.column, &state_.ptx.column, &state_.sass.column})
        column->shows_waits = context.view.waits.value_or(true);
    now.prepare(state_.show == CodeKind::sass ? teaching::Language::sass : teaching::Language::ptx,
                context.session.listing_is_stale());
    mark_warp(context, state_);
    state_.sass.column.shows_control = state_.shows_control && !state_.sass.controls.empty();
    if (now.generated == &state_.sass) refresh_arrows(state_.sass.column, *now.lines);
    std::vector<CodeColumn*> columns;
    if (is_diff) {
        state_.diff.refresh(context.session, shows_source ? CodeKind::source : state_.show);
        state_.diff.prepare(context.theme);
        columns = {&state_.diff.column()};
    } else {
        if (is_wide || shows_source) columns.push_back(&state_.source.column);
        if ((is_wide || !shows_source) && now.generated != nullptr) columns.push_back(&now.generated->column);
    }
    state_.find.apply(context, columns);

    const model::Listing* listing = is_diff ? nullptr : uncovered_listing(context);
    // In present mode an unfilled pane has one row at its foot; F fills the window and shows both.
    const bool has_lane_foot = listing != nullptr && !(context.view.present && context.view.filled == Part::none);
    const float foot = ImGui::GetFrameHeight() + (has_lane_foot ? 2.0f : 1.0f) * ImGui::GetStyle().ItemSpacing.y;
    const float feet = foot + (has_lane_foot ? ImGui::GetFrameHeightWithSpacing() : 0);
    const float height = std::max(ImGui::GetContentRegionAvail().y - feet, 3 * foot);
    const bool is_source_drawn = !is_diff && (is_wide || shows_source);
    if (!is_source_drawn) state_.editor.save(context.commands);
    if (is_diff) {
        draw_code_column(context, state_.diff.column(), {0, height});
        draw_code_help(context, state_.diff.column(), nullptr);
    } else {
        draw_columns(context, now, is_wide, height);
    }
    const Places places = is_diff ? places_in_diff(context.theme, state_) : places_of_local(context, state_);
    if (state_.places.draw(context, places) && !is_diff) {
        state_.narrow_shows_source = state_.narrow_shows_source && is_wide;
        now.follow_generated();
    }
    if (has_lane_foot && draw_lane_foot(context, *listing,
                                        is_wide || shows_source    ? state_.source.column
                                        : now.generated != nullptr ? now.generated->column
                                                                   : state_.source.column)) {
        if (is_wide || shows_source)
            now.follow_source();
        else
            now.follow_generated();
    }
    if (context.view.code_keys.any())
        context.commands.post([](session::Session&, ViewState& view) { view.code_keys = {}; });
}

}  // namespace

const Panel code_panel{"code", "Code", PanelPlace::tab, open_view<CodeView>, PresentHeight::whole};

}  // namespace spillway::window
