#include "app/lessons/lesson_text.h"

#include <gtest/gtest.h>

#include "app/base/folder_reader.h"

namespace spillway::lessons {
namespace {

using markdown::Span;

const Terms terms{{"warp", {"warps"}, "32 threads."},
                  {"SM", {"SMs"}, "A processor."},
                  {"stack frame", {}, "Bytes."},
                  {"frame", {}, "Short."}};

model::Experiment experiment(const std::string& lesson)
{
    model::Experiment made;
    made.lesson = lesson;
    made.variants.resize(2);
    made.variants[0].name = "local_array";
    made.variants[0].label = "Array, run-time index";
    made.variants[1].name = "none";
    made.variants[1].label = "No bound";
    return made;
}

std::vector<Span> spans_of(const std::vector<LessonPart>& parts)
{
    std::vector<Span> all;
    for (const LessonPart& part : parts)
        for (const markdown::Block& block : part.text.blocks)
            all.insert(all.end(), block.text.begin(), block.text.end());
    return all;
}

TEST(Terms, match_whole_words_the_longest_first)
{
    const auto words = [&](std::string_view text) {
        std::vector<std::string> found;
        for (const TermPlace& place : find_terms(text, terms))
            found.emplace_back(text.substr(place.begin, place.end - place.begin));
        return found;
    };
    EXPECT_EQ(words("Warps on an SM: a stack frame."), (std::vector<std::string>{"Warps", "SM", "stack frame"}));
    EXPECT_EQ(words("warped smart SMs framework"), std::vector<std::string>{"SMs"});
    EXPECT_TRUE(words("").empty());
}

TEST(Terms, the_shipped_glossary_is_valid)
{
    const auto folder = base::FolderReader::open(std::string(SPILLWAY_SOURCE_DIR) + "/assets");
    ASSERT_TRUE(folder);
    const auto text = folder->read("terms.json", 1 << 20);
    ASSERT_TRUE(text);
    const auto parsed = parse_terms(*text);
    ASSERT_TRUE(parsed) << parsed.error().line();
    EXPECT_GT(parsed->size(), 20U);
}

TEST(Terms, an_invalid_glossary_is_refused)
{
    for (const char* text :
         {"", "{}", "[1]", R"([{"term": ""}])", R"([{"term": "a", "text": "b", "also": 1}])", "[[[["})
        EXPECT_FALSE(parse_terms(text)) << text;
}

TEST(LessonText, a_show_line_begins_a_part_with_the_heading_above_it)
{
    const auto parts =
        lesson_parts(experiment("# Title\n\nshow: a=1\n\nFirst.\n\n## What to do\n\nshow: a=2, b=x_y\n\n1. One.\n\n"
                                "show: a=3\n\n2. Two.\n\n[Predict](ask:q)\n\nAfter.\n"),
                     {}, {});
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_EQ(parts[0].show, " a=1");
    EXPECT_EQ(parts[0].text.blocks.size(), 2U) << "title and text";
    EXPECT_EQ(parts[1].show, " a=2, b=x_y");
    EXPECT_EQ(parts[1].text.blocks.front().kind, markdown::BlockKind::heading);
    EXPECT_EQ(parts[2].show, " a=3");
    EXPECT_EQ(parts[2].text.blocks.front().marker, "2.");
    EXPECT_EQ(parts[2].question, "q");
    EXPECT_EQ(parts[3].show, "") << "the show line above still applies";
    for (const Span& span : spans_of(parts)) EXPECT_EQ(span.text.find("show:"), std::string::npos);
}

TEST(LessonText, a_term_is_marked_where_it_is_first_used_and_nowhere_else)
{
    const auto spans =
        spans_of(lesson_parts(experiment("# warp\n\nA warp, `warp`, and warps again.\n\nA warp.\n"), terms, {}));
    int marked = 0;
    for (const Span& span : spans)
        if (span.term >= 0) {
            ++marked;
            EXPECT_EQ(span.text, "warp");
            EXPECT_FALSE(span.code);
        }
    EXPECT_EQ(marked, 1);
    std::string whole;
    for (const Span& span : spans) whole += span.text;
    EXPECT_EQ(whole, "warpA warp, warp, and warps again.A warp.");
}

TEST(LessonText, a_variant_has_its_label)
{
    const auto spans = spans_of(lesson_parts(experiment("Look at `local_array` and `other`."), terms, {}));
    ASSERT_GE(spans.size(), 4U);
    EXPECT_EQ(spans[1].text, "Array, run-time index");
    EXPECT_EQ(spans[1].variant, 0);
    EXPECT_FALSE(spans[1].code);
    EXPECT_TRUE(spans[3].code);
    EXPECT_EQ(spans[3].variant, -1);
}

TEST(LessonText, a_question_stands_where_the_lesson_asks_it)
{
    const auto parts = lesson_parts(
        experiment("Before.\n\n[Predict](ask:frame)\n\nBetween [see](ask:frame).\n\n[Mend](exercise:mend)\n"), terms,
        {});
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(parts[0].question, "frame");
    EXPECT_EQ(parts[0].text.blocks.size(), 1U);
    EXPECT_EQ(parts[1].exercise, "mend");
    EXPECT_TRUE(parts[2].text.blocks.empty());
}

TEST(LessonText, a_question_may_have_code_in_its_link)
{
    const auto parts = lesson_parts(experiment("Before.\n\n[Guess the `plain` *number*](ask:frame)\n"), terms, {});
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[0].question, "frame");
}

TEST(LessonText, a_claim_that_answers_an_open_question_is_covered)
{
    const model::Experiment made = experiment("It has [128 bytes](claim:frame) and [no](claim:other) more.");
    const auto covered = spans_of(lesson_parts(made, terms, {"frame"}));
    EXPECT_EQ(covered[1].text, "?");
    EXPECT_EQ(covered[3].text, "no");
    EXPECT_EQ(spans_of(lesson_parts(made, terms, {}))[1].text, "128 bytes");
}

TEST(LessonText, a_link_to_several_claims_is_covered_if_any_of_them_is)
{
    const model::Experiment made = experiment("They have [128 and 256 bytes](claim:frame+other).");
    EXPECT_EQ(spans_of(lesson_parts(made, terms, {"other"}))[1].text, "?");
    EXPECT_EQ(spans_of(lesson_parts(made, terms, {"third"}))[1].text, "128 and 256 bytes");
}

TEST(LessonText, the_bold_words_before_a_covered_claim_are_covered_with_it)
{
    const auto made = experiment(
        "**A few spills are cheap.** On an H200 it is [faster](claim:pays).\n\n"
        "**More is not better.** With sixteen it is [slower](claim:other).");
    std::string words;
    for (const Span& span : spans_of(lesson_parts(made, {}, {"pays"}))) words += span.text;
    EXPECT_EQ(words, "? On an H200 it is ?.More is not better. With sixteen it is slower.");
}

}  // namespace
}  // namespace spillway::lessons
