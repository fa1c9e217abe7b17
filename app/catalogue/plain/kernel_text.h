#pragma once

#include <string>
#include <string_view>

#include "app/model/experiment.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// SHA-256 of a kernel's text in hexadecimal, as in CompileRequest::source_hash.
[[nodiscard]] std::string content_hash(std::string_view text);

/// Hash of the experiment's kernel text: as computed on reading, or of the text itself if it was not read from a file.
[[nodiscard]] std::string source_hash(const model::Experiment& experiment);

/// Kernel text in the form sent to a worker.
[[nodiscard]] model::SourceText source_text(const model::Experiment& experiment);

}  // namespace spillway::catalogue
