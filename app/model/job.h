#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/model/gpu.h"
#include "app/model/value.h"

namespace spillway::model {

enum class SpillTarget { local, shared };
enum class Carveout { standard, max_l1, max_shared };
enum class LoadCache { ca, cg };

/// Everything that decides what the compiler produces; nothing else does. Two equal ones share a
/// cache entry. Only typed fields: no option string ever comes from a file.
struct CompileRequest {
    std::string source_hash;   ///< content hash of kernel.cu, see SourceText
    std::string entry;         ///< name expression, "running_mean_local<32>"
    std::string arch;          ///< "sm_90"
    int register_cap = 0;      ///< 0: none
    int min_blocks_per_sm = 0; ///< 0: no __launch_bounds__
    int bounds_threads = 0;    ///< threads per block named in __launch_bounds__ when it is given
    SpillTarget spill_target = SpillTarget::local;
    LoadCache load_cache = LoadCache::ca;
    bool fast_math = false;
    bool line_info = false;    ///< for listings: PTX and SASS lines know their source line

    friend bool operator==(const CompileRequest&, const CompileRequest&) = default;
};

/// A kernel's text, sent to the worker once and referred to by hash.
struct SourceText {
    std::string hash;
    std::string name;  ///< shown in compiler messages: "running_mean/kernel.cu"
    std::string text;
    friend bool operator==(const SourceText&, const SourceText&) = default;
};

/// One configuration of one variant with every formula evaluated: all a worker needs, so that a
/// worker on another machine needs no copy of the catalogue.
struct Job {
    std::string experiment;
    std::string variant;
    Values values;  ///< parameters and knobs, as asked
    Gpu gpu;
    CompileRequest compile;
    std::int64_t grid[3] = {1, 1, 1};
    std::int64_t block[3] = {1, 1, 1};
    std::int64_t dynamic_shared_bytes = 0;  ///< the kernel's own plus the extra_shared_bytes knob
    Carveout carveout = Carveout::standard;

    [[nodiscard]] std::int64_t threads_per_block() const { return block[0] * block[1] * block[2]; }
    friend bool operator==(const Job&, const Job&) = default;
};

}  // namespace spillway::model
