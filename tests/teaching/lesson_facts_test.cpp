// The GPU on which the window checks a claim about some GPUs only.

#include "app/teaching/lesson_facts.h"
#include "app/session/session.h"
#include "tests/support/scratch_folder.h"

#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

TEST(LessonFacts, CheckAClaimOnTheSelectedGpuIfTheClaimNamesIt)
{
    const auto home = scratch_folder("facts");
    for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) setenv(folder, home.c_str(), 1);
    session::Options options;
    options.installed_experiments = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "kernels/running_mean";
    options.gpus_file = SPILLWAY_GPUS_ALONE;
    options.worker_command = "false";  // no worker answers
    const auto opened = session::Session::open(std::move(options));
    ASSERT_TRUE(opened) << opened.error().line();
    session::Session& session = **opened;
    const auto checked_on = [&](const std::string& selected, const std::string& claimed) {
        session.set_gpu(selected);
        model::Claim claim;
        claim.gpu = claimed;
        const model::Gpu* gpu = claim_gpu(session.view(), claim);
        return gpu == nullptr ? std::string("none") : gpu->name;
    };
    EXPECT_EQ(checked_on("h200", "t4,h200"), "h200");
    EXPECT_EQ(checked_on("a100", "t4,h200"), "t4") << "the first that it names";
    EXPECT_EQ(checked_on("a100", "h200"), "h200");
    EXPECT_EQ(checked_on("a100", "all"), "a100");
    EXPECT_EQ(checked_on("a100", "unheard_of"), "none");
    std::filesystem::remove_all(home);
}

}  // namespace
}  // namespace spillway::teaching
