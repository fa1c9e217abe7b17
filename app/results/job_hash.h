#pragma once

#include <string>

#include "app/model/job.h"

namespace spillway::results {

/// Cache key of a job's result, here and in recordings: SHA-256 of protocol::encode_job.
[[nodiscard]] std::string job_hash(const model::Job& job);

}  // namespace spillway::results
