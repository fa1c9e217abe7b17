#include "app/compiler/causes/cause_reasoning.h"

#include <algorithm>
#include <utility>

#include "app/base/demangled.h"
#include "app/compiler/causes/called_frames.h"
#include "app/compiler/causes/variable_reasons.h"

namespace spillway::compiler {
namespace {

using model::Cause;
using model::CauseKind;
using model::RepairKind;

constexpr std::int64_t padding_limit = 16;  // padding is smaller: frames and objects are rounded up to 8 or 16 bytes

std::optional<int> known_line(int line)
{
    return line > 0 ? std::optional(line) : std::nullopt;
}

/// Functions that reduce their argument by a multiple of pi.
bool is_reduced(std::string_view name)
{
    if (name.ends_with('f')) name.remove_suffix(1);
    return name == "sin" || name == "cos" || name == "tan" || name == "sincos";
}

/// Explains the stack frame of one function step by step.
class Reasoning {
public:
    Reasoning(const CauseFacts& facts, const FunctionSeen& function)
        : facts_(facts), function_(function), left_(function.report.stack_frame_bytes)
    {
    }

    std::vector<Cause> explain()
    {
        if (is_library_function_name(function_.report.name)) {
            add(CauseKind::library_function, left_, function_.report.name, 0, "This is one of CUDA's own functions.");
            return std::move(causes_);
        }
        is_kept_ =
            function_.locals.bytes > 0 && left_ >= function_.locals.bytes && function_.is_local_kept.value_or(true);
        take_spills();
        is_kept_ = is_kept_ && left_ >= function_.locals.bytes;
        std::int64_t declared = function_.locals.bytes;
        for (const VariableSeen* variable : variables()) take_variable(*variable, declared);
        for (const LibrarySeen& call : facts_.library)
            if (call.function == function_.report.name) take_library(call, declared);
        if (function_.report.is_entry)
            for (const ParameterSeen& parameter : facts_.parameters) take_parameter(parameter, declared);
        take_undeclared(declared);
        take_library_functions();
        take_calls();
        take_rest();
        for (Cause& cause : causes_) cause.evidence += '.';
        return std::move(causes_);
    }

private:
    [[nodiscard]] const FunctionSeen* after(Trial trial) const { return function_after(facts_, function_, trial); }

    /// The change of select_elements(), as code. A selection that reads the element only where the comparison holds
    /// leaves the array in memory (tests/cases/repairs_test.cpp).
    static std::string select_words(const std::vector<std::string>& arrays)
    {
        if (arrays.empty()) return "";
        std::string indexed;
        for (const std::string& array : arrays) indexed += (indexed.empty() ? "" : " and ") + array + "[i]";
        const std::string& name = arrays.front();
        return "in place of " + indexed +
               ", a loop over all elements k with #pragma unroll. Its body reads the element into r: { auto element "
               "= " +
               name + "[k]; r = k == i ? element : r; }, or writes value to it: " + name +
               "[k] = k == i ? value : " + name + "[k]";
    }

    /// Attaches the unrolling of only the loops around uses of the variables if that is enough, else of every loop.
    void repair_loops()
    {
        const std::vector<int>& lines = facts_.few_loops.lines;
        const auto few = facts_.few_loops.after.find(framed().name);
        const auto all = report_after(Trial::loops);
        const bool is_enough = !lines.empty() && few != facts_.few_loops.after.end() && all &&
                               few->second.stack_frame_bytes <= all->stack_frame_bytes;
        if (!is_enough) return repair(RepairKind::unroll, "#pragma unroll before every loop", all);
        std::string named;
        for (std::size_t i = 0; i < lines.size(); ++i)
            named += (i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ") + std::to_string(lines[i]);
        repair(RepairKind::unroll,
               "#pragma unroll before the loop" + std::string(lines.size() == 1 ? " in line " : "s in lines ") + named,
               few->second);
    }

    /// The change that the trial of inlined calls makes, with the functions that it inlines.
    [[nodiscard]] std::string inline_words() const
    {
        constexpr std::size_t max_named = 3;
        const auto inlined = facts_.after.find(Trial::calls);
        std::string names;
        std::size_t count = 0;
        for (const FunctionSeen& function : facts_.functions) {
            const bool is_gone = inlined == facts_.after.end() || !inlined->second.contains(function.report.name);
            if (function.report.is_entry || !is_gone || is_library_function_name(function.report.name)) continue;
            names += (names.empty() ? "" : ", ") + base::name_of_signature(base::demangled(function.report.name));
            ++count;
        }
        return "__forceinline__ in place of __noinline__ for " + (count > max_named ? "the called functions"
                                                                  : count == 0      ? "the called function"
                                                                                    : names);
    }

    /// Adds a cause. Counts at most the bytes of the frame that are still unexplained.
    void add(CauseKind kind, std::int64_t bytes, std::optional<std::string> symbol, int line, std::string evidence)
    {
        bytes = std::clamp<std::int64_t>(bytes, 0, left_);
        left_ -= bytes;
        causes_.push_back(
            {kind, bytes, std::move(symbol), function_.report.name, known_line(line), std::move(evidence)});
    }

    /// Attaches a repair to the last cause if it makes the stack frame smaller, or equal with fewer spills.
    void repair(RepairKind kind, std::string change, const std::optional<model::FunctionReport>& after)
    {
        const model::FunctionReport& now = framed();
        const auto size = [](const model::FunctionReport& report) {
            return std::pair(report.stack_frame_bytes, report.spill_store_bytes);
        };
        const bool is_better = after && size(*after) < size(now);
        if (!is_better || causes_.empty()) return;
        causes_.back().repair = model::Repair{kind, std::move(change), after->registers, after->stack_frame_bytes,
                                              after->spill_store_bytes};
    }

    [[nodiscard]] std::optional<model::FunctionReport> report_after(Trial trial) const
    {
        const auto functions = facts_.after.find(trial);
        if (functions == facts_.after.end()) return std::nullopt;
        const auto found = functions->second.find(framed().name);
        return found == functions->second.end() ? std::nullopt : std::optional(found->second.report);
    }

    /// Report of the function whose stack frame holds this function's bytes.
    [[nodiscard]] const model::FunctionReport& framed() const
    {
        return function_.framed_in ? *function_.framed_in : function_.report;
    }

    void take_spills()
    {
        const std::int64_t stored = function_.report.spill_store_bytes;
        if (stored == 0) return;
        const std::string place =
            function_.report.is_entry
                ? ""
                : "In the called function " + base::name_of_signature(base::demangled(function_.report.name)) + ", ";
        const std::string said = place + "ptxas spills: " + bytes_text(stored) + " of stores, " +
                                 bytes_text(function_.report.spill_load_bytes) + " of loads";
        const FunctionSeen* unbounded = after(Trial::bounds);
        const bool is_solved = unbounded != nullptr && unbounded->report.spill_store_bytes == 0;
        if (is_solved) {
            // Without limits, some data that is otherwise in local memory beside the spills may move to registers.
            const std::int64_t others =
                std::max(unbounded->report.stack_frame_bytes, is_kept_ ? function_.locals.bytes : 0);
            model::FunctionReport unlimited = report_after(Trial::bounds).value_or(unbounded->report);
            const std::int64_t frame = unlimited.stack_frame_bytes;
            if (const FunctionSeen* entry = function_after(facts_, facts_.functions.front(), Trial::bounds))
                unlimited.registers = entry->report.registers;  // ptxas reports them only for entries
            const std::string cannot_start = why_cannot_start(unlimited);
            add_spills(left_ - others, said +
                                           ". Without a register cap and launch bounds it spills nothing, and the "
                                           "stack frame has " +
                                           bytes_text(frame) + cannot_start);
            if (!cannot_start.empty()) return;
            return repair(RepairKind::without_bounds, "no register cap and no launch bound", unlimited);
        }
        if (!function_.report.is_entry) return;  // perhaps its caller's registers that it saves, which ptxas counts too
        add_spills(
            left_ - (is_kept_ ? function_.locals.bytes : 0) - library_bytes(),
            said + (unbounded != nullptr ? ", and also without a register cap and launch bounds" + needs(*unbounded)
                    : facts_.is_bounded  ? why_not_unbounded()
                                         : ". Neither a register cap nor a launch bound limits the kernel's "
                                           "registers" +
                                              needs(function_)));
    }

    [[nodiscard]] std::string why_not_unbounded() const
    {
        if (facts_.keeps_bounds) return ". Its register cap or launch bound could not be removed";
        if (facts_.not_compiled.contains(Trial::bounds))
            return ". It could not be compiled without a register cap and launch bounds";
        return ". It was not compiled without a register cap and launch bounds" + untried(facts_);
    }

    /// Why a block with as many threads as the launch bound allows cannot start with these registers; empty if it can.
    [[nodiscard]] std::string why_cannot_start(const model::FunctionReport& unbounded) const
    {
        // On every architecture that CUDA 13 compiles for. The SM's parts share a block's warps evenly.
        constexpr int registers_of_sm = 65536, unit = 8, warp = 32, parts_of_sm = 4;
        const auto rounded_up = [](int number, int step) { return (number + step - 1) / step * step; };
        const int threads = facts_.bound_threads, registers = unbounded.registers.value_or(0);
        const int warps = rounded_up((threads + warp - 1) / warp, parts_of_sm);
        if (rounded_up(registers, unit) * warps * warp <= registers_of_sm) return "";
        return ". But the kernel's " + std::to_string(registers) + " registers are too many for a block of " +
               std::to_string(threads) +
               " threads, which the launch bound allows: let the bound ask for fewer blocks per SM if it asks for "
               "several, use fewer threads in a block, or keep fewer values alive at once";
    }

    /// ptxas takes nearly all registers before it spills for lack of them.
    [[nodiscard]] static std::string needs(const FunctionSeen& seen)
    {
        constexpr int nearly_all = 250;
        return seen.report.registers.value_or(0) >= nearly_all
                   ? ": the kernel needs more than the 255 registers that a thread can have"
                   : ": ptxas chose " + std::to_string(seen.report.registers.value_or(0)) +
                         " registers, and spills what does not fit";
    }

    void add_spills(std::int64_t bytes, std::string evidence)
    {
        int line = 0;
        std::string header;
        if (const auto& place = function_.spill_place; place && *place) {
            const bool is_inlined = (*place)->source_line > 0;
            line = is_inlined ? (*place)->source_line : (*place)->line;
            header = is_inlined ? "" : (*place)->header;
            evidence += ". Spilled values have no names. Line " + std::to_string((*place)->line) +
                        ((*place)->header.empty() ? "" : " of " + (*place)->header) +
                        (is_inlined ? ", inlined into line " + std::to_string(line) + "," : "") +
                        " has most of them in SASS: " + bytes_text((*place)->store_bytes) + " of stores, " +
                        bytes_text((*place)->load_bytes) + " of loads";
        } else if (place) {
            evidence += ". The line is unknown: " + place->error().what;
        }
        std::optional<std::string> called;
        if (!function_.report.is_entry) called = base::name_of_signature(base::demangled(function_.report.name));
        if (called)
            evidence +=
                ". ptxas counts this frame in the kernel's: the bytes here are those of the kernel's frame that its "
                "own "
                "spills and variables do not account for";
        add(CauseKind::spill, bytes, std::move(called), line, std::move(evidence));
        if (!header.empty()) causes_.back().file = header;
    }

    [[nodiscard]] std::int64_t variable_bytes() const
    {
        std::int64_t bytes = 0;
        for (const VariableSeen& variable : facts_.variables)
            if (variable.function == function_.report.name) bytes += variable.bytes;
        return bytes;
    }

    /// Variables of this function, in the order found; the largest first if some of them share bytes.
    [[nodiscard]] std::vector<const VariableSeen*> variables() const
    {
        std::vector<const VariableSeen*> found;
        for (const VariableSeen& variable : facts_.variables)
            if (variable.function == function_.report.name) found.push_back(&variable);
        if (variable_bytes() > function_.locals.bytes)
            std::ranges::stable_sort(found, std::ranges::greater{}, &VariableSeen::bytes);
        return found;
    }

    /// Says that other variables hold the rest of its bytes.
    [[nodiscard]] std::string shared_text(const VariableSeen& variable, std::int64_t counted) const
    {
        if (counted >= variable.bytes) return "";
        return ". " + std::to_string(counted) + " of its " + bytes_text(variable.bytes) +
               " count here: the variables of this function have " + bytes_text(variable_bytes()) +
               " together, but PTX declares " + std::to_string(function_.locals.bytes) +
               ", because variables that are not needed at the same time share bytes";
    }

    void take_variable(const VariableSeen& variable, std::int64_t& declared)
    {
        auto [kind, evidence] = reason_of(facts_, function_, variable, is_kept_);
        const std::int64_t counted = std::min(declared, variable.bytes);
        declared -= counted;
        if (is_kept_)
            evidence += shared_text(variable, counted);
        else
            evidence = bytes_text(variable.bytes) + " of .local in PTX, " + why_not_kept() + ". " + evidence;
        add(kind, is_kept_ ? counted : 0, variable.name, variable.line, std::move(evidence));
        if (!variable.file.empty()) causes_.back().file = variable.file;
        if (variable.as_static)
            repair(RepairKind::static_const,
                   "`static const` before the declaration of " + variable.name +
                       ", whose elements are constants: threads then share them",
                   variable.as_static);
        else if (variable.gone_in.contains(Trial::calls))
            repair(RepairKind::inline_call, inline_words(), report_after(Trial::calls));
        else if (variable.gone_in.contains(Trial::loops))
            repair_loops();
        else
            repair(RepairKind::select, select_words(variable.selected.arrays), variable.selected.after);
        // ptxas may still keep a variable in registers that PTX declares in .local.
        const auto inlined = report_after(Trial::calls);
        if (!causes_.back().repair && inlined && inlined->stack_frame_bytes == 0)
            repair(RepairKind::inline_call, inline_words(), inlined);
    }

    /// Continues "12 bytes of .local in PTX, ".
    [[nodiscard]] std::string why_not_kept() const
    {
        return function_.is_beside_larger ? "which add nothing to the kernel's stack frame: ptxas removed them, or "
                                            "they share the larger frame of "
                                            "another called function"
                                          : "which ptxas removed";
    }

    void take_parameter(const ParameterSeen& parameter, std::int64_t& declared)
    {
        if (declared < parameter.bytes) return;
        declared -= parameter.bytes;
        if (!is_kept_)
            return add(CauseKind::parameter_copy, 0, parameter.name, parameter.line,
                       "ptxas removed the copy of " + parameter.name + " for which PTX declares " +
                           bytes_text(parameter.bytes) + " of .local");
        std::string evidence = "The kernel gets " + parameter.name + " by value, and each thread copies its " +
                               bytes_text(parameter.bytes) + " to local memory";
        if (parameter.after)
            evidence +=
                ", because its address is used or it is indexed by a value only known at run time; declared as `" +
                parameter.repaired + "`, it leaves a stack frame of " + bytes_text(parameter.after->stack_frame_bytes);
        else if (!parameter.written_lines.empty())
            evidence += ", because line " + std::to_string(*parameter.written_lines.begin()) +
                        " writes it or takes its address without const: `" + parameter.repaired +
                        "` does not compile while that line does so; " + how_to_avoid_writing();
        else if (!parameter.other_lines.empty())
            evidence += "; `" + parameter.repaired +
                        "` was not tried: each other declaration and instantiation of the kernel needs it too";
        else
            evidence += "; `" + parameter.repaired + "` could not be tried";
        add(CauseKind::parameter_copy, parameter.bytes, parameter.name, parameter.line, std::move(evidence));
        repair(RepairKind::grid_constant, parameter.repaired, parameter.after);
        repair(RepairKind::select, select_words(parameter.selected.arrays), parameter.selected.after);
    }

    /// How to avoid writing a parameter. A whole copy in a variable that is indexed at run time would be in local
    /// memory as well.
    [[nodiscard]] std::string how_to_avoid_writing() const
    {
        return std::string("do not write the parameter, and copy only the parts that change into variables") +
               (whole_use(function_.locals).is_indexed
                    ? ": a copy of the whole parameter, indexed by a value only known at run time, would be in local "
                      "memory too"
                    : "");
    }

    void take_library(const LibrarySeen& call, std::int64_t& declared)
    {
        const std::int64_t bytes = std::min(declared, call.bytes);  // its arguments may leave local memory too
        if (bytes <= 0) return;                                     // variables explain all of it
        declared -= bytes;
        std::string evidence =
            "Without the call to " + call.name + ", PTX declares " + bytes_text(bytes) + " less of .local";
        if (!is_kept_) evidence += "; ptxas keeps them in registers";
        add(CauseKind::library_function, is_kept_ ? bytes : 0, call.name, call.line, std::move(evidence));
        if (!call.file.empty()) causes_.back().file = call.file;
        repair(RepairKind::without_library, "no call to " + call.name, call.after);
    }

    /// `.local` bytes without a known variable or library call.
    void take_undeclared(std::int64_t declared)
    {
        const bool is_printf_known = std::ranges::any_of(facts_.library, [&](const LibrarySeen& call) {
            return call.name == "printf" && call.function == function_.report.name;
        });
        if (const auto print = function_.locals.calls.find("vprintf");
            print != function_.locals.calls.end() && declared > 0 && !is_printf_known)
            return add(CauseKind::library_function, is_kept_ ? declared : 0, "printf", print->second,
                       "PTX calls vprintf here, with the arguments of printf in local memory" + untried(facts_));
        if (declared < padding_limit) return;
        const FunctionSeen* inlined = after(Trial::calls);
        const bool leaves_ptx = inlined != nullptr && inlined->locals.bytes + declared <= function_.locals.bytes;
        const bool leaves_frame = inlined != nullptr && is_kept_ &&
                                  inlined->report.stack_frame_bytes + declared <= function_.report.stack_frame_bytes;
        const bool is_gone = leaves_ptx || leaves_frame;
        const std::int64_t bytes = is_kept_ ? declared : 0;
        const std::string leaves =
            bytes_text(declared) +
            (is_kept_ ? " leave local memory" : " leave PTX's .local, which ptxas removed anyway");
        if (is_gone && !whole_use(function_.locals).escapes)
            add(CauseKind::too_large, bytes, std::nullopt, first_use_line(function_.locals),
                "Copies of a large argument, one for each call of a function that is not inlined; with the function "
                "inlined, " +
                    leaves);
        else if (is_gone)
            add(CauseKind::address_taken, bytes, std::nullopt, whole_use(function_.locals).escape_line,
                "An object whose address goes to a function that is not inlined; with the function inlined, " + leaves);
        else if (const auto& toolkit = function_.toolkit_use)
            return add(CauseKind::library_function, bytes, base::name_of_signature(toolkit->function),
                       toolkit->source_line,
                       "No variable in your files explains " + bytes_text(declared) + " of .local in PTX. " +
                           base::name_of_signature(toolkit->function) + ", in line " + std::to_string(toolkit->line) +
                           " of " + toolkit->header +
                           ", which is not one of your files, is inlined here and uses local memory" + untried(facts_));
        else if (const ObjectUse use = whole_use(function_.locals); use.is_indexed && variable_bytes() == 0)
            return add(CauseKind::dynamic_index, bytes, std::nullopt, use.indexed_line,
                       "PTX computes addresses in " + bytes_text(declared) +
                           " of .local at run time. No declaration of these bytes was found in the source; it may be "
                           "in a macro" +
                           untried(facts_));
        else
            return add(CauseKind::unknown, bytes, std::nullopt, first_use_line(function_.locals),
                       "PTX declares " + bytes_text(declared) +
                           " of .local that no variable found in the source explains" + untried(facts_));
        repair(RepairKind::inline_call, inline_words(), report_after(Trial::calls));
    }

    /// ptxas counts the `.local` of CUDA's own functions in the frame of their callers.
    [[nodiscard]] std::vector<const FunctionSeen*> library_functions() const
    {
        std::vector<const FunctionSeen*> found;
        for (const FunctionSeen& other : facts_.functions)
            if (function_.locals.calls.contains(other.report.name) && other.locals.bytes > 0 &&
                is_library_function_name(other.report.name))
                found.push_back(&other);
        return found;
    }

    [[nodiscard]] std::int64_t library_bytes() const
    {
        std::int64_t bytes = 0;
        for (const FunctionSeen* other : library_functions()) bytes += other->locals.bytes;
        return bytes;
    }

    /// The line's calls that may use this function of CUDA's own; its name where no call is written there.
    [[nodiscard]] std::string written_calls(const FunctionSeen& other, int line) const
    {
        const auto written = facts_.library_calls.find(line);
        if (written == facts_.library_calls.end()) return other.report.name;
        const bool is_reduction = other.report.name.find("trig_reduction") != std::string::npos;
        std::string some, all;
        for (const std::string& name : written->second) {
            all += (all.empty() ? "" : ", ") + name;
            if (is_reduction && is_reduced(name)) some += (some.empty() ? "" : ", ") + name;
        }
        return some.empty() ? all : some;
    }

    void take_library_functions()
    {
        for (const FunctionSeen* other : library_functions()) {
            const bool is_kept = left_ >= other->locals.bytes;
            const int line = function_.locals.calls.at(other->report.name);
            add(CauseKind::library_function, is_kept ? other->locals.bytes : 0, written_calls(*other, line), line,
                "CUDA's own function " + other->report.name + ", called here, declares " +
                    bytes_text(other->locals.bytes) + " of .local" +
                    (is_kept ? "" : "; ptxas keeps them in registers"));
        }
    }

    [[nodiscard]] std::string untried_calls() const
    {
        return facts_.not_compiled.contains(Trial::calls) ? "; with calls inlined the source did not compile" : "";
    }

    void take_calls()
    {
        const bool calls = !function_.locals.calls.empty() || function_.locals.calls_by_pointer;
        const bool is_padding = left_ < padding_limit && !causes_.empty() && function_.report.is_entry;
        if (left_ <= 0 || is_padding || (function_.report.is_entry && !calls)) return;
        std::string evidence;
        if (!function_.report.is_entry)
            evidence = "A function that is not inlined saves registers and values in its stack frame";
        else
            evidence = "Arguments passed in memory, or registers saved during a call";
        if (function_.is_recursive) evidence += "; it is part of a recursion, so each level takes this much";
        if (const FunctionSeen* inlined = after(Trial::calls); inlined != nullptr && function_.report.is_entry)
            evidence += "; with calls inlined the stack frame has " + bytes_text(inlined->report.stack_frame_bytes);
        const auto first_call = function_.locals.calls.begin();
        int line = function_.locals.declared_line;
        if (function_.report.is_entry && first_call != function_.locals.calls.end()) line = first_call->second;
        std::optional<std::string> called;
        if (function_.report.is_entry && function_.locals.calls.size() == 1) called = first_call->first;
        if (!function_.report.is_entry) called = function_.report.name;
        if (called) called = base::name_of_signature(base::demangled(*called));
        add(CauseKind::call_stack, left_, std::move(called), line, std::move(evidence) + untried_calls());
        repair(RepairKind::inline_call, inline_words(), report_after(Trial::calls));
    }

    void take_rest()
    {
        if (left_ <= 0) return;
        const auto holder = std::find_if(causes_.rbegin(), causes_.rend(), [](const Cause& c) { return c.bytes > 0; });
        if (left_ < padding_limit && holder != causes_.rend()) {
            holder->bytes += left_;
            holder->evidence += "; " + bytes_text(left_) + " of the frame are padding";
            left_ = 0;
            return;
        }
        add(CauseKind::unknown, left_, std::nullopt, first_use_line(function_.locals),
            "ptxas's stack frame has " + bytes_text(left_) + " that nothing seen in PTX accounts for" +
                untried(facts_));
    }

    const CauseFacts& facts_;
    const FunctionSeen& function_;
    std::int64_t left_ = 0;  ///< unexplained bytes of the stack frame
    bool is_kept_ = false;   ///< the function's .local is in its stack frame; ptxas keeps all of it there, or nothing
    std::vector<Cause> causes_;
};

}  // namespace

bool is_library_function_name(const std::string& mangled)
{
    return mangled.starts_with("__internal_") || mangled.starts_with("__nv_");
}

std::vector<model::Cause> explain(const CauseFacts& seen)
{
    CauseFacts facts = seen;
    const std::set<std::string> parted = part_frames(facts.functions);
    std::vector<Cause> causes;
    for (const FunctionSeen& function : facts.functions) {
        const bool is_counted_in_callers =
            is_library_function_name(function.report.name) && function.report.stack_frame_bytes == 0;
        if (is_counted_in_callers) continue;
        for (Cause& cause : Reasoning(facts, function).explain()) {
            if (parted.contains(cause.function)) cause.function = facts.functions.front().report.name;
            causes.push_back(std::move(cause));
        }
    }
    keep_deepest_chain(facts.functions, causes);
    std::stable_partition(causes.begin(), causes.end(), [](const Cause& cause) { return cause.bytes > 0; });
    return causes;
}

}  // namespace spillway::compiler
