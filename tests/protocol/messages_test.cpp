#include "app/protocol/messages.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace spillway::protocol {
namespace {

model::RunResult full_result()
{
    model::RunResult result;
    result.experiment = "running_mean";
    result.variant = "local_array";
    result.parameters = {{"window_size", std::int64_t{32}}, {"fast_math", false}, {"element", std::string("float4")}};
    result.gpu_name = "h200";
    result.gpu_arch = "sm_90";
    result.compile = model::CompileReport{};
    result.compile->registers = 31;
    result.compile->stack_frame_bytes = 128;
    result.compile->functions = {{"_Z1k", true, 31, 128, 0, 0, std::nullopt, {}, {}}};
    result.ptx = model::PtxInspection{128, {{"_Z1k", 128}}};
    result.causes = {{model::CauseKind::dynamic_index, 128, "window", "_Z1k", 34, "seen"},
                     {model::CauseKind::spill, 8, std::nullopt, "_Z1k", std::nullopt, "seen too"}};
    result.occupancy = model::Occupancy{};
    result.occupancy->limiter = {"registers", "warps"};
    result.measurement.reason = "no driver";
    return result;
}

TEST(Messages, ResultSurvivesTheWire)
{
    Result sent;
    sent.id = std::numeric_limits<std::uint64_t>::max();
    sent.result = full_result();
    const std::string line = encode(FromWorker(sent));
    EXPECT_EQ(line.find('\n'), std::string::npos);
    auto received = decode_from_worker(line);
    ASSERT_TRUE(received) << received.error().line();
    const auto& result = std::get<Result>(*received);
    EXPECT_EQ(result.id, sent.id);
    EXPECT_EQ(result.result.parameters, sent.result.parameters);
    EXPECT_EQ(result.result.compile->functions, sent.result.compile->functions);
    EXPECT_EQ(result.result.causes, sent.result.causes);
    EXPECT_EQ(result.result.occupancy->limiter, sent.result.occupancy->limiter);
    EXPECT_EQ(encode(*received), line);
}

TEST(Messages, RequestsSurviveTheWire)
{
    protocol::Run run;
    run.id = 7;
    run.group = "current/local_array";
    run.priority = -1;
    run.inspect_sass = true;
    run.job.gpu.name = "t4";
    run.job.compile.spill_target = model::SpillTarget::shared;
    run.job.grid[0] = std::int64_t{1} << 40;
    run.job.carveout = model::Carveout::max_shared;
    model::LaunchPlan& plan = run.job.plan.emplace();
    plan.buffers.resize(2);
    plan.buffers[1].scalar = model::ScalarKind::float16;
    plan.buffers[1].fill = model::Fill::permutation;
    plan.buffers[1].place = model::MemoryPlace::pinned_host;
    plan.buffers[1].seed = std::numeric_limits<std::uint64_t>::max();
    plan.arguments = {{1, 16, "", 0}, {-1, 0, "size_t", 1e15}};
    plan.copy = model::PlannedCopy{0, 1, 64};
    plan.reference = model::PlannedReference{};
    plan.reference->grid[1] = 7;
    plan.cache = model::CacheState::warm;
    plan.timing = model::Timing::launch;
    auto received = decode_to_worker(encode(ToWorker(run)));
    ASSERT_TRUE(received) << received.error().line();
    EXPECT_EQ(std::get<protocol::Run>(*received).job, run.job);

    protocol::Source source{{"abc", "k.cu", "line\nwith \"quotes\" and \xff bytes"}};
    auto text = decode_to_worker(encode(ToWorker(source)));
    ASSERT_TRUE(text);
    EXPECT_EQ(std::get<Source>(*text).source.hash, "abc");

    EXPECT_EQ(std::get<Cancel>(*decode_to_worker(encode(ToWorker(Cancel{{1, 2}})))).ids.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<Shutdown>(*decode_to_worker(encode(ToWorker(Shutdown{})))));
}

struct BadLine {
    const char* line;
    const char* says;
};

class BadLines : public testing::TestWithParam<BadLine> {};

TEST_P(BadLines, AreRefusedWithTheField)
{
    const auto decoded = decode_to_worker(GetParam().line);
    ASSERT_FALSE(decoded);
    EXPECT_NE(decoded.error().what.find(GetParam().says), std::string::npos) << decoded.error().what;
}

INSTANTIATE_TEST_SUITE_P(
    Messages, BadLines,
    testing::Values(BadLine{"", "not a JSON object"}, BadLine{"[1]", "not a JSON object"},
                    BadLine{"{\"type\":3}", "no text field 'type'"},
                    BadLine{"{\"type\":\"nonsense\"}", "unknown message type 'nonsense'"},
                    BadLine{"{\"type\":\"run\"}", "run.id is missing"},
                    BadLine{"{\"type\":\"run\",\"id\":-1}", "run.id should be a whole number in range"},
                    BadLine{"{\"type\":\"cancel\",\"ids\":[1,\"x\"]}", "cancel.ids[1] should be a whole number"},
                    BadLine{"{\"type\":\"source\",\"source\":[]}", "source.source should be an object"}));

TEST(Messages, DeepNestingIsRefusedWithoutHarm)
{
    const std::string deep(1 << 20, '[');
    EXPECT_FALSE(decode_to_worker(deep));
    EXPECT_FALSE(decode_from_worker(deep + std::string(1 << 20, ']')));
}

TEST(PrettyJson, EveryKeyOfTheDesignIsThereAndUnknownIsNull)
{
    model::RunResult refused;
    refused.status = model::Status::compile_error;
    refused.message = "uses too much shared data";
    const auto json = nlohmann::json::parse(result_to_pretty_json({full_result(), refused}));
    ASSERT_EQ(json.size(), 2U);
    for (const char* key : {"experiment", "variant", "parameters", "gpu", "status", "message", "compile", "ptx", "sass",
                            "occupancy", "dynamic_shared_bytes", "measurement", "verification"}) {
        EXPECT_TRUE(json[0].contains(key)) << key;
        EXPECT_TRUE(json[1].contains(key)) << key;
    }
    EXPECT_EQ(json[0]["gpu"]["arch"], "sm_90");
    EXPECT_EQ(json[0]["compile"]["functions"][0]["name"], "_Z1k");
    EXPECT_EQ(json[0]["compile"]["functions"][0]["demangled"], "k");
    EXPECT_EQ(json[0]["parameters"]["window_size"], 32);
    EXPECT_TRUE(json[0]["compile"]["constant_bytes"].is_null());
    EXPECT_TRUE(json[0]["sass"].is_null());
    EXPECT_TRUE(json[0]["message"].is_null());
    EXPECT_EQ(json[0]["measurement"]["source"], "none");
    EXPECT_TRUE(json[0]["measurement"]["seconds"].is_null());
    EXPECT_TRUE(json[0]["measurement"]["share_of_peak"].is_null());
    EXPECT_EQ(json[1]["status"], "compile_error");
    EXPECT_TRUE(json[1]["compile"].is_null());
}

TEST(PrettyJson, NamesAreDemangledAndAShareIsCalledOne)
{
    model::RunResult result = full_result();
    result.ptx.emplace().local_bytes_by_function = {{"_Z4walkILi32EEvPf", 128}};
    result.measurement.percent_of_peak = 0.285;
    result.measurement.percent_of_ceiling = 0.32;
    result.measurement.stall_samples.emplace().functions = {"_Z4walkILi32EEvPf"};
    const auto json = nlohmann::json::parse(result_to_pretty_json({result})).at(0);
    EXPECT_EQ(json["ptx"]["local_bytes_by_function"]["_Z4walkILi32EEvPf"], 128);
    EXPECT_EQ(json["ptx"]["local_bytes_by_demangled"]["void walk<32>(float*)"], 128);
    EXPECT_EQ(json["measurement"]["percent_of_peak"], 0.285) << "the key that scripts read keeps its number";
    EXPECT_EQ(json["measurement"]["share_of_peak"], 0.285);
    EXPECT_EQ(json["measurement"]["share_of_ceiling"], 0.32);
    EXPECT_EQ(json["measurement"]["stall_samples"]["demangled"][0], "void walk<32>(float*)");
}

}  // namespace
}  // namespace spillway::protocol
