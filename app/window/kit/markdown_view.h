#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/window/kit/markdown_layout.h"
#include "app/window/kit/panel.h"
#include "app/window/kit/widgets.h"

namespace spillway::window {

/// A Markdown document on the screen. The layout is computed once per width, font and scale.
class MarkdownView {
public:
    /// Callbacks for links; `link` is an index into the document's links.
    struct Hooks {
        std::function<void(int link)> clicked{};
        std::function<void(int link)> hovered{};     ///< draws the tooltip
        std::function<bool(int link)> is_current{};  ///< true if the window shows the link's setting
        std::function<Mark(int link)> mark{};        ///< whether a claim holds for this setting
        std::function<void(int term)> term_hovered{};
        std::function<void(int variant)> variant_hovered{}, variant_clicked{};
    };

    void set(lessons::markdown::Document document);
    [[nodiscard]] const lessons::markdown::Document& document() const { return document_; }

    /// Width in use: the column's width, or more if code extends beyond the column.
    [[nodiscard]] float reach(const Theme& theme, TextWidths widths);

    /// Draws at the cursor and moves the cursor below it.
    void draw(const PanelContext& context, TextWidths widths, const Hooks& hooks);

private:
    void lay_out(const Theme& theme, TextWidths widths);
    void draw_grounds(const Theme& theme, ImVec2 origin) const;
    void draw_piece(const PanelContext& context, ImVec2 origin, const MarkdownLayout::Piece& piece,
                    const Hooks& hooks) const;
    void draw_variant(const Theme& theme, const MarkdownLayout::Piece& piece, ImVec2 at, ImVec2 end) const;
    void draw_claim_mark(const Theme& theme, const MarkdownLayout::Piece& piece, ImVec2 end, const Hooks& hooks) const;
    void handle_links(const PanelContext& context, ImVec2 origin, const Hooks& hooks) const;
    void handle_words(ImVec2 origin, const Hooks& hooks) const;
    void copy_popup(ImVec2 origin);

    lessons::markdown::Document document_;
    MarkdownLayout layout_;
    TextWidths widths_;
    MeasuredWith measured_;
    std::string copied_;  ///< text of the block that the user right-clicked
};

}  // namespace spillway::window
