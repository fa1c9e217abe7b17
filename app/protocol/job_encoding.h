#pragma once

#include <string>

#include "app/model/job.h"

namespace spillway::protocol {

/// Encodes every part of a job that can change its result: equal jobs have equal bytes, different jobs have different
/// bytes. Uses the field lists of fields.h, so new fields are included automatically. Omits the request's names
/// (experiment, variant, values) and the GPU, because caches hold results per GPU. Omits fields at their default, so a
/// field added later does not change the encoding of jobs that do not use it.
/// FORMAT.md describes the bytes; a recording holds their SHA-256.
[[nodiscard]] std::string encode_job(const model::Job& job);

}  // namespace spillway::protocol
