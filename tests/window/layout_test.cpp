#include "app/window/shell/layout.h"

#include <vector>

#include <gtest/gtest.h>

namespace spillway::window {
namespace {

bool overlap(const Rect& a, const Rect& b)
{
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

std::vector<Rect> shown(const Layout& layout)
{
    std::vector<Rect> rects{layout.top_bar, layout.left, layout.status, layout.tabs};
    rects.insert(rects.end(), layout.charts.begin(), layout.charts.end());
    for (const Rect& rect : {layout.banner, layout.sentence, layout.right})
        if (rect.height() > 0 && rect.width() > 0) rects.push_back(rect);
    return rects;
}

TEST(Layout, NothingOverlapsAndNothingIsOutside)
{
    for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{1024, 768}, ImVec2{1280, 720}, ImVec2{1600, 900},
                              ImVec2{1920, 1080}, ImVec2{3840, 2160}})
        for (const float scale : {0.75f, 1.0f, 1.5f})
            for (const bool present : {false, true})
                for (const auto& [strip, count] : {std::pair{0.0f, 3u}, {50.0f, 3u}, {50.0f, 2u}, {0.0f, 4u}}) {
                    const Layout layout = compute_layout({size, scale, present, strip, strip, count});
                    ASSERT_EQ(layout.charts.size(), count);
                    const auto rects = shown(layout);
                    for (std::size_t i = 0; i < rects.size(); ++i) {
                        EXPECT_GE(rects[i].min.x, 0);
                        EXPECT_LE(rects[i].max.x, size.x + 0.5f);
                        EXPECT_LE(rects[i].max.y, size.y + 0.5f);
                        EXPECT_GT(rects[i].width(), 40) << size.x << " " << scale << " rect " << i;
                        EXPECT_GT(rects[i].height(), 20) << size.x << " " << scale << " rect " << i;
                        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(rects[i], rects[j])) << i << " " << j;
                    }
                }
}

// A click in the lesson must not lose its place by what the click brought.
TEST(Layout, ABannerOrASentenceLeavesTheTabsWhereTheyAre)
{
    for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1600, 900}, ImVec2{1920, 1080}})
        for (const bool present : {false, true}) {
            const Layout plain = compute_layout({size, 1, present, 0, 0});
            EXPECT_EQ(compute_layout({size, 1, present, 60, 0}).tabs.min.y, plain.tabs.min.y) << size.x;
            EXPECT_EQ(compute_layout({size, 1, present, 0, 50}).tabs.min.y, plain.tabs.min.y) << size.x;
        }
}

TEST(Layout, AtTwiceTheScaleItIsTheSameDoubled)
{
    const Layout once = compute_layout({{1280, 720}, 1, false, 0, 0});
    const Layout twice = compute_layout({{2560, 1440}, 2, false, 0, 0});
    EXPECT_NEAR(twice.left.width(), 2 * once.left.width(), 2);
    EXPECT_NEAR(twice.charts[1].min.x, 2 * once.charts[1].min.x, 2);
    EXPECT_NEAR(twice.tabs.height(), 2 * once.tabs.height(), 4);
    EXPECT_EQ(twice.right_in_tabs, once.right_in_tabs);
}

TEST(Layout, EverythingIsUsableOnASmallLaptop)
{
    const Layout layout = compute_layout({{1280, 720}, 1, false, 0, 0});
    EXPECT_FALSE(layout.right_in_tabs);
    EXPECT_GE(layout.charts[0].width(), 300);
    EXPECT_GE(layout.charts[0].height(), 250);
    EXPECT_GE(layout.tabs.height(), 250);
    EXPECT_GE(layout.tabs.width(), 600);
    EXPECT_GE(layout.right.width(), 300);
}

TEST(Layout, ANarrowWindowShowsTheSmAsATab)
{
    const Layout layout = compute_layout({{900, 700}, 1, false, 0, 0});
    EXPECT_TRUE(layout.right_in_tabs);
    EXPECT_NEAR(layout.tabs.max.x, layout.charts[2].max.x, 1);
}

}  // namespace
}  // namespace spillway::window
