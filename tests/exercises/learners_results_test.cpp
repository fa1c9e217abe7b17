// What learners' kernels compute: each is run as the program runs it where no GPU is, with the launch, the buffers, the
// fences around them and the two orders of threads that the worker has, and compared with the exercise's reference. All
// of them are compiled with this test: one compiler call each, as a learner's machine makes, would take minutes.
#include <algorithm>
#include <cstring>
#include <functional>
#include <map>

#include <gtest/gtest.h>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/gpu/buffer_data.h"
#include "app/gpu/compare.h"
#include "host_cuda/accesses.h"
#include "host_cuda/host_cuda.h"
#include "host_cuda/host_memory.h"
#include "tests/exercises/learners.h"
#include "tests/exercises/learners_kernels.h"
#include "tests/support/source_folder.h"

namespace spillway::learners {
namespace {

using model::Job;

using Buffers = std::vector<std::vector<unsigned char>>;

struct Done {
    Buffers buffers;
    std::vector<host_cuda::Accesses> accesses;  ///< of each buffer, and of what is elsewhere
};

constexpr std::size_t fence = 4096;
unsigned char fence_mark(std::size_t buffer)
{
    return static_cast<unsigned char>(0xa5 + buffer);
}

std::vector<unsigned char> content_of(const model::PlannedBuffer& buffer, std::size_t index)
{
    std::vector<unsigned char> bytes(fence + static_cast<std::size_t>(buffer.bytes()) + fence, fence_mark(index));
    const std::span<std::byte> within =
        std::as_writable_bytes(std::span(bytes).subspan(fence, static_cast<std::size_t>(buffer.bytes())));
    if (buffer.fill == model::Fill::permutation) {
        const std::vector<std::byte> all = gpu::permutation(buffer, buffer.seed);
        std::memcpy(within.data(), all.data(), within.size());
    } else {
        gpu::fill_elements(buffer, buffer.seed, 0, within);
    }
    return bytes;
}

dim3 dimension(const std::int64_t (&size)[3])
{
    return {static_cast<unsigned>(size[0]), static_cast<unsigned>(size[1]), static_cast<unsigned>(size[2])};
}

/// A small grid of one exercise.
class Small {
public:
    Small(const model::Experiment& exercise, const model::Gpu& gpu)
    {
        const auto job = catalogue::make_job(exercise, *exercise.find_variant(exercise.exercise->variant),
                                             catalogue::processor_values(exercise, gpu), gpu);
        if (!job) throw std::runtime_error(job.error().line());
        job_ = *job;
        const auto limits = catalogue::access_limits(exercise.source);
        if (!limits) throw std::runtime_error(limits.error().line());
        limits_ = *limits;
        for (std::size_t i = 0; i < job_.plan->buffers.size(); ++i)
            inputs_.push_back(content_of(job_.plan->buffers[i], i));
    }

    [[nodiscard]] const Job& job() const { return job_; }

    Done run_reference(const Kernel& kernel) const
    {
        const model::PlannedReference& reference = *job_.plan->reference;
        return launched(kernel, reference.grid, reference.block, reference.dynamic_shared_bytes, reference.arguments);
    }
    Done run(const Kernel& kernel, host_cuda::Order order) const
    {
        host_cuda::set_order(order);
        Done done = launched(kernel, job_.grid, job_.block, job_.dynamic_shared_bytes, job_.plan->arguments);
        host_cuda::set_order(host_cuda::Order::forwards);
        return done;
    }

    /// What differs; empty where nothing does.
    std::string difference(const Buffers& got, const Buffers& expected) const
    {
        for (std::size_t i = 0; i < got.size(); ++i)
            for (std::size_t k = 0; k < fence; ++k)
                if (got[i][k] != fence_mark(i) || got[i][got[i].size() - 1 - k] != fence_mark(i)) return "beside";
        const model::PlannedReference& reference = *job_.plan->reference;
        for (std::size_t i = 0; i < got.size(); ++i) {
            const model::PlannedBuffer& buffer = job_.plan->buffers[i];
            const auto within = [](const std::vector<unsigned char>& bytes) {
                return std::as_bytes(std::span(bytes).subspan(fence, bytes.size() - 2 * fence));
            };
            if (!buffer.is_output) continue;
            if (const auto found = gpu::first_difference(buffer, 0, within(got[i]), within(expected[i]),
                                                         {reference.relative_tolerance, reference.absolute_tolerance}))
                return *found;
        }
        return "";
    }

    /// The first limit that a right kernel is beyond; empty where there is none.
    [[nodiscard]] std::string waste(const Done& got, const Done& expected) const
    {
        for (const catalogue::AccessLimit& limit : limits_)
            if (const auto exceeded = catalogue::exceeded_limit(limit, counted(limit, got), counted(limit, expected)))
                return catalogue::exceeded_words(*exceeded);
        return "";
    }

private:
    [[nodiscard]] double counted(const catalogue::AccessLimit& limit, const Done& done) const
    {
        std::size_t buffer = 0;
        while (buffer < job_.plan->buffers.size() && job_.plan->buffers[buffer].name != limit.buffer) ++buffer;
        const host_cuda::Accesses& all = done.accesses.at(buffer);
        switch (limit.what) {
            case catalogue::Counted::reads: return static_cast<double>(all.read_bytes);
            case catalogue::Counted::reads_by_one_thread: return static_cast<double>(all.most_read_by_one);
            case catalogue::Counted::sectors: return static_cast<double>(all.sectors);
            case catalogue::Counted::warp_steps: return static_cast<double>(all.warp_steps);
            case catalogue::Counted::writes:
            case catalogue::Counted::writes_elsewhere: break;
        }
        return static_cast<double>(all.written_bytes);
    }

    Done launched(const Kernel& kernel, const std::int64_t (&grid)[3], const std::int64_t (&block)[3],
                  std::int64_t shared, const std::vector<model::PlannedArgument>& planned) const
    {
        Buffers buffers = inputs_;
        std::vector<Argument> arguments;
        for (const model::PlannedArgument& each : planned)
            arguments.push_back(
                each.buffer < 0
                    ? Argument{nullptr, each.scalar}
                    : Argument{buffers[static_cast<std::size_t>(each.buffer)].data() + fence + each.offset_bytes, 0});
        std::vector<host_cuda::Watched> watched;
        for (const auto& bytes : buffers) watched.push_back({bytes.data() + fence, bytes.size() - 2 * fence});
        const bool has_sectors = std::any_of(limits_.begin(), limits_.end(), [](const auto& limit) {
            return limit.what == catalogue::Counted::sectors;
        });
        if (!limits_.empty()) host_cuda::count_accesses(watched, has_sectors);
        host_cuda::launch(dimension(grid), dimension(block), static_cast<std::size_t>(shared),
                          [&] { kernel(arguments); });
        return {std::move(buffers), host_cuda::counted_accesses()};
    }

    Job job_;
    std::vector<catalogue::AccessLimit> limits_;
    Buffers inputs_;
};

/// How a kernel that compiles is judged by what it writes.
Fault fault_of(const Small& small, const Kernel& kernel, const Done& expected, std::string& words)
{
    const Done got = small.run(kernel, host_cuda::Order::forwards);
    words = small.difference(got.buffers, expected.buffers);
    if (words == "beside") return Fault::beside;
    if (!words.empty()) return Fault::result;
    words = small.difference(small.run(kernel, host_cuda::Order::backwards).buffers, expected.buffers);
    if (!words.empty()) return Fault::barrier;
    words = small.waste(got, expected);
    return words.empty() ? Fault::none : Fault::accesses;
}

TEST(LearnersResults, EachIsRightOrWrongAsItSays)
{
    const auto gpus = catalogue::load_gpus(source_folder / "assets/gpus.json");
    ASSERT_TRUE(gpus) << gpus.error().line();
    const auto gpu = std::find_if(gpus->begin(), gpus->end(), [](const auto& each) { return each.name == "h200"; });
    ASSERT_NE(gpu, gpus->end());
    host_cuda::forget_static_shared();
    auto all_kernels = plain_kernels();
    all_kernels.merge(traced_kernels());
    for (const model::Experiment* exercise : all_exercises()) {
        const Small small(*exercise, *gpu);
        const Kernels& kernels = all_kernels.at(exercise->name);
        ASSERT_EQ(small.job().compile.entry, kernels.entry) << exercise->name << ": this is compiled with other values";
        const Done expected = small.run_reference(kernels.by_name.at("reference"));
        std::string words;
        const Fault start = fault_of(small, kernels.by_name.at("start"), expected, words);
        EXPECT_TRUE(start == Fault::none || start == Fault::accesses) << exercise->name << ": " << words;
        for (const Written& written : written_for(exercise->name)) {
            const auto kernel = kernels.by_name.find(written.name);
            const bool is_run = written.fault != Fault::no_compile && written.fault != Fault::not_the_exercise;
            ASSERT_EQ(kernel != kernels.by_name.end(), is_run) << exercise->name << ": " << written.name;
            if (!is_run) continue;
            const Fault expected_fault = written.fault == Fault::goal ? Fault::none : written.fault;
            EXPECT_EQ(fault_of(small, kernel->second, expected, words), expected_fault)
                << exercise->name << ": " << written.name << ": " << words;
        }
    }
}

}  // namespace
}  // namespace spillway::learners
