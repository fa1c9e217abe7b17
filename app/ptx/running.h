#pragma once

#include <map>
#include <memory>

#include "app/ptx/machine.h"

namespace spillway::ptx {

class Block;
class Warp;

class Machine {
public:
    Machine(const Module& module_, const Launch& launch_) : module(module_), launch(launch_) {}
    [[nodiscard]] model::Expected<RunResult> run();

    const Module& module;
    const Launch& launch;
    const Function* entry = nullptr;
    RunResult result;
    Tally tally;
    std::vector<std::byte> constants;  ///< Module::constants with Module::late filled in for this launch
    std::vector<std::byte> params;
    std::vector<Variable> variables;
    std::vector<std::byte> heap;
    std::size_t heap_used = 0;
    struct HeapBlock {
        std::size_t bytes = 0;
        bool is_freed = false;
    };
    std::map<std::size_t, HeapBlock> heap_blocks;  ///< from malloc, by offset in `heap`
    bool is_print_full = false;                    ///< a printf output did not fit; later ones are dropped
    std::int32_t shared_bytes = 0, dynamic_shared = 0;
    std::uint64_t issued = 0;
    std::int64_t used_bytes = 0;
    bool is_stopped = false;
    bool runs_whole_grid = false;
    bool asks_for_grid_barrier = false;  ///< the kernel reads the barrier's address, as grid.sync() does
    std::size_t grid_barrier = 0;        ///< number of its variable; 0: there is none
    std::uint64_t grid_arrivals = 0;     ///< atomic operations on it

    /// Memory that holds a generic or global address: a buffer, a variable, a malloc block or the kernel's parameters.
    /// `at` is null if the address is in none of them. The caller checks that all bytes of an access lie in `all`.
    struct Place {
        std::byte* at = nullptr;
        int buffer = -1;  ///< index in Launch::buffers; -1: no buffer
        bool is_read_only = false;
        bool is_elsewhere = false;  ///< writable global memory that is not a buffer: a variable, malloc
        bool is_freed = false;      ///< memory of malloc after its free()
        bool is_grid_barrier = false;
        std::span<std::byte> all;
        std::uint64_t first = 0;  ///< address of `all`
        const std::string* name = nullptr;
    };
    [[nodiscard]] Place stretch_of(std::uint64_t address);
    /// Calls Launch::before_access if the place is a buffer.
    void prepare_bytes(const Place& place, std::uint64_t address, std::uint64_t bytes) const
    {
        if (launch.before_access && place.buffer >= 0) launch.before_access(place.buffer, address - place.first, bytes);
    }
    /// Records a fault; one that ends the launch stops the run.
    void report(const Fault& fault);
    /// Sets the variable of a fault in shared memory, and makes its offset relative to that variable.
    void name_shared(Fault& fault) const;
    [[nodiscard]] std::uint64_t clock() const { return issued; }
    /// True if the run must end: a limit of Launch::limits is reached, or should_stop() returned true. Sets the fault.
    bool is_over(Warp& warp);

private:
    friend class Stepper;
    [[nodiscard]] std::optional<model::Error> prepare();
    [[nodiscard]] std::optional<model::Error> set_params();
    [[nodiscard]] std::optional<model::Error> set_variables();
    [[nodiscard]] bool is_over_between(std::int64_t cluster);
    void run_together(std::int64_t first, std::int64_t count);
    void add_grid_barrier();
    [[nodiscard]] Position block_at(std::int64_t number) const;
    /// Reports the first warp that waits at a barrier which never opens.
    void report_waiting(std::vector<std::unique_ptr<Block>>& blocks);

    std::chrono::steady_clock::time_point end_;
    bool has_end_ = false;
};

}  // namespace spillway::ptx
