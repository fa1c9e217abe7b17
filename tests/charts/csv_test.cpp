// Results as CSV: quoted fields, and columns that name every setting.

#include "app/charts/csv.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/model/metrics.h"
#include "tests/charts/made_up_results.h"

namespace spillway::charts {
namespace {

using test::MadeUpSession;

TEST(Csv, QuotesAndLeavesUnknownEmpty)
{
    EXPECT_EQ(csv_field("plain"), "plain");
    EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
    EXPECT_EQ(csv_field("say \"x\""), "\"say \"\"x\"\"\"");
    EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csv_field("a;b"), "\"a;b\"") << "a spreadsheet may split there";
    EXPECT_EQ(csv_field("a;=1+1;b"), "\"a;'=1+1;b\"") << "and take what follows for a formula";
    EXPECT_EQ(csv_field("a\t@x\n+y"), "\"a\t'@x\n'+y\"");
    EXPECT_EQ(csv_field("1;-2;+3e4"), "\"1;-2;+3e4\"") << "numbers stay numbers";

    model::RunResult r = MadeUpSession::result(32, 128, 6);
    r.experiment = "running_mean";
    r.variant = "local_array";
    r.gpu_name = "h200";
    r.parameters["window_size"] = std::int64_t{32};
    r.message = "odd, \"quoted\"";
    const std::string csv = to_csv({r}, {"window_size", "unroll"});
    const std::string head = csv.substr(0, csv.find('\n')), row = csv.substr(csv.find('\n') + 1);
    EXPECT_TRUE(
        head.starts_with("experiment,variant,gpu,window_size,unroll,status,message,architecture,compiled_by,"
                         "measurement_source,recording,measured_on,driver,cuda,date,counted_blocks,counted_metrics,"
                         "spillway,registers,"))
        << head;
    EXPECT_TRUE(row.starts_with("running_mean,local_array,h200,32,,ok,\"odd, \"\"quoted\"\"\",")) << row;
    for (const model::Metric& metric : model::metrics()) EXPECT_NE(head.find(csv_column(metric)), std::string::npos);
    EXPECT_TRUE(row.ends_with(",\n")) << "the last metric is not known";
    // The knob of that name is a column too, and a reader by name must not take one for the other.
    r.parameters["compiler"] = "default";
    const std::string with_knob = to_csv({r}, {"window_size", "unroll"});
    const std::string columns = "," + with_knob.substr(0, with_knob.find('\n')) + ",";
    EXPECT_NE(columns.find(",compiler,"), std::string::npos);
    EXPECT_EQ(columns.find(",compiler,"), columns.rfind(",compiler,"));
}

/// The fields of a line without line breaks in its fields.
std::vector<std::string> fields_of(const std::string& line)
{
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"')
            fields.back() += line[i++];
        else if (line[i] == '"')
            is_quoted = !is_quoted;
        else if (line[i] == ',' && !is_quoted)
            fields.emplace_back();
        else
            fields.back() += line[i];
    }
    return fields;
}

TEST(Csv, ReadBackNamesEverySettingAndWhereTheNumbersAreFrom)
{
    model::RunResult r = MadeUpSession::result(32, 128, 6);
    r.gpu_name = "h200";
    r.gpu_arch = "sm_90";
    r.parameters = {
        {"window_size", std::int64_t{32}}, {"fast_math", true}, {"load_cache", std::string("ca, or \"cg\"")}};
    r.measurement.source = model::MeasurementSource::recorded;
    r.measurement.percent_of_peak = 0.285;
    r.measurement.provenance = model::Provenance{"NVIDIA H200", "580.1", "13.0", "2026-11-21T10:00:00Z"};
    ASSERT_TRUE(r.compile);
    r.compile->compiler = "NVRTC 13.0.88";
    const std::string csv = to_csv({r}, {"window_size"}, {"0.1.0", {{"h200", "h200.spillway"}}});
    const std::size_t end = csv.find('\n');
    const std::vector<std::string> names = fields_of(csv.substr(0, end));
    const std::vector<std::string> values = fields_of(csv.substr(end + 1, csv.size() - end - 2));
    ASSERT_EQ(names.size(), values.size());
    const auto cell = [&](const std::string& name) {
        const auto found = std::ranges::find(names, name);
        EXPECT_NE(found, names.end()) << name;
        return found == names.end() ? std::string() : values[static_cast<std::size_t>(found - names.begin())];
    };
    EXPECT_EQ(names[3], "window_size") << "the axes come first";
    EXPECT_EQ(cell("window_size"), "32");
    EXPECT_EQ(cell("fast_math"), "true");
    EXPECT_EQ(cell("load_cache"), "ca, or \"cg\"");
    EXPECT_EQ(cell("architecture"), "sm_90");
    EXPECT_EQ(cell("compiled_by"), "NVRTC 13.0.88");
    EXPECT_EQ(cell("recording"), "h200.spillway");
    EXPECT_EQ(cell("measured_on"), "NVIDIA H200");
    EXPECT_EQ(cell("driver"), "580.1");
    EXPECT_EQ(cell("cuda"), "13.0");
    EXPECT_EQ(cell("date"), "2026-11-21T10:00:00Z");
    EXPECT_EQ(cell("spillway"), "0.1.0");
    EXPECT_EQ(cell("theoretical_occupancy_percent"), "75");
    EXPECT_EQ(cell("percent_of_peak"), "28.5");
    EXPECT_EQ(cell("registers"), "32");
}

}  // namespace
}  // namespace spillway::charts
