#include "app/catalogue/access_limits.h"

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/exercises.h"
#include "tests/support/source_folder.h"

namespace spillway::catalogue {
namespace {

const std::string yours = std::string(yours_begins) + "\n";

TEST(AccessLimits, AreReadInOrder)
{
    const auto limits = access_limits(
        "// Sums.\n// ---- counted: reads of in, at most 1.5 times the reference's ----\n"
        "// ---- counted: reads of in by one thread, at most 0.05 times the reference's ----\n"
        "// ---- counted: sectors of out, at most 2 times the reference's ----\n"
        "// ---- counted: writes elsewhere, at most 1 times the reference's ----\n"
        "// ---- counted: steps of warps, at most 0.25 times the reference's ----\n" +
        yours);
    ASSERT_TRUE(limits) << limits.error().line();
    ASSERT_EQ(limits->size(), 5U);
    EXPECT_EQ((*limits)[0].what, Counted::reads);
    EXPECT_EQ((*limits)[0].buffer, "in");
    EXPECT_EQ((*limits)[0].factor, 1.5);
    EXPECT_EQ((*limits)[1].what, Counted::reads_by_one_thread);
    EXPECT_EQ((*limits)[2].what, Counted::sectors);
    EXPECT_EQ((*limits)[3].what, Counted::writes_elsewhere);
    EXPECT_EQ((*limits)[3].buffer, "");
    EXPECT_EQ((*limits)[4].what, Counted::warp_steps);
    EXPECT_EQ((*limits)[4].buffer, "");
}

TEST(AccessLimits, TheLearnersOwnLinesAddNone)
{
    const auto limits = access_limits(yours + "// ---- counted: reads of in, at most 9 times the reference's ----\n");
    ASSERT_TRUE(limits);
    EXPECT_TRUE(limits->empty());
}

TEST(AccessLimits, AnInvalidLimitIsRefused)
{
    for (const char* line : {"// ---- counted: reeds of in, at most 2 times the reference's ----",
                             "// ---- counted: steps of in, at most 2 times the reference's ----",
                             "// ---- counted: reads of warps, at most 2 times the reference's ----",
                             "// ---- counted: reads elsewhere, at most 2 times the reference's ----",
                             "// ---- counted: writes of in by one thread, at most 2 times the reference's ----",
                             "// ---- counted: reads of in, at most two times the reference's ----",
                             "// ---- counted: reads of in, at most . times the reference's ----",
                             "// ---- counted: reads of in, at most 1.2.3 times the reference's ----"}) {
        const auto limits = access_limits(std::string(line) + "\n" + yours);
        ASSERT_FALSE(limits) << line;
        EXPECT_NE(limits.error().what.find(line), std::string::npos) << limits.error().what;
    }
}

TEST(AccessLimits, ALongLineIsRefusedInOneShortSentence)
{
    const std::string letters(1 << 20, 'a'), digits(1 << 20, '1');
    for (const std::string& line : {"// ---- counted: reads of " + letters,
                                    "// ---- counted: reads of in, at most " + digits + " times the reference's ----",
                                    "// ---- counted: reads of in, at most 1." + digits}) {
        const auto limits = access_limits(line + "\n" + yours);
        ASSERT_FALSE(limits);
        EXPECT_LT(limits.error().what.size(), 300U);
    }
}

TEST(AccessLimits, AnUnknownBufferIsRefused)
{
    model::Experiment exercise;
    exercise.source = "// ---- counted: reads of in, at most 2 times the reference's ----\n" + yours;
    ASSERT_TRUE(check_access_limits(exercise));
    EXPECT_NE(check_access_limits(exercise)->what.find("\"in\""), std::string::npos);
    exercise.buffers.emplace_back().name = "in";
    EXPECT_FALSE(check_access_limits(exercise));
}

TEST(AccessLimits, AreGoalsInWords)
{
    EXPECT_EQ(limit_words({Counted::reads, "in", 0.13}), "At most 0.13 times the reference's reads of \"in\".");
    EXPECT_EQ(limit_words({Counted::writes, "out", 1}), "No more writes to \"out\" than the reference makes.");
    EXPECT_EQ(limit_words({Counted::sectors, "out", 0.4}),
              "Warps touch at most 0.4 times as many sectors of \"out\" as the reference's.");
    EXPECT_EQ(limit_words({Counted::reads_by_one_thread, "in", 0.05}),
              "No thread reads more of \"in\" than 0.05 times what the reference's busiest thread reads.");
    EXPECT_EQ(limit_words({Counted::writes_elsewhere, "", 1}),
              "No more writes outside the buffers and the block's own memory than the reference makes.");
    EXPECT_EQ(limit_words({Counted::warp_steps, "", 0.25}),
              "Warps go through at most 0.25 times as many steps as the reference's.");
}

TEST(AccessLimits, AnExceededLimitCarriesItsNumbersAndHasWords)
{
    const AccessLimit limit{Counted::reads, "in", 1.5};
    EXPECT_FALSE(exceeded_limit(limit, 150, 100));
    const auto exceeded = exceeded_limit(limit, 3584, 100);
    EXPECT_EQ(exceeded, (model::ExceededLimit{limit, 3584, 150}));
    EXPECT_EQ(exceeded_words(*exceeded),
              "it reads 3,584 bytes of \"in\" in a small run, where at most 150 are allowed");
    EXPECT_EQ(
        exceeded_words(*exceeded_limit({Counted::writes_elsewhere, "", 1}, 4, 0)),
        "it writes 4 bytes to global memory outside this exercise's buffers in a small run, where none is allowed");
}

}  // namespace
}  // namespace spillway::catalogue
