#include "app/teaching/cause_words.h"

#include <algorithm>

#include "app/model/cause_words.h"
#include "app/model/metrics.h"
#include "app/model/stack_size.h"

namespace spillway::teaching {
namespace {

using model::CauseKind;

constexpr CauseWords all_cause_words[] = {
    {CauseKind::dynamic_index, "Dynamic index",
     "Registers have no index. An array whose index is still not a constant after unrolling needs addresses.",
     "Make every index a constant: unroll the loop, or select the element by comparisons."},
    {CauseKind::too_large, "Too large",
     "A thread has 255 registers of 4 bytes at most, and a call passes only some of them.",
     "Work on one part at a time, or keep it in shared memory; let the called function be inlined."},
    {CauseKind::spill, "Spill", "ptxas needs more registers at once than it may use, and stores some for later.",
     "Allow more registers (a higher cap, fewer blocks per SM), or keep fewer values alive at once."},
    {CauseKind::address_taken, "Address taken",
     "If a function that is really called gets a pointer or a reference to a variable, the variable must be in memory.",
     "Pass or select a value instead of its address, or let the function be inlined."},
    {CauseKind::call_stack, "Call stack", "A real call saves its caller's registers, or passes arguments in memory.",
     "Let the function be inlined; recursion can often become a loop."},
    {CauseKind::library_function, "Library function",
     "CUDA's own functions may use local memory: the slow path of sin and cos, the arguments of printf.",
     "Use an intrinsic such as __sinf (or fast math), sinf instead of sin for a float, or reduce the argument "
     "beforehand."},
    {CauseKind::parameter_copy, "Parameter copy",
     "A kernel's parameters are in constant memory. A thread copies one to local memory if it writes it, or if its "
     "address is used as a pointer.",
     "Keep what changes in a variable of its own, and make member functions const that change nothing: then declare it "
     "const __grid_constant__."},
    {CauseKind::declared_volatile, "Volatile",
     "The compiler may keep no copy of a volatile variable: each read and each write of it goes to memory.",
     "Leave volatile out where no other thread and no debugger reads the variable: none can read a local one."},
    {CauseKind::unknown, "Unknown", "It is in local memory, and no trial compile explained it.", nullptr},
};

/// A stack that ptxas cannot add up: "64 bytes in each thread, and 104 bytes for each level of recursion, ...".
std::string unknown_stack_words(const model::CompileReport& report)
{
    const auto bytes = [](std::int64_t number) { return model::format_bytes(static_cast<double>(number)); };
    const std::int64_t own = report.stack_frame_bytes, level = *report.stack_level_bytes;
    if (level == 0)
        return (own > 0 ? bytes(own) + " in each thread, and an" : "An") +
               std::string(" unknown number of bytes for functions called through a pointer or for alloca()");
    const std::string each =
        bytes(level) + (own > 0 ? "" : " in each thread") + " for each level of recursion, whose depth is unknown";
    return own > 0 ? bytes(own) + " in each thread, and " + each : each;
}

}  // namespace

const CauseWords& cause_words(CauseKind kind)
{
    return *std::find_if(std::begin(all_cause_words), std::end(all_cause_words) - 1,
                         [&](const CauseWords& words) { return words.kind == kind; });
}

std::string cause_remedy(const model::Cause& cause)
{
    const char* remedy = cause_words(cause.kind).remedy;
    const bool is_solved = cause.bytes == 0 && cause.kind != CauseKind::spill;  // ptxas removed it
    if (is_solved && !cause.repair) return "";
    if (!cause.repair) return remedy == nullptr ? std::string() : remedy;
    const model::Repair& repair = *cause.repair;
    std::string text = "Compiled with this change: " + repair.change + ". The stack frame then has " +
                       model::format_bytes(static_cast<double>(repair.stack_frame_bytes));
    if (repair.spill_store_bytes > 0)
        text += ", with " + model::format_bytes(static_cast<double>(repair.spill_store_bytes)) + " of spill stores";
    if (repair.registers) text += ", and the kernel takes " + std::to_string(*repair.registers) + " registers";
    return text + ".";
}

std::string causes_sentence(const std::vector<model::Cause>& causes, const model::CompileReport* report,
                            const model::SassInspection* sass)
{
    std::int64_t bytes = 0;
    std::string what;
    for (const model::Cause& cause : causes) {
        if (cause.bytes == 0) continue;
        bytes += cause.bytes;
        what += (what.empty() ? "" : "; ") + model::cause_subject(cause) + ", " + model::reason_words(cause.kind);
    }
    // Functions that are called in turn are all causes, but the stack holds only the largest.
    if (report != nullptr && report->cumulative_stack_bytes) bytes = std::min(bytes, model::stack_bytes(*report));
    if (report != nullptr && report->stack_level_bytes && (bytes > 0 || *report->stack_level_bytes == 0))
        return unknown_stack_words(*report) + (what.empty() ? "" : ": " + what) + ".";
    if (bytes > 0) return model::format_bytes(static_cast<double>(bytes)) + " in each thread: " + what + ".";
    const std::int64_t accesses = sass != nullptr ? sass->local_loads + sass->local_stores : 0;
    if (causes.empty() && accesses > 0)
        return "ptxas reports no local memory, but the machine code has " + std::to_string(accesses) +
               " loads and stores of it: a stack whose size is only known at run time, as with alloca().";
    return causes.empty() ? "This kernel keeps nothing in local memory."
                          : "The PTX asks for local memory, but ptxas removed it.";
}

}  // namespace spillway::teaching
