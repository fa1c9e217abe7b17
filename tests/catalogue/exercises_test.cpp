#include "app/catalogue/exercises.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "app/catalogue/experiment_reader.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway::catalogue {
namespace {

class Exercises : public testing::Test {
protected:
    Exercises()
    {
        original = &catalogue.find("running_mean")->exercises.at(0);
        copy = *original;
    }
    /// Replaces the last `what` in the text of the copy's kernel.
    void replace(const std::string& what, const std::string& by)
    {
        const std::size_t at = copy.source.rfind(what);
        ASSERT_NE(at, std::string::npos);
        copy.source.replace(at, what.size(), by);
    }
    const Catalogue& catalogue = shipped_catalogue();
    const model::Experiment* original = nullptr;
    model::Experiment copy;
};

TEST_F(Exercises, a_copy_is_known_by_its_lesson_and_name)
{
    EXPECT_EQ(original_of(catalogue, copy), original);
    copy.exercise->lesson = "nothing";
    EXPECT_EQ(original_of(catalogue, copy), nullptr);
}

TEST_F(Exercises, the_learner_may_change_their_lines_and_line_ends)
{
    replace("window[unsigned(j + elements) % WindowSize]", "window[j]");
    EXPECT_FALSE(why_not_the_exercise(*original, copy));
    for (std::size_t at = 0; (at = copy.source.find('\n', at)) != std::string::npos; at += 2)
        copy.source.insert(at, "\r");
    copy.source += " \t\n\t";
    EXPECT_FALSE(why_not_the_exercise(*original, copy));
}

TEST_F(Exercises, a_changed_reference_is_refused)
{
    const std::string term = "window[j] = input[i + j]";
    const std::size_t at = copy.source.find(term);
    copy.source.replace(at, term.size(), "window[j] = 0");
    const auto refused = why_not_the_exercise(*original, copy);
    ASSERT_TRUE(refused);
    const auto line = 1 + std::count(copy.source.begin(), copy.source.begin() + std::ptrdiff_t(at), '\n');
    EXPECT_EQ(refused->what, "Line " + std::to_string(line) + " was changed, which is not one of your lines");
}

TEST_F(Exercises, a_changed_line_after_the_learners_is_named)
{
    copy.source += "int one_more;\n";
    const auto refused = why_not_the_exercise(*original, copy);
    ASSERT_TRUE(refused);
    const auto lines = std::count(copy.source.begin(), copy.source.end(), '\n');
    EXPECT_EQ(refused->what, "Line " + std::to_string(lines) + " was changed, which is not one of your lines");
}

TEST_F(Exercises, a_lost_marker_line_is_named)
{
    replace(std::string(yours_ends), "");
    const auto refused = why_not_the_exercise(*original, copy);
    ASSERT_TRUE(refused);
    EXPECT_NE(refused->what.find(yours_ends), std::string::npos) << refused->what;
}

TEST_F(Exercises, a_specialized_reference_is_refused)
{
    replace("// ---- yours to here ----",
            "template <> void as_it_was<32>(const float*, float*, int) {}\n// ---- yours to here ----");
    EXPECT_TRUE(why_not_the_exercise(*original, copy));
}

/// A reference that reaches the goals would be the solution, ready to be copied.
TEST_F(Exercises, the_reference_is_the_given_kernel_or_misses_a_goal)
{
    for (const model::Experiment& lesson : catalogue.experiments)
        for (const model::Experiment& exercise : lesson.exercises) {
            const model::Variant* given = exercise.find_variant("given");
            ASSERT_NE(given, nullptr) << exercise.name;
            if (exercise.name == "a_smaller_tile" || exercise.name == "the_forgotten_f" ||
                exercise.name == "one_word_a_warp" || exercise.name == "rows_not_a_chain")
                EXPECT_NE(exercise.reference.entry, given->entry);  // no tile; a sine in double; no barrier; no edge
            else
                EXPECT_EQ(exercise.reference.entry, given->entry) << exercise.name;
        }
}

/// Hints of the exercise after `said` replaced the hints in its experiment.json.
std::vector<std::string> hints_of(const model::Experiment& exercise, const std::string& said, bool& is_read)
{
    std::ifstream stream(exercise.origin.folder / "experiment.json");
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    const std::size_t begin = text.find("\"hints\": ["), end = text.find("\n    ]", begin) + 6;
    const auto parsed = parse_experiment(text.replace(begin, end - begin, said), "hints");
    is_read = static_cast<bool>(parsed);
    return is_read ? parsed->exercise->hints : std::vector<std::string>();
}

TEST_F(Exercises, hints_are_a_list_or_a_single_text)
{
    using Hints = std::vector<std::string>;
    bool is_read = false;
    EXPECT_EQ(hints_of(*original, R"("hints": ["Look.", "Think.", "Do."])", is_read),
              (Hints{"Look.", "Think.", "Do."}));
    EXPECT_EQ(hints_of(*original, R"("hint": "Look.")", is_read), Hints{"Look."});
    EXPECT_EQ(hints_of(*original, R"("hints": [])", is_read), Hints());
    EXPECT_TRUE(is_read);
    for (const char* wrong : {R"("hints": "Look.")", R"("hints": ["a", "b", "c", "d", "e", "f"])", R"("hints": [""])",
                              R"("hints": [3])", R"("hint": "Look.", "hints": ["Think."])"}) {
        hints_of(*original, wrong, is_read);
        EXPECT_FALSE(is_read) << wrong;
    }
}

TEST_F(Exercises, a_changed_description_is_refused)
{
    copy.origin.description_hash = "other";
    EXPECT_TRUE(why_not_the_exercise(*original, copy));
}

TEST_F(Exercises, moved_marker_lines_are_refused)
{
    replace("// ---- yours to here ----", "// ---- yours to here ----\n// ---- yours to here ----");
    EXPECT_TRUE(why_not_the_exercise(*original, copy));
    copy = *original;
    replace("// ---- yours from here ----", "");
    EXPECT_TRUE(why_not_the_exercise(*original, copy));
    EXPECT_TRUE(check_exercise(copy));
}

TEST_F(Exercises, all_shipped_exercises_are_valid)
{
    for (const model::Experiment& lesson : catalogue.experiments)
        for (const model::Experiment& exercise : lesson.exercises) {
            EXPECT_FALSE(check_exercise(exercise)) << exercise.name;
            EXPECT_FALSE(why_not_the_exercise(exercise, exercise)) << exercise.name;
            EXPECT_FALSE(exercise.claims.empty()) << exercise.name;
        }
}

/// Otherwise no job could be made, and a learner without a GPU could not win it.
TEST_F(Exercises, a_small_run_has_a_number_of_elements_that_the_exercise_allows)
{
    const auto elements = [&] { return std::get<std::int64_t>(processor_values(copy, {}).at("elements")); };
    const auto knob = std::ranges::find(copy.knobs, "elements", &model::Parameter::name);
    ASSERT_NE(knob, copy.knobs.end());
    knob->initial_formula.clear();
    knob->initial = std::int64_t{1} << 20;
    EXPECT_EQ(elements(), 2 * 256 + 37);
    knob->first = 1024;
    EXPECT_EQ(elements(), 1024);
}

}  // namespace
}  // namespace spillway::catalogue
