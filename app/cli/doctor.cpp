#include "app/cli/doctor.h"

#include <fmt/format.h>

#include <cstdlib>

#include "app/base/counted.h"
#include "app/base/paths.h"
#include "app/catalogue/gpus.h"
#include "app/cli/json_output.h"
#include "app/cli/print.h"
#include "app/cli/roofs.h"

namespace spillway::cli {
namespace {

struct Finding {
    std::string name;
    bool found = false;
    std::string detail;  ///< version and path, or the missing part
    std::string advice;
};

Finding of_tool(const char* name, const model::Tool& tool)
{
    std::string detail = tool.available ? tool.version : tool.reason;
    if (tool.available && !tool.path.empty()) detail += (detail.empty() ? "" : ", ") + tool.path;
    return {name, tool.available, std::move(detail), tool.available ? "" : tool.advice};
}

Finding of_probe(const char* name, const std::function<model::Expected<std::string>()>& probe)
{
    if (!probe) return {name, false, "this program was built without the window", "build the release preset"};
    const auto found = probe();
    if (found) return {name, true, *found, ""};
    return {name, false, found.error().what, found.error().advice};
}

Finding of_display()
{
    for (const char* variable : {"WAYLAND_DISPLAY", "DISPLAY"})
        if (const char* value = std::getenv(variable); value != nullptr && *value != 0)
            return {"display", true, fmt::format("{}={}", variable, value), ""};
    return {"display", false, "neither WAYLAND_DISPLAY nor DISPLAY is set",
            "Log in on a desktop, or use 'spillway screenshot' and 'spillway tour', which need none."};
}

/// Checks the sandbox that keeps the compiler from reading other files.
Finding of_confinement(const protocol::Hello& hello)
{
    const char* name = "compiler's confinement";
    if (hello.confined_by) return {name, true, *hello.confined_by + ": it can read only CUDA's own files", ""};
    return {name, false, hello.why_unconfined.value_or("this worker does not report it"),
            "Kernels still compile; includes of other files are refused by their text alone. Linux 5.13 or later with "
            "Landlock enabled confines the compiler; so does any Linux that gives its users namespaces."};
}

/// Checks assets/gpus.json against the driver's values for the live GPU.
Finding of_table(const Context& context, const model::Gpu& live)
{
    const std::vector<std::string> differences = catalogue::differences_from_table(context.library.table(), live);
    if (differences.empty()) return {"table of GPUs", true, "it agrees with the driver of " + live.label, ""};
    std::string detail = live.label + ": ";
    for (const std::string& difference : differences)
        detail += (&difference == &differences.front() ? "" : "; ") + difference;
    return {"table of GPUs", false, detail, "correct its line in assets/gpus.json"};
}

/// Checks the live GPU's roofs, and measures them if necessary.
Finding of_roofs(worker_client::Dispatcher& dispatcher, const model::Gpu& live)
{
    const auto roofs = ask_for_roofs(dispatcher, live.name);
    if (!roofs) return {"roofs", false, roofs.error().what, roofs.error().advice};
    return {"roofs", true, live.label + ": " + roofs_text(*roofs), ""};
}

void add_worker_findings(Context& context, std::vector<Finding>& findings)
{
    worker_client::Dispatcher dispatcher(context.worker_command, {});
    if (const auto trouble = meet_worker(dispatcher, context)) {
        findings.push_back({"worker", false, trouble->what, trouble->advice});
        return;
    }
    const protocol::Hello& hello = *dispatcher.status().hello;
    findings.push_back(
        {"worker", true, fmt::format("{}, {} compile threads", hello.program_version, hello.compile_threads), ""});
    findings.push_back(of_tool("compiler (NVRTC)", hello.compiler));
    if (hello.compilers)
        for (const model::Tool& other : *hello.compilers)
            if (other.path != hello.compiler.path) findings.push_back(of_tool("another NVRTC", other));
    if (hello.nvcc) findings.push_back(of_tool("nvcc, for whole files", *hello.nvcc));
    if (hello.compiler.available) findings.push_back(of_confinement(hello));
    findings.push_back(of_tool("CUDA headers", hello.headers));
    findings.push_back(of_tool("disassembler", hello.disassembler));
    findings.push_back(of_tool("occupancy calculator", hello.occupancy));
    findings.push_back(of_tool("driver and GPU", hello.driver));
    for (const model::Gpu& live : hello.live_gpus) {
        findings.push_back(of_table(context, live));
        findings.push_back(of_roofs(dispatcher, live));
    }
    findings.push_back(of_tool("hardware counters", hello.counters));
}

Finding of_catalogue(const Context& context)
{
    const std::size_t problems = context.library.catalogue().problems.size();
    std::string detail =
        fmt::format("{} in {}", base::counted(context.library.catalogue().experiments.size(), "experiment"),
                    (base::data_folder() / "kernels").string());
    if (problems > 0) detail += fmt::format(", {} could not be read", problems);
    return {"experiments", problems == 0 && !context.library.catalogue().experiments.empty(), detail,
            problems > 0 ? context.library.catalogue().problems.front().line() : ""};
}

}  // namespace

int doctor_command(const CommonOptions& options, const WindowCommands& window)
{
    auto context = load_context(options);
    if (!context) return fail(context.error());
    std::vector<Finding> findings{of_catalogue(*context)};
    add_worker_findings(*context, findings);
    findings.push_back(of_display());
    findings.push_back(of_probe("OpenGL", window.probe_opengl));
    findings.push_back(of_probe("fonts", window.probe_fonts));

    if (options.json) {
        Json json = Json::array();
        for (const Finding& finding : findings)
            json.push_back({{"name", finding.name},
                            {"found", finding.found},
                            {"detail", finding.detail},
                            {"advice", finding.advice}});
        print_json(json);
        return exit_ok;
    }
    for (const Finding& finding : findings) {
        print("{:<8} {:<22} {}\n", finding.found ? "found" : "missing", finding.name, finding.detail);
        if (!finding.found && !finding.advice.empty()) print("{:<8} {:<22} -> {}\n", "", "", finding.advice);
    }
    return exit_ok;
}

}  // namespace spillway::cli
