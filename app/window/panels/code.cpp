#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/instructions.h"
#include "app/window/kit/flow.h"
#include "app/window/kit/widgets.h"
#include "app/window/panels/code_diff.h"
#include "app/window/panels/code_editor.h"
#include "app/window/panels/code_find.h"
#include "app/window/panels/code_texts.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

struct State {
    CodeKind show = CodeKind::ptx;    ///< right column
    bool narrow_shows_source = true;  ///< where only one column has room
    SourceText source;
    GeneratedText ptx, sass;
    CodeDiff diff;
    CodeFind find;
    CodeEditor editor;
    bool is_editing = false;  ///< as soon as the experiment is one's own
    int place_step = 0;  ///< asked for by a button
    std::uint64_t revision = ~std::uint64_t{0};
    const model::Listing* listing = nullptr;
    std::uint64_t jumped = 0;  ///< serial of the last jump that was followed
};

/// What is on the screen in this frame.
struct Shown {
    const model::Listing* listing = nullptr;
    GeneratedText* generated = nullptr;                     ///< null where there is none to show
    const std::vector<model::ListingLine>* lines = nullptr;  ///< its listing
    bool source_is_visible = true, generated_is_visible = true;
};

void refresh(State& state, const session::Session& session)
{
    const model::Listing* listing = session.listing();
    if (state.revision == session.revision() && state.listing == listing) return;
    state.revision = session.revision();
    state.listing = listing;
    refresh_source(state.source, session, listing);
    if (listing == nullptr) return;
    refresh_generated(state.ptx, listing->ptx, focused_kernel(session));
    if (listing->sass) refresh_generated(state.sass, *listing->sass, focused_kernel(session));
}

/// To a line that another panel wants seen.
void follow_jump(State& state, const SourceJump& jump)
{
    if (jump.serial == state.jumped) return;
    state.jumped = jump.serial;
    state.narrow_shows_source = true;
    state.source.column.select(jump.line - 1, jump.line - 1);
    state.source.column.scroll_to = jump.line - 1;
}

/// Whether a generated line came from one of the source rows that are selected, or else hovered.
bool follows(const CodeColumn& source, int source_line)
{
    if (source_line <= 0) return false;
    if (source.anchor >= 0) return source.is_selected(source_line - 1);
    return source.hovered == source_line - 1;
}

/// The other way: whether a selected or hovered generated row came from this source line.
bool leads_to(const CodeColumn& generated, const std::vector<model::ListingLine>& lines, int source_row)
{
    const auto comes_from = [&](int row) {
        return row >= 0 && row < static_cast<int>(lines.size()) && lines[row].source_line == source_row + 1;
    };
    if (generated.anchor < 0) return comes_from(generated.hovered);
    const int first = std::min(generated.anchor, generated.head), last = std::max(generated.anchor, generated.head);
    for (int row = first; row <= last; ++row)
        if (comes_from(row)) return true;
    return false;
}

void prepare_source(State& state, const Shown& shown)
{
    SourceText& text = state.source;
    text.column.id = "source";
    text.column.language = teaching::Language::cuda;
    text.column.rows = static_cast<int>(text.lines.size());
    text.column.row = [&text, shown](int at) {
        const bool linked = shown.generated != nullptr && leads_to(shown.generated->column, *shown.lines, at);
        CodeRow row{text.lines[at], text.touches_local[at], text.belongs[at], linked, text.starts_in_comment[at]};
        row.error = text.errors[at];
        return row;
    };
    text.column.marks.clear();
    for (int i = 0; i < text.column.rows; ++i) {
        if (text.touches_local[i]) text.column.marks.push_back({i, CodeMark::Kind::local});
        if (!text.errors[i].empty()) text.column.marks.push_back({i, CodeMark::Kind::error});
    }
}

void prepare_generated(const session::Session& session, State& state, const Shown& shown)
{
    GeneratedText& text = *shown.generated;
    const CodeColumn& source = state.source.column;
    const bool is_ptx = &text == &state.ptx;
    text.column.id = is_ptx ? "ptx" : "sass";
    text.column.language = is_ptx ? teaching::Language::ptx : teaching::Language::sass;
    text.column.rows = static_cast<int>(text.lines.size());
    text.column.is_stale = session.listing_is_stale();
    text.column.row = [&text, &source, lines = shown.lines](int at) {
        const model::ListingLine& line = (*lines)[at];
        return CodeRow{text.lines[at].text, line.touches_local, text.index.belongs[at],
                       follows(source, line.source_line)};
    };
    text.column.marks.clear();
    for (const int row : text.index.local_rows) text.column.marks.push_back({row, CodeMark::Kind::local});
}

/// A chosen line of the source brings the first code that came of it into view, and the other way round.
void follow_source(State& state, const Shown& shown)
{
    if (shown.generated == nullptr) return;
    shown.generated->column.select(-1, -1);
    const auto& rows = shown.generated->index.rows_of_source_line;
    if (const auto found = rows.find(state.source.column.head + 1); found != rows.end())
        shown.generated->column.scroll_to = found->second.front();
}

void follow_generated(State& state, const Shown& shown)
{
    state.source.column.select(-1, -1);
    const int line = (*shown.lines)[std::max(0, shown.generated->column.head)].source_line;
    if (line > 0) state.source.column.scroll_to = line - 1;
}

/// What the mouse is on in generated code: a name as the compiler writes it, or an instruction.
void draw_code_help(const PanelContext& context, const CodeColumn& column, const GeneratedText* text)
{
    const Theme& theme = context.theme;
    if (column.hovered < 0 || ImGui::IsMouseDown(0)) return;
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
    if (context.items != nullptr) context.items->note("help:" + help->title, {});
}

bool is_editing(const PanelContext& context, const State& state)
{
    return state.is_editing && context.session.is_own() && context.session.experiment().trusted;
}

/// The file itself where it is edited: while the hands are at work it is what counts.
void draw_source(PanelContext& context, State& state, const Shown& shown, ImVec2 size)
{
    if (is_editing(context, state)) return state.editor.draw(context, state.source, size);
    state.editor.close(context.commands);
    if (draw_code_column(context, state.source.column, size)) follow_source(state, shown);
}

/// Whether the compiler has refused exactly what is chosen: no code will come.
bool is_refused(const session::Session& session)
{
    const model::RunResult* result = focused_result(session);
    return result != nullptr && result->status == model::Status::compile_error && !focused_is_stale(session);
}

/// PTX or SASS, or why it is not there.
void draw_generated(PanelContext& context, State& state, const Shown& shown, ImVec2 size)
{
    if (shown.generated != nullptr) {
        if (draw_code_column(context, shown.generated->column, size)) follow_generated(state, shown);
        return draw_code_help(context, shown.generated->column, shown.generated);
    }
    const bool no_sass = shown.listing != nullptr && state.show == CodeKind::sass;
    ImGui::BeginChild("no listing", size);
    if (no_sass) {
        const bool said = !shown.listing->sass_reason.empty();
        draw_error(context.theme,
                   {"There is no SASS to show.", "",
                    said ? shown.listing->sass_reason
                         : "Install nvdisasm or cuobjdump (they come with the CUDA toolkit)."});
    } else if (context.session.listing_error()) {
        draw_error(context.theme, *context.session.listing_error());
    } else {
        const std::string why_none = teaching::why_no_answers(context.session);
        draw_empty(context.theme, !why_none.empty()                ? why_none
                                  : is_refused(context.session) ? "It does not compile: its source says where."
                                                                : "The compiler is at work.");
    }
    ImGui::EndChild();
}

/// What tells, after the frame, why nothing came of it.
void tell(ViewState& view, const std::optional<model::Error>& problem)
{
    if (problem) view.saved = problem->line();
}

/// Edit what is one's own, else a copy of it; of a plain .cu make an experiment.
void draw_own_buttons(PanelContext& context, State& state)
{
    const session::Session& session = context.session;
    if (!session.experiment().trusted) return;
    ImGui::SameLine();
    if (session.is_own()) {
        if (switch_button(context, "code:edit", "Edit", state.is_editing)) state.is_editing = !state.is_editing;
    } else if (switch_button(context, "code:copy", "Edit a copy", false)) {
        state.is_editing = true;
        context.commands.post(
            [](session::Session& target, ViewState& view) { tell(view, target.edit_a_copy()); });
    }
    if (!session.experiment().is_plain()) return;
    ImGui::SameLine();
    if (switch_button(context, "code:make", "Make it an experiment", false))
        context.commands.post([](session::Session& target, ViewState& view) {
            const auto problem = target.make_experiment();
            tell(view, problem);
            // Its lesson says what is missing.
            if (!problem) view.tab = "lesson";
        });
}

/// Which code stands on the right; where there is room for one column only, the source as well.
void draw_switch(PanelContext& context, State& state, bool has_source_switch)
{
    const Theme& theme = context.theme;
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
    state.diff.draw_choice(context);
    draw_own_buttons(context, state);
    ImGui::SameLine();
    if (switch_button(context, "code:find", "Find", context.view.finding))
        context.commands.post([](session::Session&, ViewState& view) { view.finding = view.find_is_new = !view.finding; });
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    std::string name = shown_name(*context.session.experiment().find_variant(context.session.selection().focus));
    if (context.session.listing_is_stale() && !is_refused(context.session))
        name +=
            teaching::why_no_answers(context.session).empty() ? " · being compiled anew" : " · of an earlier setting";
    draw_text(theme.small, theme.text_muted, name);
}

/// The rows that the arrows at the foot step through, and what they are in words.
struct Places {
    const std::vector<int>* rows = nullptr;
    CodeColumn* column = nullptr;
    std::string text;
    ImU32 color = 0;
};

Places places_in_diff(const Theme& theme, State& state)
{
    return {&state.diff.changes(), &state.diff.column(), state.diff.summary(), theme.text_muted};
}

Places places_of_local(const PanelContext& context, State& state, const Shown& shown)
{
    Places places{nullptr, nullptr, {}, context.theme.text_muted};
    if (shown.listing == nullptr) return places;
    const bool sass = state.show == CodeKind::sass && shown.listing->sass.has_value();
    GeneratedText& text = sass ? state.sass : state.ptx;
    places.text = teaching::local_summary(text.index, shown.listing->local_source_lines, sass ? "SASS" : "PTX");
    const model::RunResult* result = focused_result(context.session);
    // Spilling is decided after the PTX was written.
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

/// "◀ ▶ 3 of 68": one place after the other. True when it went to another.
bool draw_steps(PanelContext& context, State& state, const Places& places)
{
    if (places.rows == nullptr || places.rows->empty()) return false;
    if (switch_button(context, "place:previous", "◀", false)) state.place_step = -1;
    ImGui::SameLine();
    if (switch_button(context, "place:next", "▶", false)) state.place_step = 1;
    ImGui::SameLine();
    const auto at = std::find(places.rows->begin(), places.rows->end(), places.column->head);
    if (at != places.rows->end()) {
        ImGui::AlignTextToFramePadding();
        const std::string text =
            std::to_string(at - places.rows->begin() + 1) + " of " + std::to_string(places.rows->size());
        draw_text(context.theme.body_bold, places.color, text);
        if (context.items != nullptr)
            context.items->note("at place:" + text, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
        ImGui::SameLine();
    }
    if (context.view.code_keys.place_step != 0) state.place_step = context.view.code_keys.place_step;
    if (state.place_step == 0) return false;
    places.column->go_to(teaching::next_row(*places.rows, places.column->head, state.place_step));
    state.place_step = 0;
    return true;
}

/// True when it went to another place.
bool draw_foot(PanelContext& context, State& state, const Places& places)
{
    if (places.text.empty()) return false;
    const bool moved = draw_steps(context, state, places);
    const float room = ImGui::GetContentRegionAvail().x;
    const bool fits = text_width(context.theme.body_bold, places.text) <= room;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::AlignTextToFramePadding();
    draw_text(fits ? context.theme.body_bold : context.theme.body, places.color, places.text, true);
    if (context.items != nullptr) context.items->note("code:foot", {at, ImGui::GetItemRectMax()});
    copy_menu("summary", places.text);
    return moved;
}

class CodeView final : public PanelView {
public:
    void draw(PanelContext& context) override;
    /// What was typed is written when the hands have rested, without another key.
    [[nodiscard]] bool is_animating() const override { return state_.editor.is_unsaved(); }
    void leave(Commands& commands, Leaving leaving) override
    {
        if (leaving == Leaving::window) return state_.editor.close(commands);
        state_.editor.save(commands);
    }

private:
    Shown shown(const session::Session& session);
    void draw_columns(PanelContext& context, const Shown& shown, bool is_wide, float height);
    void draw_border(PanelContext& context, float width, ImVec2 from, float height);

    State state_;
};

Shown CodeView::shown(const session::Session& session)
{
    Shown shown;
    shown.listing = session.listing();
    if (shown.listing == nullptr) return shown;
    if (state_.show == CodeKind::sass) {
        if (!shown.listing->sass) return shown;
        shown.generated = &state_.sass;
        shown.lines = &*shown.listing->sass;
    } else {
        shown.generated = &state_.ptx;
        shown.lines = &shown.listing->ptx;
    }
    return shown;
}

/// Between source and generated code: dragged it moves, a double click puts it back into the middle.
void CodeView::draw_border(PanelContext& context, float width, ImVec2 from, float height)
{
    const float gap = context.theme.padding;
    ImGui::SetCursorScreenPos({from.x + width, from.y});
    ImGui::InvisibleButton("##source border", {gap, height});
    const Rect rect{{from.x + width, from.y}, {from.x + width + gap, from.y + height}};
    if (context.items != nullptr) context.items->note("border:source", rect);
    const bool held = ImGui::IsItemActive();
    if (!held && !ImGui::IsItemHovered()) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    const float middle = rect.centre().x, thin = std::max(1.0F, 1.5F * context.theme.scale);
    ImGui::GetWindowDrawList()->AddRectFilled({middle - thin, rect.min.y}, {middle + thin, rect.max.y},
                                              held ? context.theme.accent : context.theme.panel_border, thin);
    const float room = ImGui::GetContentRegionMax().x - ImGui::GetCursorStartPos().x;
    const float share = (ImGui::GetMousePos().x - from.x) / std::max(room, 1.0F);
    if (ImGui::IsMouseDoubleClicked(0))
        context.commands.post([](session::Session&, ViewState& view) { view.borders.source = 0; });
    else if (held && ImGui::IsMouseDragging(0, 2))
        context.commands.post([to = std::clamp(share, 0.15F, 0.85F)](session::Session&, ViewState& view) {
            view.borders.source = to;
        });
}

void CodeView::draw_columns(PanelContext& context, const Shown& shown, bool is_wide, float height)
{
    if (is_wide) {
        const float share = context.view.borders.source > 0 ? context.view.borders.source : 0.5F;
        const float gap = context.theme.padding;
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float width = std::round((ImGui::GetContentRegionAvail().x - gap) * share);
        draw_border(context, width, from, height);
        ImGui::SetCursorScreenPos(from);
        draw_source(context, state_, shown, {width, height});
        ImGui::SameLine(0, gap);
        draw_generated(context, state_, shown, {0, height});
    } else if (state_.narrow_shows_source) {
        draw_source(context, state_, shown, {0, height});
    } else {
        draw_generated(context, state_, shown, {0, height});
    }
}

void CodeView::draw(PanelContext& context)
{
    refresh(state_, context.session);
    follow_jump(state_, context.view.source_jump);
    const float character = text_size(context.theme.code, "0").x;
    // Alone in the window each column has room for whole lines, or there is one of them.
    const float enough = context.view.filled == Part::none ? 70 : 2 * 76;
    const bool is_wide = ImGui::GetContentRegionAvail().x > enough * character;
    const bool is_diff = state_.diff.is_on(context.session);
    draw_switch(context, state_, !is_wide || is_diff);
    state_.find.draw(context);

    const bool shows_source = state_.narrow_shows_source;
    const Shown now = shown(context.session);
    prepare_source(state_, now);
    if (now.generated != nullptr) prepare_generated(context.session, state_, now);
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

    const float foot = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().ItemSpacing.y;
    const float height = std::max(ImGui::GetContentRegionAvail().y - foot, 3 * foot);
    const bool is_source_drawn = !is_diff && (is_wide || shows_source);
    if (!is_source_drawn) state_.editor.save(context.commands);
    if (is_diff) {
        draw_code_column(context, state_.diff.column(), {0, height});
        draw_code_help(context, state_.diff.column(), nullptr);
    } else {
        draw_columns(context, now, is_wide, height);
    }
    const Places places = is_diff ? places_in_diff(context.theme, state_) : places_of_local(context, state_, now);
    if (draw_foot(context, state_, places) && !is_diff) {
        state_.narrow_shows_source = state_.narrow_shows_source && is_wide;
        follow_generated(state_, now);
    }
    if (context.view.code_keys.any())
        context.commands.post([](session::Session&, ViewState& view) { view.code_keys = {}; });
}

}  // namespace

const Panel code_panel{"code", "Code", PanelPlace::tab, open_view<CodeView>};

}  // namespace spillway::window
