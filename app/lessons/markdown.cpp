#include "app/lessons/markdown.h"

#include <md4c.h>

#include <algorithm>
#include <utility>

namespace spillway::lessons::markdown {
namespace {

std::string attribute_text(const MD_ATTRIBUTE& attribute)
{
    return attribute.text ? std::string(attribute.text, attribute.size) : std::string();
}

Link make_link(const std::string& address)
{
    if (address.starts_with("claim:")) return {LinkKind::claim, address.substr(6)};
    if (address.starts_with("set:")) return {LinkKind::set, address};
    if (address.starts_with("ask:")) return {LinkKind::question, address.substr(4)};
    if (address.starts_with("exercise:")) return {LinkKind::exercise, address.substr(9)};
    if (address.starts_with("experiment:")) return {LinkKind::experiment, address.substr(11)};
    if (address.starts_with("http://") || address.starts_with("https://")) return {LinkKind::web, address};
    return {LinkKind::other, address};
}

/// Text of an entity; unknown ones stay as written. Lessons use only these few.
std::string entity_text(std::string_view entity)
{
    constexpr std::pair<std::string_view, const char*> known[] = {{"&amp;", "&"},
                                                                  {"&lt;", "<"},
                                                                  {"&gt;", ">"},
                                                                  {"&quot;", "\""},
                                                                  {"&nbsp;", "\xc2\xa0"},
                                                                  {"&times;", "×"},
                                                                  {"&middot;", "·"},
                                                                  {"&mdash;", "\xe2\x80\x94"},
                                                                  {"&ndash;", "\xe2\x80\x93"},
                                                                  {"&micro;", "µ"},
                                                                  {"&le;", "≤"},
                                                                  {"&ge;", "≥"}};
    for (const auto& [name, text] : known)
        if (entity == name) return text;
    return std::string(entity);
}

struct ListLevel {
    bool ordered = false;
    unsigned next = 1;
};

/// Builds the document from md4c's events. md4c is C code, so nothing here throws, except when memory runs out.
class Builder {
public:
    Document document;

    int enter_block(MD_BLOCKTYPE type, void* detail)
    {
        switch (type) {
            case MD_BLOCK_QUOTE: ++quotes_; break;
            case MD_BLOCK_UL: lists_.push_back({}); break;
            case MD_BLOCK_OL: lists_.push_back({true, static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start}); break;
            case MD_BLOCK_LI: open_item(); break;
            case MD_BLOCK_HR: open(BlockKind::rule); break;
            case MD_BLOCK_H:
                open(BlockKind::heading).level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                break;
            case MD_BLOCK_CODE:
                open(BlockKind::code).language = attribute_text(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang);
                break;
            case MD_BLOCK_HTML:
            case MD_BLOCK_P: open(BlockKind::paragraph); break;
            case MD_BLOCK_TABLE: open(BlockKind::table); break;
            case MD_BLOCK_TR: open_row(); break;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD: open_cell(*static_cast<MD_BLOCK_TD_DETAIL*>(detail)); break;
            case MD_BLOCK_DOC:
            case MD_BLOCK_THEAD:
            case MD_BLOCK_TBODY: break;
        }
        return is_full() ? stop("The lesson is too long to be shown in full.") : 0;
    }

    int leave_block(MD_BLOCKTYPE type)
    {
        switch (type) {
            case MD_BLOCK_QUOTE: --quotes_; break;
            case MD_BLOCK_UL:
            case MD_BLOCK_OL:
                if (!lists_.empty()) lists_.pop_back();
                break;
            // A tight list item has text without a paragraph around it: the next text opens a new block.
            default:
                is_open_ = type == MD_BLOCK_TR || type == MD_BLOCK_TH || type == MD_BLOCK_TD || type == MD_BLOCK_THEAD;
                break;
        }
        if (type == MD_BLOCK_UL || type == MD_BLOCK_OL || type == MD_BLOCK_QUOTE) is_open_ = false;
        return 0;
    }

    int enter_span(MD_SPANTYPE type, void* detail)
    {
        if (type == MD_SPAN_STRONG) ++bold_;
        if (type == MD_SPAN_EM) ++italic_;
        if (type == MD_SPAN_CODE) ++code_;
        if (type == MD_SPAN_A) {
            if (document.links.size() >= max_links) return stop("The lesson has too many links; not all are shown.");
            document.links.push_back(make_link(attribute_text(static_cast<MD_SPAN_A_DETAIL*>(detail)->href)));
            link_ = static_cast<int>(document.links.size()) - 1;
        }
        return 0;
    }

    int leave_span(MD_SPANTYPE type)
    {
        if (type == MD_SPAN_STRONG) --bold_;
        if (type == MD_SPAN_EM) --italic_;
        if (type == MD_SPAN_CODE) --code_;
        if (type == MD_SPAN_A) link_ = -1;
        return 0;
    }

    int text(MD_TEXTTYPE type, std::string_view piece)
    {
        if (!is_open_) open(BlockKind::paragraph);
        Block& block = document.blocks.back();
        if (block.kind == BlockKind::code) {
            block.code += piece;
            return 0;
        }
        if (type == MD_TEXT_BR) {
            if (Text* into = target()) {
                if (into->empty()) into->emplace_back();
                into->back().line_break = true;
            }
            return 0;
        }
        if (type == MD_TEXT_SOFTBR) return add(" ");
        if (type == MD_TEXT_NULLCHAR) return add("\xef\xbf\xbd");
        return add(type == MD_TEXT_ENTITY ? entity_text(piece) : std::string(piece));
    }

private:
    int stop(const char* why)
    {
        document.why_cut = why;
        return -1;  // md4c continues after a positive number
    }

    [[nodiscard]] bool is_full() const { return document.blocks.size() >= max_blocks; }

    Block& open(BlockKind kind)
    {
        Block block;
        block.kind = kind;
        block.quoted = quotes_ > 0;
        block.indent = std::min(max_nesting, static_cast<int>(lists_.size()) + quotes_);
        block.marker = std::exchange(pending_marker_, {});
        document.blocks.push_back(std::move(block));
        is_open_ = true;
        return document.blocks.back();
    }

    void open_item()
    {
        is_open_ = false;
        if (lists_.empty()) return;
        ListLevel& list = lists_.back();
        pending_marker_ = list.ordered ? std::to_string(list.next++) + "." : "•";
    }

    void open_row()
    {
        if (!document.blocks.empty() && document.blocks.back().kind == BlockKind::table)
            document.blocks.back().rows.emplace_back();
    }

    void open_cell(const MD_BLOCK_TD_DETAIL& detail)
    {
        if (document.blocks.empty() || document.blocks.back().rows.empty()) return;
        Block& table = document.blocks.back();
        table.rows.back().emplace_back();
        if (table.rows.size() == 1)
            table.alignment.push_back(detail.align == MD_ALIGN_RIGHT    ? 'r'
                                      : detail.align == MD_ALIGN_CENTER ? 'c'
                                                                        : 'l');
    }

    /// Destination of text: the last cell of a table, or the block itself.
    Text* target()
    {
        Block& block = document.blocks.back();
        if (block.kind != BlockKind::table) return &block.text;
        if (block.rows.empty() || block.rows.back().empty()) return nullptr;
        return &block.rows.back().back();
    }

    int add(std::string piece)
    {
        Text* into = target();
        if (into == nullptr) return 0;
        Span span{std::move(piece), bold_ > 0, italic_ > 0, code_ > 0, false, link_};
        const bool joins = !into->empty() && !into->back().line_break && into->back().bold == span.bold &&
                           into->back().italic == span.italic && into->back().code == span.code &&
                           into->back().link == span.link;
        if (joins)
            into->back().text += span.text;
        else
            into->push_back(std::move(span));
        return 0;
    }

    std::vector<ListLevel> lists_;
    std::string pending_marker_;
    int quotes_ = 0, bold_ = 0, italic_ = 0, code_ = 0, link_ = -1;
    bool is_open_ = false;
};

MD_PARSER parser_callbacks()
{
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* user) {
        return static_cast<Builder*>(user)->enter_block(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* user) {
        return static_cast<Builder*>(user)->leave_block(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* user) {
        return static_cast<Builder*>(user)->enter_span(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* user) {
        return static_cast<Builder*>(user)->leave_span(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* user) {
        return static_cast<Builder*>(user)->text(type, {text, size});
    };
    return parser;
}

/// Prepares the text for md4c: cuts it after a whole line if it is too long, and ends it with an empty line, because
/// md4c reads beyond the end of a text that stops inside a link.
std::string prepared(std::string_view text)
{
    if (text.size() > max_bytes) {
        const std::size_t line_end = text.rfind('\n', max_bytes);
        text = text.substr(0, line_end == std::string_view::npos ? 0 : line_end);
    }
    return std::string(text) + "\n\n";
}

}  // namespace

Document parse(std::string_view text)
{
    Builder builder;
    const bool is_cut = text.size() > max_bytes;
    const std::string whole = prepared(text);
    const MD_PARSER callbacks = parser_callbacks();
    const int status = md_parse(whole.data(), static_cast<MD_SIZE>(whole.size()), &callbacks, &builder);
    if (status < 0 && !builder.document.why_cut) builder.document.why_cut = "The lesson could not be read to its end.";
    if (is_cut) builder.document.why_cut = "The lesson is too long to be shown in full.";
    return std::move(builder.document);
}

}  // namespace spillway::lessons::markdown
