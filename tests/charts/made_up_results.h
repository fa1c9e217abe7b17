#pragma once

#include <memory>
#include <string>

#include "app/charts/metric_chart.h"

namespace spillway::charts::test {

/// An experiment with two variants over window_size 1..64; results are made up for the tests.
struct MadeUpSession {
    model::Experiment experiment;
    std::vector<results::Curve> curves;
    model::Gpu gpu;

    MadeUpSession()
    {
        model::Parameter window;
        window.name = "window_size";
        window.first = 1;
        window.last = 64;
        window.initial = std::int64_t{32};
        experiment.name = "running_mean";
        experiment.parameters = {window};
        experiment.knobs = model::standard_knobs();
        for (const char* name : {"register_array", "local_array"}) {
            model::Variant variant;
            variant.name = variant.label = name;
            experiment.variants.push_back(variant);
            curves.push_back({name, {}, {}});
        }
        for (std::int64_t x = 1; x <= 64; ++x) {
            add(0, x, result(x < 20 ? 32 : 33, 0, x < 20 ? 8 : 6));
            add(1, x, result(24, 4 * x, 8));
        }
        gpu.dram_bytes_per_second = 4.8e12;
    }

    static model::RunResult result(int registers, std::int64_t stack, int blocks)
    {
        model::RunResult r;
        r.gpu_arch = "sm_90";
        r.compile.emplace();
        r.compile->registers = registers;
        r.compile->stack_frame_bytes = stack;
        r.occupancy.emplace();
        r.occupancy->blocks_per_sm = blocks;
        r.occupancy->warps_per_sm = blocks * 8;
        r.occupancy->theoretical = blocks / 8.0;
        r.occupancy->limiter = {"registers"};
        r.measurement.reason = "no GPU here";
        return r;
    }

    void add(std::size_t curve, std::int64_t x, model::RunResult r)
    {
        results::CurvePoint point;
        point.x = x;
        point.position = static_cast<double>(x);
        point.state = r.status == model::Status::ok ? results::PointState::ready : results::PointState::failed;
        point.result = std::make_shared<model::RunResult>(std::move(r));
        curves[curve].points.push_back(std::move(point));
    }

    model::RunResult& at(std::size_t curve, std::int64_t x)
    {
        results::CurvePoint& point = curves[curve].points[static_cast<std::size_t>(x - 1)];
        auto copy = std::make_shared<model::RunResult>(*point.result);
        point.result = copy;
        return *copy;
    }

    void refuse(std::size_t curve, std::int64_t x)
    {
        model::RunResult& r = at(curve, x);
        r.status = model::Status::compile_error;
        r.message = "ptxas error   : Entry function 'k' uses too much shared data (0xcb80 bytes, 0xc000 max)";
        r.compile.reset();
        r.occupancy.reset();
        curves[curve].points[static_cast<std::size_t>(x - 1)].state = results::PointState::failed;
    }

    void measure_all()
    {
        for (std::size_t c = 0; c < curves.size(); ++c)
            for (std::int64_t x = 1; x <= 64; ++x) {
                model::Measurement& m = at(c, x).measurement;
                m.source = model::MeasurementSource::recorded;
                m.bytes_per_second = 3e12 / static_cast<double>(c + 1);
                m.seconds = model::SampleStatistics{1e-3, 0.9e-3, 1.1e-3, 0.01, 100};
                m.cache = "cold";
                m.provenance = model::Provenance{"NVIDIA H200", "580", "13.0", "2026-11-21"};
            }
    }

    [[nodiscard]] ChartInput input() const
    {
        return {experiment, curves, "window_size", {{"window_size", std::int64_t{32}}}, "register_array", {}, &gpu, {}};
    }
};

}  // namespace spillway::charts::test
