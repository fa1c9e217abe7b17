#pragma once

#include <string>

#include "app/model/job.h"

namespace spillway::results {

/// What the answer to a job is known by, here and in recordings: SHA-256 of protocol::encode_job.
[[nodiscard]] std::string job_hash(const model::Job& job);

}  // namespace spillway::results
