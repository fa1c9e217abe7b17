// A learner's kernel run by the interpreter, as the worker does it: what is right is found right, what is wrong is told
// in words with its line.
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "app/base/sha256.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/worker/output_check.h"
#include "app/worker/pipeline.h"
#include "tests/support/h200.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway {
namespace {

using model::VerificationStatus;

std::string read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

const model::Experiment& exercise(const std::string& name)
{
    for (const model::Experiment& lesson : shipped_catalogue().experiments)
        for (const model::Experiment& each : lesson.exercises)
            if (each.name == name) return each;
    throw std::runtime_error(name);
}

class OutputCheck : public testing::Test {
protected:
    void SetUp() override
    {
        if (!service_.tools().nvrtc) GTEST_SKIP() << service_.tools().nvrtc.error().line();
    }

    struct Written {
        model::SourceText source;
        model::Job job;
    };
    /// The exercise with these lines as the learner's.
    static Written written(const std::string& name, const std::string& yours)
    {
        const model::Experiment& of = exercise(name);
        const std::size_t from = of.source.find(catalogue::yours_begins) + catalogue::yours_begins.size();
        const std::string text =
            of.source.substr(0, from) + "\n" + yours + of.source.substr(of.source.find(catalogue::yours_ends));
        const model::SourceText source{base::sha256(text), "kernel.cu", text};
        const model::Gpu gpu = tests::h200();
        model::Values values = catalogue::initial_values(of, gpu);
        values["elements"] = std::int64_t{293};
        const auto job = catalogue::make_job(of, *of.find_variant("yours"), values, gpu);
        if (!job) throw std::runtime_error(job.error().line());
        return {source, *job};
    }
    /// Verdict on it.
    model::Verification check(const std::string& name, const std::string& yours)
    {
        const Written kernel = written(name, yours);
        return worker::check_output(service_, kernel.job, kernel.source, {});
    }

    compiler::DiskCache no_disk_{"", 0, {}};
    compiler::CompileService service_{compiler::find_toolchain(), no_disk_};
};

class EachExercise : public OutputCheck, public testing::WithParamInterface<const char*> {};

TEST_P(EachExercise, SolutionIsRightCheatIsWrong)
{
    const auto folder = source_folder / "tests/exercises/answers" / GetParam();
    const model::Verification solution = check(GetParam(), read(folder / "solution.cu"));
    EXPECT_EQ(solution.status, VerificationStatus::matched) << solution.detail.value_or("");
    const model::Verification cheat = check(GetParam(), read(folder / "cheat.cu"));
    EXPECT_EQ(cheat.status, VerificationStatus::mismatched) << cheat.detail.value_or("");
    EXPECT_NE(cheat.detail.value_or("").find("the reference"), std::string::npos) << cheat.detail.value_or("");
}
INSTANTIATE_TEST_SUITE_P(All, EachExercise,
                         testing::Values("a_smaller_tile", "fewer_in_flight", "four_accounts", "keep_in_registers",
                                         "one_word_a_warp", "out_of_the_recursion", "room_for_more_blocks",
                                         "side_by_side", "the_forgotten_f", "through_the_call"));

/// `a_smaller_tile` with this as the body of its kernel.
std::string tile(const std::string& body)
{
    return "template <int Radius>\n__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const int* input, int* output, int "
           "elements)\n{\n    SPILLWAY_SPILL_TARGET;\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n" +
           body + "}\n";
}
std::string filled_tile(const std::string& barrier)
{
    return "    __shared__ unsigned char tile[2 * Radius];\n"
           "    for (int j = threadIdx.x; j < 2 * Radius; j += blockDim.x) tile[j] = input[blockIdx.x * blockDim.x + "
           "j];\n" +
           barrier +
           "    if (i >= elements) return;\n    int sum = 0;\n"
           "    for (int j = 0; j < 2 * Radius; j += 32) sum += tile[(j + threadIdx.x) % (2 * Radius)];\n"
           "    output[i] = sum;\n";
}

/// A room kept "not checked" as the answer for a text after its page had been closed.
TEST_F(OutputCheck, AStoppedCheckIsNoAnswer)
{
    const Written kernel = written("a_smaller_tile", tile(filled_tile("    __syncthreads();\n")));
    worker::Pipeline pipeline(service_, {});
    protocol::Run request;
    request.job = kernel.job;
    const auto result = pipeline.run(request, &kernel.source, 0, {});
    ASSERT_TRUE(result && result->result.status == model::Status::ok);
    request.check_output = true;
    EXPECT_FALSE(pipeline.run(request, &kernel.source, 0, [] { return true; })) << "the kernel is compiled already";
    EXPECT_EQ(pipeline.run(request, &kernel.source, 0, {})->result.verification.status, VerificationStatus::matched);
}

TEST_F(OutputCheck, AMissingBarrierIsFound)
{
    EXPECT_EQ(check("a_smaller_tile", tile(filled_tile("    __syncthreads();\n"))).status, VerificationStatus::matched);
    EXPECT_EQ(check("a_smaller_tile", tile(filled_tile(""))).status, VerificationStatus::mismatched);
}

TEST_F(OutputCheck, WhatReadsTooOftenIsReportedAndNotCalledWrong)
{
    const auto found = check("a_smaller_tile",
                             tile("    if (i >= elements) return;\n    int sum = 0;\n"
                                  "    for (int j = 0; j < 2 * Radius; j += 32) sum += input[blockIdx.x * blockDim.x + "
                                  "(j + threadIdx.x) % (2 * Radius)];\n    output[i] = sum;\n"));
    EXPECT_EQ(found.status, VerificationStatus::over_limit);
    EXPECT_EQ(found.exceeded, (model::ExceededLimit{{model::Counted::reads, "input", 0.25}, 439500, 109875}));
}

/// The name that the kernel's argument has in the PTX leads to the input, which no function of the learner is given.
TEST_F(OutputCheck, WordsThatAreComputedAndNotBroughtReadTheInputTwice)
{
    const auto found =
        check("rows_not_a_chain", R"(__device__ __forceinline__ void bring(const unsigned*, unsigned* home)
{
    const unsigned* in;
    asm("ld.param.u64 %0, [_Z13bring_and_addIXadL_Z5bringPKjPjEEEvS1_S2_i_param_0];" : "=l"(in));
    for (unsigned j = threadIdx.x; j < Words; j += Threads)
        home[j] = word(in[next_block() * Words + j], next_block(), j);
}
)");
    EXPECT_EQ(found.status, VerificationStatus::over_limit) << found.detail.value_or("");
    EXPECT_EQ(found.exceeded, (model::ExceededLimit{{model::Counted::reads, "in", 1.5}, 131072, 98304}));
}

TEST_F(OutputCheck, WhatIsNeitherABufferNorTheBlocksOwnIsCounted)
{
    const std::string kernel =
        "__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, int* out, int elements)\n{\n"
        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= elements) return;\n"
        "    unsigned MEMORY\n    int different = 0;\n"
        "    for (int k = 0; k < 24; ++k) {\n        const unsigned number = in[i + k * elements];\n"
        "        bool is_new = true;\n        for (int j = 0; j < k; ++j) is_new = is_new && before[j] != number;\n"
        "        before[k] = number;\n        different += is_new;\n    }\n    out[i] = different;\n}\n";
    const auto with = [&](const std::string& memory) {
        std::string text = kernel;
        return check("a_bit_is_enough", text.replace(text.find("MEMORY"), 6, memory));
    };
    const auto own = with("before[24];"), heap = with("*before = new unsigned[24];");
    EXPECT_EQ(own.status, VerificationStatus::matched) << own.detail.value_or("");
    EXPECT_EQ(heap.status, VerificationStatus::over_limit);
    ASSERT_TRUE(heap.exceeded);
    EXPECT_EQ(heap.exceeded->limit.what, model::Counted::writes_elsewhere);
    EXPECT_EQ(heap.exceeded->made, 28128);
}

TEST_F(OutputCheck, WaysThatAWarpGoesOneAfterTheOtherAreCounted)
{
    const auto with = [&](const std::string& lines) {
        return check(
            "one_way_for_all",
            "__global__ SPILLWAY_LAUNCH_BOUNDS void yours(const unsigned* in, unsigned* out, int elements, int "
            "steps)\n{\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            "    if (i >= elements) return;\n    unsigned value = in[i];\n" +
                lines + "    out[i] = value;\n}\n");
    };
    const std::string chain = "for (int s = 0; s < steps; ++s) value = value * (2u * kind + 3u) ^ 40503u;\n";
    const auto together = with("    const int kind = i % 16;\n    " + chain);
    const auto apart = with("    for (int kind = 0; kind < 16; ++kind)\n        if (i % 16 == kind) " + chain);
    EXPECT_EQ(together.status, VerificationStatus::matched) << together.detail.value_or("");
    EXPECT_EQ(apart.status, VerificationStatus::over_limit);
    ASSERT_TRUE(apart.exceeded);
    EXPECT_EQ(apart.exceeded->limit.what, model::Counted::warp_steps);
}

TEST_F(OutputCheck, ABarrierThatSomeNeverReachIsReported)
{
    const auto found = check("a_smaller_tile", tile("    if (threadIdx.x > 3) __syncthreads();\n    if (threadIdx.x < "
                                                    "3) __syncwarp();\n    if (i < elements) output[i] = 0;\n"));
    EXPECT_EQ(found.status, VerificationStatus::mismatched);
}

TEST_F(OutputCheck, AWriteBesideTheOutputNamesIt)
{
    const auto found = check("a_smaller_tile", tile("    output[i] = 0;\n"));  // 347 threads, 293 elements
    EXPECT_EQ(found.status, VerificationStatus::mismatched);
    EXPECT_NE(found.detail.value_or("").find(" of \"output\", which has "), std::string::npos) << *found.detail;
    EXPECT_NE(found.detail.value_or("").find(", line "), std::string::npos) << *found.detail;
}

TEST_F(OutputCheck, ACrashAndAKernelWithoutAnEndAreReported)
{
    const auto crash = check("a_smaller_tile", tile("    int* far = reinterpret_cast<int*>(16);\n    far[i] = 1;\n"));
    EXPECT_EQ(crash.status, VerificationStatus::mismatched);
    EXPECT_NE(crash.detail.value_or("").find("at an address where there is no memory"), std::string::npos);
    setenv("SPILLWAY_COMPILE_SECONDS", "1", 1);
    const auto endless = check("a_smaller_tile", tile("    for (volatile int k = 0;; ++k) {}\n"));
    EXPECT_EQ(endless.status, VerificationStatus::mismatched);
    EXPECT_NE(endless.detail.value_or("").find("its loop has no end, it waits for another block"), std::string::npos);
    unsetenv("SPILLWAY_COMPILE_SECONDS");
}

TEST_F(OutputCheck, WhatIsNotKnownIsUncheckedAndNotWrong)
{
    const auto found = check("a_smaller_tile",
                             tile("    asm volatile(\"cp.reduce.async.bulk.commit_group;\");\n    output[i] = 0;\n"));
    EXPECT_EQ(found.status, VerificationStatus::not_run) << found.detail.value_or("");
}

TEST_F(OutputCheck, AnotherFilesTextIsNotToldByTheCompiler)
{
    const auto found = check("a_smaller_tile", "#include \"/etc/passwd\"\n" + tile("    output[i] = 0;\n"));
    EXPECT_EQ(found.status, VerificationStatus::not_run);
    EXPECT_EQ(found.detail.value_or("").find("root"), std::string::npos) << found.detail.value_or("");
}

/// Judged and run is one text: what a host compiler would see is not there.
TEST_F(OutputCheck, ATextWithTwoFacesIsJudgedByTheOneThatAGpuWouldRun)
{
    const auto found =
        check("a_smaller_tile", "#ifdef __CUDA_ARCH__\n" + tile("    if (i < elements) output[i] = 42;\n") + "#else\n" +
                                    tile(filled_tile("    __syncthreads();\n")) + "#endif\n");
    EXPECT_EQ(found.status, VerificationStatus::mismatched);
}

}  // namespace
}  // namespace spillway
