#include "app/ptx/handlers.h"

namespace spillway::ptx {
namespace {

bool is_logic(Op op)
{
    switch (op) {
        case Op::logic_and:
        case Op::logic_or:
        case Op::logic_xor:
        case Op::logic_not:
        case Op::cnot:
        case Op::lop3:
        case Op::shl:
        case Op::shr:
        case Op::shf:
        case Op::prmt:
        case Op::bmsk:
        case Op::szext:
        case Op::popc:
        case Op::clz:
        case Op::bfind:
        case Op::brev:
        case Op::bfe:
        case Op::bfi:
        case Op::fns: return true;
        default: return false;
    }
}

bool is_half(Type type)
{
    return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 || type == Type::bf16x2;
}

Handler arithmetic_handler(const Instruction& in)
{
    if (is_logic(in.op)) return bit_handler(in);
    if (is_half(in.type)) return half_handler(in);
    if (in.type == Type::f32 || in.type == Type::f64) return real_handler(in);
    return integer_handler(in);
}

}  // namespace

Handler find_handler(const Instruction& in, const Function& function)
{
    switch (in.op) {
        case Op::set:
        case Op::setp:
        case Op::selp:
        case Op::slct: return compare_handler(in);
        case Op::mov:
        case Op::cvta:
        case Op::isspacep:
        case Op::mapa:
        case Op::getctarank: return move_handler(in, function);
        case Op::cvt: return convert_handler(in);
        case Op::ld:
        case Op::st:
        case Op::prefetch: return memory_handler(in, function);
        case Op::atom:
        case Op::red: return atomic_handler(in, function);
        case Op::tex: return texture_handler(in, function);
        case Op::mma:
        case Op::ldmatrix:
        case Op::stmatrix:
        case Op::movmatrix: return matrix_handler(in, function);
        default: break;
    }
    if (in.op >= Op::shfl && in.op <= Op::elect) return exchange_handler(in);
    if (in.op >= Op::bar && in.op <= Op::bar_warp) return barrier_handler(in);
    if (in.op >= Op::cp_async && in.op <= Op::mbarrier_pending) return copy_handler(in);
    if (in.op == Op::membar || in.op >= Op::nanosleep) return control_handler(in);
    return arithmetic_handler(in);
}

}  // namespace spillway::ptx
