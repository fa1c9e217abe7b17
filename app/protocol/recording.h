#pragma once

// A recording: what one GPU answered, as a file that a machine without it can show. FORMAT.md beside
// this file describes it. The file is one or more zstd frames of JSON lines: a header, then one result
// per line. Every result is flushed, so what was written before a crash can be read; frames are short,
// so damage costs the results of one frame and not those before it.

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

/// Where the results of a recording come from: the same for all of them. Never names the machine.
struct RecordingHeader {
    int version = recording_version;
    std::string program_version;
    model::Gpu gpu;
    bool measured = false;                       ///< false: the compiler's and the calculator's answers only
    std::string driver;                          ///< empty where nothing was measured
    std::string compiler;                        ///< NVRTC's version, "13.0.88"
    std::string date;                            ///< UTC, "2026-11-20T09:46:28Z"; when it was begun
    std::map<std::string, std::string> kernels;  ///< experiment to the content hash of its kernel.cu
    /// Experiment to the hash of kernel.cu and what of experiment.json decides about jobs. Only spares work: what a
    /// result answers follows from its own job's hash.
    std::map<std::string, std::string> definitions;
    std::optional<model::Roofs> roofs;  ///< of this GPU: what turns counters into an account of the time
};

/// A recording as it lies in the file, nothing of it decoded but the header.
struct RecordingText {
    RecordingHeader header;
    std::vector<std::string> lines;       ///< one for each result; of frames whose checksums are right
    std::optional<model::Error> trouble;  ///< the file ends early or is damaged: `lines` are those before
};

struct Recording {
    RecordingHeader header;
    /// One per configuration and job, each with its job's hash: of several the one that stands last. None of them says
    /// that it is live.
    std::vector<model::RunResult> results;
    /// The file ends early or is damaged: `results` are those before.
    std::optional<model::Error> trouble;
};

/// Names a line of a recording: the hash of the measured job, and the request's names.
[[nodiscard]] std::string recorded_key(const model::RunResult& result);

}  // namespace spillway::protocol
