#pragma once

// Numbers of a file's host part: grids, sizes and arguments of its launches, computed as in C++ (integer division
// truncates). A value that depends on the run is unknown.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {

class HostNumbers {
public:
    /// `values` (from -D and from sliders) take precedence over the file's. `line`: line of the launch. A constant that
    /// is assigned again before this line is unknown. 0: ignores later assignments.
    HostNumbers(const SourceLook& look, std::map<std::string, double> values, int line = 0);

    [[nodiscard]] std::optional<double> of(std::string_view text) const;
    /// "256", "dim3(16, 16)", or the name of either. Empty: unknown.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> shape(std::string_view text) const;

private:
    std::map<std::string, double> values_;
    std::map<std::string, std::vector<std::string>> texts_;  ///< of constants, as written
};

}  // namespace spillway::catalogue
