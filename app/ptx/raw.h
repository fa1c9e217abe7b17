#pragma once

// Instruction as written in PTX, before it is decoded.

#include <cstdint>
#include <string_view>
#include <vector>

namespace spillway::ptx {

struct RawArgument {
    enum class Kind : std::uint8_t {
        word,  ///< a register, a variable, a label
        number,
        list,     ///< {a, b}, (a, b)
        address,  ///< [a + 4], [a, {x, y}]: `parts` between the commas; the first holds the offset
    };
    Kind kind = Kind::word;
    std::string_view text;
    bool is_negated = false;  ///< !a
    bool is_minus = false;    ///< -4
    std::int64_t offset = 0;
    std::vector<RawArgument> parts;
    std::vector<RawArgument> paired;  ///< a|b: the b
};

struct RawInstruction {
    std::string_view mnemonic;  ///< with its dots
    std::string_view guard;     ///< empty: none
    bool guard_is_negated = false;
    std::vector<RawArgument> arguments;
    int line = 0;
};

}  // namespace spillway::ptx
