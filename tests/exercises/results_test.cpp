// What the exercises' kernels compute, on the host: the start and the solution what the reference does, the cheat
// something else. On a GPU the same comparison is made by the worker.
#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/host_cuda.h"

#include "tests/kernels/kernel_words.h"

#include "a_smaller_tile.h"
#include "fewer_in_flight.h"
#include "four_accounts.h"
#include "keep_in_registers.h"
#include "one_word_a_warp.h"
#include "out_of_the_recursion.h"
#include "room_for_more_blocks.h"
#include "side_by_side.h"
#include "the_forgotten_f.h"
#include "through_the_call.h"

namespace {

constexpr int block = 64;

template <typename T>
std::vector<T> numbers(std::size_t count, int most)
{
    std::vector<T> made(count);
    for (std::size_t i = 0; i < count; ++i)
        made[i] = static_cast<T>((i * 2654435761U >> 7) % (static_cast<unsigned>(most) + 1));
    return made;
}

/// The output of a kernel that is called with where to write.
template <typename T, typename Kernel>
std::vector<T> output_of(std::size_t count, int threads, const Kernel& kernel)
{
    std::vector<T> output(count, static_cast<T>(-12345));
    const unsigned blocks = (static_cast<unsigned>(threads) + block - 1) / block;
    host_cuda::launch({blocks, 1, 1}, {block, 1, 1}, 0, [&] { kernel(output.data()); });
    return output;
}

/// Runs the four kernels of an exercise whose result is compared with that of the kernel that it begins with.
#define CHECK_EXERCISE(T, count, threads, exercise, arguments, ...) \
    CHECK_AGAINST(as_it_was, T, count, threads, exercise, arguments, __VA_ARGS__)

#define CHECK_AGAINST(reference, T, count, threads, exercise, arguments, ...)                        \
    do {                                                                                             \
        const auto run = [&](const auto& kernel) { return output_of<T>(count, threads, kernel); };   \
        const auto expected = run([&](T* out) { exercise::reference<__VA_ARGS__> arguments; });      \
        EXPECT_EQ(run([&](T* out) { exercise::yours<__VA_ARGS__> arguments; }), expected);           \
        EXPECT_EQ(run([&](T* out) { exercise::solution::yours<__VA_ARGS__> arguments; }), expected); \
        EXPECT_NE(run([&](T* out) { exercise::cheat::yours<__VA_ARGS__> arguments; }), expected);    \
    } while (false)

TEST(ExerciseResults, keep_in_registers)
{
    const auto in = numbers<float>(300, 15);
    CHECK_EXERCISE(float, 200, 200, keep_in_registers, (in.data(), out, 200), 32);
}
TEST(ExerciseResults, four_accounts)
{
    const auto in = numbers<int>(300, 255);
    CHECK_EXERCISE(int, 200, 200, four_accounts, (in.data(), out, 200), 96);
}
TEST(ExerciseResults, through_the_call)
{
    const auto in = numbers<float>(48 * 100, 100);
    CHECK_EXERCISE(float, 100, 100, through_the_call, (in.data(), out, 100), 48);
}
TEST(ExerciseResults, room_for_more_blocks)
{
    const auto in = numbers<float>(98 * 128, 100);
    CHECK_EXERCISE(float, 96 * 128, 128, room_for_more_blocks, (in.data(), out, 128), 96);
}
TEST(ExerciseResults, fewer_in_flight)
{
    const auto in = numbers<int>(64 * 128, 1000000);
    CHECK_EXERCISE(int, 64 * 128, 128, fewer_in_flight, (in.data(), out, 128), 64);
    CHECK_EXERCISE(int, 3 * 128, 128, fewer_in_flight, (in.data(), out, 128), 3);
}
TEST(ExerciseResults, a_smaller_tile)
{
    const auto in = numbers<int>(2 * 256 + 300, 15);
    CHECK_AGAINST(expected_result, int, 256, 256, a_smaller_tile, (in.data(), out, 256), 256);
    CHECK_AGAINST(given, int, 256, 256, a_smaller_tile, (in.data(), out, 256), 256);
}
TEST(ExerciseResults, side_by_side)
{
    const auto in = numbers<int>(16 * 128, 1000000);
    CHECK_EXERCISE(int, 16 * 128, 128, side_by_side, (in.data(), out, 128), 16);
}
TEST(ExerciseResults, one_word_a_warp)
{
    auto in = numbers<unsigned>(3 * block - 5, 1000000);
    CHECK_AGAINST(expected_result, unsigned, 3, 3 * block, one_word_a_warp, (in.data(), out, 3 * block - 5), block);
    CHECK_AGAINST(given, unsigned, 3, 3 * block, one_word_a_warp, (in.data(), out, 3 * block - 5), block);
}
TEST(ExerciseResults, out_of_the_recursion)
{
    const auto x = numbers<float>(100, 3);
    const auto coefficients = numbers<float>(32, 9);
    CHECK_EXERCISE(float, 100, 100, out_of_the_recursion, (x.data(), coefficients.data(), out, 100), 8);
}

/// Sines are compared within the tolerance of the exercise.
TEST(ExerciseResults, the_forgotten_f)
{
    const auto in = numbers<float>(100, 6);
    const auto run = [&](auto kernel) {
        return output_of<float>(100, 100, [&](float* out) { kernel(in.data(), out, 100); });
    };
    const auto expected = run(the_forgotten_f::expected_result<4>);
    const auto worst = [&](const std::vector<float>& found) {
        float most = 0;
        for (std::size_t i = 0; i < found.size(); ++i) most = std::max(most, std::abs(found[i] - expected[i]));
        return most;
    };
    EXPECT_LT(worst(run(the_forgotten_f::yours<4>)), 1e-4F);
    EXPECT_LT(worst(run(the_forgotten_f::solution::yours<4>)), 1e-4F);
    EXPECT_GT(worst(run(the_forgotten_f::cheat::yours<4>)), 1);
}

}  // namespace
