#pragma once

// #include, #define and the #ifndef around it, read without preprocessing.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {

/// The file that a preprocessor line includes; empty for another line.
[[nodiscard]] std::optional<SeenInclude> include_in(std::string_view directive);

/// Value of a macro that is one number: 32, 0x20u, -1, (32).
[[nodiscard]] std::optional<std::int64_t> number_of_macro(std::string_view text);

/// Reads the preprocessor lines of one text, in order. `text` must outlive it.
class Directives {
public:
    explicit Directives(std::string_view text) : text_(text) {}

    /// `line`: a whole preprocessor line, a part of the text; `number`: its line number.
    void take(std::string_view line, int number);

    [[nodiscard]] std::vector<SeenInclude>& includes() { return includes_; }
    /// Numeric macros defined once, in the text's order, at most 200.
    [[nodiscard]] std::vector<SeenDefine> numbers() const;
    /// Other macros without parameters by name: `TILE * 8`. Empty: defined twice.
    [[nodiscard]] const std::map<std::string_view, std::string_view>& expressions() const { return expressions_; }
    [[nodiscard]] bool has_kernel_macro() const { return has_kernel_macro_; }

private:
    using Words = std::vector<std::string_view>;

    void condition(const Words& words);
    void define(const Words& words, int number);
    void expression(const Words& words);

    std::string_view text_;
    std::vector<SeenInclude> includes_;
    std::map<std::string_view, std::optional<SeenDefine>> defines_;  ///< empty: not a number, or defined twice
    std::map<std::string_view, std::string_view> expressions_;
    std::vector<std::string_view> undefined_;  ///< for each enclosing #if: the name of an #ifndef, or empty
    bool has_kernel_macro_ = false;
};

}  // namespace spillway::catalogue
