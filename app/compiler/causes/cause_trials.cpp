#include "app/compiler/causes/cause_trials.h"

#include <algorithm>
#include <filesystem>

#include "app/catalogue/plain/kernel_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/causes/cause_finder.h"
#include "app/compiler/causes/cause_source.h"
#include "app/compiler/options.h"
#include "app/compiler/ptx.h"

namespace spillway::compiler {

Functions functions_of(const Compiled& compiled, const std::string& name)
{
    Functions functions;
    const auto reached = reachable_functions(compiled.ptx, compiled.entry);
    for (PtxLocals& locals : read_ptx_locals(compiled.ptx, name)) {
        if (!reached.contains(locals.function)) continue;
        FunctionSeen& function = functions[locals.function];
        function.report.name = locals.function;
        function.report.is_entry = locals.function == compiled.entry;
        function.locals = std::move(locals);
        function.is_recursive =
            !function.report.is_entry &&
            std::any_of(function.locals.calls.begin(), function.locals.calls.end(), [&](auto& call) {
                return reachable_functions(compiled.ptx, call.first).contains(function.report.name);
            });
    }
    for (const model::FunctionReport& report : compiled.report.functions) functions[report.name].report = report;
    functions[compiled.entry].is_bounded = launch_bound(compiled.ptx, compiled.entry).is_any();
    return functions;
}

Trials::Trials(CompileService& service, const model::CompileRequest& request, const model::SourceText& source,
               const StopQuestion& should_stop)
    : service_(service), request_(request), source_(source), should_stop_(should_stop)
{
    const auto files = request.whole_file ? catalogue::unbundled(source.text) : std::nullopt;
    if (!files) {
        texts_.push_back(source.text);
        names_.push_back(source.name);
        return;
    }
    for (const catalogue::SourceFile& file : files->files) {
        texts_.push_back(file.text);
        names_.push_back(std::filesystem::path(file.path).filename().string());
    }
}

bool Trials::is_too_late() const
{
    return base::seconds_since(start_) > most_seconds_for_causes;
}

model::SourceText Trials::with(const Edits& edits) const
{
    std::vector<Edits> by_file(texts_.size());
    for (const Edit& edit : edits) by_file[edit.file].push_back(edit);
    model::SourceText source{{}, source_.name, {}};
    if (auto files = request_.whole_file ? catalogue::unbundled(source_.text) : std::nullopt) {
        for (std::size_t i = 0; i < texts_.size(); ++i)
            if (!by_file[i].empty()) files->files[i].text = edited(texts_[i], std::move(by_file[i]));
        source.text = catalogue::bundled(*files);
    } else {
        source.text = edited(texts_.front(), std::move(by_file.front()));
    }
    source.hash = catalogue::content_hash(source.text);
    return source;
}

NvrtcResult Trials::compile_file_to_ptx(const model::SourceText& source)
{
    model::CompileRequest request = request_;
    request.source_hash = source.hash;
    const Compiled compiled = compiler::compile(service_.tools_of(request), request, source, stop_);
    NvrtcResult result;
    result.compiled = !compiled.error;
    result.output = {compiled.ptx, {}, compiled.entry};
    if (compiled.error) result.log = compiled.error->what;
    return result;
}

std::optional<Functions> Trials::compile(const Edits& edits, const model::CompileRequest& request)
{
    if (is_over()) return std::nullopt;
    start_trial(most_seconds_for_causes);
    const model::SourceText text = with(edits);
    model::CompileRequest again = request;
    again.source_hash = text.hash;
    const CompileAnswer answer = service_.get(again, text, stop_);
    if (answer.compiled->error) return std::nullopt;
    return functions_of(*answer.compiled, source_.name);
}

void Trials::start_trial(double most_seconds)
{
    trial_start_ = base::Clock::now();
    most_trial_seconds_ = most_seconds;
}

NvrtcResult Trials::compile_to_ptx(const Edits& edits, double most_seconds)
{
    start_trial(most_seconds);
    const model::SourceText text = with(edits);
    if (request_.whole_file) return compile_file_to_ptx(text);
    const Toolchain& tools = service_.tools_of(request_);
    const Nvrtc& nvrtc = **tools.nvrtc;
    model::CompileRequest request = request_;
    request.arch.replace(0, 2, "compute");
    const auto options = nvrtc_options(request, tools.include_folders, nvrtc.version_number(), false);
    return nvrtc.compile(text.text, source_.name, request.entry, options, stop_);
}

}  // namespace spillway::compiler
