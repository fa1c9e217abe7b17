#pragma once

// Follows addresses of a function's local memory through the registers of its PTX.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/compiler/causes/cause_ptx.h"

namespace spillway::compiler {

struct PtxInstruction {
    std::string_view text;  ///< without its predicate
    int line = 0;           ///< of the source; 0: none
    std::string_view loc;   ///< the whole directive before it
};

/// Position of the parameter in a use of its name, `[_Z1kT_param_0+4]`; empty if there is none.
[[nodiscard]] std::optional<int> parameter_in(std::string_view text, const std::string& function);

class LocalAddresses {
public:
    /// Keeps references to both.
    LocalAddresses(const std::vector<PtxInstruction>& code, const std::string& function);

    /// Loads and stores of local memory, and stores of its addresses.
    [[nodiscard]] std::vector<LocalUse> uses() const;
    /// The `.loc` of each load and store of local memory.
    [[nodiscard]] std::vector<std::string_view> accesses() const;
    /// Parameters with values that the code stores in local memory without changing them.
    [[nodiscard]] std::set<int> copied_parameters() const;

private:
    struct Address {
        std::set<std::int64_t> offsets;  ///< in the function's local memory, before a run-time part is added
        bool varies = false;             ///< a part of it is computed at run time

        friend bool operator==(const Address&, const Address&) = default;
    };

    [[nodiscard]] bool follow();
    [[nodiscard]] std::optional<Address> computed(const PtxInstruction& instruction) const;

    const std::vector<PtxInstruction>& code_;
    const std::string& function_;
    std::map<std::string_view, int> definitions_;
    std::map<std::string_view, Address> addresses_;
};

}  // namespace spillway::compiler
