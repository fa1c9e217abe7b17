#include "app/compiler/whole_file.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "app/base/clock.h"
#include "app/catalogue/plain/device_part.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/compiler/device_compile.h"
#include "app/compiler/diagnosis.h"
#include "app/compiler/nvcc.h"
#include "app/compiler/ptx.h"
#include "app/compiler/ptx_functions.h"
#include "app/compiler/ptxas_report.h"
#include "app/compiler/work_folder.h"
#include "app/model/compiler_program.h"
#include "app/model/targets.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

Compiled failed(model::Error error)
{
    Compiled compiled;
    compiled.error = std::move(error);
    return compiled;
}

std::vector<std::string> names_of(const catalogue::SourceFiles& files)
{
    const fs::path folder = fs::path(files.files.front().path).parent_path();
    std::vector<std::string> names;
    for (const catalogue::SourceFile& file : files.files)
        names.push_back(folder.empty() ? file.path : fs::path(file.path).lexically_relative(folder).string());
    return names;
}

std::string joined(const std::string& first, const std::string& second)
{
    return first.empty() ? second : second.empty() ? first : first + ". " + second;
}

/// Notice for a file that NVRTC compiled without some of its kernels.
std::string missing_kernels_notice(const std::vector<catalogue::LaunchedInstance>& untaken)
{
    if (untaken.empty()) return "";
    const catalogue::LaunchedInstance& first = untaken.front();
    std::string notice = "Line " + std::to_string(first.line) + " of " + fs::path(first.file).filename().string() +
                         " launches " + first.name.substr(0, 100) + ", for which NVRTC alone generates no kernel";
    if (untaken.size() > 1)
        notice += "; " + std::to_string(untaken.size() - 1) + (untaken.size() == 2 ? " other is" : " others are") +
                  " missing too";
    return notice + ". Install the CUDA toolkit: nvcc generates them all";
}

/// NVRTC's front end uses 64-bit addresses for shared memory, nvcc's 32-bit ones.
bool may_differ_from_nvcc(const Compiled& kernel)
{
    if (model::compiler_program(kernel.report) != model::CompilerProgram::nvrtc) return false;
    return kernel.report.static_shared_bytes > 0 || kernel.ptx.find(".extern .shared") != std::string::npos;
}

model::Error refusal(const NvrtcResult& result, const model::CompileRequest& request, const std::string& name,
                     bool is_nvcc)
{
    std::string message = without_open_reasons(error_lines(result.log));
    while (!message.empty() && message.back() == '\n') message.pop_back();
    if (message.empty()) message = result.status;
    std::string what_to_do = advice_for_file(message, request);
    if (what_to_do.empty() && !is_nvcc)
        what_to_do =
            "NVRTC compiles a file's kernels, not its host code: install the CUDA toolkit, whose nvcc compiles the "
            "whole file";
    return {bounded(std::move(message)), name, what_to_do};
}

model::Expected<DeviceCompile> by_nvcc(const Toolchain& tools, const catalogue::SourceFiles& files,
                                       const model::CompileRequest& request, const StopQuestion& should_stop)
{
    const auto tree = (**tools.work)->write(files);
    if (!tree) return tree.error();
    return DeviceCompile{compile_file(*tools.nvcc, *tree, files, request, should_stop), {}, {}};
}

}  // namespace

namespace {

/// Compiles for exactly the request's architecture.
Compiled compile_for_target(const Toolchain& tools, const model::CompileRequest& request,
                            const model::SourceText& source, const StopQuestion& should_stop)
{
    const auto start = std::chrono::steady_clock::now();
    auto files = files_of(request, source);
    if (!files) return failed({"the source and its headers cannot be separated", source.name, ""});
    if (!tools.nvrtc && !request.compiler.empty()) return failed(tools.nvrtc.error());
    if (!tools.nvcc && !tools.nvrtc)
        return failed(
            {"There is no CUDA compiler here: " + tools.nvcc.error().what, "compile", tools.nvcc.error().advice});
    if (!tools.work) return failed({"no folder to compile in", "compile", ""});
    const auto passing = [](const model::Error& error) {
        Compiled none;
        none.error = as_passing(error);
        none.is_lasting = false;
        return none;
    };
    if (!*tools.work) return passing(tools.work->error());
    const bool is_nvcc = tools.nvcc.has_value();
    if (is_nvcc && catalogue::is_instance(request.entry))
        files->files.front().text += "\n" + catalogue::instance_line(request.entry);
    auto made = is_nvcc ? by_nvcc(tools, *files, request, should_stop)
                        : compile_device_part(tools, **tools.nvrtc, *files, request, should_stop);
    if (!made) return passing(made.error());  // the work folder cannot be written, for instance on a full disk
    Compiled compiled;
    NvrtcResult& result = made->result;
    if (!result.outside.empty()) compiled.outside = std::make_shared<OutsideFiles>(std::move(result.outside));
    if (result.stopped) {
        compiled.error = as_passing(std::move(*result.stopped));
        compiled.is_lasting = false;
        compiled.cancelled = result.cancelled;
        return compiled;
    }
    const bool is_confined = tools.confined_by && *tools.confined_by;
    if (!result.compiled && !is_confined) result.log = without_foreign_words(result.log, names_of(*files));
    if (!result.compiled) return failed(refusal(result, request, source.name, is_nvcc));

    compiled.ptx = std::move(result.output.ptx);
    compiled.cubin = std::move(result.output.cubin);
    const auto lines = ptx_lines(compiled.ptx);
    const PtxasReport parsed = parse_ptxas_report(result.log);
    for (const PtxFunction& function : find_functions(lines)) {
        if (!function.is_entry) continue;
        model::FunctionReport& kernel = compiled.report.functions.emplace_back();
        kernel.name = function.name;
        kernel.is_entry = true;
        const LaunchBound bound = launch_bound(lines, function);
        kernel.launch_bound_threads = bound.max_threads;
        kernel.required_block = bound.only_block;
        const PtxasFunction* numbers = parsed.find(function.name);
        if (numbers == nullptr) continue;
        kernel.registers = numbers->registers;
        kernel.stack_frame_bytes = numbers->stack_frame_bytes.value_or(0);
        kernel.spill_store_bytes = numbers->spill_store_bytes.value_or(0);
        kernel.spill_load_bytes = numbers->spill_load_bytes.value_or(0);
        kernel.cumulative_stack_bytes = numbers->cumulative_stack_bytes;
    }
    if (compiled.report.functions.empty())
        return failed({"the compiler generates no kernel from this file", source.name,
                       made->untaken.empty() ? "launch the template in the file, or choose its template arguments"
                                             : missing_kernels_notice(made->untaken),
                       std::nullopt, model::ErrorKind::no_kernel});
    compiled.advice = missing_kernels_notice(made->untaken);
    compiled.report.log = std::move(result.log);
    if (model::is_special_target(request.arch)) compiled.report.target = request.arch;
    compiled.report.compiler = is_nvcc ? "nvcc " + tools.nvcc->version : "NVRTC " + (*tools.nvrtc)->version();
    compiled.report.compiler_seconds = base::seconds_since(start);
    return compiled;
}

}  // namespace

std::optional<catalogue::SourceFiles> files_of(const model::CompileRequest& request, const model::SourceText& source)
{
    auto files = catalogue::unbundled(source.text);
    if (!files) return std::nullopt;
    std::vector<std::pair<std::string, std::int64_t>> numbers;
    for (const model::Define& define : request.defines) numbers.emplace_back(define.name, define.value);
    catalogue::write_numbers(*files, numbers);
    return files;
}

Compiled compile_whole_file(const Toolchain& tools, const model::CompileRequest& request,
                            const model::SourceText& source, const StopQuestion& should_stop)
{
    model::CompileRequest wanted = request;
    if (const auto files = catalogue::unbundled(source.text))
        wanted.arch = catalogue::target_of(files->settings, request.arch);
    Compiled compiled = compile_for_target(tools, wanted, source, should_stop);
    const std::string words = compiled.error ? compiled.error->what : compiled.report.log;
    const auto instruction = instruction_of_another_target(words);
    if (!instruction || compiled.cancelled) return compiled;
    for (const std::string& arch : model::special_targets(wanted.arch)) {
        model::CompileRequest special = request;
        special.arch = arch;
        Compiled made = compile_for_target(tools, special, source, should_stop);
        const std::string log = made.error ? made.error->what : made.report.log;
        if (made.cancelled) return made;
        if (made.error || instruction_of_another_target(log)) continue;
        made.advice = joined(advice_for_target(*instruction, request.arch, arch), made.advice);
        return made;
    }
    return compiled;
}

std::optional<Compiled> kernel_of(const Compiled& whole, const model::CompileRequest& request)
{
    const auto& functions = whole.report.functions;
    const auto found = std::find_if(functions.begin(), functions.end(), [&](const model::FunctionReport& function) {
        return catalogue::is_entry_of(function.name, request.entry);
    });
    if (found == functions.end() || whole.cubin.empty()) return std::nullopt;
    Compiled kernel;
    kernel.ptx = ptx_of_kernel(whole.ptx, found->name, true);  // machine code names lines of the whole PTX
    kernel.cubin = whole.cubin;
    kernel.entry = found->name;
    kernel.ptx_inspection = inspect_ptx(kernel.ptx, reachable_functions(kernel.ptx, found->name));
    kernel.report = make_report(whole.report.log, found->name, kernel.ptx, request);
    kernel.outside = whole.outside;
    kernel.report.target = whole.report.target;
    kernel.report.compiler = whole.report.compiler;
    kernel.report.compiler_seconds = whole.report.compiler_seconds;
    if (!kernel.report.register_cap_honoured)
        kernel.advice =
            advice_for_cap(request, parse_ptxas_report(whole.report.log), kernel.report.registers.value_or(0));
    else
        kernel.advice = joined(whole.advice, advice_for_remarks(whole.report.log, kernel.ptx));
    if (!kernel.advice.empty()) return kernel;
    if (may_differ_from_nvcc(kernel))
        kernel.advice =
            "NVRTC addresses shared memory with 64 bits, nvcc with 32: nvcc may count a few registers more or fewer "
            "for this kernel";
    return kernel;
}

Compiled no_such_kernel(const model::CompileRequest& request, const model::SourceText& source)
{
    return failed(
        {"the compiler generated no kernel " + request.entry.substr(0, 200) + " from this file at these values",
         source.name, "a template kernel exists only where the file launches it"});
}

}  // namespace spillway::compiler
