#include "app/cli/command_line_parts.h"

#include "app/cli/check.h"
#include "app/cli/check_shipped.h"
#include "app/cli/merge.h"
#include "app/cli/trace_options.h"

namespace spillway::cli {

void CommandLine::add_record()
{
    auto& command_record = command("record", "Records every experiment's declared grid on this GPU",
                                   [this] { return record_command(common, record); });
    command_record.add_option("experiment", record.experiments, "Experiments; all when none is named");
    command_record.add_option("-o,--output", record.output, "The recording, NAME.spillway")->required();
    command_record.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    command_record.add_option("--shard", record.shard, "i/n: part i of n, counted from 0; 'merge' joins the parts");
    command_record.add_flag("--continue", record.resume, "Keep the file's results and record the missing ones");
    command_record.add_flag(
        "--renew", record.renew,
        "The same; also drop results that no grid declares any more, and record results without a time account again");
    command_record.add_flag("--compile-only", record.compile_only,
                            "Measure nothing: the compiler's and the occupancy calculator's answers");
    add_counters(command_record, common, "Hardware counters at every point, not only along the x axis at defaults");
    add_worker(command_record, common);
}

void CommandLine::add_merge_and_export()
{
    auto& merge = command("merge", "Joins recordings of one GPU and one set-up; duplicates keep the newest",
                          [this] { return merge_command(files, output, force); });
    merge.add_option("file", files, "Recordings")->required();
    merge.add_option("-o,--output", output, "The recording to write")->required();
    merge.add_flag("--force", force, force_help);

    auto& command_export = command("export", "A recording in the formats of other tools",
                                   [this] { return export_command(output, exported); });
    command_export.add_option("file", output, "The recording")->required();
    command_export.add_option("--nvbench", exported.nvbench, "JSON as nvbench writes it; - for stdout");
    command_export.add_option("--kernel-tuner", exported.kernel_tuner, "Kernel Tuner's T4 results; - for stdout");
    command_export.add_flag("--force", exported.force, force_help);
}

void CommandLine::add_check()
{
    auto& check = command("check", "Check the lessons' claims against the real compiler", [this] {
        return shipped ? check_shipped_command(common) : check_command(common, experiments, mutate);
    });
    check.add_option("experiment", experiments, "Experiments; all when none is named");
    check.add_flag("--shipped", shipped, "Compile a sample of the shipped reports again and compare");
    check.add_flag("--mutate", mutate, "Change the numbers that claims use, and count the changes that break a claim");
    add_recording(check, common.recording);
    add_worker(check, common);
}

/// What follows the program's name is the program's.
void CommandLine::add_trace()
{
    auto& traced =
        command("trace",
                "What a program of your own launches on the GPU: spillway trace [options] PROGRAM [ARGUMENTS]; of a "
                ".cu, what nvcc makes of it",
                [this] {
                    trace.command = app.get_subcommand("trace")->remaining();
                    return trace_command(trace);
                });
    add_trace_options(traced, trace);
}

}  // namespace spillway::cli
