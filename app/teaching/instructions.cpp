#include "app/teaching/instructions.h"

#include <algorithm>
#include <span>

#include "app/teaching/instruction_table.h"

namespace spillway::teaching {
namespace {

/// The entry whose key is the opcode or its longest prefix that ends before a dot.
const InstructionEntry* find_entry(std::span<const InstructionEntry> table, std::string_view opcode)
{
    for (std::string_view key = opcode; !key.empty();) {
        const auto found =
            std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.key == key; });
        if (found != table.end()) return &*found;
        const std::size_t dot = key.rfind('.');
        if (dot == std::string_view::npos) return nullptr;
        key = key.substr(0, dot);
    }
    return nullptr;
}

/// Sentences on the suffixes that the entry's own text does not explain.
std::string suffix_sentences(std::string_view rest)
{
    std::string text;
    while (!rest.empty()) {
        rest.remove_prefix(1);  // the dot
        const std::string_view suffix = rest.substr(0, rest.find('.'));
        rest.remove_prefix(suffix.size());
        for (const InstructionEntry& entry : suffixes)
            if (entry.key == suffix) text += " " + std::string(entry.text);
    }
    return text;
}

}  // namespace

std::optional<InstructionHelp> instruction_help(Language language, std::string_view opcode)
{
    if (language == Language::cuda) return std::nullopt;
    const auto table = language == Language::ptx ? std::span<const InstructionEntry>(ptx_instructions)
                                                 : std::span<const InstructionEntry>(sass_instructions);
    const InstructionEntry* entry = find_entry(table, opcode);
    if (entry == nullptr) return std::nullopt;
    return InstructionHelp{std::string(opcode),
                           std::string(entry->text) + suffix_sentences(opcode.substr(entry->key.size()))};
}

std::string_view opcode_at(Language language, std::string_view line, std::size_t byte)
{
    bool in_comment = false;
    for (const TokenSpan& span : highlight(language, line, in_comment)) {
        if (byte < span.begin || byte >= span.end) continue;
        const bool is_opcode = span.token == Token::keyword || span.token == Token::local_access ||
                               (span.token == Token::directive && language == Language::ptx);
        if (!is_opcode) return {};
        // Adjacent words of one kind share a span: find the word in it.
        const auto is_part = [](char c) {
            return c != ' ' && c != '\t' && c != ';' && c != ',' && c != '(' && c != ':';
        };
        std::size_t begin = byte, end = byte;
        if (!is_part(line[byte])) return {};
        while (begin > span.begin && is_part(line[begin - 1])) --begin;
        while (end < span.end && is_part(line[end])) ++end;
        return line.substr(begin, end - begin);
    }
    return {};
}

}  // namespace spillway::teaching
