#pragma once

// Compiles once what is asked for often: in memory, on disk, and while the same is being compiled already.

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

/// A compile's content, and how it was come by this time.
struct CompileAnswer {
    std::shared_ptr<const Compiled> compiled;
    std::string key;
    bool cached = false;  ///< from memory, from disk, or shared with a compile in flight
    double seconds = 0;   ///< wall time: of the compile, or of the look-up

    /// The report, with this time's `cached` and `seconds`.
    [[nodiscard]] model::CompileReport report() const;
};

/// Every compile starts from the source, also where only the register cap differs: NVVM reads the cap as well, so an
/// earlier compile's PTX given to ptxas alone would not be what the compiler writes.
/// Thread safe. Compile errors are kept in memory, but not on disk: their cause may be mended outside.
class CompileService {
public:
    static constexpr std::size_t default_memory_bytes = std::size_t{16} << 20;  ///< some 700 kernels

    CompileService(Toolchain tools, DiskCache& disk, std::size_t memory_bytes = default_memory_bytes);

    /// The answer where it is in memory; takes microseconds.
    [[nodiscard]] std::optional<CompileAnswer> find_in_memory(const model::CompileRequest& request,
                                                              const model::SourceText& source);

    /// The answer where it is in memory or on the disk; as quick as that disk.
    [[nodiscard]] std::optional<CompileAnswer> find(const model::CompileRequest& request,
                                                    const model::SourceText& source);

    /// The answer, compiled where need be. Wants a stack of at least 8 MiB. `source.hash` must be the content hash
    /// of `source.text`: it is what the cache goes by.
    /// Where `should_stop` turns true while it is compiled for this caller alone, the compile is ended.
    [[nodiscard]] CompileAnswer get(const model::CompileRequest& request, const model::SourceText& source,
                                    const StopQuestion& should_stop = {});

    /// The report where it came with the program: without code, so for nothing that is launched or listed.
    [[nodiscard]] std::optional<CompileAnswer> find_shipped(const model::CompileRequest& request,
                                                            const model::SourceText& source);

    /// What an answer is kept by.
    [[nodiscard]] std::string key_of(const model::CompileRequest& request, const model::SourceText& source) const;

    /// The worker's own.
    [[nodiscard]] const Toolchain& tools() const { return releases_.own(); }
    /// What a request is compiled with.
    [[nodiscard]] const Toolchain& tools_of(const model::CompileRequest& request)
    {
        return releases_.of(request.compiler);
    }

    /// Of what was compiled here.
    [[nodiscard]] Disassembly& disassembly() { return disassembly_; }

private:
    struct Kept {
        std::shared_ptr<const Compiled> compiled;
        std::size_t bytes = 0;
        std::list<std::string>::iterator use;
    };

    [[nodiscard]] std::shared_ptr<const Compiled> kept(const std::string& key);
    [[nodiscard]] std::shared_ptr<const Compiled> on_disk(const std::string& key);
    void keep(const std::string& key, std::shared_ptr<const Compiled> compiled);
    [[nodiscard]] CompileAnswer make(const std::string& key, const model::CompileRequest& request,
                                     const model::SourceText& source, const StopQuestion& should_stop);
    [[nodiscard]] CompileAnswer make_from_whole(const std::string& key, const model::CompileRequest& request,
                                                const model::SourceText& source, const StopQuestion& should_stop);
    [[nodiscard]] CompileAnswer compile_once(const std::string& key, const model::CompileRequest& request,
                                             const model::SourceText& source, const StopQuestion& should_stop);

    struct InFlight {
        std::shared_future<std::shared_ptr<const Compiled>> compiled;
        int others = 0;  ///< who waits for it besides the one that compiles
    };

    Releases releases_;
    answers::ReportTools report_tools_;
    DiskCache& disk_;
    Disassembly disassembly_{releases_.own().disassembler, disk_};
    std::size_t memory_bytes_;

    std::mutex mutex_;  ///< guards what follows
    answers::ShippedReports shipped_{answers::ShippedReports::default_folder()};
    std::unordered_map<std::string, Kept> kept_;
    std::list<std::string> uses_;  ///< keys, last used first
    std::size_t kept_bytes_ = 0;
    std::unordered_map<std::string, InFlight> in_flight_;
};

}  // namespace spillway::compiler
