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
    std::vector<Rect> rects{layout.top_bar, layout.tabs};
    rects.insert(rects.end(), layout.charts.begin(), layout.charts.end());
    for (const Rect& rect : {layout.banner, layout.sentence, layout.right, layout.left, layout.status})
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
                    if (present && count > 2) continue;
                    const LayoutInput input{size, scale, present, strip, strip, count, {}, Part::none, 2 * strip};
                    const Layout layout = compute_layout(input);
                    ASSERT_EQ(layout.charts.size(), input.is_low() ? 1U : count);
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
    for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1600, 900}, ImVec2{1920, 1080}}) {
        const Layout plain = compute_layout({size, 1, false, 0, 0});
        EXPECT_EQ(compute_layout({size, 1, false, 60, 0}).tabs.min.y, plain.tabs.min.y) << size.x;
        EXPECT_EQ(compute_layout({size, 1, false, 0, 50}).tabs.min.y, plain.tabs.min.y) << size.x;
    }
}

TEST(Layout, ALessonHasItsTextOverTheWholeHeightAndOneLargeChart)
{
    for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1600, 900}, ImVec2{2560, 1440}}) {
        LayoutInput input{size, size.x > 2000 ? 2.0f : 1.0f, false, 0, 0, 3};
        input.lesson_leads = true;
        input.large_chart = 1;
        input.controls_height = 110 * input.scale;
        input.has_pane = false;
        const Layout layout = compute_layout(input);
        ASSERT_EQ(layout.charts.size(), 3);
        const auto area = [&](std::size_t i) { return layout.charts[i].width() * layout.charts[i].height(); };
        EXPECT_GT(area(1), 2 * area(0));
        EXPECT_EQ(layout.charts[0].min.x, layout.charts[2].min.x) << "the others stand in one column";
        EXPECT_GE(layout.tabs.height(), 600 * input.scale);
        EXPECT_GE(layout.tabs.width(), 480 * input.scale);
        EXPECT_EQ(layout.right.width(), 0);
        EXPECT_EQ(layout.pane.width(), 0);
        input.has_pane = true;
        const Layout with_pane = compute_layout(input);
        EXPECT_GE(with_pane.pane.height(), 230 * input.scale);
        std::vector<Rect> parts = with_pane.charts;
        parts.insert(parts.end(), {with_pane.tabs, with_pane.pane, with_pane.left});
        for (std::size_t i = 0; i < parts.size(); ++i)
            for (std::size_t j = i + 1; j < parts.size(); ++j)
                EXPECT_TRUE(parts[i].max.x <= parts[j].min.x || parts[j].max.x <= parts[i].min.x ||
                            parts[i].max.y <= parts[j].min.y || parts[j].max.y <= parts[i].min.y)
                    << i << " and " << j << " overlap";
    }
}

TEST(Layout, PresentModeHasTwoLargeChartsAndOnePane)
{
    const Layout layout = compute_layout({{1280, 720}, 1.5f, true, 0, 100, 2, {}, Part::none, 190});
    ASSERT_EQ(layout.charts.size(), 2);
    for (const Rect& chart : layout.charts) {
        EXPECT_GE(chart.width(), 610);
        EXPECT_GE(chart.height(), 310);
    }
    EXPECT_EQ(layout.status.height(), 0) << "no status line";
    EXPECT_LE(layout.top_bar.height(), 45);
    EXPECT_EQ(layout.right.width(), 0) << "the SM is a tab";
    EXPECT_EQ(layout.left.height(), 190);
    EXPECT_EQ(layout.sentence.height(), 100);
    EXPECT_GE(layout.tabs.height(), 290);
    EXPECT_GE(layout.tabs.width(), 610);
    EXPECT_GT(layout.sentence.min.y, layout.tabs.max.y);
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

TEST(Layout, APhoneOnItsSideHasItsLessonOverTheWholeHeight)
{
    for (const ImVec2 size : {ImVec2{844, 390}, ImVec2{683, 384}, ImVec2{932, 430}}) {
        const LayoutInput input{size, 1, false, 0, 60, 3, {}, Part::none, 150};
        ASSERT_TRUE(input.is_low());
        const Layout layout = compute_layout(input);
        EXPECT_EQ(layout.tabs.min.y, layout.charts[0].min.y);
        EXPECT_EQ(layout.tabs.max.y, layout.left.max.y);
        EXPECT_GE(layout.tabs.height(), 280);
        EXPECT_GE(layout.tabs.width(), 350);
        EXPECT_GE(layout.charts[0].width(), 240);
        EXPECT_GE(layout.charts[0].height(), 140);
        EXPECT_GE(layout.left.height(), 100) << "sliders and legend";
    }
}

TEST(Layout, ANarrowWindowShowsTheSmAsATab)
{
    const Layout layout = compute_layout({{900, 700}, 1, false, 0, 0});
    EXPECT_TRUE(layout.right_in_tabs);
    EXPECT_NEAR(layout.tabs.max.x, layout.charts[2].max.x, 1);
}

TEST(Layout, OnePartFillsTheWindowAlone)
{
    for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{1280, 720}, ImVec2{3840, 2160}})
        for (const auto& [part, present] : {std::pair{Part::left, false},
                                            {Part::charts, false},
                                            {Part::tabs, false},
                                            {Part::right, false},
                                            {Part::charts, true},
                                            {Part::tabs, true}}) {
            const Layout layout = compute_layout({size, 1, present, 50, 40, present ? 1u : 3u, {}, part});
            std::vector<Rect> rects{layout.left, layout.tabs, layout.right, layout.sentence};
            rects.insert(rects.end(), layout.charts.begin(), layout.charts.end());
            float area = 0;
            for (const Rect& rect : rects) area += rect.width() * rect.height();
            EXPECT_GT(area, 0.9f * layout.middle.width() * (layout.middle.height() - 60));
            EXPECT_EQ(part_at(layout, {size.x * 0.45f, size.y * 0.7f}), part);
        }
}

TEST(Layout, ABorderGoesWhereItIsDraggedAndStaysAtOtherSizes)
{
    const LayoutInput before{{1600, 900}, 1, false, 0, 0};
    const Layout layout = compute_layout(before);
    LayoutInput after = before;
    after.borders = dragged_border(layout, after.borders, Part::charts, 80);
    after.borders = dragged_border(layout, after.borders, Part::right, -120);
    after.borders = dragged_border(layout, after.borders, Part::left, 60);
    const Layout moved = compute_layout(after);
    EXPECT_NEAR(moved.tabs.min.y, layout.tabs.min.y + 80, 3);
    EXPECT_NEAR(moved.left.max.x, layout.left.max.x + 60, 3);
    // The room of both has become smaller by the column's 60 pixels, and is shared as it was.
    EXPECT_NEAR(moved.right.width() / moved.middle.width(), (layout.right.width() + 120) / layout.middle.width(), 0.02);
    after.size = {2560, 1440};
    const Layout larger = compute_layout(after);
    EXPECT_NEAR(larger.left.width() / 2560, moved.left.width() / 1600, 0.01);
}

TEST(Layout, NoBorderCanBeDraggedSoFarThatAPartIsLost)
{
    for (const Part part : {Part::left, Part::charts, Part::right})
        for (const float by : {-5000.0f, 5000.0f}) {
            const LayoutInput plain{{1280, 720}, 1, false, 0, 0};
            LayoutInput input = plain;
            input.borders = dragged_border(compute_layout(plain), {}, part, by);
            for (const Rect& rect : shown(compute_layout(input))) {
                EXPECT_GT(rect.width(), 80);
                EXPECT_GT(rect.height(), 25);
            }
        }
}

/// Found by the monkey: the charts, dragged down in a large window, were taller than a low one.
TEST(Layout, ABorderDraggedInALargeWindowLeavesTheTabsInsideALowOne)
{
    for (const float height : {240.0f, 300.0f, 400.0f, 500.0f})
        for (const float banner : {0.0f, 60.0f, 300.0f})
            for (const float share : {0.3f, 0.8f, 0.95f}) {
                LayoutInput input{{640, height}, 1, false, banner, 40};
                input.borders.charts = share;
                const Layout layout = compute_layout(input);
                EXPECT_GE(layout.tabs.height(), 0) << height << ", " << banner << ", " << share;
            }
}

}  // namespace
}  // namespace spillway::window
