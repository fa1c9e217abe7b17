#include "scenarios.h"

#include "app/catalogue/formula/parameter_values.h"
#include "app/teaching/listing_index.h"
#include "tests/support/h200.h"

namespace spillway::test {
namespace {

using model::Value;

using tests::h200;

constexpr const char* source = R"(// Where does window[] live? A running mean over WindowSize neighbours.
#include <cstddef>

constexpr int bins = 4;

// Every index is known when the loop is unrolled: the array stays in registers.
template <int WindowSize>
__global__ void register_array(const float* input, float* output, int n)
{
    float window[WindowSize];
#pragma unroll
    for (int j = 0; j < WindowSize; ++j) window[j] = input[j];
    output[0] = window[0];
}

/* The index depends on n, which nobody knows before the launch:
   the array needs an address, so it lives in local memory. */
template <int WindowSize>
__global__ void local_array(const float* input, float* output, int n)
{
    float window[WindowSize];
    for (int j = 0; j < WindowSize; ++j) window[j] = input[j];
    float sum = 0;
    for (int j = 0; j < WindowSize; ++j) {
        sum += window[(j + n) % WindowSize];  // <- here
    }
    output[0] = sum / 1.5f;
}
)";

constexpr const char* lesson = R"(# Where does `window[ ]` live?

An automatic array **looks** like registers, but a register has *no address*: it cannot be indexed at run time.
With a window of 32 values the compiler sets aside [128 bytes](claim:local_128) of local memory for each thread,
and `register_array` needs none. Try a [window of 64](set:window_size=64) or
[a window of 8 in blocks of 128](set:window_size=8,block_size=128).

## What decides

1. Every index is a constant once loops are unrolled: registers.
2. An index that is only known at run time:
   - the array gets an address,
   - and so a **stack frame** in local memory.
3. No more registers: a *spill*, which is something else.

| who says so | register_array | local_array |
|:--|--:|--:|
| `.local` in PTX | 0 | 128 |
| stack frame | 0 bytes | 128 bytes |

```cpp
float window[WindowSize];
sum += window[(j + n) % WindowSize];
```

> Local memory lies in device memory; only its caches make it bearable.

### Further reading

The programming guide says more: [device memory accesses](https://docs.nvidia.com/cuda/cuda-c-programming-guide/).
)";

model::Experiment experiment()
{
    model::Experiment made;
    made.name = "running_mean";
    made.title = "Running mean";
    made.source = source;
    made.lesson = lesson;
    model::Parameter window;
    window.name = window.label = "window_size";
    window.first = 1;
    window.last = 128;
    window.initial = std::int64_t{32};
    made.parameters.push_back(window);
    made.knobs = model::standard_knobs();
    made.x_axis = "window_size";
    model::Variant registers;
    registers.name = registers.label = "register_array";
    registers.entry = "register_array<{window_size}>";
    model::Variant local;
    local.name = local.label = "local_array";
    local.entry = "local_array<{window_size}>";
    local.help = "The index depends on n.";
    made.variants = {registers, local};
    made.claims.push_back({"local_128",
                           "With a window of 32, local_array has 128 bytes of local memory.",
                           {{"window_size", Value{std::int64_t{32}}}},
                           "h200",
                           "local_array.stack_frame_bytes == 128",
                           false,
                           {},
                           {},
                           {}});
    return made;
}

model::RunResult result(const Scenario& scenario, const char* variant, int registers, std::int64_t frame)
{
    model::RunResult made;
    made.experiment = "running_mean";
    made.variant = variant;
    made.parameters = scenario.selection.values;
    made.gpu_name = "h200";
    made.gpu_arch = "sm_90";
    model::CompileReport& report = made.compile.emplace();
    report.registers = registers;
    report.stack_frame_bytes = frame;
    report.compiler = "NVRTC 13.0.88";
    report.seconds = 0.047;
    report.log =
        "ptxas info    : 0 bytes gmem\nptxas info    : Compiling entry function 'f' for 'sm_90'\n"
        "ptxas info    : Used 40 registers, used 0 barriers\n";
    report.functions.push_back({variant, true, registers, frame, 0, 0, std::nullopt, {}, {}});
    report.functions.push_back(
        {"__internal_trig_reduction_slowpathd", false, std::nullopt, 40, 0, 0, std::nullopt, {}, {}});
    made.ptx.emplace().local_bytes = frame;
    return made;
}

void set_occupancy(model::RunResult& result, int blocks, std::vector<std::string> limiter, std::int64_t registers)
{
    model::Occupancy& occupancy = result.occupancy.emplace();
    occupancy.blocks_per_sm = blocks;
    occupancy.warps_per_sm = blocks * 8;
    occupancy.theoretical = blocks / 8.0;
    occupancy.limit_registers = static_cast<int>(65536 / registers);
    occupancy.limit_shared = 32;
    occupancy.limit_warps = 8;
    occupancy.limit_blocks = 32;
    occupancy.limiter = std::move(limiter);
    occupancy.allocated_registers_per_block = registers;
    occupancy.allocated_shared_bytes_per_block = 1024;
}

model::OccupancyCurves curves()
{
    model::OccupancyCurves made;
    for (int threads = 32; threads <= 1024; threads += 32) {
        const int blocks = std::min({32, 65536 / (threads * 40), 2048 / threads});
        made.over_block_size.push_back({threads, blocks, blocks * threads / 32});
    }
    for (int registers = 16; registers <= 255; ++registers) {
        const int blocks = std::min(8, 65536 / (256 * ((registers + 7) / 8 * 8)));
        made.over_registers.push_back({registers, blocks, blocks * 8});
    }
    for (int kib = 0; kib <= 227; ++kib) {
        const int blocks = std::min(6, 228 / (kib + 1));
        made.over_shared_bytes.push_back({kib * 1024, blocks, blocks * 8});
    }
    return made;
}

model::Listing listing()
{
    model::Listing made;
    const auto add = [&](const char* text, int line = 0, bool local = false) {
        made.ptx.push_back({text, line, local});
    };
    add("// Generated by NVIDIA NVVM Compiler");
    add(".version 9.0");
    add(".target sm_90");
    add(".address_size 64");
    add("");
    add(".visible .entry _Z11local_arrayILi32EEvPKfPfi(");
    add("\t.param .u64 .ptr .align 1 _Z11local_arrayILi32EEvPKfPfi_param_0");
    add(")");
    add("{");
    add("    .local .align 16 .b8 __local_depot0[128];", 20, true);
    add("    .reg .f32 %f<40>;", 19);
    add("    mov.u64 %SPL, __local_depot0;", 20, true);
    add("    ld.global.f32 %f1, [%rd7];", 21);
    add("    st.local.f32 [%rd2], %f1;", 21, true);
    add("    rem.u32 %r12, %r11, 32;", 24);
    add("    ld.local.f32 %f9, [%rd9];", 24, true);
    add("    add.f32 %f10, %f8, %f9;", 24);
    add("    div.rn.f32 %f11, %f10, 0f3FC00000;", 26);
    add("    st.global.f32 [%rd14], %f11;", 26);
    add("    ret;", 27);
    add("}");
    add(".visible .entry _Z14register_arrayILi32EEvPKfPfi(");
    add("{");
    add("    ld.global.f32 %f1, [%rd7];", 12);
    add("    ret;", 14);
    add("}");
    made.local_source_lines = {20, 21, 24};
    made.sass_reason = "Install nvdisasm: apt install cuda-nvdisasm-13-0";
    return made;
}

Scenario base(const std::string& variant)
{
    Scenario scenario;
    scenario.catalogue.experiments.push_back(experiment());
    scenario.catalogue.experiments[0].accesses.push_back({"input[i * window_size / 4]",
                                                          "Made up: eight elements apart.",
                                                          model::AccessMemory::global,
                                                          {},
                                                          "lane * window_size",
                                                          "4",
                                                          ""});
    scenario.gpus = {h200()};
    scenario.selection.experiment = "running_mean";
    scenario.selection.values = catalogue::initial_values(scenario.catalogue.experiments[0], scenario.gpus[0]);
    scenario.selection.gpu = "h200";
    scenario.selection.x_axis = "window_size";
    scenario.selection.focus = variant;
    return scenario;
}

void put(Scenario& scenario, const std::string& variant, results::PointState state, model::RunResult result)
{
    results::CurvePoint& point = scenario.points[variant];
    point.state = state;
    point.result = std::make_shared<const model::RunResult>(std::move(result));
}

}  // namespace

Scenario running_mean(const std::string& variant)
{
    Scenario scenario = base(variant);
    model::RunResult registers = result(scenario, "register_array", 40, 0);
    set_occupancy(registers, 6, {"registers"}, 10240);
    model::RunResult local = result(scenario, "local_array", 31, 128);
    set_occupancy(local, 8, {"registers", "warps"}, 8192);
    put(scenario, "register_array", results::PointState::ready, std::move(registers));
    put(scenario, "local_array", results::PointState::ready, std::move(local));
    scenario.listing = listing();
    if (variant == "local_array")
        scenario.causes = {
            {model::CauseKind::dynamic_index, 128, "window", "_Z24running_mean_local_array", 17,
             "An index of window is only known at run time; with every index a constant it leaves local memory"},
            {model::CauseKind::spill, 40, std::nullopt, "_Z24running_mean_local_array", std::nullopt,
             "ptxas spills: 40 bytes of stores, 48 bytes of loads"},
            {model::CauseKind::call_stack, 24, std::nullopt, "_Z10value_fromiijPKj", 7,
             "A function that is not inlined saves registers and values in its stack frame"}};
    scenario.curves = curves();
    scenario.log.push_back({base::Severity::info, "09:12:01", {"The worker is ready: NVRTC 13.0.88.", "", ""}});
    scenario.log.push_back(
        {base::Severity::warning, "09:12:04", {"No disassembler was found.", "SASS", "Install cuda-nvdisasm-13-0."}});
    scenario.log.push_back({base::Severity::error,
                            "09:13:40",
                            {"The worker ended while it compiled.", "spillway-worker", "A new one was started."}});
    return scenario;
}

Scenario spilling()
{
    Scenario scenario = running_mean("local_array");
    model::RunResult capped = *scenario.points["local_array"].result;
    capped.compile->register_cap_requested = 64;
    capped.measurement.source = model::MeasurementSource::recorded;
    capped.measurement.stall_samples = {"made",
                                        1000,
                                        0,
                                        512,
                                        {"_Z11local_arrayILi32EEvPKfPfi"},
                                        {"long_scoreboard", "lg_throttle", "selected"},
                                        {{0, 16, 40, {{2, 40}}},
                                         {0, 32, 180, {{1, 160}, {2, 20}}},
                                         {0, 64, 620, {{0, 600}, {2, 20}}},
                                         {0, 96, 9, {{2, 9}}}}};
    put(scenario, "local_array", results::PointState::ready, std::move(capped));
    model::Listing& listing = *scenario.listing;
    listing.sass_reason.clear();
    auto& sass = listing.sass.emplace();
    const auto add = [&](const char* text, int line, int live, std::optional<model::SpillBytes> spills, int control) {
        sass.push_back({text, line, spills.has_value(), live, spills, control});
        sass.back().offset = static_cast<std::int64_t>(sass.size() - 2) * 16;
        sass.back().ptx_row = line == 24 ? 21 : 0;
    };
    sass.push_back({"_Z11local_arrayILi32EEvPKfPfi:", 0, false});
    add("    LDC R1, c[0x0][0x28]", 19, 1, {}, 0x711);
    add("    LDG.E R4, desc[UR4][R2.64]", 21, 40, {}, 0x752);  // sets barrier 2
    add("    STL [R1+0x8c], R26", 21, 64, model::SpillBytes{4, 0, 0, 0}, 0x7f4);
    add("    IADD3 R1, R1, -0x100, RZ", 24, 62, {}, 0x7f1);
    add("    FADD R5, R4, R5", 24, 62, {}, 0x7e4 | (4 << 11));  // waits for barrier 2
    add("    LDL.LU.64 R8, [R1+0x40]", 26, 20, model::SpillBytes{0, 8, 0, 0}, 0x712);
    add("    STS [R6], R9", 26, 12, model::SpillBytes{0, 0, 4, 0}, 0x7f2);
    add("    EXIT", 27, 0, {}, 0x7f5);
    listing.code = "made";
    listing.source_lines = {{19, 1, {}}, {21, 64, {4, 0, 0, 0}}, {24, 62, {}}, {26, 20, {0, 8, 4, 0}}, {27, 0, {}}};
    for (model::ListingLine& line : listing.ptx)
        if (line.source_line == 21) line.live_registers = 64;
    return scenario;
}

Scenario counted()
{
    Scenario scenario = running_mean("local_array");
    const auto count = [&](const std::string& variant, double seconds, double local, const char* limit, double share) {
        model::RunResult made = *scenario.points[variant].result;
        model::Measurement& measured = made.measurement;
        measured.source = model::MeasurementSource::recorded;
        measured.seconds = model::SampleStatistics{seconds, seconds, seconds, 0.001, 25};
        measured.counters = {{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 8.4e6},
                             {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 8.4e6},
                             {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", local},
                             {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", local},
                             {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 2.1e6},
                             {"idc__requests.sum", 2.6e5},
                             {"lts__t_sectors_srcunit_tex_op_read.sum", 8.4e6},
                             {"lts__t_sectors_srcunit_tex_op_write.sum", 8.4e6 + local},
                             {"dram__bytes_read.sum", 2.7e8},
                             {"dram__bytes_write.sum", 2.7e8}};
        const double busy = 1 / seconds;
        measured.time_account = std::vector<model::TimeShare>{
            {"dram_read", 2.7e8, std::nullopt, "bytes", 4.4e12, 2.7e8 / 4.4e12 * busy},
            {"dram_write", 2.7e8, std::nullopt, "bytes", 4.6e12, 2.7e8 / 4.6e12 * busy},
            {"l2_read", 8.4e6, 0.0, "sectors", 2.6e11, 8.4e6 / 2.6e11 * busy},
            {"l2_write", 8.4e6 + local, local, "sectors", 1.44e11, (8.4e6 + local) / 1.44e11 * busy},
            {"l1", 1.2e7 + local / 2, std::nullopt, "wavefronts", 2.6e11, (1.2e7 + local / 2) / 2.6e11 * busy},
            {"shared", 2.1e6, std::nullopt, "wavefronts", 2.6e11, 2.1e6 / 2.6e11 * busy},
            {"fp32", 6e9, std::nullopt, "operations", 3.3e13, 6e9 / 3.3e13 * busy},
            {"issue", 4.3e8, std::nullopt, "instructions", 1e12, 4.3e8 / 1e12 * busy}};
        measured.limited_by = model::LimitedBy{limit, share};
        put(scenario, variant, results::PointState::ready, std::move(made));
    };
    count("local_array", 2e-3, 2.7e8, "l2_write", 0.967);
    count("register_array", 5.3e-4, 0, "issue", 0.81);
    for (auto& [name, point] : scenario.points) {
        point.x = scenario.selection.values.at("window_size");
        point.position = 32;
        results::Curve curve;
        curve.variant = name;
        curve.points = {point};
        scenario.over_x.push_back(std::move(curve));
    }
    return scenario;
}

Scenario refused()
{
    Scenario scenario = base("register_array");
    model::RunResult result;
    result.variant = "register_array";
    result.parameters = scenario.selection.values;
    result.status = model::Status::compile_error;
    result.message = "ptxas error: Entry function 'f' uses too much shared data (0xcb80 bytes, 0xc000 max)";
    result.advice =
        "A block can have 48 KiB of static shared memory; lower radius, or take the variant dynamic_shared.";
    result.dynamic_shared_bytes = 300 * 1024;
    put(scenario, "register_array", results::PointState::failed, std::move(result));
    scenario.listing_error = model::Error{"The kernel did not compile.", "register_array", "See the report."};
    return scenario;
}

Scenario long_listing()
{
    Scenario scenario = running_mean("local_array");
    for (int i = 0; i < 20000; ++i)
        scenario.listing->ptx.push_back({"    ld.local.f32 %f" + std::to_string(i) + ", [%rd9];", 24, true});
    return scenario;
}

}  // namespace spillway::test
