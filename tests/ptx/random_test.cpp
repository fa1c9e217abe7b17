// Random programs: each is read, runs to its end, and makes the same in either order of its warps. What a GPU makes of
// them is compared by tools/random_ptx.cpp.
#include <gtest/gtest.h>

#include "tests/ptx/random_program.h"

namespace spillway::tests {
namespace {

TEST(RandomPrograms, ComeToTheSameInEitherOrder)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const std::string program = random_program(seed);
        const auto input = random_input(seed);
        const RandomResult forwards = run_random(program, input, false), backwards = run_random(program, input, true);
        ASSERT_EQ(forwards.trouble, "") << "seed " << seed << "\n" << program;
        EXPECT_EQ(hash_of(forwards), hash_of(backwards)) << "seed " << seed << "\n" << program;
    }
}

}  // namespace
}  // namespace spillway::tests
