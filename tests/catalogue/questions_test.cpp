#include "app/catalogue/questions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/catalogue/claims.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/lesson.h"
#include "app/model/metrics.h"
#include "tests/catalogue/sample.h"
#include "tests/support/source_folder.h"

namespace spillway::catalogue {
namespace {

/// The sample with these questions.
model::Expected<model::Experiment> with(const std::string& questions)
{
    std::string text = sample::json;
    const std::string before = "  \"recording\": [";
    text.insert(text.find(before), "  \"questions\": [" + questions + "],\n");
    return parse_experiment(text, "sample.json");
}

model::RunResult result(const std::string& variant, std::int64_t frame)
{
    model::RunResult made;
    made.variant = variant;
    made.compile.emplace().stack_frame_bytes = frame;
    return made;
}

TEST(Questions, a_number_is_what_the_compiler_said)
{
    const auto experiment =
        with(R"({"id": "frame", "text": "How large?", "answer": "plain.stack_frame_bytes", "unit": "bytes"})");
    ASSERT_TRUE(experiment) << experiment.error().line();
    const model::Question& question = experiment->questions.at(0);
    EXPECT_EQ(question_variants(*experiment, question), std::vector<std::string>{"plain"});
    EXPECT_EQ(answer_of(*experiment, question, {result("plain", 64)}, sample::gpu()).number, 64);
    const QuestionAnswer unknown = answer_of(*experiment, question, {}, sample::gpu());
    EXPECT_FALSE(unknown.number);
    EXPECT_TRUE(unknown.why_unknown);
}

TEST(Questions, the_right_choice_is_the_one_that_holds)
{
    const auto experiment = with(R"({"id": "where", "text": "Where?", "choices": [
        {"text": "Registers", "when": "plain.stack_frame_bytes == 0"},
        {"text": "Local memory", "when": "plain.stack_frame_bytes > 0"}]})");
    ASSERT_TRUE(experiment) << experiment.error().line();
    const auto right = [&](std::int64_t frame) {
        return answer_of(*experiment, experiment->questions.at(0), {result("plain", frame)}, sample::gpu()).choice;
    };
    EXPECT_EQ(right(0), 0U);
    EXPECT_EQ(right(16), 1U);
}

TEST(Questions, a_choice_may_have_a_reply_and_name_a_misconception)
{
    const auto with_reply = [](const std::string& keys) {
        return with(R"({"id": "where", "text": "Where?", "choices": [{"text": "Registers", "when": "plain.ok", )" +
                    keys + R"(}, {"text": "Local memory", "when": "!plain.ok"}]})");
    };
    const auto read = with_reply(R"("reply": "That would need an index.", "misconception": "arrays_never_local")");
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(read->questions.at(0).choices.at(0).reply, "That would need an index.");
    EXPECT_EQ(read->questions.at(0).choices.at(0).misconception, "arrays_never_local");
    EXPECT_EQ(read->questions.at(0).choices.at(1).reply, "") << "an old file stays valid";
    EXPECT_FALSE(with_reply(R"("misconception": "Not a name")"));
    EXPECT_FALSE(with_reply(R"("reply": "It is [3](claim:of_nowhere).")"));
    EXPECT_FALSE(with_reply(R"("reply": 3)"));
}

TEST(Questions, what_makes_no_sense_is_refused_with_its_line)
{
    const std::string good_choices = R"([{"text": "a", "when": "plain.ok"}, {"text": "b", "when": "!plain.ok"}])";
    for (
        const std::string& bad : std::vector<std::string>{
            R"({"id": "q", "text": "?"})",                                                                // no kind
            R"({"id": "q", "text": "?", "answer": "plain.registers", "choices": )" + good_choices + "}",  // two
            R"({"id": "q", "text": "?", "answer": "64"})",                                      // the file's own
            R"({"id": "q", "text": "?", "answer": "plain.registers_"})",                        // no such metric
            R"({"id": "Q 1", "text": "?", "answer": "plain.registers"})",                       // no name
            R"({"id": "q", "text": "?", "answer": "plain.registers", "set": {"size": 9999}})",  // out of range
            R"({"id": "q", "text": "?", "answer": "plain.registers", "hides": ["nothing"]})",   // no such claim
            R"({"id": "q", "text": "?", "answer": "plain.registers", "covers": ["colour"]})",   // no such metric
            R"({"id": "q", "text": "?", "answer": "plain.registers", "covers": "registers"})",  // no list
            R"({"id": "q", "text": "?", "answer": "plain.registers", "hides": "nothing"})",     // no list
            R"({"id": "q", "text": "?", "answer": "plain.registers", "shows": 1})",             // no such key
            R"({"id": "q", "text": "?", "choices": [{"text": "a", "when": "plain.ok"}]})",      // one only
            R"({"id": "q", "text": "?", "curve": {"metric": "registers", "variant": "plain", "range": [9, 1]}})",
            R"({"id": "q", "text": "?", "curve": {"metric": "colour", "variant": "plain", "range": [0, 1]}})",
            R"({"id": "q", "text": "?", "curve": {"metric": "registers", "variant": "plain", "range": [0]}})",
            R"({"id": "q", "text": "?", "curve": {"metric": "registers", "variant": "plain", "over": "x", "range": [0, 1]}})",
            R"({"id": "q", "text": ")" + std::string(700, 'x') + R"(", "answer": "plain.registers"})",
        }) {
        const auto refused = with(bad);
        ASSERT_FALSE(refused) << bad;
        EXPECT_TRUE(refused.error().where.starts_with("sample.json:")) << refused.error().line();
    }
    const std::string twice = R"({"id": "q", "text": "?", "answer": "plain.registers"})";
    EXPECT_FALSE(with(twice + "," + twice));
    std::string many = twice;
    for (int i = 0; i < 60; ++i)
        many += R"(,{"id": "q)" + std::to_string(i) + R"(", "text": "?", "answer": "plain.registers"})";
    EXPECT_FALSE(with(many));
}

TEST(Questions, every_shipped_lesson_asks_and_says_where)
{
    const Catalogue catalogue = load_catalogue({source_folder / "kernels", model::Place::installed});
    EXPECT_TRUE(catalogue.problems.empty());
    std::size_t drawn = 0, exercises = 0;
    for (const model::Experiment& experiment : catalogue.experiments) {
        EXPECT_FALSE(experiment.questions.empty()) << experiment.name;
        const std::vector<LessonLink> links = lesson_links(experiment.lesson);
        const auto is_linked = [&](const std::string& target) {
            return std::any_of(links.begin(), links.end(),
                               [&](const LessonLink& link) { return link.target == target; });
        };
        for (const model::Question& question : experiment.questions) {
            EXPECT_TRUE(is_linked("ask:" + question.id)) << experiment.name << ": nothing asks " << question.id;
            drawn += question.kind == model::QuestionKind::curve;
        }
        EXPECT_FALSE(experiment.exercises.empty()) << experiment.name;
        for (const model::Experiment& exercise : experiment.exercises) {
            EXPECT_TRUE(is_linked("exercise:" + exercise.name)) << experiment.name;
            ++exercises;
        }
    }
    EXPECT_GE(drawn, 6U);
    EXPECT_GE(exercises, 27U);
}

}  // namespace
}  // namespace spillway::catalogue
