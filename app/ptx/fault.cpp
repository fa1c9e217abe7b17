#include "app/ptx/fault.h"

#include <bit>

#include "app/model/grouped.h"

namespace spillway::ptx {
namespace {

std::string text_of(const Position& position)
{
    return "(" + std::to_string(position[0]) + "," + std::to_string(position[1]) + "," + std::to_string(position[2]) +
           ")";
}

std::string bytes_text(std::int64_t bytes)
{
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string who(const Fault& fault)
{
    return "thread " + text_of(fault.thread) + " of block " + text_of(fault.block);
}

std::string where(const Fault& fault)
{
    if (fault.source_line > 0) return ", line " + std::to_string(fault.source_line);
    return fault.line > 0 ? ", line " + std::to_string(fault.line) + " of the PTX" : "";
}

const char* name_of(Space space)
{
    switch (space) {
        case Space::shared:
        case Space::shared_cluster: return "shared memory";
        case Space::local: return "local memory";
        case Space::constant: return "constant memory";
        case Space::param: return "the parameters";
        case Space::generic:
        case Space::global: break;
    }
    return "global memory";
}

std::string memory_of(const Fault& fault)
{
    return fault.memory.empty() ? name_of(fault.space) : "\"" + fault.memory + "\"";
}

std::string out_of_bounds_text(const Fault& fault)
{
    const std::string does = (fault.is_write ? " writes " : " reads ") + bytes_text(fault.bytes);
    if (fault.offset < 0)
        return who(fault) + does + ", " + bytes_text(-fault.offset) + " before the beginning of " + memory_of(fault);
    if (fault.offset < fault.memory_bytes) return who(fault) + does + " across the end of " + memory_of(fault);
    return who(fault) + does + " at byte " + std::to_string(fault.offset) + " of " + memory_of(fault) + ", which has " +
           bytes_text(fault.memory_bytes) +
           (fault.last_shared.empty() ? "" : "; its last array is \"" + fault.last_shared + "\"");
}

std::string race_text(const Fault& fault)
{
    return who(fault) + (fault.is_write ? " writes" : " reads") + " byte " + std::to_string(fault.offset) + " of " +
           memory_of(fault) + " that thread " + text_of(fault.other) + (fault.other_wrote ? " wrote" : " read") +
           (fault.other_line > 0 ? " in line " + std::to_string(fault.other_line) : "") +
           (fault.kind == FaultKind::shared_race_in_warp
                ? " on another path of a branch, without __syncwarp between them"
                : ", without a barrier between them");
}

}  // namespace

bool is_of_access(FaultKind kind)
{
    switch (kind) {
        case FaultKind::out_of_bounds:
        case FaultKind::no_memory_there:
        case FaultKind::misaligned:
        case FaultKind::written_read_only:
        case FaultKind::freed_memory:
        case FaultKind::shared_not_written: return true;
        default: return is_race(kind);
    }
}

bool is_fatal(FaultKind kind)
{
    return kind != FaultKind::shared_not_written && kind != FaultKind::barriers_mismatched && !is_race(kind);
}

std::string sentence(const Fault& fault)
{
    const std::string does = fault.is_write ? " writes " : " reads ";
    switch (fault.kind) {
        case FaultKind::out_of_bounds: return out_of_bounds_text(fault) + where(fault);
        case FaultKind::no_memory_there:
            return who(fault) + does + bytes_text(fault.bytes) + " at an address where there is no memory" +
                   where(fault);
        case FaultKind::misaligned:
            return who(fault) + does + bytes_text(fault.bytes) + " of " + memory_of(fault) +
                   (fault.memory.empty() ? "" : ", from its byte " + std::to_string(fault.offset) + " on,") +
                   " at an address that is not a multiple of " + std::to_string(fault.bytes) + where(fault);
        case FaultKind::written_read_only: return who(fault) + " writes to " + memory_of(fault) + where(fault);
        case FaultKind::freed_memory:
            return who(fault) + does + bytes_text(fault.bytes) + " of memory that was freed before" + where(fault);
        case FaultKind::bad_free: return who(fault) + " frees " + fault.detail + where(fault);
        case FaultKind::shared_not_written:
            return who(fault) + " reads byte " + std::to_string(fault.offset) + " of " + memory_of(fault) +
                   ", which no thread wrote before" + where(fault);
        case FaultKind::shared_race:
        case FaultKind::shared_race_in_warp: return race_text(fault) + where(fault);
        case FaultKind::barrier_in_divergence:
            return std::to_string(std::popcount(fault.lanes)) + " of the " + std::to_string(fault.memory_bytes) +
                   " threads of the warp of thread " + text_of(fault.thread) + " of block " + text_of(fault.block) +
                   " reach a barrier without the others" + where(fault);
        case FaultKind::barriers_mismatched:
            return "while thread " + text_of(fault.other) + " waits at the barrier of " +
                   (fault.other_line > 0 ? "line " + std::to_string(fault.other_line) : "another file") + ", " +
                   who(fault) + " reaches another barrier" + where(fault);
        case FaultKind::barrier_not_reached:
            return "thread " + text_of(fault.other) + " of block " + text_of(fault.block) +
                   " waits at a barrier that not all threads reach" + where(fault);
        case FaultKind::bad_lane_mask:
            return who(fault) + " executes \"" + fault.detail +
                   (fault.is_unnamed_lane ? "\", but its mask does not name it"
                                          : "\", whose mask names threads that do not take part") +
                   where(fault);
        case FaultKind::no_end:
            return "the kernel was stopped: " + who(fault) + " still runs after " +
                   model::grouped(std::to_string(fault.memory_bytes)) + " instructions of all warps" + where(fault) +
                   "; its loop has no end, " +
                   (fault.detail.empty() ? "it waits for another block (blocks run one after another here), " : "") +
                   "or the run takes longer than it may here";
        case FaultKind::stopped: return "the kernel was stopped before its end";
        case FaultKind::trapped:
            return who(fault) + (fault.detail.empty() ? " stops the kernel" : " stops the kernel: " + fault.detail) +
                   where(fault);
        case FaultKind::unknown_function:
            return who(fault) + " calls \"" + fault.detail + "\", " +
                   (fault.why.empty() ? "whose code is missing here" : "which cannot run here: " + fault.why) +
                   where(fault);
        case FaultKind::too_deep: return who(fault) + " nests function calls too deeply" + where(fault);
        case FaultKind::too_much_memory:
            return who(fault) + " needs more memory than the interpreter allows" + where(fault);
        case FaultKind::not_supported: return "\"" + fault.detail + "\" is not supported here" + where(fault);
    }
    return "";
}

}  // namespace spillway::ptx
