#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "app/model/metrics.h"
#include "app/teaching/availability.h"
#include "app/teaching/listing_index.h"
#include "app/teaching/source_outline.h"
#include "app/window/kit/flow.h"
#include "app/window/panels/code_column.h"
#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

enum class Show { ptx, sass };

/// The source cut into lines, made anew when the experiment or the variant changes.
struct SourceView {
    std::size_t key = 0;
    std::vector<std::string> lines;
    std::vector<bool> belongs, starts_in_comment, touches_local;
    CodeColumn column;
};

/// One kind of generated code.
struct GeneratedView {
    std::size_t key = 0;
    teaching::ListingIndex index;
    CodeColumn column;
};

struct State {
    Show show = Show::ptx;            ///< right column
    bool narrow_shows_source = true;  ///< where only one column has room
    SourceView source;
    GeneratedView ptx, sass;
    std::size_t listing_key = 0;
    std::uint64_t revision = ~std::uint64_t{0};
    const model::Listing* listing = nullptr;
    std::uint64_t jumped = 0;  ///< serial of the last jump that was followed
};

void combine(std::size_t& key, std::size_t more)
{
    key ^= more + 0x9e3779b97f4a7c15ULL + (key << 6U) + (key >> 2U);
}

std::size_t content_key(const std::vector<model::ListingLine>& lines)
{
    std::size_t key = lines.size();
    for (const model::ListingLine& line : lines) combine(key, std::hash<std::string>{}(line.text));
    return key;
}

const model::Variant* focused_variant(const session::Session& session)
{
    return session.experiment().find_variant(session.selection().focus);
}

std::string kernel_name(const session::Session& session)
{
    const model::Variant* variant = focused_variant(session);
    return variant == nullptr ? std::string() : teaching::base_name(variant->entry);
}

void refresh_source(SourceView& view, const session::Session& session, const model::Listing* listing)
{
    const std::string kernel = kernel_name(session);
    std::size_t key = std::hash<std::string>{}(session.experiment().source);
    combine(key, std::hash<std::string>{}(kernel));
    if (key != view.key) {
        view.key = key;
        view.lines = teaching::split_lines(session.experiment().source);
        view.belongs = teaching::lines_of_kernel(view.lines, kernel);
        view.starts_in_comment.assign(view.lines.size(), false);
        bool in_comment = false;
        for (std::size_t i = 0; i < view.lines.size(); ++i) {
            view.starts_in_comment[i] = in_comment;
            static_cast<void>(teaching::highlight(teaching::Language::cuda, view.lines[i], in_comment));
        }
        view.column.select(-1, -1);
        view.column.longest_line = 0;
        for (const std::string& line : view.lines)
            view.column.longest_line = std::max(view.column.longest_line, line.size());
        const auto first = std::find_if(view.lines.begin(), view.lines.end(), [&](const std::string& line) {
            return line.find(kernel + "(") != std::string::npos;
        });
        if (first != view.lines.end() && !kernel.empty())
            view.column.scroll_to = static_cast<int>(first - view.lines.begin());
    }
    view.touches_local.assign(view.lines.size(), false);
    if (listing == nullptr) return;
    for (const int line : listing->local_source_lines)
        if (line >= 1 && static_cast<std::size_t>(line) <= view.lines.size()) view.touches_local[line - 1] = true;
}

void refresh_generated(GeneratedView& view, const std::vector<model::ListingLine>& lines, const std::string& kernel)
{
    std::size_t key = content_key(lines);
    combine(key, std::hash<std::string>{}(kernel));
    if (key == view.key) return;
    view.key = key;
    view.index = teaching::index_listing(lines, kernel);
    view.column.select(-1, -1);
    view.column.longest_line = 0;
    for (const model::ListingLine& line : lines)
        view.column.longest_line = std::max(view.column.longest_line, line.text.size());
    // A new listing opens at what this program is about, or at the kernel.
    view.column.scroll_to = view.index.local_rows.empty() ? view.index.entry_row : view.index.local_rows.front();
}

void refresh(State& state, const session::Session& session)
{
    const model::Listing* listing = session.listing();
    if (state.revision == session.revision() && state.listing == listing) return;
    state.revision = session.revision();
    state.listing = listing;
    refresh_source(state.source, session, listing);
    if (listing == nullptr) return;
    refresh_generated(state.ptx, listing->ptx, kernel_name(session));
    if (listing->sass) refresh_generated(state.sass, *listing->sass, kernel_name(session));
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

void draw_source(const PanelContext& context, State& state, GeneratedView* generated,
                 const std::vector<model::ListingLine>* lines, ImVec2 size)
{
    SourceView& view = state.source;
    view.column.id = "source";
    view.column.language = teaching::Language::cuda;
    view.column.rows = static_cast<int>(view.lines.size());
    view.column.row = [&view, generated, lines](int at) {
        const bool linked = generated != nullptr && lines != nullptr && leads_to(generated->column, *lines, at);
        return CodeRow{view.lines[at], view.touches_local[at], view.belongs[at], linked, view.starts_in_comment[at]};
    };
    if (!draw_code_column(context.theme, view.column, size) || generated == nullptr) return;
    generated->column.select(-1, -1);
    const auto found = generated->index.rows_of_source_line.find(view.column.head + 1);
    if (found != generated->index.rows_of_source_line.end()) generated->column.scroll_to = found->second.front();
}

void draw_generated(const PanelContext& context, State& state, GeneratedView& view,
                    const std::vector<model::ListingLine>& lines, teaching::Language language, ImVec2 size)
{
    const CodeColumn& source = state.source.column;
    view.column.id = language == teaching::Language::ptx ? "ptx" : "sass";
    view.column.language = language;
    view.column.rows = static_cast<int>(lines.size());
    view.column.is_stale = context.session.listing_is_stale();
    view.column.row = [&view, &lines, &source](int at) {
        const model::ListingLine& line = lines[at];
        return CodeRow{line.text, line.touches_local, view.index.belongs[at], follows(source, line.source_line), false};
    };
    if (!draw_code_column(context.theme, view.column, size)) return;
    state.source.column.select(-1, -1);
    const int line = lines[std::max(0, view.column.head)].source_line;
    if (line > 0) state.source.column.scroll_to = line - 1;
}

/// The right side: PTX, SASS, or why it is not there.
void draw_right(const PanelContext& context, State& state, ImVec2 size)
{
    const model::Listing* listing = context.session.listing();
    const bool no_sass = listing != nullptr && state.show == Show::sass && !listing->sass;
    if (listing != nullptr && !no_sass) {
        if (state.show == Show::sass)
            draw_generated(context, state, state.sass, *listing->sass, teaching::Language::sass, size);
        else
            draw_generated(context, state, state.ptx, listing->ptx, teaching::Language::ptx, size);
        return;
    }
    ImGui::BeginChild("no listing", size);
    if (no_sass) {
        const bool said = !listing->sass_reason.empty();
        draw_error(context.theme,
                   {"There is no SASS to show.", "",
                    said ? listing->sass_reason : "Install nvdisasm or cuobjdump (they come with the CUDA toolkit)."});
    } else if (context.session.listing_error()) {
        draw_error(context.theme, *context.session.listing_error());
    } else {
        const std::string why_none = teaching::why_no_answers(context.session);
        draw_empty(context.theme, why_none.empty() ? "The compiler is at work." : why_none);
    }
    ImGui::EndChild();
}

/// Which code stands on the right; where there is room for one column only, the source as well.
void draw_switch(const PanelContext& context, State& state, bool is_wide)
{
    const Theme& theme = context.theme;
    if (!is_wide) {
        if (switch_button(context, "code:source", "Source", state.narrow_shows_source))
            state.narrow_shows_source = true;
        ImGui::SameLine();
    }
    const auto button = [&](const char* label, Show show) {
        const bool is_on = state.show == show && (is_wide || !state.narrow_shows_source);
        if (switch_button(context, std::string("code:") + label, label, is_on)) {
            state.show = show;
            state.narrow_shows_source = false;
        }
    };
    button("PTX", Show::ptx);
    ImGui::SameLine();
    button("SASS", Show::sass);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    std::string name = context.session.selection().focus;
    if (context.session.listing_is_stale())
        name +=
            teaching::why_no_answers(context.session).empty() ? " · being compiled anew" : " · of an earlier setting";
    draw_text(theme.small, theme.text_muted, name);
}

void draw_foot(const PanelContext& context, const State& state)
{
    const model::Listing* listing = context.session.listing();
    if (listing == nullptr) return;
    const bool sass = state.show == Show::sass && listing->sass.has_value();
    const teaching::ListingIndex& index = sass ? state.sass.index : state.ptx.index;
    std::string text = teaching::local_summary(index, listing->local_source_lines, sass ? "SASS" : "PTX");
    const model::RunResult* result = focused_result(context.session);
    // Spilling is decided after the PTX was written.
    const bool only_ptxas = !sass && index.local_rows.empty() && result != nullptr && result->compile &&
                            result->compile->stack_frame_bytes > 0 && !context.session.listing_is_stale();
    if (only_ptxas)
        text += " ptxas put " + model::format_bytes(static_cast<double>(result->compile->stack_frame_bytes)) +
                " there afterwards: the SASS shows where.";
    const ImU32 color = index.local_rows.empty() ? context.theme.text_muted : context.theme.local_highlight_text;
    draw_text(context.theme.body_bold, color, text, true);
    copy_menu("summary", text);
}

class CodeView final : public PanelView {
public:
    void draw(PanelContext& context) override;

private:
    State state_;
};

void CodeView::draw(PanelContext& context)
{
    refresh(state_, context.session);
    follow_jump(state_, context.view.source_jump);
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool is_wide = room.x > 70 * text_size(context.theme.code, "0").x;
    draw_switch(context, state_, is_wide);
    const float foot = text_size(context.theme.body_bold, "0").y + 2 * ImGui::GetStyle().ItemSpacing.y;
    const float height = std::max(ImGui::GetContentRegionAvail().y - foot, 3 * foot);
    const float gap = context.theme.padding;
    const model::Listing* listing = context.session.listing();
    const bool sass = state_.show == Show::sass;
    GeneratedView* generated = listing == nullptr || (sass && !listing->sass) ? nullptr
                               : sass                                         ? &state_.sass
                                                                              : &state_.ptx;
    const auto* lines = generated == nullptr ? nullptr : sass ? &*listing->sass : &listing->ptx;
    if (is_wide) {
        draw_source(context, state_, generated, lines, {(room.x - gap) / 2, height});
        ImGui::SameLine(0, gap);
        draw_right(context, state_, {0, height});
    } else if (state_.narrow_shows_source) {
        draw_source(context, state_, generated, lines, {0, height});
    } else {
        draw_right(context, state_, {0, height});
    }
    draw_foot(context, state_);
}

}  // namespace

const Panel code_panel{"code", "Source | PTX | SASS", PanelPlace::tab, open_view<CodeView>};

}  // namespace spillway::window
