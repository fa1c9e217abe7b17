#pragma once

// Compiles each request once: looks in memory, on disk, and among the compiles in progress.

#include <cstddef>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "app/answers/shipped_reports.h"
#include "app/compiler/compile.h"
#include "app/compiler/disassembly.h"
#include "app/compiler/disk_cache.h"
#include "app/compiler/releases.h"

namespace spillway::compiler {

/// Result of a compile; `cached` and `seconds` tell how this request got it.
struct CompileAnswer {
    std::shared_ptr<const Compiled> compiled;
    std::string key;
    bool cached = false;  ///< from memory, disk, a shipped report, or another request's compile
    double seconds = 0;   ///< wall time of the compile or of the lookup

    /// Key of the code: changes with the outside files too, unlike `key`.
    [[nodiscard]] std::string code_key() const
    {
        return compiled->outside ? key + "|" + compiled->outside->identity() : key;
    }
    /// Report with `cached` and `seconds` of this request.
    [[nodiscard]] model::CompileReport report() const;
};

/// Every compile starts from the source, even if only the register cap differs: NVVM also reads the cap, so running
/// ptxas on an earlier PTX would give different code from a full compile.
/// Thread-safe. Keeps compile errors in memory, but not on disk, because the user may fix their cause outside Spillway;
/// does not keep stops and crashes (Compiled::is_lasting). A compile counts as absent once one of its outside files
/// has changed.
class CompileService {
public:
    static constexpr std::size_t default_memory_bytes = std::size_t{16} << 20;  ///< some 700 kernels

    CompileService(Toolchain tools, DiskCache& disk, std::size_t memory_bytes = default_memory_bytes);

    /// Looks in memory; takes microseconds, and once a second as long as it takes to look at the outside files.
    [[nodiscard]] std::optional<CompileAnswer> find_in_memory(const model::CompileRequest& request,
                                                              const model::SourceText& source);

    /// Looks in memory and on disk; as fast as the disk.
    [[nodiscard]] std::optional<CompileAnswer> find(const model::CompileRequest& request,
                                                    const model::SourceText& source);

    /// Returns the answer, compiled if necessary. Needs a stack of at least 8 MiB. `source.hash` must be the content
    /// hash of `source.text`, because the cache key uses it. If `should_stop` returns true, a caller that waits
    /// for another's compile gets a cancelled answer at once. The compiling caller is cancelled only if no other caller
    /// waits; otherwise it finishes and returns the answer.
    [[nodiscard]] CompileAnswer get(const model::CompileRequest& request, const model::SourceText& source,
                                    const StopQuestion& should_stop = {});

    /// Report that ships with the program, if any. It has no code: it can neither be launched nor shown as a listing.
    [[nodiscard]] std::optional<CompileAnswer> find_shipped(const model::CompileRequest& request,
                                                            const model::SourceText& source);

    /// Cache key of the answer.
    [[nodiscard]] std::string key_of(const model::CompileRequest& request, const model::SourceText& source) const;

    /// Default toolchain of the worker.
    [[nodiscard]] const Toolchain& tools() const { return releases_.own(); }
    /// Toolchain for this request.
    [[nodiscard]] const Toolchain& tools_of(const model::CompileRequest& request)
    {
        return releases_.of(request.compiler);
    }

    /// Causes found by an earlier request, possibly in another process; empty if they are not in the cache.
    [[nodiscard]] std::optional<std::vector<model::Cause>> find_causes_on_disk(const std::string& key) const
    {
        return disk_.read_causes(causes_key(key));
    }
    void keep_causes(const std::string& key, const std::vector<model::Cause>& causes)
    {
        disk_.write_causes(causes_key(key), causes);
    }
    /// Disassembly of the code compiled here.
    [[nodiscard]] Disassembly& disassembly() { return disassembly_; }

private:
    struct Kept {
        std::shared_ptr<const Compiled> compiled;
        std::size_t bytes = 0;
        std::list<std::string>::iterator use;
    };

    [[nodiscard]] static std::string causes_key(const std::string& key);
    [[nodiscard]] std::shared_ptr<const Compiled> kept(const std::string& key);
    [[nodiscard]] std::shared_ptr<const Compiled> on_disk(const std::string& key);
    void keep(const std::string& key, std::shared_ptr<const Compiled> compiled);
    [[nodiscard]] CompileAnswer make(const std::string& key, const model::CompileRequest& request,
                                     const model::SourceText& source, const StopQuestion& should_stop);
    [[nodiscard]] CompileAnswer make_from_whole(const std::string& key, const model::CompileRequest& request,
                                                const model::SourceText& source, const StopQuestion& should_stop);
    [[nodiscard]] CompileAnswer compile_once(const std::string& key, const model::CompileRequest& request,
                                             const model::SourceText& source, const StopQuestion& should_stop);

    using SharedCompile = std::shared_future<std::shared_ptr<const Compiled>>;
    /// Waits for another caller's compile of this key. False if `should_stop` ended the wait.
    [[nodiscard]] bool wait_for(const std::string& key, const SharedCompile& compiled, const StopQuestion& should_stop);

    struct InFlight {
        SharedCompile compiled;
        int others = 0;  ///< waiting callers besides the compiling one
        std::optional<int> max_seconds{};
    };

    Releases releases_;
    answers::ReportTools report_tools_;
    DiskCache& disk_;
    Disassembly disassembly_{releases_.own().disassembler, disk_};
    std::size_t memory_bytes_;

    std::mutex mutex_;  ///< guards the members below
    answers::ShippedReports shipped_{answers::ShippedReports::default_folder()};
    std::unordered_map<std::string, Kept> kept_;
    std::list<std::string> uses_;  ///< keys, most recently used first
    std::size_t kept_bytes_ = 0;
    std::string newest_file_;  ///< cache key of the file whose kernels were requested last: kept longest
    std::unordered_map<std::string, InFlight> in_flight_;
};

}  // namespace spillway::compiler
