#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "parameters.h"
}

namespace spillway::kernels {
namespace {

template <int Count>
void check(std::int64_t block, std::size_t n)
{
    const model::Values values{
        {"count", std::int64_t{Count}}, {"block_size", block}, {"elements", static_cast<std::int64_t>(n)}};
    const model::Job shape = job("parameters", "escapes", values);
    EXPECT_EQ(shape.plan->arguments.at(0).scalar_type, "float[" + std::to_string(Count) + "]");
    cuda::Weights<Count> weights{};
    for (int w = 0; w < Count; ++w) weights.of[w] = static_cast<float>(argument<int>(shape, 0) + w);
    std::vector<unsigned> in;
    std::vector<float> wanted;
    for (std::size_t i = 0; i < n; ++i) {
        in.push_back(static_cast<unsigned>(number(i, 1 << 20)));
        wanted.push_back(weights.of[in.back() % Count] * static_cast<float>(in.back() & 255));
    }
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> out(n, -1);
        launch(job("parameters", variant, values),
               [&] { kernel(weights, in.data(), out.data(), static_cast<int>(n)); });
        EXPECT_EQ(out, wanted) << variant << ", " << Count << " weights, n " << n;
    };
    run("run_time_index", cuda::parameters_run_time_index<Count>);
    run("escapes", cuda::parameters_escapes<Count>);
    run("grid_constant", cuda::parameters_grid_constant<Count>);
    run("grid_index", cuda::parameters_grid_index<Count>);
    run("written", cuda::parameters_written<Count>);
}

TEST(Parameters, every_way_finds_the_same_weight)
{
    for (const std::size_t n : {1, 33, 1000}) {
        check<1>(32, n);
        check<32>(96, n);
        check<33>(64, n);
        check<128>(128, n);
    }
}

TEST(Parameters, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("parameters").reference.entry, "parameters_run_time_index<{count}>");
}

}  // namespace
}  // namespace spillway::kernels
