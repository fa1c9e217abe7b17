#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/error.h"

namespace spillway::learner {

// A test before and after a course: two forms that ask for the same ideas with other words. docs/teaching/evaluation.md
// says what it can tell and what not.

struct TestChoice {
    std::string text;
    std::string misconception;  ///< an id of assets/misconceptions.json; empty: it is the right one
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

/// assets/concept-test.json and assets/misconceptions.json; any text whatever.
[[nodiscard]] model::Expected<ConceptTest> parse_concept_test(std::string_view text);
[[nodiscard]] model::Expected<std::vector<Misconception>> parse_misconceptions(std::string_view text);

struct TestAnswer {
    int choice = 0;
    int confidence = 1;  ///< 1 guessed, 2 rather sure, 3 sure
    friend bool operator==(const TestAnswer&, const TestAnswer&) = default;
};
/// One time that the test was taken. What was left out has no answer.
struct Sitting {
    int form = 0;
    std::map<std::string, TestAnswer> answers;  ///< by the item's id
    friend bool operator==(const Sitting&, const Sitting&) = default;
};
/// What one learner hands in: no name, no date, two random numbers.
struct TestPaper {
    std::string course, person;
    std::optional<Sitting> before, after;
    friend bool operator==(const TestPaper&, const TestPaper&) = default;
};

constexpr std::size_t most_paper_bytes = 64 << 10;

[[nodiscard]] model::Expected<TestPaper> parse_test_paper(std::string_view text);
[[nodiscard]] std::string print_test_paper(const TestPaper& paper);

/// The share of the items that were answered rightly; an item without an answer counts as wrong.
[[nodiscard]] double share_right(const ConceptTest& test, const Sitting& sitting);

/// Before and after, of one learner.
struct Shares {
    double before = 0, after = 0;
};
/// Of a class: (after - before) / (1 - before) of the means, with the interval in which 95 % of the classes lie that
/// are drawn from these learners with replacement.
struct ClassGain {
    double before = 0, after = 0, gain = 0, low = 0, high = 0;
};
constexpr std::size_t fewest_learners = 10;
/// Empty below ten learners, and where nothing was left to learn.
[[nodiscard]] std::optional<ClassGain> class_gain(const std::vector<Shares>& learners);

}  // namespace spillway::learner
