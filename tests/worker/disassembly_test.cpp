// The next worker uses the disassembly of an earlier one.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "tests/compiler/kernels.h"
#include "tests/gpu/gpus.h"
#include "tests/support/line_count.h"
#include "tests/support/scratch_folder.h"
#include "tests/worker/worker_process.h"

namespace spillway::worker {
namespace {

namespace fs = std::filesystem;

class NextWorker : public testing::Test {
protected:
    void SetUp() override
    {
        const std::string counts = "echo run >>'" + (home_ / "runs").string() + "'\n";
        std::ofstream(program_) << "#!/bin/bash\n"
                                << "if [[ $1 == --version ]]; then echo 'release 13.0, V13.0.85'; exit; fi\n"
                                << counts
                                << "printf '\t.section\t.text._Z4copyILi4EEvPKfPfi,\\n  /*0000*/ STL [R1], R0 ;\\n'\n";
        fs::permissions(program_, fs::perms::owner_all);
    }
    void TearDown() override { fs::remove_all(home_); }

    /// A new worker is asked for the listing of a kernel, then for its counts. False without a compiler.
    bool ask_a_new_worker()
    {
        WorkerProcess worker(
            {{"SPILLWAY_CACHE_DIR", (home_ / "cache").string()}, {"SPILLWAY_NVDISASM", program_.string()}});
        const auto hello = worker.receive<protocol::Hello>();
        if (!hello || !hello->compiler.available) return false;
        EXPECT_EQ(hello->disassembler.version, "13.0.85");
        worker.send(protocol::Source{compiler::kernels()});
        worker.send(protocol::ListingRequest{1, "", 0, compiler::request_for("copy<4>")});
        const auto reply = worker.receive<protocol::ListingReply>();
        EXPECT_TRUE(reply && reply->listing && reply->listing->sass && reply->counts &&
                    reply->counts->sass.local_stores == 1);
        worker.send(counted());
        const auto result = worker.receive<protocol::Result>();
        EXPECT_TRUE(result && result->result.sass && result->result.sass->local_stores == 1);
        return true;
    }

    static protocol::Run counted()
    {
        protocol::Run message;
        message.id = 2;
        message.inspect_sass = true;
        message.job.gpu = gpu::test_gpu("H200");
        message.job.gpu.compilable = true;
        message.job.compile = compiler::request_for("copy<4>", message.job.gpu.arch());
        message.job.block[0] = 128;
        return message;
    }

    [[nodiscard]] int runs() const { return line_count(home_ / "runs"); }

    fs::path home_ = scratch_folder("next-worker");
    fs::path program_ = home_ / "nvdisasm";
};

TEST_F(NextWorker, NeedsNoDisassemblerForWhatWasShown)
{
    if (!ask_a_new_worker()) GTEST_SKIP() << "there is no compiler here";
    EXPECT_EQ(runs(), 2) << "lines and live registers take a run each, and both requests the same code";
    EXPECT_TRUE(ask_a_new_worker());
    EXPECT_EQ(runs(), 2);
    std::ofstream(program_, std::ios::app) << "# another program\n";
    EXPECT_TRUE(ask_a_new_worker());
    EXPECT_EQ(runs(), 4);
}

TEST_F(NextWorker, DoesNotGoOnWithWhatIsCancelled)
{
    std::ofstream(program_) << "#!/bin/bash\n"
                            << "if [[ $1 == --version ]]; then echo 'release 13.0, V13.0.85'; exit; fi\n"
                            << "echo run >>'" << (home_ / "runs").string() << "'\nexec sleep 600\n";
    WorkerProcess worker({{"SPILLWAY_CACHE_DIR", (home_ / "cache").string()},
                          {"SPILLWAY_NVDISASM", program_.string()},
                          {"SPILLWAY_WORKER_THREADS", "1"}});
    const auto hello = worker.receive<protocol::Hello>();
    ASSERT_TRUE(hello);
    if (!hello->compiler.available) GTEST_SKIP() << "there is no compiler here";
    worker.send(protocol::Source{compiler::kernels()});
    worker.send(protocol::ListingRequest{1, "", 0, compiler::request_for("copy<4>")});
    for (int i = 0; i < 3000 && runs() == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    worker.send(protocol::Cancel{{1}});
    const auto dropped = worker.receive<protocol::Dropped>();
    ASSERT_TRUE(dropped) << "its one thread waits for the disassembler";
    EXPECT_EQ(dropped->id, 1U);
}

}  // namespace
}  // namespace spillway::worker
