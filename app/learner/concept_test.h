#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::learner {

// A test before and after a course: two forms that test the same concepts in different words.
// docs/teaching/evaluation.md explains what the test can show.

struct TestChoice {
    std::string text;
    std::string misconception;  ///< id in assets/misconceptions.json; empty: the right choice
};
struct TestForm {
    std::string text;
    std::vector<TestChoice> choices;
};
struct TestItem {
    std::string id;
    TestForm forms[2];  ///< a and b
};
using ConceptTest = std::vector<TestItem>;

struct Misconception {
    std::string id, says, truth, lesson, source;
};

/// Parse assets/concept-test.json and assets/misconceptions.json. Safe for any input text.
[[nodiscard]] model::Expected<ConceptTest> parse_concept_test(std::string_view text);
[[nodiscard]] model::Expected<std::vector<Misconception>> parse_misconceptions(std::string_view text);

struct TestAnswer {
    int choice = 0;
    int confidence = 1;  ///< 1 guessed, 2 rather sure, 3 sure
    friend bool operator==(const TestAnswer&, const TestAnswer&) = default;
};
/// One sitting of the test. Skipped items have no answer.
struct Sitting {
    int form = 0;
    std::map<std::string, TestAnswer> answers;  ///< by item id
    friend bool operator==(const Sitting&, const Sitting&) = default;
};
/// One learner's hand-in: no name, no date, two random numbers.
struct TestPaper {
    std::string course, person;
    std::optional<Sitting> before, after;
    friend bool operator==(const TestPaper&, const TestPaper&) = default;
};

constexpr std::size_t max_paper_bytes = 64 << 10;

[[nodiscard]] model::Expected<TestPaper> parse_test_paper(std::string_view text);
[[nodiscard]] std::string print_test_paper(const TestPaper& paper);

/// Share of items answered correctly; an item without an answer counts as wrong.
[[nodiscard]] double share_right(const ConceptTest& test, const Sitting& sitting);

/// Shares of correct answers of one learner.
struct Shares {
    double before = 0, after = 0;
};
/// Normalized gain of a class, (after - before) / (1 - before) of the means, with a 95 % bootstrap interval over its
/// learners.
struct ClassGain {
    double before = 0, after = 0, gain = 0, low = 0, high = 0;
};
constexpr std::size_t fewest_learners = 10;
/// Empty below ten learners, or if the class had nothing left to learn.
[[nodiscard]] std::optional<ClassGain> class_gain(const std::vector<Shares>& learners);

}  // namespace spillway::learner
