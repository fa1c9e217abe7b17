// A page has the outlines of all experiments before their files: what stands in the list until each has been read.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/results/open_experiments.h"
#include "tests/support/scratch_folder.h"

namespace spillway::results {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path shipped = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";

class Outlines : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(kernels_);
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    }
    void TearDown() override { fs::remove_all(folder_); }

    void install(const std::string& name) const
    {
        fs::copy(shipped / name, kernels_ / name, fs::copy_options::recursive);
    }
    /// As scripts/pack_web.py writes them.
    void outline(const std::vector<std::string>& names) const
    {
        json all = json::array();
        for (const std::string& name : names) {
            std::ifstream in(shipped / name / "experiment.json");
            const json whole = json::parse(in);
            json heading;
            for (const char* key : {"name", "title", "question", "topic", "order", "prerequisites", "x_axis"})
                if (whole.contains(key)) heading[key] = whole[key];
            all.push_back(std::move(heading));
        }
        write(json{{"experiments", all}}.dump());
    }
    void write(const std::string& text) const { std::ofstream(kernels_ / "outlines.json") << text; }
    [[nodiscard]] OpenExperiments open() const
    {
        OpenExperiments experiments({kernels_, true, {}, {}, {}});
        experiments.reload();
        return experiments;
    }

    fs::path folder_ = scratch_folder("outlines");
    fs::path kernels_ = folder_ / "kernels";
};

TEST_F(Outlines, StandWhereTheExperimentWillBeAndAreReadInPlace)
{
    install("running_mean");
    outline({"running_mean", "first_kernel"});
    OpenExperiments experiments = open();
    EXPECT_TRUE(experiments.take_log().empty());
    const auto& listed = experiments.catalogue().experiments;
    ASSERT_EQ(listed.size(), 2U);
    EXPECT_FALSE(catalogue::is_outline(*experiments.catalogue().find("running_mean")));
    const model::Experiment* const outlined = experiments.catalogue().find("first_kernel");
    ASSERT_TRUE(catalogue::is_outline(*outlined));
    EXPECT_TRUE(outlined->origin.trusted);

    install("first_kernel");
    const auto whole = catalogue::load_experiment(shipped / "first_kernel");
    ASSERT_TRUE(whole) << whole.error().line();
    EXPECT_EQ(outlined->title, whole->title);
    EXPECT_EQ(outlined->topic, whole->topic);
    EXPECT_EQ(outlined->course.prerequisites, whole->course.prerequisites);

    const std::uint64_t before = experiments.changes();
    EXPECT_TRUE(experiments.read_on());
    EXPECT_FALSE(experiments.read_on());
    EXPECT_EQ(experiments.changes(), before) << "nothing of what was whole has changed";
    EXPECT_EQ(experiments.catalogue().find("first_kernel"), outlined);
    EXPECT_FALSE(catalogue::is_outline(*outlined));
    EXPECT_EQ(outlined->origin.content_hash, whole->origin.content_hash);
    EXPECT_EQ(outlined->exercises.size(), whole->exercises.size());
    EXPECT_TRUE(outlined->origin.trusted);
    EXPECT_TRUE(experiments.take_log().empty());
}

TEST_F(Outlines, OneWhoseFilesDoNotComeGoesAndIsReported)
{
    install("running_mean");
    outline({"first_kernel"});
    OpenExperiments experiments = open();
    EXPECT_TRUE(experiments.read_on());
    EXPECT_EQ(experiments.catalogue().find("first_kernel"), nullptr);
    EXPECT_NE(experiments.catalogue().find("running_mean"), nullptr);
    EXPECT_EQ(experiments.take_log().size(), 1U);
    EXPECT_FALSE(experiments.read_on());
}

TEST_F(Outlines, AreOfTheInstalledFolderOnly)
{
    install("running_mean");
    fs::create_directories(folder_ / "mine");
    outline({"first_kernel"});
    fs::rename(kernels_ / "outlines.json", folder_ / "mine/outlines.json");
    OpenExperiments experiments({kernels_, true, {folder_ / "mine"}, {}, {}});
    experiments.reload();
    EXPECT_EQ(experiments.catalogue().find("first_kernel"), nullptr);
}

TEST_F(Outlines, BadOnesAreAProblemWithTheirLine)
{
    install("running_mean");
    write("{\"experiments\": [\n{\"name\": \"../x\"}]}");
    OpenExperiments experiments = open();
    ASSERT_EQ(experiments.catalogue().problems.size(), 1U);
    EXPECT_TRUE(experiments.catalogue().problems[0].where.ends_with("outlines.json:2"));
    EXPECT_NE(experiments.catalogue().find("running_mean"), nullptr);
}

}  // namespace
}  // namespace spillway::results
