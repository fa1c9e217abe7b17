#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/base/output_file.h"
#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Compression of the results in `kept`. `smallest` takes a second per megabyte of text.
enum class Packing { quick, smallest };

/// Writes a recording result by result. `add` flushes each result to the file before it returns.
class RecordingWriter {
public:
    /// Begins `file` with the header and `kept`. On an Error an older file stays unchanged: the new file replaces it
    /// only after all of `kept` is written.
    [[nodiscard]] static model::Expected<RecordingWriter> open(const std::filesystem::path& file,
                                                               const RecordingHeader& header,
                                                               const std::vector<model::RunResult>& kept = {},
                                                               base::IfThere if_there = base::IfThere::replace,
                                                               Packing packing = Packing::quick);
    ~RecordingWriter();  ///< ends the file if `close` was not called; ignores errors
    RecordingWriter(RecordingWriter&&) noexcept;
    RecordingWriter& operator=(RecordingWriter&&) noexcept;

    /// Cuts long texts of tools and marks a live measurement as recorded.
    [[nodiscard]] std::optional<model::Error> add(const model::RunResult& result);
    [[nodiscard]] std::optional<model::Error> close();

private:
    struct State;
    explicit RecordingWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace spillway::protocol
