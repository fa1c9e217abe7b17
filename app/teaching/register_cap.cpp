#include "app/teaching/register_cap.h"

#include <algorithm>
#include <variant>

#include "app/model/stack_size.h"
#include "app/teaching/advice.h"

namespace spillway::teaching {
namespace {

constexpr int register_unit = 8;  ///< allocation unit of registers per thread for a warp

std::int64_t number_of(const model::Values& values, const std::string& name)
{
    const auto found = values.find(name);
    const auto* number = found == values.end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return number == nullptr ? 0 : *number;
}

/// The bound in the PTX; for shipped answers, which have none, the bound that the knobs set.
std::optional<RegisterCap> launch_bound_of(const model::RunResult& result, const model::Gpu& gpu)
{
    RegisterCap cap{0, RegisterCap::By::launch_bound, result.compile->launch_bound_threads.value_or(0),
                    result.compile->launch_bound_blocks.value_or(0)};
    if (cap.threads == 0 && number_of(result.parameters, "min_blocks_per_sm") > 0) {
        cap.threads = number_of(result.parameters, "block_size");
        cap.blocks = number_of(result.parameters, "min_blocks_per_sm");
    }
    if (cap.threads <= 0) return std::nullopt;
    const std::int64_t whole_warps = (cap.threads + 31) / 32 * 32;
    const std::int64_t fit =
        gpu.registers_per_sm / (std::max<std::int64_t>(1, cap.blocks) * whole_warps) / register_unit * register_unit;
    if (fit < 1 || fit >= gpu.max_registers_per_thread) return std::nullopt;
    cap.registers = static_cast<int>(fit);
    return cap;
}

std::string bound_words(const RegisterCap& cap)
{
    if (cap.by == RegisterCap::By::maxnreg) return "__maxnreg__";
    const std::string threads = counted(cap.threads, "thread");
    return "launch bound of " + threads +
           (cap.blocks > 0 ? " and " + counted(cap.blocks, "block") + " per SM" : std::string());
}

}  // namespace

std::optional<RegisterCap> register_cap(const model::RunResult& result, const model::Gpu& gpu)
{
    if (!result.compile) return std::nullopt;
    const int asked = result.compile->register_cap_requested;
    if (asked > 0 && result.compile->register_cap_honoured) return RegisterCap{asked, RegisterCap::By::knob};
    if (const auto& bound = result.compile->launch_bound_registers)
        return RegisterCap{*bound, RegisterCap::By::maxnreg};
    return launch_bound_of(result, gpu);
}

std::string cap_words(const RegisterCap& cap)
{
    if (cap.by == RegisterCap::By::knob) return "the register cap is " + grouped(cap.registers);
    if (cap.by == RegisterCap::By::maxnreg) return "__maxnreg__ allows " + grouped(cap.registers);
    return "the " + bound_words(cap) + " leaves " + grouped(cap.registers);
}

std::string reached_cap_words(const model::RunResult& result, const model::Gpu& gpu)
{
    const std::optional<RegisterCap> cap = register_cap(result, gpu);
    if (!cap || cap->by == RegisterCap::By::knob) return {};
    if (result.compile->registers.value_or(0) < cap->registers) return {};
    const std::int64_t bytes = model::spill_store_bytes(*result.compile);
    const std::string spilled =
        bytes > 0 ? "; " + counted(bytes, "byte") + (bytes == 1 ? " is spilled." : " are spilled.") : ".";
    std::string words = cap_words(*cap) + (cap->registers == 1 ? " register" : " registers") + " per thread" + spilled;
    if (cap->by == RegisterCap::By::launch_bound) words.front() = 'T';
    return words;
}

std::string register_cap_note(const model::RunResult& result, const model::Gpu& gpu)
{
    if (!result.compile) return {};
    const std::optional<RegisterCap> cap = register_cap(result, gpu);
    const int asked = result.compile->register_cap_requested;
    const bool is_own = cap && cap->by != RegisterCap::By::knob;
    if (asked == 0) return is_own ? grouped(cap->registers) + ", " + bound_words(*cap) : "none";
    const std::string number = grouped(asked);
    if (result.compile->register_cap_honoured) return number + ", honoured";
    if (number_of(result.parameters, "min_blocks_per_sm") != 0)
        return number +
               ", overridden: with __launch_bounds__ on the kernel the compiler silently ignores the cap. Set Minimum "
               "blocks per SM to none to use the cap.";
    if (is_own)
        return number + ", overridden: " + cap_words(*cap) +
               " registers. Remove it from the kernel's text to use the cap.";
    return number + ", not honoured: the calling convention needs more, or the kernel has its own launch bound.";
}

}  // namespace spillway::teaching
