#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::lessons::markdown {

enum class LinkKind { none, claim, set, question, exercise, experiment, web, other };

/// Where a link leads: `claim:ID`, `set:name=value,...`, `ask:ID`, `exercise:NAME`, `experiment:NAME`, or an address.
struct Link {
    LinkKind kind = LinkKind::none;
    std::string target;  ///< the id or name, the whole of a set link, or the address
    friend bool operator==(const Link&, const Link&) = default;
};

/// A stretch of text in one style.
struct Span {
    std::string text;
    bool bold = false;
    bool italic = false;
    bool code = false;
    bool line_break = false;  ///< a hard break after the text
    int link = -1;            ///< index into Document::links
    int term = -1;            ///< index into the glossary, where the lesson first uses it
    int variant = -1;         ///< index into the experiment's variants: the text is one's label
};
using Text = std::vector<Span>;

enum class BlockKind { heading, paragraph, code, table, rule };

struct Block {
    BlockKind kind = BlockKind::paragraph;
    int level = 0;        ///< heading: 1 to 6
    int indent = 0;       ///< how many lists and quotes it stands in, at most max_nesting
    bool quoted = false;  ///< stands in a block quote
    std::string marker;   ///< the first block of a list item: "•" or "3."
    Text text;            ///< heading, paragraph
    std::string code;     ///< code block, lines ended by \n
    std::string language;
    std::vector<std::vector<Text>> rows;  ///< table: the first row is the head
    std::vector<char> alignment;          ///< table columns: 'l', 'c', 'r'
};

struct Document {
    std::vector<Block> blocks;
    std::vector<Link> links;
    std::optional<std::string> why_cut;  ///< the text is shown in part only
};

/// Deeper lists and quotes are drawn at this depth; longer texts and more blocks are cut.
inline constexpr int max_nesting = 6;
inline constexpr std::size_t max_bytes = 512 * 1024;
inline constexpr std::size_t max_blocks = 4000;
inline constexpr std::size_t max_links = 2000;

/// Markdown with tables; HTML is shown as text and images as their alternative text.
[[nodiscard]] Document parse(std::string_view text);

}  // namespace spillway::lessons::markdown
