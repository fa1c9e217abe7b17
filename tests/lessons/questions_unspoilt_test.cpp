// While a question for a number is open, its lesson's text does not contain the answer: all shipped lessons.

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/questions.h"
#include "app/lessons/lesson_text.h"
#include "app/model/metrics.h"
#include "app/results/result_library.h"

namespace spillway::lessons {
namespace {

const std::filesystem::path source = SPILLWAY_SOURCE_DIR;

/// The lesson's text while these claims are covered.
std::string visible_words(const model::Experiment& experiment, const std::vector<std::string>& hidden)
{
    std::string words;
    const auto add = [&](const markdown::Text& text) {
        for (const markdown::Span& span : text) words += span.text;
        words += '\n';
    };
    for (const LessonPart& part : lesson_parts(experiment, {}, {hidden.begin(), hidden.end()}))
        for (const markdown::Block& block : part.text.blocks) {
            add(block.text);
            for (const auto& row : block.rows)
                for (const markdown::Text& cell : row) add(cell);
        }
    return words;
}

/// Whether the text contains `what`, "264 bytes", and not as the end of a longer number.
bool contains(const std::string& words, const std::string& what)
{
    for (std::size_t at = words.find(what); at != std::string::npos; at = words.find(what, at + 1)) {
        const bool is_part = at > 0 && (std::isdigit(static_cast<unsigned char>(words[at - 1])) != 0 ||
                                        words[at - 1] == ',' || words[at - 1] == '.');
        if (!is_part) return true;
    }
    return false;
}

TEST(Questions, the_lesson_does_not_contain_the_answer_of_an_open_number_question)
{
    auto library = results::ResultLibrary::load({source / "kernels", {}, {}, {}, {}, source / "assets/gpus.json"});
    ASSERT_TRUE(library) << library.error().line();
    (void)library->open_recording_or_default({});
    const auto chosen = library->choose_gpu("");
    ASSERT_TRUE(chosen) << chosen.error().line();
    const model::Gpu& gpu = *chosen;
    if (!library->is_recorded(gpu.name)) GTEST_SKIP() << "no recording ships";
    int checked = 0;
    for (const model::Experiment& experiment : library->catalogue().experiments)
        for (const model::Question& question : experiment.questions) {
            if (question.kind != model::QuestionKind::number) continue;
            model::Values values = catalogue::initial_values(experiment, gpu);
            for (const auto& [name, value] : question.set) values[name] = value;
            std::vector<model::RunResult> results;
            for (const std::string& variant : catalogue::question_variants(experiment, question))
                if (const auto known = library->recorded({experiment, *experiment.find_variant(variant), values, gpu}))
                    results.push_back(*known);
            const auto answer = catalogue::answer_of(experiment, question, results, gpu);
            if (!answer.number) continue;
            ++checked;
            const std::string words = visible_words(experiment, question.hides);
            const auto number = static_cast<long long>(*answer.number);
            for (const std::string& written : {std::to_string(number), model::format_count(*answer.number)})
                EXPECT_FALSE(contains(words, written + " " + question.unit))
                    << experiment.name << ": " << question.id << " is " << written << " " << question.unit;
        }
    EXPECT_GE(checked, 5);
}

}  // namespace
}  // namespace spillway::lessons
