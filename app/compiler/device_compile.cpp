#include "app/compiler/device_compile.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

#include "app/base/clock.h"
#include "app/catalogue/plain/kernel_names.h"
#include "app/compiler/compile_bounds.h"
#include "app/compiler/options.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;
using catalogue::RefusedLine;

/// Compiles at most; each but the first also removes host code that NVRTC rejected before.
constexpr int max_attempts = 6;

std::optional<int> number_at(std::string_view text)
{
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end != text.data() ? std::optional(number) : std::nullopt;
}

/// Path of a file in the .cu's file list, from NVRTC's name for it; empty for other files.
std::string own_name(std::string_view name, const std::string& root, const catalogue::SourceFile& first)
{
    if (name.starts_with(root)) return std::string(name.substr(root.size()));
    return name == fs::path(first.path).filename().string() ? first.path : std::string();
}

/// Example: "a.cu(12): error: ..."
std::optional<RefusedLine> error_in(std::string_view line, const std::string& root, const catalogue::SourceFile& first)
{
    const std::size_t sign = line.find("): ");
    const std::size_t open = sign == std::string_view::npos ? sign : line.rfind('(', sign);
    if (open == std::string_view::npos) return std::nullopt;
    const std::string_view kind = line.substr(sign + 3);
    if (!kind.starts_with("error") && !kind.starts_with("catastrophic error")) return std::nullopt;
    const auto number = number_at(line.substr(open + 1));
    const std::string file = own_name(line.substr(0, open), root, first);
    return number && !file.empty() ? std::optional(RefusedLine{file, *number}) : std::nullopt;
}

/// Example: `instantiation of "k" based on template argument <T> at line 12 of a.cu`; without a file it means
/// `file_before`.
std::optional<RefusedLine> origin_in(std::string_view line, const std::string& root, const catalogue::SourceFile& first,
                                     const std::string& file_before)
{
    constexpr std::string_view words = " at line ";
    const std::size_t at = line.rfind(words);
    if (at == std::string_view::npos) return std::nullopt;
    const auto number = number_at(line.substr(at + words.size()));
    std::string file = file_before;
    if (const std::size_t of = line.find(" of ", at); of != std::string_view::npos) {
        std::string_view name = line.substr(of + 4);
        if (name.starts_with('"')) name.remove_prefix(1);
        file = own_name(name.substr(0, name.find_first_of("\" \r")), root, first);
    }
    return number && !file.empty() ? std::optional(RefusedLine{file, *number}) : std::nullopt;
}

NvrtcResult by_nvrtc(const Toolchain& tools, const Nvrtc& nvrtc, const WorkTree& tree,
                     const catalogue::SourceFiles& files, const model::CompileRequest& request,
                     const std::string& instance, const StopQuestion& should_stop)
{
    const catalogue::SourceFile& first = files.files.front();
    const fs::path file = tree.sources() / first.path;
    std::vector<fs::path> folders{tree.sources(), file.parent_path()};
    for (const auto* named : {&files.settings.include_folders, &files.settings.system_folders})
        for (const std::string& each : *named) folders.push_back(tree.sources() / each);
    std::string all_text;
    for (const catalogue::SourceFile& each : files.files) all_text += each.text;
    for (fs::path& folder : header_folders(tools, all_text)) folders.push_back(std::move(folder));
    model::CompileRequest with_lines = request;
    with_lines.line_info = true;
    auto options = nvrtc_file_options(with_lines, folders, files.settings, nvrtc.version_number());
    // Functions without a host or device specifier (constexpr functions, member functions) are for both in nvcc.
    options.emplace_back("--device-as-default-execution-space");
    options.push_back("--pre-include=" + (tree.sources() / catalogue::host_names_file).string());
    for (const std::string& named : files.settings.first_files)
        options.push_back("--pre-include=" + (tree.sources() / named).string());
    return nvrtc.compile(first.text, file.filename().string(), instance, options, should_stop,
                         compile_bounds().whole_file_seconds(request));
}

void add_new(std::vector<RefusedLine>& all, std::vector<RefusedLine> more)
{
    for (RefusedLine& each : more)
        if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(std::move(each));
}

bool have_same_texts(const catalogue::SourceFiles& a, const catalogue::SourceFiles& b)
{
    return std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
                      [](const auto& x, const auto& y) { return x.text == y.text; });
}

void remove_folders(std::string& log, const WorkTree& tree, const catalogue::SourceFile& first)
{
    for (const fs::path& folder : {(tree.sources() / first.path).parent_path(), tree.sources()}) {
        const std::string words = folder.string() + "/";
        for (std::size_t at = 0; (at = log.find(words, at)) != std::string::npos;) log.erase(at, words.size());
    }
}

}  // namespace

std::vector<RefusedLine> refused_lines(std::string_view log, const std::string& root,
                                       const catalogue::SourceFile& first)
{
    std::vector<RefusedLine> lines;
    std::string file;  // file of the last error, to which the lines belong
    while (!log.empty()) {
        const std::size_t end = std::min(log.find('\n'), log.size());
        const std::string_view line = log.substr(0, end);
        log.remove_prefix(std::min(end + 1, log.size()));
        if (auto error = error_in(line, root, first)) {
            file = error->file;
            lines.push_back(std::move(*error));
        } else if (auto origin = origin_in(line, root, first, file)) {
            lines.push_back(std::move(*origin));
        }
    }
    return lines;
}

model::Expected<DeviceCompile> compile_device_part(const Toolchain& tools, const Nvrtc& nvrtc,
                                                   const catalogue::SourceFiles& files,
                                                   const model::CompileRequest& request,
                                                   const StopQuestion& should_stop, std::vector<RefusedLine> refused,
                                                   catalogue::WithInstances with)
{
    const auto start = base::Clock::now();
    // No further attempt starts after a third of the time limit.
    const double max_seconds = compile_bounds().whole_file_seconds(request) / 3;
    const bool is_instance = with == catalogue::WithInstances::none || catalogue::is_instance(request.entry);
    const std::string instance = is_instance ? request.entry : "";
    catalogue::DevicePart part = catalogue::device_part(files, refused, with);
    for (int attempt = 1;; ++attempt) {
        const auto tree = (**tools.work)->write(part.files);
        if (!tree) return tree.error();
        NvrtcResult result = by_nvrtc(tools, nvrtc, *tree, part.files, request, instance, should_stop);
        const catalogue::SourceFile& first = part.files.files.front();
        if (!result.compiled && !result.stopped && attempt < max_attempts && base::seconds_since(start) < max_seconds) {
            add_new(refused, refused_lines(result.log, tree->sources().string() + "/", first));
            catalogue::DevicePart next = catalogue::device_part(files, refused, with);
            if (!have_same_texts(next.files, part.files)) {
                part = std::move(next);
                continue;
            }
        }
        remove_folders(result.log, *tree, first);
        return DeviceCompile{std::move(result), std::move(part.untaken), std::move(refused)};
    }
}

}  // namespace spillway::compiler
