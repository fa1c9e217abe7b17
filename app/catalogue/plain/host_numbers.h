#pragma once

// Numbers of a file's host part: grids, sizes and arguments of its launches, worked out as C++ does (whole numbers are
// divided as such). What depends on the run is no number here.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/catalogue/plain/source_look.h"

namespace spillway::catalogue {

class HostNumbers {
public:
    /// `values` come before what the file says: those of -D and of sliders. `line`: of the launch. A constant that gets
    /// another value up to there is no number; 0: none does.
    HostNumbers(const SourceLook& look, std::map<std::string, double> values, int line = 0);

    [[nodiscard]] std::optional<double> of(std::string_view text) const;
    /// "256", "dim3(16, 16)", or the name of either. Empty: no number.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> shape(std::string_view text) const;

private:
    std::map<std::string, double> values_;
    std::map<std::string, std::vector<std::string>> texts_;  ///< of constants, as written
};

}  // namespace spillway::catalogue
