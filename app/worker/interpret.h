#pragma once

// The answer to an InterpretRequest: compiled, and run by the interpreter of PTX.

#include <optional>

#include "app/compiler/compile_service.h"
#include "app/model/job.h"
#include "app/protocol/messages.h"

namespace spillway::worker {

/// Nothing where `should_stop` ended the compile or the run. `source` is null where the worker was not given the text.
[[nodiscard]] std::optional<protocol::InterpretReply> interpreted(compiler::CompileService& service,
                                                                  const protocol::InterpretRequest& request,
                                                                  const model::SourceText* source,
                                                                  const compiler::StopQuestion& should_stop);

}  // namespace spillway::worker
