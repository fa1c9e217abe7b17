#include "app/cli/build_notes.h"
#include "app/base/command_words.h"

#include <filesystem>
#include <set>

#include "app/base/visible_text.h"
#include "app/catalogue/plain/nvcc_flags.h"
#include "app/cli/print.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

/// "-O0", "-o x" and "-arch=sm_80", each in quotes.
std::string quoted_list(const std::vector<std::string>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "\"" : i + 1 == words.size() ? "\" and \"" : "\", \"") + words[i];
    return text + "\"";
}

std::string are_left_out(const std::vector<std::string>& words)
{
    return quoted_list(words) + (words.size() == 1 ? " is left out" : " are left out");
}

}  // namespace

namespace {

/// Include folders that do not exist, relative to the file or, if typed, to the current folder.
std::vector<std::string> missing_folders(const std::vector<std::string>& folders, const fs::path& file, bool is_typed)
{
    std::vector<std::string> missing;
    std::error_code ignored;
    for (const std::string& folder : folders)
        if (!fs::is_directory(file.parent_path() / folder, ignored) && !(is_typed && fs::is_directory(folder, ignored)))
            missing.push_back(folder);
    return missing;
}

}  // namespace

std::vector<std::string> build_notes(const CommonOptions& options, const model::Experiment& file)
{
    std::vector<std::string> notes;
    if (!file.is_plain()) return notes;
    const auto typed = catalogue::read_nvcc_options(base::command_words(options.nvcc_options));
    if (!typed.skipped.empty())
        notes.push_back("--nvcc: " + are_left_out(typed.skipped) +
                        (typed.skipped.size() == 1 ? ": it changes" : ": they change") +
                        " no kernel's code here (--gpu chooses the architecture)");
    const auto note_missing = [&](const char* where, const std::vector<std::string>& folders, bool is_typed) {
        for (const std::string& folder : missing_folders(folders, file.source_file, is_typed))
            notes.push_back(where + (": there is no folder \"" + folder + "\"") +
                            (is_typed ? " here or beside the file" : " beside the file"));
    };
    note_missing("-I", options.include_folders, true);
    note_missing("--nvcc -isystem", typed.settings.system_folders, true);
    note_missing("--nvcc -I", typed.settings.include_folders, true);
    note_missing(".spillway.json", file.build_beside.include_folders, false);
    note_missing(".spillway.json", file.build_beside.system_folders, false);
    if (file.project_error) notes.push_back(file.project_error->line());
    if (!file.left_out.empty())
        notes.push_back(file.project_commands + ": " + are_left_out(file.left_out) + ", since Spillway does not take " +
                        (file.left_out.size() == 1 ? "it" : "them"));
    return notes;
}

std::vector<std::string> line_notes(const CommonOptions& options, const Context& context,
                                    const worker_client::WorkerStatus& worker)
{
    if (!options.lines) return {};
    const std::string none = "--lines: there are no lines without ";
    if (!context.library.has_compiler()) return {none + "a compiler; `spillway doctor` says how to get one"};
    if (!worker.hello || worker.hello->disassembler.available) return {};
    const std::string& advice = worker.hello->disassembler.advice;
    return {none + "a disassembler: " + worker.hello->disassembler.reason + (advice.empty() ? "" : "; " + advice)};
}

void print_notes(const std::vector<std::string>& notes)
{
    std::set<std::string> printed;
    for (const std::string& note : notes)
        if (printed.insert(note).second) print(stderr, "note: {}\n", base::visible_line(note));
}

}  // namespace spillway::cli
