#include "app/ptx/counts.h"

namespace spillway::ptx {
namespace {

void add(InstructionCount& to, const InstructionCount& one)
{
    to.issued += one.issued;
    to.lanes += one.lanes;
}

AccessCount& sum_of(Counts& counts, const Instruction& in, Memory memory)
{
    if (in.op == Op::atom || in.op == Op::red)
        return memory == Memory::shared ? counts.shared_atomics : counts.global_atomics;
    if (in.op == Op::tex) return counts.texture_loads;
    const bool is_load = in.op == Op::ld || in.op == Op::ldmatrix || in.op == Op::cp_async;
    if (memory == Memory::shared) return is_load ? counts.shared_loads : counts.shared_stores;
    if (memory == Memory::local) return is_load ? counts.local_loads : counts.local_stores;
    if (in.space == Space::constant) return counts.constant_loads;
    return is_load ? counts.global_loads : counts.global_stores;
}

AccessCount& sum_of(Counts::Line& line, Memory memory)
{
    if (memory == Memory::shared) return line.shared;
    return memory == Memory::local ? line.local : line.global;
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
            for (const Memory memory : {Memory::global, Memory::shared, Memory::local}) {
                const AccessCount& one = tally.accesses[in.index][static_cast<std::size_t>(memory)];
                if (one.requests == 0) continue;
                sum_of(counts, in, memory) += one;
                // Constant memory and textures have no count of their own for each line.
                if (in.op != Op::tex && in.space != Space::constant) sum_of(line, memory) += one;
            }
        }
}

}  // namespace spillway::ptx
