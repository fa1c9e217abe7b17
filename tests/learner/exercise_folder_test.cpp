#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "app/learner/exercise_folder.h"
#include "tests/support/scratch_folder.h"

namespace spillway::learner {
namespace {

namespace fs = std::filesystem;

class ExerciseFolder : public testing::Test {
protected:
    void SetUp() override
    {
        setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);
        exercise_.name = "faster";
        exercise_.origin.folder = folder_ / "faster";
        fs::create_directories(exercise_.origin.folder);
        write(exercise_.origin.folder / "kernel.cu", "as it comes");
        write(exercise_.origin.folder / "experiment.json", "{}");
        write(exercise_.origin.folder / "lesson.md", "# Faster");
    }
    void TearDown() override { fs::remove_all(folder_); }

    static void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }
    static std::string read(const fs::path& file)
    {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    fs::path folder_ = scratch_folder("exercise");
    model::Experiment exercise_;
};

TEST_F(ExerciseFolder, OneThatIsThereInPartIsCompletedAndNothingInItReplaced)
{
    const auto begun = begin_exercise(exercise_);
    ASSERT_TRUE(begun) << begun.error().line();
    write(*begun / "kernel.cu", "an evening's work");
    fs::remove(*begun / "experiment.json");
    const auto again = begin_exercise(exercise_);
    ASSERT_TRUE(again) << again.error().line();
    EXPECT_EQ(read(*again / "kernel.cu"), "an evening's work");
    EXPECT_EQ(read(*again / "experiment.json"), "{}");
}

TEST_F(ExerciseFolder, BeginningAgainKeepsEveryKernelThatWasThere)
{
    const auto begun = begin_exercise(exercise_);
    ASSERT_TRUE(begun);
    for (const char* text : {"first try", "second try"}) {
        write(*begun / "kernel.cu", text);
        ASSERT_TRUE(begin_exercise_again(exercise_));
        EXPECT_EQ(read(*begun / "kernel.cu"), "as it comes");
    }
    EXPECT_EQ(read(*begun / "kernel.cu.before-1"), "first try");
    EXPECT_EQ(read(*begun / "kernel.cu.before-2"), "second try");
}

}  // namespace
}  // namespace spillway::learner
