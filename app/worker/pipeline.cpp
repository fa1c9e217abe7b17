#include "app/worker/pipeline.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string_view>
#include <vector>

#include "app/answers/answer.h"
#include "app/answers/launch_notes.h"
#include "app/base/clock.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/catalogue/plain/source_files.h"
#include "app/compiler/causes/cause_finder.h"
#include "app/compiler/code_identity.h"
#include "app/compiler/line_needs.h"
#include "app/compiler/local_lines.h"
#include "app/compiler/ptx.h"
#include "app/gpu/measuring/measure.h"
#include "app/worker/output_check.h"

namespace spillway::worker {
namespace {

constexpr std::size_t max_listing_lines = 40000;  // a fully unrolled kernel; longer ones are unreadable
constexpr std::size_t max_listing_line_bytes = 2000;
constexpr std::size_t max_module_bytes = std::size_t{4} << 20;  // longer ones are not sent: no stepping through warps
constexpr std::size_t max_code_figures = 16384;
constexpr std::size_t max_causes = 1024;

model::Error unknown_source(const std::string& hash)
{
    return {"the worker never received the kernel's text with hash " + hash.substr(0, 64), "compile",
            "this is a bug in Spillway: please report it"};
}

/// Adds line information, as for the code panel, so that both share one compile and one run of the disassembler.
model::CompileRequest code_request(const protocol::Run& request)
{
    model::CompileRequest compile = request.job.compile;
    compile.line_info = true;
    return compile;
}

void bound_lines(std::vector<model::ListingLine>& lines)
{
    for (model::ListingLine& line : lines) {
        if (line.text.size() > max_listing_line_bytes) line.text = line.text.substr(0, max_listing_line_bytes) + " ...";
    }
    if (lines.size() <= max_listing_lines) return;
    const std::size_t left = lines.size() - max_listing_lines;
    lines.resize(max_listing_lines);
    lines.push_back({"// " + std::to_string(left) + " more lines are not shown", 0, false});
}

/// Appends notes that need the compile report, the launch and the source text of a user's kernel.
void add_notes(model::RunResult& result, const model::Job& job, const model::SourceText& source)
{
    const auto files = catalogue::unbundled(source.text);
    if (!files) return;
    auto notes = answers::launch_notes(job, result, files->files.front().text);
    const bool is_unlinked = result.compile && !result.compile->registers_before_linking;
    if (is_unlinked && catalogue::is_relocatable(files->settings))
        notes.emplace_back(
            "These numbers are from ptxas alone, without the functions that the kernel calls: nvlink, which adds them, "
            "was not found beside the compiler");
    for (const std::string& note : notes) result.advice = result.advice ? *result.advice + ". " + note : note;
}

}  // namespace

Pipeline::Pipeline(compiler::CompileService& service, gpu::DriverProbe driver)
    : service_(service), driver_(std::move(driver))
{
}

std::optional<protocol::Result> Pipeline::run(const protocol::Run& request, const model::SourceText* source,
                                              double queued_seconds, const compiler::StopQuestion& should_stop)
{
    protocol::Result refused{request.id, true, {}, model::empty_result(request.job)};
    refused.seconds.queued = queued_seconds;
    if (answers::has_no_kernel(request.job)) return without_kernel(request, queued_seconds);
    std::optional<model::Error> error = answers::why_not_compilable(request.job);
    if (!error && !source) error = unknown_source(request.job.compile.source_hash);
    if (error) {
        answers::fail(refused.result, model::Status::compile_error, *error);
        return refused;
    }
    const auto answer = service_.get(request.job.compile, *source, should_stop);
    if (answer.compiled->cancelled) return std::nullopt;
    protocol::Result result = finish(request, *source, answer, queued_seconds);
    if (request.check_output && result.result.status == model::Status::ok) {
        result.result.verification = check_output(service_, request.job, *source, should_stop);
        // A stopped check says "not run", which is not the answer to the request.
        if (should_stop && should_stop()) return std::nullopt;
    }
    return result;
}

std::optional<protocol::Result> Pipeline::run_if_known(const protocol::Run& request, const model::SourceText* source)
{
    if (!source || answers::why_not_compilable(request.job) || answers::has_no_kernel(request.job))
        return run(request, source, 0, {});
    const auto answer = service_.find(request.job.compile, *source);
    if (!answer || request.check_output) return std::nullopt;
    const bool needs_disassembler = request.inspect_sass && !answer->compiled->error && service_.tools().disassembler;
    if (needs_disassembler && !find_code_figures(request, *source)) return std::nullopt;
    return finish(request, *source, *answer, 0);
}

std::optional<protocol::Result> Pipeline::run_if_shipped(const protocol::Run& request, const model::SourceText* source)
{
    if (!source || answers::why_not_compilable(request.job) || answers::has_no_kernel(request.job)) return std::nullopt;
    const auto answer = service_.find_shipped(request.job.compile, *source);
    if (!answer || request.check_output) return std::nullopt;
    protocol::Run without_code = request;
    without_code.inspect_sass = false;
    protocol::Result result = finish(without_code, *source, *answer, 0);
    const bool needs_code = (request.inspect_sass && service_.tools().disassembler) || is_measurable(request, result);
    result.is_final = answer->compiled->error || !needs_code;
    return result;
}

/// Result of a copy or a library call: it has nothing to compile or inspect, and no occupancy.
protocol::Result Pipeline::without_kernel(const protocol::Run& request, double queued_seconds) const
{
    protocol::Result result{request.id, true, {}, model::empty_result(request.job)};
    result.seconds.queued = queued_seconds;
    result.result.measurement = why_not_measured(request);
    return result;
}

protocol::Result Pipeline::finish(const protocol::Run& request, const model::SourceText& source,
                                  const compiler::CompileAnswer& answer, double queued_seconds)
{
    protocol::Result result{request.id, true, {}, model::empty_result(request.job)};
    result.seconds.queued = queued_seconds;
    result.seconds.compile = answer.seconds;
    const auto start = Clock::now();
    result.result = answers::result_of(request.job, *answer.compiled);
    if (answer.compiled->error) return result;
    result.result.compile = answer.report();
    if (request.job.compile.whole_file) add_notes(result.result, request.job, source);
    result.seconds.occupancy = base::seconds_since(start);
    inspect(result, request, source);
    if (result.result.status == model::Status::ok) result.result.measurement = why_not_measured(request);
    return result;
}

/// Reason why a result has no measurement, or none yet.
model::Measurement Pipeline::why_not_measured(const protocol::Run& request) const
{
    const auto index = gpu::find_gpu(driver_, request.job);
    if (!index) return gpu::no_measurement(index.error().what);
    if (!request.measure) return gpu::no_measurement("not requested");
    if (!request.job.plan)
        return gpu::no_measurement("its launch is not described: that needs an experiment.json beside it");
    return gpu::no_measurement("being measured");
}

bool Pipeline::is_measurable(const protocol::Run& request, const protocol::Result& result) const
{
    return request.measure && request.job.plan && result.result.status == model::Status::ok &&
           (result.result.compile || answers::has_no_kernel(request.job)) &&
           gpu::find_gpu(driver_, request.job).has_value();
}

Measurable Pipeline::measurable(const protocol::Run& request, const protocol::Result& result,
                                const model::SourceText& source)
{
    Measurable measurable{request, result, std::nullopt, std::nullopt};
    if (answers::has_no_kernel(request.job)) return measurable;
    measurable.kernel = service_.get(request.job.compile, source);
    if (request.job.plan->reference) {
        const ReferenceCompile own = reference_compile(request.job, source);
        measurable.reference = service_.get(own.request, own.source);
    }
    measurable.ready = Clock::now();
    return measurable;
}

std::optional<Measurable> Pipeline::measurable_if_known(const protocol::Run& request, const protocol::Result& result,
                                                        const model::SourceText& source)
{
    if (answers::has_no_kernel(request.job)) return Measurable{request, result, std::nullopt, std::nullopt};
    const auto kernel = service_.find(request.job.compile, source);
    if (!kernel) return std::nullopt;
    Measurable measurable{request, result, *kernel, std::nullopt};
    if (!request.job.plan->reference) return measurable;
    const ReferenceCompile own = reference_compile(request.job, source);
    measurable.reference = service_.find(own.request, own.source);
    if (!measurable.reference) return std::nullopt;
    return measurable;
}

void Pipeline::inspect(protocol::Result& result, const protocol::Run& request, const model::SourceText& source)
{
    const auto start = Clock::now();
    if (request.inspect_sass) {
        if (const auto figures = code_figures(request, source)) model::put_code_figures(result.result, *figures);
    }
    result.seconds.inspect = base::seconds_since(start);
}

/// Looks in memory, then on disk.
std::optional<model::CodeFigures> Pipeline::find_code_figures(const protocol::Run& request,
                                                              const model::SourceText& source)
{
    const auto answer = service_.find(code_request(request), source);
    if (!answer || answer->compiled->error) return std::nullopt;
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = code_figures_.find(answer->code_key()); known != code_figures_.end())
            return known->second;
    }
    const auto sass = service_.disassembly().find(*answer->compiled, source.name, compiler::SassDetail::figures);
    if (!sass) return std::nullopt;
    return keep_code_figures(*answer, *sass);
}

model::CodeFigures Pipeline::keep_code_figures(const compiler::CompileAnswer& answer, const compiler::SassCode& sass)
{
    const auto figures = compiler::figures_of(sass, answer.compiled->entry);
    const std::lock_guard lock(mutex_);
    if (code_figures_.size() >= max_code_figures) code_figures_.clear();
    return code_figures_[answer.code_key()] = figures;
}

model::Expected<model::CodeFigures> Pipeline::code_figures(const protocol::Run& request,
                                                           const model::SourceText& source)
{
    if (!service_.tools().disassembler) return service_.tools().disassembler.error();
    if (const auto known = find_code_figures(request, source)) return *known;
    const auto answer = service_.get(code_request(request), source);
    if (answer.compiled->error) return *answer.compiled->error;
    const auto sass = service_.disassembly().get(*answer.compiled, source.name, compiler::SassDetail::figures);
    if (!sass) return sass.error();
    return keep_code_figures(answer, *sass);
}

model::Listing Pipeline::listing_of(const compiler::Compiled& code, const model::SourceText& source,
                                    const compiler::StopQuestion& should_stop,
                                    std::optional<model::CodeFigures>& figures)
{
    model::Listing listing;
    std::vector<int> numbers;
    listing.ptx =
        compiler::list_ptx(code.ptx, compiler::reachable_functions(code.ptx, code.entry), source.name, &numbers);
    for (std::size_t i = 0; i < listing.ptx.size(); ++i)
        if (numbers[i] > 0) listing.ptx[i].module_line = numbers[i];
    if (code.ptx.size() <= max_module_bytes) listing.module = model::PtxModule{std::string(code.ptx), code.entry};
    auto sass = service_.disassembly().get(code, source.name, compiler::SassDetail::lines, should_stop);
    if (sass) {
        figures = compiler::figures_of(*sass, code.entry);
        compiler::put_needs(listing.ptx, numbers, *sass);
        listing.source_lines = compiler::needs_of_source(*sass);
        listing.code = compiler::code_identity(code.cubin, code.entry);
        if (!sass->has_live) listing.live_reason = sass->why_not_live;
        if (!sass->is_annotated) listing.spill_reason = sass->why_not_annotated;
        listing.sass = std::move(sass->lines);
    } else {
        const model::Error& error = sass.error();
        listing.sass_reason = error.advice.empty() ? error.what : error.what + "; " + error.advice;
    }
    for (auto* lines : {&listing.ptx, listing.sass ? &*listing.sass : nullptr})
        if (lines != nullptr) bound_lines(*lines);
    listing.local_source_lines = compiler::local_lines_of(listing);
    return listing;
}

std::optional<protocol::ListingReply> Pipeline::list(const protocol::ListingRequest& request,
                                                     const model::SourceText* source,
                                                     const compiler::StopQuestion& should_stop)
{
    protocol::ListingReply reply;
    reply.id = request.id;
    if (!source) {
        reply.error = unknown_source(request.compile.source_hash);
        return reply;
    }
    model::CompileRequest compile = request.compile;
    compile.line_info = true;
    const auto answer = service_.get(compile, *source, should_stop);
    if (answer.compiled->cancelled) return std::nullopt;
    if (answer.compiled->error) {
        reply.error = *answer.compiled->error;
        return reply;
    }

    reply.listing = listing_of(*answer.compiled, *source, should_stop, reply.counts);
    const bool is_whole = reply.listing->sass && !reply.listing->live_reason;
    if (!is_whole && should_stop && should_stop()) return std::nullopt;
    return reply;
}

std::optional<protocol::CausesReply> Pipeline::causes(const protocol::CausesRequest& request,
                                                      const model::SourceText* source,
                                                      const compiler::StopQuestion& should_stop)
{
    protocol::CausesReply reply;
    reply.id = request.id;
    if (!source) {
        reply.error = unknown_source(request.compile.source_hash);
        return reply;
    }
    std::string key = service_.key_of(request.compile, *source);
    if (request.compile.whole_file) {
        // Its causes are those of the headers that it reads now.
        const compiler::CompileAnswer base = service_.get(request.compile, *source, should_stop);
        if (base.compiled->cancelled) return std::nullopt;
        key = base.code_key();
    }
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = causes_.find(key); known != causes_.end()) reply.causes = known->second;
    }
    if (!reply.causes) reply.causes = service_.find_causes_on_disk(key);
    if (reply.causes) return reply;
    compiler::CausesAnswer found = compiler::find_causes(service_, request.compile, *source, should_stop);
    if (found.cancelled) return std::nullopt;
    reply.error = std::move(found.error);
    if (reply.error) return reply;
    if (found.is_whole) service_.keep_causes(key, found.causes);
    const std::lock_guard lock(mutex_);
    if (causes_.size() >= max_causes) causes_.clear();
    reply.causes = causes_[key] = std::move(found.causes);
    return reply;
}

}  // namespace spillway::worker
