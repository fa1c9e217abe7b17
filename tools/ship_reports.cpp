// Makes assets/reports anew: compiles every experiment's declared grid and claims for every architecture and keeps what
// the compiler says (app/answers/shipped_reports.h). What a file has already, of the same text and compiler, stays.
//
//     ship_reports FOLDER [--minutes N] [--arch sm_NN]... [EXPERIMENT]...
//
// First the x axis at defaults and what the claims speak of, for all, then the rest of the grids, the newest
// recording's architecture before others: a run that ends early has done what is moved most.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "app/answers/shipped_reports.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/catalogue/axis_claims.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/claims.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/grid.h"
#include "app/compiler/compile_service.h"

namespace {

using namespace spillway;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Request {
    fs::path folder;
    double minutes = 1e9;
    std::set<std::string> archs, experiments;  ///< none: all
};

struct Wanted {
    std::string key;
    model::CompileRequest compile;
    bool is_first = false;  ///< on the x axis at defaults
};

/// One file: an experiment on an architecture, or the kernels of its claims there.
struct Part {
    const model::Experiment* experiment = nullptr;
    model::SourceText source;
    std::string name;  ///< of the file, before the architecture
    std::string arch;
    std::vector<Wanted> wanted;
    answers::Reports reports;

    [[nodiscard]] fs::path file(const fs::path& folder) const
    {
        return folder / answers::reports_file_name(name, source.hash, arch);
    }
};

struct Compiler {
    compiler::DiskCache no_cache{{}, 0, [](const model::Error&) {}};
    compiler::CompileService service{compiler::find_toolchain(), no_cache};
};

Request read_request(int count, char** arguments)
{
    Request request;
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word == "--minutes" && i + 1 < count)
            request.minutes = std::atof(arguments[++i]);
        else if (word == "--arch" && i + 1 < count)
            request.archs.insert(arguments[++i]);
        else if (request.folder.empty())
            request.folder = word;
        else
            request.experiments.insert(word);
    }
    return request;
}

std::string text_of(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Settings of the lesson's claims on this GPU: the lesson has their verdicts at once.
std::vector<cli::BatchItem> claimed_items(const model::Experiment& experiment, const model::Gpu& gpu)
{
    std::vector<cli::BatchItem> items;
    for (const model::Claim& claim : experiment.claims) {
        if (catalogue::claim_gpus(claim, {gpu}).empty()) continue;
        for (const catalogue::ClaimRun& run : catalogue::claim_runs(experiment, claim)) {
            model::Values values = catalogue::initial_values(experiment, gpu);
            for (const auto& [name, value] : run.set) values[name] = value;
            items.push_back({&experiment, run.variant, values, false, true});
        }
    }
    return items;
}

/// The grid on this GPU, and what the claims speak of.
std::vector<cli::BatchItem> items_of(const model::Experiment& experiment, const model::Gpu& gpu)
{
    std::vector<cli::BatchItem> items = cli::recording_items(experiment, gpu);
    const std::vector<cli::BatchItem> claimed = claimed_items(experiment, gpu);
    items.insert(items.end(), claimed.begin(), claimed.end());
    return items;
}

/// Every compile of this text that is asked for on the GPUs of one architecture, each once.
std::vector<Wanted> wanted_of(const answers::ReportTools& tools, const model::Experiment& experiment,
                              const model::SourceText& source, const std::vector<const model::Gpu*>& gpus)
{
    std::vector<Wanted> wanted;
    std::map<std::string, std::size_t> index;
    for (const model::Gpu* gpu : gpus) {
        for (const cli::BatchItem& item : items_of(experiment, *gpu)) {
            if (catalogue::source_hash(experiment, *item.variant) != source.hash) continue;
            const auto job = catalogue::make_job(experiment, *item.variant, item.values, *gpu);
            if (!job || (job->plan && job->plan->copy)) continue;
            const auto key = answers::shipped_key(tools, job->compile, source);
            if (!key) continue;
            const auto [at, is_new] = index.try_emplace(*key, wanted.size());
            if (is_new) wanted.push_back({*key, job->compile, false});
            wanted[at->second].is_first = wanted[at->second].is_first || item.count || item.is_claimed;
        }
    }
    return wanted;
}

std::vector<Part> parts_of(const Request& request, const answers::ReportTools& tools,
                           const catalogue::Catalogue& catalogue, const std::vector<model::Gpu>& gpus)
{
    std::map<std::string, std::vector<const model::Gpu*>> by_arch;
    for (const model::Gpu& gpu : gpus)
        if (gpu.compilable && (request.archs.empty() || request.archs.contains(gpu.arch())))
            by_arch[gpu.arch()].push_back(&gpu);
    std::vector<Part> parts;
    for (const auto& [arch, of_arch] : by_arch) {
        for (const model::Experiment& experiment : catalogue.experiments) {
            if (!request.experiments.empty() && !request.experiments.contains(experiment.name)) continue;
            const auto add = [&](const model::SourceText& source, const std::string& name) {
                Part part{&experiment, source, name, arch, wanted_of(tools, experiment, source, of_arch), {}};
                const auto before = answers::unpack_reports(text_of(part.file(request.folder)));
                if (before)
                    for (const Wanted& wanted : part.wanted)
                        if (const auto known = before->find(wanted.key); known != before->end())
                            part.reports.insert(*known);
                parts.push_back(std::move(part));
            };
            add(catalogue::source_text(experiment), experiment.name);
            if (!experiment.claim_kernels.empty())
                add(catalogue::source_text(experiment, experiment.claim_kernels.front()), experiment.name + "_causes");
        }
    }
    // GPUs with a recording first: learners without a GPU begin there.
    std::stable_partition(parts.begin(), parts.end(), [](const Part& part) { return part.arch == "sm_90"; });
    return parts;
}

/// Compiles what the part lacks, side by side, until the time is up; the number of compiles.
std::size_t complete(Part& part, bool only_first, compiler::CompileService& service, Clock::time_point end)
{
    std::vector<const Wanted*> missing;
    for (const Wanted& wanted : part.wanted)
        if ((wanted.is_first || !only_first) && !part.reports.contains(wanted.key)) missing.push_back(&wanted);
    std::vector<std::shared_ptr<const compiler::Compiled>> answers(missing.size());
    std::atomic<std::size_t> next = 0;
    std::vector<std::jthread> threads;
    for (unsigned int i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
        threads.emplace_back([&] {
            for (std::size_t at = next++; at < missing.size() && Clock::now() < end; at = next++)
                answers[at] = service.get(missing[at]->compile, part.source).compiled;
        });
    threads.clear();  // joins
    std::size_t compiled = 0;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (!answers[i] || !answers::is_shippable(*answers[i], part.source)) continue;
        part.reports[missing[i]->key] = answers[i];
        ++compiled;
    }
    return compiled;
}

/// Writes the part's file and removes those of older texts.
std::optional<model::Error> write(const Part& part, const fs::path& folder)
{
    const fs::path file = part.file(folder);
    const std::string begin = part.name + "-" + part.arch + "-";
    std::vector<fs::path> older;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().filename().string().starts_with(begin) && entry.path() != file) older.push_back(entry.path());
    if (!part.reports.empty())
        if (auto error = base::write_file(file, answers::pack_reports(part.reports))) return error;
    for (const fs::path& path : older) fs::remove(path);
    return std::nullopt;
}

int ship(const Request& request)
{
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration_cast<Clock::duration>(
                                 std::chrono::duration<double>(60 * std::min(request.minutes, 1e6)));
    Compiler compiler;
    if (!compiler.service.tools().nvrtc) {
        fmt::print(stderr, "{}\n", compiler.service.tools().nvrtc.error().line());
        return 1;
    }
    const auto gpus = catalogue::load_gpus(base::data_folder() / "assets/gpus.json");
    if (!gpus) {
        fmt::print(stderr, "{}\n", gpus.error().line());
        return 1;
    }
    const auto catalogue = catalogue::load_catalogue({base::data_folder() / "kernels", model::Place::installed});
    fs::create_directories(request.folder);
    const answers::ReportTools tools = compiler.service.tools().report_tools();
    std::vector<std::string> texts;
    for (const model::Experiment& experiment : catalogue.experiments) {
        texts.push_back(experiment.source);
        if (!experiment.claim_source.empty()) texts.push_back(experiment.claim_source);
    }
    if (const auto error = base::write_file(request.folder / "compiler.json", answers::describe_tools(tools, texts))) {
        fmt::print(stderr, "{}\n", error->line());
        return 1;
    }
    std::vector<Part> parts = parts_of(request, tools, catalogue, *gpus);
    std::size_t compiled = 0;
    for (const bool only_first : {true, false}) {
        for (Part& part : parts) {
            const std::size_t added = complete(part, only_first, compiler.service, end);
            if (added == 0 && fs::exists(part.file(request.folder))) continue;
            compiled += added;
            if (const auto error = write(part, request.folder)) {
                fmt::print(stderr, "{}\n", error->line());
                return 1;
            }
        }
    }
    std::size_t wanted = 0, shipped = 0;
    for (const Part& part : parts) {
        wanted += part.wanted.size();
        shipped += part.reports.size();
    }
    fmt::print("{} of {} answers in {} files; {} compiled in {:.0f} s\n", shipped, wanted, parts.size(), compiled,
               std::chrono::duration<double>(Clock::now() - begin).count());
    return 0;
}

}  // namespace

int main(int count, char** arguments)
{
    const Request request = read_request(count, arguments);
    if (!request.folder.empty() && request.folder.string().front() != '-') return ship(request);
    fmt::print(stderr, "ship_reports FOLDER [--minutes N] [--arch sm_NN]... [EXPERIMENT]...\n");
    return 2;
}
