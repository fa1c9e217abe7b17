// Every choice of a shipped question has a reply of its own. A figure in a reply comes from the question or links to a
// claim. Each wrong choice names a misconception of assets/misconceptions.json.

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

/// Questions that still lack replies. A new question has to have replies, or to be named here.
const std::set<std::string> known_without_reply = {};

/// Numbers in a sentence, except in the names L1 and L2 and in links to claims.
std::set<std::string> figures_of(const std::string& sentence)
{
    const std::string bare = std::regex_replace(
        std::regex_replace(sentence, std::regex(R"(\[[^\]]*\]\(claim:[^)]*\))"), ""), std::regex(R"(\bL[12]s?\b)"), "");
    static const std::regex number(R"([0-9][0-9,.]*)");
    std::set<std::string> found;
    for (std::sregex_iterator at(bare.begin(), bare.end(), number), end; at != end; ++at) found.insert(at->str());
    return found;
}

TEST(Replies, EveryChoiceHasOneOfItsOwn)
{
    const std::string list = text_of(source_folder / "assets/misconceptions.json");
    std::size_t questions = 0;
    std::set<std::string> without_reply;
    for (const model::Experiment& lesson : shipped_catalogue().experiments)
        for (const model::Question& question : lesson.questions) {
            if (question.choices.empty()) continue;
            const std::string name = lesson.name + "/" + question.id;
            ++questions;
            std::set<std::string> replies;
            std::size_t without_misconception = 0;
            for (const model::Option& choice : question.choices) {
                if (choice.reply.empty()) without_reply.insert(name);
                if (!choice.reply.empty()) {
                    EXPECT_TRUE(replies.insert(choice.reply).second) << name << " has the same reply twice";
                }
                without_misconception += choice.misconception.empty();
                if (!choice.misconception.empty()) {
                    EXPECT_NE(list.find("\"id\": \"" + choice.misconception + "\""), std::string::npos)
                        << name << " names \"" << choice.misconception << "\", which the list does not have";
                }
            }
            EXPECT_LE(without_misconception, 1u) << name << ": a wrong choice names no misconception";
        }
    EXPECT_GE(questions, 17u);
    EXPECT_EQ(without_reply, known_without_reply);
}

TEST(Replies, FiguresComeFromTheQuestionOrFromAClaim)
{
    for (const model::Experiment& lesson : shipped_catalogue().experiments)
        for (const model::Question& question : lesson.questions) {
            std::string asked = question.text;
            for (const model::Option& choice : question.choices) asked += " " + choice.text;
            const std::set<std::string> known = figures_of(asked);
            for (const model::Option& choice : question.choices)
                for (const std::string& figure : figures_of(choice.reply))
                    EXPECT_TRUE(known.contains(figure))
                        << lesson.name << "/" << question.id << ": neither the question nor a claim has the figure "
                        << figure << " of the reply";
        }
}

TEST(Replies, UseOnlyTermsThatAreBasicOrTaughtByThen)
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

TEST(Replies, WithoutLinksKeepsTheTextOfEachLink)
{
    EXPECT_EQ(catalogue::without_links("It is [some 3](claim:a) of [them](claim:b)."), "It is some 3 of them.");
    EXPECT_EQ(catalogue::without_links("window[] and ](claim:a"), "window[] and ](claim:a");
    EXPECT_EQ(catalogue::without_links(""), "");
}

}  // namespace
}  // namespace spillway::lessons
