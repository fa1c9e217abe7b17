// Makes assets/ptx anew: the PTX of each variant of each experiment as it begins on an H200, and where
// lessons lead on the tab Warp (app/answers/shipped_listings.h).
//
//     ship_ptx FOLDER

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/answers/shipped_listings.h"
#include "app/base/output_file.h"
#include "app/base/paths.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile_service.h"
#include "app/compiler/local_lines.h"
#include "app/compiler/ptx.h"

namespace {

using namespace spillway;
namespace fs = std::filesystem;

constexpr const char* shown_gpu = "h200";  ///< where a first visit begins

std::shared_ptr<const model::Listing> listing_of(const compiler::Compiled& code, const std::string& source_name)
{
    auto listing = std::make_shared<model::Listing>();
    std::vector<int> numbers;
    listing->ptx =
        compiler::list_ptx(code.ptx, compiler::reachable_functions(code.ptx, code.entry), source_name, &numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] > 0) listing->ptx[i].module_line = numbers[i];
    listing->local_source_lines = compiler::local_lines_of(*listing);
    listing->module = model::PtxModule{code.ptx, code.entry};
    return listing;
}

/// Each variant as the experiment begins, and where its lesson leads on the tab Warp.
std::vector<std::pair<const model::Variant*, model::Values>> shown_settings(const model::Experiment& experiment,
                                                                            const model::Gpu& gpu)
{
    std::vector<std::pair<const model::Variant*, model::Values>> settings;
    const model::Values initial = catalogue::initial_values(experiment, gpu);
    for (const model::Variant& variant : experiment.variants)
        if (variant.is_kernel()) settings.emplace_back(&variant, initial);
    for (const catalogue::LessonLink& link : catalogue::lesson_links(experiment.lesson)) {
        if (!link.target.starts_with("set:")) continue;
        const auto set = catalogue::parse_set_link(experiment, link.target);
        const model::Variant* variant = set && set->warp ? experiment.find_variant(set->variant) : nullptr;
        if (variant == nullptr) continue;
        model::Values values = initial;
        for (const auto& [name, value] : set->values) values[name] = value;
        settings.emplace_back(variant, std::move(values));
    }
    return settings;
}

/// The listings of one experiment; the Error is the first that a compile gave.
model::Expected<answers::Listings> listings_of(const model::Experiment& experiment, const model::Gpu& gpu,
                                               compiler::CompileService& service)
{
    answers::Listings listings;
    const answers::ReportTools tools = service.tools().report_tools();
    const model::SourceText source = catalogue::source_text(experiment);
    for (const auto& [variant, values] : shown_settings(experiment, gpu)) {
        const auto job = catalogue::make_job(experiment, *variant, values, gpu);
        if (!job) return job.error();
        const auto key = answers::shipped_key(tools, job->compile, source);
        if (!key) return model::Error{"a header of " + source.name + " is not found", "", ""};
        model::CompileRequest compile = job->compile;
        compile.line_info = true;
        const auto code = service.get(compile, source).compiled;
        if (code->error) return *code->error;
        listings[*key] = listing_of(*code, source.name);
    }
    return listings;
}

std::optional<model::Error> write(const fs::path& file, const std::string& experiment, const std::string& content)
{
    for (const auto& entry : fs::directory_iterator(file.parent_path()))
        if (entry.path().filename().string().starts_with(experiment + "-") && entry.path() != file)
            fs::remove(entry.path());  // of an older text
    return base::write_file(file, content);
}

std::optional<model::Error> ship(const fs::path& folder)
{
    compiler::DiskCache no_cache{{}, 0, [](const model::Error&) {}};
    compiler::CompileService service{compiler::find_toolchain(), no_cache};
    if (!service.tools().nvrtc) return service.tools().nvrtc.error();
    const auto gpus = catalogue::load_gpus(base::data_folder() / "assets/gpus.json");
    if (!gpus) return gpus.error();
    const auto gpu =
        std::find_if(gpus->begin(), gpus->end(), [](const model::Gpu& one) { return one.name == shown_gpu; });
    if (gpu == gpus->end()) return model::Error{"the table of GPUs has no H200", "assets/gpus.json", ""};
    fs::create_directories(folder);
    const auto catalogue = catalogue::load_catalogue({base::data_folder() / "kernels", model::Place::installed});
    std::size_t count = 0, bytes = 0;
    for (const model::Experiment& experiment : catalogue.experiments) {
        const auto listings = listings_of(experiment, *gpu, service);
        if (!listings) return listings.error();
        const std::string content = answers::pack_listings(*listings);
        const std::string name =
            answers::listings_file_name(experiment.name, catalogue::content_hash(experiment.source));
        if (auto error = write(folder / name, experiment.name, content)) return error;
        count += listings->size();
        bytes += content.size();
    }
    fmt::print("{} variants of {} experiments, {} bytes\n", count, catalogue.experiments.size(), bytes);
    return std::nullopt;
}

}  // namespace

int main(int count, char** arguments)
{
    if (count != 2 || arguments[1][0] == '-') {
        fmt::print(stderr, "ship_ptx FOLDER\n");
        return 2;
    }
    const fs::path folder = fs::absolute(arguments[1]);
    fs::current_path("/");  // NVRTC writes the current folder into the PTX: nothing of this machine ships
    if (const auto error = ship(folder)) {
        fmt::print(stderr, "{}\n", error->line());
        return 1;
    }
    return 0;
}
