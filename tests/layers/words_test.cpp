#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layers/word_rules.h"

namespace spillway::layers {
namespace {

const std::filesystem::path tree = SPILLWAY_SOURCE_DIR;

TEST(Words, WhatPeopleReadNamesTheThingThatActs)
{
    for (const Violation& violation : find_banned_phrases(tree)) ADD_FAILURE() << violation.text();
}

// Over two lines, in two literals, in upper case; not in code, not within a word, not over the end of a sentence.
TEST(Words, EachBannedPhraseOfTheFixtureIsFound)
{
    std::vector<std::string> found;
    for (const Violation& violation : find_banned_phrases(tree / "tests/layers/fixture_words"))
        found.push_back(violation.file + ":" + std::to_string(violation.line) + " " +
                        violation.what.substr(0, violation.what.rfind('"') + 1));
    const std::vector<std::string> expected = {
        "app/model/words.h:1 \"nobody\"",   "app/model/words.h:3 \"is told\"", "app/model/words.h:6 \"what is there\"",
        "app/model/words.h:8 \"somebody\"", "docs/page.md:1 \"who\"",          "docs/page.md:6 \"whoever\"",
    };
    EXPECT_EQ(found, expected);
}

// On the Python index, another project has this name.
TEST(Words, NoPageInstallsSpillwayByItsBareName)
{
    const std::regex bare(R"(pip3? install\b[^\n]*[ "']spillway(?![\w./-]))");
    const std::string wrong = "run: pip install spillway nvidia-cuda-nvcc", right = "pip install ./spillway_cuda-1.whl";
    ASSERT_TRUE(std::regex_search(wrong, bare));
    ASSERT_FALSE(std::regex_search(right, bare));
    std::vector<std::filesystem::path> pages{tree / "README.md", tree / "RELEASING.md"};
    for (const auto& page : std::filesystem::recursive_directory_iterator(tree / "docs"))
        if (page.path().extension() == ".md") pages.push_back(page.path());
    for (const std::filesystem::path& page : pages) {
        std::ifstream file(page);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        EXPECT_FALSE(text.empty()) << page;
        EXPECT_FALSE(std::regex_search(text, bare)) << page;
    }
}

}  // namespace
}  // namespace spillway::layers
