#include "tests/layers/layer_rules.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <string_view>

namespace spillway::layers {
namespace {

namespace fs = std::filesystem;

/// The design's table: what a folder may include directly.
const std::map<std::string, std::set<std::string>> table = {
    {"model", {}},
    {"catalogue", {"model"}},
    {"protocol", {"model"}},
    {"compiler", {"model", "catalogue"}},
    {"gpu", {"model", "catalogue"}},
    {"worker", {"protocol", "compiler", "gpu"}},
    {"session", {"protocol", "catalogue", "model"}},
    {"charts", {"model", "session"}},
    {"teaching", {"model", "session"}},
    {"window", {"session", "charts", "teaching"}},
    {"cli", {"session", "charts"}},
    // Files of app/ itself: the program, which joins the command line and the window.
    {"", {"cli", "window"}},
};

/// What a folder reaches through the table: session's own headers speak of model and protocol, so who
/// may use session meets those too.
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
    if (is_cuda && from.layer != "compiler" && from.layer != "gpu")
        return "<" + header + "> is CUDA, which only compiler and gpu may touch";

    const bool is_window = starts_with_any(header, {"imgui", "GLFW/", "GL/", "epoxy/", "EGL/"});
    const bool is_painter = from.layer == "charts" && from.file_name.starts_with("imgui_");
    if (is_window && from.layer != "window" && !is_painter)
        return "<" + header + "> belongs to the window, and to the charts' imgui_painter";

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

    static const std::regex ours(R"(^app/([^/]+)/.+)"), of_program(R"(^app/[^/]+)");
    std::smatch parts;
    if (place.layer.empty() && std::regex_match(header, of_program)) return std::nullopt;
    if (!std::regex_match(header, parts, ours)) return "\"" + header + "\": name our headers from the root, app/...";
    return check_arrow(place, parts[1]);
}

std::optional<std::string> check_cmake_line(const Place& place, const std::string& line)
{
    static const std::regex target(R"(\bspillway_([a-z]+)\b)");
    for (std::sregex_iterator match(line.begin(), line.end(), target), end; match != end; ++match) {
        const std::string name = (*match)[1];
        if (!table.contains(name) || name == place.layer) continue;
        if (auto problem = check_arrow(place, name)) return problem;
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
        const auto second = std::next(relative.begin());
        const bool is_in_app_itself = std::next(second) == relative.end();
        const Place place{is_in_app_itself ? "" : second->string(), relative.filename().string(), relative.string()};
        if (!table.contains(place.layer))
            violations.push_back({place.relative, 1, "no folder app/" + place.layer + " in the design's table"});
        else
            check_file(entry.path(), place, violations);
    }
    std::sort(violations.begin(), violations.end(),
              [](const Violation& a, const Violation& b) { return a.text() < b.text(); });
    return violations;
}

}  // namespace spillway::layers
