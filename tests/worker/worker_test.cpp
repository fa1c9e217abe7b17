#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "app/answers/occupancy.h"
#include "app/base/child_process.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/source_files.h"
#include "tests/compiler/kernels.h"
#include "tests/gpu/gpus.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/slow_nvcc.h"
#include "tests/worker/worker_process.h"

namespace spillway::worker {
namespace {

using Clock = std::chrono::steady_clock;
using Variables = std::map<std::string, std::string>;

protocol::Run run(std::uint64_t id, const std::string& entry, const std::string& gpu = "H200")
{
    protocol::Run message;
    message.id = id;
    message.job.experiment = "mine";
    message.job.variant = "v";
    message.job.values["block_size"] = std::int64_t{128};
    message.job.gpu = gpu::test_gpu(gpu);
    message.job.gpu.compilable = message.job.gpu.compute_major >= 7;
    message.job.compile = compiler::request_for(entry, message.job.gpu.arch());
    message.job.block[0] = 128;
    return message;
}

/// A worker that has said hello and knows the tests' kernels; skips the test without a compiler.
class Live : public testing::Test {
protected:
    void SetUp() override
    {
        hello_ = *worker_.receive<protocol::Hello>();
        if (!hello_.compiler.available) GTEST_SKIP() << hello_.compiler.reason;
        worker_.send(protocol::Source{compiler::kernels()});
    }

    model::RunResult ask(const protocol::Run& message)
    {
        worker_.send(message);
        const auto result = worker_.receive<protocol::Result>();
        EXPECT_TRUE(result);
        if (!result) return {};
        EXPECT_EQ(result->id, message.id);
        EXPECT_TRUE(result->is_final);
        seconds_ = result->seconds;
        return result->result;
    }

    WorkerProcess worker_{Variables{{"SPILLWAY_WORKER_THREADS", "1"}}};
    protocol::Hello hello_;
    protocol::StageSeconds seconds_;
};

TEST_F(Live, AnswersARunWhole)
{
    EXPECT_EQ(hello_.version, protocol::version);
    EXPECT_EQ(hello_.compile_threads, 1);
    EXPECT_FALSE(hello_.driver.available);
    const auto result = ask(run(7, "local_array<32>"));
    EXPECT_EQ(result.status, model::Status::ok);
    EXPECT_EQ(result.experiment, "mine");
    EXPECT_EQ(result.gpu_arch, "sm_90");
    EXPECT_EQ(result.parameters.at("block_size"), model::Value(std::int64_t{128}));
    ASSERT_TRUE(result.compile);
    EXPECT_EQ(result.compile->stack_frame_bytes, 128);
    EXPECT_FALSE(result.compile->cached);
    EXPECT_EQ(result.ptx->local_bytes, 128);
    EXPECT_FALSE(result.sass) << "not asked for";
    EXPECT_EQ(result.measurement.source, model::MeasurementSource::none);
    EXPECT_TRUE(result.measurement.reason.starts_with("no NVIDIA driver"));
    EXPECT_EQ(result.verification.status, model::VerificationStatus::not_run);
    if (answers::has_calculator()) {
        ASSERT_TRUE(result.occupancy);
        EXPECT_EQ(result.occupancy->blocks_per_sm, 16);
    }
    EXPECT_GT(seconds_.compile, 0);

    const auto again = ask(run(8, "local_array<32>"));
    EXPECT_TRUE(again.compile->cached);
    EXPECT_EQ(again.compile->log, result.compile->log);
}

TEST_F(Live, SaysWhyAndWhichKnob)
{
    auto refused = ask(run(1, "shared_array<13024>"));
    EXPECT_EQ(refused.status, model::Status::compile_error);
    EXPECT_NE(refused.message->find("uses too much shared data (0xcb80 bytes, 0xc000 max)"), std::string::npos);
    EXPECT_TRUE(refused.advice);
    EXPECT_FALSE(refused.compile);

    auto message = run(2, "dynamic_copy<4>", "Tesla T4");
    message.job.dynamic_shared_bytes = 80008;
    refused = ask(message);
    EXPECT_EQ(refused.status, model::Status::launch_error);
    EXPECT_EQ(*refused.message,
              "80,008 bytes of shared memory asked for; a block on NVIDIA Tesla T4 can have at most "
              "65,536 (64 KiB)");
    EXPECT_TRUE(refused.compile) << "it did compile";
    message = run(3, "dynamic_copy<4>", "H200");
    message.job.dynamic_shared_bytes = 80008;
    EXPECT_EQ(ask(message).status, model::Status::ok);

    refused = ask(run(4, "copy<4>", "Tesla K40"));
    EXPECT_EQ(refused.status, model::Status::compile_error);
    EXPECT_NE(refused.message->find("no longer compiles for NVIDIA Tesla K40 (sm_35)"), std::string::npos);

    message = run(5, "copy<4>");
    message.job.compile.source_hash = "0123";
    refused = ask(message);
    EXPECT_EQ(refused.status, model::Status::compile_error);
    EXPECT_NE(refused.message->find("never received the kernel's text"), std::string::npos);

    message = run(6, "copy<4>");
    message.job.block[0] = INT64_MAX;
    message.job.block[1] = INT64_MAX;
    EXPECT_EQ(ask(message).status, model::Status::launch_error);
}

TEST_F(Live, OvertakesAndCancels)
{
    // In one piece, so that all are there before the one thread is done with its first.
    std::string lines;
    for (std::uint64_t id = 1; id <= 6; ++id) {
        auto message = run(id, "copy<" + std::to_string(40 + id) + ">");
        if (id == 2 || id == 4 || id == 6) message.group = "slider";
        message.priority = id == 5 ? -1 : 0;
        lines += protocol::encode(protocol::ToWorker(message)) + "\n";
    }
    worker_.send_raw(lines + protocol::encode(protocol::ToWorker(protocol::Cancel{{3, 42}})) + "\n");
    std::set<std::uint64_t> dropped, answered;
    std::vector<std::uint64_t> order;
    while (dropped.size() + answered.size() < 6) {
        const auto message = worker_.receive();
        ASSERT_TRUE(message);
        if (const auto* drop = std::get_if<protocol::Dropped>(&*message)) dropped.insert(drop->id);
        if (const auto* result = std::get_if<protocol::Result>(&*message)) {
            answered.insert(result->id);
            order.push_back(result->id);
        }
    }
    EXPECT_EQ(dropped, (std::set<std::uint64_t>{2, 3, 4}));
    EXPECT_EQ(answered, (std::set<std::uint64_t>{1, 5, 6}));
    EXPECT_EQ(order.back(), 6U) << "the urgent one went before it";
}

TEST_F(Live, AnswersFromMemoryPastABusyThread)
{
    EXPECT_EQ(ask(run(1, "copy<8>")).status, model::Status::ok);
    for (std::uint64_t id = 10; id < 20; ++id) worker_.send(run(id, "copy<" + std::to_string(100 + id) + ">"));
    worker_.send(run(2, "copy<8>"));
    std::optional<protocol::Result> result;
    int before = -1;  // answers that came before it
    do {
        result = worker_.receive<protocol::Result>();
        ASSERT_TRUE(result);
        ++before;
    } while (result->id != 2);
    EXPECT_TRUE(result->result.compile->cached);
    EXPECT_LT(before, 5) << "it queued behind the ten compiles";
}

TEST_F(Live, WhatSomebodyWaitsForDoesNotWaitForAGuess)
{
    protocol::Run guess = run(1, "copy<199>");  // takes many times as long as the other
    guess.priority = 4;
    const double before = worker_.cpu_seconds();
    worker_.send(guess);
    ASSERT_TRUE(worker_.wait_until_busy(before)) << "the guess is not being compiled";
    worker_.send(run(2, "copy<2>"));
    for (const std::uint64_t expected : {2, 1}) {
        const auto result = worker_.receive<protocol::Result>();
        ASSERT_TRUE(result);
        EXPECT_EQ(result->id, expected);
        EXPECT_EQ(result->result.status, model::Status::ok);
    }
}

/// One thread, and a file that its user allows minutes for.
TEST(Worker, NothingWaitsForAFileThatMayTakeLong)
{
    const auto folder = scratch_folder("slow_nvcc");
    const tests::SlowNvcc slow(folder);
    if (!slow.is_there()) GTEST_SKIP() << "no ptxas here";
    WorkerProcess worker{Variables{{"SPILLWAY_WORKER_THREADS", "1"}, {"SPILLWAY_NVCC", slow.nvcc()}}};
    if (!worker.receive<protocol::Hello>()->compiler.available) GTEST_SKIP();
    worker.send(protocol::Source{compiler::kernels()});
    const auto file_run = [&](std::uint64_t id, const char* text) {
        model::SourceText source{{}, "a.cu", catalogue::bundled({{{"a.cu", text}}, {}})};
        source.hash = catalogue::content_hash(source.text);
        worker.send(protocol::Source{source});
        protocol::Run message = run(id, "");
        message.job.compile.source_hash = source.hash;
        message.job.compile.whole_file = true;
        return message;
    };
    protocol::Run long_one = file_run(1, tests::waiting_file);
    long_one.job.compile.max_seconds = 600;
    worker.send(long_one);
    protocol::Run kernel_of_it = long_one;
    kernel_of_it.id = 2;
    kernel_of_it.job.compile.entry = "waits";
    worker.send(kernel_of_it);
    worker.send(run(3, "copy<2>"));
    worker.send(file_run(4, tests::quick_file));
    for (const std::uint64_t expected : {3, 4}) {
        const auto result = worker.receive<protocol::Result>();
        ASSERT_TRUE(result);
        EXPECT_EQ(result->id, expected);
        EXPECT_EQ(result->result.status, model::Status::ok) << result->result.message.value_or("");
    }
    slow.go();
    std::set<std::uint64_t> answered;
    for (int i = 0; i < 2; ++i) {
        const auto result = worker.receive<protocol::Result>();
        ASSERT_TRUE(result);
        answered.insert(result->id);
        EXPECT_EQ(result->result.status, model::Status::ok) << result->result.message.value_or("");
    }
    EXPECT_EQ(answered, (std::set<std::uint64_t>{1, 2}));
    std::filesystem::remove_all(folder);
}

/// A newer setting of the same file stops its long compile, as it stops a short one.
TEST(Worker, ANewerRequestStopsALongCompile)
{
    const auto folder = scratch_folder("slow_nvcc");
    const tests::SlowNvcc slow(folder);
    if (!slow.is_there()) GTEST_SKIP() << "no ptxas here";
    WorkerProcess worker{Variables{{"SPILLWAY_WORKER_THREADS", "1"}, {"SPILLWAY_NVCC", slow.nvcc()}}};
    if (!worker.receive<protocol::Hello>()->compiler.available) GTEST_SKIP();
    for (const auto& [id, text] : {std::pair{1, tests::waiting_file}, std::pair{2, tests::quick_file}}) {
        model::SourceText source{{}, "a.cu", catalogue::bundled({{{"a.cu", text}}, {}})};
        source.hash = catalogue::content_hash(source.text);
        worker.send(protocol::Source{source});
        protocol::Run message = run(static_cast<std::uint64_t>(id), "");
        message.group = "kernels";
        message.job.compile.source_hash = source.hash;
        message.job.compile.whole_file = true;
        message.job.compile.max_seconds = 600;
        worker.send(message);
    }
    std::set<std::uint64_t> dropped, answered;
    while (dropped.size() + answered.size() < 2) {
        const auto message = worker.receive();
        ASSERT_TRUE(message);
        if (const auto* none = std::get_if<protocol::Dropped>(&*message)) dropped.insert(none->id);
        if (const auto* result = std::get_if<protocol::Result>(&*message)) answered.insert(result->id);
    }
    EXPECT_EQ(dropped, std::set<std::uint64_t>{1});
    EXPECT_EQ(answered, std::set<std::uint64_t>{2});
    std::filesystem::remove_all(folder);
}

TEST_F(Live, SurvivesGarbage)
{
    worker_.send_raw("not json\n{\"type\":\"nonsense\"}\n{}\n[]\n\xff\xfe\n");
    worker_.send_raw(std::string(10000, '[') + "\n");
    for (int i = 0; i < 6; ++i) EXPECT_TRUE(worker_.receive<protocol::Notice>()) << i;
    worker_.send(protocol::Source{{"wrong hash", "k.cu", "__global__ void k() {}"}});
    EXPECT_NE(worker_.receive<protocol::Notice>()->error.what.find("hash"), std::string::npos);
    EXPECT_EQ(ask(run(1, "copy<4>")).status, model::Status::ok) << "and works on";
}

TEST_F(Live, SkipsALineThatIsTooLong)
{
    const std::string chunk(std::size_t{1} << 20, 'x');
    for (std::size_t sent = 0; sent <= protocol::max_line_bytes; sent += chunk.size()) worker_.send_raw(chunk);
    worker_.send_raw("\n");
    EXPECT_NE(worker_.receive<protocol::Notice>()->error.what.find("longer than 32 MiB"), std::string::npos);
    EXPECT_EQ(ask(run(1, "copy<4>")).status, model::Status::ok);
}

TEST_F(Live, ListsCodeWithItsLines)
{
    worker_.send(protocol::ListingRequest{3, "", 0, compiler::request_for("local_array<32>")});
    const auto reply = worker_.receive<protocol::ListingReply>();
    ASSERT_TRUE(reply && reply->listing);
    EXPECT_EQ(reply->id, 3U);
    EXPECT_GT(reply->listing->ptx.size(), 30U);
    EXPECT_FALSE(reply->listing->local_source_lines.empty());
    EXPECT_EQ(reply->listing->sass.has_value(), hello_.disassembler.available);
    EXPECT_EQ(reply->listing->sass_reason.empty(), hello_.disassembler.available);

    worker_.send(protocol::ListingRequest{4, "", 0, compiler::request_for("absent<32>")});
    EXPECT_TRUE(worker_.receive<protocol::ListingReply>()->error);
}

TEST_F(Live, TellsWhichVariableIsInLocalMemoryAndWhy)
{
    for (const std::uint64_t id : {3, 4}) {  // the second time from memory
        worker_.send(protocol::CausesRequest{id, "", 0, compiler::request_for("local_array<32>")});
        const auto reply = worker_.receive<protocol::CausesReply>();
        ASSERT_TRUE(reply && reply->causes);
        EXPECT_EQ(reply->id, id);
        ASSERT_EQ(reply->causes->size(), 1U);
        EXPECT_EQ(reply->causes->front().kind, model::CauseKind::dynamic_index);
        EXPECT_EQ(reply->causes->front().bytes, 128);
        EXPECT_EQ(reply->causes->front().symbol, "w");
    }
    worker_.send(protocol::CausesRequest{5, "", 0, compiler::request_for("absent<32>")});
    EXPECT_TRUE(worker_.receive<protocol::CausesReply>()->error);
}

TEST_F(Live, CountsSassWhereThereIsADisassembler)
{
    auto message = run(1, "local_array<32>");
    message.inspect_sass = true;
    const auto result = ask(message);
    EXPECT_EQ(result.status, model::Status::ok);
    ASSERT_EQ(result.sass.has_value(), hello_.disassembler.available);
    if (!result.sass) return;
    EXPECT_GT(result.sass->local_loads, 0);
    EXPECT_GT(result.sass->local_stores, 0);
    EXPECT_GT(result.sass->instructions, 20);
}

TEST_F(Live, EndsAtOnceInTheMiddleOfACompile)
{
    for (std::uint64_t id = 1; id < 40; ++id) worker_.send(run(id, "copy<" + std::to_string(60 + id) + ">"));
    const auto start = Clock::now();
    worker_.close_input();
    EXPECT_EQ(worker_.wait_for_end(), 0);
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(2));
}

TEST_F(Live, EndsOnShutdown)
{
    worker_.send(protocol::Shutdown{});
    EXPECT_EQ(worker_.wait_for_end(), 0);
}

TEST(Worker, AnswersWhatIfWithoutACompiler)
{
    WorkerProcess worker(Variables{{"SPILLWAY_NVRTC", "none"}, {"SPILLWAY_NVDISASM", "none"}});
    const auto hello = worker.receive<protocol::Hello>();
    ASSERT_TRUE(hello);
    EXPECT_FALSE(hello->compiler.available);
    EXPECT_FALSE(hello->compiler.advice.empty());
    EXPECT_FALSE(hello->disassembler.available);

    worker.send(protocol::Source{compiler::kernels()});
    worker.send(run(1, "copy<4>"));
    const auto result = worker.receive<protocol::Result>();
    ASSERT_TRUE(result);
    EXPECT_EQ(result->result.status, model::Status::compile_error);
    EXPECT_TRUE(result->result.message->starts_with("There is no CUDA compiler here"));
    EXPECT_TRUE(result->result.advice);

    protocol::WhatIf what_if;
    what_if.id = 9;
    what_if.gpu = gpu::test_gpu("Tesla K40");
    what_if.needs.registers = 64;
    what_if.needs.threads = 128;
    worker.send(what_if);
    const auto reply = worker.receive<protocol::WhatIfReply>();
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->id, 9U);
    if (!answers::has_calculator()) {
        EXPECT_TRUE(reply->error);
        return;
    }
    ASSERT_FALSE(reply->error) << reply->error->line();
    EXPECT_EQ(reply->occupancy->blocks_per_sm, 8);
    EXPECT_EQ(reply->curves.over_registers.size(), 255U);
}

TEST(Worker, TellsOfTheDriverAndItsGpus)
{
    WorkerProcess worker(Variables{{"SPILLWAY_NVRTC", "none"}, {"SPILLWAY_LIBCUDA", SPILLWAY_STANDIN_CUDA}});
    const auto hello = worker.receive<protocol::Hello>();
    ASSERT_TRUE(hello);
    EXPECT_TRUE(hello->driver.available);
    ASSERT_EQ(hello->live_gpus.size(), 1U);
    EXPECT_EQ(hello->live_gpus[0].name, "live");
}

TEST(Worker, KeepsItsCacheThoughItIsKilled)
{
    namespace fs = std::filesystem;
    const fs::path cache = scratch_folder("worker-cache");
    for (int round = 0; round < 3; ++round) {
        WorkerProcess worker(Variables{{"SPILLWAY_CACHE_DIR", cache.string()}});
        if (!worker.receive<protocol::Hello>()->compiler.available) GTEST_SKIP();
        worker.send(protocol::Source{compiler::kernels()});
        for (std::uint64_t id = 1; id <= 4; ++id) worker.send(run(id, "copy<" + std::to_string(id) + ">"));
        const auto first = worker.receive<protocol::Result>();
        ASSERT_TRUE(first);
        EXPECT_EQ(first->result.status, model::Status::ok);
        EXPECT_TRUE(first->result.compile->cached || round < 2);
        worker.kill_now();  // wherever it is
    }
    fs::remove_all(cache);
}

TEST(Worker, SaysOnceThatItsCacheCannotBeWritten)
{
    WorkerProcess worker(Variables{{"SPILLWAY_CACHE_DIR", "/proc/no/such/folder"}});
    if (!worker.receive<protocol::Hello>()->compiler.available) GTEST_SKIP();
    worker.send(protocol::Source{compiler::kernels()});
    for (std::uint64_t id = 1; id <= 3; ++id) worker.send(run(id, "copy<" + std::to_string(id) + ">"));
    int results = 0, notices = 0;
    while (results < 3) {
        const auto message = worker.receive();
        ASSERT_TRUE(message);
        results += std::holds_alternative<protocol::Result>(*message);
        notices += std::holds_alternative<protocol::Notice>(*message);
    }
    EXPECT_EQ(notices, 1);
}

TEST(Worker, TellsVersionAndHelp)
{
    const std::string program = SPILLWAY_BINARY_DIR "/bin/spillway-worker";
    const auto version = base::run_child(program, {"--version"});
    ASSERT_TRUE(version);
    EXPECT_EQ(version->exit_status, 0);
    EXPECT_TRUE(version->text.starts_with("spillway-worker "));
    EXPECT_NE(base::run_child(program, {"--help"})->text.find("SPILLWAY_NVRTC"), std::string::npos);
    EXPECT_EQ(base::run_child(program, {"--nonsense"})->exit_status, 2);
}

}  // namespace
}  // namespace spillway::worker
