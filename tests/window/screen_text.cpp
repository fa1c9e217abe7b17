#include "screen_text.h"

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include <imgui_internal.h>

namespace spillway::window {

#if IMGUI_VERSION_NUM < 19200

namespace {

/// Position of a glyph in the fonts' texture; no two glyphs share one.
using Place = std::tuple<long, long>;

Place place_of(float u, float v)
{
    return {std::lround(u * 65536), std::lround(v * 65536)};
}

struct KnownGlyph {
    const ImFont* font = nullptr;
    const ImFontGlyph* glyph;
};

std::map<Place, KnownGlyph> known_glyphs()
{
    std::map<Place, KnownGlyph> known;
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
        for (const ImFontGlyph& glyph : font->Glyphs)
            if (glyph.Visible) known.emplace(place_of(glyph.U0, glyph.V0), KnownGlyph{font, &glyph});
    return known;
}

/// A glyph on the screen: where the pen stood, and where it goes on.
struct DrawnGlyph {
    const ImFont* font = nullptr;
    unsigned character = 0;
    float pen = 0, next = 0, baseline = 0, scale = 1, pixels = 0;
    Rect rect;
};

std::optional<DrawnGlyph> glyph_at(const std::map<Place, KnownGlyph>& known, const ImDrawVert& first,
                                   const ImDrawVert& third)
{
    const auto found = known.find(place_of(first.uv.x, first.uv.y));
    if (found == known.end()) return std::nullopt;
    const ImFontGlyph& glyph = *found->second.glyph;
    const float width = glyph.X1 - glyph.X0;
    if (place_of(third.uv.x, third.uv.y) != place_of(glyph.U1, glyph.V1) || width <= 0) return std::nullopt;
    const float scale = (third.pos.x - first.pos.x) / width;
    const float pen = first.pos.x - glyph.X0 * scale;
    return DrawnGlyph{found->second.font,
                      glyph.Codepoint,
                      pen,
                      pen + glyph.AdvanceX * scale,
                      first.pos.y - glyph.Y0 * scale,
                      scale,
                      found->second.font->FontSize * (third.pos.y - first.pos.y) / (glyph.Y1 - glyph.Y0),
                      {first.pos, third.pos}};
}

class Reader {
public:
    void take(const DrawnGlyph& glyph)
    {
        if (!follows(glyph)) end();
        if (last_.font == nullptr)
            texts_.push_back({"", glyph.rect, glyph.pixels});
        else if (glyph.pen - last_.next > 0.4F * space(glyph))
            texts_.back().text += ' ';
        char utf8[5] = {};
        ImTextCharToUtf8(utf8, glyph.character);
        texts_.back().text += utf8;
        texts_.back().rect.max = {glyph.rect.max.x, std::max(texts_.back().rect.max.y, glyph.rect.max.y)};
        last_ = glyph;
    }
    void end() { last_ = {}; }
    [[nodiscard]] std::vector<ScreenText> texts() && { return std::move(texts_); }

private:
    static float space(const DrawnGlyph& glyph)
    {
        const ImFontGlyph* found = glyph.font->FindGlyph(' ');
        return (found != nullptr ? found->AdvanceX : glyph.font->FontSize / 4) * glyph.scale;
    }
    [[nodiscard]] bool follows(const DrawnGlyph& glyph) const
    {
        return glyph.font == last_.font && std::abs(glyph.baseline - last_.baseline) < 1.5F &&
               glyph.pen > last_.next - 0.4F * space(glyph) && glyph.pen < last_.next + 2.5F * space(glyph);
    }

    std::vector<ScreenText> texts_;
    DrawnGlyph last_{};  ///< without a font: none
};

}  // namespace

bool can_read_screen()
{
    return true;
}

std::vector<ScreenText> read_screen()
{
    const auto known = known_glyphs();
    const ImDrawData& drawn = *ImGui::GetDrawData();
    Reader reader;
    for (int i = 0; i < drawn.CmdListsCount; ++i) {
        const ImDrawList& list = *drawn.CmdLists[i];
        for (const ImDrawCmd& command : list.CmdBuffer) {
            const ImVec4& clip = command.ClipRect;
            // Text is drawn as two triangles of four corners: 0 1 2, 0 2 3.
            for (unsigned at = 0; at + 5 < command.ElemCount;) {
                const ImDrawIdx* index = &list.IdxBuffer[static_cast<int>(command.IdxOffset + at)];
                const auto corner = [&](int which) -> const ImDrawVert& {
                    return list.VtxBuffer[static_cast<int>(command.VtxOffset + index[which])];
                };
                const bool is_quad = index[3] == index[0] && index[4] == index[2];
                const auto glyph = is_quad ? glyph_at(known, corner(0), corner(2)) : std::nullopt;
                at += glyph ? 6 : 3;
                if (!glyph) continue;
                const ImVec2 middle = glyph->rect.centre();
                if (middle.x >= clip.x && middle.x < clip.z && middle.y >= clip.y && middle.y < clip.w)
                    reader.take(*glyph);
            }
        }
        reader.end();
    }
    return std::move(reader).texts();
}

#else

bool can_read_screen()
{
    return false;
}

std::vector<ScreenText> read_screen()
{
    return {};
}

#endif

}  // namespace spillway::window
