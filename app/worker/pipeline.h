#pragma once

// Stages of one configuration: compile, inspect, occupancy. Measuring follows (measure_stage.h). If one stage fails or
// is unavailable, the results of the others are still sent.

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/compiler/compile_service.h"
#include "app/gpu/driver.h"
#include "app/protocol/messages.h"
#include "app/worker/task_queue.h"

namespace spillway::worker {

/// Result without its measurement, and the code to measure.
struct Measurable {
    protocol::Run request;
    protocol::Result result;
    std::optional<compiler::CompileAnswer> kernel;  ///< empty if has_no_kernel
    std::optional<compiler::CompileAnswer> reference;
    Clock::time_point ready = Clock::now();
};

/// Thread-safe. run() and list() may compile; they need a stack of at least 8 MiB.
class Pipeline {
public:
    Pipeline(compiler::CompileService& service, gpu::DriverProbe driver);

    /// Returns the result of a Run; empty if `should_stop` stopped its compile or its check. `source` is null if the
    /// worker has not received the source.
    [[nodiscard]] std::optional<protocol::Result> run(const protocol::Run& request, const model::SourceText* source,
                                                      double queued_seconds, const compiler::StopQuestion& should_stop);

    /// Like run(), but only from memory and disk: empty if that is not enough, and for a request with check_output.
    [[nodiscard]] std::optional<protocol::Result> run_if_known(const protocol::Run& request,
                                                               const model::SourceText* source);

    /// Like run(), but only from the reports that ship with the program. They hold neither machine code nor
    /// measurements; the result is not final if those were requested.
    [[nodiscard]] std::optional<protocol::Result> run_if_shipped(const protocol::Run& request,
                                                                 const model::SourceText* source);

    /// True if the measurement was requested, no check rejected it, and the GPU is in this machine.
    [[nodiscard]] bool is_measurable(const protocol::Run& request, const protocol::Result& result) const;

    /// Returns the code of a result that is_measurable(); compiles the reference if necessary.
    [[nodiscard]] Measurable measurable(const protocol::Run& request, const protocol::Result& result,
                                        const model::SourceText& source);

    /// Like measurable(), but empty if the reference would need a compile.
    [[nodiscard]] std::optional<Measurable> measurable_if_known(const protocol::Run& request,
                                                                const protocol::Result& result,
                                                                const model::SourceText& source);

    /// Listing of a compile. Like run(), empty if `should_stop` stopped it; `source` may be null.
    [[nodiscard]] std::optional<protocol::ListingReply> list(const protocol::ListingRequest& request,
                                                             const model::SourceText* source,
                                                             const compiler::StopQuestion& should_stop);

    /// Causes of local memory, kept for later requests: in memory, and on disk if they are whole (CausesAnswer).
    /// `should_stop` and `source` as in run().
    [[nodiscard]] std::optional<protocol::CausesReply> causes(const protocol::CausesRequest& request,
                                                              const model::SourceText* source,
                                                              const compiler::StopQuestion& should_stop);

private:
    [[nodiscard]] protocol::Result without_kernel(const protocol::Run& request, double queued_seconds) const;
    [[nodiscard]] protocol::Result finish(const protocol::Run& request, const model::SourceText& source,
                                          const compiler::CompileAnswer& answer, double queued_seconds);
    [[nodiscard]] model::Measurement why_not_measured(const protocol::Run& request) const;
    void inspect(protocol::Result& result, const protocol::Run& request, const model::SourceText& source);
    [[nodiscard]] model::Expected<model::CodeFigures> code_figures(const protocol::Run& request,
                                                                   const model::SourceText& source);
    [[nodiscard]] std::optional<model::CodeFigures> find_code_figures(const protocol::Run& request,
                                                                      const model::SourceText& source);
    model::CodeFigures keep_code_figures(const compiler::CompileAnswer& answer, const compiler::SassCode& sass);
    /// Machine code is missing or incomplete if `should_stop` stopped the disassembler.
    [[nodiscard]] model::Listing listing_of(const compiler::Compiled& code, const model::SourceText& source,
                                            const compiler::StopQuestion& should_stop,
                                            std::optional<model::CodeFigures>& figures);

    compiler::CompileService& service_;
    gpu::DriverProbe driver_;
    std::mutex mutex_;
    std::map<std::string, model::CodeFigures> code_figures_;   ///< by CompileAnswer::code_key()
    std::map<std::string, std::vector<model::Cause>> causes_;  ///< by cache key of the compile
};

}  // namespace spillway::worker
