#include "app/lessons/html_text.h"

#include <algorithm>
#include <vector>

namespace spillway::lessons {
namespace {

using markdown::Block;
using markdown::BlockKind;
using markdown::Document;
using markdown::LinkKind;

std::string in_tag(const std::string& tag, const std::string& content)
{
    return "<" + tag + ">" + content + "</" + tag + ">";
}

/// A document, and the lessons that have pages.
struct Source {
    const Document& document;
    const std::set<std::string>& pages;
};

/// Address of a link on a page; empty for links that only the window follows. Accepts only http and https.
std::string address_of(const markdown::Link& link, const Source& source)
{
    if (link.kind == LinkKind::experiment && source.pages.contains(link.target)) return link.target + ".html";
    const bool is_web = link.target.starts_with("https://") || link.target.starts_with("http://");
    return link.kind == LinkKind::web && is_web ? link.target : "";
}

std::string html_of(const markdown::Text& text, const Source& source)
{
    std::string html;
    for (const markdown::Span& span : text) {
        std::string words = html_escaped(span.text);
        if (span.code) words = in_tag("code", words);
        if (span.bold) words = in_tag("strong", words);
        if (span.italic) words = in_tag("em", words);
        if (span.link >= 0)
            if (const std::string to = address_of(source.document.links[static_cast<std::size_t>(span.link)], source);
                !to.empty())
                words = "<a href=\"" + html_escaped(to) + "\">" + words + "</a>";
        html += words + (span.line_break ? "<br>\n" : "");
    }
    return html;
}

std::string table_of(const Block& block, const Source& source)
{
    std::string html = "<table>\n";
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
        html += "<tr>";
        for (const markdown::Text& cell : block.rows[i])
            html +=
                i == 0 ? "<th scope=\"col\">" + html_of(cell, source) + "</th>" : in_tag("td", html_of(cell, source));
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

std::string html_of(const Block& block, const Source& source)
{
    switch (block.kind) {
        case BlockKind::heading:
            return in_tag("h" + std::to_string(std::clamp(block.level, 2, 6)), html_of(block.text, source)) + "\n";
        case BlockKind::rule: return "<hr>\n";
        case BlockKind::code: return "<pre><code>" + html_escaped(block.code) + "</code></pre>\n";
        case BlockKind::table: return table_of(block, source);
        case BlockKind::paragraph: break;
    }
    return in_tag("p", html_of(block.text, source)) + "\n";
}

/// Opens and closes HTML lists while blocks are written one by one.
class Lists {
public:
    explicit Lists(std::string& html) : html_(html) {}
    void begin_block(const Block& block)
    {
        const auto depth = static_cast<std::size_t>(std::max(block.indent - (block.quoted ? 1 : 0), 0));
        const bool is_item = !block.marker.empty();
        while (open_.size() > depth) close();
        if (!is_item) return;
        const char* const tag = block.marker.back() == '.' ? "ol" : "ul";
        if (open_.size() == depth && !open_.empty() && open_.back() == tag) {
            html_ += "</li>\n<li>";
            return;
        }
        if (open_.size() == depth && !open_.empty()) close();
        open_.emplace_back(tag);
        html_ += "<" + open_.back() + ">\n<li>";
    }
    void close_all()
    {
        while (!open_.empty()) close();
    }

private:
    void close()
    {
        html_ += "</li>\n</" + open_.back() + ">\n";
        open_.pop_back();
    }
    std::string& html_;
    std::vector<std::string> open_;
};

}  // namespace

std::string html_escaped(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else if ((byte >= 0x20 && byte != 0x7F) || c == '\n' || c == '\t')
            escaped += c;
    }
    return escaped;
}

std::string html_text(const Document& document, const std::set<std::string>& pages)
{
    const Source source{document, pages};
    std::string html;
    Lists lists(html);
    for (const Block& block : document.blocks) {
        lists.begin_block(block);
        html += block.quoted ? "<blockquote>" + html_of(block, source) + "</blockquote>\n" : html_of(block, source);
    }
    lists.close_all();
    if (document.why_cut) html += in_tag("p", html_escaped(*document.why_cut)) + "\n";
    return html;
}

}  // namespace spillway::lessons
