#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace spillway::layers {
namespace {

// CTest runs the tests of one program beside each other, as processes: a folder of a fixed name is everybody's.
TEST(Scratch, NoTwoTestsShareATemporaryFolder)
{
    const std::string shared = std::string("testing::Temp") + "Dir()";
    int read = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(SPILLWAY_SOURCE_DIR) / "tests")) {
        if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
        std::ifstream file(entry.path());
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        EXPECT_EQ(text.find(shared), std::string::npos)
            << entry.path() << ": take scratch_folder() of tests/support/scratch_folder.h";
        ++read;
    }
    EXPECT_GT(read, 100);
}

}  // namespace
}  // namespace spillway::layers
