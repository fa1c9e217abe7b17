// mma, ldmatrix, stmatrix, movmatrix. Which lane holds which element: the tables of the PTX ISA, where lane l is thread
// l % 4 of group l / 4. Sums of real numbers are computed in double precision and rounded once, because the hardware's
// order of summation is not documented.
#include <algorithm>

#include "app/ptx/access_counts.h"
#include "app/ptx/handlers.h"
#include "app/ptx/rounding.h"
#include "app/ptx/shadow.h"

namespace spillway::ptx {
namespace {

/// Elements of A or B in a 32-bit register; 0 for an unsupported type.
int elements_of(Type type)
{
    switch (type) {
        case Type::f16:
        case Type::bf16: return 2;
        case Type::tf32: return 1;
        case Type::s8:
        case Type::u8: return 4;
        default: return 0;
    }
}

double value_of(std::uint32_t word, int element, Type type)
{
    switch (type) {
        case Type::f16: return half_value(static_cast<std::uint16_t>(word >> 16 * element));
        case Type::bf16: return bfloat_value(static_cast<std::uint16_t>(word >> 16 * element));
        case Type::s8: return static_cast<std::int8_t>(word >> 8 * element);
        case Type::u8: return static_cast<std::uint8_t>(word >> 8 * element);
        default: return std::bit_cast<float>(word & ~0x1fffU);  // tf32
    }
}

constexpr int max_rows = 16, max_depth = 32, columns = 8;
struct Operands {
    double a[max_rows][max_depth], b[max_depth][columns], c[max_rows][columns];
};

std::uint32_t word_of(const Warp& w, const Argument& list, int index, int lane)
{
    return w.values<std::uint32_t>(list.kind == Argument::Kind::list ? w.listed(list, index) : list)[lane];
}

void read_operands(const Warp& w, const Instruction& in, Operands& m)
{
    const int per_word = elements_of(in.from), depth = in.shape.k;
    for (int lane = 0; lane < lane_count; ++lane) {
        const int group = lane / 4, place = lane % 4;
        for (int r = 0; r < depth / (2 * per_word); ++r)
            for (int e = 0; e < per_word; ++e)
                m.a[group + 8 * (r & 1)][place * per_word + e + (r >> 1) * 4 * per_word] =
                    value_of(word_of(w, in.arguments[1], r, lane), e, in.from);
        for (int r = 0; r < depth / (4 * per_word); ++r)
            for (int e = 0; e < per_word; ++e)
                m.b[place * per_word + e + r * 4 * per_word][group] =
                    value_of(word_of(w, in.arguments[2], r, lane), e, in.third);
        for (int i = 0; i < 4; ++i) {
            const int row = group + 8 * (i >> 1), column = place * 2 + (i & 1);
            if (in.fourth == Type::f16)
                m.c[row][column] =
                    half_value(static_cast<std::uint16_t>(word_of(w, in.arguments[3], i >> 1, lane) >> 16 * (i & 1)));
            else if (in.fourth == Type::s32)
                m.c[row][column] = static_cast<std::int32_t>(word_of(w, in.arguments[3], i, lane));
            else
                m.c[row][column] = std::bit_cast<float>(word_of(w, in.arguments[3], i, lane));
        }
    }
}

std::uint32_t whole_word(double sum, bool saturates)
{
    if (saturates) return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::clamp(sum, -0x1p31, 0x1p31 - 1)));
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(sum));
}

/// Reports a fault and returns false if lanes of the warp are missing.
bool is_whole(Warp& w, const Instruction& in)
{
    if (w.lanes == all_lanes) return true;
    w.fail_of_mask(in, w.lanes, 0);
    return false;
}

void multiply(Warp& w, const Instruction& in)
{
    if (!is_whole(w, in)) return;
    Operands m{};
    read_operands(w, in, m);
    double d[max_rows][columns];
    for (int row = 0; row < max_rows; ++row)
        for (int column = 0; column < columns; ++column) {
            double sum = m.c[row][column];
            for (int k = 0; k < in.shape.k; ++k) sum += m.a[row][k] * m.b[k][column];
            d[row][column] = sum;
        }
    for (int lane = 0; lane < lane_count; ++lane) {
        if (!has(w.lanes, lane)) continue;
        const int group = lane / 4, place = lane % 4;
        for (int i = 0; i < 4; ++i) {
            const double sum = d[group + 8 * (i >> 1)][place * 2 + (i & 1)];
            if (in.type == Type::f16) {
                if ((i & 1) != 0) continue;
                const double next = d[group + 8 * (i >> 1)][place * 2 + 1];
                const std::uint32_t word = half_bits(sum, Rounding::nearest) |
                                           static_cast<std::uint32_t>(half_bits(next, Rounding::nearest)) << 16;
                w.values<std::uint32_t>(w.listed(in.arguments[0], i >> 1))[lane] = word;
                continue;
            }
            const std::uint32_t word = in.type == Type::s32
                                           ? whole_word(sum, in.saturates)
                                           : std::bit_cast<std::uint32_t>(one_nan(static_cast<float>(sum)));
            w.values<std::uint32_t>(w.listed(in.arguments[0], i))[lane] = word;
        }
    }
}

/// m8n8k4 in double precision.
void multiply_double(Warp& w, const Instruction& in)
{
    const auto of = [&](std::size_t argument, int index, int lane) {
        const Argument& list = in.arguments[argument];
        return w.values<double>(list.kind == Argument::Kind::list ? w.listed(list, index) : list)[lane];
    };
    double made[2][lane_count];
    for (int lane = 0; lane < lane_count; ++lane)
        for (int i = 0; i < 2; ++i) {
            const int row = lane / 4, column = lane % 4 * 2 + i;
            double sum = of(3, i, lane);
            for (int k = 0; k < 4; ++k) sum = std::fma(of(1, 0, row * 4 + k), of(2, 0, column * 4 + k), sum);
            made[i][lane] = sum;
        }
    for (int i = 0; i < 2; ++i) keep(w, w.values<double>(w.listed(in.arguments[0], i)), made[i]);
}

/// Rows of 16 bytes: lane 8 * j + i has the address of row i of matrix j.
bool locate_rows(Warp& w, const Instruction& in, const Argument& address, bool is_write, Access& access)
{
    access.bytes = 16;
    access.is_write = is_write;
    access.is_counted = false;
    set_addresses(w, address, access);
    const Mask lanes = w.lanes;
    w.lanes = in.vector == 4 ? all_lanes : (Mask{1} << 8 * in.vector) - 1;
    const Mask rows = w.lanes;
    const bool is_there = locate(w, in, in.space, access);
    w.lanes = lanes;
    if (!is_there) return false;
    if (!w.block.shadows.empty()) note_shared(w, in, access, rows, nullptr, 0);
    AccessCount& tally = w.machine.tally.of(in, Memory::shared);
    ++tally.requests;
    tally.bytes += static_cast<std::uint64_t>(128 * in.vector);
    for (int matrix = 0; matrix < in.vector; ++matrix) {
        const Passes of_matrix = passes(access, Mask{0xff} << 8 * matrix);
        tally.wavefronts += of_matrix.wavefronts;
        tally.conflicts += of_matrix.conflicts;
    }
    return true;
}

/// Register `index` of a list, or the single register.
const Argument& part(const Warp& w, const Argument& list, int index)
{
    return list.kind == Argument::Kind::list ? w.listed(list, index) : list;
}
void load_matrices(Warp& w, const Instruction& in)
{
    Access access;
    if (!is_whole(w, in) || !locate_rows(w, in, in.arguments[1], false, access)) return;
    for (int matrix = 0; matrix < in.vector; ++matrix) {
        auto* const to = w.values<std::uint16_t>(part(w, in.arguments[0], matrix));
        for (int lane = 0; lane < lane_count; ++lane)
            for (int e = 0; e < 2; ++e) {
                const int row = in.is_transposed ? lane % 4 * 2 + e : lane / 4,
                          column = in.is_transposed ? lane / 4 : lane % 4 * 2 + e;
                std::memcpy(to + 2 * lane + e, access.at[8 * matrix + row] + 2 * column, 2);
            }
    }
}
void store_matrices(Warp& w, const Instruction& in)
{
    Access access;
    if (!is_whole(w, in) || !locate_rows(w, in, in.arguments[0], true, access)) return;
    for (int matrix = 0; matrix < in.vector; ++matrix) {
        const auto* const from = w.values<std::uint16_t>(part(w, in.arguments[1], matrix));
        for (int lane = 0; lane < lane_count; ++lane)
            for (int e = 0; e < 2; ++e) {
                const int row = in.is_transposed ? lane % 4 * 2 + e : lane / 4,
                          column = in.is_transposed ? lane / 4 : lane % 4 * 2 + e;
                std::memcpy(access.at[8 * matrix + row] + 2 * column, from + 2 * lane + e, 2);
            }
    }
}
void transpose_matrix(Warp& w, const Instruction& in)
{
    const auto* const from = w.values<std::uint16_t>(in.arguments[1]);
    std::uint16_t made[lane_count * 2];
    for (int lane = 0; lane < lane_count; ++lane)
        for (int e = 0; e < 2; ++e) {
            const int row = lane % 4 * 2 + e, column = lane / 4;
            made[2 * lane + e] = from[2 * (row * 4 + column / 2) + column % 2];
        }
    if (is_whole(w, in)) std::memcpy(w.values<std::uint16_t>(in.arguments[0]), made, sizeof made);
}

/// True if a list has `count` registers, all of this width.
bool is_list(const Function& function, const Argument& argument, int count, int width)
{
    if (argument.kind == Argument::Kind::values) return count == 1 && argument.width == width;
    if (argument.kind != Argument::Kind::list || argument.extra != count) return false;
    for (int i = 0; i < count; ++i) {
        const Argument& one = function.lists[static_cast<std::size_t>(argument.offset + i)];
        if (one.kind != Argument::Kind::values || one.width != width) return false;
    }
    return true;
}

Handler product_handler(const Instruction& in, const Function& function)
{
    const auto& all = in.arguments;
    if (in.type == Type::f64) {
        const bool is_known = in.shape.m == 8 && in.shape.n == 8 && in.shape.k == 4 && in.from == Type::f64 &&
                              in.third == Type::f64 && in.fourth == Type::f64;
        const bool fits = is_list(function, all[0], 2, 8) && all[0].kind == Argument::Kind::list &&
                          is_list(function, all[1], 1, 8) && is_list(function, all[2], 1, 8) &&
                          is_list(function, all[3], 2, 8);
        return is_known && fits ? &multiply_double : nullptr;
    }
    const int per_word = elements_of(in.from), depth = in.shape.k;
    if (in.shape.m != 16 || in.shape.n != 8 || per_word == 0 || elements_of(in.third) != per_word) return nullptr;
    if (depth > max_depth || depth < 4 * per_word || depth % (4 * per_word) != 0) return nullptr;
    const bool is_whole_number = per_word == 4;
    const bool is_sum_known =
        is_whole_number
            ? in.type == Type::s32 && in.fourth == Type::s32
            : in.type == in.fourth && (in.type == Type::f32 || (in.type == Type::f16 && in.from == Type::f16));
    const int sums = in.type == Type::f16 ? 2 : 4;
    const bool fits = is_list(function, all[0], sums, 4) && is_list(function, all[1], depth / (2 * per_word), 4) &&
                      is_list(function, all[2], depth / (4 * per_word), 4) && is_list(function, all[3], sums, 4);
    return is_sum_known && fits ? &multiply : nullptr;
}

}  // namespace

Handler matrix_handler(const Instruction& in, const Function& function)
{
    switch (in.op) {
        case Op::mma: return product_handler(in, function);
        case Op::ldmatrix: return is_list(function, in.arguments[0], in.vector, 4) ? &load_matrices : nullptr;
        case Op::stmatrix: return is_list(function, in.arguments[1], in.vector, 4) ? &store_matrices : nullptr;
        default: return &transpose_matrix;
    }
}

}  // namespace spillway::ptx
