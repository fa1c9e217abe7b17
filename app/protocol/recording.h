#pragma once

// A recording holds the results of one GPU, so that machines without this GPU can show them. FORMAT.md describes the
// file: one or more zstd frames of JSON lines, a header first, then one result per line. The writer flushes every
// result, so a crash loses none of the earlier ones. Frames are short: damage costs the results of one frame and the
// ones after it, never those before it.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/gpu.h"
#include "app/model/roofs.h"
#include "app/model/run_result.h"

namespace spillway::protocol {

inline constexpr int recording_version = 2;
inline constexpr const char* recording_extension = ".spillway";
inline constexpr std::size_t max_recording_bytes = std::size_t{256} << 20;  ///< decompressed
inline constexpr std::size_t max_recorded_line_bytes = std::size_t{1} << 20;
inline constexpr std::size_t max_recorded_results = 200000;

/// Origin of all results of a recording. Never names the machine.
struct RecordingHeader {
    int version = recording_version;
    std::string program_version;
    model::Gpu gpu;
    bool measured = false;                       ///< false: only results of the compiler and the occupancy calculator
    std::string driver;                          ///< empty if nothing was measured
    std::string compiler;                        ///< NVRTC version, "13.0.88"
    std::string date;                            ///< UTC start time, "2026-11-20T09:46:28Z"
    std::map<std::string, std::string> kernels;  ///< experiment to the content hash of its kernel.cu
    /// Experiment to the hash of kernel.cu and of the parts of experiment.json that affect jobs. Only saves work: the
    /// hash in each result identifies its job.
    std::map<std::string, std::string> definitions;
    std::optional<model::Roofs> roofs;  ///< of this GPU; needed to compute the time account from counters
};

/// Recording with a decoded header and undecoded results.
struct RecordingText {
    RecordingHeader header;
    std::vector<std::string> lines;       ///< one per result, from frames with a valid checksum
    std::optional<model::Error> trouble;  ///< the file is truncated or damaged; `lines` holds what precedes the damage
};

struct Recording {
    RecordingHeader header;
    /// One per configuration and job, each with its job hash; the last one in the file wins. Never marked as live.
    std::vector<model::RunResult> results;
    /// The file is truncated or damaged; `results` holds what precedes the damage.
    std::optional<model::Error> trouble;
};

/// Key of one line: the hash of the measured job and the names in the request.
[[nodiscard]] std::string recorded_key(const model::RunResult& result);

}  // namespace spillway::protocol
