#pragma once

// Log of the traced program: lines of JSON. One write() call appends each line, so a crash, a hang or a kill loses
// nothing that was written. Several processes may write to one file.

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace spillway::trace::injection {

/// Maximum bytes of a line; the limit of the reader (app/trace/log_reader.h) is larger.
inline constexpr std::size_t max_line_bytes = std::size_t{256} << 10;
/// Size per process after which launches are summed, not listed; size of the file after which nothing is written.
inline constexpr std::uint64_t max_listed_bytes = std::uint64_t{48} << 20;
inline constexpr std::uint64_t max_file_bytes = std::uint64_t{192} << 20;

/// One line: {"pid":123,...}.
class Line {
public:
    Line();
    Line& key(std::string_view name);
    Line& number(std::int64_t value);
    Line& real(double value);
    Line& text(std::string_view value);
    Line& open(char bracket);
    Line& close(char bracket);
    [[nodiscard]] std::size_t size() const { return text_.size(); }
    [[nodiscard]] std::string finish() &&;

private:
    void separate();
    std::string text_;
    bool needs_comma_ = true;
};

/// Log file of this process. Never destroyed, because CUPTI's threads can outlive main().
class Log {
public:
    [[nodiscard]] bool open(const char* path);
    /// Returns false if the file or the disk is full; the program continues in either case.
    bool write(Line&& line);
    [[nodiscard]] bool lists_launches() const { return written_ < max_listed_bytes; }

private:
    int descriptor_ = -1;
    std::atomic<std::uint64_t> written_{0};
    std::atomic<bool> is_full_{false};
};

}  // namespace spillway::trace::injection
