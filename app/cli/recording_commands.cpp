#include "app/cli/recording_commands.h"

#include "app/cli/check.h"
#include "app/cli/check_shipped.h"
#include "app/cli/merge.h"
#include "app/cli/trace_options.h"

namespace spillway::cli {
namespace {

void add_record(CommandLine& line)
{
    auto& command_record = line.command("record", "Records every experiment's declared grid on this GPU",
                                        [&line] { return record_command(line.common, line.record); });
    command_record.add_option("experiment", line.record.experiments, "Experiments; all when none is named");
    add_output(command_record, "-o,--output", line.record.output, "The recording, NAME.spillway")->required();
    command_record.add_option("--gpu", line.common.gpu, "Name from 'spillway gpus', or live");
    command_record.add_option("--shard", line.record.shard,
                              "i/n: part i of n, counted from 0; 'merge' joins the parts");
    command_record.add_flag("--continue", line.record.resume, "Keep the file's results and record the missing ones");
    command_record.add_flag(
        "--renew", line.record.renew,
        "Like --continue; also drop results that no grid declares any more, and record results without a time account "
        "again");
    command_record.add_flag("--compile-only", line.record.compile_only,
                            "Measure nothing: the compiler's and the occupancy calculator's answers");
    add_counters(command_record, line.common,
                 "Hardware counters at every point, not only along the x axis at defaults");
    add_worker(command_record, line.common);
}

void add_merge_and_export(CommandLine& line)
{
    auto& merge = line.command("merge", "Joins recordings of one GPU and one set-up; duplicates keep the newest",
                               [&line] { return merge_command(line.files, line.output, line.force); });
    merge.add_option("file", line.files, "Recordings, files or folders")->required();
    add_output(merge, "-o,--output", line.output,
               "The recording to write; NAME.spillway/ is a folder with one file per experiment")
        ->required();
    merge.add_flag("--force", line.force, force_help);

    auto& command_export = line.command("export", "A recording in the formats of other tools",
                                        [&line] { return export_command(line.output, line.exported); });
    command_export.add_option("file", line.output, "The recording")->required();
    add_output(command_export, "--nvbench", line.exported.nvbench, "JSON as nvbench writes it; - for stdout");
    add_output(command_export, "--kernel-tuner", line.exported.kernel_tuner, "Kernel Tuner's T4 results; - for stdout");
    command_export.add_flag("--force", line.exported.force, force_help);
}

void add_check(CommandLine& line)
{
    auto& check = line.command("check", "Check the lessons' claims against the real compiler", [&line] {
        return line.shipped ? check_shipped_command(line.common)
                            : check_command({line.common, line.experiments, line.checked_gpus, line.mutate});
    });
    check.add_option("experiment", line.experiments, "Experiments; all when none is named");
    check.add_option("--gpu", line.checked_gpus, "Check the claims on these GPUs alone: names from 'spillway gpus'");
    check.add_flag("--shipped", line.shipped, "Compile a sample of the shipped reports again and compare");
    check.add_flag("--mutate", line.mutate,
                   "Change the numbers that claims use, and count the changes that break a claim");
    add_recording(check, line.common.recording);
    add_worker(check, line.common);
}

/// Arguments after PROGRAM go to the traced program.
void add_trace(CommandLine& line)
{
    auto& traced = line.command(
        "trace",
        "The kernels that your own program launches on the GPU: spillway trace [options] PROGRAM [ARGUMENTS]; nvcc "
        "builds a FILE.cu first",
        [&line] {
            line.trace.command = line.app.get_subcommand("trace")->remaining();
            return trace_command(line.trace);
        });
    add_trace_options(traced, line.trace);
}

}  // namespace

void add_recording_commands(CommandLine& line)
{
    add_record(line);
    add_merge_and_export(line);
    add_check(line);
    add_trace(line);
}

}  // namespace spillway::cli
