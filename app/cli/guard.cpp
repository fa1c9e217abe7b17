#include "app/cli/guard.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/source_look.h"
#include "app/cli/batch.h"
#include "app/cli/guard_compiled.h"
#include "app/cli/guard_output.h"
#include "app/cli/open.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// Files that the paths name, each once: .cu files and compiled files.
struct GuardFiles {
    std::vector<std::string> sources, compiled;
};

/// Visible files below a folder, in the order of their names.
std::vector<fs::path> files_below(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
    for (; !error && at != end; at.increment(error)) {
        const bool is_hidden = at->path().filename().string().starts_with('.');
        if (is_hidden && at->is_directory(error)) at.disable_recursion_pending();
        if (!is_hidden && at->is_regular_file(error)) files.push_back(at->path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

model::Expected<GuardFiles> guard_files_of(const std::vector<std::string>& paths)
{
    GuardFiles files;
    std::error_code error;
    for (const std::string& path : paths) {
        if (!fs::exists(path, error))
            return model::Error{"there is no such file or folder", path, "name a .cu, a folder or a compiled file"};
        const bool is_folder = fs::is_directory(path, error);
        for (const fs::path& file : is_folder ? files_below(path) : std::vector<fs::path>{path}) {
            const bool is_source = file.extension() == ".cu";
            if (is_source) files.sources.push_back(file.string());
            // In a folder objects are what a build left there; they are guarded when named.
            if (is_compiled_file(file.string()) && (!is_folder || file.extension() == ".cubin"))
                files.compiled.push_back(file.string());
            if (!is_folder && !is_source && !is_compiled_file(file.string()))
                return model::Error{"guard does not know this kind of file", path,
                                    "name a .cu, a folder, or a .cubin, .fatbin, .o, .a or .so"};
        }
    }
    if (files.sources.empty() && files.compiled.empty())
        return model::Error{"there is no .cu and no .cubin in it", paths.front(), "name another folder or file"};
    return files;
}

/// Path of a file relative to the budget, so that the budget is the same on every machine.
std::string name_beside(const fs::path& budget, const std::string& file)
{
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::absolute(budget, error), error).parent_path();
    const fs::path place = fs::weakly_canonical(fs::absolute(file, error), error);
    return place.lexically_relative(folder).generic_string();
}

int line_of_kernel(const catalogue::SourceLook& look, const std::string& kernel)
{
    const std::string base = catalogue::name_parts(kernel).base;
    for (const catalogue::SeenKernel& seen : look.kernels)
        if (catalogue::is_named(base, seen.name)) return seen.line;
    return 0;
}

/// Stack and spills of a kernel with those of the functions that it calls, as a compiled file has them.
GuardNumbers numbers_of(const model::RunResult& result)
{
    const model::CompileReport& report = *result.compile;
    GuardNumbers numbers;
    numbers.registers = report.registers;
    numbers.stack_frame_bytes = report.cumulative_stack_bytes.value_or(report.stack_frame_bytes);
    numbers.spill_store_bytes = numbers.spill_load_bytes = 0;
    for (const model::FunctionReport& function : report.functions) {
        *numbers.spill_store_bytes += function.spill_store_bytes;
        *numbers.spill_load_bytes += function.spill_load_bytes;
    }
    numbers.shared_bytes = report.static_shared_bytes;
    if (result.occupancy) numbers.occupancy = result.occupancy->theoretical;
    return numbers;
}

class Guard {
public:
    Guard(const CommonOptions& options, const GuardOptions& guard, Context& context, Budget budget)
        : options_(options), guard_(guard), context_(context), budget_(std::move(budget))
    {
    }

    std::optional<model::Error> read_sources(const std::vector<std::string>& files)
    {
        for (const std::string& file : files) sources_.push_back(name_beside(guard_.budget, file));
        auto opened = opened_files(options_, files);
        if (!opened) return opened.error();
        dispatcher_.emplace(context_.worker_command, std::function<void()>());
        if (auto trouble = meet_worker(*dispatcher_, context_)) return trouble;
        const std::vector<std::string> gpus =
            guard_.gpus.empty() ? std::vector<std::string>{options_.gpu} : guard_.gpus;
        for (const std::string& name : gpus) {
            const auto gpu = context_.library.choose_gpu(name);
            if (!gpu) return gpu.error();
            read_for(*gpu, *opened);
        }
        return std::nullopt;
    }

    std::optional<model::Error> read_compiled(const std::vector<std::string>& files)
    {
        for (const std::string& file : files) {
            auto kernels = compiled_kernels(file, name_beside(guard_.budget, file));
            if (!kernels) return kernels.error();
            report_.kernels.insert(report_.kernels.end(), kernels->begin(), kernels->end());
        }
        return std::nullopt;
    }

    int update()
    {
        budget_.take(report_.kernels);
        if (const auto problem = budget_.write(guard_.budget)) return fail(*problem, exit_other);
        int failed = 0;
        for (const GuardedKernel& kernel : report_.kernels)
            if (kernel.failure) {
                static_cast<void>(fail({*kernel.failure, kernel.file, "its budget stays as it was"}));
                ++failed;
            }
        print("{}: {} kernels\n", guard_.budget, report_.kernels.size() - static_cast<std::size_t>(failed));
        return failed > 0 ? exit_refused : exit_ok;
    }

    int compare(GuardFormat format)
    {
        for (const GuardedKernel& kernel : report_.kernels) {
            if (kernel.failure) report_.findings.push_back({&kernel, *kernel.failure, kernel.line});
            const std::vector<Excess> excesses = budget_.excesses(kernel);
            if (!excesses.empty()) {
                const auto cause = std::find_if(kernel.causes.begin(), kernel.causes.end(),
                                                [](const model::Cause& each) { return each.line && !each.file; });
                report_.findings.push_back({&kernel, excess_text(excesses, kernel.causes),
                                            cause == kernel.causes.end() ? kernel.line : *cause->line});
            }
            if (!kernel.failure && budget_.find(kernel) == nullptr)
                report_.notes.push_back(kernel.file + ": " + kernel.kernel + " (" + kernel.arch +
                                        ") has no budget; --update adds it");
        }
        for (const std::string& unused : budget_.unused(report_.kernels, sources_))
            report_.notes.push_back(unused + " has a budget and is no longer there");
        print("{}", guard_text(report_, format));
        return report_.findings.empty() ? exit_ok : exit_refused;
    }

private:
    /// Numbers of all kernels for one GPU; causes of those that exceed their budgets.
    void read_for(const model::Gpu& gpu, std::vector<model::Experiment> files)
    {
        ask_for_kernels(*dispatcher_, context_.library, gpu, files);
        std::erase_if(files, [&](const model::Experiment& file) { return is_without_kernels(file); });
        std::vector<BatchItem> items;
        for (const model::Experiment& file : files)
            for (const model::Variant& variant : file.variants)
                items.push_back({&file, &variant, catalogue::initial_values(file, gpu), false});
        BatchOptions batch;
        batch.inspect_sass = batch.measure = false;
        std::vector<model::RunResult> results;
        for (auto& result : run_batch(*dispatcher_, context_.library, gpu, items, batch))
            results.push_back(std::move(*result));
        std::vector<BatchItem> exceeding;
        std::vector<model::RunResult> exceeding_results;
        std::vector<std::size_t> positions;
        for (std::size_t i = 0; i < items.size(); ++i) {
            report_.kernels.push_back(guarded(*items[i].experiment, *items[i].variant, results[i], gpu));
            if (guard_.update || budget_.excesses(report_.kernels.back()).empty()) continue;
            exceeding.push_back(items[i]);
            exceeding_results.push_back(results[i]);
            positions.push_back(report_.kernels.size() - 1);
        }
        if (exceeding.empty()) return;
        ask_more(results::Stage::causes, *dispatcher_, context_.library, gpu, exceeding, exceeding_results);
        for (std::size_t i = 0; i < positions.size(); ++i)
            report_.kernels[positions[i]].causes = exceeding_results[i].causes.value_or(std::vector<model::Cause>());
    }

    /// A folder of .cu files has some that only launch library calls. A file that had kernels is not passed over: the
    /// budget names them.
    [[nodiscard]] bool is_without_kernels(const model::Experiment& file) const
    {
        const bool has_none = file.variants.size() == 1 && file.variants.front().name == catalogue::whole_file().name;
        return has_none && file.source.find("__global__") == std::string::npos &&
               !budget_.has_file(name_beside(guard_.budget, file.source_file));
    }

    [[nodiscard]] GuardedKernel guarded(const model::Experiment& file, const model::Variant& variant,
                                        const model::RunResult& result, const model::Gpu& gpu) const
    {
        GuardedKernel kernel;
        kernel.file = name_beside(guard_.budget, file.source_file);
        kernel.kernel = variant.name;
        kernel.arch = gpu.compile_target();
        kernel.line = line_of_kernel(catalogue::look_at(file.source), variant.name);
        if (result.compile)
            kernel.numbers = numbers_of(result);
        else
            kernel.failure = "it does not compile: " + result.message.value_or(model::to_string(result.status));
        return kernel;
    }

    const CommonOptions& options_;
    const GuardOptions& guard_;
    Context& context_;
    Budget budget_;
    std::vector<std::string> sources_;  ///< names in the budget of the .cu files to read
    std::optional<worker_client::Dispatcher> dispatcher_;
    GuardReport report_;
};

}  // namespace

int guard_command(const CommonOptions& options, const GuardOptions& guard, const std::vector<std::string>& paths)
{
    const auto format = guard_format(guard.format);
    if (!format)
        return fail({"\"" + guard.format + "\" is no format", "--format", "text, github, junit or sarif was expected"});
    const auto files = guard_files_of(paths);
    if (!files) return fail(files.error());
    auto budget = Budget::read(guard.budget, guard.update);
    if (!budget) return fail(budget.error());
    auto context = load_context_without_experiments(options);
    if (!context) return fail(context.error());
    Guard run(options, guard, *context, std::move(*budget));
    if (!files->sources.empty())
        if (const auto problem = run.read_sources(files->sources)) return fail(*problem);
    if (const auto problem = run.read_compiled(files->compiled)) return fail(*problem);
    return guard.update ? run.update() : run.compare(*format);
}

}  // namespace spillway::cli
