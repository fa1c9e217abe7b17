#include "app/gpu/buffer_data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>

#include "app/catalogue/first_difference.h"
#include "app/gpu/launch.h"

namespace spillway::gpu {
namespace {

using model::Fill;
using model::ScalarKind;

model::PlannedBuffer buffer(ScalarKind kind, Fill fill, std::int64_t count, std::int64_t lanes = 1)
{
    model::PlannedBuffer made;
    made.name = "data";
    made.scalar = kind;
    made.element_bytes = scalar_bytes(kind) * lanes;
    made.count = count;
    made.fill = fill;
    return made;
}

std::vector<std::byte> filled(const model::PlannedBuffer& description, std::uint64_t seed = 1)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(description.bytes()));
    fill_elements(description, seed, 0, bytes);
    return bytes;
}

TEST(BufferData, PiecesAreTheWhole)
{
    for (const Fill fill :
         {Fill::random, Fill::random_integers, Fill::random_bytes, Fill::ramp, Fill::cycle, Fill::poison}) {
        auto description = buffer(ScalarKind::float32, fill, 3 << 20, 2);
        description.to = 100;
        const auto whole = filled(description);
        for (const std::int64_t first : {1, 7, 1000003}) {
            std::vector<std::byte> piece(4096 * 8);
            fill_elements(description, 1, first, piece);
            EXPECT_EQ(std::memcmp(piece.data(), whole.data() + first * 8, piece.size()), 0) << static_cast<int>(fill);
        }
    }
}

TEST(BufferData, RandomIsInRangeAndFresh)
{
    auto description = buffer(ScalarKind::int32, Fill::random_integers, 10000);
    description.from = -3;
    description.to = 3;
    const auto bytes = filled(description);
    std::set<int> seen;
    for (std::size_t i = 0; i < 10000; ++i)
        seen.insert(static_cast<int>(read_scalar(ScalarKind::int32, &bytes[4 * i])));
    EXPECT_EQ(seen, (std::set<int>{-3, -2, -1, 0, 1, 2, 3})) << "`to` is inclusive";
    EXPECT_NE(filled(description, 2), bytes);
    EXPECT_EQ(filled(description, 1), bytes);
}

TEST(BufferData, HalvesRoundAsTheHardwareDoes)
{
    const auto half = [](double value) {
        std::byte bytes[2];
        write_scalar(ScalarKind::float16, value, bytes);
        std::uint16_t bits;
        std::memcpy(&bits, bytes, 2);
        return bits;
    };
    EXPECT_EQ(half(1), 0x3c00);
    EXPECT_EQ(half(-2), 0xc000);
    EXPECT_EQ(half(65504), 0x7bff);
    EXPECT_EQ(half(65520), 0x7c00);
    EXPECT_EQ(half(1 + 1.0 / 2048), 0x3c00) << "a tie goes to even";
    EXPECT_EQ(half(1 + 3.0 / 2048), 0x3c02);
    EXPECT_EQ(half(2047.9), 0x6800) << "rounding up carries into the exponent";
    EXPECT_EQ(half(0x1p-24), 1);
    EXPECT_EQ(half(0x1.ffcp-15), 0x0400) << "the largest subnormal rounds to the smallest normal number";
    for (int bits = 0; bits < 0x7c00; ++bits) {
        const auto both = static_cast<std::uint16_t>(bits);
        EXPECT_EQ(half(read_scalar(ScalarKind::float16, reinterpret_cast<const std::byte*>(&both))), bits);
    }
}

TEST(BufferData, APermutationIsOneCycle)
{
    const auto description = buffer(ScalarKind::uint32, Fill::permutation, 5000);
    const auto bytes = permutation(description, 3);
    std::size_t at = 0;
    for (int step = 1; step <= 5000; ++step) {
        at = static_cast<std::size_t>(read_scalar(ScalarKind::uint32, bytes.data() + 4 * at));
        EXPECT_EQ(at == 0, step == 5000);
    }
}

TEST(BufferData, ScalarsAreAsTheKernelTakesThem)
{
    EXPECT_EQ(scalar_bits("int", -1), 0xffffffffU);
    EXPECT_EQ(scalar_bits("size_t", 68719476736.0), 68719476736U);
    EXPECT_EQ(scalar_bits("int", 1e12), 0x7fffffffU);
    EXPECT_EQ(scalar_bits("float", 1), 0x3f800000U);
    EXPECT_EQ(scalar_bits("double", 1), 0x3ff0000000000000U);
    EXPECT_EQ(scalar_bits("bool", 2), 1U);
}

TEST(BufferData, AnArgumentMayBeAnArray)
{
    using catalogue::argument_count;
    using catalogue::argument_words;
    EXPECT_EQ(argument_words("int", -1), std::vector<std::uint64_t>{0xffffffffU});
    EXPECT_EQ(argument_words("int[3]", 7), (std::vector<std::uint64_t>{0x0000000800000007U, 9U}));
    EXPECT_EQ(argument_words("float[2]", 1), std::vector<std::uint64_t>{0x400000003f800000U});
    EXPECT_EQ(argument_count("float[1024]"), 1024);
    EXPECT_EQ(argument_words("bool[3]", 0), std::vector<std::uint64_t>{0x010100U}) << "false, true, true";
    for (const char* none : {"float", "float[1025]", "float[0]", "float[-1]", "float[2", "float[2x]", "text[2]", "[2]"})
        EXPECT_EQ(argument_count(none), std::nullopt) << none;
}

TEST(Compare, WholeNumbersAreWrittenOut)
{
    const auto description = buffer(ScalarKind::uint32, Fill::zero, 4, 1);
    const auto expected = filled(description);
    auto got = expected;
    write_scalar(ScalarKind::uint32, 3157507450, got.data());
    EXPECT_EQ(first_difference(description, 0, got, expected, {}), "data[0] is 3157507450, the reference has 0");
}

TEST(Compare, SaysWhereAndWhat)
{
    const auto description = buffer(ScalarKind::float32, Fill::ramp, 100, 4);
    auto got = filled(description);
    const auto expected = got;
    EXPECT_FALSE(first_difference(description, 0, got, expected, {}));
    write_scalar(ScalarKind::float32, 9.5, got.data() + 4 * 9);
    EXPECT_EQ(first_difference(description, 1000, got, expected, {}), "data[1002].y is 9.5, the reference has 9");
    EXPECT_FALSE(first_difference(description, 0, got, expected, {0, 0.5}));
    EXPECT_FALSE(first_difference(description, 0, got, expected, {0.06, 0}));
    EXPECT_TRUE(first_difference(description, 0, got, expected, {0.05, 0}));
    std::memcpy(got.data() + 4 * 9, &poison_word, 4);
    EXPECT_EQ(first_difference(description, 0, got, expected, {0.1, 0}),
              "data[2].y was not written; the reference has 9");
}

TEST(Compare, NansAgreeWithNans)
{
    const auto description = buffer(ScalarKind::float16, Fill::zero, 1);
    const std::uint16_t one_nan = 0x7e00, other_nan = 0xfe01, zero = 0;
    const auto bytes = [](const std::uint16_t& value) { return std::as_bytes(std::span(&value, 1)); };
    EXPECT_FALSE(first_difference(description, 0, bytes(one_nan), bytes(other_nan), {1e-3, 0}));
    EXPECT_TRUE(first_difference(description, 0, bytes(one_nan), bytes(other_nan), {})) << "bit for bit";
    EXPECT_TRUE(first_difference(description, 0, bytes(one_nan), bytes(zero), {1, 1e9}));
}

}  // namespace
}  // namespace spillway::gpu
