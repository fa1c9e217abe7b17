#pragma once

#include <string>
#include <vector>

namespace spillway::model {

enum class AccessMemory { global, shared, constant };

/// One load or store of a kernel by one warp: the address that each of its 32 lanes touches. For display and counting
/// only; compiling and launching never depend on it.
struct Access {
    std::string label;  ///< as written in the kernel: "in[i]"
    std::string help;
    AccessMemory memory = AccessMemory::global;
    std::vector<std::string> variants;  ///< variants that make this access; empty: all
    // Formulas over `lane` (0 to 31), parameters, knobs and the GPU's figures.
    std::string address;  ///< in bytes from the start of a line
    std::string bytes;    ///< bytes per lane: 1, 2, 4, 8 or 16
    std::string active;   ///< lanes with a nonzero value take part; empty: all
};

}  // namespace spillway::model
