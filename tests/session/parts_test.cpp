#include <gtest/gtest.h>

#include "app/session/history.h"
#include "app/session/selection_history.h"
#include "app/session/slider_prediction.h"

namespace spillway::session {
namespace {

model::Parameter window()
{
    model::Parameter parameter;
    parameter.name = "window_size";
    parameter.first = 1;
    parameter.last = 128;
    parameter.initial = std::int64_t{32};
    return parameter;
}

TEST(GuessAhead, GoesOnInTheSameStrideAndStopsAtTheEnd)
{
    using V = model::Value;
    const auto value = [](std::int64_t n) { return V(n); };
    EXPECT_EQ(guess_ahead(window(), value(10), value(12), 3), (std::vector<V>{value(14), value(16), value(18)}));
    EXPECT_EQ(guess_ahead(window(), value(126), value(127), 3), (std::vector<V>{value(128)}));
    EXPECT_EQ(guess_ahead(window(), value(3), value(2), 3), (std::vector<V>{value(1)}));
    EXPECT_TRUE(guess_ahead(window(), value(5), value(5), 3).empty());
}

TEST(GuessAhead, DoublesWhereTheScaleDoes)
{
    model::Parameter elements = window();
    elements.last = 1 << 20;
    elements.scale = model::Scale::power_of_two;
    using V = model::Value;
    EXPECT_EQ(guess_ahead(elements, V(std::int64_t{256}), V(std::int64_t{512}), 2),
              (std::vector<V>{V(std::int64_t{1024}), V(std::int64_t{2048})}));
}

TEST(Neighbours, AreTheNearestStepsOnBothSides)
{
    using V = model::Value;
    const auto value = [](std::int64_t n) { return V(n); };
    EXPECT_EQ(neighbours(window(), value(32), 2), (std::vector<V>{value(33), value(31), value(34), value(30)}));
    EXPECT_EQ(neighbours(window(), value(1), 2), (std::vector<V>{value(2), value(3)})) << "nothing lies below 1";
    model::Parameter doubling = window();
    doubling.scale = model::Scale::power_of_two;
    EXPECT_EQ(neighbours(doubling, value(32), 2), (std::vector<V>{value(64), value(16), value(128), value(8)}));
}

TEST(History, AChoiceThatChangesNothingKeepsRedo)
{
    SelectionHistory history;
    Selection first, second;
    first.focus = "a";
    second.focus = "b";
    first.x_axis = second.x_axis = "n";
    first.values["n"] = second.values["n"] = std::int64_t{1};
    history.begin_with(first);
    EXPECT_TRUE(history.change(second, Edit::finished));
    const auto before = history.undo();
    ASSERT_TRUE(before);
    history.return_to(*before);
    EXPECT_FALSE(history.change(history.now(), Edit::finished)) << "the variant that is chosen already";
    EXPECT_TRUE(history.can_redo());
}

TEST(History, ADragIsOneStep)
{
    History history;
    const auto at = [](std::int64_t n) {
        Selection selection;
        selection.values["x"] = n;
        return selection;
    };
    history.remember(at(1), true);   // 1 -> 2
    history.remember(at(2), true);   // 2 -> 3
    history.remember(at(3), false);  // 3 -> 4, let go
    history.remember(at(4), false);  // a click
    EXPECT_EQ(history.undo(at(9))->values, at(4).values);
    EXPECT_EQ(history.undo(at(4))->values, at(1).values);
    EXPECT_FALSE(history.undo(at(1)));
    EXPECT_EQ(history.redo(at(1))->values, at(4).values);
}

}  // namespace
}  // namespace spillway::session
