// The spills that ptxas marks in the code add up to those that it reports. SPILLWAY_TEST_SPILLS=all (./test.sh spills)
// looks at every variant of every experiment on seven architectures, and prints the table; an experiment's name in its
// place looks at that one, and "all@h200" at all on one of the GPUs.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/line_needs.h"
#include "app/compiler/ptx.h"
#include "tests/compiler/awaited_loads.h"
#include "tests/compiler/cubin_sections.h"
#include "tests/compiler/spill_table.h"
#include "tests/support/shipped_catalogue.h"
#include "tests/support/source_folder.h"

namespace spillway::compiler {
namespace {

/// Experiments and GPUs. Empty: only a few.
struct Wanted {
    std::string experiment, gpu;

    Wanted()
    {
        const char* words = std::getenv("SPILLWAY_TEST_SPILLS");
        experiment = words == nullptr ? "" : words;
        const std::size_t at = experiment.find('@');
        if (at == std::string::npos) return;
        gpu = experiment.substr(at + 1);
        experiment.resize(at);
    }
    [[nodiscard]] bool is_table() const { return !experiment.empty(); }
    [[nodiscard]] bool is_everything() const { return experiment == "all" && gpu.empty(); }
    [[nodiscard]] bool has(const model::Experiment& one) const
    {
        if (is_table()) return experiment == "all" || experiment == one.name;
        return one.name == "spill_to_shared" || one.name == "trig_slow_path";
    }
    [[nodiscard]] bool has(const model::Gpu& one) const
    {
        static const std::set<std::string> few = {"t4", "rtx5090"};
        static const std::set<std::string> all = {"t4", "a100", "rtx3090", "l4", "h200", "b200", "rtx5090"};
        return (is_table() ? all : few).contains(one.name) && (gpu.empty() || gpu == one.name);
    }
};

/// One compile to look at.
struct Setting {
    std::string name, experiment;
    model::CompileRequest request;
    const model::SourceText* source = nullptr;
    bool is_listed = false;  ///< disassembled, spills or not
};

struct Looked {
    std::vector<SpillRow> rows;  ///< of each function
    AwaitedLoads loads;
    bool is_compiled = false, is_listed = false;
};

model::SpillBytes sum_of(const std::vector<model::ListingLine>& lines)
{
    model::SpillBytes sum;
    for (const model::ListingLine& line : lines)
        if (line.spills) sum += *line.spills;
    return sum;
}

int marked_lines(const SassCode& code)
{
    int marked = 0;
    for (const model::ListingLine& line : code.lines) marked += line.spills ? 1 : 0;
    return marked;
}

/// Registers of its caller that a called function saves. ptxas reports them as spills, but does not mark them.
model::SpillBytes saved_for_the_caller(const SassCode& code, const model::FunctionReport& function)
{
    model::SpillBytes saved;
    if (function.is_entry) return saved;
    bool is_ours = false;
    for (const model::ListingLine& line : code.lines) {
        const bool is_label = !line.text.starts_with(" ");
        if (is_label && !line.text.starts_with(".L")) is_ours = line.text.ends_with("$" + function.name + ":");
        // R1 is the stack; R10 is any address.
        const bool is_stack =
            line.text.find("[R1]") != std::string::npos || line.text.find("[R1+") != std::string::npos;
        const bool is_saved = is_ours && !is_label && !line.spills && is_stack;
        if (is_saved && line.text.find("    STL [R1") == 0) saved.local_stores += 4;
        if (is_saved && line.text.find("    LDL R") == 0) saved.local_loads += 4;
    }
    const bool has_array = function.stack_frame_bytes > saved.local_stores + 4;
    return has_array ? model::SpillBytes{} : saved;
}

/// Checks that each spilled byte belongs to one line of the PTX and, outside headers, of the source.
void compare_lines(const std::string& name, const Compiled& compiled, const SassCode& code,
                   const std::string& source_name)
{
    std::vector<int> numbers;
    auto ptx = list_ptx(compiled.ptx, reachable_functions(compiled.ptx, compiled.entry), source_name, &numbers);
    SassCode lines_of_ptx = code;
    put_needs(ptx, numbers, lines_of_ptx);
    EXPECT_EQ(sum_of(ptx), sum_of(code.lines)) << name << ": in PTX";
    model::SpillBytes by_source_line, elsewhere;
    for (const model::SourceLineNeeds& line : needs_of_source(code)) by_source_line += line.spills;
    for (const model::ListingLine& line : code.lines)
        if (line.spills && line.source_line == 0) elsewhere += *line.spills;
    by_source_line += elsewhere;
    EXPECT_EQ(by_source_line, sum_of(code.lines)) << name << ": in the source";
}

class MarkedSpills : public testing::Test {
protected:
    void SetUp() override
    {
        const auto& tools = service_.tools();
        if (!tools.nvrtc) GTEST_SKIP() << tools.nvrtc.error().line();
        if ((*tools.nvrtc)->version_number() < 13000) GTEST_SKIP() << "ptxas marks spills from CUDA 13 on";
        if (!tools.disassembler) GTEST_SKIP() << tools.disassembler.error().line();
        if (!tools.disassembler->shows_marks()) GTEST_SKIP() << "nvdisasm shows marks from 13.5 on";
    }

    /// For the table: every variant at its initial values, with a cap of 32 registers, and at the end of its x axis;
    /// code is disassembled if it spills, and on an H200 at the initial values. Else: with the cap, all disassembled.
    /// Each distinct compile once.
    std::vector<Setting> settings(const Wanted& wanted, const std::vector<model::Experiment>& experiments,
                                  const std::vector<model::Gpu>& gpus)
    {
        std::vector<Setting> found;
        std::set<std::string> keys;
        for (const model::Experiment& experiment : experiments) {
            if (!wanted.has(experiment)) continue;
            const model::SourceText& source = sources_.emplace_back(catalogue::source_text(experiment));
            for (const model::Gpu& gpu : gpus) {
                if (!wanted.has(gpu)) continue;
                for (const model::Variant& variant : experiment.variants)
                    for (auto& [words, values] : places(experiment, gpu, wanted.is_table())) {
                        auto job = catalogue::make_job(experiment, variant, values, gpu);
                        if (!job || job->compile.entry.empty())
                            continue;  // not a valid setting, or a copy by the driver
                        job->compile.line_info = true;
                        if (!keys.insert(service_.key_of(job->compile, source)).second) continue;
                        const bool is_listed = !wanted.is_table() || (words.empty() && gpu.name == "h200");
                        found.push_back({experiment.name + "/" + variant.name + " " + gpu.arch() + words,
                                         experiment.name, job->compile, &source, is_listed});
                    }
            }
        }
        return found;
    }

    /// Looks at all settings, on every core: starting disassemblers takes most of the time.
    std::vector<Looked> look_at(const std::vector<Setting>& settings)
    {
        std::vector<Looked> looked(settings.size());
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < settings.size(); i = next++) look_at(settings[i], looked[i]);
        };
        std::vector<std::jthread> threads;
        for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
        work();
        threads.clear();
        return looked;
    }

private:
    static std::vector<std::pair<std::string, model::Values>> places(const model::Experiment& experiment,
                                                                     const model::Gpu& gpu, bool all)
    {
        const model::Values opening = catalogue::initial_values(experiment, gpu);
        model::Values capped = opening, at_the_end = opening;
        capped["register_cap"] = std::int64_t{32};
        if (!all) return {{" cap 32", capped}};
        const model::Parameter* axis = experiment.find_parameter(experiment.x_axis);
        at_the_end[axis->name] = catalogue::axis_values(*axis, 2).back();
        return {{"", opening}, {" cap 32", capped}, {" end of the axis", at_the_end}};
    }

    void look_at(const Setting& setting, Looked& looked)
    {
        const auto compiled = service_.get(setting.request, *setting.source).compiled;
        if (compiled->error) return;  // this GPU or this value is refused: tests/kernels knows which
        looked.is_compiled = true;
        const std::optional<int> marks = marks_in(compiled->cubin);
        bool has_spills = marks.value_or(1) > 0;
        for (const model::FunctionReport& function : compiled->report.functions)
            has_spills = has_spills || function.spill_store_bytes > 0 || function.spill_load_bytes > 0;
        looked.is_listed = has_spills || setting.is_listed;
        if (!looked.is_listed) {
            for (const model::FunctionReport& function : compiled->report.functions)
                looked.rows.push_back({setting.name, setting.experiment, setting.request.arch, function, {}});
            return;
        }
        const auto code = service_.disassembly().get(*compiled, setting.source->name, SassDetail::lines);
        ASSERT_TRUE(code) << code.error().line();
        ASSERT_TRUE(code->is_annotated) << setting.name;
        ASSERT_TRUE(code->has_live) << setting.name;
        EXPECT_EQ(marked_lines(*code), marks.value_or(-1))
            << setting.name << ": marks in the cubin, and as nvdisasm shows them";
        add_rows(setting, *compiled, *code, looked);
        compare_lines(setting.name, *compiled, *code, setting.source->name);
        looked.loads.follow(setting.name, code->lines);
        compare_unmarked(setting, *compiled);
    }

    static void add_rows(const Setting& setting, const Compiled& compiled, const SassCode& code, Looked& looked)
    {
        for (const model::FunctionReport& function : compiled.report.functions) {
            const model::SpillBytes marked = spills_of(code, function.name);
            const model::SpillBytes saved = saved_for_the_caller(code, function);
            EXPECT_EQ(marked.local_stores + saved.local_stores, function.spill_store_bytes)
                << setting.name << " " << function.name;
            EXPECT_EQ(marked.local_loads + saved.local_loads, function.spill_load_bytes)
                << setting.name << " " << function.name;
            looked.rows.push_back({setting.name, setting.experiment, setting.request.arch, function, marked, saved});
        }
        const auto peak = figures_of(code, compiled.entry).peak_live_registers;
        EXPECT_LE(peak.value_or(0), compiled.report.registers.value_or(255)) << setting.name;
    }

    /// Launched code is compiled without marks: marks change no instruction and no control code.
    void compare_unmarked(const Setting& setting, const Compiled& marked)
    {
        model::CompileRequest request = setting.request;
        request.line_info = false;
        const auto plain = service_.get(request, *setting.source).compiled;
        ASSERT_FALSE(plain->error) << setting.name;
        EXPECT_FALSE(code_of(marked.cubin).empty()) << setting.name;
        EXPECT_EQ(code_of(plain->cubin), code_of(marked.cubin)) << setting.name;
    }

    std::deque<model::SourceText> sources_;
    DiskCache disk_{{}, 0, [](const model::Error&) {}};
    CompileService service_{find_toolchain(), disk_};
};

TEST_F(MarkedSpills, add_up_to_what_ptxas_reports)
{
    const Wanted wanted;
    const auto gpus = catalogue::load_gpus(source_folder / "assets" / "gpus.json");
    ASSERT_TRUE(gpus);
    const auto experiments = shipped_catalogue().experiments;
    const std::vector<Setting> settings = this->settings(wanted, experiments, *gpus);
    SpillTable table;
    AwaitedLoads loads;
    int compiled = 0, listed = 0;
    for (const Looked& looked : look_at(settings)) {
        for (const SpillRow& row : looked.rows) table.add(row);
        loads.loads += looked.loads.loads;
        loads.awaited += looked.loads.awaited;
        compiled += looked.is_compiled ? 1 : 0;
        listed += looked.is_listed ? 1 : 0;
    }
    if (wanted.is_table()) table.print();
    std::cout << settings.size() << " compiles, " << compiled << " not refused, " << listed << " disassembled; "
              << table.functions() << " functions, " << table.functions_with_spills() << " of them spill; "
              << loads.awaited << " of " << loads.loads << " loads are waited for where their result is read\n";
    EXPECT_GT(table.functions(), 0);
    if (wanted.is_table() && !wanted.is_everything()) return;  // a single experiment may have no spills
    EXPECT_GT(table.functions_with_spills(), 5);
    EXPECT_GT(loads.awaited, 100);
}

}  // namespace
}  // namespace spillway::compiler
