#include "app/catalogue/coarse_first.h"

#include <gtest/gtest.h>

#include <set>

namespace spillway::catalogue {
namespace {

TEST(CoarseFirst, EveryIndexOnceEndsAndMiddleFirst)
{
    for (const std::size_t count : {0U, 1U, 2U, 3U, 64U, 65U, 129U}) {
        const auto order = coarse_first(count);
        EXPECT_EQ(order.size(), count);
        EXPECT_EQ(std::set<std::size_t>(order.begin(), order.end()).size(), count);
    }
    const auto order = coarse_first(65);
    EXPECT_EQ((std::vector<std::size_t>(order.begin(), order.begin() + 5)),
              (std::vector<std::size_t>{0, 64, 32, 16, 48}));
}

}  // namespace
}  // namespace spillway::catalogue
