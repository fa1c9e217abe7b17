#include "app/catalogue/questions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/catalogue/claims.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/lesson.h"
#include "app/model/metrics.h"
#include "tests/catalogue/sample.h"
#include "tests/support/shipped_catalogue.h"

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

model::RunResult framed(const std::string& variant, std::int64_t frame)
{
    model::RunResult made;
    made.variant = variant;
    made.compile.emplace().stack_frame_bytes = frame;
    return made;
}

TEST(Questions, a_number_comes_from_the_result)
{
    const auto experiment = with(
        R"({"id": "frame", "level": 1, "text": "How large?", "answer": "plain.stack_frame_bytes", "unit": "bytes"})");
    ASSERT_TRUE(experiment) << experiment.error().line();
    const model::Question& question = experiment->questions.at(0);
    EXPECT_EQ(question_variants(*experiment, question), std::vector<std::string>{"plain"});
    EXPECT_EQ(answer_of(*experiment, question, {framed("plain", 64)}, sample::gpu()).number, 64);
    const QuestionAnswer missing = answer_of(*experiment, question, {}, sample::gpu());
    EXPECT_FALSE(missing.number);
    EXPECT_TRUE(missing.why_unknown);
}

TEST(Questions, the_right_choice_is_the_one_that_holds)
{
    const auto experiment = with(R"({"id": "where", "level": 2, "text": "Where?", "choices": [
        {"text": "Registers", "when": "plain.stack_frame_bytes == 0"},
        {"text": "Local memory", "when": "plain.stack_frame_bytes > 0"}]})");
    ASSERT_TRUE(experiment) << experiment.error().line();
    const auto right = [&](std::int64_t frame) {
        return answer_of(*experiment, experiment->questions.at(0), {framed("plain", frame)}, sample::gpu()).choice;
    };
    EXPECT_EQ(right(0), 0U);
    EXPECT_EQ(right(16), 1U);
}

TEST(Questions, a_choice_may_have_a_reply_and_name_a_misconception)
{
    const auto with_reply = [](const std::string& keys) {
        return with(
            R"({"id": "where", "level": 2, "text": "Where?", "choices": [{"text": "Registers", "when": "plain.ok", )" +
            keys + R"(}, {"text": "Local memory", "when": "!plain.ok"}]})");
    };
    const auto read = with_reply(R"("reply": "That would need an index.", "misconception": "arrays_never_local")");
    ASSERT_TRUE(read) << read.error().line();
    EXPECT_EQ(read->questions.at(0).choices.at(0).reply, "That would need an index.");
    EXPECT_EQ(read->questions.at(0).choices.at(0).misconception, "arrays_never_local");
    EXPECT_EQ(read->questions.at(0).choices.at(1).reply, "") << "both keys are optional";
    EXPECT_FALSE(with_reply(R"("misconception": "Not a name")"));
    EXPECT_FALSE(with_reply(R"("reply": "It is [3](claim:unknown).")"));
    EXPECT_FALSE(with_reply(R"("reply": 3)"));
}

TEST(Questions, invalid_questions_are_refused_with_their_line)
{
    const std::string good_choices = R"([{"text": "a", "when": "plain.ok"}, {"text": "b", "when": "!plain.ok"}])";
    for (
        const std::string& bad : std::vector<std::string>{
            R"({"id": "q", "level": 2, "text": "?"})",  // no kind
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "choices": )" + good_choices +
                "}",                                                                   // two
            R"({"id": "q", "level": 2, "text": "?", "answer": "64"})",                 // the file's own
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers_"})",   // no such metric
            R"({"id": "Q 1", "level": 2, "text": "?", "answer": "plain.registers"})",  // no name
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "set": {"size": 9999}})",  // out of
                                                                                                            // range
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "hides": ["nothing"]})",   // no such
                                                                                                            // claim
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "covers": ["colour"]})",   // no such
                                                                                                            // metric
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "covers": "registers"})",  // no list
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "hides": "nothing"})",     // no list
            R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers", "shows": 1})",         // no such key
            R"({"id": "q", "level": 2, "text": "?", "choices": [{"text": "a", "when": "plain.ok"}]})",  // one only
            R"({"id": "q", "level": 2, "text": "?", "curve": {"metric": "registers", "variant": "plain", "range": [9, 1]}})",
            R"({"id": "q", "level": 2, "text": "?", "curve": {"metric": "colour", "variant": "plain", "range": [0, 1]}})",
            R"({"id": "q", "level": 2, "text": "?", "curve": {"metric": "registers", "variant": "plain", "range": [0]}})",
            R"({"id": "q", "level": 2, "text": "?", "curve": {"metric": "registers", "variant": "plain", "over": "x", "range": [0, 1]}})",
            R"({"id": "q", "level": 2, "text": ")" + std::string(700, 'x') + R"(", "answer": "plain.registers"})",
        }) {
        const auto refused = with(bad);
        ASSERT_FALSE(refused) << bad;
        EXPECT_TRUE(refused.error().where.starts_with("sample.json:")) << refused.error().line();
    }
    const auto why = [&](const std::string& kind) {
        const auto read = with(R"({"id": "q", "level": 2, "text": "?", )" + kind + "}");
        return read ? std::string() : read.error().what;
    };
    EXPECT_EQ(why("\"choices\": " + good_choices), "");
    EXPECT_NE(why("\"unit\": \"bytes\", \"choices\": " + good_choices).find("\"unit\""), std::string::npos);
    EXPECT_NE(why(R"("choices": [{"text": "a", "when": "plain.ok"}, {"text": "a", "when": "!plain.ok"}])")
                  .find("have the same text"),
              std::string::npos);
    const std::string twice = R"({"id": "q", "level": 2, "text": "?", "answer": "plain.registers"})";
    EXPECT_FALSE(with(twice + "," + twice));
    std::string many = twice;
    for (int i = 0; i < 60; ++i)
        many += R"(,{"id": "q)" + std::to_string(i) + R"(", "level": 2, "text": "?", "answer": "plain.registers"})";
    EXPECT_FALSE(with(many));
}

TEST(Questions, a_level_is_one_of_three_and_shown)
{
    const auto with_level = [](const std::string& level) {
        return with(R"({"id": "q", )" + level + R"("text": "?", "answer": "plain.registers"})");
    };
    for (const int level : {1, 2, 3}) {
        const auto read = with_level(R"("level": )" + std::to_string(level) + ",");
        ASSERT_TRUE(read) << read.error().line();
        EXPECT_EQ(read->questions.at(0).level, level);
        EXPECT_EQ(level_words(read->questions.at(0)), "level " + std::to_string(level) + " of 3");
    }
    for (const char* bad : {"", R"("level": 0,)", R"("level": 4,)", R"("level": -1,)", R"("level": "hard",)",
                            R"("level": 1.5,)", R"("level": null,)", R"("level": 9223372036854775807,)"}) {
        const auto refused = with_level(bad);
        ASSERT_FALSE(refused) << bad;
        EXPECT_NE(refused.error().what.find("level"), std::string::npos) << refused.error().line();
        EXPECT_TRUE(refused.error().where.starts_with("sample.json:")) << refused.error().line();
        EXPECT_FALSE(refused.error().advice.empty()) << bad;
    }
}

/// Whether the question asks for the time or speed of a run.
bool asks_for_time(const model::Question& question)
{
    static const std::set<std::string> speed{
        "seconds_median",   "host_seconds",      "bytes_per_second", "requested_bytes_per_second",
        "flops_per_second", "cycles_per_access", "percent_of_peak",  "percent_of_ceiling",
        "l2_write_share",
    };
    const std::set<std::string> keys = question_keys(question);
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return speed.contains(key); });
}

TEST(Questions, the_course_has_every_level_in_each_topic_and_asks_for_time_from_the_second_lesson_on)
{
    const auto& catalogue = shipped_catalogue();
    std::map<std::string, std::set<int>> levels;
    std::size_t lessons = 0;
    for (const model::Experiment& lesson : catalogue.experiments) {
        for (const model::Question& question : lesson.questions) levels[lesson.topic].insert(question.level);
        const bool asks = std::any_of(lesson.questions.begin(), lesson.questions.end(), asks_for_time);
        if (lessons++ > 0) {
            EXPECT_TRUE(asks) << lesson.name << " has no question on time";
        }
    }
    EXPECT_GE(levels.size(), 7U);
    for (const auto& [topic, found] : levels) EXPECT_EQ(found, (std::set<int>{1, 2, 3})) << topic;
}

TEST(Questions, the_answer_to_a_number_question_shows_its_calculation)
{
    const auto& catalogue = shipped_catalogue();
    for (const model::Experiment& lesson : catalogue.experiments)
        for (const model::Question& question : lesson.questions)
            if (question.kind == model::QuestionKind::number) {
                EXPECT_FALSE(question.unit.empty()) << lesson.name << "/" << question.id;
                EXPECT_NE(question.why.find_first_of("0123456789"), std::string::npos)
                    << lesson.name << "/" << question.id << " shows no calculation";
            }
}

// A question's card shows plain text: a variant has its label there, not its key in code style.
TEST(Questions, are_plain_text)
{
    const auto& catalogue = shipped_catalogue();
    for (const model::Experiment& lesson : catalogue.experiments)
        for (const model::Question& question : lesson.questions) {
            std::string all = question.text + question.why;
            for (const model::Option& choice : question.choices) all += choice.text + choice.reply;
            EXPECT_EQ(all.find('`'), std::string::npos) << lesson.name << "/" << question.id;
        }
}

TEST(Questions, every_shipped_lesson_links_its_questions_and_exercises)
{
    const auto& catalogue = shipped_catalogue();
    EXPECT_TRUE(catalogue.problems.empty());
    std::size_t drawn = 0, exercises = 0;
    for (const model::Experiment& experiment : catalogue.experiments) {
        EXPECT_FALSE(experiment.questions.empty()) << experiment.name;
        const std::vector<LessonLink> links = lesson_links(experiment.lesson);
        const auto is_linked = [&](const std::string& target) {
            return std::any_of(links.begin(), links.end(),
                               [&](const LessonLink& link) { return link.target == target; });
        };
        for (const LessonLink& link : links) {
            const bool is_lesson = link.target.starts_with("experiment:");
            EXPECT_TRUE(!is_lesson || catalogue.find(link.target.substr(11))) << experiment.name << ": " << link.target;
        }
        for (const model::Question& question : experiment.questions) {
            EXPECT_TRUE(is_linked("ask:" + question.id)) << experiment.name << ": no link to " << question.id;
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
