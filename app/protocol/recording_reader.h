#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "app/protocol/recording.h"

namespace spillway::protocol {

/// Takes the file's bytes in pieces of any size. Hostile input gives an Error or `trouble`; never throws.
class RecordingReader {
public:
    explicit RecordingReader(std::string file_name);
    ~RecordingReader();
    RecordingReader(RecordingReader&&) noexcept;

    /// False when no more is wanted.
    bool feed(std::string_view bytes);
    [[nodiscard]] bool has_header() const;
    /// An Error where there is no header that could be used.
    [[nodiscard]] model::Expected<RecordingText> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The sentence about a line whose result is not right, for `trouble`. The header is line 1.
[[nodiscard]] model::Error bad_line(std::size_t number, const std::string& what, const std::string& file_name);

/// Reads no further than the header.
[[nodiscard]] model::Expected<RecordingHeader> read_recording_header(const std::filesystem::path& file);
/// Without a look into the results.
[[nodiscard]] model::Expected<RecordingText> read_recording_text(const std::filesystem::path& file);
[[nodiscard]] model::Expected<Recording> read_recording(const std::filesystem::path& file);
[[nodiscard]] model::Expected<Recording> parse_recording(std::string_view bytes, const std::string& file_name);

}  // namespace spillway::protocol
