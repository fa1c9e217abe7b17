#include "app/cli/answer_commands.h"

#include "app/cli/course.h"
#include "app/cli/gpus.h"
#include "app/cli/guard.h"
#include "app/cli/list.h"
#include "app/cli/open.h"

namespace spillway::cli {
namespace {

void add_list_and_gpus(CommandLine& line)
{
    auto& list = line.command("list", "The catalogue: experiments, variants, parameters and knobs", [&line] {
        return line.maps ? course_command(line.common, line.course_picture, line.by_topic, line.window.force)
                         : list_command(line.common);
    });
    add_json(list, line.common);
    list.add_option_function<std::string>(
            "--map",
            [&line](const std::string& file) {
                // CLI11 does not check the empty value of an option whose value is optional.
                if (file.empty()) throw CLI::ValidationError("--map", empty_name);
                line.maps = true;
                if (file != "-") line.course_picture = file;
            },
            "The course map: which lesson leads to which, those read here and the next one; as a picture with "
            "FILE.svg, .png or .pdf")
        ->expected(0, 1)
        ->default_str("-")  // without a value: text on standard output
        ->type_name("[FILE]");
    list.add_flag("--by-topic", line.by_topic, "With --map FILE: the lessons by topic")
        ->needs(list.get_option("--map"));
    list.add_flag("--force", line.window.force, force_help);
    add_worker(list, line.common);

    auto& gpus =
        line.command("gpus", "The GPUs in the table, and the live one", [&line] { return gpus_command(line.common); });
    add_json(gpus, line.common);
    add_worker(gpus, line.common);
}

void add_run(CommandLine& line)
{
    auto& run = line.command("run", "One configuration of each variant through the whole pipeline",
                             [&line] { return run_command(line.common, line.pictures); });
    run.add_option("experiment", line.common.experiment, "Name from 'spillway list'")->required();
    run.add_option("--variant", line.common.variants, "Only this variant; may be repeated");
    add_settings(run, line.common);
    add_recording(run, line.common.recording);
    add_worker(run, line.common);
    add_json(run, line.common);
    add_counters(run, line.common, "Hardware counters too, in launches of their own");
    run.add_flag("--causes", line.common.causes, "Which variable is in local memory, and why");
    run.add_flag("--lines", line.common.lines, "Live registers and spills of each line of the source");
    add_output(run, "--memory", line.pictures.memory,
               "What each variant moves between the levels of the memory: .svg, .png or .pdf");
    add_output(run, "--roofline", line.pictures.roofline,
               "The variants under the GPU's measured roofs: .svg, .png or .pdf");
    run.add_option("--for", line.pictures.purpose, purpose_help);
    add_output(run, "--csv", line.pictures.csv, "Table of every metric and setting; - for stdout");
    run.add_flag("--force", line.pictures.force, force_help);
}

/// How to compile a .cu: header folders, macros, the C++ standard, options for nvcc and the time limit.
void add_build_options(CLI::App& command, CommonOptions& options)
{
    command
        .add_option("-I,--include", options.include_folders,
                    "A folder of headers, relative to FILE.cu or to this folder, or absolute; may be repeated")
        ->allow_extra_args(false);
    command.add_option("-D,--define", options.macros, "NAME=VALUE for the compiler; may be repeated")
        ->allow_extra_args(false);
    command.add_option("--std", options.standard, "c++14, c++17 or c++20");
    command.add_option("--nvcc", options.nvcc_options,
                       "Options for nvcc: \"--extended-lambda -rdc=true -maxrregcount=64 -isystem FOLDER\"");
    command.add_option("--compile-seconds", options.compile_seconds,
                       "How long nvcc, and after it ptxas, may take for a file (1 to 3600); 30 without it");
}

/// With --make or --json, no window opens. Otherwise the window shows the files beside the catalogue.
void add_open(CommandLine& line, const WindowCommands& commands)
{
    auto& open = line.command(
        "open",
        "Your own .cu files or folders, in the window; with --json, the results with their causes and no window",
        [&line, &commands] {
            if (!line.output.empty()) return make_command(line.common, line.files, line.output);
            line.common.causes = !line.common.quick;
            if (line.common.json) return open_command(line.common, line.files);
            const auto build = build_settings(line.common);
            if (!build) return fail(build.error());
            line.window.common = line.common;
            line.window.common.catalogue_folders = line.files;
            line.window.opened = line.files;
            line.window.build = *build;
            return call(commands.open, line.window);
        });
    open.add_option("path", line.files, "FILE.cu or a folder; several may be given")->required();
    open.add_flag("--trust", line.common.trust, "Compile it");
    add_build_options(open, line.common);
    add_output(open, "--make", line.output,
               "Turn FILE.cu into an experiment in this new folder, and list what is missing");
    open.add_flag("--json", line.common.json,
                  "Each kernel as in 'run --json', with the causes of its local memory and their repairs, and "
                  "nothing else on stdout");
    open.add_flag("--quick", line.common.quick,
                  "With --json: only what the compiler reports, sooner: no causes, nothing from machine code");
    open.add_flag("--lines", line.common.lines, "With --json: live registers and spills of each line of the source");
    open.add_option("--variant", line.common.variants, "Only this kernel; may be repeated");
    open.add_option(
        "--worker", line.common.worker,
        "Command that starts the worker, e.g. \"ssh lab spillway-worker\"; none: use only the shipped results");
    add_settings(open, line.common);
}

void add_run_here(CommandLine& line)
{
    auto& here = line.command("run-here", "Kernels of your own .cu, run on this machine's processor: faults and counts",
                              [&line] { return run_here_command(line.common, line.run_here, line.files); });
    here.add_option("path", line.files, "FILE.cu; several may be given")->required();
    here.add_flag("--trust", line.common.trust, "Compile it");
    here.add_option("--kernel", line.common.variants, "Only this kernel; may be repeated");
    here.add_option("--set", line.common.settings,
                    "NAME=VALUE of an argument, a template argument, a #define or a knob; for a pointer "
                    "NAME=ELEMENTS:FILLING (4096:random, :integers:0:255, :ramp, :constant:1, :zero); may be repeated");
    here.add_option("--grid", line.run_here.settings.grid, "Blocks: 64 or 8,8");
    here.add_option("--block", line.run_here.settings.block, "Threads of a block: 256 or 16,16");
    here.add_option("--shared", line.run_here.settings.shared, "Bytes of dynamic shared memory of a block");
    here.add_option("--seconds", line.run_here.seconds, "How long a kernel may run")->check(number_between(0.01, 600));
    here.add_option("--gpu", line.common.gpu, "Name from 'spillway gpus': run the PTX for this GPU");
    add_build_options(here, line.common);
    add_json(here, line.common);
    here.add_option("--worker", line.common.worker, "Command that starts the worker, e.g. \"ssh lab spillway-worker\"");
}

void add_guard(CommandLine& line)
{
    auto& guard = line.command("guard", "Your kernels against a committed budget of registers, stack and spills",
                               [&line] { return guard_command(line.common, line.guard, line.files); });
    guard.add_option("path", line.files, "FILE.cu, a folder, or a cubin, object or library; several may be given")
        ->required();
    guard.add_option("--budget", line.guard.budget, "FILE.json with the budget")->required();
    guard.add_flag("--update", line.guard.update, "Write the present numbers to the budget");
    guard.add_option("--format", line.guard.format, "text, github, junit or sarif");
    guard.add_option("--gpu", line.guard.gpus, "Name from 'spillway gpus'; may be repeated")->allow_extra_args(false);
    guard
        .add_option(
            "--exclude", line.guard.exclude,
            "Files in a folder to leave out: a name (impl.cu, \"*_inl.cu\", third_party) or a path in the folder "
            "(\"src/**/gen_*.cu\"); may be repeated")
        ->allow_extra_args(false);
    guard.add_flag("--trust", line.common.trust, "Compile the files");
    add_build_options(guard, line.common);
    guard.add_option("--worker", line.common.worker,
                     "Command that starts the worker, e.g. \"ssh lab spillway-worker\"");
}

void add_sweep(CommandLine& line)
{
    auto& command_sweep = line.command("sweep", "Every combination of the axes' values",
                                       [&line] { return sweep_command(line.common, line.sweep); });
    command_sweep
        .add_option("experiment", line.common.experiment, "Name from 'spillway list', or a FILE.cu of your own")
        ->required();
    command_sweep
        .add_option(
            "--axis", line.sweep.axes,
            "NAME=[first:last:step], NAME=[v1,v2,...], NAME[pow2]=[a:b] (exponents), NAME=all (every choice), or "
            "gpu=all (each architecture)")
        ->required()
        ->allow_extra_args(false);
    command_sweep.add_option("--variant", line.common.variants, "Only this variant; may be repeated")
        ->allow_extra_args(false);
    add_settings(command_sweep, line.common);
    add_recording(command_sweep, line.common.recording);
    add_worker(command_sweep, line.common);
    add_output(command_sweep, "--csv", line.sweep.csv, "Table of every metric and setting; - for stdout");
    add_output(command_sweep, "--json", line.sweep.json, "The results as 'run --json' prints them; - for stdout");
    add_output(command_sweep, "--svg", line.sweep.svg, "The experiment's charts over the first axis");
    add_output(command_sweep, "--png", line.sweep.png, "The same as a picture");
    add_output(command_sweep, "--pdf", line.sweep.pdf, "The same as a page");
    add_output(command_sweep, "--roofline", line.sweep.roofline, "Rooflines, along the first axis: .svg, .png or .pdf");
    command_sweep.add_option("--for", line.sweep.purpose, purpose_help);
    add_counters(command_sweep, line.common, "Hardware counters of every configuration too");
    command_sweep.add_flag("--sass", line.sweep.inspect_sass,
                           "Count LDL, STL, instructions, live registers and spills to shared memory too (slower)");
    command_sweep.add_flag("--force", line.sweep.force, force_help);
    add_build_options(command_sweep, line.common);
}

void add_occupancy(CommandLine& line)
{
    auto& command_occupancy = line.command("occupancy", "Occupancy of given resources, by NVIDIA's calculator",
                                           [&line] { return occupancy_command(line.common, line.occupancy); });
    command_occupancy.add_option("--registers", line.occupancy.registers, "Registers per thread")
        ->required()
        ->check(CLI::Range(0, 255));
    command_occupancy.add_option("--block-size", line.occupancy.block_size, "Threads per block")
        ->check(CLI::Range(1, 1024));
    command_occupancy.add_option("--static-shared-bytes", line.occupancy.static_shared_bytes, "Per block")
        ->check(CLI::NonNegativeNumber);
    command_occupancy.add_option("--dynamic-shared-bytes", line.occupancy.dynamic_shared_bytes, "Per block")
        ->check(CLI::NonNegativeNumber);
    command_occupancy.add_option("--gpu", line.common.gpu, "Name from 'spillway gpus', or live");
    add_worker(command_occupancy, line.common);
    add_json(command_occupancy, line.common);
}

}  // namespace

void add_answer_commands(CommandLine& line, const WindowCommands& commands)
{
    add_list_and_gpus(line);
    add_run(line);
    add_open(line, commands);
    add_run_here(line);
    add_guard(line);
    add_sweep(line);
    add_occupancy(line);
}

}  // namespace spillway::cli
