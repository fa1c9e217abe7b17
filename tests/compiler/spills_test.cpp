// The spills that ptxas marks in the code add up to those that it reports. SPILLWAY_TEST_SPILLS=all (./test.sh spills)
// looks at every variant of every experiment on seven architectures, and prints the table; an experiment's name in its
// place looks at that one, and "all@h200" at all on one of the GPUs.

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>

#include <gtest/gtest.h>

#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/line_needs.h"
#include "app/compiler/ptx.h"
#include "app/model/control_code.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/source_folder.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

/// Empty: a few only.
std::string wanted_words()
{
    const char* wanted = std::getenv("SPILLWAY_TEST_SPILLS");
    return wanted == nullptr ? "" : wanted;
}

std::string wanted_table()
{
    const std::string words = wanted_words();
    return words.substr(0, words.find('@'));
}

bool is_wanted_gpu(const std::string& gpu)
{
    const std::string words = wanted_words();
    const std::size_t at = words.find('@');
    return at == std::string::npos || words.substr(at + 1) == gpu;
}

bool wants_all()
{
    return !wanted_table().empty();
}

bool is_wanted(const std::string& experiment)
{
    if (wants_all()) return wanted_table() == "all" || wanted_table() == experiment;
    return experiment == "spill_to_shared" || experiment == "trig_slow_path";
}

model::SpillBytes sum_of(const std::vector<model::ListingLine>& lines)
{
    model::SpillBytes sum;
    for (const model::ListingLine& line : lines)
        if (line.spills) sum += *line.spills;
    return sum;
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
    void TearDown() override { fs::remove_all(folder_); }

    void look_at(const model::Experiment& experiment, const model::Variant& variant, const model::Gpu& gpu,
                 std::int64_t cap)
    {
        model::Values values = catalogue::initial_values(experiment, gpu);
        values["register_cap"] = cap;
        auto job = catalogue::make_job(experiment, variant, values, gpu);
        if (!job || job->compile.entry.empty()) return;  // no such setting, or a copy by the driver
        job->compile.line_info = true;
        const model::SourceText source = catalogue::source_text(experiment);
        const auto compiled = service_.get(job->compile, source).compiled;
        if (compiled->error) return;
        const auto code = service_.disassembly().get(*compiled, source.name);
        ASSERT_TRUE(code) << code.error().line();
        const std::string name =
            experiment.name + "/" + variant.name + " " + gpu.arch() + " cap " + std::to_string(cap);
        ASSERT_TRUE(code->is_annotated) << name;
        ASSERT_TRUE(code->has_live) << name;
        compare(name, *compiled, *code);
        compare_lines(name, *compiled, *code, source.name);
        follow_loads(name, code->lines);
        compare_unmarked(name, job->compile, source, *code);
    }

    int rows_ = 0, rows_with_spills_ = 0, loads_ = 0, awaited_loads_ = 0;

private:
    void compare(const std::string& name, const Compiled& compiled, const SassCode& code)
    {
        for (const model::FunctionReport& function : compiled.report.functions) {
            const model::SpillBytes marked = spills_of(code, function.name);
            const model::SpillBytes saved =
                function.is_entry ? model::SpillBytes{} : saved_for_the_caller(code, function);
            EXPECT_EQ(marked.local_stores + saved.local_stores, function.spill_store_bytes)
                << name << " " << function.name;
            EXPECT_EQ(marked.local_loads + saved.local_loads, function.spill_load_bytes)
                << name << " " << function.name;
            ++rows_;
            if (marked.total() == 0 && function.spill_store_bytes == 0 && function.spill_load_bytes == 0) continue;
            ++rows_with_spills_;
            if (wants_all())
                std::printf("%-52s %8ld %8ld %8ld %8ld %8ld %8ld\n",
                            (name + (function.is_entry ? "" : " (called)")).c_str(), marked.local_stores,
                            function.spill_store_bytes, marked.local_loads, function.spill_load_bytes,
                            marked.shared_stores, marked.shared_loads);
        }
        const auto peak = figures_of(code, compiled.entry).peak_live_registers;
        EXPECT_LE(peak.value_or(0), compiled.report.registers.value_or(255)) << name;
    }

    /// ptxas counts as spills what a called function saves of its caller's registers, and does not mark it.
    static model::SpillBytes saved_for_the_caller(const SassCode& code, const model::FunctionReport& function)
    {
        model::SpillBytes saved;
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

    /// Each byte stands at one line of the PTX, and of the source unless a header wrote it.
    static void compare_lines(const std::string& name, const Compiled& compiled, const SassCode& code,
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

    /// What is launched is compiled without marks: those change no instruction and no control code.
    void compare_unmarked(const std::string& name, model::CompileRequest request, const model::SourceText& source,
                          const SassCode& marked)
    {
        request.line_info = false;
        const auto compiled = service_.get(request, source).compiled;
        ASSERT_FALSE(compiled->error) << name;
        const auto plain = service_.disassembly().get(*compiled, source.name);
        ASSERT_TRUE(plain) << plain.error().line();
        EXPECT_FALSE(plain->is_annotated);
        EXPECT_TRUE(instructions_of(*plain) == instructions_of(marked)) << name;
    }

    static std::vector<std::pair<std::string, std::optional<int>>> instructions_of(const SassCode& code)
    {
        std::vector<std::pair<std::string, std::optional<int>>> found;
        for (const model::ListingLine& line : code.lines) {
            const bool is_padding = line.text.find("NOP") != std::string::npos;
            if (line.text.starts_with(" ") && !is_padding)
                found.emplace_back(line.text.substr(0, line.text.find(".L_x_")), line.control);
        }
        return found;
    }

    /// As the control codes say it: nothing reads what a load brings before it has waited for the load's barrier.
    void follow_loads(const std::string& name, const std::vector<model::ListingLine>& lines)
    {
        for (std::size_t load = 0; load < lines.size(); ++load) {
            const std::string target = loaded_register(lines[load].text);
            if (target.empty()) continue;
            ASSERT_TRUE(lines[load].control) << name;
            ++loads_;
            // Shared memory answers in order: one barrier may stand for several loads.
            if (!model::decode_control(*lines[load].control).write_barrier) continue;
            const auto waits = model::row_that_waits(lines, static_cast<int>(load));
            for (std::size_t next = load + 1; next < lines.size() && is_straight_on(lines[next].text); ++next) {
                if (!names_register(lines[next].text, target)) continue;
                EXPECT_TRUE(waits && *waits <= static_cast<int>(next)) << name << lines[load].text << lines[next].text;
                ++awaited_loads_;
                break;
            }
        }
    }

    /// "R27" of "    @P0 LDG.E R27, desc[UR6][R4.64]".
    static std::string loaded_register(const std::string& text)
    {
        for (const char* load : {"LDG.", "LDL", "LDS", "LDC"}) {
            const auto at = text.find(std::string(" ") + load);
            if (at == std::string::npos || text.find("LDGSTS") != std::string::npos) continue;
            const auto begin = text.find(" R", at + 1), end = text.find(',', at);
            const bool is_first = begin != std::string::npos && end != std::string::npos && begin < end;
            if (is_first && text.compare(begin + 1, 2, "RZ") != 0) return text.substr(begin + 1, end - begin - 1);
        }
        return "";
    }

    static bool names_register(const std::string& text, const std::string& target)
    {
        for (auto at = text.find(target); at != std::string::npos; at = text.find(target, at + 1)) {
            const char after = at + target.size() < text.size() ? text[at + target.size()] : ' ';
            if (text[at - 1] != 'U' && std::isalnum(static_cast<unsigned char>(after)) == 0) return true;
        }
        return false;
    }

    static bool is_straight_on(const std::string& text)
    {
        for (const char* leaves : {"BRA", "BRX", "EXIT", "RET", "CALL", "JMP", "BREAK", "WARPSYNC", "BSYNC"})
            if (text.find(leaves) != std::string::npos) return false;
        return text.starts_with(" ");
    }

    fs::path folder_ = scratch_folder("spills");
    DiskCache disk_{{}, 0, [](const model::Error&) {}};
    CompileService service_{find_toolchain(), disk_};
};

TEST_F(MarkedSpills, add_up_to_what_ptxas_reports)
{
    const std::set<std::string> few_gpus = {"t4", "rtx5090"};
    const std::set<std::string> all_gpus = {"t4", "a100", "rtx3090", "l4", "h200", "b200", "rtx5090"};
    const auto gpus = catalogue::load_gpus(source_folder / "assets" / "gpus.json");
    ASSERT_TRUE(gpus);
    if (wants_all())
        std::printf("%-52s %8s %8s %8s %8s %8s %8s\n", "bytes per thread: marked and reported", "stores", "ptxas",
                    "loads", "ptxas", "to shared", "from");
    const catalogue::Catalogue catalogue =
        catalogue::load_catalogue({source_folder / "kernels", model::Place::installed});
    for (const model::Experiment& experiment : catalogue.experiments) {
        if (!is_wanted(experiment.name)) continue;
        for (const model::Gpu& gpu : *gpus) {
            if (!(wants_all() ? all_gpus : few_gpus).contains(gpu.name) || !is_wanted_gpu(gpu.name)) continue;
            for (const model::Variant& variant : experiment.variants)
                for (const std::int64_t cap :
                     wants_all() ? std::vector<std::int64_t>{0, 32} : std::vector<std::int64_t>{32})
                    look_at(experiment, variant, gpu, cap);
        }
    }
    EXPECT_GT(rows_, 0);
    const bool are_some_sure = !wants_all() || wanted_table() == "all";
    EXPECT_TRUE(rows_with_spills_ > 5 || !are_some_sure);
    EXPECT_TRUE(awaited_loads_ > 100 || !are_some_sure) << "the others are read behind a branch, or share a barrier";
    std::cout << awaited_loads_ << " of " << loads_ << " loads are waited for where their result is read; ";
    std::cout << rows_ << " functions, " << rows_with_spills_ << " of them spill\n";
}

}  // namespace
}  // namespace spillway::compiler
