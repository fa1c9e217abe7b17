#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/teaching/markdown.h"
#include "app/window/kit/panel.h"

namespace spillway::window {

/// A Markdown document on the screen: wrapped once per width, font and scale, then drawn as it stands.
class MarkdownView {
public:
    /// What happens with links; `link` is an index into the document's links.
    struct Hooks {
        std::function<void(int link)> clicked;
        std::function<void(int link)> hovered;     ///< draws the tooltip
        std::function<bool(int link)> is_current;  ///< the window shows what the link would set
    };

    void set(teaching::markdown::Document document);
    [[nodiscard]] const teaching::markdown::Document& document() const { return document_; }

    /// Draws at the cursor into a column of that width and moves the cursor below it.
    void draw(const PanelContext& context, float width, const Hooks& hooks);

private:
    enum class Look : std::uint8_t { text, muted, code, heading };

    /// A stretch of one line in one style; positions are relative to the document's top left corner.
    struct Piece {
        float x = 0, y = 0, width = 0, height = 0;
        std::string text;
        ImFont* font = nullptr;
        Look look = Look::text;
        bool italic = false;
        bool has_ground = false;  ///< code inside a line
        int link = -1;
        int span = -1;  ///< pieces of one span on one line are drawn as one
    };
    enum class GroundKind : std::uint8_t { code, quote, rule, table_head };
    struct Ground {
        float x, y, width, height;
        GroundKind kind;
    };
    struct Extent {
        float top, bottom;
        std::string text;  ///< for copying
    };
    struct Flow;

    void lay_out(const Theme& theme, float width);
    void lay_out_block(const Theme& theme, const teaching::markdown::Block& block, float width);
    void lay_out_code(const Theme& theme, const teaching::markdown::Block& block, float left, float width);
    void lay_out_table(const Theme& theme, const teaching::markdown::Block& block, float left, float width);
    void draw_grounds(const Theme& theme, ImVec2 origin) const;
    void draw_piece(const PanelContext& context, ImVec2 origin, const Piece& piece, const Hooks& hooks) const;
    void handle_links(const PanelContext& context, ImVec2 origin, const Hooks& hooks) const;
    void copy_popup(ImVec2 origin);

    teaching::markdown::Document document_;
    std::vector<Piece> pieces_;
    std::vector<Ground> grounds_;
    std::vector<Extent> extents_;
    float width_ = 0, scale_ = 0, height_ = 0, y_ = 0;
    ImFont* font_ = nullptr;
    float font_size_ = 0;
    std::string copied_;  ///< text of the block that was clicked on with the right button
};

}  // namespace spillway::window
