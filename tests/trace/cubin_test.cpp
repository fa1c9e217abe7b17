#include "app/trace/cubin.h"

#include <string>

#include <gtest/gtest.h>

#include "app/trace/kernel_code.h"
#include "tests/trace/made_cubin.h"

namespace spillway::trace {
namespace {

const std::string module = made_cubin({{"_Z3addPfi", 40, 128}, {"other", 8, 0}}, true);

TEST(Cubin, KernelsWithRegistersAndStackFrames)
{
    const auto cubin = read_cubin(module);
    ASSERT_TRUE(cubin);
    EXPECT_TRUE(cubin->has_lines);
    ASSERT_EQ(cubin->kernels.size(), 2u);
    EXPECT_EQ(cubin->kernels[0].mangled, "_Z3addPfi");
    EXPECT_EQ(cubin->kernels[0].registers, 40);
    EXPECT_EQ(cubin->kernels[0].stack_frame_bytes, 128);
    EXPECT_EQ(cubin->kernels[0].code_bytes, 256);
    EXPECT_FALSE(read_cubin(made_cubin({{"k", 8, 0}}, false))->has_lines);
}

TEST(Cubin, EveryCutAndEveryChangedByteIsSurvived)
{
    for (std::size_t size = 0; size < module.size(); ++size) (void)read_cubin(module.substr(0, size));
    for (std::size_t i = 0; i < module.size(); ++i)
        for (const char with : {'\xff', '\x7f', '\0'}) {
            std::string changed = module;
            changed[i] = with;
            (void)read_cubin(changed);
        }
    EXPECT_FALSE(read_cubin("no cubin at all"));
    EXPECT_FALSE(read_cubin(""));
}

TEST(Cubin, ItsFiguresGoToTheKernelThatCanBeOfIt)
{
    Trace trace;
    trace.kernels.resize(2);
    for (TracedKernel& kernel : trace.kernels) kernel.mangled = "_Z3addPfi";
    trace.kernels[0].registers = 40;
    trace.kernels[1].registers = 56;  // of another module
    trace.kernels.emplace_back().mangled = "other";
    trace.kernels[2].registers = 16;  // the least that the GPU gives
    add_code(trace, module);
    ASSERT_TRUE(trace.kernels[0].code);
    EXPECT_EQ(trace.kernels[0].code->stack_frame_bytes, 128);
    EXPECT_FALSE(trace.kernels[1].code);
    ASSERT_TRUE(trace.kernels[2].code);
    EXPECT_EQ(trace.kernels[2].code->registers, 8);
}

}  // namespace
}  // namespace spillway::trace
