// Harm that a learner's kernel can do to a worker; the next measurement is right.

#include <gtest/gtest.h>

#include "app/worker_client/dispatcher.h"
#include "tests/worker/measured_job.h"
#include "tests/worker/worker_process.h"

namespace spillway::worker {
namespace {

using Clock = std::chrono::steady_clock;

/// The dispatcher as the window uses it, with the real worker on the stand-in driver.
class Recover : public testing::Test {
protected:
    Recover()
    {
        setenv("SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA, 1);
        setenv("SPILLWAY_LAUNCH_SECONDS", "2", 1);
        setenv("SPILLWAY_CACHE_DIR", "none", 1);
        setenv("SPILLWAY_WORKER_THREADS", "1", 1);
    }
    ~Recover() override
    {
        for (const char* name : {"SPILLWAY_LIBCUDA", "SPILLWAY_LAUNCH_SECONDS", "SPILLWAY_STANDIN_FAIL",
                                 "SPILLWAY_STANDIN_MEMORY_MIB", "SPILLWAY_CACHE_DIR", "SPILLWAY_WORKER_THREADS"})
            unsetenv(name);
    }

    /// False, and the test skipped, without a compiler.
    bool start()
    {
        dispatcher_.emplace(std::vector<std::string>{SPILLWAY_BINARY_DIR "/bin/spillway-worker"}, [] {});
        wait([&] { return dispatcher_->status().hello.has_value(); });
        dispatcher_->add_source(measured_source());
        return dispatcher_->status().hello && dispatcher_->status().hello->compiler.available;
    }

    template <typename Condition>
    void wait(Condition is_true)
    {
        const auto end = Clock::now() + std::chrono::seconds(30);
        while (!is_true() && Clock::now() < end) dispatcher_->wait_and_poll(0.05);
        EXPECT_TRUE(is_true());
    }

    void submit(const std::string& name, const protocol::Run& run)
    {
        dispatcher_->submit(run, [this, name, job = run.job](const worker_client::Answer& answer) {
            const auto* result = std::get_if<protocol::Result>(&answer);
            if (result && result->is_final) answers_[name] = result->result;
            const auto* unanswered = std::get_if<worker_client::Unanswered>(&answer);
            if (unanswered) answers_[name] = worker_client::died_result(job, unanswered->why);
        });
    }

    model::RunResult ask(const std::string& entry, std::int64_t elements = 100000)
    {
        answers_.erase(entry);
        submit(entry, measured_run(0, entry, elements));
        wait([&] { return answers_.contains(entry); });
        return answers_[entry];
    }

    void expect_next_is_right()
    {
        const auto next = ask("plain_copy");
        EXPECT_EQ(next.status, model::Status::ok) << next.message.value_or("");
        EXPECT_EQ(next.verification.status, model::VerificationStatus::matched);
        EXPECT_TRUE(next.measurement.seconds);
    }

    std::optional<worker_client::Dispatcher> dispatcher_;
    std::map<std::string, model::RunResult> answers_;
};

// Local memory that an earlier kernel made larger would hold a recursion that is too deep for its stack.
TEST_F(Recover, AStackThatIsTooSmallIsFoundWhateverRanBefore)
{
    if (!start()) GTEST_SKIP();
    const auto ask_with = [&](const std::string& entry, std::int64_t stack_bytes) {
        const std::string id = entry + std::to_string(stack_bytes);
        protocol::Run run = measured_run(0, entry, 1000);
        run.job.plan->stack_bytes = stack_bytes;
        submit(id, run);
        wait([&] { return answers_.contains(id); });
        return answers_[id].status;
    };
    EXPECT_EQ(ask_with("deep_copy", 8192), model::Status::ok);
    EXPECT_EQ(ask_with("vast_copy", 0), model::Status::ok);
    EXPECT_EQ(ask_with("deep_copy", 1024), model::Status::launch_error);
    expect_next_is_right();
}

TEST_F(Recover, AnIllegalAddressIsReportedAndTheOthersAreNotToBlame)
{
    if (!start()) GTEST_SKIP();
    // All in flight at once: three crashes must not make the innocent ones suspects.
    for (int i = 0; i < 3; ++i) {
        submit("illegal" + std::to_string(i), measured_run(0, "illegal", 1000 + i));
        submit("copy" + std::to_string(i), measured_run(0, "plain_copy", 1000 + i));
    }
    wait([&] { return answers_.size() == 6; });
    for (int i = 0; i < 3; ++i) {
        const auto& illegal = answers_["illegal" + std::to_string(i)];
        EXPECT_EQ(illegal.status, model::Status::launch_error);
        EXPECT_EQ(*illegal.message,
                  "cuStreamSynchronize: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)");
        EXPECT_NE(illegal.advice->find("outside its buffers"), std::string::npos);
        EXPECT_TRUE(illegal.compile) << "it did compile";
        EXPECT_FALSE(illegal.measurement.seconds);
        EXPECT_EQ(answers_["copy" + std::to_string(i)].status, model::Status::ok);
    }
    EXPECT_EQ(dispatcher_->status().restarts, 3);
    expect_next_is_right();
}

TEST_F(Recover, ACorruptedStack)
{
    if (!start()) GTEST_SKIP();
    const auto result = ask("overflow");
    EXPECT_EQ(result.status, model::Status::launch_error);
    EXPECT_NE(result.message->find("CUDA_ERROR_LAUNCH_FAILED"), std::string::npos);
    EXPECT_NE(result.advice->find("recursion"), std::string::npos);
    expect_next_is_right();
}

TEST_F(Recover, AKernelWithoutEnd)
{
    if (!start()) GTEST_SKIP();
    const auto before = Clock::now();
    submit("copy", measured_run(0, "plain_copy"));
    const auto result = ask("forever");
    EXPECT_LT(Clock::now() - before, std::chrono::seconds(10));
    EXPECT_EQ(result.status, model::Status::timed_out);
    EXPECT_EQ(*result.message, "the kernel did not end within 2 s");
    EXPECT_NE(result.advice->find("fewer elements"), std::string::npos);
    EXPECT_TRUE(result.compile);
    expect_next_is_right();
    EXPECT_EQ(dispatcher_->status().restarts, 1);
    EXPECT_EQ(answers_["copy"].status, model::Status::ok);
}

TEST_F(Recover, SuddenDeath)
{
    if (!start()) GTEST_SKIP();
    const auto result = ask("deadly");
    EXPECT_EQ(result.status, model::Status::worker_died);
    EXPECT_NE(result.message->find("139"), std::string::npos);
    expect_next_is_right();
}

TEST_F(Recover, RefusalsKeepTheWorker)
{
    setenv("SPILLWAY_STANDIN_MEMORY_MIB", "128", 1);
    if (!start()) GTEST_SKIP();
    const auto wrong = ask("wrong_copy");
    EXPECT_EQ(wrong.status, model::Status::wrong_result);
    EXPECT_EQ(wrong.verification.status, model::VerificationStatus::mismatched);
    EXPECT_TRUE(wrong.verification.detail->starts_with("output[17] is 18")) << *wrong.verification.detail;
    EXPECT_FALSE(wrong.measurement.bytes_per_second);
    const auto lazy = ask("lazy_copy");
    EXPECT_TRUE(lazy.verification.detail->starts_with("output[0] was not written")) << *lazy.verification.detail;

    const auto slow = ask("slow_copy");
    EXPECT_EQ(slow.status, model::Status::timed_out);
    EXPECT_NE(slow.message->find("one launch took 1.3 s"), std::string::npos);
    EXPECT_NE(slow.advice->find("elements"), std::string::npos);

    const auto large = ask("plain_copy", 40 << 20);
    EXPECT_EQ(large.status, model::Status::launch_error);
    EXPECT_NE(large.message->find("CUDA_ERROR_OUT_OF_MEMORY"), std::string::npos);
    EXPECT_NE(large.advice->find("fewer elements"), std::string::npos);

    auto wide = measured_run(0, "fat_copy");
    wide.job.block[0] = 512;
    submit("wide", wide);
    wait([&] { return answers_.contains("wide"); });
    EXPECT_EQ(*answers_["wide"].message, "a block has 512 threads; with 255 registers each this GPU takes at most 256");
    EXPECT_EQ(ask("local_copy").measurement.local_bytes_per_thread, 128);
    expect_next_is_right();
    EXPECT_EQ(dispatcher_->status().restarts, 0);
}

TEST_F(Recover, CodeThatTheDriverDoesNotTake)
{
    setenv("SPILLWAY_STANDIN_FAIL", "cuModuleLoadData:1:209", 1);
    if (!start()) GTEST_SKIP();
    const auto result = ask("plain_copy");
    EXPECT_EQ(result.status, model::Status::launch_error);
    EXPECT_NE(result.message->find("CUDA_ERROR_NO_BINARY_FOR_GPU"), std::string::npos);
    expect_next_is_right();
    EXPECT_EQ(dispatcher_->status().restarts, 0);
}

TEST_F(Recover, ACallThatHangs)
{
    setenv("SPILLWAY_STANDIN_FAIL", "cuLaunchKernel:4:hang", 1);
    if (!start()) GTEST_SKIP();
    const auto result = ask("plain_copy");
    EXPECT_EQ(result.status, model::Status::timed_out);
    wait([&] { return dispatcher_->status().restarts == 1; });
}

}  // namespace
}  // namespace spillway::worker
