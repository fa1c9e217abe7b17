#include "app/model/run_result.h"

#include <ctime>

#include "app/model/job.h"

namespace spillway::model {

RunResult empty_result(const std::string& experiment, const std::string& variant, const Values& values, const Gpu& gpu)
{
    RunResult result;
    result.experiment = experiment;
    result.variant = variant;
    result.parameters = values;
    result.gpu_name = gpu.name;
    result.gpu_arch = gpu.arch();
    return result;
}

RunResult empty_result(const Job& job)
{
    RunResult result = empty_result(job.experiment, job.variant, job.values, job.gpu);
    result.dynamic_shared_bytes = job.dynamic_shared_bytes;
    return result;
}

void put_code_figures(RunResult& result, const CodeFigures& figures)
{
    result.sass = figures.sass;
    if (!result.compile) return;
    result.compile->peak_live_registers = figures.peak_live_registers;
    result.compile->loads_under_way = figures.loads_under_way;
    result.compile->shared_spill_store_bytes = figures.shared_spill_store_bytes;
    result.compile->shared_spill_load_bytes = figures.shared_spill_load_bytes;
}

bool is_refusal(const RunResult& result)
{
    const bool is_resident = result.occupancy && result.occupancy->blocks_per_sm > 0;
    return result.status == Status::compile_error || (result.status == Status::launch_error && !is_resident);
}

const char* to_string(Status status)
{
    switch (status) {
        case Status::ok: return "ok";
        case Status::compile_error: return "compile_error";
        case Status::launch_error: return "launch_error";
        case Status::wrong_result: return "wrong_result";
        case Status::timed_out: return "timed_out";
        case Status::worker_died: return "worker_died";
    }
    return "ok";
}

const char* to_string(MeasurementSource source)
{
    switch (source) {
        case MeasurementSource::none: return "none";
        case MeasurementSource::live: return "live";
        case MeasurementSource::recorded: return "recorded";
    }
    return "none";
}

const char* to_string(VerificationStatus status)
{
    switch (status) {
        case VerificationStatus::not_run: return "not_run";
        case VerificationStatus::matched: return "matched";
        case VerificationStatus::mismatched: return "mismatched";
        case VerificationStatus::over_limit: return "over_limit";
    }
    return "not_run";
}

std::string no_measurement_words(const Measurement& measurement)
{
    return measurement.reason.empty() ? "" : "No measurement: " + measurement.reason;
}

std::string utc_now()
{
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[40];
    return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

}  // namespace spillway::model
