// A library's function in the place of a kernel: on the stand-ins for the driver and for cuBLAS in this process.

#include <gtest/gtest.h>

#include "tests/gpu/measuring.h"
#include "tests/support/environment.h"

namespace spillway::gpu {
namespace {

using tests::Environment;

class LibraryCall : public Measure {
protected:
    static constexpr int rows = 24;

    LibraryCall()
    {
        plan().library = model::Library::cublas_sgemm;
        plan().reference.reset();
        plan().bytes_moved = 0;
        plan().flops = 2.0 * rows * rows * rows;
        plan().buffers.assign(3, plan().buffers[0]);
        for (model::PlannedBuffer& buffer : plan().buffers) {
            buffer.count = std::int64_t{rows} * rows;
            buffer.fill = model::Fill::random_integers;
            buffer.from = -4;
            buffer.to = 4;
        }
        plan().buffers[1].seed = 2;
        plan().buffers[2].fill = model::Fill::poison;
        plan().buffers[2].is_output = true;
        plan().arguments = {{0, 0, "", 0}, {1, 0, "", 0}, {2, 0, "", 0}, {-1, 0, "int", rows}};
    }
    model::LaunchPlan& plan() { return *job_.plan; }
    std::string refusal()
    {
        const Outcome outcome = measure("");
        EXPECT_EQ(outcome.status, model::Status::launch_error);
        return outcome.error ? outcome.error->what : "";
    }

    Environment library_{"SPILLWAY_CUBLAS", SPILLWAY_STANDIN_CUBLAS};
};

TEST_F(LibraryCall, AProductIsTimedAndCheckedWithAVector)
{
    const Outcome outcome = measure("");
    EXPECT_EQ(outcome.status, model::Status::ok) << (outcome.error ? outcome.error->line() : "");
    EXPECT_EQ(outcome.verification.status, model::VerificationStatus::matched);
    EXPECT_EQ(outcome.verification.against, "product with a vector");
    ASSERT_TRUE(outcome.measurement.seconds);
    EXPECT_GT(outcome.measurement.seconds->median, 0);
    EXPECT_FALSE(outcome.measurement.local_bytes_per_thread);
}

TEST_F(LibraryCall, OneWrongNumberIsFound)
{
    const Environment wrong("SPILLWAY_STANDIN_CUBLAS", "wrong");
    const Outcome outcome = measure("");
    EXPECT_EQ(outcome.status, model::Status::wrong_result);
    ASSERT_TRUE(outcome.verification.detail);
    // Its last column begins at the first row there, which is the last row here.
    EXPECT_NE(outcome.verification.detail->find("row 23 of c"), std::string::npos) << *outcome.verification.detail;
}

TEST_F(LibraryCall, WithoutTheLibraryNothingIsMeasuredAndASentenceSaysWhy)
{
    for (const auto& [file, word, sentence] : {std::tuple{"none", "", "cuBLAS was not found"},
                                               {"/no/such/libcublas.so", "", "cuBLAS was not found"},
                                               {SPILLWAY_STANDIN_CUDA, "", "lacks functions"},
                                               {SPILLWAY_STANDIN_CUBLAS, "no_start", "did not start: status 3"}}) {
        const Environment library("SPILLWAY_CUBLAS", file), how("SPILLWAY_STANDIN_CUBLAS", word);
        const Outcome outcome = measure("");
        EXPECT_EQ(outcome.status, model::Status::ok) << "the others of the experiment are none the worse";
        EXPECT_FALSE(outcome.measurement.seconds);
        EXPECT_NE(outcome.measurement.reason.find(sentence), std::string::npos) << outcome.measurement.reason;
    }
}

TEST_F(LibraryCall, AProductThatFailsIsNoResult)
{
    const Environment fails("SPILLWAY_STANDIN_CUBLAS", "fails");
    const Outcome outcome = measure("");
    EXPECT_EQ(outcome.status, model::Status::launch_error);
    ASSERT_TRUE(outcome.error);
    EXPECT_NE(outcome.error->line().find("cublasSgemm"), std::string::npos) << outcome.error->line();
}

TEST_F(LibraryCall, WhatDoesNotFitItsMatricesIsRefused)
{
    const model::LaunchPlan right = plan();
    const auto refused = [&](auto change) {
        plan() = right;
        change(plan());
        return refusal();
    };
    const char* not_a_matrix = "the buffer input is no matrix of floats for cublas_sgemm";
    EXPECT_EQ(refused([](auto& plan) { plan.arguments[3].scalar = rows + 1; }), not_a_matrix);
    EXPECT_EQ(refused([](auto& plan) { plan.arguments[1].offset_bytes = 4; }), not_a_matrix);
    EXPECT_EQ(refused([](auto& plan) { plan.buffers[1].scalar = model::ScalarKind::int32; }), not_a_matrix);
    EXPECT_NE(refused([](auto& plan) { plan.arguments.pop_back(); }).find("three buffers"), std::string::npos);
    EXPECT_NE(refused([](auto& plan) { plan.arguments[0].buffer = -1; }).find("three buffers"), std::string::npos);
    EXPECT_NE(refused([](auto& plan) { plan.arguments[2].buffer = 0; }).find("write what it reads"), std::string::npos);
    for (const double wrong : {0.0, -1.0, 0.5, 65537.0})
        EXPECT_NE(refused([&](auto& plan) { plan.arguments[3].scalar = wrong; }).find("number of rows"),
                  std::string::npos)
            << wrong;
}

}  // namespace
}  // namespace spillway::gpu
