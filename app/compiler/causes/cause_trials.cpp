#include "app/compiler/causes/cause_trials.h"

#include <algorithm>
#include <filesystem>

#include "app/catalogue/plain/kernel_names.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/causes/cause_finder.h"
#include "app/compiler/causes/cause_source.h"
#include "app/compiler/causes/one_kernel.h"
#include "app/compiler/causes/stable_names.h"
#include "app/compiler/device_compile.h"
#include "app/compiler/options.h"
#include "app/compiler/ptx.h"
#include "app/compiler/whole_file.h"

namespace spillway::compiler {

Functions functions_of(const Compiled& compiled, const std::string& name)
{
    Functions functions;
    const std::string ptx = stable_names(compiled.ptx), entry = stable_names(compiled.entry);
    const auto reached = reachable_functions(ptx, entry);
    for (PtxLocals& locals : read_ptx_locals(ptx, name)) {
        if (!reached.contains(locals.function)) continue;
        FunctionSeen& function = functions[locals.function];
        function.report.name = locals.function;
        function.report.is_entry = locals.function == entry;
        function.locals = std::move(locals);
        function.is_recursive =
            !function.report.is_entry &&
            std::any_of(function.locals.calls.begin(), function.locals.calls.end(), [&](auto& call) {
                return reachable_functions(ptx, call.first).contains(function.report.name);
            });
    }
    for (model::FunctionReport report : compiled.report.functions) {
        report.name = stable_names(report.name);
        functions[report.name].report = report;
    }
    functions[entry].is_bounded = launch_bound(ptx, entry).is_any();
    return functions;
}

Trials::Trials(CompileService& service, const model::CompileRequest& request, const model::SourceText& source,
               const StopQuestion& should_stop)
    : service_(service),
      request_(request),
      source_(source),
      should_stop_(should_stop),
      files_(request.whole_file ? catalogue::unbundled(source.text) : std::nullopt),
      nvrtc_entry_(request.entry)
{
    if (!files_) {
        texts_.push_back(source.text);
        names_.push_back(source.name);
        return;
    }
    for (const catalogue::SourceFile& file : files_->files) {
        texts_.push_back(file.text);
        names_.push_back(std::filesystem::path(file.path).filename().string());
    }
}

std::size_t Trials::file_of(const std::string& name) const
{
    const auto found = std::ranges::find(names_, name);
    return found == names_.end() ? 0 : static_cast<std::size_t>(found - names_.begin());
}

bool Trials::is_too_late() const
{
    return base::seconds_since(start_) > max_seconds_;
}

void Trials::start_clock(double compile_seconds)
{
    constexpr double compiles = 10, longest_seconds = 180;
    start_ = trial_start_ = base::Clock::now();
    max_seconds_ = std::clamp(compiles * compile_seconds, max_seconds_for_causes, longest_seconds);
}

model::SourceText Trials::with(const Edits& edits) const
{
    std::vector<Edits> by_file(texts_.size());
    for (const Edit& edit : edits) by_file[edit.file].push_back(edit);
    model::SourceText source{{}, source_.name, {}};
    if (files_) {
        catalogue::SourceFiles files = *files_;
        for (std::size_t i = 0; i < texts_.size(); ++i) files.files[i].text = edited(texts_[i], std::move(by_file[i]));
        source.text = catalogue::bundled(files);
    } else {
        source.text = edited(texts_.front(), std::move(by_file.front()));
    }
    source.hash = catalogue::content_hash(source.text);
    return source;
}

namespace {

constexpr double max_seconds_of_whole_file =
    4;  ///< if nvcc takes longer, trials compile one kernel alone, provided that its PTX stays the same

/// Local memory of the functions that an entry reaches, by name.
std::map<std::string, PtxLocals> locals_of(const std::string& made, const std::string& kernel, const std::string& name)
{
    const std::string ptx = stable_names(made), entry = stable_names(kernel);
    const auto reached = reachable_functions(ptx, entry);
    std::map<std::string, PtxLocals> all;
    for (PtxLocals& locals : read_ptx_locals(ptx, name))
        if (reached.contains(locals.function)) all.emplace(locals.function, std::move(locals));
    return all;
}

}  // namespace

bool Trials::is_by_nvcc() const
{
    return files_ && service_.tools_of(request_).nvcc && request_.compiler.empty();
}

bool Trials::may_take_nvrtc() const
{
    constexpr std::size_t max_bytes = std::size_t{1} << 20;  // nvcc reads large headers as fast as NVRTC
    std::size_t bytes = 0;
    for (const std::string& text : texts_) bytes += text.size();
    return is_by_nvcc() && service_.tools_of(request_).nvrtc && bytes <= max_bytes;
}

bool Trials::does_agree(const std::optional<NvrtcResult>& made, const Compiled& unedited) const
{
    return made && made->compiled &&
           locals_of(made->output.ptx, unedited.entry, source_.name) ==
               locals_of(unedited.ptx, unedited.entry, source_.name);
}

void Trials::keep_one_kernel(const std::string& mangled)
{
    const std::string kernel =
        catalogue::without_unnamed(catalogue::without_arguments(catalogue::demangled(stable_names(mangled))));
    for (std::string& text : texts_) text = edited(text, empty_other_kernels(text, kernel));
    with_instances_ = catalogue::WithInstances::none;
    nvrtc_entry_ = catalogue::name_parts(kernel).is_template ? kernel : "";
}

void Trials::compare_compilers_with(const Compiled& unedited)
{
    const bool may_take = may_take_nvrtc();
    const bool takes_long = is_by_nvcc() && unedited.report.compiler_seconds > max_seconds_of_whole_file;
    if (!may_take && !takes_long) return;
    const std::vector<std::string> all = texts_;
    keep_one_kernel(unedited.entry);
    takes_nvrtc_ = may_take && does_agree(compile_device_to_ptx(with({})), unedited);
    if (takes_nvrtc_ || (takes_long && does_agree(compile_by_nvcc(with({})), unedited))) return;
    texts_ = all;
    with_instances_ = catalogue::WithInstances::launched;
    nvrtc_entry_ = request_.entry;
    takes_nvrtc_ = may_take && does_agree(compile_device_to_ptx(with({})), unedited);
}

bool Trials::has_file_cap() const
{
    return files_ && catalogue::has_register_cap(files_->settings);
}

/// Compiles the device part of a whole file with NVRTC. Empty if it does not compile; nvcc may still compile it.
std::optional<NvrtcResult> Trials::compile_device_to_ptx(const model::SourceText& source)
{
    const Toolchain& tools = service_.tools_of(request_);
    const auto files = files_of(request_, source);
    if (!files || !tools.work || !*tools.work) return std::nullopt;
    model::CompileRequest request = request_;
    request.arch = catalogue::target_of(files->settings, request.arch).replace(0, 2, "compute");
    request.entry = nvrtc_entry_;
    auto made = compile_device_part(tools, **tools.nvrtc, *files, request, stop_, refused_, with_instances_);
    if (!made || !made->result.compiled) return std::nullopt;
    refused_ = std::move(made->refused);  // edits keep the line numbers
    return std::move(made->result);
}

NvrtcResult Trials::compile_file_to_ptx(const model::SourceText& source)
{
    if (takes_nvrtc_)
        if (auto made = compile_device_to_ptx(source)) return std::move(*made);
    return compile_by_nvcc(source);
}

NvrtcResult Trials::compile_by_nvcc(const model::SourceText& source)
{
    model::CompileRequest request = request_;
    request.source_hash = source.hash;
    const Compiled compiled = compiler::compile(service_.tools_of(request), request, source, stop_);
    NvrtcResult result;
    result.compiled = !compiled.error;
    result.output = {compiled.ptx, {}, compiled.entry};
    if (compiled.error) result.log = compiled.error->what;
    if (!compiled.is_lasting) result.stopped = compiled.error;
    result.cancelled = compiled.cancelled;
    return result;
}

std::optional<Functions> Trials::compile(const Edits& edits, const model::CompileRequest& request)
{
    if (is_over()) return std::nullopt;
    start_trial(max_seconds_for_causes);
    const model::SourceText text = with(edits);
    model::CompileRequest again = request;
    again.source_hash = text.hash;
    const CompileAnswer answer = service_.get(again, text, stop_);
    end_trial(answer.compiled->error, answer.compiled->cancelled);
    if (answer.compiled->error) return std::nullopt;
    return functions_of(*answer.compiled, source_.name);
}

void Trials::start_trial(double max_seconds)
{
    trial_start_ = base::Clock::now();
    max_trial_seconds_ = max_seconds;
}

void Trials::end_trial(const std::optional<model::Error>& stopped, bool cancelled)
{
    was_stopped_ = cancelled || (stopped && stopped->bound == model::Bound::time);
    took_too_long_ = took_too_long_ || (was_stopped_ && !is_stopped());
}

NvrtcResult Trials::compile_to_ptx(const Edits& edits, double max_seconds)
{
    start_trial(max_seconds);
    const model::SourceText text = with(edits);
    if (request_.whole_file) {
        NvrtcResult made = compile_file_to_ptx(text);
        made.output.ptx = stable_names(made.output.ptx);
        end_trial(made.stopped, made.cancelled);
        return made;
    }
    const Toolchain& tools = service_.tools_of(request_);
    const Nvrtc& nvrtc = **tools.nvrtc;
    model::CompileRequest request = request_;
    request.arch.replace(0, 2, "compute");
    const auto options = nvrtc_options(request, header_folders(tools, text.text), nvrtc.version_number(), false);
    NvrtcResult made = nvrtc.compile(text.text, source_.name, request.entry, options, stop_);
    end_trial(made.stopped, made.cancelled);
    return made;
}

}  // namespace spillway::compiler
