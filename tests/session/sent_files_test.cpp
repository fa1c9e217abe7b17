// A .cu's headers go to another machine only after its user has seen which. The machine is a script named ssh.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/session/update_until.h"
#include "tests/support/scratch_folder.h"

namespace spillway::session {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class SentFilesTest : public testing::Test {
protected:
    void SetUp() override
    {
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
        fs::create_directories(folder_ / "work");
        std::ofstream(folder_ / "ssh") << "#!/bin/sh\nexec " STAND_IN_WORKER "\n";
        fs::permissions(folder_ / "ssh", fs::perms::owner_all);
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// With the .cu chosen and trusted, and the worker there.
    std::unique_ptr<Session> open(const std::string& include)
    {
        std::ofstream(folder_ / "work/tile.h") << "#define TILE 32\n";
        std::ofstream(folder_ / "work/scale.cu") << include << "__global__ void scale(float* x) { *x *= 2; }\n";
        Options options;
        options.installed_experiments = fs::path(SPILLWAY_SOURCE_DIR) / "kernels";
        options.gpus_file = SPILLWAY_GPUS_ALONE;
        options.worker_command = (folder_ / "ssh").string() + " lab spillway-worker";
        auto opened = Session::open(std::move(options));
        EXPECT_TRUE(opened) << opened.error().line();
        std::unique_ptr<Session> session = std::move(*opened);
        EXPECT_FALSE(session->add_catalogue_folder(folder_ / "work/scale.cu"));
        session->select_experiment("scale");
        session->trust_experiment("scale", results::TrustTerm::until_the_end);
        EXPECT_TRUE(update_until(*session,
                                 [&] { return session->view().worker().state == worker_client::WorkerState::ready; }));
        return session;
    }
    fs::path folder_ = scratch_folder("sent");
};

TEST_F(SentFilesTest, WaitForTheirUsersWord)
{
    const auto session = open("#include \"tile.h\"\n");
    EXPECT_EQ(session->view().worker().host, "lab");
    EXPECT_THAT(session->view().files_to_send(), ElementsAre("scale.cu", "tile.h"));
    for (int i = 0; i < 20; ++i) session->update();
    EXPECT_EQ(session->view().progress().in_flight, 0);
    session->worker().send_files();
    EXPECT_TRUE(session->view().files_to_send().empty());
    EXPECT_TRUE(update_until(*session, [&] { return session->view().progress().in_flight > 0; }));
}

TEST_F(SentFilesTest, AFileAloneIsTheOneThatItsUserOpened)
{
    EXPECT_TRUE(open("")->view().files_to_send().empty());
}

}  // namespace
}  // namespace spillway::session
