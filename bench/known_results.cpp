#include "bench/known_results.h"

#include <cstdint>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/protocol/recording_writer.h"
#include "app/results/job_key_cache.h"

namespace spillway::bench {
namespace {

/// The n-th setting: the x axis turns fastest, then the block size, then the register cap.
model::Values nth_setting(const model::Experiment& experiment, const model::Gpu& gpu, std::size_t n)
{
    model::Values values = catalogue::initial_values(experiment, gpu);
    const auto turn = [&](const std::string& name, std::int64_t first, std::int64_t step, std::size_t count) {
        values[name] = first + step * static_cast<std::int64_t>(n % count);
        n /= count;
    };
    const model::Parameter& x = *experiment.find_parameter(experiment.x_axis);
    turn(x.name, x.first, 1, static_cast<std::size_t>(x.last - x.first + 1));
    turn("block_size", 32, 32, 32);
    turn("register_cap", 32, 8, 24);
    return values;
}

model::RunResult made_up_result(const results::HashedJob& question)
{
    model::RunResult result = model::empty_result(question.job);
    result.job_hash = question.job_hash;
    result.compile.emplace();
    result.compile->registers = 32;
    result.compile->stack_frame_bytes = 128;
    return result;
}

}  // namespace

std::optional<model::Error> write_known_results(const std::filesystem::path& file, const model::Experiment& experiment,
                                                const model::Gpu& gpu, std::size_t count)
{
    protocol::RecordingHeader header;
    header.gpu = gpu;
    header.date = "2026-01-01T00:00:00Z";
    header.definitions[experiment.name] = experiment.origin.content_hash;
    auto writer = protocol::RecordingWriter::open(file, header);
    if (!writer) return writer.error();
    std::size_t written = 0;
    for (std::size_t n = 0; written < count; ++n) {
        const model::Values values = nth_setting(experiment, gpu, n);
        for (const model::Variant& variant : experiment.variants) {
            const auto question = results::hashed_job_of({experiment, variant, values, gpu});
            if (!question) return question.error();
            if (auto failed = writer->add(made_up_result(*question))) return failed;
            ++written;
        }
    }
    return writer->close();
}

}  // namespace spillway::bench
