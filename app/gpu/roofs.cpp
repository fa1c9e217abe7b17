#include "app/gpu/roofs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

#include "app/gpu/device_helpers_text.h"
#include "app/gpu/texture.h"

namespace spillway::gpu {
namespace {

using u64 = unsigned long long;  // type in the kernels

constexpr std::int64_t one_mib = std::int64_t{1} << 20;
constexpr std::int64_t min_bytes = 64 * one_mib, max_bytes = 1024 * one_mib;  ///< of each of the two arrays in DRAM
constexpr std::int64_t word_bytes = 16;
constexpr int threads_per_roof_block = 1024, steps_per_round = 16, warp_lanes = 32;
constexpr int texture_width = 32;
constexpr std::size_t samples_per_batch = 5;
constexpr int batches = 2;

/// Memory that a kernel uses.
enum class Extent {
    none,
    dram,   ///< all of both arrays
    l2,     ///< a small part of the L2, spread over all of it
    own,    ///< 4 bytes per thread
    single  ///< one 16-byte word
};

/// Work of one launch, for its rate and its expected result: threads, the steps of all threads together (16 per thread
/// and round), and 16-byte words.
struct Launched {
    double threads = 0, steps = 0, words = 0;
};
using OfLaunch = double (*)(const Launched&);

/// `reported`: the kernel adds its result to the session's answer. `left_in_memory`: it writes results into the array,
/// and the reading kernel adds them up.
enum class Answer { reported, left_in_memory };

struct Row {
    const char* name;
    const char* unit;
    Extent extent;
    unsigned int rounds;
    model::CacheState cache;
    OfLaunch amount;
    OfLaunch expected;  ///< modulo 2^32
    Answer answer = Answer::reported;
};

constexpr auto warm_cache = model::CacheState::warm, cold_cache = model::CacheState::cold;

// A 16-byte access of a thread is half a sector; a warp's takes four wavefronts.
constexpr std::array roof_rows{
    Row{"dram_read", "bytes", Extent::dram, 1, cold_cache, [](const Launched& l) { return l.words * word_bytes; },
        [](const Launched& l) { return 4 * l.words; }},
    Row{"dram_write", "bytes", Extent::dram, 1, warm_cache, [](const Launched& l) { return l.words * word_bytes; },
        [](const Launched& l) { return 4 * l.words; }, Answer::left_in_memory},
    Row{"l2_read", "sectors", Extent::l2, 48, warm_cache, [](const Launched& l) { return l.steps / 2; },
        [](const Launched& l) { return 4 * l.steps; }},
    Row{"l2_write", "sectors", Extent::l2, 32, warm_cache, [](const Launched& l) { return l.steps / 2; },
        [](const Launched& l) { return 4 * l.words; }, Answer::left_in_memory},
    Row{"l1_read", "wavefronts", Extent::none, 256, warm_cache, [](const Launched& l) { return l.steps / 8; },
        [](const Launched& l) { return 4 * l.steps; }},
    Row{"shared_read", "wavefronts", Extent::none, 256, warm_cache, [](const Launched& l) { return l.steps / 8; },
        [](const Launched& l) { return 4 * l.steps; }},
    Row{"shared_write", "wavefronts", Extent::none, 256, warm_cache, [](const Launched& l) { return l.steps / 8; },
        [](const Launched& l) { return 4 * l.threads; }},
    Row{"constant", "requests", Extent::none, 256, warm_cache, [](const Launched& l) { return l.steps / warp_lanes; },
        [](const Launched& l) { return l.steps; }},
    Row{"texture", "texels", Extent::none, 64, warm_cache, [](const Launched& l) { return l.steps; },
        [](const Launched& l) { return l.steps; }},
    Row{"fp32", "operations", Extent::none, 512, warm_cache, [](const Launched& l) { return 8 * l.steps; },
        [](const Launched& l) { return 8 * l.steps; }},
    Row{"fp64", "operations", Extent::none, 128, warm_cache, [](const Launched& l) { return 4 * l.steps; },
        [](const Launched& l) { return 4 * l.steps; }},
    Row{"special", "operations", Extent::none, 64, warm_cache, [](const Launched& l) { return 8 * l.steps; },
        [](const Launched& l) { return 8 * l.threads; }},
    Row{"integer", "operations", Extent::none, 256, warm_cache, [](const Launched& l) { return 8 * l.steps; },
        [](const Launched& l) { return 8 * l.threads; }},
    Row{"issue", "instructions", Extent::none, 512, warm_cache,
        [](const Launched& l) { return 8 * l.steps / warp_lanes; },
        [](const Launched& l) { return 4 * l.steps + 4 * l.threads; }},
    Row{"fma_heavy", "operations", Extent::none, 256, warm_cache, [](const Launched& l) { return 8 * l.steps; },
        [](const Launched& l) { return 8 * l.steps; }},
    // A step is the share of one thread in a warp's product of 16 x 16 matrices: 2 * 16^3 operations.
    Row{"tensor_fp16", "FLOP", Extent::none, 256, warm_cache,
        [](const Launched& l) { return 2.0 * 16 * 16 * 16 * l.steps / warp_lanes; },
        [](const Launched& l) { return l.steps; }},
    // Two instructions a step: BSSY sets where the threads reconverge, BSYNC reconverges them.
    Row{"branches", "instructions", Extent::none, 64, warm_cache,
        [](const Launched& l) { return 2 * l.steps / warp_lanes; }, [](const Launched& l) { return l.steps; }},
    Row{"adu", "instructions", Extent::none, 128, warm_cache, [](const Launched& l) { return l.steps / warp_lanes; },
        [](const Launched& l) { return l.steps; }},
    Row{"shuffles", "wavefronts", Extent::none, 128, warm_cache,
        [](const Launched& l) { return 4 * l.steps / warp_lanes; }, [](const Launched& l) { return 4 * l.steps; }},
    Row{"l2_requests", "requests", Extent::l2, 32, warm_cache, [](const Launched& l) { return l.steps; },
        [](const Launched& l) { return l.steps; }},
    Row{"atomics_many", "operations", Extent::own, 64, warm_cache, [](const Launched& l) { return l.steps; },
        [](const Launched& l) { return l.steps; }, Answer::left_in_memory},
    Row{"atomics_one", "operations", Extent::single, 4, warm_cache, [](const Launched& l) { return l.steps; },
        [](const Launched& l) { return l.steps; }, Answer::left_in_memory},
};

/// Pointer chase by one thread; see roof_kernels.cu.
struct Walk {
    const char* level;
    const char* kernel;
    std::int64_t lines;  ///< of 128 bytes, in random order; 0: the kernel has its own
    unsigned int hops;
    bool warms_up;
    bool ends_where_it_began;
};
constexpr std::array roof_walks{
    Walk{"shared", "latency_shared", 0, 4096, true, false},    Walk{"l1", "latency_l1", 128, 4096, true, true},
    Walk{"l2", "latency_l2", 16384, 16384, true, true},        Walk{"dram", "latency_l2", 524288, 4096, false, false},
    Walk{"constant", "latency_constant", 0, 4096, true, true}, Walk{"texture", "latency_texture", 0, 4096, true, false},
};

std::uint32_t modulo(double number)
{
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(number));
}

class RoofBench {
public:
    RoofBench(DeviceSession& session, const model::Gpu& gpu)
        : session_(session),
          api_(session.api()),
          l2_bytes_(gpu.l2_bytes > 0 ? gpu.l2_bytes : 4 * one_mib),
          blocks_(2 * std::max(gpu.sm_count, 1)),
          memory_bytes_(gpu.memory_bytes)
    {
    }

    Failure open()
    {
        CuModule module = nullptr;
        if (auto failed = failure(api_.module_load(&module, roof_kernels_text), "cuModuleLoadData")) return failed;
        module_ = Owned<CuModule>(module, api_.module_unload);
        if (auto failed = allocate()) return failed;
        if (auto failed = fill(in_, in_.bytes, 1)) return failed;
        if (auto failed = fill(out_, out_.bytes, 0)) return failed;
        model::PlannedBuffer texels;
        texels.name = "roof";
        texels.scalar = model::ScalarKind::uint32;
        texels.element_bytes = 4;
        texels.count = texture_width * texture_width;
        texels.width = texels.height = texture_width;
        return make_texture(api_, texels, in_.address, session_.stream(), texture_);
    }

    Failure measure(const Row& row, model::Roof& roof)
    {
        const Launched launched = launched_by(row);
        CuFunction function = nullptr;
        if (auto failed = find(row.name, function)) return failed;
        if (auto failed = check(row, function, launched)) return failed;
        if (!wrong_.empty()) return std::nullopt;
        double seconds = 0;
        const Work work = [&](CuStream stream) { return launch(row, function, stream); };
        if (auto failed = fastest(work, row.cache, seconds)) return failed;
        roof = {row.name, seconds > 0 ? row.amount(launched) / seconds : 0, row.unit};
        return std::nullopt;
    }

    Failure measure(const Walk& walk, model::LevelLatency& latency)
    {
        CuFunction function = nullptr;
        if (auto failed = find(walk.kernel, function)) return failed;
        if (walk.lines > 0)
            if (auto failed = lay_out(walk.lines)) return failed;
        if (auto failed = session_.sampler().prepare_caches(Work(), cold_cache)) return failed;
        double seconds = 0;
        const Work work = [&](CuStream stream) {
            return launch(function, 1, warp_lanes, walk.warms_up ? 1 : 0, walk.hops, stream);
        };
        if (auto failed = session_.sampler().once(work, seconds)) return failed;
        std::array<std::uint32_t, 2> answer{};
        if (auto failed = read_answer(answer)) return failed;
        if (walk.ends_where_it_began && answer[0] != 0) wrong_ = "the pointer chase did not end where it began";
        latency = {walk.level, static_cast<double>(answer[1]) / walk.hops};
        return std::nullopt;
    }

    /// Description of a wrong kernel result; empty if all were right.
    [[nodiscard]] const std::string& wrong() const { return wrong_; }
    [[nodiscard]] double clock_hz() const { return clock_hz_; }

private:
    Failure allocate()
    {
        const std::int64_t fits = memory_bytes_ > 0 ? memory_bytes_ / 16 : min_bytes;
        std::int64_t bytes = std::clamp(std::min(16 * l2_bytes_, fits) / one_mib * one_mib, min_bytes, max_bytes);
        for (;; bytes /= 2) {
            in_ = {};
            out_ = {};
            Failure failed = allocate_device(api_, bytes, in_);
            if (!failed) failed = allocate_device(api_, bytes, out_);
            if (!failed || failed->code != out_of_memory || bytes <= min_bytes) return failed;
        }
    }

    Failure fill(const Memory& memory, std::int64_t bytes, unsigned int word)
    {
        return failure(api_.memset_words(memory.address, word, static_cast<std::size_t>(bytes / 4), session_.stream()),
                       "cuMemsetD32Async");
    }

    /// Writes one random cycle through the first lines of the input array.
    Failure lay_out(std::int64_t lines)
    {
        model::PlannedBuffer cycle;
        cycle.scalar = model::ScalarKind::uint32;
        cycle.element_bytes = 128;
        cycle.count = lines;
        cycle.fill = model::Fill::permutation;
        return session_.own().fill(cycle, 1, in_.address, session_.stream());
    }

    Failure find(const char* name, CuFunction& function)
    {
        return failure(api_.module_function(&function, module_.get(), (std::string("spillway_roof_") + name).c_str()),
                       "cuModuleGetFunction");
    }

    [[nodiscard]] std::int64_t words_of(Extent extent) const
    {
        switch (extent) {
            case Extent::dram: return in_.bytes / word_bytes;
            case Extent::l2: return std::max(l2_bytes_ / 32, one_mib) / word_bytes;
            case Extent::own: return blocks_ * threads_per_roof_block / 4;
            case Extent::single:
            case Extent::none: return 1;
        }
        return 1;
    }

    /// One word per thread for dram_write; else two blocks per SM.
    [[nodiscard]] std::int64_t blocks_of(const Row& row) const
    {
        const bool is_word_a_thread = row.extent == Extent::dram && row.answer == Answer::left_in_memory;
        return is_word_a_thread ? words_of(row.extent) / threads_per_roof_block : blocks_;
    }

    [[nodiscard]] Launched launched_by(const Row& row) const
    {
        Launched launched;
        launched.threads = static_cast<double>(blocks_of(row) * threads_per_roof_block);
        launched.steps = launched.threads * row.rounds * steps_per_round;
        launched.words = static_cast<double>(words_of(row.extent));
        return launched;
    }

    Failure launch(CuFunction function, std::int64_t blocks, int threads, u64 words, unsigned int rounds,
                   CuStream stream)
    {
        CuPointer in = in_.address, out = out_.address, answer = session_.answer();
        CuTexture texture = texture_.object.get();
        void* pointers[] = {&in, &out, &words, &rounds, &texture, &answer, nullptr};
        return failure(api_.launch(function, static_cast<unsigned int>(blocks), 1, 1,
                                   static_cast<unsigned int>(threads), 1, 1, 0, stream, pointers, nullptr),
                       "cuLaunchKernel");
    }

    Failure launch(const Row& row, CuFunction function, CuStream stream)
    {
        return launch(function, blocks_of(row), threads_per_roof_block, static_cast<u64>(words_of(row.extent)),
                      row.rounds, stream);
    }

    Failure read_answer(std::array<std::uint32_t, 2>& answer)
    {
        DeviceHelpers::Found found;
        if (auto failed = session_.read_answer(found)) return failed;
        answer = {static_cast<std::uint32_t>(found.first), static_cast<std::uint32_t>(found.first >> 32)};
        return std::nullopt;
    }

    /// Launches once and checks the result.
    Failure check(const Row& row, CuFunction function, const Launched& launched)
    {
        const DeviceHelpers::Found nothing{0, 0};
        if (row.answer == Answer::left_in_memory)
            if (auto failed = fill(out_, words_of(row.extent) * word_bytes, 0)) return failed;
        if (auto failed = session_.write_answer(nothing)) return failed;
        if (auto failed = launch(row, function, session_.stream())) return failed;
        if (row.answer == Answer::left_in_memory)
            if (auto failed = add_up(words_of(row.extent))) return failed;
        std::array<std::uint32_t, 2> answer{};
        if (auto failed = read_answer(answer)) return failed;
        if (answer[0] != modulo(row.expected(launched)))
            wrong_ = "the kernel's result was " + std::to_string(answer[0]) + " instead of " +
                     std::to_string(modulo(row.expected(launched)));
        return std::nullopt;
    }

    /// Adds up the written array with the reading kernel.
    Failure add_up(std::int64_t words)
    {
        CuFunction reader = nullptr;
        if (auto failed = find("dram_read", reader)) return failed;
        std::swap(in_.address, out_.address);
        auto failed = launch(reader, blocks_, threads_per_roof_block, static_cast<u64>(words), 1, session_.stream());
        std::swap(in_.address, out_.address);
        return failed;
    }

    Failure fastest(const Work& work, model::CacheState cache, double& seconds)
    {
        seconds = 0;
        std::vector<Sample> samples;
        int tried = 0;
        for (int taken = 0; taken < batches && tried < batches + Sampler::max_discarded_in_a_row; ++tried) {
            if (auto failed = session_.sampler().batch(work, cache, samples_per_batch, samples)) return failed;
            if (samples.empty()) continue;
            ++taken;
            for (const Sample& sample : samples) {
                if (seconds == 0 || sample.seconds < seconds) seconds = sample.seconds;
                clock_hz_ = std::max(clock_hz_, sample.clock_hz.value_or(0));
            }
        }
        return std::nullopt;
    }

    DeviceSession& session_;
    const DriverApi& api_;
    std::int64_t l2_bytes_, blocks_, memory_bytes_;
    Owned<CuModule> module_;
    Memory in_, out_;
    Texture texture_;
    std::string wrong_;
    double clock_hz_ = 0;
};

}  // namespace

model::Expected<model::Roofs> measure_roofs(DeviceSession& session, const model::Gpu& gpu)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto error_of = [&](const Failure& failed, const std::string& wrong, const char* name) {
        model::Error error = failed ? session.api().error(*failed) : model::Error{wrong, "", ""};
        error.where = std::string("the roof ") + name;
        return error;
    };
    RoofBench bench(session, gpu);
    if (auto failed = bench.open()) return error_of(failed, "", "kernels");
    model::Roofs roofs;
    for (const Row& row : roof_rows) {
        const auto failed = bench.measure(row, roofs.rates.emplace_back());
        if (failed || !bench.wrong().empty()) return error_of(failed, bench.wrong(), row.name);
    }
    double copied = 0;
    if (auto failed = session.ceiling(copied)) return error_of(failed, "", "dram_copy");
    roofs.rates.push_back({"dram_copy", copied, "bytes"});
    for (const Walk& walk : roof_walks) {
        const auto failed = bench.measure(walk, roofs.latencies.emplace_back());
        if (failed || !bench.wrong().empty()) return error_of(failed, bench.wrong(), walk.level);
    }
    roofs.sm_clock_hz = bench.clock_hz();
    roofs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return roofs;
}

}  // namespace spillway::gpu
