#include "app/cli/traced_source.h"

#include <chrono>
#include <fstream>
#include <vector>

#include "app/base/child_process.h"
#include "app/base/paths.h"
#include "app/catalogue/plain/compile_commands.h"
#include "app/catalogue/plain/file_text.h"
#include "app/catalogue/plain/source_files.h"
#include "app/cli/traced_code.h"
#include "app/results/file_settings_store.h"
#include "app/results/trust.h"
#include "app/trace/traced_code.h"

namespace spillway::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds max_build_time{120};  ///< longer than the compiler's own limit, for slow drivers
constexpr std::size_t max_output_bytes = std::size_t{1} << 20;

/// The user's build settings: from the window, from the file's folder, and from the project's compile_commands.json.
model::Expected<model::BuildSettings> settings_of(const fs::path& file)
{
    const results::FileSettingsStore kept(results::file_settings_file());
    const model::BuildSettings& stored = kept.of(file.string()).build;
    const auto beside = catalogue::build_settings_beside(file);
    if (!beside) return beside.error();
    const auto project = catalogue::project_command(file);
    return catalogue::joined_settings(catalogue::joined_settings(stored, *beside), project.command.settings);
}

std::optional<model::Error> write_sources(const catalogue::SourceFiles& files, const fs::path& folder)
{
    std::error_code error;
    fs::create_directories(folder / "out", error);
    for (const auto* folders : {&files.settings.include_folders, &files.settings.system_folders})
        for (const std::string& named : *folders)
            if (!error) fs::create_directories(folder / "in" / named, error);
    for (const catalogue::SourceFile& file : files.files) {
        const fs::path place = folder / "in" / file.path;
        if (!error) fs::create_directories(place.parent_path(), error);
        std::ofstream out(place, std::ios::binary);
        out << file.text;
        out.close();
        if (error || !out)
            return model::Error{"the file could not be copied for the compiler", folder.string(),
                                "make room there, or name another folder in TMPDIR"};
    }
    return std::nullopt;
}

std::vector<std::string> build_words(const catalogue::SourceFiles& files, const fs::path& folder)
{
    std::vector<std::string> words{"--build-program", folder.string(), files.files.front().path};
    for (const std::string& named : files.settings.include_folders)
        words.push_back("-I" + (folder / "in" / named).string());
    for (const auto& [name, value] : files.settings.macros)
        words.push_back("-D" + name + (value.empty() ? "" : "=" + value));
    if (!files.settings.standard.empty()) words.push_back("-std=" + files.settings.standard);
    for (const std::string& named : files.settings.system_folders)
        words.push_back("--system-include=" + (folder / "in" / named).string());
    for (const std::string& named : files.settings.first_files)
        words.push_back("--pre-include=" + (folder / "in" / named).string());
    for (const std::string& flag : catalogue::front_end_flags(files.settings)) words.push_back(flag);
    return words;
}

}  // namespace

bool is_source(const std::string& program)
{
    return catalogue::is_cuda_file(program);
}

model::Expected<fs::path> built_program(const std::string& file, bool is_trusted, const fs::path& folder)
{
    std::error_code error;
    const fs::path place = fs::absolute(file, error);
    const std::string text = small_file(place, trace::max_source_bytes);
    if (text.empty()) return model::Error{"there is no such file, or it has no text", file, "name a .cu of yours"};
    if (!is_trusted && !results::TrustStore(results::trust_file()).is_trusted(place))
        return model::Error{"this file is not trusted, so it is neither compiled nor run", file,
                            "read it, then trust it in the window or add --trust"};
    const auto settings = settings_of(place);
    if (!settings) return settings.error();
    if (auto problem = catalogue::check_settings(*settings, file)) return *problem;
    const auto files = catalogue::gathered(place, text, *settings);
    if (auto problem = write_sources(files, folder)) return *problem;
    const auto output = base::run_child(base::worker_program().string(), build_words(files, folder), -1,
                                        {max_build_time, max_output_bytes, ~std::size_t{0}});
    if (!output) return model::Error{"the compiler " + output.error().what, file, ""};
    if (output->exit_status == 0) return folder / "out" / "program";
    std::string words = output->text;
    while (!words.empty() && words.back() == '\n') words.pop_back();
    return model::Error{words.empty() ? "the compiler failed without a message" : words, "", ""};
}

void name_sources(trace::Trace& trace, const fs::path& folder)
{
    if (!trace.sources) return;
    const std::string copies = (folder / "in").string() + "/";
    for (trace::TracedSource& source : *trace.sources)
        if (source.file.starts_with(copies)) source.file.erase(0, copies.size());
}

}  // namespace spillway::cli
