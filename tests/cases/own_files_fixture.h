#pragma once

// A folder with a user's own files, opened from the command line.

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/commands/run_json.h"
#include "tests/support/scratch_folder.h"

namespace spillway::commands {

namespace fs = std::filesystem;

class OwnFiles : public testing::Test {
protected:
    void SetUp() override
    {
        write("k.cu", "__global__ void k(float* p) { p[threadIdx.x] = 1; }\nint main() { k<<<1, 64>>>(nullptr); }\n");
    }
    void TearDown() override { fs::remove_all(top); }

    void write(const std::string& file, const std::string& text) const
    {
        fs::create_directories((top / file).parent_path());
        std::ofstream(top / file) << text;
    }
    [[nodiscard]] JsonRun open(std::vector<std::string> more, const Environment& changes = {}) const
    {
        std::vector<std::string> words{"open", (top / "k.cu").string(), "--trust", "--quick", "--gpu", "h200"};
        words.insert(words.end(), more.begin(), more.end());
        return run_json(words, changes);
    }

    const fs::path top = scratch_folder("own-files");
};

}  // namespace spillway::commands
