#include "app/lessons/lesson_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/model/claim_link.h"
#include "app/model/show_key.h"

namespace spillway::lessons {
namespace {

using markdown::Block;
using markdown::BlockKind;
using markdown::Document;
using markdown::LinkKind;
using markdown::Span;
using markdown::Text;

/// Calls visit(text) for each text of a block: its own, and its table's cells.
template <typename Visit>
void for_each_text(Block& block, Visit visit)
{
    visit(block.text);
    for (auto& row : block.rows)
        for (Text& cell : row) visit(cell);
}

void name_variants(Text& text, const model::Experiment& experiment)
{
    for (Span& span : text)
        for (std::size_t i = 0; span.code && span.link < 0 && i < experiment.variants.size(); ++i) {
            if (span.text != experiment.variants[i].name) continue;
            span.text = experiment.variants[i].label;
            span.code = false;
            span.variant = static_cast<int>(i);
        }
}

/// Writes "?" for covered claims, and for the bold words at the start of their paragraph, which say the same.
void cover(Text& text, const Document& document, const std::set<std::string>& covered)
{
    bool has_covered = false;
    for (Span& span : text) {
        if (span.link < 0) continue;
        const markdown::Link& link = document.links[static_cast<std::size_t>(span.link)];
        if (link.kind != LinkKind::claim) continue;
        const auto claims = model::claims_of_link(link.target);
        if (std::none_of(claims.begin(), claims.end(), [&](const auto& claim) { return covered.contains(claim); }))
            continue;
        span.text = "?";
        has_covered = true;
    }
    for (std::size_t i = 0; has_covered && i < text.size() && text[i].bold; ++i) text[i].text = i == 0 ? "?" : "";
}

/// Splits the span at each first use of a term.
void append_marked(Text& into, const Span& span, const Terms& terms, std::set<int>& used)
{
    if (span.code || span.link >= 0 || span.variant >= 0) return into.push_back(span);
    std::size_t done = 0;
    const auto append = [&](std::size_t from, std::size_t to, int term) {
        if (from == to) return;
        Span piece = span;
        piece.text = span.text.substr(from, to - from);
        piece.term = term;
        piece.line_break = false;
        into.push_back(std::move(piece));
    };
    for (const TermPlace& place : find_terms(span.text, terms)) {
        if (!used.insert(place.term).second) continue;
        append(done, place.begin, -1);
        append(place.begin, place.end, place.term);
        done = place.end;
    }
    append(done, span.text.size(), -1);
    if (span.text.empty())
        into.push_back(span);
    else
        into.back().line_break = span.line_break;
}

void mark_terms(Text& text, const Terms& terms, std::set<int>& used)
{
    Text marked;
    for (const Span& span : text) append_marked(marked, span, terms, used);
    text = std::move(marked);
}

/// The question or exercise link that makes up the whole paragraph; null if there is none.
const markdown::Link* sole_link(const Block& block, const Document& document)
{
    if (block.kind != BlockKind::paragraph || block.text.empty()) return nullptr;
    const int only = block.text.front().link;
    if (only < 0 || std::ranges::any_of(block.text, [&](const Span& span) { return span.link != only; }))
        return nullptr;
    const markdown::Link& link = document.links[static_cast<std::size_t>(only)];
    return link.kind == LinkKind::question || link.kind == LinkKind::exercise ? &link : nullptr;
}

/// Text of a show line after its key; empty for another block.
std::string show_text(const Block& block)
{
    if (block.kind != BlockKind::paragraph || block.indent > 0 || block.text.empty()) return {};
    std::string text;
    for (const Span& span : block.text) text += span.text;
    if (!text.starts_with(model::show_key)) return {};
    text.erase(0, model::show_key.size());
    return text;
}

/// Begins a part at a show line, with the headings directly above it.
void begin_shown_part(std::vector<LessonPart>& parts, std::string show)
{
    std::vector<Block>& blocks = parts.back().text.blocks;
    const auto is_text = [](const Block& block) { return block.kind != BlockKind::heading; };
    const auto headings = std::find_if(blocks.rbegin(), blocks.rend(), is_text).base();
    if (headings != blocks.begin()) {
        std::vector<Block> moved(std::make_move_iterator(headings), std::make_move_iterator(blocks.end()));
        blocks.erase(headings, blocks.end());
        parts.emplace_back();
        parts.back().text.blocks = std::move(moved);
    }
    parts.back().show = std::move(show);
}

}  // namespace

std::vector<LessonPart> lesson_parts(const model::Experiment& experiment, const Terms& terms,
                                     const std::set<std::string>& covered)
{
    Document whole = markdown::parse(experiment.lesson);
    std::set<int> used;
    std::vector<LessonPart> parts(1);
    for (Block& block : whole.blocks) {
        if (const markdown::Link* link = sole_link(block, whole)) {
            (link->kind == LinkKind::question ? parts.back().question : parts.back().exercise) = link->target;
            parts.emplace_back();
            continue;
        }
        if (std::string show = show_text(block); !show.empty()) {
            begin_shown_part(parts, std::move(show));
            continue;
        }
        for_each_text(block, [&](Text& text) {
            name_variants(text, experiment);
            cover(text, whole, covered);
            if (block.kind != BlockKind::heading) mark_terms(text, terms, used);
        });
        parts.back().text.blocks.push_back(std::move(block));
    }
    for (LessonPart& part : parts) part.text.links = whole.links;
    parts.back().text.why_cut = whole.why_cut;
    return parts;
}

}  // namespace spillway::lessons
