#pragma once

// A file's text by its words, and with what is for the host alone in blanks, line for line.

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
/// "include" of `#  include "a.h"`.
[[nodiscard]] std::string_view directive_name(std::string_view directive);

class DeviceText {
public:
    /// Blanks in `out`; reads what that holds now.
    DeviceText(std::string& out, const FilesInCommon& common, const std::set<int>& refused_lines);

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] const std::vector<Token>& tokens() const { return tokens_; }
    [[nodiscard]] std::string_view word(std::size_t token) const { return tokens_[token].in(text_); }
    /// From one token to another, both included, without directives.
    [[nodiscard]] Words words(std::size_t first, std::size_t last) const;
    /// Up to the { of a function's body.
    [[nodiscard]] Words head_of(const Declaration& found) const;

    /// __device__, or a macro of the files' that stands for it.
    [[nodiscard]] bool is_qualifier(std::string_view word) const;
    [[nodiscard]] bool is_qualified(const Words& head) const;
    /// Whether a compiler stopped at a line of it.
    [[nodiscard]] bool is_refused(const Declaration& found) const;

    void blank(std::size_t begin, std::size_t end);
    /// False, and nothing done, where an #if is cut in two by it.
    bool blank_tokens(std::size_t first, std::size_t last);
    /// From this token on, with a ; in its place.
    void end_at(std::size_t token, std::size_t last);

private:
    [[nodiscard]] std::vector<int> lines_at_token_ends() const;
    [[nodiscard]] bool has_whole_conditions(std::size_t first, std::size_t last) const;

    std::string& out_;
    const FilesInCommon& common_;
    const std::set<int>& refused_lines_;
    const std::string text_;
    std::vector<Token> tokens_;
    std::vector<int> lines_before_token_end_;  ///< the line that each token ends in
};

}  // namespace spillway::catalogue
