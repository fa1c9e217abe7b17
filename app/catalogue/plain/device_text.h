#pragma once

// Tokens of a file, with functions that blank host-only code and keep the lines.

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/declarations.h"
#include "app/catalogue/plain/device_file.h"

namespace spillway::catalogue {

using Words = std::vector<std::string_view>;

[[nodiscard]] bool has_word(const Words& words, std::string_view word);
/// "include" for `#  include "a.h"`.
[[nodiscard]] std::string_view directive_name(std::string_view directive);

class DeviceText {
public:
    /// Reads the present text of `out`, and blanks in `out`.
    DeviceText(std::string& out, const FilesInCommon& common, const std::set<int>& refused_lines);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    [[nodiscard]] std::string_view word(std::size_t token) const { return tokens_[token].in(text_); }
    /// Words between two tokens, both included, without directives.
    [[nodiscard]] Words words(std::size_t first, std::size_t last) const;
    /// Words up to the { of a function's body.
    [[nodiscard]] Words head_of(const Declaration& found) const;

    /// __device__, __global__, __shared__ and the like, or a macro that expands to one.
    [[nodiscard]] bool is_qualifier(std::string_view word) const;
    [[nodiscard]] bool is_qualified(const Words& head) const;
    /// Whether it contains a line at which a compiler stopped.
    [[nodiscard]] bool is_refused(const Declaration& found) const;

    void blank(std::size_t begin, std::size_t end);
    /// False, and no change, if the range would cut an #if in two.
    bool blank_tokens(std::size_t first, std::size_t last);
    /// Ends a declaration at this token with a semicolon, and blanks the rest. No change if that would cut an #if in
    /// two.
    void end_at(std::size_t token, std::size_t last);

private:
    [[nodiscard]] std::vector<int> lines_at_token_ends() const;
    [[nodiscard]] bool has_whole_conditions(std::size_t first, std::size_t last) const;

    std::string& out_;
    const FilesInCommon& common_;
    const std::set<int>& refused_lines_;
    const std::string text_;
    std::vector<Token> tokens_;
    std::vector<int> lines_before_token_end_;  ///< line in which each token ends
};

}  // namespace spillway::catalogue
