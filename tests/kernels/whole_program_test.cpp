#include "tests/kernels/harness.h"

#include "tests/kernels/kernel_words.h"

namespace cuda {
#include "whole_program.h"
}

namespace spillway::kernels {
namespace {

void check(std::int64_t block, std::int64_t blocks, std::size_t n)
{
    const model::Values values{{"blocks", blocks}, {"block_size", block}, {"elements", static_cast<std::int64_t>(n)}};
    const auto a = argument<float>(job("whole_program", "each", values), 3);
    std::vector<float> x, y, wanted;
    for (std::size_t i = 0; i < n; ++i) {
        x.push_back(static_cast<float>(number(i, 1000)));
        y.push_back(static_cast<float>(number(i + 7, 1000)));
        wanted.push_back(a * x[i] + y[i]);
    }
    const auto run = [&](const std::string& variant, auto kernel) {
        std::vector<float> out(n, -1);
        launch(job("whole_program", variant, values),
               [&] { kernel(x.data(), y.data(), out.data(), a, static_cast<unsigned>(n)); });
        EXPECT_EQ(out, wanted) << variant << ", " << blocks << " blocks, n " << n;
    };
    run("each", cuda::whole_program_each<float>);
    run("loop", cuda::whole_program_loop<float>);
}

TEST(WholeProgram, few_threads_and_more_than_elements)
{
    for (const std::size_t n : {1, 31, 33, 1000}) {
        check(32, 1, n);
        check(64, 2, n);
        check(256, 16, n);
    }
}

TEST(WholeProgram, the_reference_is_an_entry_that_is_tested_here)
{
    EXPECT_EQ(experiment("whole_program").reference.entry, "whole_program_each<float>");
}

}  // namespace
}  // namespace spillway::kernels
