// Sentences that report, launch and text of a user's kernel tell together.

#include "app/answers/launch_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gpu/gpus.h"

namespace spillway::answers {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

model::Job job_of(std::int64_t dynamic_shared_bytes)
{
    model::Job job;
    job.gpu = gpu::test_gpu("Tesla K40");
    job.gpu.label = "this GPU";
    job.gpu.shared_bytes_per_block = 49152;
    job.gpu.shared_bytes_per_block_optin = 101376;
    job.compile.entry = "stage(float const*, float*)";
    job.dynamic_shared_bytes = dynamic_shared_bytes;
    return job;
}

model::RunResult compiled()
{
    model::RunResult result;
    result.compile.emplace();
    return result;
}

TEST(LaunchNotes, NameTheCallThatALaunchNeedsAndLacks)
{
    EXPECT_THAT(
        launch_notes(job_of(65536), compiled(), "// cudaFuncAttributeMaxDynamicSharedMemorySize, in a comment\n"),
        ElementsAre(HasSubstr("cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)")));
    const char* asking = "void f() { cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize, n); }";
    EXPECT_TRUE(launch_notes(job_of(65536), compiled(), asking).empty());
    EXPECT_TRUE(launch_notes(job_of(49152), compiled(), "").empty());
    EXPECT_TRUE(launch_notes(job_of(200000), compiled(), "").empty()) << "refused anyway";
}

TEST(LaunchNotes, TellTheStackOfOneLevelAndTheLimit)
{
    model::RunResult result = compiled();
    result.compile->stack_level_bytes = 104;
    EXPECT_THAT(launch_notes(job_of(0), result, ""),
                ElementsAre(testing::AllOf(HasSubstr("0 + 104 bytes a level"), HasSubstr("about 9 levels"),
                                           HasSubstr("cudaDeviceSetLimit(cudaLimitStackSize, depth * 104)"))));
    result.compile->stack_level_bytes = 0;
    EXPECT_THAT(launch_notes(job_of(0), result, ""), ElementsAre(HasSubstr("through a pointer")));
    const char* allocating = "__global__ void stage(int n)\n{\n    int* a = (int*)alloca(n * 4);\n}\n";
    EXPECT_THAT(launch_notes(job_of(0), result, allocating),
                ElementsAre(HasSubstr("line 3 takes stack with alloca()")));
    const char* beside = "__global__ void other(int n)\n{\n    int* a = (int*)alloca(n * 4);\n}\n";
    EXPECT_THAT(launch_notes(job_of(0), result, beside), ElementsAre(HasSubstr("through a pointer")));
}

TEST(LaunchNotes, TellAStackThatNoThreadCanHave)
{
    model::RunResult result = compiled();
    result.compile->stack_frame_bytes = 524288;
    EXPECT_TRUE(launch_notes(job_of(0), result, "").empty());
    result.compile->stack_frame_bytes = 800000;
    EXPECT_THAT(launch_notes(job_of(0), result, ""),
                ElementsAre(testing::AllOf(HasSubstr("524,288 bytes"), HasSubstr("needs 800,000"))));
}

TEST(LaunchNotes, ReckonWhatAStackLimitReserves)
{
    model::Job job = job_of(0);
    job.gpu.sm_count = 132;
    job.gpu.max_threads_per_sm = 2048;
    const auto notes = launch_notes(job, compiled(), "int main() { cudaDeviceSetLimit(cudaLimitStackSize, 49152); }");
    EXPECT_THAT(notes, ElementsAre(HasSubstr("12.4 GiB")));
    EXPECT_TRUE(launch_notes(job, compiled(), "// cudaLimitStackSize, 49152\n").empty());
    const auto note_of = [&](const std::string& limit) {
        const auto found =
            launch_notes(job, compiled(), "int main() { cudaDeviceSetLimit(cudaLimitStackSize, " + limit + "); }");
        return found.empty() ? std::string() : found.front();
    };
    for (const char* limit : {"64 * 1024", "0x10000", "65'536", "65536UL", "2 * 32 * 1024"})
        EXPECT_THAT(note_of(limit), HasSubstr("65,536 bytes")) << limit;
    for (const char* limit : {"2048 + bytes", "kilo * 1024", "64 << 10", "0200000"})
        EXPECT_EQ(note_of(limit), "") << limit;
}

TEST(LaunchNotes, LeadToTheLessonThatMeasuresTheCode)
{
    const char* text =
        "__constant__ float table[64];\n"
        "__global__ void stage(float* p)\n{\n"
        "    __shared__ float tile[1024];\n"
        "    tile[threadIdx.x * 32] = table[threadIdx.x];\n"
        "    p[threadIdx.x * 4] = tile[0];\n}\n"
        "__global__ void other(float* p) { p[threadIdx.x] = table[0]; }\n";
    EXPECT_THAT(launch_notes(job_of(0), compiled(), text),
                ElementsAre(testing::AllOf(HasSubstr("Line 5"), HasSubstr("bank_conflicts")),
                            testing::AllOf(HasSubstr("Line 5"), HasSubstr("constant_broadcast")),
                            testing::AllOf(HasSubstr("Line 6"), HasSubstr("coalescing"))));
    model::Job job = job_of(0);
    job.compile.entry = "other";
    EXPECT_TRUE(launch_notes(job, compiled(), text).empty());
}

}  // namespace
}  // namespace spillway::answers
