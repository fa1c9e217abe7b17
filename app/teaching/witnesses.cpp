#include "app/teaching/witnesses.h"

#include <optional>

#include "app/model/metrics.h"
#include "app/model/stack_size.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

std::string bytes(std::int64_t number)
{
    return model::format_bytes(static_cast<double>(number));
}

std::optional<std::int64_t> driver_bytes(const model::RunResult& result)
{
    return result.measurement.local_bytes_per_thread;
}

Witness byte_witness(const char* name, std::optional<std::int64_t> number, const char* help)
{
    if (!number) return {name, "no result", false, false, help};
    return {name, bytes(*number), true, *number > 0, help};
}

/// Sum of the stack frames of the functions that the kernel calls.
std::int64_t called_frames(const model::CompileReport& report)
{
    std::int64_t sum = 0;
    for (const model::FunctionReport& function : report.functions)
        if (!function.is_entry) sum += function.stack_frame_bytes;
    return sum;
}

void note_ptx_against_ptxas(const model::RunResult& result, std::vector<std::string>& notes)
{
    const model::CompileReport& report = *result.compile;
    const std::int64_t in_ptx = result.ptx ? result.ptx->local_bytes : 0;
    if (in_ptx > 0 && report.stack_frame_bytes == 0 && called_frames(report) == 0) {
        notes.push_back("The PTX declares " + bytes(in_ptx) +
                        " of .local, but ptxas removed it: the machine code needs no local memory.");
    }
    if (result.ptx && in_ptx == 0 && report.stack_frame_bytes > 0 && report.spill_store_bytes > 0)
        notes.push_back("The PTX does not show the spills: ptxas allocates registers later.");
}

void note_frame_against_spills(const model::RunResult& result, std::vector<std::string>& notes)
{
    const model::CompileReport& report = *result.compile;
    const bool spills = report.spill_store_bytes > 0 || report.spill_load_bytes > 0;
    if (report.stack_frame_bytes > 0 && !spills) {
        notes.push_back(
            "The kernel's own stack frame holds no spills: something needs an address (an array with a run-time index, "
            "a variable whose address is taken). That is local memory, but not a spill.");
    }
    if (spills && report.stack_frame_bytes > 0) {
        notes.push_back("Registers ran out: ptxas spills, and the stack frame holds the spilled values.");
    }
    if (report.shared_spill_store_bytes.value_or(0) > 0) {
        notes.push_back("Registers ran out: the code spills " + bytes(*report.shared_spill_store_bytes) +
                        " per thread to shared memory, which ptxas does not report.");
    } else if (spills && report.stack_frame_bytes == 0) {
        notes.push_back("ptxas spills, yet the stack frame is empty: the spilled values went to shared memory (" +
                        bytes(report.static_shared_bytes) +
                        " of static shared memory per block, the kernel's own arrays included).");
    }
    if (const std::int64_t called = called_frames(report); called > 0) {
        const bool they_spill = model::spill_store_bytes(report) > report.spill_store_bytes;
        notes.push_back("Functions that the kernel calls have stack frames of their own, " + bytes(called) +
                        (they_spill ? " in all, with spills of their own" : " in all") +
                        "; the kernel's frame does not include them.");
    }
}

void note_sass_and_driver(const model::RunResult& result, std::vector<std::string>& notes)
{
    const model::CompileReport& report = *result.compile;
    const std::int64_t frames = report.stack_frame_bytes + called_frames(report);
    if (result.sass) {
        const int accesses = result.sass->local_loads + result.sass->local_stores;
        if (accesses == 0 && frames > 0)
            notes.push_back("The frame is reserved, but no LDL or STL in the machine code touches it.");
        if (accesses > 0 && frames == 0)
            notes.push_back(
                "The machine code has LDL or STL although ptxas reports no frame: a called function that ptxas does "
                "not report may have one.");
    }
    const auto driver = driver_bytes(result);
    if (!driver || *driver == report.stack_frame_bytes) return;
    const bool is_more = *driver > report.stack_frame_bytes;
    notes.push_back("The driver reserves " + bytes(*driver) + " per thread where ptxas reports " +
                    bytes(report.stack_frame_bytes) +
                    (is_more ? ": the driver also counts the called functions, and rounds up." : "."));
}

}  // namespace

std::vector<Witness> local_memory_witnesses(const model::RunResult& result)
{
    std::optional<std::int64_t> ptx, frame, stores, loads;
    if (result.ptx) ptx = result.ptx->local_bytes;
    if (result.compile) {
        frame = result.compile->stack_frame_bytes;
        stores = model::spill_store_bytes(*result.compile);
        loads = model::spill_load_bytes(*result.compile);
    }
    std::vector<Witness> all{
        byte_witness(".local in PTX", ptx, "Sizes of the .local declarations, before ptxas runs."),
        byte_witness("Stack frame", frame, "ptxas: bytes per thread of the kernel's own frame."),
        byte_witness("Spill stores", stores,
                     "ptxas: bytes stored because registers ran out, called functions included; a loop counts once."),
        byte_witness("Spill loads", loads, "ptxas: bytes loaded back."),
    };
    Witness sass{"LDL / STL in SASS", result.compile ? "not inspected" : "no result", false, false,
                 "Local loads and stores in the machine code; needs a disassembler."};
    if (result.sass) {
        sass.answer = grouped(result.sass->local_loads) + " / " + grouped(result.sass->local_stores);
        sass.known = true;
        sass.sees_local = result.sass->local_loads + result.sass->local_stores > 0;
    }
    all.push_back(sass);
    all.push_back(byte_witness("Driver", driver_bytes(result),
                               "Local memory per thread as the driver reports it for the loaded kernel; needs a GPU."));
    return all;
}

std::vector<std::string> witness_notes(const model::RunResult& result)
{
    std::vector<std::string> notes;
    if (!result.compile) return notes;
    note_ptx_against_ptxas(result, notes);
    note_frame_against_spills(result, notes);
    note_sass_and_driver(result, notes);
    if (notes.empty()) notes.push_back("All tools with a result agree: this kernel uses no local memory.");
    return notes;
}

}  // namespace spillway::teaching
