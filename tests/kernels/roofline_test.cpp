#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace roofline_cu {
#include "roofline.h"
}  // namespace roofline_cu

namespace spillway::kernels {
namespace {

template <int MultiplyAdds>
void check(std::int64_t elements, std::int64_t block)
{
    const model::Values values{
        {"multiply_adds", std::int64_t{MultiplyAdds}}, {"block_size", block}, {"elements", elements}};
    const model::Job shape = job("roofline", "four", values);
    const auto count = static_cast<std::size_t>(shape.plan->buffers.at(0).count);
    EXPECT_EQ(count, static_cast<std::size_t>(elements + 3) / 4 * 4);
    const auto a = argument<float>(shape, 2), b = argument<float>(shape, 3);
    std::vector<float> input, wanted;
    for (std::size_t i = 0; i < count; ++i) {
        input.push_back(static_cast<float>(number(i, 4095)));
        float x = input.back();
        for (int j = 0; j < MultiplyAdds; ++j) x = x * a + b;
        wanted.push_back(x);
    }
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> output(count, -1);
        launch(job("roofline", variant, values),
               [&] { kernel(input.data(), output.data(), a, b, static_cast<int>(count)); });
        EXPECT_EQ(output, wanted) << variant << ", " << MultiplyAdds << " multiply-adds, " << elements << " elements";
    };
    run("one", roofline_cu::roofline_one<MultiplyAdds>);
    run("four", roofline_cu::roofline_four<MultiplyAdds>);
    run("apart", roofline_cu::roofline_apart<MultiplyAdds>);
    run("double", roofline_cu::roofline_double<MultiplyAdds>);
    run("reference", roofline_cu::roofline_reference<MultiplyAdds>);
}

TEST(Roofline, short_chains)
{
    check<1>(1000, 256);
    check<8>(4, 32);
    check<32>(1021, 96);
}
TEST(Roofline, chains_that_are_a_loop)
{
    check<64>(515, 64);
    check<1024>(300, 128);
}

}  // namespace
}  // namespace spillway::kernels
