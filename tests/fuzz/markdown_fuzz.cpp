// A lesson may be somebody else's: whatever it holds, the parsed document keeps its promises.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "app/lessons/code_lines.h"
#include "app/lessons/markdown.h"

namespace markdown = spillway::lessons::markdown;

namespace {

void check(const markdown::Text& text, const markdown::Document& document)
{
    for (const markdown::Span& span : text)
        if (span.link < -1 || span.link >= static_cast<int>(document.links.size())) std::abort();
}

/// Text of code without blanks and a comment's slashes, which may change.
std::ptrdiff_t letters(std::string_view text)
{
    return std::count_if(text.begin(), text.end(), [](char c) { return c != ' ' && c != '/' && c != '\n'; });
}

/// Lines are broken, and nothing is lost.
void check_code(std::string_view code)
{
    for (const std::size_t most : {0, 7, 40}) {
        std::ptrdiff_t shown = 0;
        for (const std::string& line : spillway::lessons::code_lines(code, most)) shown += letters(line);
        if (shown != letters(code)) std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const markdown::Document document = markdown::parse(text);
    if (document.blocks.size() > markdown::max_blocks) std::abort();
    for (const markdown::Block& block : document.blocks) {
        if (block.indent < 0 || block.indent > markdown::max_nesting) std::abort();
        check(block.text, document);
        check_code(block.code);
        for (const auto& row : block.rows)
            for (const markdown::Text& cell : row) check(cell, document);
    }
    check_code(text);
    return 0;
}
