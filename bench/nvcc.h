#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/model/job.h"

namespace spillway::bench {

/// nvcc of the toolkit or of PATH; nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> find_nvcc();

/// Seconds that `nvcc -cubin -Xptxas -v` takes for one file with the kernels of all `requests`, which
/// differ in their entries only: what somebody without Spillway would wait for. Nothing where nvcc refuses.
[[nodiscard]] std::optional<double> time_nvcc(const std::filesystem::path& nvcc, const model::SourceText& source,
                                              const std::vector<model::CompileRequest>& requests,
                                              const std::filesystem::path& folder);

}  // namespace spillway::bench
