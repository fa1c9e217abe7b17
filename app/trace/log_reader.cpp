#include "app/trace/log_reader.h"

#include <algorithm>
#include <utility>

#include "app/base/counted.h"
#include "app/base/visible_text.h"
#include "app/protocol/foreign_json.h"
#include "app/protocol/plausibility.h"
#include "app/trace/fields.h"
#include "app/trace/kernel_name.h"

namespace spillway::trace {

using protocol::Json;

namespace {

constexpr std::size_t max_processes = 1000;
constexpr std::size_t max_gpus = 64;
constexpr std::size_t max_modules = 10000;
constexpr std::size_t max_kernels = 40000;
constexpr std::size_t max_launches = 4'000'000;
constexpr std::size_t max_refused = 1000;
/// 36 years: maximum of a duration and of a count; timestamps may be four times as large.
constexpr std::int64_t max_ns = std::int64_t{1} << 60;

/// Reads one key of a line; returns false if it is missing or invalid.
template <typename T>
bool read(const Json& object, const char* key, T& field)
{
    if (!object.is_object()) return false;
    protocol::JsonReader reader(object, "line");
    reader(key, field);
    return !reader.problem();
}

bool is_between(std::int64_t value, std::int64_t min, std::int64_t max)
{
    return value >= min && value <= max;
}

/// `min`: threads and blocks per axis. 1 for launches that ran; 0 for refused ones, because a 0 may be the reason.
bool is_launchable(const std::int64_t (&grid)[3], const std::int64_t (&block)[3], std::int64_t min)
{
    constexpr std::int64_t max = (std::int64_t{1} << 31) - 1;
    for (int i = 0; i < 3; ++i)
        if (!is_between(grid[i], min, max) || !is_between(block[i], min, max)) return false;
    return true;
}

std::string text_key(const TracedKernel& kernel)
{
    std::string key = kernel.mangled;
    for (const std::int64_t number :
         {kernel.gpu, kernel.grid[0], kernel.grid[1], kernel.grid[2], kernel.block[0], kernel.block[1], kernel.block[2],
          kernel.registers, kernel.static_shared_bytes, kernel.dynamic_shared_bytes, kernel.local_bytes_per_thread,
          std::int64_t{kernel.in_graph}})
        key += ' ' + std::to_string(number);
    return key;
}

/// Key of a launch before it runs; works for both kinds of kernels.
template <typename Kernel>
std::string launch_key(const Kernel& kernel)
{
    std::string key = kernel.mangled;
    for (const std::int64_t number : {kernel.grid[0], kernel.grid[1], kernel.grid[2], kernel.block[0], kernel.block[1],
                                      kernel.block[2], kernel.dynamic_shared_bytes})
        key += ' ' + std::to_string(number);
    return key;
}

bool read_asked(const Json& object, UnseenKernel& kernel)
{
    if (!read(object, "name", kernel.mangled) || !read(object, "grid", kernel.grid) ||
        !read(object, "block", kernel.block) || !read(object, "dynamic_shared_bytes", kernel.dynamic_shared_bytes))
        return false;
    kernel.name = readable_name(kernel.mangled);
    return is_launchable(kernel.grid, kernel.block, 0) && is_between(kernel.dynamic_shared_bytes, 0, 1 << 30);
}

}  // namespace

void LogReader::take(std::string_view bytes)
{
    bytes_ += bytes.size();
    if (bytes_ > max_log_bytes) {
        is_too_long_ = true;
        return;
    }
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        if (unfinished_line_.size() + part.size() > max_log_line_bytes) {
            is_skipping_ = true;
            unfinished_line_.clear();
        } else if (!is_skipping_) {
            unfinished_line_ += part;
        }
        if (end == std::string_view::npos) return;
        if (is_skipping_)
            ++bad_lines_;
        else
            take_line(unfinished_line_);
        unfinished_line_.clear();
        is_skipping_ = false;
        bytes.remove_prefix(end + 1);
    }
}

void LogReader::take_line(std::string_view line)
{
    const Json json = protocol::parse_foreign(line);
    if (json.is_discarded() || !json.is_object() || !take_object(json)) ++bad_lines_;
}

/// Also called again for a process that calls exec().
bool LogReader::take_beginning(std::int64_t pid, const Json& object)
{
    TracedProcess process;
    process.pid = pid;
    if (!read(object, "program", process.program) || !read(object, "cupti", process.cupti) ||
        !read(object, "cuda", process.cuda) || !read(object, "trouble", process.trouble) ||
        processes_.size() >= max_processes)
        return false;
    process.program = base::visible_line(process.program);
    process.trouble = base::visible_line(process.trouble);
    process_of_pid_[pid] = processes_.size();
    processes_.push_back(std::move(process));
    numbers_.emplace_back();
    return true;
}

bool LogReader::take_object(const Json& line)
{
    std::int64_t pid = 0, count = 0;
    if (!read(line, "pid", pid)) return false;
    const auto inner = [&](const char* key) {
        const auto found = line.find(key);
        return found == line.end() ? nullptr : &*found;
    };
    std::vector<std::int64_t> numbers;
    if (const Json* began = inner("began")) return take_beginning(pid, *began);
    const auto found = process_of_pid_.find(pid);
    if (found == process_of_pid_.end()) return false;
    TracedProcess& of = processes_[found->second];
    Numbers& known = numbers_[found->second];
    if (const Json* kernel = inner("kernel")) return take_kernel(known, *kernel);
    if (const Json* asked = inner("asked")) return take_asked(known, *asked);
    if (const Json* refused = inner("refused")) return take_refused(*refused);
    if (const Json* gpu = inner("gpu")) return take_gpu(*gpu);
    if (std::string file; inner("module")) return read(line, "module", file) && take_module(file);
    if (inner("ran")) return read(line, "ran", numbers) && take_ran(known, numbers);
    if (inner("summed")) return read(line, "summed", numbers) && take_summed(known, numbers);
    if (inner("counts")) return read(line, "counts", numbers) && take_counts(known, numbers);
    if (const Json* fault = inner("fault")) {
        std::string call, word;
        if (!read(*fault, "call", call) || !read(*fault, "word", word)) return false;
        if (of.fault.empty()) of.fault = base::visible_line(call + ": " + word);
        return true;
    }
    if (inner("forked") && ++of.forks) return true;
    if (inner("ended")) return of.ended = true;
    if (read(line, "lost", count) && is_between(count, 0, max_ns)) {
        of.lost += std::min(count, max_ns - of.lost);
        return true;
    }
    return false;
}

bool LogReader::take_kernel(Numbers& of_process, const Json& object)
{
    TracedKernel kernel;
    std::int64_t id = 0, in_graph = 0;
    const bool is_whole = read(object, "id", id) && read(object, "name", kernel.mangled) &&
                          read(object, "grid", kernel.grid) && read(object, "block", kernel.block) &&
                          read(object, "registers", kernel.registers) &&
                          read(object, "static_shared_bytes", kernel.static_shared_bytes) &&
                          read(object, "dynamic_shared_bytes", kernel.dynamic_shared_bytes) &&
                          read(object, "local_bytes_per_thread", kernel.local_bytes_per_thread) &&
                          read(object, "device", kernel.gpu) && read(object, "in_graph", in_graph);
    if (!is_whole || !is_launchable(kernel.grid, kernel.block, 1) || !is_between(kernel.registers, 0, 4096) ||
        !is_between(kernel.static_shared_bytes, 0, 1 << 30) || !is_between(kernel.dynamic_shared_bytes, 0, 1 << 30) ||
        !is_between(kernel.local_bytes_per_thread, 0, 1 << 30) || !is_between(kernel.gpu, 0, 1024))
        return false;
    kernel.in_graph = in_graph != 0;
    const auto next = static_cast<std::uint32_t>(kernels_.size());
    const auto [at, is_new] = kernel_numbers_.try_emplace(text_key(kernel), next);
    if (is_new) {
        if (kernels_.size() >= max_kernels) {
            kernel_numbers_.erase(at);
            return false;
        }
        kernel.name = readable_name(kernel.mangled);
        kernels_.push_back(std::move(kernel));
        summed_.emplace_back();
    }
    of_process.kernels[id].kernel = at->second;
    return true;
}

bool LogReader::take_asked(Numbers& of_process, const Json& object)
{
    UnseenKernel kernel;
    std::int64_t id = 0;
    if (!read(object, "id", id) || !read_asked(object, kernel) || of_process.asked.size() >= max_kernels) return false;
    kernel.launches = 1;  // the line is written at the first launch
    of_process.asked.insert_or_assign(id, std::move(kernel));
    return true;
}

bool LogReader::take_refused(const Json& object)
{
    UnseenKernel kernel;
    if (!read_asked(object, kernel) || !read(object, "word", kernel.reason)) return false;
    kernel.reason = base::visible_line(kernel.reason);
    kernel.launches = 1;
    for (UnseenKernel& known : refused_) {
        if (launch_key(known) != launch_key(kernel) || known.reason != kernel.reason) continue;
        ++known.launches;
        return true;
    }
    if (refused_.size() < max_refused) refused_.push_back(std::move(kernel));
    return true;
}

bool LogReader::take_gpu(const Json& object)
{
    TracedGpu traced;
    model::Gpu& gpu = traced.gpu;
    const bool is_whole =
        read(object, "device", traced.index) && read(object, "label", gpu.label) &&
        read(object, "compute_major", gpu.compute_major) && read(object, "compute_minor", gpu.compute_minor) &&
        read(object, "sm_count", gpu.sm_count) && read(object, "max_threads_per_block", gpu.max_threads_per_block) &&
        read(object, "max_threads_per_sm", gpu.max_threads_per_sm) &&
        read(object, "max_blocks_per_sm", gpu.max_blocks_per_sm) &&
        read(object, "registers_per_block", gpu.registers_per_block) &&
        read(object, "registers_per_sm", gpu.registers_per_sm) && read(object, "warp_size", gpu.warp_size) &&
        read(object, "shared_bytes_per_block", gpu.shared_bytes_per_block) &&
        read(object, "shared_bytes_per_block_optin", gpu.shared_bytes_per_block_optin) &&
        read(object, "shared_bytes_per_sm", gpu.shared_bytes_per_sm) &&
        read(object, "reserved_shared_bytes_per_block", gpu.reserved_shared_bytes_per_block);
    gpu.name = gpu.label;
    gpu.max_registers_per_thread = 255;
    gpu.source = "the driver";
    if (!is_whole || protocol::why_implausible(gpu)) return false;
    // Another process may see other GPUs (CUDA_VISIBLE_DEVICES) and also counts from 0.
    const auto same = [&](const TracedGpu& known) { return known.index == traced.index; };
    if (const auto found = std::ranges::find_if(gpus_, same); found != gpus_.end()) {
        gpus_differ_ = gpus_differ_ || found->gpu != traced.gpu;
        return true;
    }
    if (gpus_.size() < max_gpus) gpus_.push_back(std::move(traced));
    return true;
}

bool LogReader::take_module(const std::string& file)
{
    // Accept only names such as "123-0.cubin", so that the path stays in the folder.
    constexpr std::string_view ending = ".cubin";
    const bool is_name = file.size() < 64 && file.ends_with(ending) &&
                         file.find_first_not_of("0123456789-") == file.size() - ending.size();
    if (!is_name || modules_.size() >= max_modules) return false;
    modules_.push_back(file);
    return true;
}

bool LogReader::take_ran(Numbers& of_process, const std::vector<std::int64_t>& numbers)
{
    auto& known = of_process.kernels;
    if (numbers.size() % 4 != 0) return false;
    for (std::size_t i = 0; i < numbers.size(); i += 4) {
        const auto found = known.find(numbers[i]);
        const std::int64_t start = numbers[i + 1], duration = numbers[i + 2], stream = numbers[i + 3];
        if (found == known.end() || !is_between(start, 0, 4 * max_ns) || !is_between(duration, 0, max_ns)) return false;
        ++found->second.finished;
        const std::uint32_t kernel = found->second.kernel;
        if (launches_.size() < max_launches) {
            launches_.push_back({start, duration, stream, kernel});
            continue;
        }
        SummedLaunches& sum = summed_[kernel];
        sum.least_ns = sum.launches++ == 0 ? duration : std::min(sum.least_ns, duration);
        sum.max_ns = std::max(sum.max_ns, duration);
        sum.total_ns = std::min(max_ns, sum.total_ns + duration);
    }
    return true;
}

bool LogReader::take_summed(Numbers& of_process, const std::vector<std::int64_t>& numbers)
{
    auto& known = of_process.kernels;
    if (numbers.size() % 5 != 0) return false;
    for (std::size_t i = 0; i < numbers.size(); i += 5) {
        const auto found = known.find(numbers[i]);
        for (std::size_t k = 1; k < 5; ++k)
            if (!is_between(numbers[i + k], 0, max_ns)) return false;
        if (found == known.end() || numbers[i + 1] == 0) return false;  // a sum has at least one launch
        SummedLaunches& sum = summed_[found->second.kernel];
        const bool is_first = sum.launches == 0;
        found->second.finished = std::min(max_ns, found->second.finished + numbers[i + 1]);
        sum.launches = std::min(max_ns, sum.launches + numbers[i + 1]);
        sum.total_ns = std::min(max_ns, sum.total_ns + numbers[i + 2]);
        sum.least_ns = is_first ? numbers[i + 3] : std::min(sum.least_ns, numbers[i + 3]);
        sum.max_ns = std::max(sum.max_ns, numbers[i + 4]);
    }
    return true;
}

bool LogReader::take_counts(Numbers& of_process, const std::vector<std::int64_t>& numbers)
{
    auto& asked = of_process.asked;
    if (numbers.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        const auto found = asked.find(numbers[i]);
        if (found == asked.end() || !is_between(numbers[i + 1], 0, max_ns)) return false;
        found->second.launches = numbers[i + 1];
    }
    return true;
}

void LogReader::add_unfinished(Trace& trace) const
{
    for (const Numbers& of_process : numbers_) {
        std::map<std::string, std::int64_t> finished;
        for (const auto& [number, known] : of_process.kernels)
            if (const TracedKernel& kernel = kernels_[known.kernel]; !kernel.in_graph)
                finished[launch_key(kernel)] += known.finished;
        for (const auto& [number, asked] : of_process.asked) {
            UnseenKernel left = asked;
            left.launches -= finished[launch_key(asked)];
            if (left.launches > 0) trace.unfinished.push_back(std::move(left));
        }
    }
}

Trace LogReader::finish()
{
    if (!unfinished_line_.empty() || is_skipping_) ++bad_lines_;
    Trace trace;
    trace.processes = processes_;
    trace.gpus = gpus_;
    trace.kernels = kernels_;
    trace.refused = refused_;
    add_up(trace, launches_, summed_);
    add_unfinished(trace);
    // A kernel without launches holds no information; it is removed below.
    const auto places = sort_kernels(trace);
    std::ranges::stable_sort(launches_, {}, &LoggedLaunch::start_ns);
    for (std::size_t i = 0; i < std::min(launches_.size(), max_shown_launches); ++i) {
        const LoggedLaunch& launch = launches_[i];
        trace.launches.push_back({places[launch.kernel], seconds_of(launch.start_ns - launches_.front().start_ns),
                                  seconds_of(launch.duration_ns), launch.stream});
    }
    std::erase_if(trace.kernels, [](const TracedKernel& kernel) { return kernel.launches == 0; });
    add_occupancy(trace);
    add_gpu_notices(trace, gpus_differ_);
    if (bad_lines_ > 0)
        trace.notices.push_back("The trace has " +
                                base::counted(static_cast<std::size_t>(bad_lines_), "unreadable line") +
                                "; that data is missing.");
    if (is_too_long_) trace.notices.emplace_back("The trace is longer than 256 MiB; the rest is missing.");
    return trace;
}

}  // namespace spillway::trace
