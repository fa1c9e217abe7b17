#pragma once

// A recording: what one GPU answered, as a file that a machine without it can show. FORMAT.md beside
// this file describes it. The file is one or more zstd frames of JSON lines: a header, then one result
// per line. Every result is flushed, so what was written before a crash can be read; frames are short,
// so damage costs the results of one frame and not those before it.

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/output_file.h"
#include "app/model/error.h"
#include "app/model/gpu.h"
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
    /// Experiment to the content hash of kernel.cu and experiment.json together. Only spares work: what a result
    /// answers is told by its own job's hash.
    std::map<std::string, std::string> definitions;
};

struct Recording {
    RecordingHeader header;
    /// One per configuration and job, each with its job's hash: of several the one that stands last. None of them says that it is live.
    std::vector<model::RunResult> results;
    /// The file ends early or is damaged: `results` are those before.
    std::optional<model::Error> trouble;
};

/// Names a line of a recording: the hash of the job that was measured, and who asked for it.
[[nodiscard]] std::string recorded_key(const model::RunResult& result);

/// Takes the file's bytes in pieces of any size. Hostile input gives an Error or `trouble`; never throws.
class RecordingReader {
public:
    explicit RecordingReader(std::string file_name);
    ~RecordingReader();
    RecordingReader(RecordingReader&&) noexcept;

    /// False when no more is wanted.
    bool feed(std::string_view bytes);
    /// An Error where there is no header that could be used.
    [[nodiscard]] model::Expected<Recording> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

[[nodiscard]] model::Expected<Recording> read_recording(const std::filesystem::path& file);
[[nodiscard]] model::Expected<Recording> parse_recording(std::string_view bytes, const std::string& file_name);

/// Writes a recording result by result. Each is on its way to the disk when `add` returns.
class RecordingWriter {
public:
    /// Begins `file` with the header and `kept`, or leaves what was there before untouched and gives an
    /// Error: the new file takes the old one's place only once it holds all of `kept`.
    [[nodiscard]] static model::Expected<RecordingWriter> open(const std::filesystem::path& file,
                                                               const RecordingHeader& header,
                                                               const std::vector<model::RunResult>& kept = {},
                                                               base::IfThere if_there = base::IfThere::replace);
    ~RecordingWriter();  ///< ends the file if `close` was not called; what goes wrong then is not told
    RecordingWriter(RecordingWriter&&) noexcept;
    RecordingWriter& operator=(RecordingWriter&&) noexcept;

    /// Long texts of the tools are cut, and a live measurement becomes a recorded one.
    [[nodiscard]] std::optional<model::Error> add(const model::RunResult& result);
    [[nodiscard]] std::optional<model::Error> close();

private:
    struct State;
    explicit RecordingWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Why results of the two cannot stand in one file, a sentence each; empty when they can. Both are
/// named as `first` and `second`.
[[nodiscard]] std::vector<std::string> mismatches(const RecordingHeader& a, const std::string& first,
                                                  const RecordingHeader& b, const std::string& second);

struct RecordingPart {
    std::string name;  ///< the file's
    Recording recording;
};
/// All parts in one. Of a configuration that several hold the newest wins: by the date of its
/// measurement, else of its part; the later named part where these are equal.
[[nodiscard]] model::Expected<Recording> merge(std::vector<RecordingPart> parts);

}  // namespace spillway::protocol
