#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/lessons/markdown.h"
#include "app/window/kit/theme.h"

namespace spillway::window {

/// A Markdown document broken into lines for a column; positions are relative to its top left corner.
struct MarkdownLayout {
    enum class Look : std::uint8_t { text, muted, code, heading };
    enum class Face : std::uint8_t { body, body_bold, heading, code };

    /// A part of one line in one style; positions are relative to the document's top left corner.
    struct Piece {
        float x = 0, y = 0, width = 0, height = 0;
        std::string text;
        Face face = Face::body;  ///< not an ImFont*: a new font build would free it
        Look look = Look::text;
        bool italic = false;
        bool has_ground = false;  ///< inline code
        int link = -1;
        int span = -1;  ///< pieces of one span on one line are drawn as one
        int term = -1;  ///< index into the glossary
        int variant = -1;
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

    std::vector<Piece> pieces;
    std::vector<Ground> grounds;
    std::vector<Extent> extents;
    float height = 0;
};

[[nodiscard]] ImFont* font_of(const Theme& theme, MarkdownLayout::Face face);

/// Width that a variant's marker takes before its label.
[[nodiscard]] float variant_marker_width(const Theme& theme);

/// Text fits the column; wide code may extend beyond it.
struct TextWidths {
    float column = 0, code = 0;

    friend bool operator==(const TextWidths&, const TextWidths&) = default;
};

[[nodiscard]] MarkdownLayout lay_out_markdown(const lessons::markdown::Document& document, const Theme& theme,
                                              TextWidths widths);

}  // namespace spillway::window
