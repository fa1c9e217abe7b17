#include "app/ptx/counts.h"

namespace spillway::ptx {
namespace {

void add(InstructionCount& to, const InstructionCount& one)
{
    to.issued += one.issued;
    to.lanes += one.lanes;
}

bool is_shared(Space space)
{
    return space == Space::shared || space == Space::shared_cluster;
}

/// Generic accesses count as global ones unless they took rounds of banks.
AccessCount* sum_of(Counts& counts, const Instruction& in, const AccessCount& one)
{
    const bool in_shared = is_shared(in.space) || (in.space == Space::generic && one.wavefronts > 0);
    if (in.op == Op::atom || in.op == Op::red) return in_shared ? &counts.shared_atomics : &counts.global_atomics;
    if (in.op == Op::tex) return &counts.texture_loads;
    const bool is_load = in.op == Op::ld || in.op == Op::ldmatrix;
    if (in_shared) return is_load ? &counts.shared_loads : &counts.shared_stores;
    if (in.space == Space::local) return is_load ? &counts.local_loads : &counts.local_stores;
    if (in.space == Space::constant) return &counts.constant_loads;
    return is_load || in.op == Op::cp_async ? &counts.global_loads : &counts.global_stores;
}

}  // namespace

AccessCount& AccessCount::operator+=(const AccessCount& other)
{
    requests += other.requests;
    bytes += other.bytes;
    sectors += other.sectors;
    lines += other.lines;
    wavefronts += other.wavefronts;
    conflicts += other.conflicts;
    return *this;
}

InstructionClass class_of(const Instruction& in)
{
    switch (in.op) {
        case Op::cvt: return InstructionClass::conversion;
        case Op::set:
        case Op::setp:
        case Op::selp:
        case Op::slct:
        case Op::testp: return InstructionClass::comparison;
        case Op::mov:
        case Op::cvta:
        case Op::isspacep:
        case Op::mapa:
        case Op::getctarank: return InstructionClass::move;
        case Op::ld:
        case Op::st:
        case Op::prefetch:
        case Op::cp_async:
        case Op::cp_async_bulk:
        case Op::ldmatrix:
        case Op::stmatrix: return InstructionClass::load_store;
        case Op::atom:
        case Op::red: return InstructionClass::atomic;
        case Op::mma:
        case Op::movmatrix: return InstructionClass::matrix;
        case Op::tex: return InstructionClass::texture;
        default: break;
    }
    if (in.op >= Op::shfl && in.op <= Op::elect) return InstructionClass::warp;
    if (in.op >= Op::bar && in.op <= Op::bar_warp) return InstructionClass::barrier;
    if (in.op >= Op::membar) return InstructionClass::control;
    if (in.type == Type::f64) return InstructionClass::floating_double;
    return in.type >= Type::f16 ? InstructionClass::floating : InstructionClass::integer;
}

void sum_up(const Module& module, const Tally& tally, Counts& counts)
{
    for (const Function& function : module.functions)
        for (const Instruction& in : function.code) {
            const InstructionCount& instructions = tally.instructions[in.index];
            if (instructions.issued == 0) continue;
            add(counts.all, instructions);
            add(counts.classes[class_of(in)], instructions);
            if (in.op == Op::bra) counts.branches += instructions.issued;
            Counts::Line& line = counts.lines[{in.source_file, in.source_line}];
            add(line.instructions, instructions);
            const AccessCount& one = tally.accesses[in.index];
            if (one.requests == 0) continue;
            *sum_of(counts, in, one) += one;
            const bool in_shared = is_shared(in.space) || one.wavefronts > 0;
            (in_shared ? line.shared : in.space == Space::local ? line.local : line.global) += one;
        }
}

}  // namespace spillway::ptx
