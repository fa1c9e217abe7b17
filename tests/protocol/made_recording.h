#pragma once

// Results and headers for tests of recordings. Their numbers were measured nowhere.

#include <string>

#include "app/protocol/recording.h"
#include "tests/support/h200.h"

namespace spillway::protocol {

inline model::Gpu made_gpu(const std::string& name = "h200")
{
    model::Gpu gpu = tests::h200();
    gpu.name = name;
    gpu.label = "NVIDIA " + name;
    gpu.dram_bytes_per_second = 4.8e12;
    gpu.boost_clock_hz = 1.98e9;
    return gpu;
}

inline RecordingHeader made_header()
{
    RecordingHeader header;
    header.program_version = "0.1.0";
    header.gpu = made_gpu();
    header.measured = true;
    header.driver = "580.95.05, CUDA 13.0";
    header.compiler = "13.0.88";
    header.date = "2026-11-20T09:00:00Z";
    header.kernels = {{"running_mean", "abc"}};
    return header;
}

/// A measured result of running_mean; `window` also decides its numbers.
inline model::RunResult made_result(std::int64_t window, const std::string& variant = "local_array")
{
    model::RunResult result;
    result.experiment = "running_mean";
    result.variant = variant;
    result.parameters = {{"window_size", window}, {"fast_math", false}, {"element", std::string("float")}};
    result.gpu_name = "h200";
    result.gpu_arch = "sm_90";
    // Not a job's hash: as long as one, and different for each window size.
    const std::string digits = std::to_string(window);
    result.job_hash = std::string(64 - digits.size(), '0') + digits;
    result.compile = model::CompileReport{};
    result.compile->registers = 31;
    result.compile->stack_frame_bytes = 4 * window;
    result.compile->compiler = "NVRTC 13.0.88";
    result.compile->log = "ptxas info : Used 31 registers";
    result.ptx = model::PtxInspection{4 * window, {}};
    result.occupancy = model::Occupancy{};
    result.occupancy->theoretical = 1;
    model::Measurement& measured = result.measurement;
    measured.source = model::MeasurementSource::live;
    const double seconds = 1e-5 * static_cast<double>(window);
    measured.seconds = model::SampleStatistics{seconds, seconds * 0.99, seconds * 1.01, 0.004, 40};
    measured.bytes_per_second = 1e12 / static_cast<double>(window);
    measured.percent_of_peak = *measured.bytes_per_second / 4.8e12;
    measured.cache = "cold";
    measured.sm_clock_hz = 1.9e9;
    measured.local_bytes_per_thread = 4 * window;
    measured.counters = {{"local_loads", 128.0}};
    measured.provenance = model::Provenance{"NVIDIA H200", "580.95.05", "13.0", "2026-11-20T09:00:01Z"};
    result.verification.status = model::VerificationStatus::matched;
    return result;
}

}  // namespace spillway::protocol
