#pragma once

#include <string>
#include <vector>

namespace spillway::model {

enum class AccessMemory { global, shared, constant };

/// One load or store of a kernel, as a warp makes it: which address each of its 32 lanes touches. Only shown and
/// counted; nothing that is compiled or launched depends on it.
struct Access {
    std::string label;  ///< as the kernel writes it: "in[i]"
    std::string help;
    AccessMemory memory = AccessMemory::global;
    std::vector<std::string> variants;  ///< that make it; empty: all
    // Formulas over `lane` (0 to 31), parameters, knobs and the GPU's figures.
    std::string address;  ///< in bytes, from where a line begins
    std::string bytes;    ///< that a lane asks for: 1, 2, 4, 8 or 16
    std::string active;   ///< lanes for which it is not 0; empty: all
};

}  // namespace spillway::model
