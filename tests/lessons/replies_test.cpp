// Whoever chooses an answer hears something of it: a reply to each choice, with no figure that nothing proves, and the
// misconception that leads there.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/course_order.h"
#include "app/catalogue/lesson.h"
#include "app/lessons/terms.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::lessons {
namespace {

std::string text_of(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Questions whose choices have no replies yet. None is left out silently: a new one is written here, or answered.
const std::set<std::string> still_without = {};

/// Numbers of a sentence but those in the names L1 and L2, and those that a link proves.
std::set<std::string> figures_of(const std::string& sentence)
{
    const std::string bare = std::regex_replace(
        std::regex_replace(sentence, std::regex(R"(\[[^\]]*\]\(claim:[^)]*\))"), ""), std::regex(R"(\bL[12]s?\b)"), "");
    static const std::regex number(R"([0-9][0-9,.]*)");
    std::set<std::string> found;
    for (std::sregex_iterator at(bare.begin(), bare.end(), number), end; at != end; ++at) found.insert(at->str());
    return found;
}

TEST(Replies, EveryChoiceOfEveryQuestionHasItsOwn)
{
    const std::string list = text_of(source_folder / "assets/misconceptions.json");
    std::size_t questions = 0;
    std::set<std::string> without;
    for (const model::Experiment& lesson : shipped_catalogue().experiments)
        for (const model::Question& question : lesson.questions) {
            if (question.choices.empty()) continue;
            const std::string name = lesson.name + "/" + question.id;
            ++questions;
            std::set<std::string> replies;
            std::size_t with_reason = 0;
            for (const model::Option& choice : question.choices) {
                if (choice.reply.empty()) without.insert(name);
                if (!choice.reply.empty()) {
                    EXPECT_TRUE(replies.insert(choice.reply).second) << name << " says it twice";
                }
                with_reason += choice.misconception.empty();
                if (!choice.misconception.empty()) {
                    EXPECT_NE(list.find("\"id\": \"" + choice.misconception + "\""), std::string::npos)
                        << name << " names \"" << choice.misconception << "\", which the list does not have";
                }
            }
            EXPECT_LE(with_reason, 1u) << name << ": a wrong choice has no misconception";
        }
    EXPECT_GE(questions, 17u);
    EXPECT_EQ(without, still_without);
}

TEST(Replies, AFigureIsTheQuestionsOwnOrAClaim)
{
    for (const model::Experiment& lesson : shipped_catalogue().experiments)
        for (const model::Question& question : lesson.questions) {
            std::string asked = question.text;
            for (const model::Option& choice : question.choices) asked += " " + choice.text;
            const std::set<std::string> known = figures_of(asked);
            for (const model::Option& choice : question.choices)
                for (const std::string& figure : figures_of(choice.reply))
                    EXPECT_TRUE(known.contains(figure))
                        << lesson.name << "/" << question.id << " says " << figure << " of nowhere";
        }
}

TEST(Replies, UseNoWordThatTheLessonHasNotTaught)
{
    const auto glossary = parse_terms(text_of(source_folder / "assets/terms.json"));
    ASSERT_TRUE(glossary);
    for (const model::Experiment& lesson : shipped_catalogue().experiments) {
        std::set<std::string> known(lesson.course.teaches.begin(), lesson.course.teaches.end());
        for (const std::string& name : catalogue::all_prerequisites(shipped_catalogue(), lesson)) {
            const auto& teaches = shipped_catalogue().find(name)->course.teaches;
            known.insert(teaches.begin(), teaches.end());
        }
        for (const model::Question& question : lesson.questions)
            for (const model::Option& choice : question.choices) {
                const std::string reply = catalogue::without_links(choice.reply);
                for (const TermPlace& place : find_terms(reply, *glossary)) {
                    const Term& term = (*glossary)[static_cast<std::size_t>(place.term)];
                    EXPECT_TRUE(term.is_basic || known.contains(term.name))
                        << lesson.name << "/" << question.id << " uses \"" << term.name << "\": " << reply;
                }
            }
    }
}

TEST(Replies, LinksAreLeftOutWhereTheyCannotBeClicked)
{
    EXPECT_EQ(catalogue::without_links("It is [some 3](claim:a) of [them](claim:b)."), "It is some 3 of them.");
    EXPECT_EQ(catalogue::without_links("window[] and ](claim:a"), "window[] and ](claim:a");
    EXPECT_EQ(catalogue::without_links(""), "");
}

}  // namespace
}  // namespace spillway::lessons
