#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "app/base/file_lock.h"
#include "app/cli/commands.h"
#include "app/cli/grid.h"
#include "app/cli/print.h"
#include "app/cli/progress.h"
#include "app/protocol/recording.h"

namespace spillway::cli {
namespace {

constexpr const char* compile_only_reason = "No measurement: recorded with --compile-only";

/// "NVIDIA RTX A6000" as a name for --gpu: "nvidia_rtx_a6000".
std::string name_of_label(const std::string& label)
{
    std::string name;
    for (const char c : label) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'), digit = c >= '0' && c <= '9';
        if (letter || digit)
            name += letter ? static_cast<char>(c | 0x20) : c;
        else if (!name.empty() && name.back() != '_')
            name += '_';
    }
    while (name.ends_with('_')) name.pop_back();
    return name.empty() ? "gpu" : name.substr(0, 60);
}

bool is_live(const protocol::Hello& hello, const model::Gpu& gpu)
{
    return std::any_of(hello.live_gpus.begin(), hello.live_gpus.end(),
                       [&](const model::Gpu& live) { return live.name == gpu.name; });
}

/// A recording calls a GPU as the table does, so that a machine without it finds it there.
std::string recorded_gpu_name(const Context& context, const model::Gpu& live)
{
    for (const model::Gpu& known : context.gpus)
        if (known.arch() == live.arch() && known.sm_count == live.sm_count &&
            known.shared_bytes_per_sm == live.shared_bytes_per_sm && known.registers_per_sm == live.registers_per_sm)
            if (known.label.find(live.label) != std::string::npos || live.label.find(known.label) != std::string::npos)
                return known.name;
    return name_of_label(live.label);
}

/// The GPU to measure on: a live one, also when it is named as the table does.
model::Expected<model::Gpu> choose_recorded_gpu(const Context& context, const protocol::Hello& hello,
                                                const std::string& name, bool compile_only)
{
    auto chosen = choose_gpu(context, hello, name);
    if (compile_only || (chosen && is_live(hello, *chosen))) return chosen;
    if (hello.live_gpus.empty())
        return model::Error{"there is no GPU to measure on: " + hello.driver.reason, "record",
                            "add --compile-only to record the compiler's and the occupancy calculator's answers"};
    for (const model::Gpu& live : hello.live_gpus)
        if (chosen && recorded_gpu_name(context, live) == chosen->name) return live;
    if (!chosen) return chosen;
    return model::Error{"the GPU here is " + hello.live_gpus.front().label + ", not " + chosen->label, "--gpu",
                        "leave --gpu away, or add --compile-only"};
}

model::Expected<std::vector<const model::Experiment*>> choose_experiments(const Context& context,
                                                                          const std::vector<std::string>& names)
{
    std::vector<const model::Experiment*> chosen;
    for (const model::Experiment& experiment : context.catalogue.experiments)
        if (names.empty() ? experiment.trusted : std::find(names.begin(), names.end(), experiment.name) != names.end())
            chosen.push_back(&experiment);
    for (const std::string& name : names) {
        const auto found = find_experiment(context, name);
        if (!found) return found.error();
        if (auto refusal = refuse_untrusted(**found)) return *refusal;
    }
    return chosen;
}

/// What is in the file already. None where there is no file.
model::Expected<protocol::Recording> existing(const RecordOptions& record, const protocol::RecordingHeader& header)
{
    std::error_code ignored;
    if (!std::filesystem::exists(record.output, ignored)) return protocol::Recording{header, {}, {}};
    if (!record.resume)
        return model::Error{"the file is there already", record.output,
                            "add --continue to record what it lacks, or name another file"};
    auto before = protocol::read_recording(record.output);
    if (!before) return before;
    std::string sentence;
    for (const std::string& wrong : protocol::mismatches(before->header, "it", header, "this run"))
        sentence += (sentence.empty() ? "" : "; ") + wrong;
    if (!sentence.empty())
        return model::Error{"the recording cannot be continued: " + sentence, record.output, "name another file"};
    before->header.kernels.insert(header.kernels.begin(), header.kernels.end());
    return before;
}

std::vector<BatchItem> what_it_lacks(const std::vector<BatchItem>& items, const protocol::Recording& recording)
{
    std::set<std::string> known;
    for (const model::RunResult& result : recording.results) known.insert(protocol::recorded_key(result));
    std::vector<BatchItem> missing;
    model::RunResult asked;
    for (const BatchItem& item : items) {
        asked.experiment = item.experiment->name;
        asked.variant = item.variant->name;
        asked.parameters = item.values;
        if (!known.contains(protocol::recorded_key(asked))) missing.push_back(item);
    }
    return missing;
}

/// Runs the items into the file. Empty when all of them were written.
std::optional<model::Error> record_items(session::Dispatcher& dispatcher, const model::Gpu& gpu,
                                         const std::vector<BatchItem>& items, const RecordOptions& record,
                                         const protocol::Recording& before)
{
    auto writer = protocol::RecordingWriter::open(record.output, before.header, before.results);
    if (!writer) return writer.error();
    std::optional<model::Error> problem;
    std::atomic<bool>& stop = InterruptGuard::interrupted();
    ProgressLine progress(items.size());
    BatchOptions batch;
    batch.measure = !record.compile_only;
    batch.stop = &stop;
    batch.on_result = [&](std::size_t, const model::RunResult& answer) {
        if (problem) return;
        model::RunResult result = answer;
        result.gpu_name = before.header.gpu.name;
        if (record.compile_only) {
            result.measurement = {};
            result.measurement.reason = compile_only_reason;
        }
        const auto& worker = dispatcher.status();
        if (worker.state == session::WorkerState::unavailable && result.status == model::Status::worker_died)
            problem = worker.trouble;  // no answer of the configuration's own
        else
            problem = writer->add(result);
        if (problem) stop = true;
        progress.step(result.status != model::Status::ok);
    };
    {
        const InterruptGuard guard;
        (void)run_batch(dispatcher, gpu, items, batch);
    }
    progress.end();
    const auto closing = writer->close();
    if (problem) return problem;
    if (closing) return closing;
    if (stop)
        return model::Error{
            fmt::format("interrupted: {} of {} configurations were recorded", progress.done(), items.size()),
            record.output, "add --continue to go on"};
    print(stderr, "{}: {} configurations recorded, {} of them refused\n", record.output, progress.done(),
               progress.refused());
    return std::nullopt;
}

}  // namespace

int record_command(const CommonOptions& options, const RecordOptions& record)
{
    const auto shard = parse_shard(record.shard);
    if (!shard) return fail(shard.error());
    const auto context = load_context(options);
    if (!context) return fail(context.error());
    const auto experiments = choose_experiments(*context, record.experiments);
    if (!experiments) return fail(experiments.error());

    session::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = wait_for_worker(dispatcher)) return fail(*trouble, exit_other);
    const protocol::Hello hello = *dispatcher.status().hello;
    if (!hello.compiler.available) return fail({hello.compiler.reason, "record", hello.compiler.advice}, exit_other);
    const auto gpu = choose_recorded_gpu(*context, hello, options.gpu, record.compile_only);
    if (!gpu)
        return fail(gpu.error(),
                    hello.live_gpus.empty() && !record.compile_only ? exit_other : exit_wrong_command_line);

    protocol::RecordingHeader header;
    header.program_version = SPILLWAY_VERSION;
    header.gpu = *gpu;
    if (is_live(hello, *gpu)) header.gpu.name = recorded_gpu_name(*context, *gpu);
    header.measured = !record.compile_only;
    if (header.measured) header.driver = hello.driver.version;
    header.compiler = hello.compiler.version;
    header.date = model::utc_now();
    std::vector<BatchItem> items;
    for (const model::Experiment* experiment : *experiments) {
        std::vector<BatchItem> grid = recording_items(*experiment, *gpu);
        for (BatchItem& item : grid) item.count = item.count || options.counters;
        if (grid.empty())
            print(stderr, "spillway: {} declares no grid to record and is left out\n", experiment->name);
        else
            header.kernels[experiment->name] = catalogue::content_hash(experiment->source);
        items.insert(items.end(), grid.begin(), grid.end());
    }
    const auto lock = base::FileLock::take(record.output);
    if (!lock) return fail(lock.error(), exit_other);
    const auto before = existing(record, header);
    if (!before) return fail(before.error());
    if (before->trouble) print(stderr, "spillway: {}\n", before->trouble->line());
    const std::vector<BatchItem> missing = what_it_lacks(shard_of(items, *shard), *before);
    if (const auto error = record_items(dispatcher, *gpu, missing, record, *before)) return fail(*error, exit_other);
    return exit_ok;
}

}  // namespace spillway::cli
