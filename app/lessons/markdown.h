#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spillway::lessons::markdown {

enum class LinkKind { none, claim, set, question, exercise, experiment, web, other };

/// Target of a link: `claim:ID`, `set:name=value,...`, `ask:ID`, `exercise:NAME`, `experiment:NAME`, or a web address.
struct Link {
    LinkKind kind = LinkKind::none;
    std::string target;  ///< the id or name; for `set:` and the web, the whole link
    friend bool operator==(const Link&, const Link&) = default;
};

/// Text in one style.
struct Span {
    std::string text;
    bool bold = false;
    bool italic = false;
    bool code = false;
    bool line_break = false;  ///< a hard break after the text
    int link = -1;            ///< index into Document::links
    int term = -1;            ///< index into the glossary, at the term's first use in the lesson
    int variant = -1;         ///< index into the experiment's variants, if the text is a variant's label
};
using Text = std::vector<Span>;

enum class BlockKind { heading, paragraph, code, table, rule };

struct Block {
    BlockKind kind = BlockKind::paragraph;
    int level = 0;        ///< heading: 1 to 6
    int indent = 0;       ///< depth of nested lists and quotes, at most max_nesting
    bool quoted = false;  ///< inside a block quote
    std::string marker;   ///< the first block of a list item: "•" or "3."
    Text text;            ///< heading, paragraph
    std::string code;     ///< code block, lines ended by \n
    std::string language;
    std::vector<std::vector<Text>> rows;  ///< table: the first row is the header
    std::vector<char> alignment;          ///< table columns: 'l', 'c', 'r'
};

struct Document {
    std::vector<Block> blocks;
    std::vector<Link> links;
    std::optional<std::string> why_cut;  ///< reason, if only part of the text is shown
};

/// Limits of a document. Deeper lists and quotes are drawn at max_nesting; text beyond a limit is cut.
inline constexpr int max_nesting = 6;
inline constexpr std::size_t max_bytes = 512 * 1024;
inline constexpr std::size_t max_blocks = 4000;
inline constexpr std::size_t max_links = 2000;

/// Parses Markdown with tables. HTML is shown as text, images as their alternative text.
[[nodiscard]] Document parse(std::string_view text);

}  // namespace spillway::lessons::markdown
