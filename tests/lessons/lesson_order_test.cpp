// No lesson uses a term of the glossary before the lesson that teaches it: each term that a lesson uses is basic, or
// taught by the lesson or one of its prerequisites.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "app/catalogue/course_order.h"
#include "app/lessons/lesson_text.h"
#include "app/lessons/terms.h"
#include "app/results/result_library.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::lessons {
namespace {

Terms glossary()
{
    std::ifstream file(source_folder / "assets/terms.json");
    const auto terms = parse_terms(std::string(std::istreambuf_iterator<char>(file), {}));
    return terms ? *terms : Terms{};
}

/// Words of a paragraph without its code; empty for a paragraph that begins with "Source".
std::string words_of(const markdown::Text& text)
{
    std::string words;
    for (const markdown::Span& span : text)
        if (!span.code) words += span.text;
    return words.starts_with("Source") ? std::string() : words;
}

std::set<std::string> used_terms(const model::Experiment& lesson, const Terms& terms)
{
    std::set<std::string> used;
    const auto look = [&](const markdown::Text& text) {
        const std::string words = words_of(text);
        for (const TermPlace& place : find_terms(words, terms))
            used.insert(terms[static_cast<std::size_t>(place.term)].name);
    };
    for (const LessonPart& part : lesson_parts(lesson, {}, {}))
        for (const markdown::Block& block : part.text.blocks) {
            if (block.kind == markdown::BlockKind::code) continue;
            look(block.text);
            for (const auto& row : block.rows)
                for (const markdown::Text& cell : row) look(cell);
        }
    return used;
}

std::set<std::string> terms_of_exercise(const model::Experiment& exercise, const Terms& terms)
{
    std::string words = exercise.title + ". " + exercise.question;
    for (const std::string& hint : exercise.exercise->hints) words += "\n" + hint;
    for (const model::Claim& goal : exercise.claims) words += "\n" + goal.text;
    std::set<std::string> used;
    for (const TermPlace& place : find_terms(words, terms))
        used.insert(terms[static_cast<std::size_t>(place.term)].name);
    return used;
}

TEST(LessonOrder, NoTermIsUsedBeforeTheLessonThatTeachesIt)
{
    const catalogue::Catalogue& catalogue = shipped_catalogue();
    const Terms terms = glossary();
    ASSERT_GT(terms.size(), 20u);
    std::size_t placed = 0, terms_seen = 0;
    for (const model::Experiment& lesson : catalogue.experiments) {
        if (lesson.course.difficulty == 0) continue;
        ++placed;
        std::set<std::string> known(lesson.course.teaches.begin(), lesson.course.teaches.end());
        for (const Term& term : terms)
            if (term.is_basic) known.insert(term.name);
        for (const std::string& name : catalogue::all_prerequisites(catalogue, lesson)) {
            const auto& teaches = catalogue.find(name)->course.teaches;
            known.insert(teaches.begin(), teaches.end());
        }
        std::set<std::string> used = used_terms(lesson, terms);
        for (const model::Experiment& exercise : lesson.exercises) used.merge(terms_of_exercise(exercise, terms));
        for (const std::string& term : used) {
            ++terms_seen;
            EXPECT_TRUE(known.contains(term))
                << lesson.name << " uses \"" << term << "\", which no lesson before it teaches";
        }
    }
    EXPECT_GE(placed, 22u);
    EXPECT_GT(terms_seen, 200u);
}

TEST(LessonOrder, TaughtTermsAreInTheGlossaryAndInTheText)
{
    const catalogue::Catalogue& catalogue = shipped_catalogue();
    const Terms terms = glossary();
    for (const model::Experiment& lesson : catalogue.experiments) {
        const std::set<std::string> used = used_terms(lesson, terms);
        for (const std::string& term : lesson.course.teaches)
            EXPECT_TRUE(used.contains(term)) << lesson.name << " does not use \"" << term << "\"";
    }
}

/// No prerequisite of a lesson is harder than the lesson.
TEST(LessonOrder, ALessonIsNoEasierThanItsPrerequisites)
{
    const catalogue::Catalogue& catalogue = shipped_catalogue();
    EXPECT_TRUE(catalogue::order_problems(catalogue).empty());
    for (const model::Experiment& lesson : catalogue.experiments) {
        if (lesson.course.difficulty == 0) continue;
        EXPECT_GE(lesson.course.minutes, 10) << lesson.name;
        for (const std::string& name : lesson.course.prerequisites)
            EXPECT_LE(catalogue.find(name)->course.difficulty, lesson.course.difficulty) << name;
    }
}

}  // namespace
}  // namespace spillway::lessons
