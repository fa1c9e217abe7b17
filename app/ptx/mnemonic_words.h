#pragma once

// Words of PTX's mnemonics, and the values that they stand for.

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "app/ptx/program.h"

namespace spillway::ptx::mnemonic {

using Word = std::string_view;

template <typename Value>
struct Named {
    Word word;
    Value value;
};

template <typename Value, std::size_t Count>
std::optional<Value> find(const std::array<Named<Value>, Count>& table, Word word)
{
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& each) { return each.word == word; });
    return found == table.end() ? std::nullopt : std::optional(found->value);
}

inline constexpr std::array operations{Named<Op>{"add", Op::add},
                                       Named<Op>{"addc", Op::addc},
                                       Named<Op>{"sub", Op::sub},
                                       Named<Op>{"subc", Op::subc},
                                       Named<Op>{"mul", Op::mul},
                                       Named<Op>{"mad", Op::mad},
                                       Named<Op>{"madc", Op::madc},
                                       Named<Op>{"mul24", Op::mul24},
                                       Named<Op>{"mad24", Op::mad24},
                                       Named<Op>{"sad", Op::sad},
                                       Named<Op>{"div", Op::div},
                                       Named<Op>{"rem", Op::rem},
                                       Named<Op>{"abs", Op::abs},
                                       Named<Op>{"neg", Op::neg},
                                       Named<Op>{"min", Op::min},
                                       Named<Op>{"max", Op::max},
                                       Named<Op>{"popc", Op::popc},
                                       Named<Op>{"clz", Op::clz},
                                       Named<Op>{"bfind", Op::bfind},
                                       Named<Op>{"brev", Op::brev},
                                       Named<Op>{"bfe", Op::bfe},
                                       Named<Op>{"bfi", Op::bfi},
                                       Named<Op>{"fns", Op::fns},
                                       Named<Op>{"dp4a", Op::dp4a},
                                       Named<Op>{"dp2a", Op::dp2a},
                                       Named<Op>{"and", Op::logic_and},
                                       Named<Op>{"or", Op::logic_or},
                                       Named<Op>{"xor", Op::logic_xor},
                                       Named<Op>{"not", Op::logic_not},
                                       Named<Op>{"cnot", Op::cnot},
                                       Named<Op>{"lop3", Op::lop3},
                                       Named<Op>{"shl", Op::shl},
                                       Named<Op>{"shr", Op::shr},
                                       Named<Op>{"shf", Op::shf},
                                       Named<Op>{"prmt", Op::prmt},
                                       Named<Op>{"bmsk", Op::bmsk},
                                       Named<Op>{"szext", Op::szext},
                                       Named<Op>{"fma", Op::fma},
                                       Named<Op>{"rcp", Op::rcp},
                                       Named<Op>{"sqrt", Op::sqrt},
                                       Named<Op>{"rsqrt", Op::rsqrt},
                                       Named<Op>{"sin", Op::sin},
                                       Named<Op>{"cos", Op::cos},
                                       Named<Op>{"lg2", Op::lg2},
                                       Named<Op>{"ex2", Op::ex2},
                                       Named<Op>{"tanh", Op::tanh},
                                       Named<Op>{"testp", Op::testp},
                                       Named<Op>{"copysign", Op::copysign},
                                       Named<Op>{"set", Op::set},
                                       Named<Op>{"setp", Op::setp},
                                       Named<Op>{"selp", Op::selp},
                                       Named<Op>{"slct", Op::slct},
                                       Named<Op>{"mov", Op::mov},
                                       Named<Op>{"cvt", Op::cvt},
                                       Named<Op>{"cvta", Op::cvta},
                                       Named<Op>{"isspacep", Op::isspacep},
                                       Named<Op>{"mapa", Op::mapa},
                                       Named<Op>{"getctarank", Op::getctarank},
                                       Named<Op>{"ld", Op::ld},
                                       Named<Op>{"ldu", Op::ld},
                                       Named<Op>{"st", Op::st},
                                       Named<Op>{"atom", Op::atom},
                                       Named<Op>{"red", Op::red},
                                       Named<Op>{"prefetch", Op::prefetch},
                                       Named<Op>{"prefetchu", Op::prefetch},
                                       Named<Op>{"applypriority", Op::prefetch},
                                       Named<Op>{"discard", Op::prefetch},
                                       Named<Op>{"membar", Op::membar},
                                       Named<Op>{"fence", Op::membar},
                                       Named<Op>{"shfl", Op::shfl},
                                       Named<Op>{"vote", Op::vote},
                                       Named<Op>{"activemask", Op::activemask},
                                       Named<Op>{"match", Op::match},
                                       Named<Op>{"redux", Op::redux},
                                       Named<Op>{"elect", Op::elect},
                                       Named<Op>{"bar", Op::bar},
                                       Named<Op>{"barrier", Op::bar},
                                       Named<Op>{"nanosleep", Op::nanosleep},
                                       Named<Op>{"bra", Op::bra},
                                       Named<Op>{"brx", Op::brx},
                                       Named<Op>{"call", Op::call},
                                       Named<Op>{"ret", Op::ret},
                                       Named<Op>{"exit", Op::exit},
                                       Named<Op>{"trap", Op::trap},
                                       Named<Op>{"brkpt", Op::trap},
                                       Named<Op>{"pmevent", Op::nothing},
                                       Named<Op>{"griddepcontrol", Op::nothing},
                                       Named<Op>{"setmaxnreg", Op::nothing},
                                       Named<Op>{"cp", Op::cp_async},
                                       Named<Op>{"mbarrier", Op::mbarrier_init},
                                       Named<Op>{"mma", Op::mma},
                                       Named<Op>{"ldmatrix", Op::ldmatrix},
                                       Named<Op>{"stmatrix", Op::stmatrix},
                                       Named<Op>{"movmatrix", Op::movmatrix},
                                       Named<Op>{"tex", Op::tex},
                                       Named<Op>{"createpolicy", Op::alloca_bytes}};

inline constexpr std::array roundings{
    Named<Rounding>{"rn", Rounding::nearest},      Named<Rounding>{"rz", Rounding::zero},
    Named<Rounding>{"rm", Rounding::down},         Named<Rounding>{"rp", Rounding::up},
    Named<Rounding>{"rna", Rounding::away},        Named<Rounding>{"rni", Rounding::to_int_nearest},
    Named<Rounding>{"rzi", Rounding::to_int_zero}, Named<Rounding>{"rmi", Rounding::to_int_down},
    Named<Rounding>{"rpi", Rounding::to_int_up}};

inline constexpr std::array comparisons{
    Named<Compare>{"eq", Compare::eq},   Named<Compare>{"ne", Compare::ne},   Named<Compare>{"lt", Compare::lt},
    Named<Compare>{"le", Compare::le},   Named<Compare>{"gt", Compare::gt},   Named<Compare>{"ge", Compare::ge},
    Named<Compare>{"lo", Compare::lo},   Named<Compare>{"ls", Compare::ls},   Named<Compare>{"hi", Compare::hi},
    Named<Compare>{"hs", Compare::hs},   Named<Compare>{"equ", Compare::equ}, Named<Compare>{"neu", Compare::neu},
    Named<Compare>{"ltu", Compare::ltu}, Named<Compare>{"leu", Compare::leu}, Named<Compare>{"gtu", Compare::gtu},
    Named<Compare>{"geu", Compare::geu}, Named<Compare>{"num", Compare::num}, Named<Compare>{"nan", Compare::nan}};

inline constexpr std::array spaces{Named<Space>{"global", Space::global},
                                   Named<Space>{"const", Space::constant},
                                   Named<Space>{"shared", Space::shared},
                                   Named<Space>{"shared::cta", Space::shared},
                                   Named<Space>{"shared::cluster", Space::shared_cluster},
                                   Named<Space>{"local", Space::local},
                                   Named<Space>{"param", Space::param},
                                   Named<Space>{"param::entry", Space::param},
                                   Named<Space>{"param::func", Space::param}};

inline constexpr std::array atomics{
    Named<Atomic>{"add", Atomic::add},       Named<Atomic>{"min", Atomic::min},
    Named<Atomic>{"max", Atomic::max},       Named<Atomic>{"inc", Atomic::inc},
    Named<Atomic>{"dec", Atomic::dec},       Named<Atomic>{"and", Atomic::logic_and},
    Named<Atomic>{"or", Atomic::logic_or},   Named<Atomic>{"xor", Atomic::logic_xor},
    Named<Atomic>{"exch", Atomic::exchange}, Named<Atomic>{"cas", Atomic::compare_swap}};

}  // namespace spillway::ptx::mnemonic
