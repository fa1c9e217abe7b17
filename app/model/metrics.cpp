#include "app/model/metrics.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/model/counter_metrics.h"
#include "app/model/stack_size.h"
#include "app/model/time_metrics.h"

namespace spillway::model {
namespace {

template <typename T>
Number as_number(const T& value)
{
    return static_cast<double>(value);
}
template <typename T>
Number as_number(const std::optional<T>& value)
{
    return value ? as_number(*value) : std::nullopt;
}

template <auto Member>
Number compile_number(const RunResult& result)
{
    if (!result.compile) return std::nullopt;
    return as_number((*result.compile).*Member);
}

template <auto Member>
Number occupancy_number(const RunResult& result)
{
    if (!result.occupancy) return std::nullopt;
    return static_cast<double>((*result.occupancy).*Member);
}

template <auto Member>
Number sass_number(const RunResult& result)
{
    if (!result.sass) return std::nullopt;
    return as_number((*result.sass).*Member);
}

Number local_memory(const RunResult& result)
{
    // ptxas places spills inside the stack frame, so the frame is all of local memory.
    return compile_number<&CompileReport::stack_frame_bytes>(result);
}

Number called_frames(const RunResult& result)
{
    if (!result.compile) return std::nullopt;
    double bytes = 0;
    for (std::size_t i = 1; i < result.compile->functions.size(); ++i)
        bytes += static_cast<double>(result.compile->functions[i].stack_frame_bytes);
    return bytes;
}

/// A number of the kernel and the functions that it calls.
template <auto Function>
Number report_number(const RunResult& result)
{
    if (!result.compile) return std::nullopt;
    return static_cast<double>(Function(*result.compile));
}

Number ptx_local(const RunResult& result)
{
    if (!result.ptx) return std::nullopt;
    return static_cast<double>(result.ptx->local_bytes);
}

Number shared_total(const RunResult& result)
{
    if (!result.compile) return std::nullopt;
    return static_cast<double>(result.compile->static_shared_bytes + result.dynamic_shared_bytes);
}

Number dynamic_shared(const RunResult& result)
{
    return static_cast<double>(result.dynamic_shared_bytes);
}

Number median_seconds(const RunResult& result)
{
    if (!result.measurement.seconds) return std::nullopt;
    return result.measurement.seconds->median;
}

/// A number that may be missing in the measurement.
template <auto Member>
Number measured(const RunResult& result)
{
    const auto& number = result.measurement.*Member;
    if (!number) return std::nullopt;
    return static_cast<double>(*number);
}

using F = MetricFormat;
using G = MetricGroup;
using B = Better;

constexpr std::array table{
    Metric{"registers", "Registers per thread", "registers", F::count, G::compile, B::less,
           "32-bit registers that ptxas gave each thread. The SM's register file is shared by all resident threads.",
           compile_number<&CompileReport::registers>},
    Metric{"stack_frame_bytes", "Stack frame", "bytes per thread", F::bytes, G::compile, B::less,
           "Local memory of the kernel's own frame, as ptxas reports it: arrays and variables that need an address, "
           "and the slots of spilled registers.",
           local_memory},
    Metric{"called_frame_bytes", "Frames of called functions", "bytes per call", F::bytes, G::compile, B::less,
           "Local memory for one call of each function that is not inlined, added up. Recursion takes it again at "
           "every level.",
           called_frames},
    Metric{"stack_bytes", "Stack", "bytes per thread", F::bytes, G::compile, B::less,
           "Local memory of the kernel's frame and of the functions that it calls, as ptxas adds them up. A recursion "
           "counts with one level, because its depth is unknown.",
           report_number<stack_bytes>},
    Metric{
        "spill_store_bytes", "Spill stores", "bytes per thread", F::bytes, G::compile, B::less,
        "Bytes that the code stores because registers ran out, as ptxas counts them in the text of the kernel and of "
        "the functions that it calls (a store in a loop counts once).",
        report_number<spill_store_bytes>},
    Metric{"spill_load_bytes", "Spill loads", "bytes per thread", F::bytes, G::compile, B::less,
           "Bytes that the code loads back after spilling, counted like the stores.", report_number<spill_load_bytes>},
    Metric{"static_shared_bytes", "Static shared memory", "bytes per block", F::bytes, G::compile, B::less,
           "Shared memory declared with a size known at compile time. At most 48 KiB on every GPU.",
           compile_number<&CompileReport::static_shared_bytes>},
    Metric{"dynamic_shared_bytes", "Dynamic shared memory", "bytes per block", F::bytes, G::compile, B::less,
           "Shared memory requested at launch: the kernel's own plus the knob's extra.", dynamic_shared},
    Metric{"shared_bytes", "Shared memory", "bytes per block", F::bytes, G::compile, B::less,
           "Static plus dynamic shared memory of one block.", shared_total},
    Metric{"barriers", "Barriers", "barriers", F::count, G::compile, B::less, "Hardware barriers the block uses.",
           compile_number<&CompileReport::barriers>},
    Metric{"compile_seconds", "Compile time", "seconds", F::seconds, G::compile, B::less,
           "Wall time of the compile behind this result, which may be an earlier one from the cache.",
           compile_number<&CompileReport::compiler_seconds>},
    Metric{"ptx_local_bytes", "Local memory in PTX", "bytes per thread", F::bytes, G::ptx, B::less,
           "Sizes of the .local declarations in the PTX, before ptxas runs.", ptx_local},
    Metric{"ptx_instructions", "PTX instructions executed", "warp instructions", F::count, G::ptx, B::less,
           "Instructions of the PTX that warps carry out, each counted once for its 32 threads, by running some blocks "
           "here. Machine code has other instructions, and another number of them.",
           ptx_instructions, false, true},
    Metric{"active_lanes", "Active lanes", "of 32 lanes", F::percent, G::ptx, B::more,
           "Threads of a warp that carry out an instruction of the PTX, on average, by running some blocks here: fewer "
           "than all where branches diverge or a block's last warp is not full.",
           active_lanes, false, true},
    Metric{
        "sass_local_loads", "LDL instructions", "instructions", F::count, G::sass, B::less,
        "Local loads in the machine code. A generic load (LD) through a pointer can reach local memory, too: see Local "
        "load requests.",
        sass_number<&SassInspection::local_loads>},
    Metric{"sass_local_stores", "STL instructions", "instructions", F::count, G::sass, B::less,
           "Local stores in the machine code.", sass_number<&SassInspection::local_stores>},
    Metric{"sass_instructions", "Instructions", "instructions", F::count, G::sass, B::less,
           "Length of the kernel's machine code.", sass_number<&SassInspection::instructions>},
    Metric{"sass_warp_sums", "REDUX instructions", "instructions", F::count, G::sass, B::none,
           "Instructions in the machine code that add up, or compare, a whole warp's integers.",
           sass_number<&SassInspection::warp_sums>},
    Metric{"sass_shuffles", "SHFL instructions", "instructions", F::count, G::sass, B::none,
           "Instructions in the machine code that pass registers between the threads of a warp.",
           sass_number<&SassInspection::shuffles>},
    Metric{"sass_shared_atomics", "ATOMS instructions", "instructions", F::count, G::sass, B::none,
           "Atomic operations on shared memory in the machine code.", sass_number<&SassInspection::shared_atomics>},
    Metric{"sass_lane_constants", "LDC instructions, own constants", "instructions", F::count, G::sass, B::none,
           "Loads from __constant__ variables in the machine code where each thread has an address.",
           sass_number<&SassInspection::lane_constants>},
    Metric{"sass_uniform_constants", "ULDC instructions, own constants", "instructions", F::count, G::sass, B::none,
           "Loads from __constant__ variables in the machine code with one address for the warp (ULDC, or LDCU).",
           sass_number<&SassInspection::uniform_constants>},
    Metric{
        "peak_live_registers", "Live registers, peak", "registers", F::count, G::sass, B::less,
        "The most 32-bit registers that hold a value that is still needed, over all instructions, as nvdisasm counts "
        "them. Registers per thread can be more: those are allocated for the whole kernel.",
        compile_number<&CompileReport::peak_live_registers>},
    Metric{"loads_under_way", "Loads under way", "loads", F::count, G::sass, B::none,
           "The most loads from global memory that a thread issues before it waits for one of them: within one loop of "
           "the machine code, or in all of it where no loop loads.",
           compile_number<&CompileReport::loads_under_way>},
    Metric{"shared_spill_store_bytes", "Spill stores, shared memory", "bytes per thread", F::bytes, G::sass, B::less,
           "Bytes that the code stores to shared memory because registers ran out, counted like spill stores. ptxas "
           "marks them in the code and does not report them.",
           compile_number<&CompileReport::shared_spill_store_bytes>},
    Metric{"shared_spill_load_bytes", "Spill loads, shared memory", "bytes per thread", F::bytes, G::sass, B::less,
           "Bytes that the code loads back from there, counted like the stores.",
           compile_number<&CompileReport::shared_spill_load_bytes>},
    Metric{"theoretical_occupancy", "Theoretical occupancy", "of the SM's warps", F::percent, G::occupancy, B::more,
           "Warps that can be resident on an SM over the most it can hold, by NVIDIA's own calculator.",
           occupancy_number<&Occupancy::theoretical>},
    Metric{"blocks_per_sm", "Blocks per SM", "blocks", F::count, G::occupancy, B::more,
           "Blocks of this kernel that fit on one SM at the same time.", occupancy_number<&Occupancy::blocks_per_sm>},
    Metric{"warps_per_sm", "Warps per SM", "warps", F::count, G::occupancy, B::more, "Resident warps on one SM.",
           occupancy_number<&Occupancy::warps_per_sm>},
    Metric{"limit_registers", "Block limit registers", "blocks", F::count, G::occupancy, B::more,
           "Blocks that the register file alone would allow.", occupancy_number<&Occupancy::limit_registers>},
    Metric{"limit_shared", "Block limit shared memory", "blocks", F::count, G::occupancy, B::more,
           "Blocks that shared memory alone would allow.", occupancy_number<&Occupancy::limit_shared>},
    Metric{"limit_warps", "Block limit warps", "blocks", F::count, G::occupancy, B::more,
           "Blocks that the SM's warp slots alone would allow.", occupancy_number<&Occupancy::limit_warps>},
    Metric{"limit_blocks", "Block limit blocks", "blocks", F::count, G::occupancy, B::none,
           "The most blocks the SM holds, however small.", occupancy_number<&Occupancy::limit_blocks>},
    Metric{"bytes_per_second", "Throughput", "GB/s", F::bandwidth, G::measurement, B::more,
           "Bytes that the algorithm reads and writes over the measured median time.",
           measured<&Measurement::bytes_per_second>},
    Metric{"requested_bytes_per_second", "Requested throughput", "GB/s", F::bandwidth, G::measurement, B::more,
           "Bytes that the threads request over the measured median time; caches answer some of them.",
           measured<&Measurement::requested_bytes_per_second>},
    Metric{"flops_per_second", "Arithmetic", "GFLOP/s", F::flops, G::measurement, B::more,
           "Floating-point operations over the measured median time; a fused multiply and add counts as two.",
           measured<&Measurement::flops_per_second>},
    Metric{"seconds_median", "Time", "seconds", F::seconds, G::measurement, B::less, "Median time of one launch.",
           median_seconds},
    Metric{"percent_of_peak", "Share of peak bandwidth", "of what the datasheet says", F::percent, G::measurement,
           B::more, "Throughput over the datasheet's memory bandwidth.", measured<&Measurement::percent_of_peak>},
    Metric{
        "ceiling_bytes_per_second", "Copy speed", "GB/s", F::bandwidth, G::measurement, B::none,
        "Bytes read plus written per second by the fastest copy of this GPU's memory: the driver's own or Spillway's, "
        "measured once, when the worker first needs it.",
        measured<&Measurement::ceiling_bytes_per_second>},
    Metric{"percent_of_ceiling", "Share of copy speed", "of the fastest copy", F::percent, G::measurement, B::more,
           "Throughput over that of the fastest copy on this GPU.", measured<&Measurement::percent_of_ceiling>},
    Metric{"sm_clock_hz", "SM clock", "MHz", F::frequency, G::measurement, B::none,
           "Clock of the SMs while the samples were taken.", measured<&Measurement::sm_clock_hz>},
    Metric{"waited_seconds", "Waited", "seconds", F::seconds, G::measurement, B::none,
           "How long other workers measured on this GPU before this one's turn came.",
           measured<&Measurement::waited_seconds>},
    Metric{"host_seconds", "Host time", "seconds", F::seconds, G::measurement, B::less,
           "Median time from the host's call until the result is available.", measured<&Measurement::host_seconds>},
    Metric{"gpu_memory_taken_bytes", "GPU memory taken", "bytes", F::bytes, G::measurement, B::less,
           "By how much the first launch reduced the GPU's free memory: local memory for all threads that can be "
           "resident.",
           measured<&Measurement::gpu_memory_taken_bytes>},
    Metric{"cycles_per_access", "Latency", "cycles per access", F::cycles, G::measurement, B::less,
           "SM cycles per dependent access.", measured<&Measurement::cycles_per_access>},
    Metric{"local_bytes_per_thread", "Local memory per thread", "bytes per thread", F::bytes, G::measurement, B::less,
           "Local memory per thread as the driver reports it for the loaded kernel.",
           measured<&Measurement::local_bytes_per_thread>},
    Metric{"achieved_occupancy", "Achieved occupancy", "of the SM's warps", F::percent, G::measurement, B::more,
           "Warps that were resident on the SMs on average while the kernel ran, by hardware counters. "
           "Theoretical occupancy is the upper bound.",
           achieved_occupancy, true},
    Metric{"global_load_requests", "Global load requests", "requests", F::count, G::measurement, B::less,
           "Load instructions to global memory that warps sent to the L1, by hardware counters.", global_load_requests,
           true, true},
    Metric{"global_load_sectors", "Global load sectors", "sectors of 32 bytes", F::count, G::measurement, B::less,
           "32-byte sectors that those requests touched.", global_load_sectors, true, true},
    Metric{"sectors_per_request", "Sectors per request", "sectors of 32 bytes", F::ratio, G::measurement, B::less,
           "Sectors per global load request: 4 where the 32 threads of a warp read 4 bytes each side by side, 32 "
           "where every thread touches a sector of its own.",
           sectors_per_request, true, true},
    Metric{"global_store_requests", "Global store requests", "requests", F::count, G::measurement, B::less,
           "Store instructions to global memory that warps sent to the L1.", global_store_requests, true, true},
    Metric{"global_store_sectors", "Global store sectors", "sectors of 32 bytes", F::count, G::measurement, B::less,
           "32-byte sectors that those requests touched.", global_store_sectors, true, true},
    Metric{"local_load_sectors", "Local load sectors", "sectors of 32 bytes", F::count, G::measurement, B::less,
           "32-byte sectors of local memory that were loaded through the L1: stack frames and spills at work.",
           local_load_sectors, true, true},
    Metric{"local_store_sectors", "Local store sectors", "sectors of 32 bytes", F::count, G::measurement, B::less,
           "32-byte sectors of local memory that were stored through the L1.", local_store_sectors, true, true},
    Metric{"local_load_requests", "Local load requests", "requests", F::count, G::measurement, B::less,
           "Requests of loads to local memory, by LDL or by a generic load (LD) through a pointer.",
           local_load_requests, true},
    Metric{"local_store_requests", "Local store requests", "requests", F::count, G::measurement, B::less,
           "Requests of stores to local memory, by STL or by a generic store (ST) through a pointer.",
           local_store_requests, true},
    Metric{"local_instructions_executed", "Local instructions executed", "warp instructions", F::count, G::measurement,
           B::less, "Loads and stores of local memory that warps executed: LDL and STL, counted every time.",
           local_instructions_executed, true},
    Metric{"l1_hit_rate_global", "L1 hit rate, global loads", "of sectors", F::percent, G::measurement, B::more,
           "Sectors of global loads that were found in the L1.", l1_hit_rate_global, true},
    Metric{
        "l1_hit_rate_local", "L1 hit rate, local", "of sectors", F::percent, G::measurement, B::more,
        "Sectors of local loads and stores that were found in the L1. Loads that miss go to the L2; stores always do.",
        l1_hit_rate_local, true},
    Metric{"l1_hit_rate_local_loads", "L1 hit rate, local loads", "of sectors", F::percent, G::measurement, B::more,
           "Sectors of local loads that were found in the L1. Local stores always go on to the L2.",
           l1_hit_rate_local_loads, true},
    Metric{"l1_hit_rate", "L1 hit rate", "of sectors", F::percent, G::measurement, B::more,
           "Sectors that were found in the L1, of all kinds of access: ncu's L1/TEX hit rate.", l1_hit_rate, true},
    Metric{"texture_hit_rate", "Texture hit rate", "of sectors", F::percent, G::measurement, B::more,
           "Sectors of texture reads that were found in the L1.", texture_hit_rate, true},
    Metric{"l2_hit_rate", "L2 hit rate", "of sectors", F::percent, G::measurement, B::more,
           "Sectors that were found in the L2, of all kinds of access: ncu's L2 hit rate. Writes count as hits.",
           l2_hit_rate, true},
    Metric{"l2_read_sectors", "L2 read sectors", "sectors of 32 bytes", F::count, G::measurement, B::less,
           "32-byte sectors that the SMs' L1 caches requested from the L2.", l2_read_sectors, true},
    Metric{"l2_write_sectors", "L2 write sectors", "sectors of 32 bytes", F::count, G::measurement, B::less,
           "32-byte sectors that the SMs wrote to the L2: L1 writes through, so this includes every store to local or "
           "global memory.",
           l2_write_sectors, true},
    Metric{"dram_read_bytes", "DRAM reads", "bytes", F::bytes, G::measurement, B::less,
           "Bytes read from the GPU's memory during the launch.", dram_read_bytes, true},
    Metric{"dram_write_bytes", "DRAM writes", "bytes", F::bytes, G::measurement, B::less,
           "Bytes written to the GPU's memory until the launch ended: this excludes what the L2 still holds then.",
           dram_write_bytes, true},
    Metric{"shared_bank_conflicts", "Bank conflicts", "conflicts", F::count, G::measurement, B::less,
           "Extra passes that shared memory needed because threads of a warp wanted different words of one bank.",
           shared_bank_conflicts, true, true},
    Metric{"bank_conflict_ways", "Bank conflict", "ways", F::ratio, G::measurement, B::less,
           "Passes that an access to shared memory took for each that it needs without conflicts: 1 where there are "
           "none, 32 where the threads of a warp want 32 words of one bank.",
           bank_conflict_ways, true, true},
    Metric{"instructions_executed", "Instructions executed", "warp instructions", F::count, G::measurement, B::less,
           "Instructions that warps executed, each counted once for its 32 threads.", instructions_executed, true},
    Metric{"limit_share", "Explained by one resource", "of the time", F::percent, G::measurement, B::none,
           "The least share of the time that the busiest resource needs: its work by the counters, over this GPU's "
           "measured peak. Below 60 %, latency is the limit.",
           largest_resource_share, true},
    Metric{"dram_read_share", "DRAM reads, time", "of the time", F::percent, G::measurement, B::none,
           "Bytes read from the GPU's memory, over this GPU's measured peak in the same time.", share_of<"dram_read">,
           true},
    Metric{"dram_write_share", "DRAM writes, time", "of the time", F::percent, G::measurement, B::none,
           "Bytes written to the GPU's memory, over this GPU's measured peak in the same time.", share_of<"dram_write">,
           true},
    Metric{
        "dram_share", "DRAM, time", "of the time", F::percent, G::measurement, B::none,
        "Bytes read from and written to the GPU's memory, over this GPU's measured peaks in the same time. They share "
        "its pins, so both shares are added.",
        hardware_share_of<"dram_read">, true},
    Metric{"l2_read_share", "L2 reads, time", "of the time", F::percent, G::measurement, B::none,
           "Sectors that the L1s read from the L2, over this GPU's measured peak in the same time.",
           share_of<"l2_read">, true},
    Metric{"l2_write_share", "L2 writes, time", "of the time", F::percent, G::measurement, B::none,
           "Sectors that the L1s wrote to the L2: all stores, since the L1 writes through, over this GPU's measured "
           "peak in the same time.",
           share_of<"l2_write">, true},
    Metric{"l1_share", "L1, time", "of the time", F::percent, G::measurement, B::none,
           "Passes of loads and stores through the L1's data stage, over this GPU's measured peak in the same time.",
           share_of<"l1">, true},
    Metric{"shared_share", "Shared memory, time", "of the time", F::percent, G::measurement, B::none,
           "Passes through shared memory, those for bank conflicts among them, over this GPU's measured peak in the "
           "same time.",
           share_of<"shared">, true},
    Metric{"constant_share", "Constant memory, time", "of the time", F::percent, G::measurement, B::none,
           "Requests of warps to the constant cache, over this GPU's measured peak in the same time.",
           share_of<"constant">, true},
    Metric{"texture_share", "Textures, time", "of the time", F::percent, G::measurement, B::none,
           "Texels fetched, over this GPU's measured peak in the same time.", share_of<"texture">, true},
    Metric{"fp32_share", "FP32 pipe, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions of the FP32 pipe, integer multiplications among them, over this GPU's measured peak in the "
           "same time.",
           share_of<"fp32">, true},
    Metric{"fp64_share", "FP64 pipe, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions of the FP64 pipe, over this GPU's measured peak in the same time.", share_of<"fp64">, true},
    Metric{"special_share", "Special functions, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions of the unit for special functions, over this GPU's measured peak in the same time.",
           share_of<"special">, true},
    Metric{"integer_share", "Integer pipe, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions of the integer and logic pipe, over this GPU's measured peak in the same time.",
           share_of<"integer">, true},
    Metric{"issue_share", "Issue slots, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions issued, over this GPU's measured peak in the same time.", share_of<"issue">, true},
    Metric{"atomics_share", "Atomics, time", "of the time", F::percent, G::measurement, B::none,
           "Atomic operations of the busiest L2 slice, over this GPU's measured peak in the same time.",
           share_of<"atomics">, true},
    Metric{"fma_heavy_share", "Integer multiply-adds, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions of the heavy half of the FMA pipe, which alone takes integer multiply-adds, over this GPU's "
           "measured peak in the same time.",
           share_of<"fma_heavy">, true},
    Metric{"tensor_share", "Tensor cores, time", "of the time", F::percent, G::measurement, B::none,
           "Cycles in which the tensor cores were busy, by hardware counters.", share_of<"tensor">, true},
    Metric{"uniform_share", "Uniform instructions, time", "of the time", F::percent, G::measurement, B::none,
           "Cycles in which the pipe for uniform instructions, one for a whole warp, was busy, by hardware counters.",
           share_of<"uniform">, true},
    Metric{"branches_share", "Convergence of branches, time", "of the time", F::percent, G::measurement, B::none,
           "Instructions that mark where the threads of a warp meet again, meet there, call or return, over this GPU's "
           "measured peak in the same time.",
           share_of<"branches">, true},
    Metric{
        "adu_share", "Address divergence unit, time", "of the time", F::percent, G::measurement, B::none,
        "Barriers, warp sums, returns and reads of constants at a computed address, over this GPU's measured peak in "
        "the same time.",
        share_of<"adu">, true},
    Metric{
        "shuffles_share", "Shuffles, time", "of the time", F::percent, G::measurement, B::none,
        "Passes of shuffles through the pipe of L1 and shared memory, over this GPU's measured peak in the same time.",
        share_of<"shuffles">, true},
    Metric{"sm_network_share", "SMs' way to the network, time", "of the time", F::percent, G::measurement, B::none,
           "Cycles in which an SM's way to the L2 and to other SMs was busy, by hardware counters.",
           share_of<"sm_network">, true},
    Metric{
        "l2_requests_share", "L2 requests, time", "of the time", F::percent, G::measurement, B::none,
        "Requests that the L2 looked up, one for each line that a warp's access touches, over this GPU's measured peak "
        "in the same time.",
        share_of<"l2_requests">, true},
    Metric{"l2_entry_share", "Way into the L2, time", "of the time", F::percent, G::measurement, B::none,
           "Cycles in which the way from the SMs into the L2 was busy, by hardware counters.", share_of<"l2_entry">,
           true},
    Metric{"l2_link_share", "Link between the L2's halves, time", "of the time", F::percent, G::measurement, B::none,
           "Cycles in which the link between the two halves of the L2 was busy, by hardware counters.",
           share_of<"l2_link">, true},
    Metric{"l2_read_local_part", "L2 reads, local part", "of the sectors", F::percent, G::measurement, B::none,
           "Sectors of local memory among those that the L1s read from the L2.", local_part_of<"l2_read">, true},
    Metric{"l2_write_local_part", "L2 writes, local part", "of the sectors", F::percent, G::measurement, B::none,
           "Sectors of local memory among those that the L1s wrote to the L2: stack frames and spills.",
           local_part_of<"l2_write">, true},
    Metric{"issuing_share", "Issuing", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they issued an instruction, by hardware counters.",
           stalled_for<"selected">, true},
    Metric{"stalled_long_scoreboard", "Stalled: long scoreboard", "of the warps' time", F::percent, G::measurement,
           B::none,
           "Share of the time of resident warps in which they waited for global, local or texture memory, by hardware "
           "counters.",
           stalled_for<"long_scoreboard">, true},
    Metric{"stalled_short_scoreboard", "Stalled: short scoreboard", "of the warps' time", F::percent, G::measurement,
           B::none,
           "Share of the time of resident warps in which they waited for shared or constant memory or a special "
           "function, by hardware counters.",
           stalled_for<"short_scoreboard">, true},
    Metric{"stalled_barrier", "Stalled: barrier", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they waited for the other warps of their block, by hardware "
           "counters.",
           stalled_for<"barrier">, true},
    Metric{"stalled_wait", "Stalled: wait", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they waited for an instruction of fixed latency, by hardware "
           "counters.",
           stalled_for<"wait">, true},
    Metric{"stalled_lg_throttle", "Stalled: LG throttle", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they waited for room in the queue of global and local "
           "accesses, by hardware counters.",
           stalled_for<"lg_throttle">, true},
    Metric{"stalled_mio_throttle", "Stalled: MIO throttle", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they waited for room in the queue of shared memory and "
           "special functions, by hardware counters.",
           stalled_for<"mio_throttle">, true},
    Metric{"stalled_tex_throttle", "Stalled: TEX throttle", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they waited for room in the queue of texture reads, by "
           "hardware counters.",
           stalled_for<"tex_throttle">, true},
    Metric{"stalled_math_pipe_throttle", "Stalled: math pipe throttle", "of the warps' time", F::percent,
           G::measurement, B::none,
           "Share of the time of resident warps in which they waited for a busy arithmetic pipe, by hardware counters.",
           stalled_for<"math_pipe_throttle">, true},
    Metric{"stalled_not_selected", "Stalled: not selected", "of the warps' time", F::percent, G::measurement, B::none,
           "Share of the time of resident warps in which they could have issued but another warp did, by hardware "
           "counters.",
           stalled_for<"not_selected">, true},
};

}  // namespace

std::span<const Metric> metrics()
{
    return table;
}

std::string help_beside(const Metric& metric, bool is_by_nvrtc)
{
    std::string help(metric.help);
    if (metric.key == "registers" && is_by_nvrtc)
        help +=
            " nvcc may use a few more or fewer for a kernel with shared memory: nvcc addresses it with 32 bits, "
            "NVRTC with 64.";
    return help;
}

const Metric* find_metric(std::string_view key)
{
    for (const Metric& metric : table)
        if (metric.key == key) return &metric;
    return nullptr;
}

bool is_interpreted(const Metric& metric, const RunResult& result)
{
    const bool is_measured = metric.is_counted && result.measurement.counters;
    return metric.is_interpretable && result.counted && !result.counted->blocks.empty() && !is_measured;
}

bool needs_code(std::string_view formula)
{
    return std::any_of(table.begin(), table.end(), [&](const Metric& metric) {
        return metric.group == MetricGroup::sass && formula.find(metric.key) != std::string_view::npos;
    });
}

}  // namespace spillway::model
