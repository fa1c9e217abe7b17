#include "app/cli/trace.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>

#include "app/base/named_file.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/base/visible_text.h"
#include "app/cli/context.h"
#include "app/cli/json_output.h"
#include "app/cli/ncu_report.h"
#include "app/cli/output.h"
#include "app/cli/print.h"
#include "app/cli/trace_folder.h"
#include "app/cli/trace_table.h"
#include "app/cli/traced_code.h"
#include "app/cli/traced_program.h"
#include "app/cli/traced_source.h"
#include "app/trace/counted_reader.h"
#include "app/trace/cubin.h"
#include "app/trace/kernel_code.h"
#include "app/trace/log_reader.h"
#include "app/trace/trace_file.h"
#include "app/trace/trace_json.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_counted = 16;                        ///< kernels
constexpr double least_limit_seconds = 60, limit_factor = 20;  ///< of the run for counters

/// `command`: the traced one. Notices say which sources are newer than its program.
trace::Trace read_folder(const TraceFolder& folder, const std::vector<std::string>& command)
{
    trace::LogReader reader;
    std::ifstream stream(folder.log(), std::ios::binary);
    std::string piece(std::size_t{1} << 20, '\0');
    while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())), stream.gcount() > 0)
        reader.take(std::string_view(piece).substr(0, static_cast<std::size_t>(stream.gcount())));
    trace::Trace trace = reader.finish();
    trace.command = command;
    std::vector<TracedModule> modules;
    for (const std::string& module : reader.modules()) {
        const fs::path file = folder.path() / module;
        modules.push_back({file, trace::add_code(trace, small_file(file, trace::max_cubin_bytes))});
    }
    add_listings(trace, modules);
    name_sources(trace, folder.path());
    return trace;
}

std::string now()
{
    const std::time_t time = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&time, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

/// How the program ended, if not normally.
std::optional<std::string> end_sentence(const trace::Trace& trace, const TracedEnd& ended, double limit)
{
    const trace::ProgramEnd& end = ended.end;
    const std::string program = trace.command.front();
    if (ended.is_too_large)
        return fmt::format("{} was ended: it held more than {} GiB of memory. What ran until then is shown.", program,
                           source_memory_bytes >> 30U);
    if (ended.is_left_behind)
        return fmt::format("{} was killed after --limit {} s and has not ended yet: the driver may still hold it.",
                           program, limit);
    if (end.by_limit)
        return fmt::format("{} was ended after --limit {} s. What ran until then is shown.", program, limit);
    if (end.signal != 0)
        return fmt::format("{} was ended by signal {} ({}). What ran until about 0.1 s before is shown.", program,
                           end.signal, strsignal(static_cast<int>(end.signal)));
    if (end.status != 0) return fmt::format("{} ended with exit status {}.", program, end.status);
    return std::nullopt;
}

/// Why the trace has no kernels.
std::string nothing_sentence(const trace::Trace& trace)
{
    if (!trace.processes.empty()) return "No kernel ran to its end.";
    if (void* driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL)) {
        dlclose(driver);
        return fmt::format("{} never started CUDA: it loads no libcuda, or ended before.", trace.command.front());
    }
    return "This machine has no NVIDIA driver (libcuda.so.1), so no kernel can run here.";
}

void add_process_sentences(trace::Trace& trace)
{
    for (const trace::TracedProcess& process : trace.processes) {
        const std::string name = fmt::format("{} (process {})", process.program, process.pid);
        if (!process.trouble.empty()) trace.notices.push_back(name + " could not be traced: " + process.trouble + ".");
        if (!process.fault.empty())
            trace.notices.push_back(name + ": the GPU reported a fault: " + process.fault + ".");
        if (process.forks > 0)
            trace.notices.push_back(
                fmt::format("{} forked {} after it had started CUDA. A forked process cannot use "
                            "CUDA and is not traced; a program that it starts is.",
                            name, process.forks == 1 ? "once" : fmt::format("{} times", process.forks)));
        if (process.lost > 0)
            trace.notices.push_back(
                fmt::format("CUPTI lost {} records of {}: counts and times are too low.", process.lost, name));
    }
}

int print_trace(const trace::Trace& trace, bool json, std::FILE* table)
{
    if (json)
        print_json(trace::to_json(trace));
    else
        print_text(table, trace_table(trace));
    return exit_ok;
}

int show(const TraceOptions& options)
{
    if (auto error = check_output(options.output, OutputKind::trace, options.force)) return fail(*error);
    if (auto error = base::why_not_read(options.show)) return fail(*error);
    const auto text = is_ncu_report(options.show) ? trace_of_ncu_report(options.show)
                                                  : base::read_named_file(options.show, trace::max_trace_bytes);
    if (!text) return fail(text.error());
    auto trace = trace::parse_trace(*text, options.show);
    if (!trace) return fail(trace.error());
    if (!options.output.empty())
        if (auto error = write_output(
                options.output, trace::to_json(*trace).dump(1, ' ', false, Json::error_handler_t::replace) + "\n"))
            return fail(*error, exit_other);
    return print_trace(*trace, options.json, stdout);
}

model::Expected<TracedRun> prepare(const TraceOptions& options, const std::string& log)
{
    const fs::path library = base::trace_library();
    if (library.empty())
        return model::Error{"the library for the traced program (libspillway_trace.so) is not there", "spillway trace",
                            "install Spillway whole; a build without CUPTI's headers has none"};
    // The folder of a wheel's programs on a system with an older glibc (cmake/package/wheel_init.py).
    if (base::command_program().parent_path().filename() == "carried")
        return model::Error{
            "this system's glibc, which a traced program loads, is older than libspillway_trace.so needs",
            "spillway trace",
            "trace it on a newer system and copy the trace, or build Spillway on this one (./run.sh)"};
    TracedRun run;
    run.command = options.command;
    run.environment = {"CUDA_INJECTION64_PATH=" + library.string(), "SPILLWAY_TRACE_LOG=" + log};
    if (options.limit_seconds > 0) run.limit_seconds = options.limit_seconds;
    run.announcement = log + ".end";
    run.output_to_stderr = options.json;
    return run;
}

/// A .cu's program gets a memory limit and runs in the file's folder, where it finds its files.
void bound_source(TracedRun& run, const std::string& named)
{
    if (!is_source(named)) return;
    std::error_code error;
    run.folder = fs::absolute(named, error).parent_path();
    run.memory_bytes = source_memory_bytes;
}

/// Requested kernels, slowest first. Excludes kernels in graphs, which CUPTI cannot count separately.
std::vector<const trace::TracedKernel*> chosen_kernels(const TraceOptions& options, const trace::Trace& trace)
{
    std::vector<const trace::TracedKernel*> chosen;
    for (const trace::TracedKernel& kernel : trace.kernels) {
        const bool is_meant = std::ranges::any_of(options.counters, [&](const std::string& word) {
            return kernel.name.find(word) != std::string::npos || kernel.mangled.find(word) != std::string::npos;
        });
        if (is_meant && !kernel.in_graph && chosen.size() < max_counted) chosen.push_back(&kernel);
    }
    return chosen;
}

/// Runs the program again for counters only. Counters slow each launch, so its times are ignored.
void count(const TraceOptions& options, const TraceFolder& folder, const TracedEnd& ended, double seconds,
           trace::Trace& trace)
{
    const auto refuse = [&](const std::string& sentence) { trace.notices.push_back("No counters: " + sentence); };
    if (ended.end.status != 0) return refuse("the program did not exit normally, so it was not run a second time.");
    const auto chosen = chosen_kernels(options, trace);
    if (chosen.empty()) return refuse("no kernel outside of a graph has that in its name.");
    const std::string log = folder.path() / "counted", names = folder.path() / "names";
    std::ofstream lines(names);
    for (const trace::TracedKernel* kernel : chosen) lines << kernel->mangled << '\n';
    lines.close();
    if (!std::ofstream(log)) return refuse("no file for them can be made.");
    auto run = prepare(options, log);
    if (!run) return refuse(run.error().line());
    bound_source(*run, trace.command.front());
    run->environment.push_back("SPILLWAY_TRACE_COUNT=" + names);
    if (!run->limit_seconds) run->limit_seconds = least_limit_seconds + limit_factor * seconds;
    print_text(stderr, "Running it a second time, for counters.\n");
    const auto counted = run_traced(*run);
    if (!counted) return refuse(counted.error().line());
    trace::add_counted(trace, small_file(log, trace::max_log_bytes));
    if (counted->end.by_limit)
        refuse(fmt::format("the second run was ended after {:.0f} s; --limit gives it more.", *run->limit_seconds));
    else if (counted->end.status != 0)
        refuse("the second run did not exit normally; what it counted until then is shown.");
    const auto is_bare = [](const trace::TracedKernel* kernel) {
        return !kernel->counters && !kernel->counters_reason;
    };
    if (std::ranges::all_of(chosen, is_bare))
        refuse("the second run launched none of the chosen kernels as the first did.");
}

}  // namespace

namespace {

int run_and_print(const TraceOptions& options, const TraceFolder& folder, const std::string& named);

}  // namespace

int trace_command(const TraceOptions& options)
{
    if (!options.show.empty()) return show(options);
    if (options.command.empty())
        return fail({"no program is named", "spillway trace", "add it: spillway trace ./a.out, or --show FILE"});
    if (options.command.front().starts_with('-'))
        return fail({"'" + options.command.front() + "' is not an option of trace", "spillway trace",
                     "see 'spillway trace --help'; arguments after the program's name go to the program"});
    // Measured once, like a recording: not replaced without --force.
    if (auto error = check_output(options.output, OutputKind::trace, options.force)) return fail(*error);
    const auto folder = TraceFolder::make();
    if (!folder) return fail(folder.error(), exit_other);
    const std::string named = options.command.front();
    if (!is_source(named)) return run_and_print(options, *folder, named);
    const auto built = built_program(named, options.trust, folder->path());
    if (!built) return fail(built.error(), exit_refused);
    TraceOptions of_program = options;
    of_program.command.front() = built->string();
    if (of_program.limit_seconds <= 0) of_program.limit_seconds = source_limit_seconds;
    return run_and_print(of_program, *folder, named);
}

namespace {

/// `named`: the program as the user named it.
int run_and_print(const TraceOptions& options, const TraceFolder& folder, const std::string& named)
{
    auto run = prepare(options, folder.log());
    if (!run) return fail(run.error(), exit_other);
    bound_source(*run, named);

    const std::string date = now();
    const auto begin = std::chrono::steady_clock::now();
    const auto ended = run_traced(*run);
    if (!ended) return fail(ended.error());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

    trace::Trace trace = read_folder(folder, options.command);
    trace.command.front() = named;
    if (!options.counters.empty()) count(options, folder, *ended, took.count(), trace);
    for (std::string& word : trace.command) word = base::visible_line(word);
    trace.date = date;
    trace.seconds = took.count();
    trace.end = ended->end;
    if (auto sentence = end_sentence(trace, *ended, options.limit_seconds)) trace.notices.push_back(*sentence);
    add_process_sentences(trace);
    if (trace.kernels.empty()) trace.notices.push_back(nothing_sentence(trace));

    (void)print_trace(trace, options.json, stderr);
    if (!options.output.empty())
        if (auto error = write_output(options.output,
                                      trace::to_json(trace).dump(1, ' ', false, Json::error_handler_t::replace) + "\n"))
            return fail(*error, exit_other);
    if (trace.end.status != 0) return exit_refused;
    return trace.kernels.empty() ? exit_other : exit_ok;
}

}  // namespace

}  // namespace spillway::cli
