#include "app/compiler/causes/variable_reasons.h"

namespace spillway::compiler {
namespace {

using model::CauseKind;

constexpr std::int64_t max_single_bytes = 8;

std::string in_line(int line)
{
    return line > 0 ? " (line " + std::to_string(line) + ")" : "";
}

std::string not_compiled(const CauseFacts& facts)
{
    std::string names;
    for (const auto& [trial, name] :
         {std::pair{Trial::sizes, "the sizes of variables"}, std::pair{Trial::calls, "inlined calls"},
          std::pair{Trial::loops, "unrolled loops"}, std::pair{Trial::indices, "constant indices"},
          std::pair{Trial::library, "no library call"}})
        if (facts.not_compiled.contains(trial)) names += (names.empty() ? "" : ", ") + std::string(name);
    return names.empty() ? names : "; these trials did not compile, so they tell nothing: " + names;
}

class VariableReasoning {
public:
    VariableReasoning(const CauseFacts& facts, const FunctionSeen& function, bool is_kept)
        : facts_(facts), function_(function), place_(is_kept ? "local memory" : ".local in PTX"), is_kept_(is_kept)
    {
    }

    [[nodiscard]] Reason why(const VariableSeen& variable) const
    {
        const std::string& name = variable.name;
        const auto is_gone = [&](Trial trial) { return variable.gone_in.contains(trial); };
        const bool is_beyond_registers = variable.bytes > max_register_bytes;
        const std::string beyond = is_beyond_registers ? ", though its " + bytes_text(variable.bytes) +
                                                             " would not fit into 255 registers either"
                                                       : "";
        if (is_gone(Trial::calls)) {
            if (whole_use(function_.locals).escapes)
                return {CauseKind::address_taken,
                        "The address of " + name +
                            " goes to a function that is not inlined; with the function inlined, " + name + " leaves " +
                            place_};
            return {
                CauseKind::too_large,
                "A function that is not inlined gets it by value. It is so large that the caller copies it to local "
                "memory for each call; with the function inlined, it leaves " +
                    place_};
        }
        if (is_gone(Trial::loops)) return why_loop(variable, is_beyond_registers);
        if (variable.use && (variable.use->escapes || variable.use->is_chosen)) return why_seen(variable);
        if (is_gone(Trial::indices))
            return {CauseKind::dynamic_index, "An index of " + name +
                                                  " is only known at run time; with every index a constant it leaves " +
                                                  place_ + beyond};
        return why_seen(variable);
    }

    [[nodiscard]] Reason why_loop(const VariableSeen& variable, bool is_beyond_registers) const
    {
        const std::string& name = variable.name;
        const FunctionSeen* unrolled = after(Trial::loops);
        const std::int64_t spilled = unrolled == nullptr ? 0 : unrolled->report.stack_frame_bytes;
        const bool comes_back = spilled >= variable.bytes && !facts_.is_bounded;
        const std::string frame =
            unrolled == nullptr || !is_kept_ ? "" : "; the stack frame then has " + bytes_text(spilled);
        if (is_beyond_registers || comes_back)
            return {CauseKind::too_large,
                    "The " + bytes_text(variable.bytes) + " of " + name +
                        " do not fit into 255 registers, though with the loops fully unrolled every "
                        "index is a constant" +
                        frame};
        return {CauseKind::dynamic_index, "The index of " + name +
                                              " is the counter of a loop that is not unrolled; with the loops fully "
                                              "unrolled, the array leaves " +
                                              place_ + frame};
    }

private:
    [[nodiscard]] const FunctionSeen* after(Trial trial) const { return function_after(facts_, function_, trial); }

    /// No trial removed the variable: uses the PTX of its function.
    [[nodiscard]] Reason why_seen(const VariableSeen& variable) const
    {
        const std::string& name = variable.name;
        if (variable.is_volatile)
            return {CauseKind::declared_volatile,
                    name + " is volatile, so the compiler gives it memory, however it is used"};
        const ObjectUse use = variable.use.value_or(ObjectUse{}), whole = whole_use(function_.locals);
        if (use.escapes)
            return {CauseKind::address_taken,
                    "PTX passes the address of " + name + " to a call or stores it" + in_line(use.escape_line)};
        if (use.is_chosen)
            return {CauseKind::address_taken,
                    (use.chosen_line > 0 ? "Line " + std::to_string(use.chosen_line) : std::string("The code")) +
                        " uses a pointer to " + name +
                        " or to another variable, and which one is only known at run time; a register has no address"};
        if (!variable.is_array && whole.escapes && !use.is_indexed)
            return {CauseKind::address_taken,
                    "PTX passes addresses of objects to a call or stores them" + in_line(whole.escape_line) +
                        ", as a virtual call or a call by reference does; none of the changes that Spillway compiled "
                        "removes " +
                        name + " from " + place_};
        const bool is_single = !variable.is_array && variable.bytes <= max_single_bytes;
        if (is_single)
            return {CauseKind::address_taken,
                    "A single value is in memory only if its address is used; which address this code uses "
                    "is only known at run time"};
        if (use.is_indexed)
            return {CauseKind::dynamic_index, "PTX computes addresses in " + name + " at run time" +
                                                  in_line(use.indexed_line) +
                                                  "; none of the changes that Spillway compiled removes it"};
        if (variable.bytes > max_register_bytes)
            return {CauseKind::too_large, "The " + bytes_text(variable.bytes) + " of " + name +
                                              " do not fit into the 255 registers of a thread, however it is indexed"};
        return {CauseKind::unknown, why_unknown()};
    }

    [[nodiscard]] std::string why_unknown() const
    {
        if (facts_.is_out_of_time)
            return "The trials took too long: not all were made, and those that were do not remove it" +
                   not_compiled(facts_);
        return "None of the changes that Spillway compiled removes it: neither inlined calls nor unrolled loops nor "
               "constant indices" +
               untried(facts_);
    }

    const CauseFacts& facts_;
    const FunctionSeen& function_;
    const std::string place_;
    const bool is_kept_;
};

}  // namespace

std::string bytes_text(std::int64_t bytes)
{
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string untried(const CauseFacts& facts)
{
    if (facts.is_out_of_time) return "; the trials took too long, and not all were made" + not_compiled(facts);
    return not_compiled(facts);
}

const FunctionSeen* function_after(const CauseFacts& facts, const FunctionSeen& function, Trial trial)
{
    const auto functions = facts.after.find(trial);
    if (functions == facts.after.end()) return nullptr;
    const auto found = functions->second.find(function.report.name);
    return found == functions->second.end() ? nullptr : &found->second;
}

Reason reason_of(const CauseFacts& facts, const FunctionSeen& function, const VariableSeen& variable, bool is_kept)
{
    return VariableReasoning(facts, function, is_kept).why(variable);
}

}  // namespace spillway::compiler
