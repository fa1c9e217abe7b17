#include "app/catalogue/taken_names.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/renamed_experiment.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;

model::Experiment lesson(const std::string& name, const std::string& exercise)
{
    model::Experiment made;
    made.name = name;
    made.origin.folder = "/kernels/" + name;
    model::Experiment& own = made.exercises.emplace_back();
    own.name = exercise;
    own.exercise.emplace().lesson = name;
    own.origin.folder = made.origin.folder / "exercises" / exercise;
    return made;
}

model::Experiment copy_of(const std::string& exercise, const std::string& lesson)
{
    model::Experiment copy;
    copy.name = exercise;
    copy.exercise.emplace().lesson = lesson;
    return copy;
}

TEST(TakenNames, TheSecondExerciseOfANameIsLeftOutAndItsLessonStays)
{
    Catalogue all;
    add_experiment(all, lesson("one", "fix"));
    add_experiment(all, lesson("two", "fix"));
    ASSERT_EQ(all.experiments.size(), 2U);
    EXPECT_EQ(all.experiments[0].exercises.size(), 1U);
    EXPECT_TRUE(all.experiments[1].exercises.empty());
    ASSERT_EQ(all.problems.size(), 1U);
    EXPECT_EQ(all.problems[0].what,
              "the exercise \"fix\" of \"two\" is left out: the name \"fix\" is taken by /kernels/one");
    EXPECT_EQ(all.problems[0].where, "/kernels/two/exercises/fix/experiment.json");
}

TEST(TakenNames, AnExerciseAndAnExperimentHaveDifferentNames)
{
    Catalogue all;
    add_experiment(all, lesson("one", "two"));
    add_experiment(all, lesson("two", "other"));
    EXPECT_EQ(all.find("two"), nullptr);
    add_experiment(all, lesson("three", "one"));
    EXPECT_TRUE(all.find("three")->exercises.empty());
    add_experiment(all, lesson("four", "four"));
    EXPECT_TRUE(all.find("four")->exercises.empty());
    EXPECT_EQ(all.problems.size(), 3U);
    EXPECT_EQ(free_name("two", all), "two_2") << "a file's name is not an exercise's either";
}

TEST(TakenNames, ALearnersCopyHasTheNameOfItsOriginal)
{
    Catalogue all;
    add_experiment(all, lesson("one", "fix"));
    add_experiment(all, copy_of("fix", "one"));
    EXPECT_EQ(all.experiments.size(), 2U);
    add_experiment(all, lesson("two", "mend"));
    add_experiment(all, copy_of("mend", "one"));
    EXPECT_EQ(all.experiments.size(), 3U) << "a copy for another lesson";
    Catalogue copy_first;
    add_experiment(copy_first, copy_of("fix", "one"));
    add_experiment(copy_first, lesson("one", "fix"));
    EXPECT_TRUE(copy_first.problems.empty());
    EXPECT_EQ(copy_first.find("one")->exercises.size(), 1U);
}

/// Its copy would be judged against the other lesson's exercise.
TEST(TakenNames, AnExerciseThatNamesAnotherLessonIsLeftOut)
{
    const fs::path folder = scratch_folder("taken_names");
    copy_renamed("stencil", folder / "mine", "mine");
    EXPECT_TRUE(load_catalogue({folder}).problems.empty());
    EXPECT_EQ(load_catalogue({folder}).find("mine")->exercises.size(), 1U);
    const fs::path description = folder / "mine/exercises/mine_a_smaller_tile/experiment.json";
    replace_everywhere(description, "\"lesson\": \"mine\"", "\"lesson\": \"stencil\"");
    const Catalogue all = load_catalogue({folder});
    EXPECT_TRUE(all.find("mine")->exercises.empty());
    ASSERT_EQ(all.problems.size(), 1U);
    EXPECT_EQ(all.problems[0].where, description.string());
    EXPECT_NE(all.problems[0].what.find("names the lesson \"stencil\""), std::string::npos) << all.problems[0].what;
    EXPECT_EQ(all.problems[0].advice, "write \"lesson\": \"mine\" there");
    fs::remove_all(folder);
}

}  // namespace
}  // namespace spillway::catalogue
