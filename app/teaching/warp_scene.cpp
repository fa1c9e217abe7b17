#include "app/teaching/warp_scene.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "app/base/text.h"
#include "app/catalogue/plain/cuda_lexer.h"
#include "app/catalogue/plain/declarations.h"
#include "app/catalogue/plain/kernel_parameters.h"
#include "app/ptx/specials.h"
#include "app/teaching/source_outline.h"
#include "app/teaching/warp_values.h"

namespace spillway::teaching {
namespace {

using ptx::Mask;
using ptx::Op;
using ptx::Register;
using ptx::Type;
using ptx::WarpTrace;

constexpr std::size_t max_rows = 24;
constexpr std::size_t max_steps_back = 100;
constexpr int max_copies = 4;  ///< register-to-register copies followed to find a value's source

bool lane_is_in(Mask mask, int lane)
{
    return (mask >> lane & 1U) != 0;
}

/// "threadIdx.x" for "%tid.x"; other special registers keep their PTX names.
std::string cuda_name(std::string_view special)
{
    constexpr std::array names{std::pair{std::string_view("%tid"), std::string_view("threadIdx")},
                               std::pair{std::string_view("%ntid"), std::string_view("blockDim")},
                               std::pair{std::string_view("%ctaid"), std::string_view("blockIdx")},
                               std::pair{std::string_view("%nctaid"), std::string_view("gridDim")}};
    const std::size_t dot = special.find('.');
    for (const auto& [ptx_name, name] : names)
        if (special.substr(0, dot) == ptx_name) return std::string(name) + std::string(special.substr(dot));
    return std::string(special);
}

/// Names registers by the source of their values: a CUDA variable, a kernel argument, a comparison or a line.
class Meanings {
public:
    Meanings(const emulate::WarpRun& run, const WarpNames& names) : run_(run), names_(names) {}

    [[nodiscard]] std::string of(std::size_t before, std::int32_t offset, int copies = 0) const
    {
        const WarpTrace& trace = run_.trace();
        const auto at = trace.writer(before, offset);
        if (!at) return "";
        const ptx::Instruction& in = *trace.step(*at).instruction;
        const ptx::Argument& from = in.arguments[1];
        if (in.op == Op::setp && offset == in.arguments[0].offset) return condition(*at, in);
        if (in.op == Op::mov && from.bank == ptx::Bank::specials) return cuda_name(ptx::name_at_special(from.offset));
        if (in.op == Op::ld && in.space == ptx::Space::param)
            if (std::string known = argument(from); !known.empty()) return known;
        const bool is_copy = in.op == Op::cvta || in.op == Op::mov;
        if (is_copy && copies < max_copies && from.kind == ptx::Argument::Kind::values &&
            from.bank == ptx::Bank::frame && !in.arguments[2].is_there())
            if (std::string known = of(*at, from.offset, copies + 1); !known.empty()) return known;
        return in.source_line > 0 ? line_words(static_cast<std::size_t>(in.source_line)) : "";
    }

private:
    /// The comparison that sets a predicate: "threadIdx.x != 0, line 14: if (threadIdx.x == 0)". The compiler often
    /// tests the opposite of the source.
    [[nodiscard]] std::string condition(std::size_t at, const ptx::Instruction& in) const
    {
        const std::string line = in.source_line > 0 ? line_words(static_cast<std::size_t>(in.source_line)) : "";
        const std::string_view sign = sign_of(in.compare);
        if (sign.empty() || in.join != ptx::Join::none) return line;
        const std::string words =
            operand(at, in, in.arguments[1]) + " " + std::string(sign) + " " + operand(at, in, in.arguments[2]);
        return line.empty() ? words : words + ", " + line;
    }

    static std::string_view sign_of(ptx::Compare compare)
    {
        using ptx::Compare;
        switch (compare) {
            case Compare::eq: return "==";
            case Compare::ne: return "!=";
            case Compare::lt:
            case Compare::lo: return "<";
            case Compare::le:
            case Compare::ls: return "<=";
            case Compare::gt:
            case Compare::hi: return ">";
            case Compare::ge:
            case Compare::hs: return ">=";
            default: return "";
        }
    }

    /// A register by its meaning, or by its name if the meaning is unknown or a source line; a special register by its
    /// CUDA name; a constant by its value.
    [[nodiscard]] std::string operand(std::size_t at, const ptx::Instruction& in, const ptx::Argument& from) const
    {
        if (from.bank == ptx::Bank::constants) {
            const Register one{"", from.bank, from.offset, from.width, in.type};
            const std::byte* const values = run_.module().constants.data() + from.offset;
            return warp_value_text(one, values, 0, base_of_row(one, values));
        }
        if (from.bank == ptx::Bank::specials) return cuda_name(ptx::name_at_special(from.offset));
        const std::string known = of(at, from.offset);
        if (!known.empty() && !known.starts_with("line ")) return known;
        for (const Register& one : ptx::registers_of(*run_.trace().step(at).function, in).read)
            if (one.bank == from.bank && one.offset == from.offset) return one.name;
        return "a register";
    }

    [[nodiscard]] std::string line_words(std::size_t line) const
    {
        const std::string text = line <= names_.lines.size() ? std::string(base::trimmed(names_.lines[line - 1])) : "";
        return "line " + std::to_string(line) + (text.empty() ? "" : ": " + text);
    }

    [[nodiscard]] std::string argument(const ptx::Argument& from) const
    {
        std::uint64_t address = 0;
        if (from.bank != ptx::Bank::constants) return "";
        std::memcpy(&address, run_.module().constants.data() + from.offset, sizeof address);
        address += static_cast<std::uint64_t>(static_cast<std::int64_t>(from.extra));
        const ptx::Function* entry = run_.module().find_entry(run_.launch().entry);
        for (std::size_t i = 0; entry != nullptr && i < entry->params.size(); ++i) {
            const ptx::Param& param = entry->params[i];
            const std::uint64_t begin = ptx::param_window + static_cast<std::uint64_t>(param.offset);
            if (address < begin || address >= begin + static_cast<std::uint64_t>(param.bytes)) continue;
            return i < names_.arguments.size() ? names_.arguments[i] : "argument " + std::to_string(i + 1);
        }
        return "";
    }

    const emulate::WarpRun& run_;
    const WarpNames& names_;
};

/// Reasons of the inactive lanes: "wait or have no thread".
std::string words_of_inactive(const ptx::Step& step, Mask threads)
{
    std::string words;
    const auto add = [&](bool is_so, const char* does) {
        if (is_so) words += (words.empty() ? "" : " or ") + std::string(does);
    };
    add((step.alive & ~step.active) != 0, "wait");
    add((threads & ~step.alive) != 0, "have ended");
    add(threads != ptx::all_lanes, "have no thread");
    return words;
}

/// `threads`: lanes that have a thread.
std::string words_of_lanes(const ptx::Step& step, Mask threads)
{
    const int lanes = std::popcount(step.lanes);
    if (lanes == ptx::lane_count) return "All 32 lanes execute this instruction";
    if (lanes == 0)
        return step.active == step.alive ? "No lane executes this instruction: its predicate is false in every lane"
                                         : "No lane executes this instruction";
    const std::string some =
        std::to_string(lanes) + (lanes == 1 ? " lane executes" : " lanes execute") + " this instruction";
    if (step.lanes != step.active) return some + ": those whose predicate is true";
    return some + ": the others " + words_of_inactive(step, threads);
}

/// How many lanes take a branch, and how many do not.
std::string split_words(const ptx::Step& step)
{
    const int go = std::popcount(step.lanes), stay = std::popcount(step.active & ~step.lanes);
    return "The warp splits: " + std::to_string(go) + (go == 1 ? " lane jumps, " : " lanes jump, ") +
           std::to_string(stay) + (stay == 1 ? " goes" : " go") + " on; one group waits for the other";
}

/// Sentence on a barrier of the block or the cluster. mode 1: "arrive", which does not wait.
std::string barrier_sentence(const ptx::Instruction& in)
{
    if (in.op == Op::barrier_cluster)
        return in.mode == 1 ? "The warp arrives at the cluster's barrier and continues."
                            : "The warp waits until all blocks of its cluster have arrived at the barrier.";
    if (in.op == Op::bar && in.mode == 1) return "The warp arrives at the barrier and continues.";
    const bool has_count = in.argument_count == (in.op == Op::bar ? 2 : 4);
    return has_count ? "The warp waits until the given number of threads has arrived at the barrier."
                     : "The warp waits until all warps of the block have arrived at the barrier.";
}

std::string warp_step_sentence(const ptx::Step& step, Mask threads)
{
    const Op op = step.instruction->op;
    if (step.splits && op == Op::bra) return split_words(step) + ".";
    const bool is_barrier = op == Op::bar || op == Op::bar_red || op == Op::barrier_cluster;
    return is_barrier && step.lanes != 0 ? barrier_sentence(*step.instruction) : words_of_lanes(step, threads) + ".";
}

/// A limit of the run stops the whole kernel, after an instruction.
bool is_limit(const ptx::Fault& fault)
{
    return fault.kind == ptx::FaultKind::stopped || fault.kind == ptx::FaultKind::no_end;
}

/// Sentence on a fault that was found at a step.
std::string fault_sentence(const ptx::SteppedFault& fault)
{
    std::string words = ptx::sentence(fault.fault) + ".";
    if (fault.is_others && !is_limit(fault.fault)) return "In another warp: " + words;
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    return words;
}

bool is_row_known(const std::vector<WarpRow>& rows, const std::string& name)
{
    return std::any_of(rows.begin(), rows.end(), [&](const WarpRow& row) { return row.name == name; });
}

class SceneMaker {
public:
    SceneMaker(const emulate::WarpRun& run, std::size_t step, const WarpNames& names)
        : trace_(run.trace()), at_(step), meanings_(run, names)
    {
    }

    std::vector<WarpRow> rows()
    {
        const ptx::Step& step = trace_.step(at_);
        const auto own = ptx::registers_of(*step.function, *step.instruction);
        for (const Register& one : own.written)
            if (!ends_at(trace_, at_)) add(one, WarpRow::Role::written, at_ + 1);
        for (const Register& one : own.read) add(one, WarpRow::Role::read, at_);
        // Earlier results, the newest first.
        bool is_of_line = true;
        for (std::size_t i = at_; i > 0 && at_ - i < max_steps_back && rows_.size() < max_rows; --i) {
            const ptx::Step& before = trace_.step(i - 1);
            if (before.function != step.function || before.frame != step.frame) continue;
            is_of_line = is_of_line && before.instruction->source_line == step.instruction->source_line;
            for (const Register& one : ptx::registers_of(*before.function, *before.instruction).written)
                add(one, is_of_line ? WarpRow::Role::of_line : WarpRow::Role::older, at_);
        }
        return std::move(rows_);
    }

private:
    void add(const Register& one, WarpRow::Role role, std::size_t seen_before)
    {
        if (rows_.size() >= max_rows || (is_row_known(rows_, one.name) && role != WarpRow::Role::read)) return;
        const bool is_special = one.bank == ptx::Bank::specials;
        const std::size_t frame = is_special ? 0 : trace_.step(at_).frame;
        const auto all = is_special ? trace_.specials() : trace_.registers_before(seen_before);
        const std::size_t begin = frame + static_cast<std::size_t>(one.offset);
        const std::size_t bytes = one.width == 0 ? sizeof(Mask) : one.width * std::size_t{ptx::lane_count};
        if (begin + bytes > all.size()) return;
        WarpRow row;
        row.name = one.name;
        row.role = role;
        row.is_predicate = one.width == 0;
        row.meaning = is_special                       ? cuda_name(one.name)
                      : role == WarpRow::Role::written ? ""
                                                       : meanings_.of(at_, one.offset);
        const NumberBase base = base_of_row(one, all.data() + begin);
        for (int lane = 0; lane < ptx::lane_count; ++lane) {
            row.values[static_cast<std::size_t>(lane)] = warp_value_text(one, all.data() + begin, lane, base);
            row.numbers[static_cast<std::size_t>(lane)] = warp_value_number(one, all.data() + begin, lane, base);
        }
        row.summary = summary_of(row, trace_.step(at_).active);
        rows_.push_back(std::move(row));
    }

    /// "7 in every lane" or "0, 4 … 124" if the active lanes have equal or evenly spaced numbers; empty otherwise.
    [[nodiscard]] static std::string summary_of(const WarpRow& row, Mask active)
    {
        if (row.is_predicate || std::popcount(active) < 2) return "";
        const int first = std::countr_zero(active), last = 31 - std::countl_zero(active);
        const auto number = [&](int lane) { return row.numbers[static_cast<std::size_t>(lane)]; };
        const auto text = [&](int lane) { return row.values[static_cast<std::size_t>(lane)]; };
        const double step = (number(last) - number(first)) / (last - first);
        const double tolerance = 1e-9 * std::max(std::abs(number(first)), std::abs(number(last)));
        for (int lane = first; lane <= last; ++lane) {
            if (!lane_is_in(active, lane)) continue;
            if (!(std::abs(number(lane) - number(first) - step * (lane - first)) <= tolerance)) return "";
            // A double cannot tell large integers apart, and a text of four digits cannot tell close floats apart.
            if (lane != first && (text(lane) == text(first)) != (step == 0)) return "";
        }
        if (step == 0) return text(first) + (active == ptx::all_lanes ? " in every lane" : " in every active lane");
        const bool has_next = lane_is_in(active, first + 1) && last > first + 1;
        return text(first) + (has_next ? ", " + text(first + 1) : "") + " … " + text(last);
    }

    const WarpTrace& trace_;
    std::size_t at_;
    Meanings meanings_;
    std::vector<WarpRow> rows_;
};

/// Name of the buffer that an access touches, or of the memory.
std::string accessed_memory(const emulate::WarpRun& run, const ptx::SteppedAccess& access)
{
    using Memory = ptx::SteppedAccess::Memory;
    const auto& buffers = run.launch().buffers;
    if (access.buffer >= 0 && static_cast<std::size_t>(access.buffer) < buffers.size())
        return '"' + buffers[static_cast<std::size_t>(access.buffer)].name + '"';
    if (access.memory == Memory::shared) return "shared memory";
    return access.memory == Memory::local ? "local memory" : "global memory";
}

/// Lane of a thread of a block.
int lane_of(const ptx::Launch& launch, const ptx::Position& thread)
{
    const std::int64_t number = thread[0] + launch.block[0] * (thread[1] + launch.block[1] * std::int64_t{thread[2]});
    return static_cast<int>(number % ptx::lane_count);
}

}  // namespace

bool ends_at(const WarpTrace& trace, std::size_t step)
{
    return std::any_of(trace.faults().begin(), trace.faults().end(), [&](const ptx::SteppedFault& fault) {
        return fault.step == step && !fault.is_others && ptx::is_fatal(fault.fault.kind) && !is_limit(fault.fault);
    });
}

WarpScene warp_scene(const emulate::WarpRun& run, std::size_t step, const WarpNames& names)
{
    const WarpTrace& trace = run.trace();
    WarpScene scene;
    if (step >= trace.size()) return scene;
    const ptx::Step& now = trace.step(step);
    scene.threads = trace.step(0).alive;
    scene.alive = now.alive;
    scene.active = now.active;
    scene.lanes = now.lanes;
    scene.source_line = now.instruction->source_line;
    scene.module_line = now.instruction->line;
    scene.sentence = warp_step_sentence(now, scene.threads);
    for (const ptx::SteppedFault& fault : trace.faults()) {
        if (fault.step != step) continue;
        // A fault of this warp counts for more than another warp's.
        if (!scene.is_fault || !fault.is_others) scene.sentence = fault_sentence(fault);
        scene.is_fault = true;
        if (!fault.is_others && !is_limit(fault.fault))
            scene.faulting |=
                fault.fault.lanes != 0 ? fault.fault.lanes : Mask{1} << lane_of(run.launch(), fault.fault.thread);
    }
    scene.rows = SceneMaker(run, step, names).rows();
    return scene;
}

catalogue::WarpAccess warp_access(const ptx::SteppedAccess& access)
{
    catalogue::WarpAccess warp;
    const bool is_local = access.memory == ptx::SteppedAccess::Memory::local;
    warp.bytes = is_local ? std::min(access.bytes, 4) : access.bytes;
    for (int lane = 0; lane < ptx::lane_count; ++lane) {
        if (!lane_is_in(access.lanes, lane)) continue;
        const std::int64_t address = access.addresses[static_cast<std::size_t>(lane)];
        // The hardware interleaves local memory: the 32 lanes' copies of a word lie side by side.
        warp.addresses[static_cast<std::size_t>(lane)] =
            is_local ? address / 4 * catalogue::line_bytes + lane * 4 + address % 4 : address;
    }
    return warp;
}

model::AccessMemory memory_of(const ptx::SteppedAccess& access)
{
    return access.memory == ptx::SteppedAccess::Memory::shared ? model::AccessMemory::shared
                                                               : model::AccessMemory::global;
}

std::string access_title(const emulate::WarpRun& run, const ptx::SteppedAccess& access)
{
    const std::string bytes = std::to_string(access.bytes) + (access.bytes == 1 ? " byte per lane" : " bytes per lane");
    const std::string where = accessed_memory(run, access);
    if (access.is_atomic) return "Atomic operation on " + bytes + " in " + where;
    return (access.is_write ? "Store of " + bytes + " to " : "Load of " + bytes + " from ") + where;
}

std::string access_label(const emulate::WarpRun& run, const ptx::SteppedAccess& access)
{
    const std::string where = accessed_memory(run, access);
    if (access.is_atomic) return "Atomic operation on " + where;
    return (access.is_write ? "Store to " : "Load from ") + where;
}

std::vector<std::string> argument_names(const std::string& source, const std::string& entry)
{
    const std::string kernel = base_name(entry);
    const std::vector<catalogue::Token> tokens = catalogue::cuda_tokens(source);
    for (const catalogue::Item& item : catalogue::declarations(source, tokens)) {
        const bool is_kernel = !item.is_directive && item.declaration.name == kernel &&
                               item.declaration.kind == catalogue::Declaration::Kind::function;
        if (!is_kernel) continue;
        std::vector<std::string> names;
        for (const catalogue::KernelArgument& argument : catalogue::kernel_arguments(source, tokens, item.declaration))
            names.push_back(argument.name);
        return names;
    }
    return {};
}

}  // namespace spillway::teaching
