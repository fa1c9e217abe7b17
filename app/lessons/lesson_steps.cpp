#include "app/lessons/lesson_steps.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace spillway::lessons {
namespace {

using markdown::Block;
using markdown::BlockKind;
using markdown::Text;

// Unit of height: a line of the lesson's column in a window of 1600 by 900.
constexpr double lines_of_screen = 13.5;
constexpr double characters_of_line = 72;
constexpr double gap = 0.4;  ///< above a paragraph

double lines_of(double characters, double column = characters_of_line)
{
    return std::max(std::ceil(characters / column), 1.0);
}

/// Approximate length in characters, including the marks or backgrounds of links, code and variants.
double length_of(const Text& text)
{
    double length = 0;
    for (const markdown::Span& span : text) {
        length += static_cast<double>(span.text.size()) * (span.bold || span.link >= 0 ? 1.06 : 1);
        if (span.link >= 0 || span.code || span.variant >= 0) length += 2;
    }
    return length;
}

double lines_of(const Block& block)
{
    const double column = std::max(characters_of_line - 3.0 * block.indent, 20.0);
    switch (block.kind) {
        case BlockKind::heading: return 1.7 * lines_of(length_of(block.text), characters_of_line / 1.3) + gap;
        case BlockKind::rule: return 1;
        case BlockKind::code:
            return 1.3 + 0.85 * static_cast<double>(std::count(block.code.begin(), block.code.end(), '\n'));
        case BlockKind::table: {
            double lines = gap;
            for (const auto& row : block.rows) {
                double length = 0;
                for (const Text& cell : row) length += 1.15 * length_of(cell) + 4;
                lines += lines_of(length);
            }
            return lines;
        }
        case BlockKind::paragraph: break;
    }
    return lines_of(length_of(block.text), column) + (block.marker.empty() ? gap : gap / 2);
}

/// Height of a question's card before the answer.
double lines_of(const model::Question& question)
{
    constexpr double frame = 2.2, row_of_buttons = 1.7;
    double lines = frame + lines_of(static_cast<double>(question.text.size()) * 1.06) + row_of_buttons;
    for (const model::Option& option : question.choices) lines += lines_of(static_cast<double>(option.text.size())) + 1;
    return lines;
}

/// Height of an exercise's card with its goals.
double lines_of(const model::Experiment& exercise)
{
    constexpr double frame = 2.2, row_of_buttons = 1.7;
    double lines = frame + lines_of(static_cast<double>(exercise.question.size()) * 1.06) + row_of_buttons;
    for (const model::Claim& goal : exercise.claims) lines += lines_of(static_cast<double>(goal.text.size()) + 6) + 0.2;
    const std::string limit = "// ---- counted:";  // an access limit, shown as a goal of about 60 characters
    for (std::size_t at = exercise.source.find(limit); at != std::string::npos;
         at = exercise.source.find(limit, at + 1))
        lines += lines_of(66) + 0.2;
    return lines;
}

double lines_of_card(const model::Experiment& experiment, const LessonPart& part)
{
    for (const model::Question& question : experiment.questions)
        if (question.id == part.question) return lines_of(question);
    for (const model::Experiment& exercise : experiment.exercises)
        if (exercise.name == part.exercise) return lines_of(exercise);
    return 0;
}

bool begins_section(const Block& block)
{
    return block.kind == BlockKind::heading && block.level <= 2;
}

/// Splits items of these heights into pieces, each at most one screen high if possible: as few pieces as possible, of
/// heights as equal as possible. Returns the first item of each piece.
std::vector<std::size_t> cuts_of(const std::vector<double>& heights, const std::vector<bool>& stays_with_next)
{
    struct Best {
        std::size_t pieces = 0, from = 0;
        double unevenness = 0;
    };
    const std::size_t count = heights.size();
    std::vector<Best> best(count + 1);
    for (std::size_t end = 1; end <= count; ++end) {
        if (end < count && stays_with_next[end - 1]) continue;  // no cut here
        double height = 0;
        bool is_first = true;
        for (std::size_t from = end; from-- > 0;) {
            height += heights[from];
            const bool is_cut_before = from == 0 || !stays_with_next[from - 1];
            if (!is_cut_before) continue;
            if (height > lines_of_screen && !is_first) break;
            const double unevenness = best[from].unevenness + height * height;
            const std::size_t pieces = best[from].pieces + 1;
            const bool is_better = is_first || pieces < best[end].pieces ||
                                   (pieces == best[end].pieces && unevenness < best[end].unevenness);
            if (is_better) best[end] = {pieces, from, unevenness};
            is_first = false;
        }
    }
    std::vector<std::size_t> firsts;
    for (std::size_t end = count; end > 0; end = best[end].from) firsts.push_back(best[end].from);
    std::reverse(firsts.begin(), firsts.end());
    return firsts;
}

/// Number of blocks in each step of a part. The part's question or exercise goes to the last step.
std::vector<std::size_t> blocks_of_steps(const model::Experiment& experiment, const LessonPart& part)
{
    const std::vector<Block>& blocks = part.text.blocks;
    std::vector<std::size_t> counts;
    for (std::size_t from = 0; from < blocks.size();) {
        const auto next = std::find_if(blocks.begin() + static_cast<std::ptrdiff_t>(from) + 1, blocks.end(),
                                       [](const Block& block) { return begins_section(block); });
        const auto to = static_cast<std::size_t>(next - blocks.begin());
        std::vector<double> heights;
        std::vector<bool> stays_with_next;
        for (std::size_t i = from; i < to; ++i) {
            heights.push_back(lines_of(blocks[i]));
            // A heading stays with its text, and a paragraph that introduces code, a table or a list stays with that.
            const bool introduces = i + 1 < to && blocks[i].kind == BlockKind::paragraph && !blocks[i].text.empty() &&
                                    blocks[i].text.back().text.ends_with(':');
            stays_with_next.push_back(blocks[i].kind == BlockKind::heading || introduces);
        }
        if (const double card = to == blocks.size() ? lines_of_card(experiment, part) : 0; card > 0) {
            heights.push_back(card);
            stays_with_next.push_back(false);
        }
        std::vector<std::size_t> firsts = cuts_of(heights, stays_with_next);
        firsts.push_back(heights.size());
        for (std::size_t i = 0; i + 1 < firsts.size(); ++i) {
            const std::size_t last = std::min(firsts[i + 1], to - from);
            counts.push_back(last - std::min(firsts[i], last));
        }
        from = to;
    }
    const bool has_card = !part.question.empty() || !part.exercise.empty();
    if (counts.empty() && has_card) counts.push_back(0);
    return counts;
}

}  // namespace

std::vector<LessonStep> lesson_steps(const model::Experiment& experiment, const Terms& terms,
                                     const std::set<std::string>& covered)
{
    const std::vector<LessonPart> plain = lesson_parts(experiment, {}, {});
    std::vector<LessonPart> parts = lesson_parts(experiment, terms, covered);
    std::vector<LessonStep> steps;
    std::vector<std::string> asked;
    std::string shown;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        LessonPart& part = parts[i];
        const std::vector<std::size_t> counts = blocks_of_steps(experiment, plain[i]);
        auto block = part.text.blocks.begin();
        bool is_new_show = !part.show.empty();
        if (is_new_show) shown = part.show;
        for (const std::size_t count : counts) {
            LessonStep step;
            step.text.links = part.text.links;
            step.text.blocks.assign(std::make_move_iterator(block),
                                    std::make_move_iterator(block + static_cast<std::ptrdiff_t>(count)));
            block += static_cast<std::ptrdiff_t>(count);
            step.asked_before = asked;
            step.show = shown;
            step.begins_show = std::exchange(is_new_show, false);
            steps.push_back(std::move(step));
        }
        if (!counts.empty()) {
            steps.back().question = part.question;
            steps.back().exercise = part.exercise;
        }
        if (!part.question.empty()) asked.push_back(part.question);
    }
    if (steps.empty()) steps.emplace_back();
    steps.back().text.why_cut = parts.back().text.why_cut;
    return steps;
}

int count_steps(const model::Experiment& experiment)
{
    return static_cast<int>(lesson_steps(experiment, {}, {}).size());
}

int step_of_question(const std::vector<LessonStep>& steps, const std::string& question)
{
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (!question.empty() && steps[i].question == question) return static_cast<int>(i) + 1;
    return 0;
}

int step_of_exercise(const std::vector<LessonStep>& steps, const std::string& exercise)
{
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (!exercise.empty() && steps[i].exercise == exercise) return static_cast<int>(i) + 1;
    return 0;
}

}  // namespace spillway::lessons
