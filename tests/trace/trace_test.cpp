// `spillway trace` as a user runs it, on a program that a stand-in for CUPTI tells about:
// tests/trace/traced_program.cpp.

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/commands/process.h"
#include "tests/trace/made_cubin.h"
#include "tests/trace/made_nvcc.h"

namespace spillway::commands {
namespace {

using nlohmann::json;

const Environment with_stand_in = {{"SPILLWAY_CUPTI", STAND_IN_CUPTI}, {"STAND_IN_CUPTI", STAND_IN_CUPTI}};

Finished run_trace(std::vector<std::string> words, Environment environment = with_stand_in)
{
    words.insert(words.begin(), "trace");
    return spillway(words, environment);
}

/// The trace of the program in this mode, as JSON.
json traced(const std::string& mode, int status, const std::string& number = "0")
{
    const Finished run = run_trace({"--json", TRACED_PROGRAM, mode, number});
    EXPECT_EQ(run.status, status) << run.errors;
    EXPECT_NE(run.errors.find("the program's own output"), std::string::npos) << "not on standard error";
    json parsed = json::parse(run.output, nullptr, false);
    EXPECT_FALSE(parsed.is_discarded()) << run.output;
    return parsed;
}

const json* find_kernel(const json& trace, const std::string& name)
{
    for (const json& kernel : trace["kernels"])
        if (kernel["name"] == name) return &kernel;
    return nullptr;
}

bool has_notice(const json& trace, const std::string& words)
{
    for (const json& notice : trace["notices"])
        if (notice.get<std::string>().find(words) != std::string::npos) return true;
    return false;
}

TEST(Trace, EachKernelWithItsLaunchesResourcesAndTimes)
{
    const json trace = traced("plain", 0);
    ASSERT_EQ(trace["kernels"].size(), 3u) << trace.dump(1);
    const json* add = find_kernel(trace, "add");
    const json* scale = find_kernel(trace, "scale<float>");
    const json* graph = find_kernel(trace, "in_a_graph");
    ASSERT_TRUE(add && scale && graph);
    EXPECT_EQ((*add)["launches"], 5);
    EXPECT_EQ((*add)["registers"], 40);
    EXPECT_EQ((*add)["local_bytes_per_thread"], 128);
    EXPECT_EQ((*add)["block"], json({256, 1, 1}));
    EXPECT_DOUBLE_EQ((*add)["seconds"]["median"], 4e-6);
    EXPECT_NEAR((*add)["seconds"]["total"].get<double>(), 20e-6, 1e-12);
    EXPECT_EQ((*scale)["launches"], 7);
    EXPECT_EQ((*scale)["streams"], 2);
    EXPECT_EQ((*scale)["dynamic_shared_bytes"], 8192);
    EXPECT_EQ((*graph)["in_graph"], true);
    EXPECT_EQ(trace["gpus"][0]["gpu"]["label"], "Stand-in GPU");
    EXPECT_FALSE((*add)["occupancy"].is_null());
    EXPECT_TRUE(trace["unfinished"].empty()) << trace["unfinished"].dump();
    ASSERT_EQ(trace["refused"].size(), 1u);
    EXPECT_EQ(trace["refused"][0]["reason"], "CUDA_ERROR_INVALID_VALUE");
    EXPECT_EQ(trace["processes"][0]["ended"], true);
    EXPECT_EQ(trace["launches"].size(), 15u);
}

TEST(Trace, AChosenKernelIsCountedByASecondRun)
{
    const Finished run = run_trace({"--json", "--counters", "add", TRACED_PROGRAM, "plain"});
    EXPECT_EQ(run.status, 0) << run.errors;
    const json trace = json::parse(run.output, nullptr, false);
    const json *add = find_kernel(trace, "add"), *scale = find_kernel(trace, "scale<float>");
    ASSERT_TRUE(add && scale) << run.output;
    EXPECT_EQ((*add)["counters"]["dram__bytes_read.sum"], 1.0) << trace.dump(1);
    EXPECT_EQ((*add)["launches"], 5) << "the times are the first run's";
    EXPECT_TRUE((*scale)["counters"].is_null()) << "it was not chosen";
    EXPECT_TRUE(has_notice(trace, "bytes written to DRAM may be tens of megabytes too high"));
    const Finished table = run_trace({"--counters", "scale", TRACED_PROGRAM, "plain"});
    EXPECT_NE(table.errors.find("counted: DRAM read"), std::string::npos) << table.errors;
}

TEST(Trace, ImpossibleCountersGiveASentence)
{
    EXPECT_TRUE(
        has_notice(json::parse(run_trace({"--json", "--counters", "none_such", TRACED_PROGRAM, "plain"}).output),
                   "no kernel outside of a graph has that in its name"));
    EXPECT_TRUE(has_notice(json::parse(run_trace({"--json", "--counters", "add", TRACED_PROGRAM, "exit", "3"}).output),
                           "was not run a second time"));
    Environment refusing = with_stand_in;
    refusing["STAND_IN_CUPTI_FAILS"] = "cuptiRangeProfilerEnable=35";
    const Finished run = run_trace({"--counters", "add", TRACED_PROGRAM, "plain"}, refusing);
    EXPECT_NE(run.errors.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos) << run.errors;
}

TEST(Trace, TheProgramsOutputIsItsOwnAndTheTableGoesBesides)
{
    const Finished run = run_trace({TRACED_PROGRAM, "plain"});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.output, "the program's own output\n");
    EXPECT_NE(run.errors.find("scale<float>"), std::string::npos) << run.errors;
    EXPECT_NE(run.errors.find("refused: add"), std::string::npos) << run.errors;
}

TEST(Trace, AKeptTraceIsShownOnAnyMachine)
{
    const TemporaryFolder folder;
    const std::string file = folder.file("a.spillway-trace");
    const Finished run = run_trace({"-o", file, TRACED_PROGRAM, "plain"});
    EXPECT_EQ(run.status, 0) << run.errors;
    const Finished shown = run_trace({"--show", file}, {});
    EXPECT_EQ(shown.status, 0) << shown.errors;
    EXPECT_EQ(shown.output, run.errors);
    const Finished as_json = run_trace({"--show", file, "--json"}, {});
    EXPECT_EQ(json::parse(as_json.output, nullptr, false), json::parse(read_text(file), nullptr, false));
    EXPECT_EQ(run_trace({"-o", file, TRACED_PROGRAM, "plain"}).status, 2) << "what is there stays";
    EXPECT_EQ(run_trace({"-o", file, "--force", TRACED_PROGRAM, "plain"}).status, 0);
    EXPECT_EQ(run_trace({"--show", TRACED_PROGRAM}, {}).status, 2);
    EXPECT_EQ(run_trace({"--show", folder.file("none")}, {}).status, 2);
}

TEST(Trace, StackFramesComeFromTheLoadedCode)
{
    const TemporaryFolder folder;
    const std::string cubin = folder.file("module.cubin");
    std::ofstream(cubin, std::ios::binary) << trace::made_cubin({{"_Z3addPfi", 40, 96}}, true);
    Environment environment = with_stand_in;
    environment["STAND_IN_CUBIN"] = cubin;
    environment["TMPDIR"] = folder.path();
    // In a disassembler's stead, one that knows this module.
    const std::string source = folder.file("solver.cu"), tool = folder.file("nvdisasm");
    std::ofstream(source) << "first\nsecond\n";
    std::ofstream(tool) << "#!/bin/sh\ncat <<'END'\n\t.section\t.text._Z3addPfi,\"ax\",@progbits\n"
                        << "\t//## File \"" << source << "\", line 2\n        /*0000*/ LDL R0, [R1] ;\n"
                        << "\t//## File \"" << source << "\", line 9\n        /*0010*/ EXIT ;\nEND\n";
    std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
    environment["SPILLWAY_NVDISASM"] = tool;
    const Finished run = run_trace({"--json", TRACED_PROGRAM, "plain"}, environment);
    const json parsed = json::parse(run.output, nullptr, false);
    ASSERT_FALSE(parsed.is_discarded()) << run.errors;
    const json code = (*find_kernel(parsed, "add"))["code"];
    EXPECT_EQ(code["registers"], 40);
    EXPECT_EQ(code["stack_frame_bytes"], 96);
    EXPECT_EQ(code["code_bytes"], 256);
    EXPECT_EQ(code["has_lines"], true);
    ASSERT_FALSE(code["listing"].is_null()) << code.dump(1);
    EXPECT_EQ(code["listing"]["sass"][0]["source_line"], 2);
    EXPECT_EQ(code["listing"]["sass"][0]["touches_local"], true);
    EXPECT_EQ(code["listing"]["sass"][1]["source_line"], 0) << "the source has no such line";
    EXPECT_EQ(code["source"], 0);
    EXPECT_EQ(parsed["sources"], json::array({{{"file", source}, {"text", "first\nsecond\n"}}}));
    EXPECT_TRUE((*find_kernel(parsed, "scale<float>"))["code"].is_null());
    std::size_t files = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
    EXPECT_EQ(files, 3u) << "nothing is left but the test's own files";

    environment["SPILLWAY_NVDISASM"] = "none";
    const json bare = json::parse(run_trace({"--json", TRACED_PROGRAM, "plain"}, environment).output, nullptr, false);
    const json reason = (*find_kernel(bare, "add"))["code"]["listing_reason"];
    EXPECT_NE(reason.get<std::string>().find("nvdisasm"), std::string::npos) << reason;
}

/// A .cu as it is made into a program, traced, and bounded.
TEST(Trace, ASourceFileIsCompiledRunAndTraced)
{
    const TemporaryFolder folder;
    Environment environment = with_stand_in;
    environment["SPILLWAY_NVCC"] = trace::made_nvcc(folder.file("cuda"), TRACED_PROGRAM);
    environment["SPILLWAY_LIBCUDA"] = SPILLWAY_STANDIN_CUDA;
    environment["TMPDIR"] = folder.path();
    const auto write = [&](const std::string& mode) {
        const std::string file = folder.file("solver.cu");
        std::ofstream(file) << "// mode: " << mode << "\n__global__ void add(float*, int);\n";
        return file;
    };
    const std::string file = write("plain");
    const Finished untrusted = run_trace({file}, environment);
    EXPECT_EQ(untrusted.status, 3);
    EXPECT_NE(untrusted.errors.find("not trusted"), std::string::npos) << untrusted.errors;

    const Finished run = run_trace({"--json", "--trust", file}, environment);
    EXPECT_EQ(run.status, 0) << run.errors;
    const json parsed = json::parse(run.output, nullptr, false);
    ASSERT_FALSE(parsed.is_discarded()) << run.errors;
    EXPECT_EQ(parsed["command"], json::array({file}));
    EXPECT_TRUE(find_kernel(parsed, "add"));

    write("refused");
    const Finished refused = run_trace({"--trust", file}, environment);
    EXPECT_EQ(refused.status, 3);
    EXPECT_NE(refused.errors.find("solver.cu(2): error: identifier \"nothing\" is undefined"), std::string::npos)
        << refused.errors;
    EXPECT_EQ(refused.errors.find("/in/"), std::string::npos) << "the copy's folder: " << refused.errors;

    write("hang");
    const Finished hung = run_trace({"--trust", "--limit", "0.5", file}, environment);
    EXPECT_EQ(hung.status, 3);
    EXPECT_NE(hung.errors.find("end not seen: endless"), std::string::npos) << hung.errors;

    environment["SPILLWAY_NVCC"] = "none";
    const Finished no_compiler = run_trace({"--trust", file}, environment);
    EXPECT_EQ(no_compiler.status, 3);
    EXPECT_NE(no_compiler.errors.find("SPILLWAY_NVCC"), std::string::npos) << no_compiler.errors;
    environment["SPILLWAY_LIBCUDA"] = "none";
    const Finished no_gpu = run_trace({"--trust", file}, environment);
    EXPECT_NE(no_gpu.errors.find("no usable NVIDIA GPU to run it on"), std::string::npos) << no_gpu.errors;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        EXPECT_FALSE(entry.path().filename().string().starts_with("spillway-trace")) << entry.path();
}

/// NVIDIA's reader, as far as it is asked; in its stead where it is not installed.
constexpr const char* made_reader = R"(
class Metric:
    def __init__(self, value): self.held = value
    def value(self): return self.held
    def num_instances(self): return 2
    def has_correlation_ids(self): return True
    def correlation_ids(self): return self
    def as_uint64(self, i): return 4096 + 16 * i
class Source:
    def file_name(self): return '/home/ann/solver.cu'
    def line(self): return 2
class IAction:
    NameBase_MANGLED, NameBase_FUNCTION = 1, 2
    held = {'gpu__time_duration.sum': 2500, 'launch__grid_dim_x': 64, 'launch__grid_dim_y': 1, 'launch__grid_dim_z': 1,
            'launch__block_dim_x': 256, 'launch__block_dim_y': 1, 'launch__block_dim_z': 1,
            'launch__registers_per_thread': 24, 'dram__bytes_read.sum': 4096, 'inst_executed': 7}
    gpu = {'display_name': 'NVIDIA H100', 'compute_capability_major': 9, 'compute_capability_minor': 0,
           'multiprocessor_count': 132, 'max_threads_per_block': 1024, 'max_threads_per_multiprocessor': 2048,
           'max_blocks_per_multiprocessor': 32, 'max_registers_per_thread': 255, 'max_registers_per_block': 65536,
           'max_registers_per_multiprocessor': 65536, 'warp_size': 32, 'max_shared_memory_per_block': 49152,
           'max_shared_memory_per_block_optin': 232448, 'max_shared_memory_per_multiprocessor': 233472,
           'reserved_shared_memory_per_block': 1024}
    def __init__(self):
        for name, value in self.gpu.items(): self.held['device__attribute_' + name] = value
    def name(self, base=0): return '_Z5solvePf' if base == 1 else 'solve'
    def metric_names(self): return list(self.held)
    def metric_by_name(self, name): return Metric(self.held[name]) if name in self.held else None
    def source_info(self, place): return Source()
    def sass_by_pc(self, place): return '      LDL R0, [R1]'
    def source_files(self): return {'/home/ann/solver.cu': 'first\nsecond\n'}
class Report:
    def num_ranges(self): return 1
    def range_by_idx(self, i): return self
    def num_actions(self): return 2
    def action_by_idx(self, i): return IAction()
def load_report(path): return Report()
)";

TEST(Trace, AReportOfNsightComputeIsShownAsATrace)
{
    const TemporaryFolder folder;
    const std::string report = folder.file("solver.ncu-rep"), kept = folder.file("kept.spillway-trace");
    std::ofstream(report) << "a report";
    std::ofstream(folder.file("ncu_report.py")) << made_reader;
    const Finished run = run_trace({"--show", report, "--json", "-o", kept}, {{"PYTHONPATH", folder.path()}});
    const json trace = json::parse(run.output, nullptr, false);
    ASSERT_FALSE(trace.is_discarded()) << run.errors;
    const json* solve = find_kernel(trace, "solve");
    ASSERT_TRUE(solve) << trace.dump(1);
    EXPECT_EQ((*solve)["launches"], 2);
    EXPECT_DOUBLE_EQ((*solve)["seconds"]["median"], 2.5e-6);
    EXPECT_EQ((*solve)["registers"], 24);
    EXPECT_EQ((*solve)["counters"]["dram__bytes_read.sum"], 4096.0);
    EXPECT_EQ((*solve)["code"]["listing"]["sass"][1]["source_line"], 2);
    EXPECT_EQ(trace["sources"][0]["text"], "first\nsecond\n");
    EXPECT_EQ(run_trace({"--show", kept, "--json"}, {}).output, run.output);

    std::ofstream(folder.file("ncu_report.py")) << "raise ImportError\n";
    const Finished without = run_trace({"--show", report}, {{"PYTHONPATH", folder.path()}});
    EXPECT_EQ(without.status, 2);
    EXPECT_NE(without.errors.find("python3 -m pip install ncu-report"), std::string::npos) << without.errors;
}

TEST(Trace, ManyLaunches)
{
    const json trace = traced("many", 0, "30000");
    ASSERT_EQ(trace["kernels"].size(), 1u);
    EXPECT_EQ(trace["kernels"][0]["launches"], 30000);
    EXPECT_EQ(trace["launches"].size(), 20000u);
    EXPECT_TRUE(trace["unfinished"].empty()) << trace["unfinished"].dump();
}

TEST(Trace, AFaultIsReportedWithTheKernelThatDidNotEnd)
{
    const json trace = traced("crash", 3);
    EXPECT_EQ(trace["end"]["signal"], SIGABRT);
    const json* add = find_kernel(trace, "add");
    ASSERT_TRUE(add) << "what ran before the fault is kept";
    ASSERT_EQ(trace["unfinished"].size(), 1u) << trace.dump(1);
    EXPECT_EQ(trace["unfinished"][0]["name"], "wild");
    EXPECT_TRUE(has_notice(trace, "CUDA_ERROR_ILLEGAL_ADDRESS"));
    EXPECT_TRUE(has_notice(trace, "signal 6"));
    EXPECT_EQ(trace["processes"][0]["ended"], false);
}

TEST(Trace, ACrashOfTheHostKeepsTheLaunch)
{
    const json trace = traced("die", 3);
    EXPECT_EQ(trace["end"]["signal"], SIGSEGV);
    ASSERT_FALSE(trace["unfinished"].empty());
    EXPECT_EQ(trace["unfinished"].back()["name"], "wild");
}

TEST(Trace, AHangEndsAtTheLimitAndWhatRanIsKept)
{
    const Finished run = run_trace({"--json", "--limit", "1", TRACED_PROGRAM, "hang"});
    EXPECT_EQ(run.status, 3) << run.errors;
    const json trace = json::parse(run.output, nullptr, false);
    ASSERT_FALSE(trace.is_discarded());
    EXPECT_EQ(trace["end"]["by_limit"], true);
    ASSERT_TRUE(find_kernel(trace, "add"));
    EXPECT_EQ((*find_kernel(trace, "add"))["launches"], 20);
    ASSERT_EQ(trace["unfinished"].size(), 1u);
    EXPECT_EQ(trace["unfinished"][0]["name"], "endless");
    EXPECT_TRUE(has_notice(trace, "--limit 1 s"));
}

TEST(Trace, TheLimitEndsWhatTheProgramStartedToo)
{
    const Finished run = run_trace({"--json", "--limit", "1", TRACED_PROGRAM, "stubborn"});
    EXPECT_EQ(run.status, 3) << run.errors;  // and the pipe is closed: nothing of it lives
    const json trace = json::parse(run.output, nullptr, false);
    ASSERT_FALSE(trace.is_discarded());
    EXPECT_EQ(trace["end"]["signal"], SIGKILL);
}

TEST(Trace, AKillKeepsWhatRan)
{
    Process run({program("spillway"), "trace", TRACED_PROGRAM, "hang"}, with_stand_in);
    ASSERT_TRUE(run.wait_for_text("hanging", std::chrono::seconds(60)));
    // spillway passes on the request to end, to the program alone.
    run.send_signal(SIGTERM);
    ASSERT_TRUE(run.wait(std::chrono::seconds(60)));
    EXPECT_EQ(run.status(), 3);
    EXPECT_NE(run.errors().find("signal 15"), std::string::npos) << run.errors();
    EXPECT_NE(run.errors().find("end not seen: endless"), std::string::npos) << run.errors();
}

TEST(Trace, AForkAfterTheStartIsReportedAndNotTracedTwice)
{
    const json trace = traced("fork", 0);
    EXPECT_EQ(trace["processes"].size(), 1u);
    EXPECT_EQ(trace["processes"][0]["forks"], 1);
    EXPECT_TRUE(has_notice(trace, "forked once"));
    EXPECT_FALSE(find_kernel(trace, "of_the_child"));
    EXPECT_EQ((*find_kernel(trace, "add"))["launches"], 5);
}

TEST(Trace, EachProcessThatStartsCudaIsTraced)
{
    const Finished run = run_trace({"--json", TRACED_PROGRAM, "early_fork"});
    const json early = json::parse(run.output, nullptr, false);
    ASSERT_FALSE(early.is_discarded());
    EXPECT_EQ(early["processes"].size(), 2u);
    EXPECT_TRUE(find_kernel(early, "of_child") && find_kernel(early, "of_parent")) << early.dump(1);

    const Finished by_shell = run_trace({"--json", "sh", "-c", std::string(TRACED_PROGRAM) + " again"});
    const json again = json::parse(by_shell.output, nullptr, false);
    ASSERT_FALSE(again.is_discarded());
    EXPECT_EQ(again["processes"].size(), 2u);
    EXPECT_TRUE(find_kernel(again, "before") && find_kernel(again, "add")) << again.dump(1);
}

TEST(Trace, GarbageInItsFileCostsOnlyItself)
{
    const json trace = traced("garbage", 0);
    EXPECT_EQ(trace["kernels"].size(), 3u);
    EXPECT_TRUE(has_notice(trace, "6 unreadable lines"));
}

TEST(Trace, LostRecordsAreReported)
{
    EXPECT_TRUE(has_notice(traced("drop", 0), "CUPTI lost 17 records"));
}

TEST(Trace, WhatIsMissingIsSaidInASentence)
{
    const Finished no_cupti = run_trace({TRACED_PROGRAM, "plain"}, {{"SPILLWAY_CUPTI", "none"}});
    EXPECT_EQ(no_cupti.status, 1);
    EXPECT_NE(no_cupti.errors.find("CUPTI (libcupti.so) was not found"), std::string::npos) << no_cupti.errors;
    EXPECT_EQ(no_cupti.output, "the program's own output\n");

    Environment refusing = with_stand_in;
    refusing["STAND_IN_REFUSES"] = "1";
    const Finished refused = run_trace({TRACED_PROGRAM, "plain"}, refusing);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.errors.find("cuptiActivityEnable: CUPTI_ERROR_STAND_IN"), std::string::npos) << refused.errors;

    const Finished no_cuda = run_trace({"echo", "hello"});
    EXPECT_EQ(no_cuda.status, 1);
    EXPECT_EQ(no_cuda.output, "hello\n");
    EXPECT_TRUE(no_cuda.errors.find("never started CUDA") != std::string::npos ||
                no_cuda.errors.find("no NVIDIA driver") != std::string::npos)
        << no_cuda.errors;

    const Finished no_program = run_trace({"./no-such-program"});
    EXPECT_EQ(no_program.status, 2);
    EXPECT_NE(no_program.errors.find("no such program"), std::string::npos) << no_program.errors;
    EXPECT_EQ(run_trace({}).status, 2);
    const Finished no_option = run_trace({"--jsno", TRACED_PROGRAM});
    EXPECT_EQ(no_option.status, 2);
    EXPECT_NE(no_option.errors.find("'--jsno' is not an option of trace"), std::string::npos) << no_option.errors;
}

TEST(Trace, TheExitStatusOfTheProgramIsReported)
{
    const json trace = traced("exit", 3, "7");
    EXPECT_EQ(trace["end"]["status"], 7);
    EXPECT_TRUE(has_notice(trace, "exit status 7"));
    EXPECT_EQ(trace["kernels"].size(), 3u);
}

}  // namespace
}  // namespace spillway::commands
