#include "app/emulate/output_check.h"

#include <algorithm>
#include <span>

#include "app/catalogue/first_difference.h"
#include "app/ptx/reader.h"

namespace spillway::emulate {
namespace {

using model::AccessLimit;
using model::Counted;

constexpr std::int64_t max_buffer_bytes = std::int64_t{64} << 20, max_threads = std::int64_t{1} << 20;

OutputCheck not_run(const std::string& why)
{
    OutputCheck check;
    check.detail = why;
    return check;
}

std::int64_t product(const std::int64_t (&size)[3])
{
    return size[0] * size[1] * size[2];
}

/// False for a grid that would take minutes here, although a GPU runs it in milliseconds.
bool is_small(const model::Job& job)
{
    std::int64_t bytes = 0;
    for (const model::PlannedBuffer& buffer : job.plan->buffers) bytes += buffer.bytes();
    return bytes <= max_buffer_bytes && product(job.grid) <= max_threads &&
           product(job.grid) * product(job.block) <= max_threads;
}

/// The first output that differs from the reference's; empty if none does.
std::optional<std::string> difference(const model::LaunchPlan& plan, const KernelRun& got, const KernelRun& expected)
{
    const catalogue::Tolerance tolerance{plan.reference->relative_tolerance, plan.reference->absolute_tolerance};
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        if (!plan.buffers[i].is_output || static_cast<int>(i) == plan.cycles_buffer) continue;
        if (auto found =
                catalogue::first_difference(plan.buffers[i], 0, got.buffers[i], expected.buffers[i], tolerance))
            return found;
    }
    return std::nullopt;
}

double counted(const AccessLimit& limit, const model::LaunchPlan& plan, const ptx::Counts& counts)
{
    if (limit.what == Counted::warp_steps) return static_cast<double>(counts.all.issued);
    if (limit.what == Counted::writes_elsewhere) return static_cast<double>(counts.written_elsewhere);
    const auto found = std::find_if(plan.buffers.begin(), plan.buffers.end(),
                                    [&](const auto& buffer) { return buffer.name == limit.buffer; });
    if (found == plan.buffers.end()) return 0;
    const ptx::BufferCount& of = counts.buffers[static_cast<std::size_t>(found - plan.buffers.begin())];
    switch (limit.what) {
        case Counted::reads: return static_cast<double>(of.read_bytes);
        case Counted::reads_by_one_thread: return static_cast<double>(of.max_read_by_one);
        case Counted::sectors: return static_cast<double>(of.sectors);
        default: return static_cast<double>(of.written_bytes);
    }
}

OutputCheck faulted(const ptx::Fault& fault)
{
    OutputCheck check;
    check.outcome = Outcome::faulted;
    check.fault = fault;
    check.detail = ptx::sentence(fault);
    return check;
}

std::optional<ptx::Fault> finding(const ptx::RunResult& result, ptx::FaultKind kind)
{
    for (const ptx::Fault& each : result.findings)
        if (each.kind == kind) return each;
    return std::nullopt;
}

/// The first limit that the kernel exceeds; empty if there is none.
std::optional<model::ExceededLimit> first_exceeded(const std::vector<AccessLimit>& limits,
                                                   const model::LaunchPlan& plan, const ptx::Counts& got,
                                                   const ptx::Counts& expected)
{
    for (const AccessLimit& limit : limits)
        if (auto exceeded = catalogue::exceeded_limit(limit, counted(limit, plan, got), counted(limit, plan, expected)))
            return exceeded;
    return std::nullopt;
}

std::optional<std::string> why_not_checked(const model::Job& job)
{
    if (!job.plan || !job.plan->reference) return "there is no reference to compare with";
    if (!job.plan->is_kernel()) return "a copy by the driver or a library's function has no PTX";
    if (!is_small(job)) return "the grid is too large for a processor";
    return std::nullopt;
}

}  // namespace

OutputCheck check_output(const model::Job& job, const Code& variant, const Code& reference,
                         const std::vector<AccessLimit>& limits, const RunOptions& options)
{
    if (auto why = why_not_checked(job)) return not_run(*why);
    const auto module = ptx::read_module(variant.ptx), reference_module = ptx::read_module(reference.ptx);
    if (!module) return not_run(module.error().line());
    if (!reference_module)
        return not_run("the reference does not run on a processor: " + reference_module.error().line());
    const auto inputs = initial_buffers(*job.plan);

    const auto expected = run_kernel(job, Which::reference, *reference_module, reference.entry, inputs, options);
    if (!expected) return not_run(expected.error().what);
    if (expected->result.fault)
        return not_run("the reference does not run on a processor: " + ptx::sentence(*expected->result.fault));
    std::optional<model::ExceededLimit> exceeded;
    ptx::Counts counts;
    for (const ptx::Order order : {ptx::Order::forwards, ptx::Order::backwards}) {
        RunOptions in_order = options;
        in_order.order = order;
        // A result that depends on unwritten shared memory differs in one of the two.
        in_order.unwritten_shared = order == ptx::Order::forwards ? std::byte{0xff} : std::byte{0};
        const auto got = run_kernel(job, Which::variant, *module, variant.entry, inputs, in_order);
        if (!got) return not_run(got.error().what);
        if (const auto& fault = got->result.fault) {
            const bool is_inconclusive = fault->kind == ptx::FaultKind::not_supported ||
                                         fault->kind == ptx::FaultKind::stopped ||
                                         fault->kind == ptx::FaultKind::unknown_function;
            return is_inconclusive ? not_run(ptx::sentence(*fault)) : faulted(*fault);
        }
        const auto race = finding(got->result, ptx::FaultKind::shared_race);
        if (const auto differs = difference(*job.plan, *got, *expected)) {
            if (race) return faulted(*race);
            if (const auto unwritten = finding(got->result, ptx::FaultKind::shared_not_written))
                return faulted(*unwritten);
            OutputCheck check;
            check.outcome = order == ptx::Order::forwards ? Outcome::differs : Outcome::differs_in_order;
            check.detail = *differs;
            if (order == ptx::Order::backwards)
                check.detail += " once the block's warps run in another order: a barrier is missing";
            return check;
        }
        if (race) return faulted(*race);
        if (order != ptx::Order::forwards) continue;
        exceeded = first_exceeded(limits, *job.plan, got->result.counts, expected->result.counts);
        counts = got->result.counts;
    }
    OutputCheck check;
    check.outcome = exceeded ? Outcome::beyond_limit : Outcome::matched;
    check.exceeded = exceeded;
    check.counts = std::move(counts);
    return check;
}

}  // namespace spillway::emulate
