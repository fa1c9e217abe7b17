#include "app/cli/output.h"

#include <filesystem>
#include <fstream>

#include "app/base/output_file.h"
#include "app/cli/graded.h"
#include "app/cli/print.h"
#include "app/learner/hand_in.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// Bytes to read for recognition: a hand-in has its kind after its kernels.
std::size_t bytes_to_look_at(OutputKind kind)
{
    return kind == OutputKind::hand_in ? learner::max_hand_in_bytes : 4096;
}

std::string beginning_of(const std::string& file, OutputKind kind)
{
    std::string text(bytes_to_look_at(kind), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

/// True if the beginning of a file of that kind shows that Spillway wrote it.
bool is_ours(std::string_view beginning, OutputKind kind)
{
    const auto has = [&](std::string_view word) { return beginning.find(word) != std::string_view::npos; };
    switch (kind) {
        case OutputKind::csv: return beginning.starts_with("experiment,variant,gpu");
        case OutputKind::grades: {
            // A table with an extra column belongs to its user.
            const std::string header = std::string(beginning.substr(0, beginning.find('\n')));
            return header == graded_csv_header || std::string(graded_csv_header) == header + ",mark";
        }
        case OutputKind::json: return beginning == "[]\n" || beginning.starts_with("[\n  {\n    \"experiment\":");
        case OutputKind::nvbench: return beginning.starts_with("{\n  \"meta\": {\n    \"argv\": [\n      \"spillway\"");
        case OutputKind::kernel_tuner:
            return beginning.starts_with("{\n  \"results\": [") && has("\"configuration\": {\n        \"experiment\":");
        case OutputKind::hand_in: return learner::parse_hand_in(beginning).has_value();
        case OutputKind::svg: return has("<!-- Spillway -->");
        case OutputKind::png: return has(std::string_view("Software\0Spillway", 17));
        case OutputKind::pdf: return false;  // its first page does not name the program
        case OutputKind::task:
        case OutputKind::trace:
        case OutputKind::recording: return false;  // measured once, perhaps on a machine that is gone
    }
    return false;
}

}  // namespace

std::optional<model::Error> check_output(const std::string& file, OutputKind kind, bool force)
{
    if (file == "-" && (kind == OutputKind::png || kind == OutputKind::pdf || kind == OutputKind::recording))
        return model::Error{"this kind of file is not written to standard output", "-o -", "name a file"};
    if (file.empty() || file == "-") return std::nullopt;
    if (auto error = base::check_place(file)) return error;
    std::error_code ignored;
    if (force || base::what_stands_at(file) != base::Standing::file) return std::nullopt;
    if (fs::file_size(file, ignored) == 0 || is_ours(beginning_of(file, kind), kind)) return std::nullopt;
    const bool is_recording = kind == OutputKind::recording || kind == OutputKind::trace || kind == OutputKind::task;
    return model::Error{is_recording ? "the file is there already" : "the file is there already and is not Spillway's",
                        file, "name another file, or add --force to replace it"};
}

std::optional<model::Error> check_ending(const std::string& file, std::string_view ending)
{
    if (file.empty() || file == "-" || file.ends_with(ending)) return std::nullopt;
    return model::Error{"this file's name does not end in " + std::string(ending), file,
                        "name it " + file + std::string(ending)};
}

std::optional<model::Error> check_not_input(const std::string& file, const std::vector<std::string>& inputs)
{
    if (file.empty()) return std::nullopt;  // nothing is written
    std::error_code ignored;
    for (const std::string& input : inputs)
        if (input == file || fs::equivalent(input, file, ignored))
            return model::Error{"this file is an input and cannot also be the output", file,
                                "name another file for -o"};
    return std::nullopt;
}

std::optional<model::Error> check_distinct(const std::vector<std::string>& files)
{
    std::error_code ignored;
    for (auto file = files.begin(); file != files.end(); ++file)
        for (auto other = files.begin(); other != file; ++other) {
            if (file->empty() || (*file != *other && !fs::equivalent(*file, *other, ignored))) continue;
            return model::Error{"two outputs would go to one place", *file == "-" ? "standard output" : *file,
                                "name another file for one of them"};
        }
    return std::nullopt;
}

std::optional<model::Error> write_output(const std::string& file, std::string_view text)
{
    if (file != "-") return base::write_file(file, text);
    print_exactly(std::string(text));
    return std::nullopt;
}

}  // namespace spillway::cli
