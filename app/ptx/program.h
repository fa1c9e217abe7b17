#pragma once

// PTX as a typed program: functions, variables, and instructions whose operands are places in a warp's memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"

namespace spillway::ptx {

inline constexpr int lane_count = 32;
using Mask = std::uint32_t;  ///< a bit for each lane of a warp
inline constexpr Mask all_lanes = 0xffffffff;

enum class Type : std::uint8_t {
    none,
    pred,
    b8,
    b16,
    b32,
    b64,
    b128,
    u8,
    u16,
    u32,
    u64,
    s8,
    s16,
    s32,
    s64,
    u16x2,
    s16x2,
    f16,
    f16x2,
    bf16,
    bf16x2,
    tf32,
    f32,
    f64
};
[[nodiscard]] int bytes_of(Type type);  ///< of a predicate: 4, a bit for each lane
[[nodiscard]] bool is_signed(Type type);
[[nodiscard]] bool is_integer(Type type);  ///< u, s or b of 8 to 64 bits

enum class Space : std::uint8_t { generic, global, constant, shared, shared_cluster, local, param };

enum class Op : std::uint8_t {
    // integers and bits
    add,
    addc,
    sub,
    subc,
    mul,
    mad,
    madc,
    mul24,
    mad24,
    sad,
    div,
    rem,
    abs,
    neg,
    min,
    max,
    popc,
    clz,
    bfind,
    brev,
    bfe,
    bfi,
    fns,
    dp4a,
    dp2a,
    logic_and,
    logic_or,
    logic_xor,
    logic_not,
    cnot,
    lop3,
    shl,
    shr,
    shf,
    prmt,
    bmsk,
    szext,
    // floating point
    fma,
    rcp,
    sqrt,
    rsqrt,
    sin,
    cos,
    lg2,
    ex2,
    tanh,
    testp,
    copysign,
    // comparisons and copies
    set,
    setp,
    selp,
    slct,
    mov,
    cvt,
    cvta,
    isspacep,
    mapa,
    getctarank,
    // memory
    ld,
    st,
    atom,
    red,
    prefetch,
    discard,
    membar,
    alloca_bytes,
    // warps and blocks
    shfl,
    vote,
    activemask,
    match,
    redux,
    elect,
    bar,
    bar_red,
    barrier_cluster,
    bar_warp,
    nanosleep,
    // control
    bra,
    brx,
    call,
    ret,
    exit,
    trap,
    nothing,
    // asynchronous copies
    cp_async,
    cp_async_wait,
    cp_async_bulk,
    cp_async_mbarrier,
    mbarrier_init,
    mbarrier_arrive,
    mbarrier_expect,
    mbarrier_wait,
    mbarrier_inval,
    mbarrier_pending,
    // matrices and textures
    mma,
    ldmatrix,
    stmatrix,
    movmatrix,
    tex
};

enum class Rounding : std::uint8_t {
    none,
    nearest,
    zero,
    down,
    up,
    away,
    to_int_nearest,
    to_int_zero,
    to_int_down,
    to_int_up
};
enum class Compare : std::uint8_t {
    none,
    eq,
    ne,
    lt,
    le,
    gt,
    ge,
    lo,
    ls,
    hi,
    hs,
    equ,
    neu,
    ltu,
    leu,
    gtu,
    geu,
    num,
    nan
};
/// Operation between the result of a comparison and a third operand: setp.lt.and.
enum class Join : std::uint8_t { none, with_and, with_or, with_xor };
/// Kept part of a product: .lo, .hi, .wide.
enum class Product : std::uint8_t { low, high, wide };
enum class Atomic : std::uint8_t {
    none,
    add,
    min,
    max,
    inc,
    dec,
    logic_and,
    logic_or,
    logic_xor,
    exchange,
    compare_swap
};
enum class Shuffle : std::uint8_t { up, down, butterfly, index };
enum class Vote : std::uint8_t { all, any, uni, ballot };
enum class Match : std::uint8_t { any, all };
// Instruction::mode of cp.async.commit_group, .wait_group and .wait_all.
inline constexpr std::uint8_t copy_commit = 1, copy_wait_group = 2, copy_wait_all = 3;
/// Shape of an mma: rows and columns of the result, and the length of each sum.
struct MatrixShape {
    std::uint8_t m = 0, n = 0, k = 0;
};

/// Memory with the 32 values of an operand: the warp's registers, Module::constants, or special registers.
enum class Bank : std::uint8_t { frame, constants, specials };

struct Argument {
    enum class Kind : std::uint8_t {
        none,
        values,         ///< 32 values of `width` bytes
        list,           ///< `offset`: first index in Function::lists, `extra`: count
        sink,           ///< "_": not written
        address,        ///< values, plus `extra` bytes
        frame_address,  ///< in the function's local frame: `offset`, plus `extra` bytes
        function,       ///< `offset`: index in Module::functions
    };
    Kind kind = Kind::none;
    Bank bank = Bank::frame;
    std::uint8_t width = 0;   ///< bytes of one value; of a predicate 0
    bool is_negated = false;  ///< of a predicate: "!%p1"
    std::int32_t offset = 0;  ///< bytes in the bank
    std::int32_t extra = 0;

    [[nodiscard]] bool is_there() const { return kind != Kind::none; }
    [[nodiscard]] bool is_predicate() const { return kind == Kind::values && width == 0; }
};

class Warp;
struct Instruction;
using Handler = void (*)(Warp&, const Instruction&);

inline constexpr std::size_t max_arguments = 6;

struct Instruction {
    Handler handler = nullptr;
    std::array<Argument, max_arguments> arguments;
    std::int32_t guard = -1;  ///< frame offset of a predicate
    bool guard_is_negated = false;
    std::uint8_t argument_count = 0;
    Op op = Op::nothing;
    Type type = Type::none, from = Type::none, third = Type::none, fourth = Type::none;
    Space space = Space::generic, from_space = Space::generic;
    Rounding rounding = Rounding::none;
    Compare compare = Compare::none;
    Join join = Join::none;
    Product product = Product::low;
    Atomic atomic = Atomic::none;
    std::uint8_t mode = 0;  ///< Shuffle, Vote, Match, or another value of the operation's handler
    std::uint8_t vector = 1;
    bool flushes = false;    ///< .ftz
    bool saturates = false;  ///< .sat
    bool is_approximate = false;
    bool sets_carry = false;  ///< .cc
    bool is_transposed = false;
    bool is_nan_kept = false;  ///< min.NaN
    bool is_relu = false;
    bool to_space = false;  ///< cvta.to
    MatrixShape shape;
    std::uint16_t straight = 0;    ///< see find_straight()
    std::int32_t target = -1;      ///< of bra: index in Function::code; of brx: in branch_targets; of call: in calls
    bool sheds_lanes = false;      ///< of a branch: lanes leave the function on all ways but one before `reconverge`
    std::int32_t reconverge = -1;  ///< of a branch: index of the first common instruction, see find_reconvergence()
    std::uint32_t index = 0;       ///< index in Tally; unique in the module
    std::int32_t line = 0;         ///< of the PTX, from 1
    std::int32_t source_file = 0, source_line = 0;  ///< as .loc says
    std::int32_t mnemonic = -1;                     ///< Module::mnemonics
};

/// Parameter or result of a function. `offset`: in the local frame of a device function, in the parameters of an entry.
struct Param {
    std::string name;
    std::int32_t offset = 0, bytes = 0;
};

/// One .reg declaration of a function.
struct DeclaredRegisters {
    std::string name;
    std::int32_t offset = 0;  ///< of the first, bytes in the frame
    std::int32_t count = 0;   ///< "%r<10>": 10, named %r0 to %r9; 0: one register with this name
    std::uint8_t width = 0;   ///< bytes of one value; of a predicate 0
};

/// One call instruction: the caller's .param variables for arguments and results.
struct CallSite {
    std::vector<Param> arguments, results;  ///< offsets in the caller's frame
};

/// Variable in shared memory, to name it in a fault.
struct SharedVariable {
    std::string name;         ///< as in the source
    std::int32_t offset = 0;  ///< bytes from the start of the block's shared memory; 0 for a dynamic array
    std::int32_t bytes = 0;   ///< 0 for a dynamic array
    bool is_dynamic = false;
};

struct Function {
    std::string name;
    bool is_entry = false, has_body = false;
    std::optional<model::Error> why_refused;  ///< the interpreter cannot run its body, which is then left out
    std::vector<Param> params, results;
    std::vector<Instruction> code;
    std::vector<Argument> lists;
    std::vector<DeclaredRegisters> registers;
    std::vector<CallSite> calls;                            ///< by Instruction::target of a call
    std::vector<std::vector<std::int32_t>> branch_targets;  ///< of brx, by its Instruction::target
    std::int32_t register_bytes = 0;                        ///< of a warp's frame
    std::int32_t local_bytes = 0;                           ///< of a thread's frame: .local, .param
    std::int32_t declared_local_bytes = 0;                  ///< .local alone
    std::int32_t param_bytes = 0;                           ///< of an entry
    std::int64_t max_threads = 0;                           ///< of a block: .maxntid, or .reqntid; 0: no bound
    std::array<std::int64_t, 3> only_block{};               ///< .reqntid; zeros: any block
    std::array<std::int64_t, 3> only_cluster{};             ///< .reqnctapercluster; zeros: as the launch says
    std::int32_t shared_bytes = 0;                 ///< static; of an entry: with the module's in front of its own
    std::vector<SharedVariable> shared_variables;  ///< of an entry
};

/// Variable in global or constant memory, with its initial content.
struct Variable {
    std::string name;
    Space space = Space::global;
    std::vector<std::byte> content;
};

/// Place in Module::constants that is only known at the launch: the address of dynamic shared memory.
struct LateConstant {
    enum class What : std::uint8_t { dynamic_shared };
    What what = What::dynamic_shared;
    std::int32_t offset = 0;
    std::uint8_t width = 8;
    std::int32_t plus = 0;  ///< bytes added to the address
};

struct Module {
    std::vector<Function> functions;
    std::map<std::string, int, std::less<>> function_numbers;
    std::vector<Variable> variables;
    std::vector<std::byte> constants;  ///< immediates and addresses, 32 copies each
    std::vector<LateConstant> late;
    std::map<std::int32_t, std::string> files;  ///< by number, from .file
    std::vector<std::string> mnemonics;
    std::vector<std::string> why_refused;  ///< one sentence per variable that is too large for the interpreter
    std::int32_t shared_bytes = 0;         ///< of variables outside functions
    std::vector<SharedVariable> shared_variables;
    std::uint32_t instruction_count = 0;

    [[nodiscard]] const Function* find_entry(std::string_view name) const;
};

// Addresses. Each buffer begins in the middle of its own stretch of 2^36 bytes, so that an address outside its bounds
// still identifies it.
inline constexpr int stretch_bits = 36;
inline constexpr std::uint64_t stretch_middle = std::uint64_t{1} << (stretch_bits - 1);
inline constexpr std::uint64_t first_buffer_stretch = 0x1000;
inline constexpr std::uint64_t first_variable_stretch = 0x100;
inline constexpr std::uint64_t shared_window = std::uint64_t{0x10} << stretch_bits;
inline constexpr std::uint64_t local_window = std::uint64_t{0x20} << stretch_bits;
inline constexpr std::uint64_t param_window = std::uint64_t{0x30} << stretch_bits;
inline constexpr std::uint64_t function_window = std::uint64_t{0x40} << stretch_bits;
inline constexpr std::uint64_t heap_stretch = 0x50;
/// Bits of an offset in shared memory. The bits above hold the block's rank in its cluster plus 1; 0: the own block.
inline constexpr int shared_rank_shift = 24;

[[nodiscard]] inline std::uint64_t variable_address(std::size_t number)
{
    return ((first_variable_stretch + number) << stretch_bits) + stretch_middle;
}
[[nodiscard]] inline std::uint64_t buffer_address(std::size_t number)
{
    return ((first_buffer_stretch + number) << stretch_bits) + stretch_middle;
}

}  // namespace spillway::ptx
