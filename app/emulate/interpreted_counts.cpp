#include "app/emulate/interpreted_counts.h"

#include <algorithm>
#include <filesystem>

namespace spillway::emulate {
namespace {

constexpr std::size_t max_lines = 200;

std::int64_t number(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

model::InterpretedAccesses accesses_of(const ptx::AccessCount& count)
{
    return {number(count.requests), number(count.bytes),      number(count.sectors),
            number(count.lines),    number(count.wavefronts), number(count.conflicts)};
}

const char* name_of_class(ptx::InstructionClass kind)
{
    using ptx::InstructionClass;
    switch (kind) {
        case InstructionClass::integer: return "integer";
        case InstructionClass::floating: return "floating_point";
        case InstructionClass::floating_double: return "double_precision";
        case InstructionClass::conversion: return "conversion";
        case InstructionClass::comparison: return "comparison";
        case InstructionClass::move: return "move";
        case InstructionClass::control: return "control";
        case InstructionClass::load_store: return "load_store";
        case InstructionClass::atomic: return "atomic";
        case InstructionClass::barrier: return "barrier";
        case InstructionClass::warp: return "warp";
        case InstructionClass::matrix: return "matrix";
        case InstructionClass::texture: break;
    }
    return "texture";
}

model::FaultKind kind_of(ptx::FaultKind kind)
{
    using From = ptx::FaultKind;
    using To = model::FaultKind;
    switch (kind) {
        case From::out_of_bounds: return To::out_of_bounds;
        case From::no_memory_there: return To::no_memory_there;
        case From::misaligned: return To::misaligned;
        case From::written_read_only: return To::written_read_only;
        case From::freed_memory: return To::freed_memory;
        case From::bad_free: return To::bad_free;
        case From::shared_not_written: return To::shared_not_written;
        case From::shared_race: return To::shared_race;
        case From::shared_race_in_warp: return To::shared_race_in_warp;
        case From::barrier_in_divergence: return To::barrier_in_divergence;
        case From::barriers_mismatched: return To::barriers_mismatched;
        case From::barrier_not_reached: return To::barrier_not_reached;
        case From::bad_lane_mask: return To::bad_lane_mask;
        case From::no_end: return To::no_end;
        case From::stopped: return To::stopped;
        case From::trapped: return To::trapped;
        case From::unknown_function: return To::unknown_function;
        case From::too_deep: return To::too_deep;
        case From::too_much_memory: return To::too_much_memory;
        case From::not_supported: break;
    }
    return To::not_supported;
}

/// Without the folder, which is the compiler's temporary one.
std::string file_name(const ptx::Module& module, std::int32_t file)
{
    const auto found = module.files.find(file);
    return found == module.files.end() ? std::string() : std::filesystem::path(found->second).filename().string();
}

std::vector<std::int64_t> numbers(const ptx::Position& position)
{
    return {position[0], position[1], position[2]};
}

}  // namespace

model::InterpretedCounts interpreted_counts(const ptx::Counts& counts)
{
    model::InterpretedCounts made;
    made.blocks = number(counts.blocks);
    made.warps = number(counts.warps);
    made.threads = number(counts.threads);
    made.instructions = number(counts.all.issued);
    made.lanes = number(counts.all.lanes);
    for (const auto& [kind, count] : counts.classes)
        made.kinds.push_back({name_of_class(kind), number(count.issued), number(count.lanes)});
    made.global_loads = accesses_of(counts.global_loads);
    made.global_stores = accesses_of(counts.global_stores);
    made.shared_loads = accesses_of(counts.shared_loads);
    made.shared_stores = accesses_of(counts.shared_stores);
    made.local_loads = accesses_of(counts.local_loads);
    made.local_stores = accesses_of(counts.local_stores);
    made.constant_loads = accesses_of(counts.constant_loads);
    made.texture_loads = accesses_of(counts.texture_loads);
    made.global_atomics = accesses_of(counts.global_atomics);
    made.shared_atomics = accesses_of(counts.shared_atomics);
    made.atomics_on_one_address = number(counts.atomics_on_one_address);
    made.barriers = number(counts.barriers);
    made.branches = number(counts.branches);
    made.divergent_branches = number(counts.divergent_branches);
    return made;
}

std::vector<model::InterpretedLine> interpreted_lines(const ptx::Counts& counts, const ptx::Module& module)
{
    std::vector<model::InterpretedLine> lines;
    for (const auto& [place, line] : counts.lines) {
        if (place.second <= 0) continue;  // code without a source line
        lines.push_back({file_name(module, place.first), place.second, number(line.instructions.issued),
                         number(line.instructions.lanes), accesses_of(line.global), accesses_of(line.shared),
                         accesses_of(line.local)});
    }
    std::ranges::stable_sort(lines, [](const auto& a, const auto& b) { return a.instructions > b.instructions; });
    if (lines.size() > max_lines) lines.resize(max_lines);
    return lines;
}

model::InterpretedFault interpreted_fault(const ptx::Fault& fault, const ptx::Module& module,
                                          const std::string& source_name)
{
    model::InterpretedFault made;
    made.kind = kind_of(fault.kind);
    made.is_fatal = ptx::is_fatal(fault.kind);
    made.sentence = ptx::sentence(fault);
    made.thread = numbers(fault.thread);
    made.block = numbers(fault.block);
    const bool has_other = ptx::is_race(fault.kind) || fault.kind == ptx::FaultKind::barriers_mismatched ||
                           fault.kind == ptx::FaultKind::barrier_not_reached;
    if (has_other) made.other = numbers(fault.other);
    made.other_line = fault.other_line;
    made.is_write = fault.is_write;
    made.bytes = fault.bytes;
    made.memory = fault.memory;
    made.offset = fault.offset;
    made.memory_bytes = fault.memory_bytes;
    made.file = fault.source_line > 0 ? file_name(module, fault.source_file) : "";
    made.line = fault.source_line;
    made.ptx_line = fault.line;
    const std::string own = std::filesystem::path(source_name).filename().string();
    if (!made.file.empty() && made.file != own) made.sentence += " of " + made.file;
    return made;
}

}  // namespace spillway::emulate
