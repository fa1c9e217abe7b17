#include "app/gpu/ceiling.h"

#include <algorithm>
#include <array>

#include "app/gpu/stopping_rule.h"

namespace spillway::gpu {

Failure measure_ceiling(const DriverApi& api, const DeviceHelpers& own, Sampler& sampler, std::int64_t bytes,
                        double& bytes_per_second)
{
    constexpr int rounds = 3;
    constexpr std::size_t samples_a_round = 4;
    bytes_per_second = 0;
    Memory from, to;
    for (Memory* memory : {&from, &to}) {
        if (auto failed = allocate_device(api, bytes, *memory)) return failed;
        const auto words = static_cast<std::size_t>(bytes / 4);
        if (auto failed =
                failure(api.memset_words(memory->address, 0x5ca1ab1e, words, sampler.stream()), "cuMemsetD32Async"))
            return failed;
    }
    const std::array<Work, 2> copies{
        [&](CuStream stream) {
            return failure(api.copy(to.address, from.address, static_cast<std::size_t>(bytes), stream),
                           "cuMemcpyAsync");
        },
        [&](CuStream stream) { return own.copy(from.address, to.address, bytes, stream); }};
    std::array<StoppingRule, 2> times;
    std::vector<Sample> samples;
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = 0; i < copies.size(); ++i) {
            if (auto failed = sampler.batch(copies[i], model::CacheState::cold, samples_a_round, samples))
                return failed;
            for (const Sample& sample : samples) times[i].add(sample.seconds);
        }
    for (const StoppingRule& rule : times) {
        const double median = rule.statistics().median;
        if (median > 0) bytes_per_second = std::max(bytes_per_second, 2.0 * static_cast<double>(bytes) / median);
    }
    return std::nullopt;
}

}  // namespace spillway::gpu
