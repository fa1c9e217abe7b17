// No picture may lack the parts that the painter skips: pictures painted piece by piece against Dear ImGui's backend.
#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "app/window/picture/picture_cells.h"
#include "app/window/picture/picture_painter.h"
#include "app/window/surface/offscreen_surface.h"

namespace spillway::window {
namespace {

constexpr int side = PictureCells::side;

struct Drawn {
    PixelBox box;
    std::uint64_t content;
};

std::vector<PixelBox> changes_after(PictureCells& cells, const std::vector<Drawn>& picture, int width = 10 * side,
                                    int height = 6 * side)
{
    cells.begin(width, height);
    for (const Drawn& each : picture) cells.add(each.box, each.content);
    return cells.changes();
}

TEST(PictureCells, TheFirstPictureIsAllNew)
{
    PictureCells cells;
    const std::vector<PixelBox> all = {{0, 0, 10 * side - 5, 6 * side - 7}};
    EXPECT_EQ(changes_after(cells, {}, all[0].right, all[0].bottom), all);
    EXPECT_EQ(changes_after(cells, {}, all[0].right, all[0].bottom), std::vector<PixelBox>{});
    cells.forget();
    EXPECT_EQ(changes_after(cells, {}, all[0].right, all[0].bottom), all);
}

TEST(PictureCells, AnotherSizeIsAllNew)
{
    PictureCells cells;
    (void)changes_after(cells, {}, 100, 90);
    // As many cells, in other rows, and then the same cells with other edges.
    EXPECT_EQ(changes_after(cells, {}, 90, 100), (std::vector<PixelBox>{{0, 0, 90, 100}}));
    EXPECT_EQ(changes_after(cells, {}, 91, 100), (std::vector<PixelBox>{{0, 0, 91, 100}}));
}

TEST(PictureCells, OnlyWhereSomethingMovedIsNew)
{
    PictureCells cells;
    constexpr int width = 40 * side, far = 30 * side;
    const Drawn ground{{0, 0, width, side}, 1};
    // A shape that ends on a cell's edge is not in the next cell.
    (void)changes_after(cells, {ground, {{10, 10, side, side}, 2}}, width);
    EXPECT_EQ(changes_after(cells, {ground, {{far, 10, far + 1, 20}, 2}}, width),
              (std::vector<PixelBox>{{0, 0, side, side}, {far, 0, far + side, side}}));
    EXPECT_EQ(changes_after(cells, {ground}, width), (std::vector<PixelBox>{{far, 0, far + side, side}}));
}

TEST(PictureCells, TheOrderOfDrawingCounts)
{
    PictureCells cells;
    const Drawn one{{0, 0, 9, 9}, 1}, other{{0, 0, 9, 9}, 2};
    (void)changes_after(cells, {one, other});
    EXPECT_EQ(changes_after(cells, {other, one}), (std::vector<PixelBox>{{0, 0, side, side}}));
}

TEST(PictureCells, BoxesCoverAllChangesAndNothingTwice)
{
    std::mt19937 random(7);
    const auto any = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    const auto some = [&](int count) {
        std::vector<Drawn> picture;
        for (int i = 0; i < count; ++i) {
            const int left = any(0, 1500), top = any(0, 800);
            picture.push_back({{left, top, std::min(1600, left + any(1, 90)), std::min(900, top + any(1, 90))},
                               static_cast<std::uint64_t>(any(1, 1 << 30))});
        }
        return picture;
    };
    PictureCells cells;
    const std::vector<Drawn> still = some(50);
    (void)changes_after(cells, still, 1600, 900);
    for (int round = 0; round < 200; ++round) {
        std::vector<Drawn> picture = still;
        const std::vector<Drawn> more = some(any(1, 12));
        picture.insert(picture.end(), more.begin(), more.end());
        const std::vector<PixelBox> come = changes_after(cells, picture, 1600, 900);
        ASSERT_EQ(changes_after(cells, still, 1600, 900), come) << "what comes and goes changes the same place";
        std::vector<int> covers(1600 * 900);
        for (const PixelBox& box : come)
            for (int y = box.top; y < box.bottom; ++y)
                for (int x = box.left; x < box.right; ++x) ++covers[static_cast<std::size_t>(1600 * y + x)];
        ASSERT_LE(*std::max_element(covers.begin(), covers.end()), 1);
        for (const Drawn& each : more)
            for (int y = each.box.top; y < each.box.bottom; ++y)
                for (int x = each.box.left; x < each.box.right; ++x)
                    ASSERT_EQ(covers[static_cast<std::size_t>(1600 * y + x)], 1) << x << ", " << y;
    }
}

/// A Dear ImGui of its own on a surface without a window.
class Painted : public testing::Test {
protected:
    void SetUp() override
    {
        auto surface = OffscreenSurface::open({.width = 320, .height = 240});
        if (!surface) GTEST_SKIP() << surface.error().line();
        surface_ = std::move(*surface);
        ImGui::CreateContext();
        ASSERT_FALSE(surface_->attach());
    }
    void TearDown() override
    {
        if (!surface_) return;
        surface_->detach();
        ImGui::DestroyContext();
    }

    void begin(float raster = 1)
    {
        surface_->begin_frame();
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {320 / raster, 240 / raster};
        io.DisplayFramebufferScale = {raster, raster};
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(io.DisplaySize);
        ImGui::Begin("all", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground);
    }
    const ImDrawData& end()
    {
        ImGui::End();
        ImGui::Render();
        return *ImGui::GetDrawData();
    }
    /// The whole frame by Dear ImGui's backend alone.
    std::vector<std::uint8_t> by_backend(const ImDrawData& frame, ImU32 ground)
    {
        surface_->bind();
        const ImVec4 colour = ImGui::ColorConvertU32ToFloat4(ground);
        glClearColor(colour.x, colour.y, colour.z, 1);
        glClear(GL_COLOR_BUFFER_BIT);
        ImGui_ImplOpenGL3_RenderDrawData(const_cast<ImDrawData*>(&frame));
        return surface_->pixels();
    }
    std::vector<std::uint8_t> by_painter(const ImDrawData& frame, ImU32 ground)
    {
        surface_->bind();
        if (painter_.differs(frame, ground, 0)) painter_.paint(frame);
        return surface_->pixels();
    }
    void draw_changing_scene(int frame, float scale);

    std::unique_ptr<OffscreenSurface> surface_;
    PicturePainter painter_{PicturePainter::Extent::pieces};
    std::mt19937 random_{11};
};

/// Much that stays and a little that moves: lists that grow and shrink, what is translucent, cut off, or in front.
void Painted::draw_changing_scene(int frame, float scale)
{
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2{x * scale, y * scale}; };
    const auto any = [&](float most) { return std::uniform_real_distribution<float>(0, most)(random_); };
    for (int i = 0; i < frame % 5; ++i) draw.AddText(at(any(300), any(220)), 0xff00ffff, "moves");
    draw.AddRectFilled(at(20.3f, 30.7f), at(200, 150), 0x60ff8040, 9 * scale);
    draw.AddLine(at(0, 0), at(300, static_cast<float>(frame % 40)), 0x80ffffff, 1.5f);
    draw.AddCircleFilled(at(160 + any(40), 120), 14 * scale, 0x900000ff);
    ImGui::SetCursorPos(at(40, 60));
    ImGui::BeginChild("child", at(150.5f, 90.3f), true);
    for (int i = 0; i < 12; ++i)
        ImGui::Text("%d of a list that is cut off at its foot %d", i, i == frame % 12 ? frame : 0);
    ImGui::EndChild();
    draw.PushClipRect(at(30.5f, 20.5f), at(90.25f, 200.75f));
    draw.AddRectFilled(at(0, any(100)), at(320, 130), 0x4000ff00);
    draw.PopClipRect();
    if (frame % 7 == 0) ImGui::GetForegroundDrawList()->AddRectFilled(at(100, 100), at(180, 140), 0xc0202020);
}

TEST_F(Painted, PieceByPieceItIsThePictureOfTheBackend)
{
    constexpr ImU32 ground = 0xff302010;
    int in_pieces = 0;
    for (int frame = 0; frame < 80; ++frame) {
        begin();
        draw_changing_scene(frame, 1);
        const ImDrawData& drawn = end();
        const auto pixels = by_painter(drawn, ground);
        long long changed = 0;
        for (const PixelBox& box : painter_.changed()) changed += box.area();
        in_pieces += changed < 320 * 240;
        ASSERT_EQ(pixels, by_backend(drawn, ground)) << "frame " << frame;
    }
    EXPECT_GT(in_pieces, 60) << "the scene is to have places that stay";
}

TEST_F(Painted, SoItIsWhereAWindowCoordinateIsTwoPixels)
{
    constexpr ImU32 ground = 0xffe0e8f0;
    for (int frame = 0; frame < 40; ++frame) {
        begin(2);
        draw_changing_scene(frame, 0.5f);
        const ImDrawData& drawn = end();
        const auto pixels = by_painter(drawn, ground);
        ASSERT_EQ(pixels, by_backend(drawn, ground)) << "frame " << frame;
    }
}

TEST_F(Painted, MoreCornersThanAnIndexCanNameAreNoTrouble)
{
    constexpr ImU32 ground = 0xff000000;
    begin();
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    for (int i = 0; i < 40'000; ++i) {
        const float x = static_cast<float>(i % 320), y = static_cast<float>(i / 320);
        draw.AddRectFilled({x, y}, {x + 1, y + 1}, 0xff000000U | static_cast<ImU32>(i * 97));
    }
    const ImDrawData& drawn = end();
    const auto pixels = by_painter(drawn, ground);
    EXPECT_EQ(pixels, by_backend(drawn, ground));
}

TEST_F(Painted, TheSameAgainIsNotPainted)
{
    for (int i = 0; i < 4; ++i) {
        begin();
        ImGui::TextUnformatted("the same");
        const bool differs = painter_.differs(end(), 0xff101010, 0);
        EXPECT_EQ(differs, i == 0) << i;
    }
    begin();
    ImGui::TextUnformatted("the same");
    EXPECT_TRUE(painter_.differs(end(), 0xff101011, 0)) << "on another ground";
}

TEST_F(Painted, WholeItIsThePictureOfTheBackendToo)
{
    constexpr ImU32 ground = 0xff302010;
    painter_ = PicturePainter(PicturePainter::Extent::whole);
    for (int frame = 0; frame < 5; ++frame) {
        begin();
        draw_changing_scene(frame, 1);
        const ImDrawData& drawn = end();
        const auto pixels = by_painter(drawn, ground);
        ASSERT_EQ(pixels, by_backend(drawn, ground)) << "frame " << frame;
        EXPECT_FALSE(painter_.differs(drawn, ground, 0)) << "the same again";
        EXPECT_TRUE(painter_.differs(drawn, ground, 1)) << "with another texture";
    }
}

TEST_F(Painted, ATextureThatWasDrawnAnewIsPaintedAgain)
{
    unsigned texture = 0;
    glGenTextures(1, &texture);
    const auto shows = [&](unsigned revision) {
        begin();
        ImGui::TextUnformatted("beside it");
        ImGui::GetForegroundDrawList()->AddImage((ImTextureID)(std::intptr_t)texture, {128, 128}, {160, 160});
        return painter_.differs(end(), 0xff000000, revision);
    };
    while (shows(1)) {
    }
    EXPECT_FALSE(shows(1));
    ASSERT_TRUE(shows(2));
    EXPECT_EQ(painter_.changed(), (std::vector<PixelBox>{{128, 128, 160, 160}})) << "it, and nothing else";
    EXPECT_FALSE(shows(2));
    glDeleteTextures(1, &texture);
}

}  // namespace
}  // namespace spillway::window
