#include "bench/report.h"

#include <cstdio>
#include <fstream>
#include <set>
#include <thread>

#include <nlohmann/json.hpp>

namespace spillway::bench {
namespace {

constexpr double blink_seconds = 0.1;

void print_row(const std::string& label, const Samples& samples, bool with_share)
{
    if (samples.size() == 0) {
        std::printf("  %-58s  not measured\n", label.c_str());
        return;
    }
    std::printf("  %-58s %9.2f %9.2f %8zu", label.c_str(), samples.p50() * 1e3, samples.p95() * 1e3, samples.size());
    if (with_share) std::printf(" %10.1f %%", samples.share_within(blink_seconds) * 100);
    std::printf("\n");
}

/// For frames the slowest ones matter.
void print_frame_row(const std::string& label, const Samples& samples)
{
    print_row(label, samples, false);
    if (samples.size() > 0) std::printf("  %-58s %9.2f\n", "    99 of 100 take at most", samples.p99() * 1e3);
}

void print_head(const char* title)
{
    std::printf("\n%-60s %9s %9s %8s %12s\n", title, "p50 ms", "p95 ms", "samples", "in 100 ms");
}

std::vector<std::string> modes(const Figures& figures)
{
    std::vector<std::string> result;
    for (const DragRow& row : figures.drags)
        if (std::find(result.begin(), result.end(), row.mode) == result.end()) result.push_back(row.mode);
    return result;
}

nlohmann::ordered_json drag_json(const DragRow& row)
{
    return {{"experiment", row.experiment},
            {"parameter", row.parameter},
            {"mode", row.mode},
            {"report_seconds", row.focused.json()},
            {"report_share_within_100_ms", row.focused.share_within(blink_seconds)},
            {"all_reports_seconds", row.all.json()},
            {"all_reports_share_within_100_ms", row.all.share_within(blink_seconds)}};
}

}  // namespace

DragRow Figures::together(const std::string& mode) const
{
    DragRow sum{"all drags", "", mode, {}, {}};
    for (const DragRow& row : drags) {
        if (row.mode != mode) continue;
        sum.focused.add(row.focused);
        sum.all.add(row.all);
    }
    return sum;
}

std::optional<double> Figures::nvcc_over(const Samples& waiting) const
{
    if (nvcc.size() == 0 || waiting.size() == 0) return std::nullopt;
    return nvcc.p50() / waiting.p50();
}

std::optional<double> Figures::lane_over_tools() const
{
    if (slider_to_lane.size() == 0 || nvrtc.size() == 0 || disassembler.size() == 0) return std::nullopt;
    return slider_to_lane.p50() / (nvrtc.p50() + disassembler.p50());
}

std::optional<double> Figures::endless_over_alone() const
{
    const Samples beside = together(beside_endless).focused, without = together(alone).focused;
    if (beside.size() == 0 || without.size() == 0) return std::nullopt;
    return beside.p50() / without.p50();
}

void print_table(const Figures& figures)
{
    print_head("One move of a slider at rest");
    print_row("nothing cached: the chosen variant's report", figures.slider_to_report, true);
    print_row("NVRTC alone on that kernel", figures.nvrtc, true);
    print_row("the same through a helper process", figures.nvrtc_in_helper, true);
    print_row("nvcc -cubin -Xptxas -v on that kernel", figures.nvcc, true);
    print_row("nothing cached: the reports of all variants", figures.slider_to_all_reports, true);
    print_row("nvcc -cubin -Xptxas -v on one file with all of them", figures.nvcc_all, true);
    print_row("nothing cached: the chosen variant's lane", figures.slider_to_lane, true);
    print_row("nvdisasm alone on that code", figures.disassembler, true);
    print_row("compiled by an earlier run: all variants", figures.slider_to_report_cached, true);
    print_row("compiled by an earlier run: the chosen variant's lane", figures.slider_to_lane_cached, true);
    if (const auto ratio = figures.nvcc_over(figures.slider_to_report))
        std::printf("  nvcc takes %.1f times as long (ratio of medians, the chosen variant)\n", *ratio);
    if (const auto ratio = figures.lane_over_tools())
        std::printf("  the lane takes %.2f times as long as NVRTC and nvdisasm alone (ratio of medians)\n", *ratio);

    print_head("A recorded drag, 120 events in 4 s: the chosen variant");
    for (const DragRow& row : figures.drags)
        print_row(row.experiment + ", " + row.parameter + ": " + row.mode, row.focused, true);
    for (const std::string& mode : modes(figures))
        print_row("all drags: " + mode, figures.together(mode).focused, true);
    if (const auto ratio = figures.endless_over_alone())
        std::printf("  beside an endless compile a step takes %.2f times as long as without (ratio of medians)\n",
                    *ratio);
    if (const auto ratio = figures.nvcc_over(figures.together(as_used).focused))
        std::printf("  nvcc takes %.1f times as long as a step of a drag %s\n", *ratio, as_used);
    print_head("The same drags: all variants");
    for (const std::string& mode : modes(figures)) print_row("all drags: " + mode, figures.together(mode).all, true);

    print_head("A .cu of one's own, saved by any editor");
    print_row("from the save to the new report", figures.save_to_report, true);
    print_row("NVRTC alone on the same kernels", figures.save_nvrtc, true);

    print_head("The window without a display, 1600x900");
    print_row("CPU time of one frame", figures.frame_cpu, false);
    print_frame_row("with 100,000 results known: one frame at rest", figures.frame_cpu_at_rest_with_many);
    print_frame_row("with 100,000 results known: one frame in a drag", figures.frame_cpu_in_drag_with_many);
    print_frame_row("    the same drag repeated, of each step the fastest", figures.frame_cpu_in_drag_by_step);
    print_row("start of the program to the first chart", figures.start_to_first_chart, false);
    std::printf("\nOn %u processor cores.\n", std::thread::hardware_concurrency());
}

bool write_json(const Figures& figures, const std::filesystem::path& file)
{
    using nlohmann::ordered_json;
    ordered_json json;
    const Samples as_used_drag = figures.together(as_used).focused;
    json["slider_to_report_seconds"] = figures.slider_to_report.json();
    json["slider_to_all_reports_seconds"] = figures.slider_to_all_reports.json();
    json["slider_to_lane_seconds"] = figures.slider_to_lane.json();
    json["nvdisasm_seconds"] = figures.disassembler.json();
    json["slider_to_lane_cached_seconds"] = figures.slider_to_lane_cached.json();
    json["slider_to_report_cached_seconds"] = figures.slider_to_report_cached.json();
    json["nvrtc_seconds"] = figures.nvrtc.json();
    json["nvrtc_in_helper_seconds"] = figures.nvrtc_in_helper.json();
    json["nvcc_seconds"] = figures.nvcc.json();
    json["nvcc_all_variants_seconds"] = figures.nvcc_all.json();
    json["save_to_report_seconds"] = figures.save_to_report.json();
    json["save_nvrtc_seconds"] = figures.save_nvrtc.json();
    json["frame_cpu_seconds"] = figures.frame_cpu.json();
    json["frame_cpu_at_rest_with_100000_results_seconds"] = figures.frame_cpu_at_rest_with_many.json();
    json["frame_cpu_in_drag_with_100000_results_seconds"] = figures.frame_cpu_in_drag_with_many.json();
    json["frame_cpu_in_drag_by_step_with_100000_results_seconds"] = figures.frame_cpu_in_drag_by_step.json();
    json["start_to_first_chart_seconds"] = figures.start_to_first_chart.json();
    const auto ratio_json = [](const std::optional<double>& ratio) {
        return ratio ? ordered_json(*ratio) : ordered_json(nullptr);
    };
    json["nvcc_over_spillway"] = ratio_json(figures.nvcc_over(figures.slider_to_report));
    json["lane_over_nvrtc_and_nvdisasm"] = ratio_json(figures.lane_over_tools());
    json["drag_as_used_seconds"] = as_used_drag.json();
    json["drag_as_used_share_within_100_ms"] = as_used_drag.share_within(blink_seconds);
    json["nvcc_over_drag_as_used"] = ratio_json(figures.nvcc_over(as_used_drag));
    json["drag_beside_endless_over_alone"] = ratio_json(figures.endless_over_alone());
    const DragRow shipped = figures.together(as_shipped);
    json["drag_as_shipped_seconds"] = shipped.focused.json();
    json["drag_as_shipped_share_within_100_ms"] = shipped.focused.share_within(blink_seconds);
    json["drag_as_shipped_all_reports_share_within_100_ms"] = shipped.all.share_within(blink_seconds);
    for (const std::string& mode : modes(figures)) json["all_drags"].push_back(drag_json(figures.together(mode)));
    for (const DragRow& row : figures.drags) json["drags"].push_back(drag_json(row));
    json["processor_cores"] = std::thread::hardware_concurrency();
    std::ofstream stream(file);
    stream << json.dump(2) << '\n';
    return stream.good();
}

}  // namespace spillway::bench
