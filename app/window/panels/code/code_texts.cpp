#include "app/window/panels/code/code_texts.h"

#include <algorithm>
#include <filesystem>
#include <functional>

#include "app/teaching/source_outline.h"
#include "app/window/kit/flow.h"

namespace spillway::window {
namespace {

std::size_t content_key(const std::vector<model::ListingLine>& lines)
{
    std::size_t key = lines.size();
    for (const model::ListingLine& line : lines) combine(key, std::hash<std::string>{}(line.text));
    return key;
}

/// In bytes: a line with characters of several bytes is shorter on the screen.
std::size_t longest(const std::vector<std::string>& lines)
{
    std::size_t most = 0;
    for (const std::string& line : lines) most = std::max(most, line.size());
    return most;
}

/// Reads the compiler's error for each line, if exactly this source does not compile. Scrolls to the first new one.
void read_errors(SourceText& text, const session::SessionView& session)
{
    text.errors.assign(text.lines.size(), {});
    const model::RunResult* result = focused_result(session);
    const bool has_failed = result != nullptr && result->status == model::Status::compile_error && result->message &&
                            !focused_is_stale(session);
    if (!has_failed) {
        text.errors_key = 0;
        return;
    }
    const std::string file = std::filesystem::path(session.experiment().source_file).filename().string();
    int first = -1;
    for (const teaching::LineMessage& message : teaching::line_messages(*result->message, file)) {
        if (!message.is_error || message.line > static_cast<int>(text.lines.size())) continue;
        std::string& said = text.errors[static_cast<std::size_t>(message.line - 1)];
        if (said.empty()) said = message.text;
        if (first < 0) first = message.line - 1;
    }
    const std::size_t key = std::hash<std::string>{}(*result->message) | 1U;
    if (first >= 0 && key != text.errors_key) text.column.scroll_to = first;
    text.errors_key = key;
}

}  // namespace

void combine(std::size_t& key, std::size_t more)
{
    key ^= more + 0x9e3779b97f4a7c15ULL + (key << 6U) + (key >> 2U);
}

const std::string& shown_name(const model::Variant& variant)
{
    return variant.label.empty() ? variant.name : variant.label;
}

std::string focused_kernel(const session::SessionView& session)
{
    const model::Variant* variant = session.experiment().find_variant(session.selection().focus);
    return variant == nullptr ? std::string() : teaching::base_name(variant->entry);
}

void read_source(SourceText& text, const std::string& source, const std::string& kernel)
{
    text.lines = teaching::split_lines(source);
    text.belongs = teaching::lines_of_kernel(text.lines, kernel);
    text.starts_in_comment.assign(text.lines.size(), false);
    bool in_comment = false;
    for (std::size_t i = 0; i < text.lines.size(); ++i) {
        text.starts_in_comment[i] = in_comment;
        static_cast<void>(teaching::highlight(teaching::Language::cuda, text.lines[i], in_comment));
    }
    text.column.select(-1, -1);
    text.column.longest_line = longest(text.lines);
    const auto first = std::find_if(text.lines.begin(), text.lines.end(), [&](const std::string& line) {
        return line.find(kernel + "(") != std::string::npos;
    });
    if (first == text.lines.end() || kernel.empty()) return;
    text.column.scroll_to = static_cast<int>(first - text.lines.begin());
    const auto end =
        std::find_if(first, text.lines.end(), [](const std::string& line) { return line.starts_with('}'); });
    if (end != text.lines.end()) text.column.scroll_end = static_cast<int>(end - text.lines.begin());
}

void refresh_source(SourceText& text, const session::SessionView& session, const model::Listing* listing)
{
    const std::string kernel = focused_kernel(session);
    std::size_t key = std::hash<std::string>{}(session.experiment().source);
    combine(key, std::hash<std::string>{}(kernel));
    if (key != text.key) {
        text.key = key;
        text.errors_key = 0;
        read_source(text, session.experiment().source, kernel);
    }
    read_errors(text, session);
    text.touches_local.assign(text.lines.size(), false);
    if (listing == nullptr) return;
    for (const int line : listing->local_source_lines)
        if (line >= 1 && static_cast<std::size_t>(line) <= text.lines.size()) text.touches_local[line - 1] = true;
}

void refresh_generated(GeneratedText& text, const std::vector<model::ListingLine>& lines, const std::string& kernel)
{
    std::size_t key = content_key(lines);
    combine(key, std::hash<std::string>{}(kernel));
    if (key == text.key) return;
    text.key = key;
    text.index = teaching::index_listing(lines, kernel);
    text.lines.clear();
    text.column.longest_line = 0;
    for (const model::ListingLine& line : lines) {
        text.lines.push_back(teaching::readable_line(line.text));
        text.column.longest_line = std::max(text.column.longest_line, text.lines.back().text.size());
    }
    text.column.select(-1, -1);
    // A new listing opens at its first access to local memory, or else at the kernel.
    text.column.scroll_to = text.index.local_rows.empty() ? text.index.entry_row : text.index.local_rows.front();
}

}  // namespace spillway::window
