#include "app/compiler/source_check.h"

#include <algorithm>
#include <string>
#include <vector>

namespace spillway::compiler {
namespace {

constexpr const char* include_advice =
    "include CUDA's own headers by name, as in #include <cuda_fp16.h>, and put everything else into kernel.cu";

bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}
bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
}

/// Source without line splices; each character with its line number.
struct Spliced {
    std::string text;
    std::vector<int> lines;

    explicit Spliced(std::string_view source)
    {
        int line = 1;
        for (std::size_t i = 0; i < source.size(); ++i) {
            if (source[i] == '\\') {
                // Like NVRTC: a backslash before blanks is not a splice.
                const std::size_t feed = i + 1 < source.size() && source[i + 1] == '\r' ? i + 2 : i + 1;
                if (feed < source.size() && source[feed] == '\n') {
                    i = feed;
                    ++line;
                    continue;
                }
            }
            text += source[i];
            lines.push_back(line);
            if (source[i] == '\n') ++line;
        }
    }
};

class Scanner {
public:
    Scanner(std::string_view name, std::string_view source) : name_(name), source_(source) {}

    std::optional<model::Error> scan() const
    {
        const std::string& text = source_.text;
        for (std::size_t i = 0; i < text.size(); ++i) {
            std::optional<model::Error> error;
            if (text[i] == '#' && starts_line(i)) error = check_directive(i + 1);
            if (text.compare(i, 2, "%:") == 0 && starts_line(i)) error = check_directive(i + 2);
            if (text.compare(i, 6, "__has_") == 0 && (i == 0 || !is_word(text[i - 1]))) error = check_query(i);
            if (error) return error;
        }
        return std::nullopt;
    }

private:
    /// True if only blanks or the end of a comment precede it on its line, or on the file's line after a splice.
    [[nodiscard]] bool starts_line(std::size_t at) const
    {
        const std::string& text = source_.text;
        const auto follows_splice = [&] { return at > 0 && source_.lines[at - 1] != source_.lines[at]; };
        while (at > 0 && is_space(text[at - 1]) && !follows_splice()) --at;
        if (at >= 3 && text.compare(at - 3, 3, "\xef\xbb\xbf") == 0) at -= 3;  // a byte-order mark
        return at == 0 || text[at - 1] == '\n' || follows_splice() ||
               (at >= 2 && text[at - 1] == '/' && text[at - 2] == '*');
    }

    [[nodiscard]] std::size_t skip_blanks(std::size_t at) const
    {
        const std::string& text = source_.text;
        while (at < text.size()) {
            if (is_space(text[at])) {
                ++at;
            } else if (text.compare(at, 2, "/*") == 0) {
                const auto end = text.find("*/", at + 2);
                at = end == std::string::npos ? text.size() : end + 2;
            } else {
                break;
            }
        }
        return at;
    }

    [[nodiscard]] std::string_view word(std::size_t at) const
    {
        std::size_t end = at;
        while (end < source_.text.size() && is_word(source_.text[end])) ++end;
        return std::string_view(source_.text).substr(at, end - at);
    }

    [[nodiscard]] std::optional<model::Error> check_directive(std::size_t at) const
    {
        at = skip_blanks(at);
        const std::string_view directive = word(at);
        if (directive == "include" || directive == "include_next" || directive == "import" || directive == "embed") {
            return check_path("#" + std::string(directive), at + directive.size());
        }
        const bool is_marker = !directive.empty() && directive[0] >= '0' && directive[0] <= '9';
        if (is_marker || (directive == "line" && !is_number_alone(at + directive.size()))) {
            return refuse("#line would point the compiler's messages at another file", at, "remove the #line");
        }
        return std::nullopt;
    }

    /// True for the number of a `#line` that names no file, as the trials of causes add it.
    [[nodiscard]] bool is_number_alone(std::size_t at) const
    {
        const std::string& text = source_.text;
        const auto skip = [&](std::string_view any) {
            const std::size_t begin = at;
            at = std::min(text.find_first_not_of(any, at), text.size());
            return at > begin;
        };
        if (!skip(" \t") || !skip("0123456789")) return false;
        skip(" \t\r");
        return at == text.size() || text[at] == '\n';
    }

    /// Checks __has_include(...) and similar; `#ifdef __has_include` and prose are fine.
    [[nodiscard]] std::optional<model::Error> check_query(std::size_t at) const
    {
        const std::string_view query = word(at);
        // Reject parts for token pasting: __has_##include could query any path.
        const auto is_part_of = [&](std::string_view whole) { return whole.starts_with(query) && whole != query; };
        if (query != "__has_include" && (is_part_of("__has_include_next") || is_part_of("__has_embed")))
            return refuse("a part of __has_include", at, include_advice);
        if (query != "__has_include" && query != "__has_include_next" && query != "__has_embed") return std::nullopt;
        const std::size_t operand = skip_blanks(at + query.size());
        if (operand < source_.text.size() && source_.text[operand] == '(') {
            return check_path(std::string(query), operand + 1);
        }
        // A macro alias could query any path.
        const auto line = source_.text.rfind('\n', at);
        const std::size_t first = skip_blanks(line == std::string::npos ? 0 : line + 1);
        const bool is_define = source_.text.compare(first, 1, "#") == 0 && word(skip_blanks(first + 1)) == "define";
        if (is_define) return refuse(std::string(query) + " behind a macro", at, include_advice);
        return std::nullopt;
    }

    [[nodiscard]] std::optional<model::Error> check_path(const std::string& directive, std::size_t at) const
    {
        at = skip_blanks(at);
        const std::string& text = source_.text;
        const char open = at < text.size() ? text[at] : '\0';
        const char close = open == '<' ? '>' : open;
        const auto line_end = std::min(text.find('\n', at), text.size());
        const auto end = open == '<' || open == '"' ? text.find(close, at + 1) : std::string::npos;
        if (end == std::string::npos || end > line_end) {
            return refuse(directive + " of something that is not a plain \"name\" or <name>", at, include_advice);
        }
        const std::string path = text.substr(at + 1, end - at - 1);
        if (path.empty() || path.front() == '/' || path.front() == '~' || path.find('\\') != std::string::npos ||
            path.find_first_of(": \t") != std::string::npos) {
            return refuse(directive + " of the absolute path \"" + path + "\"", at, include_advice);
        }
        if (("/" + path + "/").find("/../") != std::string::npos) {
            return refuse(directive + " of the parent path \"" + path + "\"", at, include_advice);
        }
        return std::nullopt;
    }

    [[nodiscard]] model::Error refuse(const std::string& what, std::size_t at, const char* what_to_do) const
    {
        const int line = source_.lines.empty() ? 1 : source_.lines[std::min(at, source_.lines.size() - 1)];
        return {what + " is refused", std::string(name_) + ":" + std::to_string(line), what_to_do};
    }

    std::string_view name_;
    Spliced source_;
};

}  // namespace

std::optional<model::Error> check_source(std::string_view name, std::string_view text)
{
    const auto located = [&](std::size_t at) {
        return std::string(name) + ":" + std::to_string(1 + std::count(text.begin(), text.begin() + at, '\n'));
    };
    if (text.size() > max_source_bytes) {
        return model::Error{"the kernel's text is longer than 2 MiB", std::string(name),
                            "split it into two experiments"};
    }
    if (const auto nul = text.find('\0'); nul != std::string_view::npos) {
        return model::Error{"a NUL character is refused", located(nul), "save the file as plain text"};
    }
    for (auto at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
        if (at + 1 < text.size() && text[at + 1] == '\n') continue;
        return model::Error{"a carriage return without a line feed is refused", located(at),
                            "save the file with one kind of line ending"};
    }
    return Scanner(name, text).scan();
}

}  // namespace spillway::compiler
