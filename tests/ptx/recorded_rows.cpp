#include "tests/ptx/recorded_rows.h"

#include <algorithm>
#include <cstring>
#include <sstream>

#include <sys/mman.h>
#include <unistd.h>

#include "app/catalogue/buffer_contents.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/emulate/kernel_run.h"
#include "app/ptx/reader.h"
#include "tests/ptx/compiled.h"

namespace spillway::tests {
namespace {

/// Warp instructions of the blocks between the first and the last.
constexpr std::int64_t sampled_instructions = 100'000;
constexpr std::int64_t max_clusters = 96;
constexpr std::size_t pattern_bytes = std::size_t{8} << 20;

Counters counters_of(const ptx::Counts& counts)
{
    Counters made;
    const auto named = [&](const std::string& space, const char* way, const ptx::AccessCount& of) {
        const std::string pipe = "_pipe_lsu_mem_" + space + "_op_" + way + ".sum";
        made["l1tex__t_requests" + pipe] = static_cast<double>(of.requests);
        made["l1tex__t_sectors" + pipe] = static_cast<double>(of.sectors);
    };
    named("global", "ld", counts.global_loads);
    named("global", "st", counts.global_stores);
    named("local", "ld", counts.local_loads);
    named("local", "st", counts.local_stores);
    made["l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"] =
        static_cast<double>(counts.shared_loads.conflicts + counts.shared_stores.conflicts);
    return made;
}

/// True if counters are recorded at this value of the x axis, with all other parameters at their initial values.
bool recorded_at(results::RecordedResults& recording, const model::Experiment& experiment,
                 const model::Variant& variant, const model::Value& value)
{
    model::Values values = catalogue::initial_values(experiment, recording.gpu());
    values[experiment.x_axis] = value;
    const auto job = results::hashed_job_of({experiment, variant, values, recording.gpu()});
    if (!job) return false;
    const auto recorded = recording.find(experiment.name, job->job_hash);
    return recorded != nullptr && recorded->measurement.counters.has_value();
}

std::string text(const model::Values& values, const std::string& axis)
{
    std::ostringstream out;
    out << axis << "=";
    if (const auto found = values.find(axis); found != values.end())
        std::visit([&](const auto& value) { out << value; }, found->second);
    return out.str();
}

}  // namespace

/// A buffer's contents. A buffer longer than the pattern repeats it in the same pages, so that gigabytes cost no more
/// memory than the pattern. A permutation or a cycle is stored whole.
class Counter::Memory {
public:
    explicit Memory(const model::PlannedBuffer& buffer)
        : bytes_(std::max<std::size_t>(static_cast<std::size_t>(buffer.bytes()), 1))
    {
        const bool is_filled = !buffer.is_output && buffer.fill != model::Fill::zero;
        const bool is_whole = buffer.fill == model::Fill::permutation || buffer.fill == model::Fill::cycle ||
                              bytes_ <= pattern_bytes || !is_filled;
        const std::size_t piece = is_whole ? bytes_ : pattern_bytes;
        const int file = memfd_create("pattern", 0);
        if (file < 0 || ftruncate(file, static_cast<off_t>(piece)) != 0) std::abort();
        void* const place =
            mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place == MAP_FAILED) std::abort();
        at_ = static_cast<std::byte*>(place);
        if (is_filled) fill(buffer, file, piece);
        for (std::size_t from = 0; is_filled && from < bytes_; from += piece)
            mmap(at_ + from, std::min(piece, bytes_ - from), PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file, 0);
        close(file);
    }
    ~Memory() { munmap(at_, bytes_); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    [[nodiscard]] std::span<std::byte> bytes() const { return {at_, bytes_}; }

private:
    static void fill(const model::PlannedBuffer& buffer, int file, std::size_t piece)
    {
        void* const place = mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (place == MAP_FAILED) std::abort();
        const std::span<std::byte> bytes(static_cast<std::byte*>(place), piece);
        if (buffer.fill == model::Fill::permutation) {
            const auto made = catalogue::permutation(buffer, buffer.seed);
            std::copy(made.begin(), made.end(), bytes.begin());
        } else {
            catalogue::fill_elements(buffer, buffer.seed, 0, bytes);
        }
        munmap(place, piece);
    }

    std::byte* at_ = nullptr;
    std::size_t bytes_ = 0;
};

std::span<std::byte> Counter::contents(const model::PlannedBuffer& buffer)
{
    for (const auto& [known, memory] : memory_)
        if (known == buffer) return memory->bytes().first(static_cast<std::size_t>(buffer.bytes()));
    if (memory_.size() > 8) memory_.erase(memory_.begin());
    memory_.emplace_back(buffer, std::make_shared<Memory>(buffer));
    return memory_.back().second->bytes().first(static_cast<std::size_t>(buffer.bytes()));
}

model::Expected<Counted> Counter::counted(const model::Job& job)
{
    model::Job asked = job;
    asked.gpu = {};
    for (const auto& [known, made] : known_)
        if (known == asked) return made;
    const auto code = compile_ptx(job.compile, experiment_.source);
    if (!code) return code.error();
    const auto module = ptx::read_module(code->text);
    if (!module) return module.error();
    std::vector<std::shared_ptr<Memory>> held;
    std::vector<std::span<std::byte>> buffers;
    for (const model::PlannedBuffer& buffer : job.plan->buffers) {
        buffers.push_back(contents(buffer));
        held.push_back(memory_.back().second);
    }
    Counted result;
    for (const ptx::Function& function : module->functions)
        result.declares_local = result.declares_local || function.declared_local_bytes > 0;
    const std::int64_t blocks = job.grid[0] * job.grid[1] * job.grid[2], edge = job.plan->cluster;
    std::int64_t most = 1;
    std::optional<Counters> one_block;
    // Clusters of blocks: `all` from `first` on, of which some run, evenly spread.
    const auto add_clusters = [&](std::int64_t first, std::int64_t all) -> std::optional<model::Error> {
        const std::int64_t ran = std::min(all, most);
        Counters sum;
        std::uint64_t issued = 0;
        for (std::int64_t i = 0; i < ran; ++i) {
            emulate::RunOptions options;
            options.finds_races = false;
            // A different offset in each part, so that the samples do not follow a period of the data.
            const std::int64_t from = all * i / ran, part = all * (i + 1) / ran - from;
            options.first_block = (first + from + (part / 2 + i * 7919) % std::max<std::int64_t>(1, part)) * edge;
            options.max_blocks = edge;
            const auto done = emulate::run_on(job, emulate::Which::variant, *module, code->entry, buffers, options);
            if (!done) return done.error();
            if (done->fault) return model::Error{ptx::sentence(*done->fault), "", ""};
            const Counters one = counters_of(done->counts);
            for (const auto& [name, value] : one) sum[name] += value;
            result.is_homogeneous = result.is_homogeneous && (!one_block || *one_block == one);
            one_block = one;
            issued += done->counts.all.issued;
        }
        for (const auto& [name, value] : sum)
            result.counters[name] +=
                value * static_cast<double>(all) / static_cast<double>(std::max<std::int64_t>(1, ran));
        if (ran > 0)
            most = std::clamp<std::int64_t>(
                sampled_instructions * ran / static_cast<std::int64_t>(std::max<std::uint64_t>(1, issued)), 1,
                max_clusters);
        return std::nullopt;
    };
    if (auto wrong = add_clusters(0, 1)) return *wrong;
    const std::int64_t clusters = blocks / edge, between = std::max<std::int64_t>(0, clusters - 2);
    if (auto wrong = add_clusters(1, between)) return *wrong;
    if (auto wrong = add_clusters(clusters - 1, clusters > 1 ? 1 : 0)) return *wrong;
    known_.emplace_back(asked, result);
    return result;
}

model::Expected<std::vector<Comparison>> Counter::compare(results::RecordedResults& recording,
                                                          results::RecordedResults& other)
{
    recording.read_part(experiment_.name);
    other.read_part(experiment_.name);
    const model::Gpu gpu = recording.gpu();
    std::vector<Comparison> all;
    const auto compared = [&](const model::Variant& variant, const model::Values& values) -> model::Expected<bool> {
        const auto job = results::hashed_job_of({experiment_, variant, values, gpu});
        if (!job) return false;
        const auto recorded = recording.find(experiment_.name, job->job_hash);
        if (!recorded || !recorded->measurement.counters) return false;
        auto here = counted(job->job);
        if (!here) return here.error();
        all.push_back({variant.name, text(values, experiment_.x_axis), recorded, std::move(*here)});
        return true;
    };
    const model::Values initial = catalogue::initial_values(experiment_, gpu);
    const auto along = recording.values_along(experiment_, initial, experiment_.x_axis);
    for (const model::Variant& variant : experiment_.variants) {
        if (!variant.is_kernel()) continue;
        if (const auto done = compared(variant, initial); !done) return done.error();
        for (auto it = along.rbegin(); it != along.rend(); ++it) {
            if (*it == initial.at(experiment_.x_axis)) continue;
            if (!recorded_at(other, experiment_, variant, *it)) continue;
            model::Values moved = initial;
            moved[experiment_.x_axis] = *it;
            const auto done = compared(variant, moved);
            if (!done) return done.error();
            if (*done) break;
        }
    }
    return all;
}

}  // namespace spillway::tests
