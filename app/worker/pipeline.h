#pragma once

// The stages one configuration goes through: compile, inspect, occupancy, measure. Each can fail or be
// missing on its own; what the others found is told all the same.

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "app/compiler/compile_service.h"
#include "app/gpu/driver.h"
#include "app/protocol/messages.h"

namespace spillway::worker {

/// Thread safe; run() and list() may compile and want a stack of at least 8 MiB.
class Pipeline {
public:
    Pipeline(compiler::CompileService& service, gpu::DriverProbe driver);

    /// The result of a Run. `source` is null where the worker was not given the text.
    [[nodiscard]] protocol::Result run(const protocol::Run& request, const model::SourceText* source,
                                       double queued_seconds);

    /// The same where all of it is in memory already; takes well under a millisecond.
    [[nodiscard]] std::optional<protocol::Result> run_from_memory(const protocol::Run& request,
                                                                  const model::SourceText* source);

    [[nodiscard]] protocol::ListingReply list(const protocol::ListingRequest& request, const model::SourceText* source);

    [[nodiscard]] protocol::WhatIfReply what_if(const protocol::WhatIf& request) const;

private:
    [[nodiscard]] protocol::Result finish(const protocol::Run& request, const model::SourceText& source,
                                          const compiler::CompileAnswer& answer, double queued_seconds);
    void inspect(protocol::Result& result, const protocol::Run& request, const model::SourceText& source,
                 const compiler::CompileAnswer& answer);
    [[nodiscard]] model::Expected<model::SassInspection> sass_counts(const compiler::CompileAnswer& answer,
                                                                     const model::SourceText& source);
    [[nodiscard]] bool knows_sass_counts(const std::string& key);

    compiler::CompileService& service_;
    gpu::DriverProbe driver_;
    std::mutex mutex_;
    std::map<std::string, model::SassInspection> sass_counts_;  ///< by compile key
};

}  // namespace spillway::worker
