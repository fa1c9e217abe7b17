#include "app/cli/guard.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "app/base/counted.h"
#include "app/base/demangled.h"
#include "app/base/visible_text.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/cli/batch.h"
#include "app/cli/guard_compiled.h"
#include "app/cli/guard_files.h"
#include "app/cli/guard_output.h"
#include "app/cli/open.h"
#include "app/cli/print.h"
#include "app/model/stack_size.h"

namespace spillway::cli {
namespace {

/// Stack and spills of a kernel with those of the functions that it calls, as a compiled file has them.
GuardNumbers numbers_of(const model::RunResult& result)
{
    const model::CompileReport& report = *result.compile;
    GuardNumbers numbers;
    numbers.registers = report.registers;
    numbers.stack_frame_bytes = model::stack_bytes(report);
    numbers.spill_store_bytes = model::spill_store_bytes(report);
    numbers.spill_load_bytes = model::spill_load_bytes(report);
    numbers.shared_bytes = report.static_shared_bytes;
    if (result.occupancy) numbers.occupancy = result.occupancy->theoretical;
    return numbers;
}

GuardFailure failure_of(const model::RunResult& result)
{
    const bool is_refusal = result.status == model::Status::compile_error && !result.compile_stopped;
    std::string message = result.message.value_or(model::to_string(result.status));
    if (result.advice) message += "\n" + *result.advice;
    return {is_refusal, std::move(message)};
}

bool has_no_kernel(const model::Error& error)
{
    return error.kind == model::ErrorKind::no_kernel;
}

/// Line of the first cause that lies within the kernel: one in an inlined function is named in the text only.
int line_of(const GuardedKernel& kernel)
{
    for (const model::Cause& cause : kernel.causes)
        if (cause.bytes > 0 && cause.line && !cause.file && *cause.line >= kernel.lines.first &&
            *cause.line <= kernel.lines.last)
            return *cause.line;
    return kernel.lines.first;
}

GuardFindingKind kind_of(const GuardFailure& failure)
{
    return failure.is_refusal ? GuardFindingKind::does_not_compile : GuardFindingKind::not_compiled;
}

class Guard {
public:
    Guard(const CommonOptions& options, const GuardOptions& guard, Context& context, Budget budget)
        : options_(options), guard_(guard), context_(context), budget_(std::move(budget))
    {
    }

    std::optional<model::Error> read_sources(const std::vector<std::string>& files)
    {
        std::vector<UnopenedFile> unopened;
        auto opened = opened_files(options_, files, &unopened);
        if (!opened) return opened.error();
        for (const UnopenedFile& file : unopened) {
            if (has_no_kernel(file.error))
                without_kernels_.push_back(name_beside(guard_.budget, file.path));
            else
                add_failure(file.path, "", {false, file.error.what});
        }
        if (opened->empty()) return std::nullopt;
        dispatcher_.emplace(context_.worker_command, std::function<void()>());
        if (auto trouble = meet_worker(*dispatcher_, context_)) return trouble;
        const std::vector<std::string> gpus =
            guard_.gpus.empty() ? std::vector<std::string>{options_.gpu} : guard_.gpus;
        std::set<std::string> targets;
        for (const std::string& name : gpus) {
            const auto gpu = context_.library.choose_gpu(name);
            if (!gpu) return gpu.error();
            if (targets.insert(gpu->compile_target()).second) read_for(*gpu, *opened);
        }
        return std::nullopt;
    }

    std::optional<model::Error> read_compiled(const std::vector<std::string>& files)
    {
        for (const std::string& file : files) {
            auto kernels = compiled_kernels(file, name_beside(guard_.budget, file));
            if (!kernels) return kernels.error();
            take(std::move(*kernels));
        }
        return std::nullopt;
    }

    /// True if the files have no kernels and nothing failed.
    [[nodiscard]] bool is_empty() const { return report_.kernels.empty(); }

    /// True if .cu files were opened and there is no compiler for them.
    [[nodiscard]] bool lacks_compiler() const { return dispatcher_ && !context_.library.has_compiler(); }

    int update(const std::vector<std::string>& paths)
    {
        std::size_t compiled = 0, failed = 0;
        for (const GuardedKernel& kernel : report_.kernels) {
            if (!kernel.failure && ++compiled) continue;
            ++failed;
            const std::string name = kernel.kernel.empty() ? "" : " " + kernel.kernel;
            print(stderr, "spillway: {}:{} {}, and its budget stays as it was: {}\n", base::visible_line(kernel.file),
                  base::visible_line(name), kernel.failure->is_refusal ? "does not compile" : "was not compiled",
                  base::visible_text(kernel.failure->message));
        }
        if (compiled == 0) {
            print(stderr, "spillway: no kernel was compiled, so {} was not written\n",
                  base::visible_line(guard_.budget));
            return exit_refused;
        }
        budget_.take(report_.kernels, gone_files(paths));
        if (const auto problem = budget_.write(guard_.budget)) return fail(*problem, exit_other);
        print("{}: {}\n", base::visible_line(guard_.budget), base::counted(compiled, "kernel"));
        return failed > 0 ? exit_refused : exit_ok;
    }

    int compare(GuardFormat format, const std::vector<std::string>& paths)
    {
        for (const GuardedKernel& kernel : report_.kernels) {
            if (kernel.failure)
                report_.findings.push_back(
                    {kind_of(*kernel.failure), &kernel, kernel.failure->message, kernel.lines.first});
            const std::vector<Excess> excesses = budget_.excesses(kernel);
            if (!excesses.empty())
                report_.findings.push_back(
                    {GuardFindingKind::over_budget, &kernel, excess_text(excesses, kernel.causes), line_of(kernel)});
        }
        note_kernels_without_budget();
        note_unknown_stacks();
        for (const std::string& unused : budget_.unused(report_.kernels, gone_files(paths)))
            report_.notes.push_back(unused + " has a budget and is no longer there; --update removes it");
        print("{}", guard_text(report_, format));
        if (!report_.findings.empty()) return exit_refused;
        for (const GuardedKernel& kernel : report_.kernels)
            if (!budget_.has_architecture(kernel.arch))
                return fail({"the budget has no number for " + kernel.arch, guard_.budget,
                             "name the GPU of the budget with --gpu, or add this one with --update"});
        return exit_ok;
    }

private:
    void note_unknown_stacks()
    {
        for (const GuardedKernel& kernel : report_.kernels)
            if (kernel.has_unknown_stack)
                report_.notes.push_back(kernel.file + ": " + kernel.kernel + " (" + kernel.arch +
                                        ") takes stack by calls through a pointer or alloca(), which ptxas cannot "
                                        "count: its stack can exceed the budget unseen");
    }

    void note_kernels_without_budget()
    {
        std::map<std::pair<std::string, std::string>, std::vector<std::string>> without;  // by file and architecture
        for (const GuardedKernel& kernel : report_.kernels)
            if (!kernel.failure && budget_.find(kernel) == nullptr)
                without[{kernel.file, kernel.arch}].push_back(kernel.kernel);
        for (const auto& [place, kernels] : without) {
            const std::string who = kernels.size() == 1
                                        ? kernels.front() + " (" + place.second + ") has"
                                        : base::counted(kernels.size(), "kernel") + " (" + place.second + ") have";
            report_.notes.push_back(place.first + ": " + who + " no budget; --update adds " +
                                    (kernels.size() == 1 ? "it" : "them"));
        }
    }

    /// Numbers of all kernels for one GPU; causes of those whose local memory exceeds their budgets.
    void read_for(const model::Gpu& gpu, std::vector<model::Experiment> files)
    {
        const auto answers = ask_for_kernels(*dispatcher_, context_.library, gpu, files);
        std::vector<BatchItem> items;
        for (std::size_t i = 0; i < files.size(); ++i)
            if (has_kernels(files[i], answers[i], gpu, files))
                for (const model::Variant& variant : files[i].variants)
                    items.push_back({&files[i], &variant, catalogue::initial_values(files[i], gpu), false});
        BatchOptions batch;
        batch.inspect_sass = batch.measure = false;
        std::vector<model::RunResult> results;
        for (auto& result : run_batch(*dispatcher_, context_.library, gpu, items, batch))
            results.push_back(std::move(*result));
        std::vector<GuardedKernel> kernels;
        for (std::size_t begin = 0, end = 0; begin < items.size(); begin = end) {
            while (end < items.size() && items[end].experiment == items[begin].experiment) ++end;
            const auto of_file = guarded(*items[begin].experiment,
                                         {results.begin() + static_cast<std::ptrdiff_t>(begin),
                                          results.begin() + static_cast<std::ptrdiff_t>(end)},
                                         gpu);
            kernels.insert(kernels.end(), of_file.begin(), of_file.end());
        }
        const std::size_t first = report_.kernels.size();
        take(std::move(kernels));
        if (!guard_.update) find_causes(gpu, items, results, first);
    }

    void take(std::vector<GuardedKernel> kernels)
    {
        for (std::string& note : budget_.name_instances(kernels)) report_.notes.push_back(std::move(note));
        report_.kernels.insert(report_.kernels.end(), std::make_move_iterator(kernels.begin()),
                               std::make_move_iterator(kernels.end()));
    }

    /// `first`: index in the report of the first item's kernel.
    void find_causes(const model::Gpu& gpu, const std::vector<BatchItem>& items,
                     const std::vector<model::RunResult>& results, std::size_t first)
    {
        std::vector<BatchItem> exceeding;
        std::vector<model::RunResult> found;
        std::vector<std::size_t> positions;
        for (std::size_t i = 0; i < items.size(); ++i) {
            if (!is_of_local_memory(budget_.excesses(report_.kernels[first + i]))) continue;
            exceeding.push_back(items[i]);
            found.push_back(results[i]);
            positions.push_back(first + i);
        }
        if (exceeding.empty()) return;
        ask_more(results::Stage::causes, *dispatcher_, context_.library, gpu, exceeding, found);
        for (std::size_t i = 0; i < positions.size(); ++i)
            report_.kernels[positions[i]].causes = found[i].causes.value_or(std::vector<model::Cause>());
    }

    /// False for a file that does not compile, which becomes one failure, and for one without kernels: a folder of .cu
    /// files has some that only launch library calls.
    bool has_kernels(const model::Experiment& file, const std::optional<model::RunResult>& answer,
                     const model::Gpu& gpu, const std::vector<model::Experiment>& files)
    {
        if (!answer || answer->compile) return true;
        if (answer->error_kind != model::ErrorKind::no_kernel) {
            add_failure(file.source_file, gpu.compile_target(), failure_of(*answer));
            name_includer(file, files);
            return false;
        }
        // Templates without a launch are compiled with likely arguments.
        const bool has_templates = file.variants.front().name != catalogue::whole_file().name;
        if (!has_templates) without_kernels_.push_back(name_beside(guard_.budget, file.source_file));
        return has_templates;
    }

    /// A .cu that another one includes may not be meant to compile alone.
    void name_includer(const model::Experiment& file, const std::vector<model::Experiment>& files)
    {
        GuardFailure& failure = *report_.kernels.back().failure;
        const model::Experiment* includer = failure.is_refusal ? file_that_includes(file.source_file, files) : nullptr;
        if (includer == nullptr) return;
        const std::string name = std::filesystem::path(file.source_file).filename().string();
        failure.message += "\n" + name_beside(guard_.budget, includer->source_file) + " includes " + name +
                           ": if it does not compile alone, leave it out with --exclude " + name;
    }

    void add_failure(const std::string& file, const std::string& arch, GuardFailure failure)
    {
        GuardedKernel& kernel = report_.kernels.emplace_back();
        kernel.file = name_beside(guard_.budget, file);
        kernel.path = file;
        kernel.arch = arch;
        kernel.lines.first = line_of_message(failure.message, std::filesystem::path(file).filename().string());
        kernel.failure = std::move(failure);
    }

    /// One file's kernels, in the order of their results.
    [[nodiscard]] std::vector<GuardedKernel> guarded(const model::Experiment& file,
                                                     const std::vector<model::RunResult>& results,
                                                     const model::Gpu& gpu) const
    {
        std::vector<std::string> symbols;
        for (const model::RunResult& result : results)
            symbols.push_back(result.compile && !result.compile->functions.empty()
                                  ? result.compile->functions.front().name
                                  : result.variant);
        const std::vector<std::string> keys = kernel_keys(symbols);
        const KernelPlaces places(file.source);
        std::vector<GuardedKernel> kernels;
        for (std::size_t i = 0; i < results.size(); ++i) {
            GuardedKernel& kernel = kernels.emplace_back();
            kernel.file = name_beside(guard_.budget, file.source_file);
            kernel.path = file.source_file;
            kernel.kernel = keys[i];
            kernel.arch = gpu.compile_target();
            kernel.lines = places.of(base::demangled(symbols[i]));
            if (results[i].compile) {
                kernel.numbers = numbers_of(results[i]);
                kernel.has_unknown_stack = results[i].compile->stack_level_bytes == 0;
            } else {
                kernel.failure = failure_of(results[i]);
            }
        }
        return kernels;
    }

    /// Files whose budgets are obsolete: they have no kernels, or are no longer in the folders.
    [[nodiscard]] std::vector<std::string> gone_files(const std::vector<std::string>& paths) const
    {
        std::vector<std::string> gone = missing_files(guard_.budget, budget_.files(), paths);
        gone.insert(gone.end(), without_kernels_.begin(), without_kernels_.end());
        return gone;
    }

    const CommonOptions& options_;
    const GuardOptions& guard_;
    Context& context_;
    Budget budget_;
    std::vector<std::string> without_kernels_;  ///< as the budget names them
    std::optional<worker_client::Dispatcher> dispatcher_;
    GuardReport report_;
};

}  // namespace

int guard_command(const CommonOptions& options, const GuardOptions& guard, const std::vector<std::string>& paths)
{
    const auto format = guard_format(guard.format);
    if (!format)
        return fail(
            {"\"" + guard.format + "\" is not a format", "--format", "text, github, junit or sarif was expected"});
    const auto files = guard_files(paths, guard.exclude);
    if (!files) return fail(files.error());
    for (const std::string& pattern : files->unused_patterns)
        print(stderr, "note: --exclude {} leaves out no file of a folder; a file that is named is always checked\n",
              base::visible_line(pattern));
    auto budget = Budget::read(guard.budget, guard.update);
    if (!budget) return fail(budget.error());
    auto context = load_context_without_experiments(options);
    if (!context) return fail(context.error());
    Guard run(options, guard, *context, std::move(*budget));
    if (!files->sources.empty())
        if (const auto problem = run.read_sources(files->sources)) return fail(*problem);
    if (const auto problem = run.read_compiled(files->compiled)) return fail(*problem);
    if (run.is_empty())
        return fail({files->sources.size() == 1 ? "there is no kernel in it" : "there is no kernel in any of its files",
                     paths.front(), guard.update ? "nothing was written" : "name another folder or file"});
    if (run.lacks_compiler())
        return fail(
            {"guard needs a CUDA compiler, and there is none here", "compile", "`spillway doctor` says how to get one"},
            exit_other);
    return guard.update ? run.update(paths) : run.compare(*format, paths);
}

}  // namespace spillway::cli
