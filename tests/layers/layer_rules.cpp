#include "tests/layers/layer_rules.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string_view>

#include "tests/layers/error_rules.h"
#include "tests/layers/font_rules.h"
#include "tests/layers/header_rules.h"

namespace spillway::layers {
namespace {

namespace fs = std::filesystem;

/// Folders that a folder of app/ may include directly; sub-folders have lines of their own.
const std::map<std::string, std::set<std::string>> table = {
    {"model", {}},
    {"base", {"model"}},
    {"catalogue/formula", {"model"}},
    {"catalogue/plain", {"base", "catalogue/formula"}},
    {"catalogue", {"catalogue/plain"}},
    {"judging", {"model", "catalogue"}},
    {"protocol", {"model", "base"}},
    // A report is kept by the one list of its fields, which is the protocol's.
    {"answers", {"model", "base", "catalogue", "protocol"}},
    {"trace", {"model", "base", "protocol", "answers"}},
    // Finds CUDA's tools as the worker does.
    {"trace/injection", {"trace", "compiler", "gpu"}},
    {"compiler", {"model", "catalogue", "protocol", "answers"}},
    {"compiler/causes", {"compiler"}},
    // PTX read and run: a text in, what a kernel does out.
    {"ptx", {"model", "base"}},
    {"gpu", {"model", "catalogue"}},
    // Buffers as a GPU's launch has them, for the interpreter.
    {"emulate", {"ptx", "catalogue"}},
    {"gpu/kinds", {"gpu"}},
    {"gpu/measuring", {"gpu/kinds"}},
    {"worker", {"protocol", "answers", "compiler/causes", "emulate", "gpu/measuring"}},
    {"worker_client", {"answers", "protocol", "base", "model"}},
    {"results", {"worker_client", "protocol", "catalogue", "base", "model"}},
    {"learner", {"base", "model", "judging"}},
    {"session", {"results", "worker_client", "learner", "judging", "protocol", "catalogue", "base", "model"}},
    // Votes, tokens, files and messages, without a socket.
    {"room", {"model", "base", "judging", "learner", "room/page"}},
    {"room/page", {}},
    {"room/server", {"room"}},
    // Questions of pages for the worker.
    {"room/live", {"room", "results"}},
    {"charts", {"model", "results"}},
    {"lessons", {"model", "base"}},
    {"teaching", {"model", "emulate", "session", "lessons", "judging"}},
    {"window/picture", {}},
    {"window/surface", {"model", "window/picture"}},
    {"window/kit", {"session", "charts", "lessons", "teaching", "trace"}},
    {"window/panels/charts", {"window/kit"}},
    {"window/panels/code", {"window/kit"}},
    {"window/panels", {"window/panels/charts", "window/panels/code"}},
    // A text in, black and white squares out.
    {"qr", {"model"}},
    {"window/shell", {"window/panels", "window/surface", "qr"}},
    // Holds no code, only its rooms.
    {"window", {}},
    // Only the window uses a session: the command line makes its own requests.
    {"cli",
     {"results", "worker_client", "learner", "judging", "charts", "lessons", "trace", "room/server", "room/live",
      "qr"}},
    // The program of a page in a browser.
    {"web", {"window/shell"}},
    // Files of app/ itself: the program, which joins the command line and the window.
    {"", {"cli", "window/shell"}},
};

/// Folders that a folder reaches through the table: session's headers include model and protocol, so a user of
/// session includes those too.
std::set<std::string> reachable(const std::string& layer)
{
    std::set<std::string> reached;
    std::vector<std::string> open = {layer};
    while (!open.empty()) {
        const std::string next = open.back();
        open.pop_back();
        if (!reached.insert(next).second) continue;
        for (const std::string& below : table.at(next)) open.push_back(below);
    }
    return reached;
}

/// Rooms with processes, threads, pipes and watched folders. All other rooms are part of the page in a browser.
const std::set<std::string> system_rooms = {"compiler", "compiler/causes", "gpu", "gpu/kinds",       "gpu/measuring",
                                            "worker",   "room/server",     "cli", "trace/injection", ""};
/// And these files, which the page leaves out.
const std::set<std::string> system_files = {
    "app/base/child_process.cpp",         "app/worker_client/folder_watches.h",     "app/worker_client/program_run.cpp",
    "app/worker_client/worker_process.h", "app/worker_client/worker_link.cpp",      "app/window/shell/run_window.cpp",
    "app/window/shell/settle.cpp",        "app/window/surface/opengl_libraries.cpp"};

struct Place {
    std::string layer;
    std::string file_name;
    std::string relative;
};

std::optional<std::string> check_arrow(const Place& from, const std::string& to)
{
    if (!table.contains(to)) return "no folder app/" + to + " in the design's table";
    if (reachable(from.layer).contains(to)) return std::nullopt;
    return (from.layer.empty() ? "the program" : from.layer) + " may not use " + to;
}

bool starts_with_any(const std::string& text, std::initializer_list<std::string_view> prefixes)
{
    return std::any_of(prefixes.begin(), prefixes.end(), [&](auto prefix) { return text.starts_with(prefix); });
}

std::optional<std::string> check_library_header(const Place& from, const std::string& header)
{
    const bool is_cuda = starts_with_any(header, {"nvrtc", "cuda", "cupti", "nvml", "nvperf"});
    const bool may_touch_cuda = from.layer == "compiler" || from.layer == "gpu" || from.layer == "trace/injection";
    if (is_cuda && !may_touch_cuda && header != "cuda_occupancy.h")
        return "<" + header + "> is CUDA, which only compiler, gpu and trace/injection may touch";
    if (header == "cuda_occupancy.h" && from.layer != "answers") return "<" + header + "> is read in answers";

    const bool is_window = starts_with_any(header, {"imgui", "GLFW/", "GL/", "epoxy/", "EGL/"});
    const bool is_painter = from.layer == "charts" && from.file_name.starts_with("imgui_");
    if (is_window && !from.layer.starts_with("window/") && !is_painter)
        return "<" + header + "> belongs to the window, and to the charts' imgui_painter";

    if (header == "libwebsockets.h" && from.layer != "room/server")
        return "<" + header + "> belongs to app/room/server";

    static const std::set<std::string> of_system = {
        "uv.h",          "thread",      "mutex",       "atomic",        "condition_variable", "future",
        "semaphore",     "latch",       "barrier",     "stop_token",    "shared_mutex",       "pthread.h",
        "spawn.h",       "poll.h",      "sched.h",     "dlfcn.h",       "sys/wait.h",         "sys/socket.h",
        "sys/inotify.h", "sys/epoll.h", "sys/prctl.h", "sys/resource.h"};
    if (of_system.contains(header) && !system_rooms.contains(from.layer) && !system_files.contains(from.relative))
        return "<" + header + ">: processes and threads stay behind app/worker_client/link.h";

    const bool is_standard = header.find('.') == std::string::npos && header.find('/') == std::string::npos;
    if (from.layer == "model" && !is_standard) return "<" + header + ">: model uses the standard library only";
    return std::nullopt;
}

std::optional<std::string> check_source_line(const Place& place, const std::string& line)
{
    static const std::regex include(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    std::smatch match;
    if (!std::regex_search(line, match, include)) return std::nullopt;
    const std::string header = match[2];
    if (match[1] == "<") return check_library_header(place, header);

    static const std::regex ours(R"(^app/(.+)/[^/]+)"), of_program(R"(^app/[^/]+)");
    std::smatch parts;
    if (place.layer.empty() && std::regex_match(header, of_program)) return std::nullopt;
    if (!std::regex_match(header, parts, ours)) return "\"" + header + "\": name our headers from the root, app/...";
    return check_arrow(place, parts[1]);
}

/// The folder that a target belongs to: spillway_window_kit is app/window/kit, spillway_charts_png is of app/charts.
/// Empty for what is not a library of app/ (spillway_options).
std::string folder_of_target(std::string target)
{
    for (;;) {
        for (const auto& [folder, below] : table) {
            std::string name = folder;
            std::replace(name.begin(), name.end(), '/', '_');
            if (name == target) return folder;
        }
        const std::size_t part = target.rfind('_');
        if (part == std::string::npos) return {};
        target.resize(part);
    }
}

std::optional<std::string> check_cmake_line(const Place& place, const std::string& line)
{
    static const std::regex target(R"(\bspillway_([a-z_]+)\b)");
    for (std::sregex_iterator match(line.begin(), line.end(), target), end; match != end; ++match) {
        const std::string folder = folder_of_target((*match)[1]);
        if (folder.empty() || folder == place.layer) continue;
        if (auto problem = check_arrow(place, folder)) return problem;
    }
    return std::nullopt;
}

void check_file(const fs::path& file, const Place& place, std::vector<Violation>& violations)
{
    const bool is_cmake = place.file_name == "CMakeLists.txt";
    std::ifstream stream(file);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const auto problem = is_cmake ? check_cmake_line(place, line) : check_source_line(place, line);
        if (problem) violations.push_back({place.relative, number, *problem});
    }
}

}  // namespace

std::vector<Violation> find_violations(const fs::path& root)
{
    static const std::set<std::string> extensions = {".h", ".cpp", ".inc", ".txt"};
    std::vector<Violation> violations;
    for (const auto& entry : fs::recursive_directory_iterator(root / "app")) {
        if (!entry.is_regular_file() || !extensions.contains(entry.path().extension().string())) continue;
        const fs::path relative = fs::relative(entry.path(), root);
        const fs::path folder = relative.parent_path().lexically_relative("app");
        const Place place{folder == "." ? "" : folder.string(), relative.filename().string(), relative.string()};
        if (entry.path().extension() == ".cpp")
            std::ranges::move(check_header_of(entry.path(), root), std::back_inserter(violations));
        if (entry.path().extension() == ".h") {
            std::ranges::move(check_errors_of(entry.path(), root), std::back_inserter(violations));
            std::ranges::move(check_fonts_of(entry.path(), root), std::back_inserter(violations));
        }
        if (!table.contains(place.layer))
            violations.push_back({place.relative, 1, "no folder app/" + place.layer + " in the design's table"});
        else
            check_file(entry.path(), place, violations);
    }
    std::sort(violations.begin(), violations.end(),
              [](const Violation& a, const Violation& b) { return a.text() < b.text(); });
    return violations;
}

namespace {

using Links = std::map<std::string, std::set<std::string>>;

/// Adds what one CMakeLists.txt links: spillway_layer(NAME ...) and target_link_libraries(NAME ...).
void read_links(const fs::path& file, Links& links)
{
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    static const std::regex call(R"((spillway_layer|target_link_libraries)\s*\(\s*([A-Za-z_-]+)([^)]*)\))");
    static const std::regex library(R"(\bspillway_[a-z_]+\b)");
    for (std::sregex_iterator match(text.begin(), text.end(), call), end; match != end; ++match) {
        const std::string name = (*match)[1] == "spillway_layer" ? "spillway_" + match->str(2) : match->str(2);
        const std::string rest = (*match)[3];
        for (std::sregex_iterator linked(rest.begin(), rest.end(), library); linked != end; ++linked)
            links[name].insert(linked->str());
    }
}

/// The way from `target` back to itself, as text; empty where there is none.
std::string circle_from(const Links& links, const std::string& target)
{
    std::map<std::string, std::string> came_from;
    std::vector<std::string> open = {target};
    while (!open.empty()) {
        const std::string next = open.back();
        open.pop_back();
        const auto found = links.find(next);
        if (found == links.end()) continue;
        for (const std::string& linked : found->second) {
            if (linked == target) {
                std::string way = target;
                for (std::string at = next; at != target; at = came_from.at(at)) way = at + " > " + way;
                return target + " > " + way;
            }
            if (came_from.try_emplace(linked, next).second) open.push_back(linked);
        }
    }
    return {};
}

}  // namespace

std::vector<std::string> find_circles(const fs::path& root)
{
    Links links;
    for (const auto& entry : fs::recursive_directory_iterator(root / "app"))
        if (entry.path().filename() == "CMakeLists.txt") read_links(entry.path(), links);
    std::vector<std::string> circles;
    for (const auto& [target, linked] : links)
        if (std::string way = circle_from(links, target); !way.empty()) circles.push_back(std::move(way));
    return circles;
}

}  // namespace spillway::layers
