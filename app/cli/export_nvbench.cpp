#include "app/cli/export_nvbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/cli/json_output.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

/// nvbench writes numbers as text, so that readers keep all 64 bits.
Json named_value(const char* name, const char* type, std::string value)
{
    return {{"name", name}, {"type", type}, {"value", std::move(value)}};
}

Json summary(const std::string& tag, const std::string& name, const std::string& hint, const std::string& description,
             Json data)
{
    Json json{{"tag", tag}, {"name", name}, {"description", description}};
    if (!hint.empty()) json["hint"] = hint;
    json["data"] = Json::array({std::move(data)});
    return json;
}

Json number_summary(const std::string& tag, const std::string& name, const std::string& hint,
                    const std::string& description, double value)
{
    return summary(tag, name, hint, description, named_value("value", "float64", fmt::format("{}", value)));
}

Json device(const model::Gpu& gpu)
{
    const int sm_version = gpu.compute_major * 100 + gpu.compute_minor * 10;
    return {{"id", 0},
            {"name", gpu.label},
            {"sm_version", sm_version},
            {"ptx_version", sm_version},
            {"sm_default_clock_rate", gpu.boost_clock_hz},
            {"number_of_sms", gpu.sm_count},
            {"max_blocks_per_sm", gpu.max_blocks_per_sm},
            {"max_threads_per_sm", gpu.max_threads_per_sm},
            {"max_threads_per_block", gpu.max_threads_per_block},
            {"registers_per_sm", gpu.registers_per_sm},
            {"registers_per_block", gpu.registers_per_block},
            {"global_memory_size", nullptr},
            {"global_memory_bus_peak_clock_rate", nullptr},
            {"global_memory_bus_width", nullptr},
            {"global_memory_bus_bandwidth", gpu.dram_bytes_per_second},
            {"l2_cache_size", gpu.l2_bytes},
            {"shared_memory_per_sm", gpu.shared_bytes_per_sm},
            {"shared_memory_per_block", gpu.shared_bytes_per_block},
            {"ecc_state", nullptr}};
}

/// nvbench has integers, reals and text; a flag becomes 0 or 1.
std::pair<const char*, std::string> typed(const model::Value& value)
{
    if (const auto* flag = std::get_if<bool>(&value)) return {"int64", *flag ? "1" : "0"};
    if (std::holds_alternative<std::int64_t>(value)) return {"int64", model::to_string(value)};
    return {"string", model::to_string(value)};
}

Json axis(const std::string& name, const std::vector<model::Value>& values)
{
    Json listed = Json::array();
    for (const model::Value& value : values) {
        Json entry{{"input_string", model::to_string(value)}, {"description", ""}};
        if (const auto* text = std::get_if<std::string>(&value))
            entry["value"] = *text;
        else
            entry["value"] = std::stoll(typed(value).second);
        listed.push_back(std::move(entry));
    }
    const char* type = values.empty() ? "string" : typed(values.front()).first;
    return {{"name", name}, {"type", type}, {"flags", ""}, {"values", std::move(listed)}};
}

/// Axes: the variant and every parameter, with the occurring values.
Json axes(const std::vector<const model::RunResult*>& results)
{
    std::map<std::string, std::vector<model::Value>> by_name;
    std::vector<model::Value> variants;
    const auto note = [](std::vector<model::Value>& values, const model::Value& value) {
        if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
    };
    for (const model::RunResult* result : results) {
        note(variants, result->variant);
        for (const auto& [name, value] : result->parameters) note(by_name[name], value);
    }
    Json all = Json::array({axis("variant", variants)});
    for (const auto& [name, values] : by_name) all.push_back(axis(name, values));
    return all;
}

void add_time(Json& summaries, const model::Measurement& measured)
{
    // nvbench's "cold" samples follow a flush of the L2; its "batch" samples do not.
    const std::string prefix = measured.cache == "warm" ? "nv/batch/" : "nv/cold/";
    const auto& seconds = *measured.seconds;
    summaries.push_back(summary(prefix + "sample_size", "Samples", "sample_size", "Number of samples",
                                named_value("value", "int64", std::to_string(seconds.samples))));
    summaries.push_back(number_summary(prefix + "time/gpu/mean", "GPU Time", "duration",
                                       "Median of the samples: Spillway keeps no mean", seconds.median));
    summaries.push_back(number_summary(prefix + "time/gpu/stdev/relative", "Noise", "percentage",
                                       "Relative noise of the samples as Spillway estimates it", seconds.noise));
    summaries.push_back(number_summary("spillway/time/gpu/p20", "GPU Time, 20 %", "duration",
                                       "A fifth of the samples are below this", seconds.p20));
    summaries.push_back(number_summary("spillway/time/gpu/p80", "GPU Time, 80 %", "duration",
                                       "A fifth of the samples are above this", seconds.p80));
    if (measured.bytes_per_second)
        summaries.push_back(number_summary(prefix + "bw/global/bytes_per_second", "GlobalMem BW", "byte_rate",
                                           "Bytes that the algorithm moves over the median time",
                                           *measured.bytes_per_second));
    if (measured.percent_of_peak)
        summaries.push_back(number_summary(prefix + "bw/global/utilization", "BWUtil", "percentage",
                                           "The same over the datasheet's memory bandwidth",
                                           *measured.percent_of_peak));
    if (measured.sm_clock_hz)
        summaries.push_back(number_summary(prefix + "sm_clock_rate/mean", "Clock Rate", "frequency",
                                           "SM clock beside the samples", *measured.sm_clock_hz));
}

std::string state_name(const model::RunResult& result)
{
    std::string name = "Device=0 variant=" + result.variant;
    for (const auto& [parameter, value] : result.parameters) name += " " + parameter + "=" + model::to_string(value);
    return name;
}

Json state(const model::RunResult& result)
{
    Json values = Json::array({named_value("variant", "string", result.variant)});
    for (const auto& [name, value] : result.parameters) {
        auto [type, text] = typed(value);
        values.push_back(named_value(name.c_str(), type, std::move(text)));
    }
    Json summaries = Json::array();
    const bool measured = result.status == model::Status::ok && result.measurement.seconds.has_value();
    if (measured) add_time(summaries, result.measurement);
    for (const model::Metric& metric : model::metrics())
        if (const auto value = metric.get(result); value && metric.group != model::MetricGroup::measurement)
            summaries.push_back(number_summary("spillway/" + std::string(metric.key), std::string(metric.label), "",
                                               std::string(metric.help), *value));
    Json json{{"name", state_name(result)}, {"device", 0}, {"type_config_index", 0}};
    json["axis_values"] = std::move(values);
    json["summaries"] = std::move(summaries);
    json["is_skipped"] = !measured;
    if (!measured) {
        const std::string reason = result.message.value_or(result.measurement.reason);
        json["skip_reason"] = std::string(model::to_string(result.status)) + (reason.empty() ? "" : ": " + reason);
    }
    return json;
}

}  // namespace

std::string to_nvbench(const protocol::Recording& recording)
{
    std::map<std::string, std::vector<const model::RunResult*>> by_experiment;
    for (const model::RunResult& result : recording.results) by_experiment[result.experiment].push_back(&result);
    Json benchmarks = Json::array();
    for (const auto& [experiment, results] : by_experiment) {
        Json benchmark{{"name", experiment}, {"index", benchmarks.size()}, {"devices", Json::array({0})}};
        benchmark["axes"] = axes(results);
        benchmark["states"] = Json::array();
        for (const model::RunResult* result : results) benchmark["states"].push_back(state(*result));
        benchmarks.push_back(std::move(benchmark));
    }
    const Json version{{"major", 1}, {"minor", 0}, {"patch", 0}, {"string", "1.0.0"}};
    const protocol::RecordingHeader& header = recording.header;
    Json root;
    root["meta"] = {{"argv", Json::array({"spillway", "export"})},
                    {"version", {{"json", version}, {"spillway", {{"string", header.program_version}}}}},
                    {"recording", {{"driver", header.driver}, {"compiler", header.compiler}, {"date", header.date}}}};
    root["devices"] = Json::array({device(header.gpu)});
    root["benchmarks"] = std::move(benchmarks);
    return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace spillway::cli
