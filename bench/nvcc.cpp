#include "bench/nvcc.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <fstream>

#include "app/compiler/options.h"
#include "app/compiler/tool_search.h"

extern char** environ;

namespace spillway::bench {
namespace fs = std::filesystem;
namespace {

/// Runs a program with its output in a file; its exit status.
int run_silently(std::vector<std::string> words, const fs::path& log)
{
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child = 0;
    int status = -1;
    if (posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ) == 0)
        waitpid(child, &status, 0);
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

}  // namespace

std::optional<fs::path> find_nvcc()
{
    for (const fs::path& root : compiler::cuda_roots())
        if (std::error_code error; fs::exists(root / "bin/nvcc", error)) return root / "bin/nvcc";
    return compiler::find_on_path("nvcc");
}

std::optional<double> time_nvcc(const fs::path& nvcc, const model::SourceText& source,
                                const std::vector<model::CompileRequest>& requests, const fs::path& folder)
{
    const fs::path file = folder / "kernel.cu";
    {
        std::ofstream text(file);
        text << source.text << '\n';
        // Taking its address is what makes nvcc generate a template's kernel.
        for (std::size_t i = 0; i < requests.size(); ++i)
            text << "auto spillway_entry_" << i << " = &" << requests[i].entry << ";\n";
    }
    std::vector<std::string> words = {nvcc};
    for (const std::string& option : compiler::nvcc_options(requests.front())) words.push_back(option);
    words.insert(words.end(), {file, "-o", folder / "kernel.cubin"});
    const auto begin = std::chrono::steady_clock::now();
    if (run_silently(words, folder / "nvcc.log") != 0) return std::nullopt;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace spillway::bench
