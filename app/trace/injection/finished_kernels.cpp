#include "app/trace/injection/finished_kernels.h"

#include <algorithm>
#include <utility>

namespace spillway::trace::injection {
namespace {

constexpr std::size_t numbers_per_launch = 4;
/// Keeps lines well below max_line_bytes.
constexpr std::size_t max_numbers_in_line = 1000 * numbers_per_launch;

KernelShape shape_of(const CUpti_ActivityKernel10& kernel)
{
    KernelShape shape;
    shape.grid = {kernel.gridX, kernel.gridY, kernel.gridZ};
    shape.block = {kernel.blockX, kernel.blockY, kernel.blockZ};
    shape.registers = kernel.registersPerThread;
    shape.static_shared_bytes = kernel.staticSharedMemory;
    shape.dynamic_shared_bytes = kernel.dynamicSharedMemory;
    shape.local_bytes = kernel.localMemoryPerThread;
    shape.device = kernel.deviceId;
    shape.is_in_graph = kernel.graphNodeId != 0 ? 1 : 0;
    return shape;
}

Line line_of(std::int64_t id, const char* name, const KernelShape& shape)
{
    Line line;
    line.key("kernel").open('{').key("id").number(id).key("name").text(name);
    line.key("grid").open('[').number(shape.grid[0]).number(shape.grid[1]).number(shape.grid[2]).close(']');
    line.key("block").open('[').number(shape.block[0]).number(shape.block[1]).number(shape.block[2]).close(']');
    line.key("registers").number(shape.registers);
    line.key("static_shared_bytes").number(shape.static_shared_bytes);
    line.key("dynamic_shared_bytes").number(shape.dynamic_shared_bytes);
    line.key("local_bytes_per_thread").number(shape.local_bytes);
    line.key("device").number(shape.device).key("in_graph").number(shape.is_in_graph).close('}');
    return line;
}

}  // namespace

void FinishedKernels::take(CUcontext context, std::uint32_t stream, std::uint8_t* buffer, std::size_t bytes)
{
    const std::lock_guard lock(mutex_);
    for (CUpti_Activity* record = nullptr; api_.cuptiActivityGetNextRecord(buffer, bytes, &record) == CUPTI_SUCCESS;)
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL || record->kind == CUPTI_ACTIVITY_KIND_KERNEL)
            take_kernel(*reinterpret_cast<const CUpti_ActivityKernel10*>(record));
    write_batch();
    write_lost(context, stream);
}

void FinishedKernels::write_lost(CUcontext context, std::uint32_t stream)
{
    std::size_t lost = 0;
    if (api_.cuptiActivityGetNumDroppedRecords(context, stream, &lost) != CUPTI_SUCCESS || lost == 0) return;
    Line line;
    line.key("lost").number(static_cast<std::int64_t>(lost));
    log_.write(std::move(line));
}

void FinishedKernels::take_kernel(const CUpti_ActivityKernel10& kernel)
{
    // 0: the kernel started but has no recorded end, as after a crash.
    if (kernel.end == 0 || kernel.end < kernel.start) return;
    const char* name = kernel.name ? kernel.name : "";
    const KernelShape shape = shape_of(kernel);
    const KernelTable::Found found = table_.find(name, shape);
    if (found.is_new) log_.write(line_of(found.id, name, shape));
    if (devices_.size() < 64 && devices_.insert(shape.device).second) new_devices_.push_back(shape.device);

    const auto start = static_cast<std::int64_t>(kernel.start);
    const auto duration = static_cast<std::int64_t>(kernel.end - kernel.start);
    if (found.id == KernelTable::none || !log_.lists_launches()) return add_to_sum(found.id, duration);
    batch_.insert(batch_.end(), {found.id, start, duration, static_cast<std::int64_t>(kernel.streamId)});
    if (batch_.size() >= max_numbers_in_line) write_batch();
}

void FinishedKernels::add_to_sum(std::int64_t id, std::int64_t duration)
{
    Sum& sum = sums_[id];
    sum.least_ns = sum.launches == 0 ? duration : std::min(sum.least_ns, duration);
    sum.max_ns = std::max(sum.max_ns, duration);
    sum.total_ns += duration;
    ++sum.launches;
}

void FinishedKernels::write_batch()
{
    if (batch_.empty()) return;
    Line line;
    line.key("ran").open('[');
    for (const std::int64_t number : batch_) line.number(number);
    line.close(']');
    log_.write(std::move(line));
    batch_.clear();
}

void FinishedKernels::write_sums()
{
    const std::lock_guard lock(mutex_);
    // Launches of kernels for which the table had no space left.
    if (const auto unnamed = sums_.find(KernelTable::none); unnamed != sums_.end()) {
        Line line;
        line.key("lost").number(unnamed->second.launches);
        log_.write(std::move(line));
        sums_.erase(unnamed);
    }
    while (!sums_.empty()) {
        Line line;
        line.key("summed").open('[');
        for (std::size_t count = 0; count < 1000 && !sums_.empty(); ++count) {
            const auto& [id, sum] = *sums_.begin();
            line.number(id).number(sum.launches).number(sum.total_ns).number(sum.least_ns).number(sum.max_ns);
            sums_.erase(sums_.begin());
        }
        line.close(']');
        log_.write(std::move(line));
    }
}

std::vector<std::int64_t> FinishedKernels::new_devices()
{
    const std::lock_guard lock(mutex_);
    return std::exchange(new_devices_, {});
}

}  // namespace spillway::trace::injection
