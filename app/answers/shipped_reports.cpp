#include "app/answers/shipped_reports.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/answers/packed_json.h"
#include "app/base/paths.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/protocol/json_visitors.h"

namespace spillway::answers {
namespace {

namespace fs = std::filesystem;
using protocol::Json;

constexpr int format = 1;
constexpr std::string_view reports_magic("\x50\x2a\x4d\x18\x08\0\0\0spwships", 16);  // a skippable zstd frame
constexpr std::size_t hash_digits = 16, key_digits = 32;
constexpr const char* extension = ".reports";
constexpr const char* tools_file = "compiler.json";

/// Hashes of the directly included headers; empty if one is not found. The compiler's version covers indirect includes.
std::optional<std::string> headers_digest(const ReportTools& tools, const std::string& text)
{
    std::string digest;
    for (const std::string& name : included_headers(text)) {
        const auto hash = tools.header_hash(name);
        if (!hash) return std::nullopt;
        digest += "|" + name + " " + *hash;
    }
    return digest;
}

Json entry_of(const Report& compiled)
{
    if (compiled.error) return {{"error", protocol::to_json(*compiled.error)}};
    model::CompileReport report = compiled.report;
    report.seconds = 0;
    report.compiler_seconds = std::round(report.compiler_seconds * 1e3) / 1e3;
    return {{"report", protocol::to_json(report)},
            {"ptx_local_bytes", compiled.ptx_inspection.local_bytes_by_function},
            {"advice", compiled.advice},
            {"entry", compiled.entry}};
}

/// Null if a member is missing or has another type; may also throw Json::exception.
std::shared_ptr<const Report> compiled_of(const Json& entry)
{
    auto compiled = std::make_shared<Report>();
    protocol::JsonReader reader(entry, "entry");
    if (entry.contains("error")) {
        model::Error error;
        reader("error", error);
        compiled->error = std::move(error);
    } else {
        reader("report", compiled->report);
        reader("advice", compiled->advice);
        reader("entry", compiled->entry);
        reader("ptx_local_bytes", compiled->ptx_inspection.local_bytes_by_function);
        for (const auto& [name, bytes] : compiled->ptx_inspection.local_bytes_by_function)
            compiled->ptx_inspection.local_bytes += bytes;
    }
    if (reader.problem()) return nullptr;
    return compiled;
}

/// One file holds an architecture's reports, those for sm_90a beside those for sm_90.
std::string name_tail(const std::string& source_hash, const std::string& arch)
{
    return "-" + arch.substr(0, arch.find_last_of("0123456789") + 1) + "-" + source_hash.substr(0, hash_digits) +
           extension;
}

}  // namespace

fs::path ShippedReports::default_folder()
{
    if (const char* path = std::getenv("SPILLWAY_REPORTS"); path != nullptr && *path != 0)
        return path == std::string_view("none") ? fs::path() : fs::path(path);
    return base::data_folder() / "assets/reports";
}

ShippedReports::ShippedReports(const fs::path& folder) : folder_(folder)
{
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string name = at->path().filename().string();
        if (const auto experiment_end = name.find('-');
            experiment_end != std::string::npos && name.ends_with(extension))
            files_[name.substr(experiment_end)] = {at->path(), nullptr};
    }
}

Found<Report> ShippedReports::find(const std::string& key, const std::string& source_hash, const std::string& arch)
{
    const auto file = files_.find(name_tail(source_hash, arch));
    if (file == files_.end()) return {};
    if (!file->second.reports) {
        const auto content = read_packed_file(file->second.path);
        if (content && content->empty()) return {nullptr, true};
        auto reports = content ? unpack_reports(*content) : std::nullopt;
        file->second.reports = std::make_shared<const Reports>(reports ? std::move(*reports) : Reports{});
        read_.push_back(file->first);
        if (read_.size() > max_unpacked) {
            files_.at(read_.front()).reports = nullptr;
            read_.pop_front();
        }
    }
    const auto entry = file->second.reports->find(key);
    return {entry == file->second.reports->end() ? nullptr : entry->second};
}

ReportTools ShippedReports::made_with() const
{
    const auto text = read_packed_file(folder_ / tools_file);
    const Json json = Json::parse(text.value_or(""), nullptr, false);
    std::string compiler;
    std::map<std::string, std::string> headers;
    protocol::JsonReader reader(json, tools_file);
    reader("compiler", compiler);
    reader("headers", headers);
    if (reader.problem()) return {};
    return {std::move(compiler), [headers](const std::string& name) -> std::optional<std::string> {
                const auto found = headers.find(name);
                return found == headers.end() ? std::nullopt : std::optional(found->second);
            }};
}

std::vector<std::string> included_headers(const std::string& text)
{
    std::vector<std::string> names;
    for (std::size_t at = text.find("include"); at != std::string::npos; at = text.find("include", at + 1)) {
        const std::size_t open = text.find_first_of("<\n", at);
        if (open == std::string::npos || text[open] == '\n') continue;
        names.push_back(text.substr(open + 1, text.find_first_of(">\n", open) - open - 1));
    }
    return names;
}

std::string describe_tools(const ReportTools& tools, const std::vector<std::string>& texts)
{
    Json headers = Json::object();
    for (const std::string& text : texts)
        for (const std::string& name : included_headers(text))
            if (const auto hash = tools.header_hash(name)) headers[name] = *hash;
    return Json{{"compiler", tools.compiler}, {"headers", std::move(headers)}}.dump(2) + "\n";
}

std::optional<std::string> shipped_key(const ReportTools& tools, const model::CompileRequest& request,
                                       const model::SourceText& source)
{
    if (tools.compiler.empty() || request.line_info || request.whole_file) return std::nullopt;
    if (request.register_usage_level != model::standard_register_usage_level) return std::nullopt;
    // A release named in the request must be the one that made the reports.
    if (!request.compiler.empty() && !tools.compiler.starts_with("NVRTC " + request.compiler + "."))
        return std::nullopt;
    const auto headers = headers_digest(tools, source.text);
    if (!headers) return std::nullopt;
    std::string text = "shipped 1|" + tools.compiler + "|" + source.hash + "|" + source.name + *headers + "|" +
                       request.entry + "|" + request.arch;
    for (const int field : {request.register_cap, request.min_blocks_per_sm, request.bounds_threads,
                            static_cast<int>(request.spill_target), static_cast<int>(request.load_cache),
                            static_cast<int>(request.fast_math)})
        text += "|" + std::to_string(field);
    return catalogue::content_hash(text).substr(0, key_digits);
}

bool is_shippable(const Report& report, const model::SourceText& source)
{
    return !report.error || source.text.find("include") == std::string::npos;
}

std::string reports_file_name(const std::string& experiment, const std::string& source_hash, const std::string& arch)
{
    return experiment + name_tail(source_hash, arch);
}

std::string pack_reports(const Reports& reports)
{
    Json entries = Json::object();
    for (const auto& [key, compiled] : reports) entries[key] = entry_of(*compiled);
    const Json json = {{"format", format}, {"entries", std::move(entries)}};
    return pack_json(reports_magic, json);
}

std::optional<Reports> unpack_reports(const std::string& file)
{
    const auto unpacked = unpack_json(reports_magic, file);
    if (!unpacked) return std::nullopt;
    const Json& json = *unpacked;
    try {
        if (json.at("format") != format) return std::nullopt;
        Reports reports;
        for (const auto& [key, entry] : json.at("entries").items()) {
            reports[key] = compiled_of(entry);
            if (!reports[key]) return std::nullopt;
        }
        return reports;
    } catch (const Json::exception&) {
        return std::nullopt;  // another version or a foreign file: treated as missing
    }
}

}  // namespace spillway::answers
