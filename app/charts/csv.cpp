#include "app/charts/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "app/base/visible_text.h"

namespace spillway::charts {
namespace {

void add_row(std::string& csv, const std::vector<std::string>& fields)
{
    for (std::size_t i = 0; i < fields.size(); ++i) csv += (i ? "," : "") + csv_field(fields[i]);
    csv += '\n';
}

/// The axes, then every other setting of the results, by name.
std::vector<std::string> settings_of(const std::vector<model::RunResult>& results, std::vector<std::string> axes)
{
    std::set<std::string> others;
    for (const model::RunResult& result : results)
        for (const auto& [name, value] : result.parameters)
            if (std::ranges::find(axes, name) == axes.end()) others.insert(name);
    axes.insert(axes.end(), others.begin(), others.end());
    return axes;
}

std::vector<std::string> header(const std::vector<std::string>& settings)
{
    std::vector<std::string> fields{"experiment", "variant", "gpu"};
    fields.insert(fields.end(), settings.begin(), settings.end());
    // "compiler" is already a column: the knob with the requested compiler.
    for (const char* key : {"status", "message", "architecture", "compiled_by", "measurement_source", "recording",
                            "measured_on", "driver", "cuda", "date", "counted_blocks", "counted_metrics", "spillway"})
        fields.emplace_back(key);
    for (const model::Metric& metric : model::metrics()) fields.push_back(csv_column(metric));
    return fields;
}

/// "4 of 1024", and the columns whose numbers come from running those blocks here instead of from a measurement.
std::pair<std::string, std::string> counted_fields(const model::RunResult& result)
{
    std::pair<std::string, std::string> fields;
    for (const model::Metric& metric : model::metrics())
        if (model::is_interpreted(metric, result) && metric.get(result))
            fields.second += (fields.second.empty() ? "" : " ") + csv_column(metric);
    if (fields.second.empty()) return fields;
    std::int64_t ran = 0;
    for (const model::InterpretedCounts& block : result.counted->blocks) ran += block.blocks;
    fields.first = fmt::format("{} of {}", ran, result.counted->grid_blocks);
    return fields;
}

std::vector<std::string> row(const model::RunResult& result, const std::vector<std::string>& settings,
                             const CsvOrigin& origin)
{
    std::vector<std::string> fields{result.experiment, result.variant, result.gpu_name};
    for (const std::string& setting : settings) {
        const auto found = result.parameters.find(setting);
        fields.push_back(found == result.parameters.end() ? "" : model::to_string(found->second));
    }
    fields.emplace_back(model::to_string(result.status));
    fields.push_back(result.message.value_or(""));
    fields.push_back(result.gpu_arch);
    fields.push_back(result.compile ? result.compile->compiler : "");
    fields.emplace_back(model::to_string(result.measurement.source));
    const bool is_recorded = result.measurement.source == model::MeasurementSource::recorded;
    const auto recording = origin.recordings.find(result.gpu_name);
    fields.push_back(is_recorded && recording != origin.recordings.end() ? recording->second : "");
    const model::Provenance provenance = result.measurement.provenance.value_or(model::Provenance());
    for (const std::string* text : {&provenance.gpu, &provenance.driver, &provenance.cuda, &provenance.date})
        fields.push_back(*text);
    const auto [blocks, metrics] = counted_fields(result);
    fields.push_back(blocks);
    fields.push_back(metrics);
    fields.push_back(origin.version);
    for (const model::Metric& metric : model::metrics()) {
        const auto value = metric.get(result);
        if (!value || !std::isfinite(*value))
            fields.emplace_back();
        else if (metric.format == model::MetricFormat::percent)
            fields.push_back(fmt::format("{:.12g}", *value * 100));
        else  // shortest text that reads back as the same number
            fields.push_back(fmt::format("{}", *value));
    }
    return fields;
}

bool is_number(const std::string& text)
{
    double number = 0;
    const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
    const auto [end, problem] = std::from_chars(begin, text.data() + text.size(), number);
    return problem == std::errc() && end == text.data() + text.size();
}

/// Puts an apostrophe before each part that a spreadsheet could take for a formula, to mark it as text. The first part
/// begins with the cell. A spreadsheet with other separators than the comma starts a new cell at a semicolon or tab and
/// ignores the quotes within the line, so parts begin there too. Numbers stay numbers.
std::string without_formulas(const std::string& cell)
{
    std::string safe = cell.starts_with('\t') ? "'" : "";
    for (std::size_t from = 0; from < cell.size();) {
        const std::size_t end = std::min(cell.find_first_of(";\t\n", from), cell.size());
        const std::string part = cell.substr(from, end - from);
        const bool is_formula = !part.empty() && std::string_view("=+-@").find(part[0]) != std::string_view::npos;
        if (is_formula && !is_number(part)) safe += '\'';
        safe += part + cell.substr(end, 1);
        from = end + 1;
    }
    return safe;
}

}  // namespace

std::string csv_field(std::string_view text)
{
    std::string cell = without_formulas(base::visible_text(text));
    if (cell.find_first_of(",;\"\t\n") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string csv_column(const model::Metric& metric)
{
    std::string column(metric.key);
    if (metric.format == model::MetricFormat::percent && !column.starts_with("percent_")) column += "_percent";
    return column;
}

std::string to_csv(const std::vector<model::RunResult>& results, const std::vector<std::string>& axes,
                   const CsvOrigin& origin)
{
    std::string csv;
    const std::vector<std::string> settings = settings_of(results, axes);
    add_row(csv, header(settings));
    for (const model::RunResult& result : results) add_row(csv, row(result, settings, origin));
    return csv;
}

}  // namespace spillway::charts
