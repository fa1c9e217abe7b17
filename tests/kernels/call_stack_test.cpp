#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace call_stack_cu {
#include "call_stack.h"
}

namespace spillway::kernels {
namespace {

template <int Depth>
void check(int n)
{
    const int padded = (n + 3) / 4 * 4;
    std::vector<unsigned> input, coefficients, wanted;
    for (int k = 0; k < Depth; ++k) coefficients.push_back(static_cast<unsigned>(k) * 40503u + 17);
    for (int i = 0; i < padded; ++i) {
        input.push_back(static_cast<unsigned>(i) * 2654435761u);
        unsigned value = 0, power = 1;
        for (const unsigned coefficient : coefficients) {
            value += coefficient * power;
            power *= input.back();
        }
        wanted.push_back(value + power);
    }
    const model::Values values{
        {"depth", std::int64_t{Depth}}, {"block_size", std::int64_t{64}}, {"elements", std::int64_t{n}}};
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<unsigned> output(padded, 1);
        launch(job("call_stack", variant, values),
               [&] { kernel(input.data(), coefficients.data(), output.data(), padded, 0); });
        EXPECT_EQ(output, wanted) << variant << ", depth " << Depth << ", n " << n;
    };
    run("inlined", call_stack_cu::call_stack_inlined<Depth>);
    run("called", call_stack_cu::call_stack_called<Depth>);
    run("pointer", call_stack_cu::call_stack_pointer<Depth>);
    run("recursion", call_stack_cu::call_stack_recursion<Depth>);
    run("four_at_a_time", call_stack_cu::call_stack_four_at_a_time<Depth>);
    run("reference", call_stack_cu::call_stack_inlined<Depth>);
}

TEST(CallStack, edge_sizes)
{
    for (const int n : {1, 3, 4, 63, 64, 65, 255, 256, 257}) check<5>(n);
}
TEST(CallStack, depths)
{
    check<1>(70);
    check<32>(70);
    check<256>(70);
}
TEST(CallStack, the_launch_sets_the_stack_aside_for_the_recursion_alone)
{
    const model::Values values{{"stack_bytes", std::int64_t{4096}}};
    EXPECT_EQ(job("call_stack", "recursion", values).plan->stack_bytes, 4096);
    EXPECT_EQ(job("call_stack", "called", values).plan->stack_bytes, 0);
}

}  // namespace
}  // namespace spillway::kernels
