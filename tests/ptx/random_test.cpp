// Random programs: each is read, runs to its end, and gives the same output in either order of its warps.
// tools/random_ptx.cpp compares them with a GPU.
#include <fstream>

#include <gtest/gtest.h>

#include "tests/ptx/random_program.h"
#include "tests/support/source_folder.h"

namespace spillway::tests {
namespace {

TEST(RandomPrograms, GiveTheSameInEitherOrder)
{
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const std::string program = random_program(seed);
        const auto input = random_input(seed);
        const RandomResult forwards = run_random(program, input, false), backwards = run_random(program, input, true);
        ASSERT_EQ(forwards.trouble, "") << "seed " << seed << "\n" << program;
        EXPECT_EQ(hash_of(forwards), hash_of(backwards)) << "seed " << seed << "\n" << program;
    }
}

/// Outputs of an H100, bit for bit. The last 18 are from an H200; they differed until .ftz was right here.
TEST(RandomPrograms, MatchAnH100)
{
    std::ifstream recorded(source_folder / "tests/ptx/h100_hashes.txt");
    std::uint64_t seed = 0, hash = 0;
    int count = 0;
    for (; recorded >> std::dec >> seed >> std::hex >> hash; ++count) {
        const RandomResult made = run_random(random_program(seed), random_input(seed), false);
        ASSERT_EQ(made.trouble, "") << "seed " << std::dec << seed;
        EXPECT_EQ(hash_of(made), hash) << "seed " << std::dec << seed << "\n" << random_program(seed);
    }
    EXPECT_EQ(count, 1518);
}

}  // namespace
}  // namespace spillway::tests
