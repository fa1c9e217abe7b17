// Operands: resolves registers, immediates and addresses, and rejects those that do not fit the operation.
#include "app/ptx/operands.h"

#include <algorithm>

#include "app/ptx/handlers.h"
#include "app/ptx/specials.h"
#include "app/ptx/types.h"

namespace spillway::ptx {
namespace {

// Kinds of operands that an operation takes. A positive number is a register's width in bytes.
constexpr int wants_predicate = 0, wants_any_width = -1, wants_address = -2, wants_list = -3, wants_nothing = -4;

struct Form {
    int min_count = 0, max_count = 0;
    std::array<int, max_arguments> wants{wants_nothing, wants_nothing, wants_nothing,
                                         wants_nothing, wants_nothing, wants_nothing};
};

Form form(std::initializer_list<int> wants, int min_count = -1)
{
    Form made;
    std::copy(wants.begin(), wants.end(), made.wants.begin());
    made.max_count = static_cast<int>(wants.size());
    made.min_count = min_count < 0 ? made.max_count : min_count;
    return made;
}

Form form_of_copy(const Instruction& in)
{
    switch (in.op) {
        case Op::cp_async: return form({wants_address, wants_address, 4, 4, 8}, 3);
        case Op::cp_async_wait: return form({4}, 0);
        case Op::cp_async_mbarrier: return form({wants_address});
        case Op::cp_async_bulk: return form({wants_address, wants_address, 4, wants_address, 8}, 3);
        case Op::mbarrier_init: return form({wants_address, 4});
        case Op::mbarrier_inval: return form({wants_address});
        case Op::mbarrier_expect: return form({wants_address, 4});
        case Op::mbarrier_arrive: return form({8, wants_address, 4}, 2);
        default: return form({wants_predicate, wants_address, in.mode == 1 ? 4 : 8, 4}, 3);  // mbarrier_wait
    }
}

Form form_of_warp(const Instruction& in)
{
    switch (in.op) {
        case Op::shfl: return form({4, 4, 4, 4, 4}, 4);
        case Op::vote:
            return form({in.mode == static_cast<std::uint8_t>(Vote::ballot) ? 4 : wants_predicate, wants_predicate, 4},
                        2);
        case Op::activemask: return form({4});
        case Op::match: return form({4, bytes_of(in.type), 4});
        case Op::redux: return form({4, 4, 4});
        case Op::elect: return form({4, 4});
        case Op::bar: return form({4, 4}, 1);
        case Op::bar_warp: return form({4});
        case Op::bar_red:
            return form({in.type == Type::pred ? wants_predicate : 4, 4, wants_any_width, wants_predicate}, 3);
        case Op::barrier_cluster: return form({}, 0);
        default: return form({4});  // nanosleep
    }
}

Form form_of_memory(const Instruction& in)
{
    switch (in.op) {
        case Op::ld: return form({wants_list, wants_address, 8}, 2);
        case Op::st: return form({wants_address, wants_list, 8}, 2);
        case Op::atom: return form({wants_list, wants_address, wants_list, wants_list, 8}, 3);
        case Op::red: return form({wants_address, wants_list, 8}, 2);
        case Op::prefetch: return form({wants_address, wants_any_width}, 1);
        case Op::ldmatrix: return form({wants_list, wants_address});
        case Op::stmatrix: return form({wants_address, wants_list});
        case Op::movmatrix: return form({4, 4});
        case Op::mma: return form({wants_list, wants_list, wants_list, wants_list});
        default: return form({wants_list, wants_address, wants_list});  // tex
    }
}

Form form_of_integer(const Instruction& in)
{
    const int width = bytes_of(in.type), wide = in.product == Product::wide ? 2 * width : width;
    switch (in.op) {
        case Op::mul: return form({wide, width, width});
        case Op::mad: return form({wide, width, width, wide});
        case Op::popc:
        case Op::clz:
        case Op::bfind: return form({4, width});
        case Op::bfe: return form({width, width, 4, 4});
        case Op::bfi: return form({width, width, width, 4, 4});
        case Op::shl:
        case Op::shr: return form({width, width, 4});
        case Op::lop3: return form({width, width, width, width, 4});
        case Op::shf:
        case Op::prmt:
        case Op::dp4a:
        case Op::dp2a:
        case Op::fns: return form({4, 4, 4, 4});
        case Op::bmsk:
        case Op::szext: return form({4, 4, 4});
        case Op::abs:
        case Op::neg:
        case Op::brev:
        case Op::cnot: return form({width, width});
        case Op::sad:
        case Op::fma:
        case Op::madc:
        case Op::mad24: return form({width, width, width, width});
        case Op::min:
        case Op::max: return form({width, width, width, width}, 3);
        default: return form({width, width, width});
    }
}

Form form_of(const Instruction& in)
{
    const int width = in.type == Type::pred ? wants_predicate : bytes_of(in.type);
    switch (in.op) {
        case Op::logic_and:
        case Op::logic_or:
        case Op::logic_xor: return form({width, width, width});
        case Op::logic_not: return form({width, width});
        case Op::rcp:
        case Op::sqrt:
        case Op::rsqrt:
        case Op::sin:
        case Op::cos:
        case Op::lg2:
        case Op::ex2:
        case Op::tanh: return form({width, width});
        case Op::testp: return form({wants_predicate, width});
        case Op::copysign: return form({width, width, width});
        case Op::set: return form({width, bytes_of(in.from), bytes_of(in.from), wants_predicate}, 3);
        case Op::setp: return form({wants_predicate, width, width, wants_predicate}, 3);
        case Op::selp: return form({width, width, width, wants_predicate});
        case Op::slct: return form({width, width, width, bytes_of(in.from)});
        case Op::mov: return form({wants_list, wants_list});
        case Op::cvt: return form({wants_any_width, wants_any_width, wants_any_width}, 2);
        case Op::cvta: return form({wants_any_width, wants_any_width});
        case Op::isspacep: return form({wants_predicate, 8});
        case Op::mapa: return form({width, width, 4});
        case Op::getctarank: return form({4, width});
        case Op::bra:
        case Op::call:
        case Op::ret:
        case Op::exit:
        case Op::trap:
        case Op::nothing:
        case Op::membar: return form({}, 0);
        case Op::brx: return form({4});
        default: break;
    }
    if (in.op >= Op::cp_async && in.op <= Op::mbarrier_pending) return form_of_copy(in);
    if (in.op >= Op::shfl && in.op <= Op::nanosleep) return form_of_warp(in);
    if (in.op == Op::ld || in.op == Op::st || in.op == Op::atom || in.op == Op::red || in.op == Op::prefetch ||
        in.op >= Op::mma)
        return form_of_memory(in);
    return form_of_integer(in);
}

/// True if Operands skips the operands: the operation has none, or ModuleReader has read them.
bool takes_no_operands(Op op)
{
    return op == Op::nothing || op == Op::membar || op == Op::ret || op == Op::exit || op == Op::trap ||
           op == Op::bra || op == Op::call || op == Op::barrier_cluster;
}

class Operands {
public:
    Operands(const RawInstruction& raw, DecodeScope scope, Instruction& in) : raw_(raw), scope_(scope), in_(in) {}

    std::optional<std::string> read()
    {
        if (!takes_no_operands(in_.op)) {
            if (auto wrong = read_all()) return wrong;
        }
        in_.handler = find_handler(in_, scope_.function);
        if (in_.handler != nullptr) return std::nullopt;
        return "the instruction \"" + std::string(raw_.mnemonic.substr(0, 80)) + "\" is not supported here";
    }

private:
    std::string misfit() const
    {
        return "the operands do not fit \"" + std::string(raw_.mnemonic.substr(0, 80)) + "\"";
    }

    std::optional<std::string> read_all()
    {
        const Form wanted = form_of(in_);
        const auto count = static_cast<int>(raw_.arguments.size());
        // brx names its list of targets, a texture has its coordinates in the address.
        const int extra = in_.op == Op::brx || in_.op == Op::tex ? (in_.op == Op::brx ? 1 : -1) : 0;
        if (count < wanted.min_count + extra || count > wanted.max_count + extra) return misfit();
        int at = 0;
        for (int i = 0; i < count; ++i) {
            const RawArgument& raw = raw_.arguments[static_cast<std::size_t>(i)];
            if (in_.op == Op::brx && i == 1) return read_targets(raw);
            const int wants = wanted.wants[static_cast<std::size_t>(at)];
            if (auto wrong = read_one(raw, wants, in_.arguments[static_cast<std::size_t>(at)])) return wrong;
            ++at;
            if (in_.op == Op::tex && raw.kind == RawArgument::Kind::address) {
                if (raw.parts.size() != 2) return misfit();
                if (auto wrong = read_one(raw.parts[1], wants_list, in_.arguments[static_cast<std::size_t>(at++)]))
                    return wrong;
            }
            if (raw.paired.empty()) continue;
            // d|p: the second result is the last argument.
            const int second = in_.op == Op::setp || in_.op == Op::shfl || in_.op == Op::match || in_.op == Op::elect
                                   ? wants_predicate
                                   : wants_nothing;
            if (i != 0 || second == wants_nothing) return misfit();
            if (auto wrong = read_one(raw.paired[0], second, in_.arguments[max_arguments - 1])) return wrong;
        }
        in_.argument_count = static_cast<std::uint8_t>(at);
        return writes_first(in_.op) && !is_writable(in_.arguments[0]) ? std::optional(misfit()) : std::nullopt;
    }

    [[nodiscard]] bool is_writable(const Argument& argument) const
    {
        const auto one_is = [](const Argument& one) {
            return one.kind == Argument::Kind::sink || (one.kind == Argument::Kind::values && one.bank == Bank::frame);
        };
        const Argument& second = in_.arguments[max_arguments - 1];
        if (second.is_there() && !one_is(second)) return false;
        if (argument.kind != Argument::Kind::list) return one_is(argument);
        const auto first = scope_.function.lists.begin() + argument.offset;
        return std::all_of(first, first + argument.extra, one_is);
    }
    /// True if the operation allows an unused result ("_").
    [[nodiscard]] bool may_sink(const Argument& argument) const
    {
        const bool is_first = &argument == &in_.arguments[0];
        switch (in_.op) {
            case Op::atom:
            case Op::mbarrier_arrive:
            case Op::elect:
            case Op::ld: return is_first;
            default: return &argument == &in_.arguments[max_arguments - 1];
        }
    }

    std::optional<std::string> read_targets(const RawArgument& raw)
    {
        const auto targets = scope_.scopes.find(raw.text);
        if (!targets || targets->kind != Symbol::Kind::targets) return misfit();
        in_.target = targets->offset;
        in_.argument_count = 1;
        return std::nullopt;
    }

    std::optional<std::string> read_one(const RawArgument& raw, int wants, Argument& argument)
    {
        if (wants == wants_nothing) return misfit();
        if (wants == wants_address) return read_address(raw, argument);
        if (raw.kind == RawArgument::Kind::list) {
            if (wants != wants_list) return misfit();
            return read_list(raw, argument);
        }
        if (raw.kind == RawArgument::Kind::address) return misfit();
        const bool is_predicate = wants == wants_predicate || (in_.op == Op::mov && in_.type == Type::pred);
        const int width = is_predicate ? 0
                          : wants > 0  ? wants
                                       : std::max(1, bytes_of(in_.op == Op::cvt ? in_.from : in_.type));
        if (auto wrong = read_plain(raw, width, argument)) return wrong;
        if (argument.kind == Argument::Kind::sink) return may_sink(argument) ? std::nullopt : std::optional(misfit());
        if (wants == wants_predicate) return argument.is_predicate() ? std::nullopt : std::optional(misfit());
        if (argument.kind == Argument::Kind::frame_address)
            return in_.op == Op::mov ? std::nullopt : std::optional(misfit());
        if (wants > 0 && argument.width != wants) return misfit();
        if (wants < 0 && argument.is_predicate() && in_.type != Type::pred) return misfit();
        return std::nullopt;
    }

    std::optional<std::string> read_list(const RawArgument& raw, Argument& argument)
    {
        argument.kind = Argument::Kind::list;
        argument.extra = static_cast<std::int32_t>(raw.parts.size());
        std::vector<Argument> parts;
        const int width = in_.op == Op::mov ? std::max<int>(1, bytes_of(in_.type) / std::max<int>(1, argument.extra))
                                            : std::max(1, bytes_of(in_.op == Op::tex ? in_.from : in_.type));
        for (const RawArgument& part : raw.parts) {
            Argument one;
            if (part.kind == RawArgument::Kind::list || part.kind == RawArgument::Kind::address) return misfit();
            if (auto wrong = read_plain(part, width, one)) return wrong;
            const bool is_value = one.kind == Argument::Kind::values && !one.is_predicate();
            if (!is_value && one.kind != Argument::Kind::sink) return misfit();
            parts.push_back(one);
        }
        argument.offset = static_cast<std::int32_t>(scope_.function.lists.size());
        scope_.function.lists.insert(scope_.function.lists.end(), parts.begin(), parts.end());
        return std::nullopt;
    }

    void set_constant(Argument& argument, std::uint64_t bits, int width)
    {
        argument.kind = Argument::Kind::values;
        argument.bank = Bank::constants;
        argument.width = static_cast<std::uint8_t>(width);
        argument.offset = scope_.pool.offset_of(bits, argument.width);
    }

    std::optional<std::string> read_plain(const RawArgument& raw, int width, Argument& argument)
    {
        argument.is_negated = raw.is_negated;
        if (raw.kind == RawArgument::Kind::number) return read_number(raw, width, argument);
        if (raw.is_minus) return misfit();
        if (raw.text == "_") {
            argument.kind = Argument::Kind::sink;
            return std::nullopt;
        }
        if (raw.text == "WARP_SZ") {
            set_constant(argument, lane_count, width);
            return std::nullopt;
        }
        if (const auto special = special_of(raw.text)) return read_special(*special, width, argument);
        if (const auto symbol = scope_.scopes.find(raw.text)) return read_symbol(raw, *symbol, width, argument);
        if (const auto function = scope_.module.function_numbers.find(raw.text);
            function != scope_.module.function_numbers.end()) {
            set_constant(argument, function_window + static_cast<std::uint64_t>(function->second) * 16, width);
            return std::nullopt;
        }
        return "\"" + std::string(raw.text.substr(0, 60)) + "\" is not declared";
    }

    std::optional<std::string> read_number(const RawArgument& raw, int width, Argument& argument)
    {
        const bool is_float_type = in_.type == Type::f64 || in_.from == Type::f64;
        const auto value = read_signed_number(raw.text, width == 8 || (width < 4 && is_float_type), raw.is_minus);
        if (!value || raw.offset != 0) return "\"" + std::string(raw.text.substr(0, 60)) + "\" is not a number";
        if (width == 0) {
            argument.kind = Argument::Kind::values;
            argument.bank = Bank::constants;
            argument.width = 0;
            argument.offset = scope_.pool.offset_of(*value != 0 ? all_lanes : 0, 4);
            return std::nullopt;
        }
        set_constant(argument, *value, width);
        return std::nullopt;
    }

    std::optional<std::string> read_special(Special special, int width, Argument& argument)
    {
        if (is_clock(special)) {
            if (in_.op != Op::mov) return misfit();
            in_.mode = static_cast<std::uint8_t>(special);
            set_constant(argument, 0, width);
            return std::nullopt;
        }
        argument.kind = Argument::Kind::values;
        argument.bank = Bank::specials;
        argument.width = 4;
        argument.offset = special_offset(special);
        return std::nullopt;
    }

    std::optional<std::string> read_symbol(const RawArgument& raw, const Symbol& symbol, int width, Argument& argument)
    {
        const auto offset = static_cast<std::uint64_t>(raw.offset);
        switch (symbol.kind) {
            case Symbol::Kind::registers:
                if (raw.offset != 0) return misfit();
                argument.kind = Argument::Kind::values;
                argument.width = symbol.width;
                argument.offset = symbol.offset;
                return std::nullopt;
            case Symbol::Kind::frame:
                argument.kind = Argument::Kind::frame_address;
                argument.offset = symbol.offset;
                argument.extra = static_cast<std::int32_t>(raw.offset);
                return std::nullopt;
            case Symbol::Kind::kernel_param:
                set_constant(argument, param_window + static_cast<std::uint64_t>(symbol.offset) + offset, 8);
                return std::nullopt;
            case Symbol::Kind::shared:
                set_constant(argument, static_cast<std::uint64_t>(symbol.offset) + offset, width);
                return std::nullopt;
            case Symbol::Kind::dynamic_shared:
                argument.kind = Argument::Kind::values;
                argument.bank = Bank::constants;
                argument.width = static_cast<std::uint8_t>(width);
                argument.offset = scope_.pool.add(0, argument.width);
                scope_.module.late.push_back({LateConstant::What::dynamic_shared, argument.offset, argument.width,
                                              static_cast<std::int32_t>(raw.offset)});
                return std::nullopt;
            case Symbol::Kind::variable:
                set_constant(argument, variable_address(static_cast<std::size_t>(symbol.offset)) + offset, width);
                return std::nullopt;
            case Symbol::Kind::refused_variable:
                return scope_.module.why_refused[static_cast<std::size_t>(symbol.offset)];
            case Symbol::Kind::function:
            case Symbol::Kind::targets: break;
        }
        return misfit();
    }

    /// [base + offset], where the base is a register, a number or a name.
    std::optional<std::string> read_address(const RawArgument& raw, Argument& argument)
    {
        if (raw.kind != RawArgument::Kind::address || raw.parts.empty()) return misfit();
        if (raw.parts.size() > 1 && in_.op != Op::tex) return misfit();
        RawArgument base = raw.parts[0];
        if (base.kind != RawArgument::Kind::word && base.kind != RawArgument::Kind::number) return misfit();
        const bool is_register = [&] {
            const auto symbol = scope_.scopes.find(base.text);
            return symbol && symbol->kind == Symbol::Kind::registers;
        }();
        const std::int64_t offset = base.offset;
        if (is_register) base.offset = 0;
        if (auto wrong = read_plain(base, 8, argument)) return wrong;
        if (argument.kind == Argument::Kind::frame_address) return std::nullopt;
        if (argument.kind != Argument::Kind::values || (argument.width != 4 && argument.width != 8)) return misfit();
        argument.kind = Argument::Kind::address;
        argument.extra = is_register ? static_cast<std::int32_t>(offset) : 0;
        return std::nullopt;
    }

    const RawInstruction& raw_;
    DecodeScope scope_;
    Instruction& in_;
};

}  // namespace

bool writes_first(Op op)
{
    return op != Op::st && op != Op::red && op != Op::prefetch && op != Op::stmatrix && op != Op::bar &&
           op != Op::bar_warp && op != Op::nanosleep && op != Op::brx &&
           (op < Op::cp_async || op > Op::mbarrier_pending || op == Op::mbarrier_arrive || op == Op::mbarrier_wait);
}

std::optional<std::string> decode_arguments(const RawInstruction& raw, DecodeScope scope, Instruction& instruction)
{
    return Operands(raw, scope, instruction).read();
}

}  // namespace spillway::ptx
