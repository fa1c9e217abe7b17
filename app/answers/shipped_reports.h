#pragma once

// The compiler's answers that came with the program, below the compile cache: what a fresh install knows before it has
// compiled anything. Reports only; to launch or to list, the kernel is compiled.
//
// A file per experiment and architecture, named EXPERIMENT-sm_NN-HASH.reports after the first digits of the kernel
// text's hash: a mark, then one zstd frame with a checksum, over CBOR: {"format", "entries": {key: [...]}}. An entry's
// key is made of the compiler's version, the text, the headers that it includes, and every option, so that a file of an
// older kernel or of another compiler is never wrong, only of no use. compiler.json beside them says which compiler and
// which headers that were. Written by tools/ship_reports.cpp.

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/model/error.h"
#include "app/model/job.h"
#include "app/model/run_result.h"

namespace spillway::answers {

/// What the compiler says of one request. When `error` is set the rest is empty.
struct Report {
    std::optional<model::Error> error;  ///< what: the compiler's own words; advice: which knob to move
    model::CompileReport report;
    model::PtxInspection ptx_inspection;
    std::string advice;  ///< for a compile that succeeded and still did not do as asked: a cap overridden
    std::string entry;   ///< mangled
};

/// By key.
using Reports = std::map<std::string, std::shared_ptr<const Report>>;

/// What a report depends on besides its request.
struct ReportTools {
    std::string compiler;  ///< version and build; empty: there is none
    /// The content hash of a header that a kernel includes by this name; nothing where it is not found.
    std::function<std::optional<std::string>(const std::string& name)> header_hash;
};

/// Files are read when first asked for. Used by one thread at a time.
class ShippedReports {
public:
    /// SPILLWAY_REPORTS ("none": empty), else assets/reports where the program's assets are.
    [[nodiscard]] static std::filesystem::path default_folder();

    /// A folder that is empty or not there ships nothing.
    explicit ShippedReports(const std::filesystem::path& folder);

    [[nodiscard]] std::shared_ptr<const Report> find(const std::string& key, const std::string& source_hash,
                                                     const std::string& arch);

    /// The compiler and the headers that the reports were made with, as the folder's compiler.json names them: for
    /// copies with neither.
    [[nodiscard]] ReportTools made_with() const;

private:
    struct File {
        std::filesystem::path path;
        std::shared_ptr<const Reports> reports;  ///< once read
    };
    std::filesystem::path folder_;
    std::map<std::string, File> files_;  ///< by the part of the name behind the experiment
};

/// The key of a request's entry; nothing where an answer may depend on what the key cannot tell: a listing, or a header
/// that is not found.
[[nodiscard]] std::optional<std::string> shipped_key(const ReportTools& tools, const model::CompileRequest& request,
                                                     const model::SourceText& source);

/// Whether an answer may be shipped: not an error that a header may have caused.
[[nodiscard]] bool is_shippable(const Report& report, const model::SourceText& source);

/// "running_mean-sm_90-0123456789abcdef.reports".
[[nodiscard]] std::string reports_file_name(const std::string& experiment, const std::string& source_hash,
                                            const std::string& arch);

/// The headers that a kernel's text includes, by name.
[[nodiscard]] std::vector<std::string> included_headers(const std::string& text);
/// compiler.json for reports of these kernels' texts.
[[nodiscard]] std::string describe_tools(const ReportTools& tools, const std::vector<std::string>& texts);

[[nodiscard]] std::string pack_reports(const Reports& reports);
/// Nothing for bytes that are not a whole file of this version.
[[nodiscard]] std::optional<Reports> unpack_reports(const std::string& content);

}  // namespace spillway::answers
