#include "app/compiler/options.h"

#include <algorithm>
#include <string_view>

#include "app/catalogue/plain/nvcc_flags.h"

namespace spillway::compiler {

bool has_usage_level(const model::CompileRequest& request)
{
    return request.register_usage_level != model::standard_register_usage_level;
}

std::string usage_level(const model::CompileRequest& request)
{
    return "--register-usage-level=" + std::to_string(request.register_usage_level);
}

std::vector<Macro> knob_macros(const model::CompileRequest& request)
{
    std::string bounds;
    if (request.min_blocks_per_sm > 0) {
        bounds = "__launch_bounds__(" + std::to_string(std::max(1, request.bounds_threads)) + ", " +
                 std::to_string(request.min_blocks_per_sm) + ")";
    }
    const bool to_shared = request.spill_target == model::SpillTarget::shared;
    return {
        {"SPILLWAY_LAUNCH_BOUNDS", bounds},
        {"SPILLWAY_SPILL_TARGET", to_shared ? "asm volatile(\".pragma \\\"enable_smem_spilling\\\";\")" : "((void)0)"}};
}

std::vector<std::string> nvrtc_options(const model::CompileRequest& request,
                                       const std::vector<std::filesystem::path>& include_folders, int nvrtc_version,
                                       bool report)
{
    std::vector<std::string> options{"--gpu-architecture=" + request.arch, "--std=c++17"};
    // "#include" must search only the CUDA headers, not the worker's working folder.
    if (nvrtc_version >= 12000) options.push_back("--no-source-include");
    // A compile from NVRTC's own cache prints nothing with -v.
    if (nvrtc_version >= 12090) options.push_back("--no-cache");
    if (request.register_cap > 0) options.push_back("--maxrregcount=" + std::to_string(request.register_cap));
    if (request.fast_math) options.push_back("--use_fast_math");
    if (request.line_info) options.push_back("--generate-line-info");
    if (report) options.push_back("--ptxas-options=-v");
    if (report && request.line_info && nvrtc_version >= 13000)
        options.push_back(std::string("--ptxas-options=") + marks_spills);
    if (request.load_cache == model::LoadCache::cg) options.push_back("--ptxas-options=--def-load-cache=cg");
    if (has_usage_level(request)) options.push_back("--ptxas-options=" + usage_level(request));
    for (const Macro& macro : knob_macros(request)) {
        options.push_back("--define-macro=" + macro.name + "=" + macro.value);
    }
    for (const model::Define& define : request.defines)
        options.push_back("--define-macro=" + define.name + "=" + std::to_string(define.value));
    for (const auto& folder : include_folders) options.push_back("--include-path=" + folder.string());
    return options;
}

namespace {

/// True for options that NVRTC lacks and does not need: it compiles constexpr functions and lambdas for the device
/// anyway.
bool is_only_nvccs(std::string_view flag)
{
    return flag == "--expt-relaxed-constexpr" || flag == "--extended-lambda";
}

/// Build options of the file, as NVRTC spells them. A knob of the request replaces the option that it sets.
void add_file_flags(std::vector<std::string>& options, const model::CompileRequest& request,
                    const catalogue::BuildSettings& settings)
{
    for (const std::string& flag : catalogue::front_end_flags(settings)) {
        if (catalogue::is_register_cap(flag)) {
            if (request.register_cap == 0) options.push_back("-" + flag);
        } else if (flag == "-rdc=true") {
            options.emplace_back("--relocatable-device-code=true");
        } else if (!is_only_nvccs(flag)) {
            options.push_back(flag);
        }
    }
    for (const std::string& flag : catalogue::ptxas_flags(settings))
        if (!catalogue::is_register_cap(flag) && !flag.starts_with("--fmad"))
            options.push_back("--ptxas-options=" + flag);
}

}  // namespace

std::vector<std::string> nvrtc_file_options(const model::CompileRequest& request,
                                            const std::vector<std::filesystem::path>& folders,
                                            const catalogue::BuildSettings& settings, int nvrtc_version)
{
    std::vector<std::string> options{"--gpu-architecture=" + request.arch, "--generate-line-info",
                                     "--ptxas-options=-v"};
    if (nvrtc_version >= 13000) options.push_back(std::string("--ptxas-options=") + marks_spills);
    if (nvrtc_version >= 12000) options.push_back("--no-source-include");
    if (nvrtc_version >= 12090) options.push_back("--no-cache");
    if (!settings.standard.empty()) options.push_back("--std=" + settings.standard);
    add_file_flags(options, request, settings);
    if (request.register_cap > 0) options.push_back("--maxrregcount=" + std::to_string(request.register_cap));
    if (request.fast_math) options.push_back("--use_fast_math");
    if (request.load_cache == model::LoadCache::cg) options.push_back("--ptxas-options=--def-load-cache=cg");
    if (has_usage_level(request)) options.push_back("--ptxas-options=" + usage_level(request));
    if (request.min_blocks_per_sm > 0) {
        options.push_back("--ptxas-options=--maxntid=" + std::to_string(std::max(1, request.bounds_threads)));
        options.push_back("--ptxas-options=--minnctapersm=" + std::to_string(request.min_blocks_per_sm));
        options.push_back("--ptxas-options=--override-directive-values");
    }
    for (const auto& [name, value] : settings.macros)
        options.push_back("--define-macro=" + name + (value.empty() ? "" : "=" + value));
    for (const auto& folder : folders) options.push_back("--include-path=" + folder.string());
    return options;
}

std::vector<std::string> nvcc_options(const model::CompileRequest& request)
{
    std::vector<std::string> options{"-cubin", "-Xptxas", "-v", "-std=c++17", "-arch=" + request.arch};
    if (request.register_cap > 0) options.push_back("--maxrregcount=" + std::to_string(request.register_cap));
    if (request.fast_math) options.push_back("--use_fast_math");
    if (request.line_info) options.push_back("-lineinfo");
    if (request.load_cache == model::LoadCache::cg) options.insert(options.end(), {"-Xptxas", "--def-load-cache=cg"});
    if (has_usage_level(request)) options.insert(options.end(), {"-Xptxas", usage_level(request)});
    return options;
}

}  // namespace spillway::compiler
