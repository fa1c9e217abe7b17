#include "app/charts/imgui_painter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/charts/layout.h"
#include "app/charts/png.h"
#include "tests/charts/made_up_charts.h"

namespace spillway::charts {
namespace {

/// Dear ImGui without a window: a font atlas and a draw list, whose triangles this class fills on the CPU.
class Canvas {
public:
    Canvas(int width, int height, float font_pixels) : width_(width), height_(height)
    {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
        const char* file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
        const ImWchar ranges[] = {0x20, 0xff, 0x2000, 0x206f, 0};
        ImFont* font = std::filesystem::exists(file) ? io.Fonts->AddFontFromFileTTF(file, font_pixels, nullptr, ranges)
                                                     : io.Fonts->AddFontDefault();
        shapes_.reserve(*io.Fonts, 1);
        io.Fonts->Build();
        shapes_.rasterise(*io.Fonts);
        io.Fonts->GetTexDataAsAlpha8(&texture_, &texture_width_, &texture_height_);
        fonts_.fill({font, font_pixels});
        ImGui::NewFrame();
        pixels_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 255);
    }
    ~Canvas()
    {
        ImGui::EndFrame();
        ImGui::DestroyContext();
    }
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    [[nodiscard]] const ChartFonts& fonts() const { return fonts_; }
    [[nodiscard]] const RoundShapes& shapes() const { return shapes_; }
    [[nodiscard]] ImDrawList& list() { return *ImGui::GetForegroundDrawList(); }
    [[nodiscard]] const std::vector<unsigned char>& pixels() const { return pixels_; }

    void rasterise()
    {
        ImDrawList& drawn = list();
        for (const ImDrawCmd& command : drawn.CmdBuffer)
            for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
                const auto vertex = [&](unsigned k) -> const ImDrawVert& {
                    const ImDrawIdx index = drawn.IdxBuffer[static_cast<int>(command.IdxOffset + i + k)];
                    return drawn.VtxBuffer[static_cast<int>(command.VtxOffset + index)];
                };
                fill(vertex(0), vertex(1), vertex(2), command.ClipRect);
            }
    }

private:
    /// Barycentric tolerance. A pixel centre on an edge counts as inside for two of a triangle's edges, but outside for
    /// the third, so that a quad's two triangles do not both paint its diagonal.
    static constexpr float on_edge = 1e-5F;
    static float edge(ImVec2 a, ImVec2 b, ImVec2 p) { return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x); }

    void fill(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, const ImVec4& clip)
    {
        const float area = edge(a.pos, b.pos, c.pos);
        if (area == 0) return;
        const auto low = [](float x, float y, float z, float w) { return std::max(std::min({x, y, z}), w); };
        const auto high = [](float x, float y, float z, float w) { return std::min(std::max({x, y, z}), w); };
        const int x0 = std::max(0, static_cast<int>(low(a.pos.x, b.pos.x, c.pos.x, clip.x)));
        const int x1 = std::min(width_ - 1, static_cast<int>(high(a.pos.x, b.pos.x, c.pos.x, clip.z - 1)));
        const int y0 = std::max(0, static_cast<int>(low(a.pos.y, b.pos.y, c.pos.y, clip.y)));
        const int y1 = std::min(height_ - 1, static_cast<int>(high(a.pos.y, b.pos.y, c.pos.y, clip.w - 1)));
        for (int y = y0; y <= y1; ++y)
            for (int x = x0; x <= x1; ++x) {
                const ImVec2 p{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f};
                const float u = edge(b.pos, c.pos, p) / area, v = edge(c.pos, a.pos, p) / area, w = 1 - u - v;
                if (u >= -on_edge && v >= -on_edge && w > on_edge) blend(x, y, a, b, c, u, v, w);
            }
    }

    void blend(int x, int y, const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, float u, float v, float w)
    {
        const auto mixed = [&](int shift) {
            const auto part = [&](const ImDrawVert& vertex) { return static_cast<float>(vertex.col >> shift & 0xff); };
            return part(a) * u + part(b) * v + part(c) * w;
        };
        const float s = a.uv.x * u + b.uv.x * v + c.uv.x * w, t = a.uv.y * u + b.uv.y * v + c.uv.y * w;
        const int tx = std::clamp(static_cast<int>(s * static_cast<float>(texture_width_)), 0, texture_width_ - 1);
        const int ty = std::clamp(static_cast<int>(t * static_cast<float>(texture_height_)), 0, texture_height_ - 1);
        const float alpha =
            mixed(IM_COL32_A_SHIFT) / 255 * static_cast<float>(texture_[ty * texture_width_ + tx]) / 255;
        unsigned char* out = &pixels_[static_cast<std::size_t>(y * width_ + x) * 4];
        const int shifts[3] = {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT};
        for (int i = 0; i < 3; ++i)
            out[i] = static_cast<unsigned char>(mixed(shifts[i]) * alpha + static_cast<float>(out[i]) * (1 - alpha));
    }

    int width_, height_;
    ChartFonts fonts_;
    RoundShapes shapes_;
    unsigned char* texture_ = nullptr;
    int texture_width_ = 0, texture_height_ = 0;
    std::vector<unsigned char> pixels_;
};

TEST(ImguiPainter, PaintsEveryChartInsideItsRectangle)
{
    Canvas canvas(1300, 640, 14);
    const ImFontTextMeasure measure(canvas.fonts());
    const ChartStyle style = with_fonts(ChartStyle{}, canvas.fonts());
    ImVec2 origin{10, 10};
    for (const Chart& chart : {test::made_up_throughput(), test::made_up_occupancy(), test::made_up_local_memory(),
                               test::made_up_choices(), test::made_up_empty()}) {
        const Drawing drawing = layout(chart, {420, 300}, style, measure);
        const int first = canvas.list().VtxBuffer.Size;
        paint(drawing, canvas.list(), origin, Palette::dark(), canvas.fonts(), canvas.shapes());
        EXPECT_GT(canvas.list().VtxBuffer.Size, first + 100) << chart.title;
        for (int i = first; i < canvas.list().VtxBuffer.Size; ++i) {
            const ImVec2 at = canvas.list().VtxBuffer[i].pos;
            EXPECT_TRUE(std::isfinite(at.x) && std::isfinite(at.y));
            ASSERT_GE(at.x, origin.x - 2);
            ASSERT_LE(at.x, origin.x + 422);
        }
        origin = origin.x > 800 ? ImVec2{10, 320} : ImVec2{origin.x + 430, origin.y};
    }
    canvas.rasterise();
    const auto folder = std::filesystem::path(SPILLWAY_BINARY_DIR) / "pictures" / "charts";
    std::filesystem::create_directories(folder);
    const auto error = write_png(folder / "imgui_dark.png", 1300, 640, canvas.pixels());
    EXPECT_FALSE(error) << error->line();
}

TEST(ImguiPainter, DashesCoverTheirShareOfALine)
{
    Canvas canvas(400, 20, 13);
    Drawing drawing;
    drawing.size = {400, 20};
    drawing.primitives = {Polyline{{{0, 10}, {390, 10}}, 2, {10, 20}, 0, {ColourRole::series, 0, 1}, ""}};
    paint(drawing, canvas.list(), {0, 0}, Palette::light(), canvas.fonts(), canvas.shapes());
    canvas.rasterise();
    int painted = 0;
    for (int x = 0; x < 390; ++x) painted += canvas.pixels()[static_cast<std::size_t>(10 * 400 + x) * 4] < 200;
    EXPECT_NEAR(painted, 130, 15);
}

/// How much of the canvas is covered by what was drawn in black, in pixels.
double covered_pixels(const Canvas& canvas)
{
    double sum = 0;
    for (std::size_t i = 0; i < canvas.pixels().size(); i += 4) sum += 1 - canvas.pixels()[i] / 255.0;
    return sum;
}

constexpr double pi = 3.14159265358979;

TEST(RoundShapes, ADiscCoversItsAreaWhereverItLies)
{
    // The last is larger than those in the atlas.
    for (const float radius : {1.0F, 2.8F, 4.0F, 6.2F, 13.4F, 40.0F})
        for (const float shift : {0.0F, 0.3F, 0.5F}) {
            Canvas canvas(100, 100, 13);
            canvas.shapes().fill_disc(canvas.list(), {50 + shift, 50 - shift}, radius, IM_COL32_BLACK);
            EXPECT_TRUE(canvas.list().VtxBuffer.Size == 4 || radius > 20);
            canvas.rasterise();
            const double area = pi * radius * radius;
            EXPECT_NEAR(covered_pixels(canvas), area, 0.05 * area + 1.5) << radius << " " << shift;
        }
}

TEST(RoundShapes, ARectangleIsCoveredOnceAndItsCornersAreRound)
{
    struct Case {
        float width, height, rounding, radius;
    };
    // A card, a pill, a slider's track, square corners, a rounding beyond half the height, corners too large for the
    // atlas.
    for (const Case& each : {Case{60, 40, 5.6F, 6}, Case{60, 20, 10, 10}, Case{50, 4, 2, 2}, Case{30, 30, 0, 0},
                             Case{30, 8, 99, 4}, Case{90, 90, 30, 30}}) {
        Canvas canvas(100, 100, 13);
        canvas.shapes().fill_rectangle(canvas.list(), {5.2F, 4.8F}, {5.2F + each.width, 4.8F + each.height},
                                       IM_COL32(0, 0, 0, 128), each.rounding);
        EXPECT_TRUE(canvas.list().VtxBuffer.Size <= 28 || each.radius > 20);
        canvas.rasterise();
        const double area = each.width * each.height - (4 - pi) * each.radius * each.radius;
        EXPECT_NEAR(covered_pixels(canvas) * 255 / 128, area, 0.02 * area + 1) << each.width << "x" << each.height;
        if (each.radius > 20) continue;  // Dear ImGui's own triangles
        // Each pixel is painted exactly once at half opacity: an overlap would be darker, a seam lighter.
        for (std::size_t i = 0; i < canvas.pixels().size(); i += 4)
            ASSERT_GE(canvas.pixels()[i], 126)
                << each.width << "x" << each.height << " at " << i / 4 % 100 << "," << i / 400;
        const auto row = static_cast<std::size_t>(5 + each.height / 2) * 400;
        const auto end = static_cast<std::size_t>(5 + each.width - each.radius);
        for (std::size_t x = 6 + static_cast<std::size_t>(each.radius); x < end; ++x)
            ASSERT_LE(canvas.pixels()[row + x * 4], 128) << x;
    }
}

TEST(RoundShapes, ASliverIsStillSeen)
{
    Canvas canvas(100, 100, 13);
    canvas.shapes().fill_rectangle(canvas.list(), {5.1F, 4}, {5.4F, 44}, IM_COL32_BLACK, 3);
    EXPECT_GT(canvas.list().VtxBuffer.Size, 0);
}

TEST(ImguiPainter, MeasuresWhatIsDrawn)
{
    Canvas canvas(100, 100, 20);
    const ImFontTextMeasure measure(canvas.fonts());
    EXPECT_GT(measure.width("wide text", FontRole::title, 20), measure.width("text", FontRole::title, 20));
    EXPECT_EQ(measure.width("", FontRole::title, 20), 0);
    EXPECT_EQ(with_fonts(ChartStyle{}, canvas.fonts()).font(FontRole::tick), 20);
}

}  // namespace
}  // namespace spillway::charts
