// docs/adding-a-panel.md: its file and its line make a panel that stands in the table.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "app/window/panels/panels.h"

namespace spillway::window {
namespace {

TEST(PanelRecipe, TheNewPanelStandsInTheTable)
{
    const auto table = panels();
    const auto added = std::find_if(table.begin(), table.end(),
                                    [](const Panel* panel) { return std::string("block_size") == panel->key; });
    ASSERT_NE(added, table.end());
    EXPECT_EQ((*added)->place, PanelPlace::tab);
    EXPECT_NE((*added)->open(), nullptr);
}

}  // namespace
}  // namespace spillway::window
