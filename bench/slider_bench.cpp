// How long a learner waits: a slider moved by a recorded hand through the real session and worker, beside
// nvcc on the same kernels in the same run.
//
//     slider_bench FOLDER_FOR_CACHES FILE.json [--quick | --moves | --window | --saves]

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "app/base/paths.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile.h"
#include "app/compiler/compile_helper.h"
#include "app/compiler/disassembler.h"
#include "app/compiler/options.h"
#include "app/compiler/toolchain.h"
#include "bench/endless_kernel.h"
#include "bench/nvcc.h"
#include "bench/recorded_drag.h"
#include "bench/report.h"
#include "bench/saved_source.h"
#include "bench/slider_rig.h"
#include "bench/window_figures.h"

namespace spillway::bench {
namespace {

namespace fs = std::filesystem;

/// How much is measured.
struct Effort {
    std::vector<RecordedDrag> drags = recorded_drags();
    std::size_t moves_per_drag = 16;
    bool all_modes = true;  ///< of drags: the warm ones have every value compiled first
    int saves = 24;
    WindowEffort window;
};

/// A look at whether something is much slower than it was, not a figure to write down.
Effort quick_effort()
{
    return {{recorded_drags().front()}, 6, false, 6, {3, 2}};
}

/// Progress for the person who waits.
template <typename Measure>
void part(const char* what, Measure measure)
{
    const auto start = std::chrono::steady_clock::now();
    std::fprintf(stderr, "%s ...", what);
    measure();
    std::fprintf(stderr, " %.0f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

fs::path fresh_folder(const fs::path& folder)
{
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

std::unique_ptr<SliderRig> open_rig(const fs::path& cache, bool guess_ahead, bool with_shipped = false,
                                    const fs::path& more_experiments = {})
{
    auto rig = SliderRig::open({cache, guess_ahead, with_shipped, more_experiments});
    if (!rig) {
        std::fprintf(stderr, "%s\n", rig.error().line().c_str());
        std::exit(1);
    }
    return std::move(*rig);
}

void begin(SliderRig& rig, const RecordedDrag& drag)
{
    if (rig.begin(drag)) return;
    const auto trouble = rig.session().view().worker().trouble;
    std::fprintf(stderr, "%s: no report came%s\n", drag.experiment.c_str(),
                 trouble ? (": " + trouble->line()).c_str() : "");
    std::exit(1);
}

/// Compile requests for the slider's value: of the chosen variant, or of all.
std::vector<model::CompileRequest> requests_of(session::Session& session, bool all_variants)
{
    std::vector<model::CompileRequest> requests;
    for (const model::Variant& variant : session.view().experiment().variants) {
        if (!all_variants && variant.name != session.view().selection().focus) continue;
        if (auto job = catalogue::make_job(session.view().experiment(), variant, session.view().selection().values,
                                           session.view().gpu()))
            requests.push_back(job->compile);
    }
    return requests;
}

using NvrtcPointer = model::Expected<std::shared_ptr<const compiler::Nvrtc>>;

/// NVRTC alone on the same requests; nothing where it is not here.
std::optional<double> time_nvrtc(const NvrtcPointer& found, const compiler::Toolchain& tools,
                                 const model::SourceText& source, const std::vector<model::CompileRequest>& requests)
{
    if (!found) return std::nullopt;
    const compiler::Nvrtc& nvrtc = **found;
    const auto start = std::chrono::steady_clock::now();
    for (const model::CompileRequest& request : requests) {
        const auto options = compiler::nvrtc_options(request, tools.include_folders, nvrtc.version_number(), true);
        if (!nvrtc.compile(source.text, source.name, request.entry, options, {}).compiled) return std::nullopt;
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The disassembler alone on the code of one request.
std::optional<double> time_disassembler(const compiler::Toolchain& tools, const model::SourceText& source,
                                        model::CompileRequest request)
{
    request.line_info = true;
    const compiler::Compiled compiled = compiler::compile(tools, request, source);
    if (compiled.error) return std::nullopt;
    const auto start = std::chrono::steady_clock::now();
    if (!compiler::disassemble(*tools.disassembler, compiled.cubin, compiler::SassDetail::figures)) return std::nullopt;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// A few values of a drag, evenly spread over it.
std::vector<model::Value> some_values(const SliderRig& rig, const RecordedDrag& drag, std::size_t count)
{
    const auto all = rig.values_of(drag);
    const std::size_t step = std::max<std::size_t>(1, all.size() / count);
    std::vector<model::Value> some;
    for (std::size_t i = step - 1; i < all.size(); i += step) some.push_back(all[i]);
    return some;
}

/// Single moves with nothing cached, each followed by nvcc, so that both meet the same machine.
void measure_uncached_moves(const fs::path& folder, const Effort& effort, Figures& figures)
{
    const auto nvcc = find_nvcc();
    const compiler::Toolchain tools = compiler::find_toolchain();
    const bool has_lane = tools.nvrtc && tools.disassembler;
    const compiler::HelperTools helpers = compiler::start_helpers({base::worker_program(), "--compile-helper"});
    for (const RecordedDrag& drag : effort.drags) {
        const auto rig = open_rig(fresh_folder(folder / "moves" / drag.experiment), false);
        begin(*rig, drag);
        const auto source = catalogue::source_text(rig->session().view().experiment());
        for (const model::Value& value : some_values(*rig, drag, effort.moves_per_drag)) {
            const MoveTimes times = rig->move(drag, value, has_lane);
            figures.slider_to_report.add(times.focused_seconds);
            figures.slider_to_all_reports.add(times.all_seconds);
            const auto requests = requests_of(rig->session(), false);
            if (const auto seconds = time_nvrtc(tools.nvrtc, tools, source, requests)) figures.nvrtc.add(*seconds);
            if (has_lane) {
                figures.slider_to_lane.add(times.lane_seconds);
                if (const auto seconds = time_disassembler(tools, source, requests.front()))
                    figures.disassembler.add(*seconds);
            }
            if (const auto seconds = time_nvrtc(helpers.nvrtc, tools, source, requests))
                figures.nvrtc_in_helper.add(*seconds);
            if (!nvcc) continue;
            if (const auto seconds = time_nvcc(*nvcc, source, requests_of(rig->session(), false), folder))
                figures.nvcc.add(*seconds);
            if (const auto seconds = time_nvcc(*nvcc, source, requests_of(rig->session(), true), folder))
                figures.nvcc_all.add(*seconds);
        }
    }
}

/// The same moves again in a new session and worker: everything is in the cache on the disk.
void measure_cached_moves(const fs::path& folder, const Effort& effort, Figures& figures)
{
    const bool has_lane = figures.slider_to_lane.size() > 0;
    for (const RecordedDrag& drag : effort.drags) {
        const auto rig = open_rig(folder / "moves" / drag.experiment, false);
        begin(*rig, drag);
        for (const model::Value& value : some_values(*rig, drag, effort.moves_per_drag)) {
            const MoveTimes times = rig->move(drag, value, has_lane);
            figures.slider_to_report_cached.add(times.all_seconds);
            if (has_lane) figures.slider_to_lane_cached.add(times.lane_seconds);
        }
    }
}

struct Mode {
    const char* name;
    bool guess_ahead;
    double rest_seconds;  ///< before the drag, while the curve fills in
    bool with_shipped = false;
    bool beside_endless = false;  ///< begun right after a look at a kernel that never finishes compiling
};

void measure_drag(const RecordedDrag& drag, const Mode& mode, const fs::path& cache, Figures& figures)
{
    const fs::path endless =
        mode.beside_endless ? write_endless_experiment(cache.parent_path() / "endless") : fs::path();
    const auto rig = open_rig(cache, mode.guess_ahead, mode.with_shipped, endless);
    begin(*rig, drag);
    rig->rest(mode.rest_seconds);
    if (mode.beside_endless) rig->visit(endless_experiment, drag);
    const DragTimes times = rig->play(drag);
    figures.drags.push_back({drag.experiment, drag.parameter, mode.name, times.focused, times.all});
}

/// A cache that holds every value of the drag.
void fill_cache(const RecordedDrag& drag, const fs::path& cache)
{
    const auto rig = open_rig(fresh_folder(cache), false);
    begin(*rig, drag);
    for (const model::Value& value : rig->values_of(drag)) rig->move(drag, value);
}

void measure_drags(const fs::path& folder, const Effort& effort, Figures& figures)
{
    for (const RecordedDrag& drag : effort.drags) {
        const fs::path cache = folder / "drags" / drag.experiment;
        if (!effort.all_modes) {
            measure_drag(drag, {alone, false, 0}, fresh_folder(cache), figures);
            measure_drag(drag, {as_shipped, true, 0, true}, fresh_folder(cache), figures);
            continue;
        }
        for (const Mode& mode :
             {Mode{alone, false, 0}, Mode{beside_endless, false, 0, false, true}, Mode{"cold, guessing ahead", true, 0},
              Mode{as_used, true, 5}, Mode{as_shipped, true, 0, true}})
            measure_drag(drag, mode, fresh_folder(cache), figures);
        fill_cache(drag, cache);
        for (const Mode& mode : {Mode{"warm, without guessing", false, 0}, Mode{"warm, guessing ahead", true, 0}})
            measure_drag(drag, mode, cache, figures);
    }
}

}  // namespace
}  // namespace spillway::bench

int main(int argc, char** argv)
{
    using namespace spillway::bench;
    if (argc == 3 && std::string(argv[1]) == "--first-chart") return draw_first_chart(argv[2]);
    const bool is_quick = argc == 4 && std::string(argv[3]) == "--quick";
    const bool is_moves_only = argc == 4 && std::string(argv[3]) == "--moves";
    const bool is_window_only = argc == 4 && std::string(argv[3]) == "--window";
    const bool is_saves_only = argc == 4 && std::string(argv[3]) == "--saves";
    if (argc != 3 && !is_quick && !is_moves_only && !is_window_only && !is_saves_only) {
        std::fprintf(stderr,
                     "usage: slider_bench FOLDER_FOR_CACHES FILE.json [--quick | --moves | --window | --saves]\n");
        return 2;
    }
    const std::filesystem::path folder = fresh_folder(argv[1]);
    const Effort effort = is_quick || is_moves_only ? quick_effort() : Effort{};
    Figures figures;
    if (is_saves_only) {
        measure_saves(folder, effort.saves, figures);
        print_table(figures);
        return figures.save_to_report.size() > 0 ? 0 : 1;
    }
    if (!is_window_only) {
        part("moves, each beside nvcc", [&] { measure_uncached_moves(folder, effort, figures); });
        part("the same moves, compiled before", [&] { measure_cached_moves(folder, effort, figures); });
    }
    if (!is_window_only && !is_moves_only) {
        part("drags", [&] { measure_drags(folder, effort, figures); });
        part("saves", [&] { measure_saves(folder, effort.saves, figures); });
    }
    if (!is_moves_only) part("the window", [&] { measure_window(folder, effort.window, figures); });
    print_table(figures);
    if (!write_json(figures, argv[2])) {
        std::fprintf(stderr, "cannot write %s\n", argv[2]);
        return 1;
    }
    std::printf("The figures are in %s\n", argv[2]);
    return 0;
}
