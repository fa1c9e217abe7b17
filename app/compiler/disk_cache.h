#pragma once

// Disk cache of compiled code and its disassembly, shared by all workers of a user.
//
// One file per entry, named after its key: a mark of this cache, then one zstd frame with a checksum over CBOR that
// repeats the key. Files are written under a temporary name and renamed, so a reader sees a whole file or none, even
// after a crash. A damaged file counts as absent and is replaced by the next compile. There are no locks: two processes
// that write one entry write the same bytes. Deletes only files with the mark, and temporary files of the cache that
// are older than an hour.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/compiler/compile.h"
#include "app/model/cause.h"

namespace spillway::compiler {

class DiskCache {
public:
    using Notice = std::function<void(const model::Error&)>;

    static constexpr std::int64_t default_max_bytes = std::int64_t{256} << 20;

    /// SPILLWAY_CACHE_DIR ("none": no cache), else XDG_CACHE_HOME/spillway/compile, else below HOME. May be empty.
    [[nodiscard]] static std::filesystem::path default_folder();

    /// An empty path makes a cache that stores nothing. So does a folder that other users can write to; `notice` then
    /// receives an Error. `notice` also receives the first write error, and no later one.
    DiskCache(std::filesystem::path folder, std::int64_t max_bytes, Notice notice);

    /// Returns the entry; nothing for a missing, damaged or foreign file.
    [[nodiscard]] std::optional<Compiled> read(const std::string& key) const;

    /// Stores a successful compile. Above the maximum size, deletes the least recently used entries.
    void write(const std::string& key, const Compiled& compiled);

    /// Same for the causes of local memory.
    [[nodiscard]] std::optional<std::vector<model::Cause>> read_causes(const std::string& key) const;
    void write_causes(const std::string& key, const std::vector<model::Cause>& causes);
    /// Same for a disassembler's output. The caller decides whether to store it.
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
    std::optional<std::int64_t> bytes_;  ///< size of the folder at the last scan, plus the bytes written since
    bool has_complained_ = false;
};

}  // namespace spillway::compiler
