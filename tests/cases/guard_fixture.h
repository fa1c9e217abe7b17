#pragma once

// A folder with kernels, and `spillway guard` on it.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/commands/run_json.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {

class GuardFixture : public testing::Test {
protected:
    void SetUp() override
    {
        SKIP_WITHOUT_COMPILER();
        std::filesystem::create_directories(top / "src/deep");
    }
    void TearDown() override { std::filesystem::remove_all(top); }

    void write(const std::string& file, const std::string& text) const { std::ofstream(top / file) << text; }
    [[nodiscard]] nlohmann::json budget() const
    {
        return at(nlohmann::json::parse(std::ifstream(top / "budget.json")), "/kernels");
    }
    /// `spillway guard` with these words, on an H200 unless they name a GPU.
    [[nodiscard]] Finished guard_of(const std::string& path, std::vector<std::string> more,
                                    const Environment& changes = {}) const
    {
        std::vector<std::string> words{"guard", (top / path).string(), "--budget", (top / "budget.json").string(),
                                       "--trust"};
        const bool names_gpu = std::find(more.begin(), more.end(), "--gpu") != more.end();
        if (!names_gpu) words.insert(words.end(), {"--gpu", "h200"});
        words.insert(words.end(), more.begin(), more.end());
        return spillway(words, changes);
    }
    [[nodiscard]] Finished guard(std::vector<std::string> more) const { return guard_of("src", std::move(more)); }

    const std::filesystem::path top = scratch_folder("guard");
};

}  // namespace spillway::commands
