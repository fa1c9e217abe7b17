#pragma once

// A library of results with installed experiments, the user's own ones, and a worker.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/results/result_library.h"
#include "tests/protocol/made_recording.h"
#include "tests/support/scratch_folder.h"

namespace spillway::results {

inline std::string text_of(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

class ResultLibraryTest : public testing::Test {
protected:
    void SetUp() override
    {
        std::filesystem::create_directories(folder_ / "kernels");
        std::filesystem::create_directories(folder_ / "mine");
        setenv("XDG_CONFIG_HOME", (folder_ / "config").c_str(), 1);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void install(const std::string& name)
    {
        std::filesystem::copy(std::filesystem::path(SPILLWAY_SOURCE_DIR) / "kernels" / name, folder_ / "kernels" / name,
                              std::filesystem::copy_options::recursive);
    }
    ResultLibrary load(std::vector<std::filesystem::path> trusted = {})
    {
        auto library = ResultLibrary::load({folder_ / "kernels",
                                            {},
                                            {folder_ / "mine"},
                                            std::move(trusted),
                                            {},
                                            std::filesystem::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
        EXPECT_TRUE(library) << library.error().line();
        return std::move(*library);
    }
    /// Every variant's answer at the initial setting, as if it had been measured.
    static void answer_all(ResultLibrary& library, const model::Experiment& experiment, const model::Values& values)
    {
        const model::Gpu& gpu = *library.find_gpu("h200");
        for (const model::Variant& variant : experiment.variants) {
            const auto question = hashed_job_of({experiment, variant, values, gpu});
            ASSERT_TRUE(question) << question.error().line();
            model::RunResult result = protocol::made_result(1, variant.name);
            result.gpu_name = gpu.name;
            library.put(question->job_hash, result);
        }
    }
    /// Edits each leaf of the file in turn and counts, by top-level key, the edits that made another job; in
    /// result_jobs_test.cpp.
    std::map<std::string, int> edit_each_key(const std::string& name);

    std::filesystem::path folder_ = scratch_folder("library");
};

inline worker_client::WorkerStatus worker_with(std::vector<model::Gpu> live, const std::string& compiler = "13.0.88")
{
    protocol::Hello hello;
    hello.compiler.available = true;
    hello.compiler.version = compiler;
    hello.live_gpus = std::move(live);
    worker_client::WorkerStatus status;
    status.state = worker_client::WorkerState::ready;
    status.hello = hello;
    status.generation = 1;
    return status;
}

}  // namespace spillway::results
