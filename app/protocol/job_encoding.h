#pragma once

#include <string>

#include "app/model/job.h"

namespace spillway::protocol {

/// All of a job that an answer can depend on, as bytes: two jobs are the same question exactly when these are equal.
/// Made from the field lists of fields.h, so that a new field counts by itself. Left out are the request's names
/// (experiment, variant, values) and the GPU: an answer is kept by GPU beside this. A field at its default is left out
/// too, so that a field that comes later changes nothing for jobs that do not use it.
/// FORMAT.md describes the bytes; a recording holds their SHA-256.
[[nodiscard]] std::string encode_job(const model::Job& job);

}  // namespace spillway::protocol
