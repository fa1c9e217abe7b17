#include "app/compiler/compile.h"

#include <algorithm>
#include <chrono>

#include "app/base/clock.h"
#include "app/base/demangled.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/compiler/diagnosis.h"
#include "app/compiler/options.h"
#include "app/compiler/ptx.h"
#include "app/compiler/ptxas_report.h"
#include "app/compiler/releases.h"
#include "app/compiler/source_check.h"
#include "app/compiler/whole_file.h"
#include "app/model/targets.h"

namespace spillway::compiler {
namespace {

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int arch_number(const std::string& arch)
{
    int number = 0;
    for (const char c : arch) {
        if (is_digit(c)) number = 10 * number + (c - '0');
    }
    return number;
}

std::optional<model::Error> check_arch(const Nvrtc& nvrtc, const model::CompileRequest& request)
{
    const auto& known = nvrtc.architectures();
    if (known.empty() || std::find(known.begin(), known.end(), arch_number(request.arch)) != known.end()) return {};
    return model::Error{"NVRTC " + nvrtc.version() + " does not compile for " + request.arch + ": it knows sm_" +
                            std::to_string(known.front()) + " to sm_" + std::to_string(known.back()),
                        "compile", "choose another GPU, or install a CUDA toolkit that still supports this one"};
}

model::Error no_compiler(const model::CompileRequest& request, const model::Error& reason)
{
    if (!request.compiler.empty()) return reason;
    return {"There is no CUDA compiler here: " + reason.what, "compile", reason.advice};
}

/// Error text of a failed compile. With -v, NVRTC's log may lack the errors; then compiles again without -v.
model::Error failure(const Nvrtc& nvrtc, const model::CompileRequest& request, const model::SourceText& source,
                     const std::vector<std::filesystem::path>& includes, NvrtcResult result,
                     const StopQuestion& should_stop)
{
    const bool lacks_errors =
        result.log.find("error") == std::string::npos && result.log.find("fatal") == std::string::npos;
    if (lacks_errors) {
        const auto options = nvrtc_options(request, includes, nvrtc.version_number(), false);
        NvrtcResult again = nvrtc.compile(source.text, source.name, request.entry, options, should_stop);
        if (!again.stopped && !again.compiled && !again.log.empty()) result = std::move(again);
    }
    std::string message = without_open_reasons(error_lines(result.log));
    if (message.empty()) message = result.status;
    while (!message.empty() && message.back() == '\n') message.pop_back();
    const std::string advice = advice_for(message, request);
    return {bounded(std::move(message)), source.name, advice};
}

/// False also for the compiler's own macros (__…) and those of the knobs (SPILLWAY_…).
bool is_macro_name(const std::string& name)
{
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !name.empty() && name.size() <= 100 && is_letter(name.front()) && !name.starts_with("__") &&
           !name.starts_with("SPILLWAY_") &&
           std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_digit(c); });
}

/// Examples: sm_90, sm_90a, sm_120f.
bool is_architecture(const std::string& arch)
{
    const auto is_suffix = [](char c) { return c == 'a' || c == 'f'; };
    return arch.starts_with("sm_") && arch.size() >= 5 && arch.size() <= 8 &&
           std::all_of(arch.begin() + 3, arch.end() - 1, is_digit) && (is_digit(arch.back()) || is_suffix(arch.back()));
}

/// See CompileReport::stack_level_bytes. Computed here, because ptxas does not warn that its sum is incomplete.
std::optional<std::int64_t> stack_level_bytes(const model::CompileReport& report, const std::string& entry,
                                              std::string_view ptx, const PtxasFunction* function)
{
    if (function == nullptr || ptx.empty()) return std::nullopt;
    const UnboundedCalls unbounded = unbounded_calls(ptx, entry);
    // ptxas adds up the frames of functions that a pointer may reach, but leaves out those of a recursion.
    const bool has_sum = function->cumulative_stack_bytes || function->linked_stack_bytes;
    const bool is_unknown = unbounded.allocates || (unbounded.through_pointer && !has_sum);
    if (unbounded.recursive.empty() && !is_unknown) return std::nullopt;
    std::int64_t bytes = 0;
    for (const model::FunctionReport& each : report.functions)
        if (unbounded.recursive.contains(each.name)) bytes += each.stack_frame_bytes;
    return bytes;
}

/// Takes the registers and the stack of the linked code, which include the called functions.
void take_linked(model::CompileReport& report, const PtxasFunction& function, const std::vector<std::string>& undefined,
                 const std::set<std::string>& called)
{
    report.registers_before_linking = report.registers;
    report.registers = function.linked_registers;
    report.cumulative_stack_bytes = function.linked_stack_bytes;
    std::vector<std::string> missing;
    for (const std::string& name : undefined)
        if (called.contains(name)) missing.push_back(base::demangled(name));
    if (!missing.empty()) report.not_linked = std::move(missing);
}

constexpr std::size_t max_entry_bytes = 8192;

/// The entry becomes part of the source, so it must stay an expression on one line.
bool is_name_expression(const std::string& entry)
{
    const auto in_expression = [](char c) {
        return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               std::string_view("_<>,:()*&.+- ").find(c) != std::string_view::npos;
    };
    return !entry.empty() && entry.size() <= 1024 && std::all_of(entry.begin(), entry.end(), in_expression);
}

}  // namespace

std::optional<model::Error> check_request(const model::CompileRequest& request)
{
    const auto wrong = [](const std::string& what) { return model::Error{what, "compile request", ""}; };
    if (!is_architecture(request.arch))
        return wrong("\"" + request.arch.substr(0, 32) + "\" is not an architecture such as sm_90");
    const bool is_whole = request.whole_file && (request.entry.empty() || !catalogue::is_instance(request.entry));
    if (is_whole && request.entry.size() > max_entry_bytes) return wrong("the entry's name is too long");
    if (!is_whole && !is_name_expression(request.entry))
        return wrong("the entry is not a name expression such as kernel<32>");
    const auto in_range = [](int value, int last) { return value >= 0 && value <= last; };
    if (!in_range(request.register_cap, 255)) return wrong("register_cap is not from 0 to 255");
    if (!in_range(request.min_blocks_per_sm, 128)) return wrong("min_blocks_per_sm is not from 0 to 128");
    if (!in_range(request.bounds_threads, 1024)) return wrong("the threads of the launch bound are not from 0 to 1024");
    if (!in_range(request.register_usage_level, 10)) return wrong("register_usage_level is not from 0 to 10");
    if (request.max_seconds && !(*request.max_seconds >= 1 && *request.max_seconds <= model::max_compile_seconds))
        return wrong("most_seconds is not from 1 to " + std::to_string(model::max_compile_seconds));
    if (!request.compiler.empty() && !is_release(request.compiler))
        return wrong("the compiler is not a release such as 12.9");
    constexpr std::size_t max_defines = 256;
    if (request.defines.size() > max_defines) return wrong("more than 256 macros");
    for (const model::Define& define : request.defines)
        if (!is_macro_name(define.name)) return wrong("\"" + define.name.substr(0, 60) + "\" cannot name a macro");
    return std::nullopt;
}

model::CompileReport make_report(const std::string& log, const std::string& entry, std::string_view ptx,
                                 const model::CompileRequest& request)
{
    const PtxasReport parsed = parse_ptxas_report(log);
    const std::set<std::string> reached = reachable_functions(ptx, entry);
    model::CompileReport report;
    for (const PtxasFunction& function : parsed.functions) {
        // ptxas's own helpers (__internal_trig_reduction_slowpathd) may be missing in the PTX.
        const bool is_ours = ptx.empty() || reached.contains(function.name) ||
                             (!function.is_entry && ptx.find(function.name) == std::string_view::npos);
        if (!is_ours) continue;
        model::FunctionReport out;
        out.name = function.name;
        out.is_entry = function.is_entry;
        out.registers = function.registers;
        out.stack_frame_bytes = function.stack_frame_bytes.value_or(0);
        out.spill_store_bytes = function.spill_store_bytes.value_or(0);
        out.spill_load_bytes = function.spill_load_bytes.value_or(0);
        out.cumulative_stack_bytes = function.cumulative_stack_bytes;
        const bool is_first = function.name == entry;
        report.functions.insert(is_first ? report.functions.begin() : report.functions.end(), std::move(out));
    }

    report.stack_level_bytes = stack_level_bytes(report, entry, ptx, parsed.find(entry));
    const LaunchBound bound = launch_bound(ptx, entry);
    report.launch_bound_threads = bound.max_threads;
    report.required_block = bound.only_block;
    report.launch_bound_blocks = bound.blocks_per_sm;
    report.launch_bound_registers = bound.max_registers;
    report.register_cap_requested = request.register_cap;
    if (const PtxasFunction* function = parsed.find(entry)) {
        report.registers = function->registers;
        report.stack_frame_bytes = function->stack_frame_bytes.value_or(0);
        report.spill_store_bytes = function->spill_store_bytes.value_or(0);
        report.spill_load_bytes = function->spill_load_bytes.value_or(0);
        report.cumulative_stack_bytes = function->cumulative_stack_bytes;
        if (function->linked_registers) take_linked(report, *function, parsed.undefined, called_functions(ptx, entry));
        if (report.stack_level_bytes.value_or(0) > 0)
            report.cumulative_stack_bytes.reset();  // leaves out the recursion
        report.static_shared_bytes = function->shared_bytes.value_or(0);
        report.constant_bytes = function->constant_bytes;
        report.barriers = function->barriers.value_or(0);
        report.register_cap_honoured = request.register_cap == 0 || (function->cap_taken && function->registers &&
                                                                     *report.registers <= request.register_cap);
    } else {
        report.register_cap_honoured = request.register_cap == 0;
    }
    report.log = bounded(log);
    return report;
}

model::Error as_passing(model::Error error)
{
    if (!error.bound) error.kind = model::ErrorKind::passing;
    return error;
}

Compiled compile(const Toolchain& tools, const model::CompileRequest& request, const model::SourceText& source,
                 const StopQuestion& should_stop)
{
    const auto start = std::chrono::steady_clock::now();
    Compiled compiled;
    compiled.error = check_request(request);
    if (!compiled.error && request.whole_file) return compile_whole_file(tools, request, source, should_stop);
    if (!compiled.error && !tools.nvrtc) compiled.error = no_compiler(request, tools.nvrtc.error());
    if (compiled.error) return compiled;
    const Nvrtc& nvrtc = **tools.nvrtc;
    compiled.error = check_arch(nvrtc, request);
    if (!compiled.error) compiled.error = check_source(source.name, source.text);
    if (compiled.error) return compiled;

    const auto folders = header_folders(tools, source.text);
    const auto options = nvrtc_options(request, folders, nvrtc.version_number(), true);
    NvrtcResult result = nvrtc.compile(source.text, source.name, request.entry, options, should_stop);
    if (result.stopped) {
        compiled.error = as_passing(std::move(*result.stopped));
        compiled.is_lasting = false;
        compiled.cancelled = result.cancelled;
        return compiled;
    }
    if (!result.compiled) {
        compiled.error = failure(nvrtc, request, source, folders, std::move(result), should_stop);
        return compiled;
    }

    compiled.ptx = std::move(result.output.ptx);
    compiled.cubin = std::move(result.output.cubin);
    compiled.entry = std::move(result.output.lowered_name);
    compiled.ptx_inspection = inspect_ptx(compiled.ptx, reachable_functions(compiled.ptx, compiled.entry));
    compiled.report = make_report(result.log, compiled.entry, compiled.ptx, request);
    if (!compiled.report.register_cap_honoured) {
        compiled.advice =
            advice_for_cap(request, parse_ptxas_report(result.log), compiled.report.registers.value_or(0));
    } else if (request.spill_target == model::SpillTarget::shared && request.min_blocks_per_sm == 0 &&
               compiled.report.static_shared_bytes > 0) {
        compiled.advice =
            "Spilling to shared memory without a launch bound makes the compiler set aside shared memory "
            "for the largest block: set min_blocks_per_sm so that it knows the block size";
    }
    if (model::is_special_target(request.arch)) compiled.report.target = request.arch;
    compiled.report.compiler = "NVRTC " + nvrtc.version();
    compiled.report.compiler_seconds = base::seconds_since(start);
    return compiled;
}

}  // namespace spillway::compiler
