#include "app/compiler/program_build.h"

#include <algorithm>

#include "app/catalogue/plain/nvcc_flags.h"
#include "app/compiler/compile_bounds.h"
#include "app/compiler/diagnosis.h"

namespace spillway::compiler {
namespace {

namespace fs = std::filesystem;

bool is_option(const std::string& word)
{
    for (const std::string_view option : {"-I", "-D", "-std=", "--system-include=", "--pre-include="})
        if (word.starts_with(option)) return true;
    return catalogue::is_nvcc_flag(word);
}

/// nvcc's errors, or all its output if it has none, without the path of the copies.
std::string messages_of(std::string text, const fs::path& sources)
{
    const std::string prefix = sources.string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;) text.erase(at, prefix.size());
    std::string errors = error_lines(text);
    if (errors.empty()) errors = std::move(text);
    while (!errors.empty() && errors.back() == '\n') errors.pop_back();
    return bounded(std::move(errors));
}

}  // namespace

std::optional<model::Error> build_program(const Nvcc& nvcc, const fs::path& folder, const std::string& file,
                                          const std::string& arch, const std::vector<std::string>& options)
{
    if (!std::ranges::all_of(options, is_option))
        return model::Error{"a build option that Spillway does not pass to nvcc", file, ""};
    const fs::path source = folder / "in" / file, program = folder / "out" / "program";
    const ToolPlaces places{folder / "in", folder / "out", source.parent_path()};
    std::vector<std::string> arguments{"-lineinfo", "-arch=" + arch, "-o", program.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back(source.string());
    const auto output = run_tool(nvcc, places, nvcc.program, arguments, compile_bounds().whole_file_seconds(), {});
    if (!output) return model::Error{"nvcc " + output.error().what, file, "SPILLWAY_COMPILE_SECONDS sets the limit"};
    if (output->exit_status != 0) {
        std::string words = messages_of(output->text, places.sources);
        if (words.empty()) words = "nvcc ended with status " + std::to_string(output->exit_status);
        return model::Error{std::move(words), file, ""};
    }
    std::error_code error;
    if (!fs::is_regular_file(program, error)) return model::Error{"nvcc wrote no program", file, ""};
    fs::permissions(program, fs::perms::owner_all, error);
    return std::nullopt;
}

}  // namespace spillway::compiler
