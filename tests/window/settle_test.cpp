#include "app/window/shell/settle.h"

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

using std::chrono::seconds;

TEST(Patience, LastsAsLongAsAnswersKeepComing)
{
    const Patience::Clock::time_point begin{};
    Patience patience(30, begin);
    for (int answer = 0; answer < 20; ++answer)
        EXPECT_TRUE(patience.lasts(static_cast<std::uint64_t>(answer), begin + seconds(20 * answer))) << answer;
    EXPECT_TRUE(patience.lasts(19, begin + seconds(380 + 29)));
    EXPECT_FALSE(patience.lasts(19, begin + seconds(380 + 31))) << "nothing came for half a minute";
}

}  // namespace
}  // namespace spillway::window
