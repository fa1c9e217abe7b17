// Files of experiments in the library of results: trusted, read again when they change, and held while they are shown.

#include "app/results/result_library.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/results/result_library_fixture.h"

namespace spillway::results {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

TEST_F(ResultLibraryTest, WhatIsNamedOnTheCommandLineStaysTrustedAtEachSaveAndNothingElseIs)
{
    install("running_mean");
    for (const char* name : {"mine/a", "other/b"}) {
        fs::create_directories((folder_ / name).parent_path());
        fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/stencil", folder_ / name, fs::copy_options::recursive);
        json description = json::parse(text_of(folder_ / name / "experiment.json"));
        description["name"] = fs::path(name).filename().string();
        std::ofstream(folder_ / name / "experiment.json") << description.dump();
    }
    ResultLibrary library = load({folder_ / "mine"});
    EXPECT_TRUE(library.catalogue().find("a")->origin.trusted);
    std::ofstream(folder_ / "mine/a/kernel.cu", std::ios::app) << "// saved\n";
    library.reload();
    EXPECT_TRUE(library.catalogue().find("a")->origin.trusted);
    library.add_folder(folder_ / "other");
    EXPECT_FALSE(library.catalogue().find("b")->origin.trusted);
    EXPECT_FALSE(load().catalogue().find("a")->origin.trusted) << "and not for good";
}

TEST_F(ResultLibraryTest, AChangeReadsWhatItConcernsAndNoMore)
{
    install("running_mean");
    const fs::path own = folder_ / "mine/a.cu", header = folder_ / "mine/size.h";
    std::ofstream(header) << "constexpr int size = 1;\n";
    std::ofstream(own) << "#include \"size.h\"\n__global__ void a(float* out) { out[0] = size; }\n";
    ResultLibrary library = load();
    ASSERT_FALSE(library.trust("a", TrustTerm::until_the_end)) << "only of a trusted file headers are read";
    const auto hash_of = [&](const char* name) { return library.catalogue().find(name)->origin.content_hash; };
    const std::string installed = hash_of("running_mean"), before = hash_of("a");
    std::ofstream(folder_ / "kernels/running_mean/kernel.cu", std::ios::app) << "// saved\n";
    std::ofstream(header) << "constexpr int size = 2;\n";
    ASSERT_TRUE(library.reload({(folder_ / "mine").string()}, OnParseError::keep));
    EXPECT_NE(hash_of("a"), before) << "the header beside it";
    EXPECT_EQ(hash_of("running_mean"), installed);
    ASSERT_TRUE(library.reload({(folder_ / "kernels/running_mean/").string()}, OnParseError::keep));
    EXPECT_NE(hash_of("running_mean"), installed);
    fs::create_directories(folder_ / "mine/b");
    fs::copy(fs::path(SPILLWAY_SOURCE_DIR) / "kernels/stencil", folder_ / "mine/b", fs::copy_options::recursive);
    ASSERT_TRUE(library.reload({(folder_ / "mine").string()}, OnParseError::keep));
    EXPECT_NE(library.catalogue().find("stencil"), nullptr) << "a folder that was dropped in";
}

TEST_F(ResultLibraryTest, OfTheShippedExperimentsOnlyTheNamedAreRead)
{
    install("running_mean");
    install("call_stack");
    install("stencil");
    auto library = ResultLibrary::load(
        {folder_ / "kernels", {}, {}, {}, {"call_stack"}, fs::path(SPILLWAY_SOURCE_DIR) / "assets/gpus.json"});
    ASSERT_TRUE(library);
    ASSERT_EQ(library->catalogue().experiments.size(), 1U);
    EXPECT_EQ(library->catalogue().experiments[0].name, "call_stack");
    EXPECT_TRUE(library->catalogue().experiments[0].origin.trusted);
    EXPECT_TRUE(library->catalogue().problems.empty())
        << "its prerequisites are not read: " << library->catalogue().problems.front().line();
}

TEST_F(ResultLibraryTest, WhatIsHalfWrittenIsLeftUntilItIsTaken)
{
    install("running_mean");
    const fs::path own = folder_ / "mine/a.cu";
    const std::string whole = "__global__ void a(float* out) { out[0] = 1; }\n";
    std::ofstream(own) << whole;
    ResultLibrary library = load();
    (void)library.take_log();
    const std::vector<std::string> changed{(folder_ / "mine").string()};
    std::ofstream(own) << whole.substr(0, 12);
    EXPECT_FALSE(library.reload(changed, OnParseError::keep));
    EXPECT_EQ(library.catalogue().find("a")->source, whole);
    fs::remove(own);
    EXPECT_FALSE(library.reload(changed, OnParseError::keep)) << "an editor that renames is between two names";
    EXPECT_TRUE(library.take_log().empty());
    std::ofstream(own) << whole.substr(0, 12);
    EXPECT_TRUE(library.reload(changed, OnParseError::accept));
    EXPECT_EQ(library.catalogue().find("a")->source, whole.substr(0, 12));
    EXPECT_FALSE(library.take_log().empty());
    std::ofstream(own) << whole;
    EXPECT_TRUE(library.reload(changed, OnParseError::keep));
    EXPECT_EQ(library.catalogue().find("a")->source, whole);
}

TEST_F(ResultLibraryTest, WhatIsLookedAtStaysWhateverBecomesOfItsFile)
{
    install("running_mean");
    const fs::path own = folder_ / "mine/a.cu";
    const std::string whole = "__global__ void a(float* out) { out[0] = 1; }\n";
    std::ofstream(own) << whole;
    ResultLibrary library = load();
    const std::vector<std::string> changed{(folder_ / "mine").string()};
    const auto state_after = [&](auto change) {
        fs::remove(own);
        change();
        EXPECT_TRUE(library.reload(changed, OnParseError::accept));
        const model::Experiment* found = library.catalogue().find("a");
        return found == nullptr ? std::optional<model::SourceState>() : found->origin.source_state;
    };
    const auto write = [&](const std::string& text) { return [&own, text] { std::ofstream(own) << text; }; };
    library.hold(library.catalogue().find("a")->source_file);
    EXPECT_EQ(state_after([] {}), model::SourceState::gone);
    EXPECT_EQ(library.catalogue().find("a")->source, whole) << "as it was read last";
    EXPECT_EQ(state_after([&] { ASSERT_EQ(mkfifo(own.c_str(), 0600), 0); }), model::SourceState::unreadable);
    EXPECT_EQ(state_after(write(std::string((1 << 20) + 1, ' '))), model::SourceState::too_large);
    EXPECT_EQ(library.catalogue().find("a")->source, whole);
    EXPECT_EQ(state_after(write("// none\n")), model::SourceState::broken);
    EXPECT_EQ(library.catalogue().find("a")->source, "// none\n");
    (void)library.take_log();
    EXPECT_EQ(state_after(write(whole)), model::SourceState::current);
    const auto log = library.take_log();
    ASSERT_FALSE(log.empty());
    EXPECT_EQ(log.back().severity, base::Severity::info) << "what was wrong is over";
    EXPECT_EQ(log.back().error.where, own.string());
    library.hold("another");
    EXPECT_EQ(state_after([] {}), std::nullopt) << "what is not looked at goes with its file";
}

}  // namespace
}  // namespace spillway::results
