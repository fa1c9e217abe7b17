#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "app/worker_client/worker_link.h"
#include "tests/support/scratch_folder.h"

namespace spillway::worker_client {
namespace {

namespace fs = std::filesystem;

/// A worker that is killed could not end the compilers that it has started.
TEST(WorkerLinkEnds, AWorkerEndsByItselfAndOneThatHangsIsKilled)
{
    const fs::path folder = scratch_folder("worker-ends"), ended = folder / "ended";
    const auto begin_and_close = [&](const std::string& script) {
        const fs::path started = folder / "started";
        fs::remove(started);
        WorkerLink link{{"sh", "-c", "touch " + started.string() + "; " + script}, {}};
        link.start();
        for (int i = 0; i < 2000 && !fs::exists(started); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_TRUE(fs::exists(started));
    };
    begin_and_close("cat >/dev/null; touch " + ended.string());
    EXPECT_TRUE(fs::exists(ended));
    const auto before = std::chrono::steady_clock::now();
    begin_and_close("exec sleep 30");
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(20));
    fs::remove_all(folder);
}

}  // namespace
}  // namespace spillway::worker_client
