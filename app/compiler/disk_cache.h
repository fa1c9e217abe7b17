#pragma once

// Compiled code and its disassembly on disk, shared by every worker of a user.
//
// A file per entry, named after its key: a mark that says whose it is, then one zstd frame with a checksum, over CBOR
// that repeats the key. Written to a temporary name and renamed, so that a reader sees a whole file or none, whatever
// else runs or dies; a file that is not whole is as good as absent, and replaced by the next compile. Nothing is
// locked: two processes that write one entry write the same bytes. Files that do not begin with the mark are never
// deleted.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "app/compiler/compile.h"

namespace spillway::compiler {

class DiskCache {
public:
    using Notice = std::function<void(const model::Error&)>;

    static constexpr std::int64_t default_max_bytes = std::int64_t{256} << 20;

    /// SPILLWAY_CACHE_DIR ("none": no cache), else XDG_CACHE_HOME/spillway/compile, else under HOME. May be empty.
    [[nodiscard]] static std::filesystem::path default_folder();

    /// An empty folder makes a cache that holds nothing, and so does one that others can write to, which `notice` gets
    /// an Error of. It gets one of the first write that fails too, and of no other.
    DiskCache(std::filesystem::path folder, std::int64_t max_bytes, Notice notice);

    /// The entry, or nothing: also for a torn, truncated or foreign file.
    [[nodiscard]] std::optional<Compiled> read(const std::string& key) const;

    /// Keeps a successful compile; the oldest entries go when there is too much.
    void write(const std::string& key, const Compiled& compiled);

    /// Likewise of a disassembler's text. Whether it is worth keeping the caller knows.
    [[nodiscard]] std::optional<SassTexts> read_sass(const std::string& key) const;
    void write_sass(const std::string& key, const SassTexts& texts);

private:
    template <typename Content>
    using Unpack = std::optional<Content> (*)(const std::string& key, const std::string& content);

    template <typename Content>
    [[nodiscard]] std::optional<Content> read_as(const std::string& key, Unpack<Content> unpack) const;
    void keep(const std::string& key, const std::optional<std::string>& content);
    [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;
    [[nodiscard]] std::optional<model::Error> write_file(const std::filesystem::path& file,
                                                         const std::string& content) const;
    void make_room(std::int64_t added_bytes);

    std::filesystem::path folder_;
    std::int64_t max_bytes_;
    Notice notice_;
    std::mutex mutex_;
    std::optional<std::int64_t> bytes_;  ///< what the folder held at the last look, plus what was written since
    bool has_complained_ = false;
};

}  // namespace spillway::compiler
