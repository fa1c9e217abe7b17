#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/base/output_file.h"
#include "app/protocol/recording.h"

namespace spillway::protocol {

/// How small the results are packed that a recording begins with. `smallest` takes a second per megabyte of text.
enum class Packing { quick, smallest };

/// Writes a recording result by result. Each is on its way to the disk when `add` returns.
class RecordingWriter {
public:
    /// Begins `file` with the header and `kept`, or leaves what was there before untouched and gives an
    /// Error: the new file takes the old one's place only once it holds all of `kept`.
    [[nodiscard]] static model::Expected<RecordingWriter> open(const std::filesystem::path& file,
                                                               const RecordingHeader& header,
                                                               const std::vector<model::RunResult>& kept = {},
                                                               base::IfThere if_there = base::IfThere::replace,
                                                               Packing packing = Packing::quick);
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

}  // namespace spillway::protocol
