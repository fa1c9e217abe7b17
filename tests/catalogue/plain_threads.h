#pragma once

// Threads per block of a kernel of a learner's own .cu.

#include <cstdint>

#include <gtest/gtest.h>

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/job.h"

namespace spillway::catalogue {

inline std::int64_t threads_of(const model::Experiment& file, const char* variant, const model::Values& values = {})
{
    const auto job = make_job(file, *file.find_variant(variant), values, sample_gpu());
    EXPECT_TRUE(job) << job.error().line();
    return job ? job->threads_per_block() : 0;
}

}  // namespace spillway::catalogue
