#pragma once

#include <string>
#include <string_view>

#include "app/model/experiment.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// SHA-256 of a kernel's text (hex), as used in CompileRequest::source_hash.
[[nodiscard]] std::string content_hash(std::string_view text);

/// Of the experiment's kernel text: as it was read, or of the text itself where it was not read from a file.
[[nodiscard]] std::string source_hash(const model::Experiment& experiment);

/// The kernel's text as the worker is given it.
[[nodiscard]] model::SourceText source_text(const model::Experiment& experiment);

}  // namespace spillway::catalogue
