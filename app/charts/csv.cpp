#include "app/charts/csv.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "app/base/visible_text.h"
#include "app/model/metrics.h"

namespace spillway::charts {
namespace {

void add_row(std::string& csv, const std::vector<std::string>& fields)
{
    for (std::size_t i = 0; i < fields.size(); ++i) csv += (i ? "," : "") + csv_field(fields[i]);
    csv += '\n';
}

std::vector<std::string> header(const std::vector<std::string>& axes)
{
    std::vector<std::string> fields{"experiment", "variant", "gpu"};
    fields.insert(fields.end(), axes.begin(), axes.end());
    for (const char* key : {"status", "message", "measurement_source"}) fields.emplace_back(key);
    for (const model::Metric& metric : model::metrics()) fields.emplace_back(metric.key);
    return fields;
}

std::vector<std::string> row(const model::RunResult& result, const std::vector<std::string>& axes)
{
    std::vector<std::string> fields{result.experiment, result.variant, result.gpu_name};
    for (const std::string& axis : axes) {
        const auto found = result.parameters.find(axis);
        fields.push_back(found == result.parameters.end() ? "" : model::to_string(found->second));
    }
    fields.emplace_back(model::to_string(result.status));
    fields.push_back(result.message.value_or(""));
    fields.emplace_back(model::to_string(result.measurement.source));
    for (const model::Metric& metric : model::metrics()) {
        const auto value = metric.get(result);
        // The shortest digits that read back as the same number.
        fields.push_back(value && std::isfinite(*value) ? fmt::format("{}", *value) : "");
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

}  // namespace

std::string csv_field(std::string_view text)
{
    std::string cell = base::visible_text(text);
    // A spreadsheet takes such text for a formula; the apostrophe says that it is text. Numbers stay numbers.
    const bool is_formula = !cell.empty() && std::string_view("=+-@\t").find(cell[0]) != std::string_view::npos;
    if (is_formula && !is_number(cell)) cell.insert(cell.begin(), '\'');
    if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string to_csv(const std::vector<model::RunResult>& results, const std::vector<std::string>& axes)
{
    std::string csv;
    add_row(csv, header(axes));
    for (const model::RunResult& result : results) add_row(csv, row(result, axes));
    return csv;
}

}  // namespace spillway::charts
