#pragma once

// Compile reports shipped with the program, looked up after the compile cache: a fresh install has them before it
// compiles anything. Reports only: to launch a kernel or to list its code, the worker compiles it. (Without a compiler,
// shipped_listings.h has some listings.)
//
// One file per experiment and architecture, named EXPERIMENT-sm_NN-HASH.reports after the first digits of the kernel
// text's hash, in the format of packed_json.h: {"format", "entries": {key: {"report", ...} or {"error"}}}. The
// key of an entry covers the compiler's version, the text, the headers that it includes, and every option. So a file of
// an older kernel or of another compiler is never wrong, only unused. compiler.json beside the files names that
// compiler and those headers. tools/ship_reports.cpp writes them.

#include <deque>
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

/// The compiler's report on one request. If `error` is set, the rest is empty.
struct Report {
    std::optional<model::Error> error;  ///< what: the compiler's own words; advice: which knob to move
    model::CompileReport report;
    model::PtxInspection ptx_inspection;
    std::string advice;  ///< for a successful compile that did not follow the request: a register cap overridden
    std::string entry;   ///< mangled
};

/// By shipped_key().
using Reports = std::map<std::string, std::shared_ptr<const Report>>;

/// Result of a search in the shipped files.
template <typename Value>
struct Found {
    std::shared_ptr<const Value> value;  ///< null: none ships
    bool may_come = false;               ///< the web page has not downloaded the file yet
};

/// Inputs of a report besides its request.
struct ReportTools {
    std::string compiler;  ///< version and build; empty: no compiler
    /// Content hash of a header that a kernel includes by this name; empty if not found.
    std::function<std::optional<std::string>(const std::string& name)> header_hash;
};

/// Reads files on demand. For one thread at a time.
class ShippedReports {
public:
    /// Files kept unpacked: one experiment on all 7 architectures, and 5 others.
    static constexpr std::size_t max_unpacked = 12;

    /// $SPILLWAY_REPORTS ("none": empty), else assets/reports in base::data_folder().
    [[nodiscard]] static std::filesystem::path default_folder();

    /// A missing or empty folder means no shipped reports.
    explicit ShippedReports(const std::filesystem::path& folder);

    [[nodiscard]] Found<Report> find(const std::string& key, const std::string& source_hash, const std::string& arch);

    /// Compiler and headers of the reports, from the folder's compiler.json: for installations without a compiler.
    [[nodiscard]] ReportTools made_with() const;

private:
    struct File {
        std::filesystem::path path;
        std::shared_ptr<const Reports> reports;  ///< null until read
    };
    std::filesystem::path folder_;
    std::map<std::string, File> files_;  ///< by the file name's part after the experiment
    std::deque<std::string> read_;       ///< keys of the files with reports, oldest first
};

/// Key of a request's entry. Empty without a compiler, and if the report may depend on more than the key covers: the
/// request has line information, compiles a whole file, changes the register usage level or names another compiler
/// release, or a header was not found.
[[nodiscard]] std::optional<std::string> shipped_key(const ReportTools& tools, const model::CompileRequest& request,
                                                     const model::SourceText& source);

/// Whether a report may be shipped. False for an error if the text includes a header, because the header may be the
/// cause.
[[nodiscard]] bool is_shippable(const Report& report, const model::SourceText& source);

/// "running_mean-sm_90-0123456789abcdef.reports".
[[nodiscard]] std::string reports_file_name(const std::string& experiment, const std::string& source_hash,
                                            const std::string& arch);

/// Names of the headers that a kernel's text includes in angle brackets.
[[nodiscard]] std::vector<std::string> included_headers(const std::string& text);
/// Text of compiler.json for reports of these kernel texts.
[[nodiscard]] std::string describe_tools(const ReportTools& tools, const std::vector<std::string>& texts);

[[nodiscard]] std::string pack_reports(const Reports& reports);
/// Empty for bytes that are not a complete file of this version.
[[nodiscard]] std::optional<Reports> unpack_reports(const std::string& content);

}  // namespace spillway::answers
