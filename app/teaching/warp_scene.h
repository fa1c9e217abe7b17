#pragma once

// One step of a warp's run, as people read it: lanes, values of registers with what they stand for, a sentence.

#include <array>
#include <string>
#include <vector>

#include "app/catalogue/accesses.h"
#include "app/catalogue/warp_place.h"
#include "app/emulate/warp_run.h"
#include "app/model/experiment.h"

namespace spillway::teaching {

/// A register's 32 values.
struct WarpRow {
    /// `read` and `written` by this instruction; `of_line` and `older`: written before it, by its source line or
    /// another.
    enum class Role { read, written, of_line, older };
    std::string name;     ///< "%r5"
    std::string meaning;  ///< "threadIdx.x", the kernel's argument "in", "line 31: float sum = 0;"; empty: unknown
    Role role = Role::of_line;
    bool is_predicate = false;
    std::array<std::string, ptx::lane_count>
        values;                                     ///< of a predicate "1" and "0"; of a pointer bytes from its buffer
    std::array<double, ptx::lane_count> numbers{};  ///< the same as numbers; a pointer: its address
    std::string summary;  ///< where there is a simple rule for the active lanes: "64 in every lane", "0, 4 … 124"
};

/// Names and text of the kernel's source.
struct WarpNames {
    std::vector<std::string> arguments;  ///< of the kernel, in their order
    std::vector<std::string> lines;      ///< of the source
};

struct WarpScene {
    ptx::Mask threads = 0;                       ///< lanes that have a thread: fewer in the last warp of some blocks
    ptx::Mask alive = 0, active = 0, lanes = 0;  ///< see ptx::Step
    int source_line = 0;                         ///< 0: none
    int module_line = 0;                         ///< of the whole PTX, from 1
    std::string sentence;                        ///< what the warp does here
    bool is_fault = false;                       ///< the sentence tells of a fault
    ptx::Mask faulting = 0;                      ///< lanes of this warp with a fault here
    std::vector<WarpRow> rows;
};

/// Empty where there is no such step.
[[nodiscard]] WarpScene warp_scene(const emulate::WarpRun& run, std::size_t step, const WarpNames& names);

/// True if a fault of the warp itself ends the run at this step, so that the instruction did not complete.
[[nodiscard]] bool ends_at(const ptx::WarpTrace& trace, std::size_t step);

/// One access with each lane's address, as the tab Access draws it. For local memory: the first word of each lane, at
/// the address where the hardware places it.
[[nodiscard]] catalogue::WarpAccess warp_access(const ptx::SteppedAccess& access);
[[nodiscard]] model::AccessMemory memory_of(const ptx::SteppedAccess& access);
/// "Load of 4 bytes per lane from \"in\"", "Store of 4 bytes per lane to shared memory".
[[nodiscard]] std::string access_title(const emulate::WarpRun& run, const ptx::SteppedAccess& access);
/// One of a step's several accesses: "Load from \"in\"", "Store to shared memory".
[[nodiscard]] std::string access_label(const emulate::WarpRun& run, const ptx::SteppedAccess& access);

/// Names of a kernel's arguments, in their order; `entry` as an experiment writes it. Empty where the text has no such
/// kernel.
[[nodiscard]] std::vector<std::string> argument_names(const std::string& source, const std::string& entry);

}  // namespace spillway::teaching
