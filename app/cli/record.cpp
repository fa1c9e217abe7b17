#include "app/cli/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <utility>

#include "app/base/counted.h"
#include "app/base/file_lock.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/grid.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/cli/progress.h"
#include "app/cli/record_plan.h"
#include "app/cli/roofs.h"
#include "app/protocol/recording_folder.h"
#include "app/protocol/recording_merge.h"
#include "app/protocol/recording_reader.h"
#include "app/protocol/recording_writer.h"

namespace spillway::cli {
namespace {

constexpr const char* compile_only_reason = "recorded with --compile-only";

/// The GPU to record: any with --compile-only, otherwise a live one, also under its name in the table.
model::Expected<model::Gpu> choose_recorded_gpu(const results::ResultLibrary& known, const protocol::Hello& hello,
                                                const std::string& name, bool compile_only)
{
    auto chosen = known.choose_gpu(name);
    if (compile_only || (chosen && known.is_live(chosen->name))) return chosen;
    if (hello.live_gpus.empty())
        return model::Error{"there is no GPU to measure on: " + hello.driver.reason, "record",
                            "add --compile-only to record the compiler's and the occupancy calculator's answers"};
    if (!chosen) return chosen;
    return model::Error{"the GPU here is " + hello.live_gpus.front().label + ", not " + chosen->label, "--gpu",
                        "omit --gpu, or add --compile-only"};
}

model::Expected<std::vector<const model::Experiment*>> choose_experiments(const Context& context,
                                                                          const std::vector<std::string>& names)
{
    std::vector<const model::Experiment*> chosen;
    for (const model::Experiment& experiment : context.library.catalogue().experiments)
        if (names.empty() ? experiment.origin.trusted && !experiment.exercise
                          : std::find(names.begin(), names.end(), experiment.name) != names.end())
            chosen.push_back(&experiment);
    for (const std::string& name : names) {
        const auto found = find_experiment(context, name);
        if (!found) return found.error();
        if (auto refusal = refuse_untrusted(**found)) return *refusal;
    }
    return chosen;
}

/// Drops changed kernels from the old header. Their results are no longer requested and will be removed.
void forget_changed_kernels(protocol::RecordingHeader& before, const protocol::RecordingHeader& now)
{
    for (const auto& [experiment, hash] : now.kernels) {
        const auto known = before.kernels.find(experiment);
        if (known == before.kernels.end() || known->second == hash) continue;
        before.kernels.erase(known);
        before.definitions.erase(experiment);
    }
}

/// The existing recording; an empty one if there is no file.
model::Expected<protocol::Recording> existing(const RecordOptions& record, const protocol::RecordingHeader& header)
{
    std::error_code unreadable;
    const bool is_there = std::filesystem::exists(record.output, unreadable);
    if (unreadable) return model::Error{unreadable.message(), record.output, "check where it lies"};
    if (!is_there) return protocol::Recording{header, {}, {}};
    if (!record.resume && !record.renew)
        return model::Error{"the file is there already", record.output,
                            "add --continue to record what it lacks, or name another file"};
    auto before = protocol::read_recording(record.output);
    if (!before) return before;
    if (record.renew) forget_changed_kernels(before->header, header);
    std::string sentence;
    for (const std::string& wrong : protocol::mismatches(before->header, "it", header, "this run"))
        sentence += (sentence.empty() ? "" : "; ") + wrong;
    if (!sentence.empty())
        return model::Error{"the recording cannot be continued: " + sentence, record.output, "name another file"};
    before->header.kernels.insert(header.kernels.begin(), header.kernels.end());
    for (const auto& [experiment, hash] : header.definitions) {
        std::string& known = before->header.definitions.try_emplace(experiment, hash).first->second;
        if (known != hash) known.clear();  // several definitions: each result has its own hash
    }
    before->header.roofs = model::of_more_parts(before->header.roofs, header.roofs);
    return before;
}

/// The result in the form of the recording.
model::RunResult as_recorded(model::RunResult result, const protocol::RecordingHeader& header, bool compile_only)
{
    result.gpu_name = header.gpu.name;
    if (!compile_only) return result;
    result.measurement = {};
    result.measurement.reason = compile_only_reason;
    return result;
}

/// True if the host measures the time. Compilers running beside it disturb it: a first launch took 20 times as long.
bool is_timed_by_host(const BatchItem& item)
{
    const model::Work& work = item.variant->work ? *item.variant->work : item.experiment->work;
    return !item.variant->is_kernel() || work.timing != model::Timing::kernel;
}

enum class Pass { host_timed, side_by_side, again };

/// Runs items through the worker and writes the results into the file.
class Recorder {
public:
    Recorder(worker_client::Dispatcher& dispatcher, Context& context, const model::Gpu& gpu,
             protocol::RecordingWriter& writer, const RecordOptions& record, const protocol::Recording& before)
        : dispatcher_(dispatcher),
          context_(context),
          gpu_(gpu),
          writer_(writer),
          record_(record),
          header_(before.header),
          known_(results_by_key(before))
    {
    }

    /// First runs host-timed items one by one. At the end repeats items whose worker died, because something else may
    /// have killed it. The Error: the worker is unavailable, the file cannot be written, or an interrupt.
    [[nodiscard]] std::optional<model::Error> run(const std::vector<BatchItem>& items, Tally& tally)
    {
        const ProgressLine progress(items.size());
        const InterruptGuard guard;
        std::vector<BatchItem> host_timed, others;
        std::ranges::partition_copy(items, std::back_inserter(host_timed), std::back_inserter(others),
                                    is_timed_by_host);
        run_pass(Pass::host_timed, host_timed, tally, progress);
        run_pass(Pass::side_by_side, others, tally, progress);
        run_pass(Pass::again, std::exchange(died_, {}), tally, progress);
        progress.end(tally);
        if (problem_ || !stop_) return problem_;
        return model::Error{
            fmt::format("interrupted: {} of {} recorded", tally.done(), base::counted(items.size(), "configuration")),
            record_.output, "add --continue to go on"};
    }

private:
    void run_pass(Pass pass, const std::vector<BatchItem>& items, Tally& tally, const ProgressLine& progress)
    {
        if (stop_ || items.empty()) return;
        BatchOptions batch;
        batch.measure = !record_.compile_only;
        batch.one_at_a_time = batch.measure && pass != Pass::side_by_side;
        batch.stop = &stop_;
        batch.on_result = [&](std::size_t i, const model::RunResult& answer) {
            if (problem_) return;
            const bool has_died = answer.status == model::Status::worker_died;
            if (has_died && dispatcher_.status().state == worker_client::WorkerState::unavailable)
                problem_ = dispatcher_.status().trouble;
            else if (has_died && pass != Pass::again)
                died_.push_back(items[i]);
            else if (!has_died && answer.job_hash)  // without a job there is nothing to request again
                problem_ = write(items[i], as_recorded(answer, header_, record_.compile_only));
            if (problem_) stop_ = true;
            if (has_died && pass != Pass::again) return;
            tally.add(answer);
            progress.step(tally);
        };
        (void)run_batch(dispatcher_, context_.library, gpu_, items, batch);
    }

    std::optional<model::Error> write(const BatchItem& item, const model::RunResult& result)
    {
        if (!item.samples_only) return writer_.add(result);
        const auto known = known_.find(protocol::recorded_key(result));
        // On failure the earlier result stays.
        if (known == known_.end() || result.status != model::Status::ok) return std::nullopt;
        return writer_.add(with_samples_of(*known->second, result));
    }

    worker_client::Dispatcher& dispatcher_;
    Context& context_;
    const model::Gpu& gpu_;
    protocol::RecordingWriter& writer_;
    const RecordOptions& record_;
    const protocol::RecordingHeader& header_;
    std::map<std::string, const model::RunResult*> known_;
    std::atomic<bool>& stop_ = InterruptGuard::interrupted();
    std::optional<model::Error> problem_;
    std::vector<BatchItem> died_;
};

/// Runs the items and writes their results. The Error: see Recorder::run(), or the file cannot be opened or closed.
std::optional<model::Error> record_items(worker_client::Dispatcher& dispatcher, Context& context, const model::Gpu& gpu,
                                         const std::vector<BatchItem>& items, const RecordOptions& record,
                                         const protocol::Recording& before, Tally& tally)
{
    auto writer = protocol::RecordingWriter::open(record.output, before.header, before.results);
    if (!writer) return writer.error();
    const auto problem = Recorder(dispatcher, context, gpu, *writer, record, before).run(items, tally);
    const auto closing = writer->close();
    return problem ? problem : closing;
}

protocol::RecordingHeader header_of(const results::ResultLibrary& known, const protocol::Hello& hello,
                                    const model::Gpu& gpu, bool compile_only)
{
    protocol::RecordingHeader header;
    header.program_version = SPILLWAY_VERSION;
    header.gpu = gpu;
    // Recordings name a GPU as the table does, so that machines without it find it.
    if (known.is_live(gpu.name)) header.gpu.name = known.table_name(gpu);
    header.measured = !compile_only;
    if (header.measured) header.driver = hello.driver.version;
    header.compiler = hello.compiler.version;
    header.date = model::utc_now();
    return header;
}

/// Measures the roofs. If that fails, the counters are recorded all the same.
void find_roofs(worker_client::Dispatcher& dispatcher, const model::Gpu& gpu, protocol::RecordingHeader& header)
{
    const auto roofs = ask_for_roofs(dispatcher, gpu.name);
    if (roofs)
        header.roofs = *roofs;
    else
        print(stderr, "spillway: {}\n", roofs.error().line());
}

/// All items of the experiments' grids. Adds the experiments that have a grid to the header.
std::vector<BatchItem> items_of(const std::vector<const model::Experiment*>& experiments, const model::Gpu& gpu,
                                bool all_counted, protocol::RecordingHeader& header)
{
    std::vector<BatchItem> items;
    for (const model::Experiment* experiment : experiments) {
        std::vector<BatchItem> grid = recording_items(*experiment, gpu);
        for (BatchItem& item : grid) item.count = item.count || all_counted;
        if (grid.empty()) {
            print(stderr, "spillway: {} declares no grid to record; skipped\n", experiment->name);
            continue;
        }
        header.kernels[experiment->name] = catalogue::source_hash(*experiment);
        header.definitions[experiment->name] = experiment->origin.definition_hash;
        items.insert(items.end(), grid.begin(), grid.end());
    }
    return most_useful_first(items, gpu);
}

/// Updates the old recording to today's grids and definitions. Returns the items of this shard still to record.
std::vector<BatchItem> take_over(const std::vector<BatchItem>& items, Shard shard, const model::Gpu& gpu, bool renew,
                                 const protocol::RecordingHeader& today, protocol::Recording& before)
{
    const std::vector<AskedLine> asked = asked_lines(items, gpu);
    give_todays_parameters(asked, before);
    if (renew) {
        keep_what_is_asked_for(asked, before);
        // The remaining results belong to today's definitions, so readers need not check each hash.
        for (const auto& [experiment, hash] : today.definitions) before.header.definitions[experiment] = hash;
    }
    return what_it_lacks(asked_lines(shard_of(items, shard), gpu), before, renew);
}

}  // namespace

int record_command(const CommonOptions& options, const RecordOptions& record)
{
    if (protocol::is_recording_folder(record.output))
        return fail({"this is a recording's folder, and 'record' writes one file", record.output,
                     "spillway merge -o FILE.spillway FOLDER makes one file of it"});
    const auto shard = parse_shard(record.shard);
    if (!shard) return fail(shard.error());
    // existing() decides whether an existing file is continued or refused.
    if (auto error = check_output(record.output, OutputKind::recording, true)) return fail(*error);
    auto context = load_context(options);
    if (!context) return fail(context.error());
    const auto experiments = choose_experiments(*context, record.experiments);
    if (!experiments) return fail(experiments.error());

    worker_client::Dispatcher dispatcher(context->worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, *context)) return fail(*trouble, exit_other);
    const protocol::Hello hello = *dispatcher.status().hello;
    if (!hello.compiler.available) return fail({hello.compiler.reason, "record", hello.compiler.advice}, exit_other);
    const auto gpu = choose_recorded_gpu(context->library, hello, options.gpu, record.compile_only);
    if (!gpu)
        return fail(gpu.error(),
                    hello.live_gpus.empty() && !record.compile_only ? exit_other : exit_wrong_command_line);

    protocol::RecordingHeader header = header_of(context->library, hello, *gpu, record.compile_only);
    // The table's name, so that settings of claims about this GPU are recorded too.
    const model::Gpu named = header.gpu;
    const std::vector<BatchItem> items = items_of(*experiments, named, options.counters, header);
    // From here on files exist on disk; an interrupt must remove them.
    const InterruptGuard guard;
    const auto lock = base::FileLock::take(record.output);
    if (!lock) return fail(lock.error(), exit_other);
    if (header.measured) find_roofs(dispatcher, *gpu, header);
    auto before = existing(record, header);
    if (!before) return fail(before.error());
    if (before->trouble) print(stderr, "spillway: {}\n", before->trouble->line());
    const std::vector<BatchItem> missing = take_over(items, *shard, *gpu, record.renew, header, *before);
    Tally tally;
    if (const auto error = record_items(dispatcher, *context, *gpu, missing, record, *before, tally))
        return fail(*error, exit_other);
    print(stderr, "{}: {} recorded, {} of them refused\n", record.output, base::counted(tally.done(), "configuration"),
          tally.refused());
    if (!tally.has_failures()) return exit_ok;
    return fail(
        {fmt::format("{}; failed: {}", base::counted(tally.done(), "configuration"), tally.failures()), record.output,
         "the recording has their messages, except where the worker died: add --continue to try those again"},
        exit_refused);
}

}  // namespace spillway::cli
