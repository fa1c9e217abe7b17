// Right answers, the hint, the commonest misconception, the bars and the band.

#include <gtest/gtest.h>

#include "app/room/limits.h"
#include "app/room/verdict.h"
#include "tests/room/asked.h"

namespace spillway::room {
namespace {

judging::Truth choice_truth(std::size_t index)
{
    judging::Truth truth;
    truth.choice = index;
    return truth;
}

judging::Truth number_truth(double number)
{
    judging::Truth truth;
    truth.number = number;
    return truth;
}

Tally choices(std::vector<std::size_t> counts)
{
    Tally tally;
    tally.choices = std::move(counts);
    return tally;
}

TEST(Verdict, HintsAtTheShareOfRightAnswers)
{
    const auto hint = [](std::size_t right, std::size_t wrong) {
        return judge_round(choice_question(), choice_truth(1), choices({wrong, right, 0}))->hint;
    };
    EXPECT_EQ(hint(0, 0), Hint::none);
    EXPECT_EQ(hint(34, 66), Hint::explain);
    EXPECT_EQ(hint(35, 65), Hint::discuss);
    EXPECT_EQ(hint(70, 30), Hint::discuss);
    EXPECT_EQ(hint(71, 29), Hint::go_on);
}

TEST(Verdict, NamesTheMisconceptionOfMostWrongAnswers)
{
    const auto verdict = judge_round(choice_question(), choice_truth(1), choices({2, 9, 5}));
    EXPECT_EQ(verdict->right, 9U);
    EXPECT_EQ(verdict->misconception, "other");
    EXPECT_EQ(verdict->commonest_wrong, "never");
    EXPECT_EQ(verdict->commonest_count, 5U);
    EXPECT_EQ(judge_round(choice_question(), choice_truth(1), choices({0, 9, 0}))->misconception, "");
    EXPECT_FALSE(judge_round(choice_question(), {}, choices({1, 2, 3}))) << "the truth is unknown";
}

TEST(Verdict, TakesNumbersWithinTenPercent)
{
    Tally tally;
    tally.numbers = {{100, 1}, {230.4, 2}, {256, 4}, {281.6, 8}, {281.7, 16}};
    const auto verdict = judge_round(number_question(), number_truth(256), tally);
    EXPECT_EQ(verdict->answers, 31U);
    EXPECT_EQ(verdict->right, 14U);
    EXPECT_EQ(verdict->commonest_count, 16U);
}

TEST(Verdict, TakesCurvesWithinTenPercentOfTheHeight)
{
    judging::Truth truth;
    truth.curve = {{1, 10}, {64, 50}, {128, 100}};
    Tally tally;
    tally.curves = {{{1, 15}, {128, 105}}, {{1, 100}, {128, 100}}};
    const auto verdict = judge_round(curve_question(), truth, tally);
    EXPECT_EQ(verdict->answers, 2U);
    EXPECT_EQ(verdict->right, 1U);
}

TEST(Bars, OfChoicesHaveTheRoundsBesideEachOther)
{
    const auto bars = bars_of(choice_question(), choice_truth(1), {choices({3, 1, 0}), choices({0, 4, 0})});
    ASSERT_EQ(bars.size(), 3U);
    EXPECT_EQ(bars[0], (Bar{"twice", {3, 0}, false}));
    EXPECT_EQ(bars[1], (Bar{"five times", {1, 4}, true}));
}

TEST(Bars, OfFewNumbersAreTheNumbers)
{
    Tally first, second;
    first.numbers = {{64, 3}, {256, 1}};
    second.numbers = {{256, 4}};
    const auto bars = bars_of(number_question(), number_truth(256), {first, second});
    ASSERT_EQ(bars.size(), 2U);
    EXPECT_EQ(bars[0], (Bar{"64 bytes", {3, 0}, false}));
    EXPECT_EQ(bars[1], (Bar{"256 bytes", {1, 4}, true}));
}

TEST(Bars, OfManyNumbersAreRangesThatLoseNoneAndOneBarOfTheRightOnes)
{
    for (const double factor : {1.0, 1000.0, 1e7})
        for (const bool is_known : {false, true}) {
            Tally tally;
            for (int i = 1; i <= 40; ++i)
                tally.numbers[i == 40 ? i * factor : i] = i == 40 ? 2 : static_cast<std::size_t>(i);
            const judging::Truth truth = is_known ? number_truth(20) : judging::Truth();
            const auto bars = bars_of(number_question(), truth, {tally});
            ASSERT_LE(bars.size(), 10U);
            ASSERT_GE(bars.size(), 9U);
            std::size_t all = 0, right = 0, largest = 0;
            for (const Bar& bar : bars) {
                all += bar.counts[0];
                largest = std::max(largest, bar.counts[0]);
                if (bar.is_right) right += bar.counts[0];
            }
            EXPECT_EQ(all, tally.answers());
            EXPECT_LT(largest, tally.answers() / 2) << "one silly number does not put all others into one range";
            const auto verdict = judge_round(number_question(), truth, tally);
            EXPECT_EQ(right, verdict ? verdict->right : 0U) << "the green bar has the right answers";
        }
}

TEST(Band, IsTheMiddleHalfAtEachX)
{
    Tally tally;
    for (int i = 0; i <= 8; ++i) tally.curves.push_back({{1, i}, {128, 10 + i}});
    tally.curves.push_back({{64, 500}, {100, 500}});
    const auto band = band_of(tally);
    ASSERT_EQ(band.size(), 4U);
    EXPECT_EQ(band[0].low, 2);
    EXPECT_EQ(band[0].middle, 4);
    EXPECT_EQ(band[0].high, 6);
    EXPECT_LT(band[1].high, 500) << "one of ten moves no quartile far";
}

TEST(Band, HasABoundedNumberOfPoints)
{
    Tally tally;
    for (int curve = 0; curve < 40; ++curve)
        for (int i = 0; i < 50; ++i)
            tally.curves.resize(40), tally.curves[static_cast<std::size_t>(curve)][i + curve * 0.01] = i;
    EXPECT_LE(band_of(tally).size(), max_drawn_points);
}

}  // namespace
}  // namespace spillway::room
