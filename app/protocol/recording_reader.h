#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Accepts the file in pieces of any size. Never throws: invalid input gives an Error or `trouble`.
class RecordingReader {
public:
    explicit RecordingReader(std::string file_name);
    ~RecordingReader();
    RecordingReader(RecordingReader&&) noexcept;

    /// Returns false once the reader needs no more input.
    bool feed(std::string_view bytes);
    [[nodiscard]] bool has_header() const;
    /// Error if there is no valid header.
    [[nodiscard]] model::Expected<RecordingText> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Error for `trouble` about one invalid line. The header is line 1.
[[nodiscard]] model::Error bad_line(std::size_t number, const std::string& what, const std::string& file_name);

/// Reads only the header.
[[nodiscard]] model::Expected<RecordingHeader> read_recording_header(const std::filesystem::path& file);
/// Does not decode the results.
[[nodiscard]] model::Expected<RecordingText> read_recording_text(const std::filesystem::path& file);
[[nodiscard]] model::Expected<Recording> read_recording(const std::filesystem::path& file);
[[nodiscard]] model::Expected<Recording> parse_recording(std::string_view bytes, const std::string& file_name);

}  // namespace spillway::protocol
