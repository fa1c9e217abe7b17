#pragma once

// The compiler's answers that came with the program, below the compile cache: what a fresh install knows before it has
// compiled anything. Reports only; to launch or to list, the kernel is compiled.
//
// A file per experiment and architecture, named EXPERIMENT-sm_NN-HASH.reports after the first digits of the kernel
// text's hash: a mark, then one zstd frame with a checksum, over CBOR: {"format", "entries": {key: [...]}}. An entry's
// key is made of the compiler's version, the text, the headers that it includes, and every option, so that a file of an
// older kernel or of another compiler is never wrong, only of no use. Written by tools/ship_reports.cpp.

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/compiler/compile.h"

namespace spillway::compiler {

/// Entries by key, without PTX and cubin.
using Reports = std::map<std::string, std::shared_ptr<const Compiled>>;

/// Thread safe. Files are read when first asked for.
class ShippedReports {
public:
    /// SPILLWAY_REPORTS ("none": empty), else assets/reports where the program's assets are.
    [[nodiscard]] static std::filesystem::path default_folder();

    /// A folder that is empty or not there ships nothing.
    explicit ShippedReports(const std::filesystem::path& folder);

    [[nodiscard]] std::shared_ptr<const Compiled> find(const std::string& key, const std::string& source_hash,
                                                       const std::string& arch);

private:
    struct File {
        std::filesystem::path path;
        std::shared_ptr<const Reports> reports;  ///< once read
    };
    std::mutex mutex_;
    std::map<std::string, File> files_;  ///< by the part of the name behind the experiment
};

/// The key of a request's entry; nothing where an answer may depend on what the key cannot tell: a listing, or a header
/// that is not found.
[[nodiscard]] std::optional<std::string> shipped_key(const Toolchain& tools, const model::CompileRequest& request,
                                                     const model::SourceText& source);

/// Whether an answer may be shipped: not an error that a header may have caused.
[[nodiscard]] bool is_shippable(const Compiled& compiled, const model::SourceText& source);

/// "running_mean-sm_90-0123456789abcdef.reports".
[[nodiscard]] std::string reports_file_name(const std::string& experiment, const std::string& source_hash,
                                            const std::string& arch);

[[nodiscard]] std::string pack_reports(const Reports& reports);
/// Nothing for bytes that are not a whole file of this version.
[[nodiscard]] std::optional<Reports> unpack_reports(const std::string& content);

}  // namespace spillway::compiler
