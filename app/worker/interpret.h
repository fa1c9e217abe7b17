#pragma once

// Answers an InterpretRequest: compiles the kernel, and runs its PTX in the interpreter.

#include <optional>

#include "app/compiler/compile_service.h"
#include "app/model/job.h"
#include "app/protocol/messages.h"

namespace spillway::worker {

/// Empty if `should_stop` stopped the compile or the run. `source` is null if the worker has not received the source;
/// the reply then holds an Error.
[[nodiscard]] std::optional<protocol::InterpretReply> interpreted(compiler::CompileService& service,
                                                                  const protocol::InterpretRequest& request,
                                                                  const model::SourceText* source,
                                                                  const compiler::StopQuestion& should_stop);

}  // namespace spillway::worker
