#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace spillway::layers {
namespace {

nlohmann::json presets()
{
    std::ifstream file(std::filesystem::path(SPILLWAY_SOURCE_DIR) / "CMakePresets.json");
    return nlohmann::json::parse(file).at("configurePresets");
}

std::string flags_of(const std::string& name)
{
    for (const auto& preset : presets())
        if (preset.at("name") == name)
            return preset.at("cacheVariables").value("CMAKE_CXX_FLAGS_RELWITHDEBINFO", std::string());
    return "no such preset";
}

// CMake's own flags for RelWithDebInfo hold -DNDEBUG, so each of these presets must name its flags.
TEST(Presets, AssertionsRunInDevelopmentAndUnderSanitizers)
{
    for (const char* name : {"dev", "asan-ubsan", "fuzzers", "tsan"}) {
        const std::string flags = flags_of(name);
        EXPECT_NE(flags.find("-D_GLIBCXX_ASSERTIONS"), std::string::npos) << name << ": " << flags;
        EXPECT_EQ(flags.find("NDEBUG"), std::string::npos) << name << ": " << flags;
    }
}

}  // namespace
}  // namespace spillway::layers
