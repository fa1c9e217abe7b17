#pragma once

#include <string>
#include <string_view>

#include "app/model/experiment.h"
#include "app/model/job.h"

namespace spillway::catalogue {

/// File of the kernels that only claims run, beside kernel.cu.
inline constexpr const char* claim_kernels_name = "causes.cu";

/// SHA-256 of a kernel's text in hexadecimal, as in CompileRequest::source_hash.
[[nodiscard]] std::string content_hash(std::string_view text);

/// Hash of the experiment's kernel text: as computed on reading, or of the text itself if it was not read from a file.
[[nodiscard]] std::string source_hash(const model::Experiment& experiment);

/// The same for the text that holds a variant's kernel: causes.cu has those of claims.
[[nodiscard]] std::string source_hash(const model::Experiment& experiment, const model::Variant& variant);

/// Kernel text in the form sent to a worker.
[[nodiscard]] model::SourceText source_text(const model::Experiment& experiment);
[[nodiscard]] model::SourceText source_text(const model::Experiment& experiment, const model::Variant& variant);

}  // namespace spillway::catalogue
