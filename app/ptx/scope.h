#pragma once

// Names in PTX and their scopes, which are the braces: registers, variables, functions and lists of labels.

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace spillway::ptx {

struct Symbol {
    enum class Kind : std::uint8_t {
        registers,     ///< `offset` of the first in the frame, each of 32 * `width` bytes; predicates: 4 bytes
        frame,         ///< `offset` in a thread's local frame
        kernel_param,  ///< `offset` in the entry's parameters
        shared,        ///< `offset` in shared memory
        dynamic_shared,
        variable,          ///< `offset`: number of a Variable
        refused_variable,  ///< `offset`: number in Module::why_refused
        function,          ///< `offset`: number of a Function
        targets,           ///< `offset`: number in Function::branch_targets
    };
    Kind kind = Kind::registers;
    std::int32_t offset = 0;
    std::uint8_t width = 0;
    std::int32_t bytes = 0;
};

/// Bytes of one register of a warp: 32 values, or one bit per lane for a predicate (`width` 0).
[[nodiscard]] inline std::int32_t register_bytes(std::uint8_t width)
{
    return width == 0 ? 4 : 32 * width;
}

class Scopes {
public:
    void open() { scopes_.emplace_back(); }
    void close() { scopes_.pop_back(); }
    [[nodiscard]] std::size_t depth() const { return scopes_.size(); }

    void name(std::string_view name, const Symbol& symbol) { scopes_.back().symbols[name] = symbol; }
    /// Names a range: %r<10> is %r0 to %r9.
    void name_range(std::string_view prefix, const Symbol& first, std::int32_t count)
    {
        scopes_.back().ranges[prefix] = {first, count};
    }
    [[nodiscard]] std::optional<Symbol> find(std::string_view name) const;

private:
    struct Range {
        Symbol first;
        std::int32_t count = 0;
    };
    struct Scope {
        std::map<std::string_view, Symbol> symbols;
        std::map<std::string_view, Range> ranges;
    };
    std::vector<Scope> scopes_;
};

}  // namespace spillway::ptx
