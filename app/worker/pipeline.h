#pragma once

// The stages one configuration goes through: compile, inspect, occupancy. Measuring comes after them, see
// measure_stage.h. Each can fail or be
// missing on its own; the others' results are still sent.

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

/// A result that lacks nothing but its measurement, and the code to measure.
struct Measurable {
    protocol::Run request;
    protocol::Result result;
    std::optional<compiler::CompileAnswer> kernel;  ///< none where has_no_kernel
    std::optional<compiler::CompileAnswer> reference;
    Clock::time_point ready = Clock::now();
};

/// Thread safe; run() and list() may compile and want a stack of at least 8 MiB.
class Pipeline {
public:
    Pipeline(compiler::CompileService& service, gpu::DriverProbe driver);

    /// The result of a Run; nothing where its compile was stopped because `should_stop` said so. `source` is null where
    /// the worker was not given the text.
    [[nodiscard]] std::optional<protocol::Result> run(const protocol::Run& request, const model::SourceText* source,
                                                      double queued_seconds, const compiler::StopQuestion& should_stop);

    /// The same where all of it is in memory or on the disk; as quick as that disk.
    [[nodiscard]] std::optional<protocol::Result> run_if_known(const protocol::Run& request,
                                                               const model::SourceText* source);

    /// The same from what came with the program, which knows neither machine code nor measurements: the result lacks
    /// them, and is not final where they were asked for.
    [[nodiscard]] std::optional<protocol::Result> run_if_shipped(const protocol::Run& request,
                                                                 const model::SourceText* source);

    /// Whether a result shall be measured: asked for, nothing refused it, and its GPU is in this machine.
    [[nodiscard]] bool is_measurable(const protocol::Run& request, const protocol::Result& result) const;

    /// The code of a result that is_measurable(), the reference's compiled where need be.
    [[nodiscard]] Measurable measurable(const protocol::Run& request, const protocol::Result& result,
                                        const model::SourceText& source);

    /// The same with an existing reference.
    [[nodiscard]] std::optional<Measurable> measurable_if_known(const protocol::Run& request,
                                                                const protocol::Result& result,
                                                                const model::SourceText& source);

    /// As run().
    [[nodiscard]] std::optional<protocol::ListingReply> list(const protocol::ListingRequest& request,
                                                             const model::SourceText* source,
                                                             const compiler::StopQuestion& should_stop);

    /// As run(). Asked again for the same, it answers from memory.
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
    /// Without machine code, or a part of it, where `should_stop` ended the disassembler.
    [[nodiscard]] model::Listing listing_of(const compiler::Compiled& code, const model::SourceText& source,
                                            const compiler::StopQuestion& should_stop,
                                            std::optional<model::CodeFigures>& figures);

    compiler::CompileService& service_;
    gpu::DriverProbe driver_;
    std::mutex mutex_;
    std::map<std::string, model::CodeFigures> code_figures_;   ///< by compile key
    std::map<std::string, std::vector<model::Cause>> causes_;  ///< likewise
};

}  // namespace spillway::worker
