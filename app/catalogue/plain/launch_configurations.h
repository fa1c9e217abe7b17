#pragma once

// Variables of type cudaLaunchConfig_t: the grid, block and dynamic shared memory that a function gives them.

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/cuda_lexer.h"

namespace spillway::catalogue {

/// Members as written; empty: not known.
class LaunchConfiguration {
public:
    [[nodiscard]] const std::string& grid() const { return members_[0]; }
    [[nodiscard]] const std::string& block() const { return members_[1]; }
    [[nodiscard]] const std::string& shared() const { return members_[2]; }

private:
    friend class LaunchConfigurations;

    void forget()
    {
        members_.fill({});
        is_unread_.fill(true);
    }

    int depth_ = 0;                ///< of its declaration
    std::size_t declared_at_ = 0;  ///< token of its name there
    std::array<std::string, 3> members_;
    std::array<bool, 3> is_unread_{};  ///< assigned in a way that is not read
};

/// Follows the configurations through a text: reads braced initializers and plain assignments in the block of the
/// declaration. A value that depends on a condition, or that another function may set, is not known.
class LaunchConfigurations {
public:
    /// Both must outlive this object.
    LaunchConfigurations(const std::string_view& text, const std::vector<Token>& tokens) : text_(text), tokens_(tokens)
    {
    }

    /// Call for each token in order; `depth` counts the open braces after it.
    void look(std::size_t at, int depth);
    /// For "&name"; null for another pointer.
    [[nodiscard]] const LaunchConfiguration* find(std::string_view pointer) const;

private:
    [[nodiscard]] std::string_view word(std::size_t at) const;
    [[nodiscard]] bool is_name(std::size_t at) const;
    [[nodiscard]] std::size_t end_of_part(std::size_t at, std::string_view end) const;
    [[nodiscard]] std::size_t closing_brace(std::size_t open) const;
    [[nodiscard]] std::string shape_text(std::size_t begin, std::size_t end) const;
    [[nodiscard]] bool is_argument_of_runtime(std::size_t at) const;
    void declare(std::size_t at, int depth);
    void fill(LaunchConfiguration& made, std::size_t open) const;
    void assign_member(std::size_t at, int depth, LaunchConfiguration& known) const;

    const std::string_view& text_;
    const std::vector<Token>& tokens_;
    std::map<std::string_view, LaunchConfiguration, std::less<>> known_;
};

}  // namespace spillway::catalogue
