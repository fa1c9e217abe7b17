#include "app/cli/guard_output.h"

#include <cmath>

#include <fmt/format.h>

#include "app/base/visible_text.h"
#include "app/cli/json_output.h"

namespace spillway::cli {
namespace {

std::string guard_number(const std::string& name, double number)
{
    if (name == "theoretical occupancy") return fmt::format("{:.1f} %", 100 * number);
    return std::to_string(std::llround(number));
}

std::string title_of(const GuardedKernel& kernel)
{
    return base::visible_line(kernel.kernel + " (" + kernel.arch + ")");
}

std::string guard_lines(const GuardReport& report)
{
    std::string text;
    for (const GuardFinding& finding : report.findings) {
        const std::string place = finding.line > 0 ? ":" + std::to_string(finding.line) : "";
        text += base::visible_line(finding.kernel->file) + place + ": " + title_of(*finding.kernel) + ": " +
                base::visible_line(finding.what) + "\n";
    }
    for (const std::string& note : report.notes) text += "note: " + base::visible_line(note) + "\n";
    return text + fmt::format("{} of {} kernels exceed the budget\n", report.findings.size(), report.kernels.size());
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
        text += "::error file=" + github_escaped(finding.kernel->file, true) +
                (finding.line > 0 ? ",line=" + std::to_string(finding.line) : "") +
                ",title=" + github_escaped(title_of(*finding.kernel) + " exceeds its budget", true) +
                "::" + github_escaped(finding.what, false) + "\n";
    for (const std::string& note : report.notes) text += "::notice::" + github_escaped(note, false) + "\n";
    return text;
}

std::string xml_text(const std::string& text)
{
    std::string out;
    for (const char c : base::visible_line(text)) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string as_junit(const GuardReport& report)
{
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    text += fmt::format("<testsuites><testsuite name=\"spillway guard\" tests=\"{}\" failures=\"{}\">\n",
                        report.kernels.size(), report.findings.size());
    for (const GuardedKernel& kernel : report.kernels) {
        text += "<testcase classname=\"" + xml_text(kernel.file) + "\" name=\"" + xml_text(title_of(kernel)) + "\">";
        for (const GuardFinding& finding : report.findings)
            if (finding.kernel == &kernel)
                text += "<failure message=\"" + xml_text(finding.what) + "\">" + xml_text(finding.what) + "</failure>";
        text += "</testcase>\n";
    }
    return text + "</testsuite></testsuites>\n";
}

std::string as_sarif(const GuardReport& report)
{
    Json results = Json::array();
    for (const GuardFinding& finding : report.findings) {
        Json location{{"artifactLocation", {{"uri", finding.kernel->file}}}};
        if (finding.line > 0) location["region"] = {{"startLine", finding.line}};
        results.push_back({{"ruleId", finding.kernel->failure ? "does-not-compile" : "over-budget"},
                           {"level", "error"},
                           {"message", {{"text", title_of(*finding.kernel) + ": " + finding.what}}},
                           {"locations", {{{"physicalLocation", location}}}}});
    }
    const Json rules{{{"id", "over-budget"}, {"shortDescription", {{"text", "A kernel needs more than its budget"}}}},
                     {{"id", "does-not-compile"}, {"shortDescription", {{"text", "A file does not compile"}}}}};
    const Json driver{{"name", "spillway guard"}, {"version", SPILLWAY_VERSION}, {"rules", rules}};
    const Json sarif{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                     {"version", "2.1.0"},
                     {"runs", {{{"tool", {{"driver", driver}}}, {"results", results}}}}};
    return sarif.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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
        text += (text.empty() ? "" : ", ") + excess.number + " " + guard_number(excess.number, excess.now) +
                " (budget " + guard_number(excess.number, excess.budget) + ")";
    for (const model::Cause& cause : causes) {
        if (cause.bytes == 0) continue;
        text += "; " + std::to_string(cause.bytes) + " bytes: " + cause.symbol.value_or(model::to_string(cause.kind));
        if (cause.symbol) text += std::string(", ") + model::to_string(cause.kind);
        if (cause.line) text += ", " + (cause.file ? *cause.file + " " : "") + "line " + std::to_string(*cause.line);
        if (cause.repair) text += ", repair: " + cause.repair->change;
    }
    return text;
}

}  // namespace spillway::cli
