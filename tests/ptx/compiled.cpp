#include "tests/ptx/compiled.h"

#include <algorithm>

#include "app/compiler/options.h"
#include "app/compiler/toolchain.h"

namespace spillway::tests {
namespace {

const compiler::Toolchain& tools()
{
    static const compiler::Toolchain found = compiler::find_toolchain();
    return found;
}

}  // namespace

bool has_compiler()
{
    return tools().nvrtc.has_value();
}

model::Expected<CompiledPtx> compile_ptx(const model::CompileRequest& request, const std::string& source)
{
    if (!tools().nvrtc) return tools().nvrtc.error();
    const compiler::Nvrtc& nvrtc = **tools().nvrtc;
    model::CompileRequest wanted = request;
    wanted.line_info = true;
    if (wanted.arch.starts_with("sm_")) wanted.arch = "compute_" + wanted.arch.substr(3);
    const auto options =
        compiler::nvrtc_options(wanted, compiler::header_folders(tools(), source), nvrtc.version_number(), false);
    const auto result = nvrtc.compile(source, "kernel.cu", wanted.entry, options, {});
    if (!result.compiled) return model::Error{result.log, "NVRTC", ""};
    std::string text = result.output.ptx;
    std::erase(text, '\0');
    return CompiledPtx{std::move(text), result.output.lowered_name};
}

model::CompileRequest reference_request(const model::Job& job)
{
    model::CompileRequest request;
    request.source_hash = job.compile.source_hash;
    request.entry = job.plan->reference->entry;
    request.arch = job.compile.arch;
    request.fast_math = job.compile.fast_math;
    return request;
}

}  // namespace spillway::tests
