// Every number of the compile report equals what `nvcc -Xptxas -v` prints for the same source and options:
// every experiment and variant, over a coarse grid of parameters, on three architectures. Without knobs, each
// experiment is compared on one of the three, in turn; of all pairs of an experiment and a setting of the knobs, a
// third is compared, on one architecture each. A run takes a sixteenth of that; SPILLWAY_TEST_NVCC=all takes all
// (`./test.sh all`).
//
// Some kernels are exempt: NVRTC 13.0 keeps pointers to shared memory in 64 bits where nvcc's front end makes them 32
// bits wide, and no option of NVRTC changes that. The same compiler then counts a few registers more or fewer. Such a
// kernel has to pass another test instead: nvcc's own ptxas, given the PTX that Spillway shows, must come to Spillway's
// numbers. The test prints how many kernels these are.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile.h"
#include "app/compiler/options.h"
#include "app/compiler/ptxas_report.h"
#include "tests/commands/run_json.h"
#include "tests/support/nvcc.h"

namespace spillway::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::vector<std::string>& gpus_of_grid()
{
    static const std::vector<std::string> names = {"t4", "h200", "rtx5090"};
    return names;
}

/// The knobs that change the code, one at a time and the two that meet.
std::vector<model::Values> knob_settings()
{
    using Number = std::int64_t;
    return {{},
            {{"register_cap", Number{32}}},
            {{"min_blocks_per_sm", Number{8}}, {"block_size", Number{256}}},
            {{"min_blocks_per_sm", Number{2}}, {"block_size", Number{256}}, {"register_cap", Number{24}}},
            {{"fast_math", true}, {"load_cache", std::string("cg")}}};
}

/// Whether the experiment has these knobs, and takes these values.
bool takes(const model::Experiment& experiment, const model::Values& knobs)
{
    return std::all_of(knobs.begin(), knobs.end(), [&](const auto& knob) {
        const model::Parameter* parameter = experiment.find_parameter(knob.first);
        return parameter != nullptr && !catalogue::check_value(*parameter, knob.second);
    });
}

/// Every combination of the first and last values of all parameters; of an only parameter also the value at a quarter.
std::vector<model::Values> parameter_grid(const model::Experiment& experiment)
{
    std::vector<model::Values> grid = {{}};
    for (const model::Parameter& parameter : experiment.parameters) {
        const auto all = catalogue::axis_values(parameter, 33);
        std::vector<model::Value> some = {all.front(), all.back()};
        if (experiment.parameters.size() == 1) some.push_back(all[all.size() / 4]);
        std::vector<model::Values> wider;
        for (const model::Values& values : grid)
            for (const model::Value& value : some) {
                wider.push_back(values);
                wider.back()[parameter.name] = value;
            }
        grid = wider;
    }
    return grid;
}

std::string setting(const std::string& name, const model::Value& value)
{
    return name + "=" + model::to_string(value);
}

/// Spillway's answers for the grid, with the experiment's own parameters as axes.
json sweep(const model::Experiment& experiment, const model::Values& knobs, const std::string& gpu)
{
    std::vector<std::string> words = {"sweep", experiment.name, "--gpu", gpu, "--json", "-"};
    for (const auto& [name, value] : knobs) words.insert(words.end(), {"--set", setting(name, value)});
    std::map<std::string, std::vector<std::string>> axes;
    for (const model::Values& values : parameter_grid(experiment))
        for (const auto& [name, value] : values) {
            auto& list = axes[name];
            const std::string text = model::to_string(value);
            if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
        }
    for (const auto& [name, list] : axes) {
        std::string axis = name + "=[";
        for (const std::string& text : list) axis += (axis.back() == '[' ? "" : ",") + text;
        words.insert(words.end(), {"--axis", axis + "]"});
    }
    return json::parse(spillway(words, {}, std::chrono::seconds(300)).output, nullptr, false);
}

/// nvcc's report for many kernels of one file that want the same options.
std::optional<compiler::PtxasReport> ask_nvcc(const fs::path& nvcc, const model::Experiment& experiment,
                                              const model::CompileRequest& options,
                                              const std::set<std::string>& entries, std::string& log)
{
    const TemporaryFolder folder;
    {
        std::ofstream text(folder.file("kernel.cu"));
        for (const auto& macro : compiler::knob_macros(options))
            text << "#define " << macro.name << ' ' << macro.value << '\n';
        text << experiment.source << '\n';
        int count = 0;
        // Taking its address is what makes nvcc generate a template's kernel.
        for (const std::string& entry : entries) text << "auto spillway_entry_" << count++ << " = &" << entry << ";\n";
    }
    std::vector<std::string> words = {nvcc};
    for (const std::string& option : compiler::nvcc_options(options)) words.push_back(option);
    words.insert(words.end(), {folder.file("kernel.cu"), "-o", folder.file("kernel.cubin")});
    const Finished finished = run(words, {}, std::chrono::seconds(300));
    log = finished.output + finished.errors;
    if (finished.status != 0) return std::nullopt;
    return compiler::parse_ptxas_report(log);
}

/// Differences between a result and nvcc's report of the same function, by key.
std::map<std::string, std::string> differences(const json& compile, const compiler::PtxasFunction& expected)
{
    std::map<std::string, std::string> found;
    const auto compare = [&](const char* key, const auto& wanted) {
        const json expected_json = wanted ? json(*wanted) : json();
        if (compile[key] != expected_json) found[key] = compile[key].dump() + ", nvcc says " + expected_json.dump();
    };
    compare("registers", expected.registers);
    compare("stack_frame_bytes", expected.stack_frame_bytes);
    compare("spill_store_bytes", expected.spill_store_bytes);
    compare("spill_load_bytes", expected.spill_load_bytes);
    compare("static_shared_bytes", std::optional(expected.shared_bytes.value_or(0)));
    compare("constant_bytes", expected.constant_bytes);
    compare("barriers", std::optional(expected.barriers.value_or(0)));
    compare("cumulative_stack_bytes", expected.cumulative_stack_bytes);
    return found;
}

/// Requests with the same options except for the entry share one nvcc.
std::string options_key(const model::CompileRequest& request)
{
    std::string key;
    for (const std::string& option : compiler::nvcc_options(request)) key += option + ' ';
    return key;
}

class NvccComparison {
public:
    NvccComparison(fs::path nvcc, const model::Experiment& experiment, const model::Gpu& gpu)
        : nvcc_(std::move(nvcc)), experiment_(experiment), gpu_(gpu)
    {
    }

    /// Compares all results of a sweep. Returns how many kernels were compared.
    int check(const json& results)
    {
        std::map<std::string, Group> groups;
        for (const json& result : results) add(result, groups);
        int compared = 0;
        for (auto& [key, group] : groups) compared += check_group(group);
        return compared;
    }

    /// Number of kernels whose registers, spills, stack or constants differ from nvcc's.
    [[nodiscard]] int exempt() const { return exempt_; }

private:
    struct Group {
        model::CompileRequest options;
        std::set<std::string> entries;
        std::vector<json> results;
        std::vector<model::CompileRequest> requests;  ///< one for each result
    };

    void add(const json& result, std::map<std::string, Group>& groups)
    {
        model::Values values;
        for (const auto& [name, value] : result["parameters"].items()) {
            if (value.is_boolean())
                values[name] = value.get<bool>();
            else if (value.is_number())
                values[name] = value.get<std::int64_t>();
            else
                values[name] = value.get<std::string>();
        }
        const model::Variant* variant = experiment_.find_variant(result["variant"]);
        const auto job = catalogue::make_job(experiment_, *variant, values, gpu_);
        if (!job) return;  // no kernel to ask nvcc about
        if (result["status"] == "compile_error") {
            check_refusal(job->compile, result);
            return;
        }
        if (result["compile"].is_null()) return;  // a copy by the driver, or refused before it was compiled
        // The registers of a called function depend on its other callers: such a kernel gets its own file.
        const bool makes_calls = result["compile"]["functions"].size() > 1;
        // ptxas rounds every kernel's shared memory up to the alignment of a file's dynamic array, used or not.
        const bool shares = result["compile"]["static_shared_bytes"] > 0 &&
                            experiment_.source.find("extern __shared__") != std::string::npos;
        Group& group = groups[options_key(job->compile) + (makes_calls || shares ? job->compile.entry : "")];
        group.options = job->compile;
        group.entries.insert(job->compile.entry);
        group.results.push_back(result);
        group.requests.push_back(job->compile);
    }

    /// Both compilers refuse the same kernels for the same reason. One kernel for each reason is enough.
    void check_refusal(const model::CompileRequest& request, const json& result)
    {
        const std::string message = result["message"];
        if (!refusals_seen_.insert(request.arch + result["variant"].get<std::string>()).second) return;
        std::string log;
        EXPECT_FALSE(ask_nvcc(nvcc_, experiment_, request, {request.entry}, log)) << "nvcc compiles it: " << result;
        const auto at = message.find("uses too much shared data");
        if (at != std::string::npos) {
            EXPECT_NE(log.find(message.substr(at, message.find(')', at) - at)), std::string::npos) << message << "\n"
                                                                                                   << log;
        }
    }

    /// Compares registers, spills, stack and constants with those of nvcc's ptxas for Spillway's PTX.
    void check_by_ptxas(const model::CompileRequest& request, const json& result)
    {
        static const compiler::Toolchain tools = compiler::find_toolchain();
        const auto compiled = compiler::compile(tools, request, catalogue::source_text(experiment_));
        ASSERT_FALSE(compiled.error) << compiled.error->line();
        const auto log = tests::ptxas_report(nvcc_, request, compiled.ptx);
        ASSERT_TRUE(log) << log.error().line();
        const compiler::PtxasReport report = compiler::parse_ptxas_report(*log);
        const compiler::PtxasFunction* function = report.find(compiled.entry);
        ASSERT_NE(function, nullptr) << *log;
        EXPECT_EQ(result["compile"]["registers"], function->registers.value_or(0)) << result["parameters"] << *log;
        EXPECT_EQ(result["compile"]["spill_store_bytes"], function->spill_store_bytes.value_or(0)) << *log;
        EXPECT_EQ(result["compile"]["spill_load_bytes"], function->spill_load_bytes.value_or(0)) << *log;
        EXPECT_EQ(result["compile"]["stack_frame_bytes"], function->stack_frame_bytes.value_or(0)) << *log;
        EXPECT_EQ(result["compile"]["constant_bytes"],
                  function->constant_bytes ? json(*function->constant_bytes) : json())
            << result["parameters"] << *log;
    }

    int check_group(const Group& group)
    {
        std::string log;
        const auto report = ask_nvcc(nvcc_, experiment_, group.options, group.entries, log);
        EXPECT_TRUE(report) << log;
        if (!report) return 0;
        int compared = 0;
        for (std::size_t i = 0; i < group.results.size(); ++i) {
            const json& result = group.results[i];
            const json& compile = result["compile"];
            const std::string name = compile["functions"][0]["name"];
            const compiler::PtxasFunction* expected = report->find(name);
            EXPECT_NE(expected, nullptr) << name << " is not in\n" << log;
            if (expected == nullptr) continue;
            auto different = differences(compile, *expected);
            // NVRTC's front end writes other PTX than nvcc's for some kernels, above all those with shared memory.
            // Then nvcc's own ptxas must report the same numbers for the shown PTX.
            std::size_t others = 0;
            for (const char* number : {"registers", "constant_bytes", "spill_store_bytes", "spill_load_bytes",
                                       "stack_frame_bytes", "cumulative_stack_bytes"})
                others += different.erase(number);
            if (others > 0) {
                check_by_ptxas(group.requests[i], result);
                ++exempt_;
            }
            EXPECT_EQ(different, (std::map<std::string, std::string>{}))
                << result["variant"] << ' ' << result["parameters"] << ' ' << name;
            ++compared;
        }
        return compared;
    }

    fs::path nvcc_;
    const model::Experiment& experiment_;
    const model::Gpu& gpu_;
    std::set<std::string> refusals_seen_;
    int exempt_ = 0;
};

bool takes_whole_grid()
{
    const char* asked = std::getenv("SPILLWAY_TEST_NVCC");
    return asked != nullptr && std::string_view(asked) == "all";
}

struct GridTest : testing::TestWithParam<std::string> {};

TEST_P(GridTest, EveryNumberEqualsNvccs)
{
    SKIP_WITHOUT_COMPILER();
    const auto nvcc = tests::find_nvcc();
    if (!nvcc) GTEST_SKIP() << "nvcc is not on this machine: nothing to compare with";
    const fs::path root = SPILLWAY_SOURCE_DIR;
    const auto catalogue = catalogue::load_catalogue({root / "kernels", model::Place::installed});
    const auto gpus = catalogue::load_gpus(root / "assets/gpus.json");
    ASSERT_TRUE(gpus);
    const auto gpu = std::find_if(gpus->begin(), gpus->end(), [](const auto& g) { return g.name == GetParam(); });
    ASSERT_NE(gpu, gpus->end());
    int compared = 0, exempt = 0;
    const auto& names = gpus_of_grid();
    std::size_t sampled = 0,
                turn = static_cast<std::size_t>(std::find(names.begin(), names.end(), GetParam()) - names.begin());
    for (const model::Experiment& experiment : catalogue.experiments) {
        NvccComparison comparison(*nvcc, experiment, *gpu);
        for (const model::Values& knobs : knob_settings()) {
            // One of three architectures for each experiment; with knobs, one for every third setting.
            if (++turn % (knobs.empty() ? names.size() : 3 * names.size()) != 0) continue;
            if (!takes(experiment, knobs)) continue;
            if (!takes_whole_grid() && sampled++ % 16 != 0) continue;
            const json results = sweep(experiment, knobs, gpu->name);
            ASSERT_TRUE(results.is_array()) << experiment.name;
            compared += comparison.check(results);
        }
        exempt += comparison.exempt();
    }
    std::printf(
        "%s: %d kernels compared with nvcc; %d of them have other counts of registers, spills or "
        "constants\n",
        gpu->arch().c_str(), compared, exempt);
    EXPECT_GT(compared, takes_whole_grid() ? 60 : 10);
    if (takes_whole_grid()) {
        EXPECT_LT(exempt, compared / 5);
    }
}

INSTANTIATE_TEST_SUITE_P(Nvcc, GridTest, testing::ValuesIn(gpus_of_grid()),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace spillway::commands
