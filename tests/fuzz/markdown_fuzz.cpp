// A lesson may be somebody else's: whatever it holds, the parsed document keeps its promises.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/lessons/markdown.h"

namespace markdown = spillway::lessons::markdown;

namespace {

void check(const markdown::Text& text, const markdown::Document& document)
{
    for (const markdown::Span& span : text)
        if (span.link < -1 || span.link >= static_cast<int>(document.links.size())) std::abort();
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
        for (const auto& row : block.rows)
            for (const markdown::Text& cell : row) check(cell, document);
    }
    return 0;
}
