#include "app/cli/command_line_parts.h"

#include "app/cli/course.h"
#include "app/cli/gpus.h"
#include "app/cli/list.h"
#include "app/cli/open.h"

namespace spillway::cli {

void CommandLine::add_list_and_gpus()
{
    auto& list = command("list", "The catalogue: experiments, variants, parameters and knobs", [this] {
        return maps ? course_command(common, course_picture, by_topic, window.force) : list_command(common);
    });
    add_json(list, common);
    list.add_option_function<std::string>(
            "--map",
            [this](const std::string& file) {
                maps = true;
                course_picture = file;
            },
            "What leads to what, what was read here and what comes next; into a picture with FILE.svg, .png or .pdf")
        ->expected(0, 1)
        ->type_name("[FILE]");
    list.add_flag("--by-topic", by_topic, "With --map FILE: the lessons by topic");
    list.add_flag("--force", window.force, force_help);
    add_worker(list, common);

    auto& gpus = command("gpus", "The GPUs in the table, and the live one", [this] { return gpus_command(common); });
    add_json(gpus, common);
    add_worker(gpus, common);
}

void CommandLine::add_run()
{
    auto& run = command("run", "One configuration of each variant through the whole pipeline",
                        [this] { return run_command(common, pictures); });
    run.add_option("experiment", common.experiment, "Name of 'spillway list'")->required();
    run.add_option("--variant", common.variants, "Only this variant; may be repeated");
    add_settings(run, common);
    add_recording(run, common.recording);
    add_worker(run, common);
    add_json(run, common);
    add_counters(run, common, "Hardware counters too, in launches of their own");
    run.add_flag("--causes", common.causes, "Which variable is in local memory, and why");
    run.add_flag("--lines", common.lines, "Live registers and spills of each line of the source");
    run.add_option("--memory", pictures.memory,
                   "What each variant moves between the levels of the memory: .svg, .png or .pdf");
    run.add_option("--roofline", pictures.roofline, "The variants under the GPU's measured roofs: .svg, .png or .pdf");
    run.add_option("--for", pictures.purpose, purpose_help);
    run.add_option("--csv", pictures.csv, "Table of every metric and setting; - for stdout");
    run.add_flag("--force", pictures.force, force_help);
}

/// Words for a script; without them the window, with the file beside the catalogue.
void CommandLine::add_open(const WindowCommands& commands)
{
    auto& open = command("open", "Files (.cu) or folders of your own, in the window; with --json without one",
                         [this, &commands] {
                             if (!output.empty()) return make_command(common, files, output);
                             common.causes = true;
                             if (common.json) return open_command(common, files);
                             const auto build = build_settings(common);
                             if (!build) return fail(build.error());
                             window.common = common;
                             window.common.catalogue_folders = files;
                             window.opened = files;
                             window.build = *build;
                             return call(commands.open, window);
                         });
    open.add_option("path", files, "FILE.cu or a folder; several may be given")->required();
    open.add_flag("--trust", common.trust, "Compile it");
    open.add_option("-I,--include", common.include_folders, "A folder of headers, relative to FILE.cu; may be repeated")
        ->allow_extra_args(false);
    open.add_option("-D,--define", common.macros, "NAME=VALUE for the compiler; may be repeated")
        ->allow_extra_args(false);
    open.add_option("--std", common.standard, "c++14, c++17 or c++20");
    open.add_option("--make", output, "Turn FILE.cu into an experiment in this new folder, and list what is missing");
    open.add_flag("--json", common.json, "Each kernel as in 'run --json', and nothing else on stdout");
    open.add_flag("--lines", common.lines, "With --json: live registers and spills of each line of the source");
    open.add_option("--variant", common.variants, "Only this kernel; may be repeated");
    open.add_option(
        "--worker", common.worker,
        "Command that starts the worker, e.g. \"ssh lab spillway-worker\"; none: use only the shipped results");
    add_settings(open, common);
}

void CommandLine::add_sweep()
{
    auto& command_sweep =
        command("sweep", "Every combination of the axes' values", [this] { return sweep_command(common, sweep); });
    command_sweep.add_option("experiment", common.experiment, "Name of 'spillway list'")->required();
    command_sweep
        .add_option("--axis", sweep.axes, "NAME=[first:last:step], NAME=[v1,v2,...] or NAME[pow2]=[a:b] (exponents)")
        ->required()
        ->allow_extra_args(false);
    command_sweep.add_option("--variant", common.variants, "Only this variant; may be repeated")
        ->allow_extra_args(false);
    add_settings(command_sweep, common);
    add_recording(command_sweep, common.recording);
    add_worker(command_sweep, common);
    command_sweep.add_option("--csv", sweep.csv, "Table of every metric and setting; - for stdout");
    command_sweep.add_option("--json", sweep.json, "The results as 'run --json' prints them; - for stdout");
    command_sweep.add_option("--svg", sweep.svg, "The experiment's charts over the first axis");
    command_sweep.add_option("--png", sweep.png, "The same as a picture");
    command_sweep.add_option("--pdf", sweep.pdf, "The same as a page");
    command_sweep.add_option("--roofline", sweep.roofline, "Rooflines, along the first axis: .svg, .png or .pdf");
    command_sweep.add_option("--for", sweep.purpose, purpose_help);
    add_counters(command_sweep, common, "Hardware counters of every configuration too");
    command_sweep.add_flag("--sass", sweep.inspect_sass,
                           "Count LDL, STL, instructions, live registers and spills to shared memory too (slower)");
    command_sweep.add_flag("--force", sweep.force, force_help);
}

void CommandLine::add_occupancy()
{
    auto& command_occupancy = command("occupancy", "Occupancy of given resources, by NVIDIA's calculator",
                                      [this] { return occupancy_command(common, occupancy); });
    command_occupancy.add_option("--registers", occupancy.registers, "Registers per thread")
        ->required()
        ->check(CLI::Range(0, 255));
    command_occupancy.add_option("--block-size", occupancy.block_size, "Threads per block")->check(CLI::Range(1, 1024));
    command_occupancy.add_option("--static-shared-bytes", occupancy.static_shared_bytes, "Per block")
        ->check(CLI::NonNegativeNumber);
    command_occupancy.add_option("--dynamic-shared-bytes", occupancy.dynamic_shared_bytes, "Per block")
        ->check(CLI::NonNegativeNumber);
    command_occupancy.add_option("--gpu", common.gpu, "Name of 'spillway gpus', or live");
    add_worker(command_occupancy, common);
    add_json(command_occupancy, common);
}

}  // namespace spillway::cli
