#include "app/model/run_result.h"

#include <ctime>

namespace spillway::model {

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
    }
    return "not_run";
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
