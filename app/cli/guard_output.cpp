#include "app/cli/guard_output.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "app/base/counted.h"
#include "app/base/visible_text.h"
#include "app/cli/json_output.h"
#include "app/model/cause_words.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

const char* name_of(GuardNumber number)
{
    switch (number) {
        case GuardNumber::registers: return "registers";
        case GuardNumber::stack_frame_bytes: return "stack frame bytes";
        case GuardNumber::spill_store_bytes: return "spill store bytes";
        case GuardNumber::spill_load_bytes: return "spill load bytes";
        case GuardNumber::static_shared_bytes: return "static shared bytes";
        case GuardNumber::theoretical_occupancy: return "theoretical occupancy";
    }
    return "";
}

std::string guard_number(GuardNumber number, double value)
{
    if (number == GuardNumber::theoretical_occupancy) return fmt::format("{:.1f} %", 100 * value);
    return std::to_string(std::llround(value));
}

/// "filter (sm_90)"; the file's name if it fails before the compiler names its kernels.
std::string title_of(const GuardedKernel& kernel)
{
    const std::string name = kernel.kernel.empty() ? fs::path(kernel.file).filename().string() : kernel.kernel;
    return base::visible_line(kernel.arch.empty() ? name : name + " (" + kernel.arch + ")");
}

const char* words_of(GuardFindingKind kind)
{
    switch (kind) {
        case GuardFindingKind::over_budget: return "exceeds its budget";
        case GuardFindingKind::does_not_compile: return "does not compile";
        case GuardFindingKind::not_compiled: return "was not compiled";
    }
    return "";
}

const char* rule_of(GuardFindingKind kind)
{
    switch (kind) {
        case GuardFindingKind::over_budget: return "over-budget";
        case GuardFindingKind::does_not_compile: return "does-not-compile";
        case GuardFindingKind::not_compiled: return "not-compiled";
    }
    return "";
}

/// "registers 40 (budget 32)"; for a failure, its kind and the compiler's message.
std::string finding_words(const GuardFinding& finding)
{
    const std::string what = base::visible_text(finding.what);
    return finding.kind == GuardFindingKind::over_budget ? what : std::string(words_of(finding.kind)) + ": " + what;
}

std::size_t count(const GuardReport& report, bool failures)
{
    return static_cast<std::size_t>(std::ranges::count_if(report.findings, [&](const GuardFinding& finding) {
        return (finding.kind != GuardFindingKind::over_budget) == failures;
    }));
}

/// "1 of 12 kernels exceeds the budget; 1 failure to compile"
std::string summary(const GuardReport& report)
{
    const auto compiled = static_cast<std::size_t>(
        std::ranges::count_if(report.kernels, [](const GuardedKernel& kernel) { return !kernel.failure; }));
    const std::size_t over = count(report, false), failures = count(report, true);
    std::string text = fmt::format("{} of {} {} the budget", over, base::counted(compiled, "kernel"),
                                   over == 1 || compiled == 1 ? "exceeds" : "exceed");
    if (compiled == 0) text = "no kernel was compiled";
    if (failures > 0) text += "; " + base::counted(failures, "failure") + " to compile";
    return text + "\n";
}

std::string guard_lines(const GuardReport& report)
{
    std::string text;
    for (const GuardFinding& finding : report.findings) {
        const std::string place = finding.line > 0 ? ":" + std::to_string(finding.line) : "";
        text += base::visible_line(finding.kernel->file) + place + ": " + title_of(*finding.kernel) +
                (finding.kind == GuardFindingKind::over_budget ? ": " : " ") + finding_words(finding) + "\n";
    }
    for (const std::string& note : report.notes) text += "note: " + base::visible_line(note) + "\n";
    return text + summary(report);
}

/// GitHub's escapes of a property and of a message.
std::string github_escaped(const std::string& text, bool is_property)
{
    std::string out;
    for (const char c : text) {
        if (c == '%')
            out += "%25";
        else if (c == '\n')
            out += "%0A";
        else if (c == '\r')
            out += "%0D";
        else if (is_property && c == ':')
            out += "%3A";
        else if (is_property && c == ',')
            out += "%2C";
        else
            out += c;
    }
    return out;
}

std::string as_github(const GuardReport& report)
{
    std::string text;
    for (const GuardFinding& finding : report.findings)
        text += "::error file=" + github_escaped(path_in_repository(finding.kernel->path), true) +
                (finding.line > 0 ? ",line=" + std::to_string(finding.line) : "") +
                ",title=" + github_escaped(title_of(*finding.kernel) + " " + words_of(finding.kind), true) +
                "::" + github_escaped(base::visible_text(finding.what), false) + "\n";
    for (const std::string& note : report.notes)
        text += "::notice::" + github_escaped(base::visible_line(note), false) + "\n";
    return text + summary(report);
}

std::string xml_text(const std::string& text, bool is_attribute)
{
    std::string out;
    for (const char c : base::visible_text(text)) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else if (c == '\n' && is_attribute)
            out += "&#10;";
        else
            out += c;
    }
    return out;
}

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

std::string as_junit(const GuardReport& report)
{
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text += fmt::format("<testsuites><testsuite name=\"spillway guard\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
                        report.kernels.size(), count(report, false), count(report, true));
    for (const GuardedKernel& kernel : report.kernels) {
        text += "<testcase classname=\"" + xml_text(kernel.file, true) + "\" name=\"" +
                xml_text(title_of(kernel), true) + "\">";
        for (const GuardFinding& finding : report.findings) {
            if (finding.kernel != &kernel) continue;
            const char* element = finding.kind == GuardFindingKind::over_budget ? "failure" : "error";
            text += fmt::format("<{0} type=\"{1}\" message=\"{2}\">{3}</{0}>", element, rule_of(finding.kind),
                                xml_text(first_line(finding_words(finding)), true), xml_text(finding.what, false));
        }
        text += "</testcase>\n";
    }
    return text + "</testsuite></testsuites>\n";
}

/// Path as a URI reference: a relative one stays relative.
std::string uri_of(const std::string& path)
{
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              std::string_view("/-_.~+").find(c) != std::string_view::npos;
        uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri;
}

std::string as_sarif(const GuardReport& report)
{
    constexpr const char* root = "%SRCROOT%";
    Json results = Json::array();
    for (const GuardFinding& finding : report.findings) {
        const std::string path = path_in_repository(finding.kernel->path);
        Json artifact{{"uri", uri_of(path)}};
        if (!path.starts_with('/')) artifact["uriBaseId"] = root;
        Json location{{"artifactLocation", artifact}};
        if (finding.line > 0) location["region"] = {{"startLine", finding.line}};
        results.push_back(
            {{"ruleId", rule_of(finding.kind)},
             {"level", "error"},
             {"message",
              {{"text", title_of(*finding.kernel) + (finding.kind == GuardFindingKind::over_budget ? ": " : " ") +
                            finding_words(finding)}}},
             {"locations", {{{"physicalLocation", location}}}}});
    }
    const auto rule = [](GuardFindingKind kind, const char* text) {
        return Json{{"id", rule_of(kind)}, {"shortDescription", {{"text", text}}}};
    };
    const Json rules{rule(GuardFindingKind::over_budget, "A kernel needs more than its budget"),
                     rule(GuardFindingKind::does_not_compile, "A file or a kernel does not compile"),
                     rule(GuardFindingKind::not_compiled, "A file or a kernel was not compiled to its end")};
    const Json driver{{"name", "spillway guard"}, {"version", SPILLWAY_VERSION}, {"rules", rules}};
    const Json base{{root, {{"description", {{"text", "The root of the repository"}}}}}};
    const Json sarif{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", {{{"tool", {{"driver", driver}}}, {"originalUriBaseIds", base}, {"results", results}}}}};
    return sarif.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// The folder with a .git that holds `from`; empty if there is none.
fs::path repository_of(fs::path from)
{
    std::error_code error;
    for (; !from.empty(); from = from.parent_path()) {
        if (fs::exists(from / ".git", error)) return from;
        if (from == from.parent_path()) break;
    }
    return {};
}

}  // namespace

std::optional<GuardFormat> guard_format(const std::string& word)
{
    if (word.empty() || word == "text") return GuardFormat::text;
    if (word == "github") return GuardFormat::github;
    if (word == "junit") return GuardFormat::junit;
    if (word == "sarif") return GuardFormat::sarif;
    return std::nullopt;
}

std::string guard_text(const GuardReport& report, GuardFormat format)
{
    switch (format) {
        case GuardFormat::github: return as_github(report);
        case GuardFormat::junit: return as_junit(report);
        case GuardFormat::sarif: return as_sarif(report);
        case GuardFormat::text: break;
    }
    return guard_lines(report);
}

std::string excess_text(const std::vector<Excess>& excesses, const std::vector<model::Cause>& causes)
{
    std::string text;
    for (const Excess& excess : excesses)
        text += std::string(text.empty() ? "" : ", ") + name_of(excess.number) + " " +
                guard_number(excess.number, excess.now) + " (budget " + guard_number(excess.number, excess.budget) +
                ")";
    for (const model::Cause& cause : causes) {
        if (cause.bytes == 0) continue;
        text += "; " + std::to_string(cause.bytes) + " bytes: " + model::cause_subject(cause);
        if (cause.line)
            text += " (" + (cause.file ? *cause.file + " " : "") + "line " + std::to_string(*cause.line) + ")";
        text += std::string(", ") + model::reason_words(cause.kind);
        if (cause.repair) text += ", repair: " + cause.repair->change;
    }
    return text;
}

std::string path_in_repository(const std::string& file)
{
    std::error_code error;
    const fs::path here = fs::weakly_canonical(fs::current_path(error), error);
    const fs::path place = fs::weakly_canonical(fs::absolute(file, error), error);
    for (const fs::path& root : {repository_of(here), repository_of(place.parent_path()), here}) {
        if (root.empty()) continue;
        const std::string path = place.lexically_relative(root).generic_string();
        if (!path.empty() && path != "." && path != ".." && !path.starts_with("../")) return path;
    }
    return place.generic_string();
}

}  // namespace spillway::cli
