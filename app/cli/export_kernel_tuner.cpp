#include "app/cli/export_kernel_tuner.h"

#include "app/cli/json_output.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

constexpr double milliseconds = 1e3;  ///< times in T4 files are in milliseconds

const char* invalidity(model::Status status)
{
    switch (status) {
        case model::Status::ok: return "correct";
        case model::Status::compile_error: return "compile";
        case model::Status::wrong_result: return "correctness";
        case model::Status::timed_out: return "timeout";
        case model::Status::launch_error:
        case model::Status::worker_died: return "runtime";
    }
    return "runtime";
}

Json configuration(const model::RunResult& result)
{
    Json json{{"experiment", result.experiment}, {"variant", result.variant}};
    for (const auto& [name, value] : result.parameters)
        json[name] = std::visit([](const auto& held) { return Json(held); }, value);
    return json;
}

Json measurements(const model::RunResult& result)
{
    Json all = Json::array();
    const auto& measured = result.measurement;
    if (measured.seconds)
        all.push_back({{"name", "time"}, {"value", measured.seconds->median * milliseconds}, {"unit", "ms"}});
    for (const model::Metric& metric : model::metrics())
        if (const auto value = metric.get(result))
            all.push_back({{"name", metric.key}, {"value", *value}, {"unit", metric.unit}});
    all.push_back({{"name", "verification"}, {"value", model::to_string(result.verification.status)}, {"unit", ""}});
    return all;
}

Json entry(const model::RunResult& result, const protocol::RecordingHeader& header)
{
    const auto& measured = result.measurement;
    const bool has_date = measured.provenance && !measured.provenance->date.empty();
    Json times = Json::object();
    if (result.compile) times["compilation_time"] = result.compile->compiler_seconds * milliseconds;
    times["runtimes"] = Json::array();
    if (measured.seconds) times["runtimes"].push_back(measured.seconds->median * milliseconds);
    return {{"timestamp", has_date ? measured.provenance->date : header.date},
            {"configuration", configuration(result)},
            {"times", std::move(times)},
            {"invalidity", invalidity(result.status)},
            {"correctness", result.verification.status == model::VerificationStatus::matched ? 1 : 0},
            {"measurements", measurements(result)},
            {"objectives", Json::array({"time"})}};
}

}  // namespace

std::string to_kernel_tuner(const protocol::Recording& recording)
{
    Json results = Json::array();
    for (const model::RunResult& result : recording.results) results.push_back(entry(result, recording.header));
    Json root;
    root["results"] = std::move(results);
    root["schema_version"] = "1.0.0";
    return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace spillway::cli
