#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "app/results/file_settings_store.h"
#include "app/results/job_hash.h"
#include "app/results/line_packer.h"
#include "app/results/result_store.h"
#include "app/results/trust.h"
#include "tests/support/scratch_folder.h"

namespace spillway::results {
namespace {

TEST(ResultStore, IsBoundedAndForgetsAGpu)
{
    ResultStore store;
    for (std::size_t i = 0; i <= ResultStore::max_entries; ++i) store.put(result_key(std::to_string(i), "t4"), {});
    EXPECT_LE(store.size(), ResultStore::max_entries);
    EXPECT_NE(store.find(result_key(std::to_string(ResultStore::max_entries), "t4")), nullptr);
    EXPECT_EQ(store.find(result_key("0", "t4")), nullptr);
    store.put(result_key("1", "at4"), {});
    store.forget_gpu("t4");
    EXPECT_EQ(store.size(), 1U);
}

TEST(LinePacker, GivesBackEachLineInAFractionOfItsBytes)
{
    const auto line = [](int number) {
        std::string text = "{\"radius\":" + std::to_string(number) + ",\"seconds\":" + std::to_string(number / 7.0);
        for (int name = 0; name < 100; ++name) text += ",\"counter " + std::to_string(name) + "\":null";
        return text + "}";
    };
    LinePacker first(line(0));
    const LinePacker packer = std::move(first);
    for (int number = 1; number < 100; ++number) {
        const std::string packed = packer.pack(line(number));
        EXPECT_LT(packed.size() * 7, line(number).size());
        EXPECT_EQ(packer.unpack(packed), line(number));
    }
    EXPECT_EQ(packer.unpack(packer.pack("")), "");
    EXPECT_EQ(packer.unpack("no packed line"), "");
}

TEST(JobHash, DiffersWhereTheAnswerMayAndOnlyThere)
{
    model::Job job;
    job.plan.emplace();
    job.plan->buffers.resize(2);
    const std::string before = job_hash(job);
    EXPECT_EQ(before.size(), 64U);
    model::Job asked_by_another = job;
    asked_by_another.experiment = "e";
    asked_by_another.variant = "v";
    asked_by_another.values["x"] = std::int64_t{1};
    asked_by_another.gpu.name = "live";
    EXPECT_EQ(job_hash(asked_by_another), before);
    const auto differs = [&](auto change) {
        model::Job changed = job;
        change(changed);
        return job_hash(changed) != before;
    };
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.source_hash = "1"; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.arch = "sm_90"; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.fast_math = true; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.compile.max_seconds = 300; })) << "a stopped compile is asked again";
    EXPECT_TRUE(differs([](model::Job& j) { j.grid[1] = 2; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.carveout = model::Carveout::max_l1; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->bytes_moved = 1e-300; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->buffers[1].from = 0.1; }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->buffers.pop_back(); }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan->reference.emplace(); }));
    EXPECT_TRUE(differs([](model::Job& j) { j.plan.reset(); }));
    const auto second_name = differs([](model::Job& j) { j.plan->buffers[1].name = "a"; });
    EXPECT_TRUE(second_name);
    model::Job first = job, second = job;
    first.plan->buffers[0].name = second.plan->buffers[1].name = "a";
    EXPECT_NE(job_hash(first), job_hash(second)) << "which of the buffers it is matters";
}

class TrustStoreTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(folder_ / "mine"); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::filesystem::path folder_ = scratch_folder("trust");
};

TEST_F(TrustStoreTest, AFolderStaysTrustedWhileItIsEdited)
{
    const auto mine = folder_ / "mine";
    {
        TrustStore store(folder_ / "trusted.json");
        EXPECT_FALSE(store.is_trusted(mine));
        EXPECT_FALSE(store.trust(mine, TrustTerm::for_good));
        std::ofstream(mine / "kernel.cu") << "// edited\n";
        EXPECT_TRUE(store.is_trusted(mine));
    }
    EXPECT_TRUE(TrustStore(folder_ / "trusted.json").is_trusted(mine)) << "the command line and the window share it";
    std::filesystem::rename(mine, folder_ / "gone");
    std::filesystem::create_directories(mine);
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(mine)) << "another folder took its place";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_)) << "and what lies around it never was";
}

TEST_F(TrustStoreTest, AFileStaysTrustedUnderItsNameInItsFolder)
{
    const auto file = folder_ / "mine" / "kernel.cu";
    std::ofstream(file) << "// one\n";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").trust(file, TrustTerm::for_good));
    // As editors save.
    std::ofstream(folder_ / "mine" / "kernel.cu.new") << "// two\n";
    std::filesystem::rename(folder_ / "mine" / "kernel.cu.new", file);
    EXPECT_TRUE(TrustStore(folder_ / "trusted.json").is_trusted(file));
    std::ofstream(folder_ / "mine" / "other.cu") << "// another\n";
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_ / "mine" / "other.cu"));
    std::filesystem::rename(folder_ / "mine", folder_ / "gone");
    std::filesystem::create_directories(folder_ / "mine");
    std::filesystem::rename(folder_ / "gone" / "kernel.cu", file);
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(file)) << "another folder took its folder's place";
}

TEST_F(TrustStoreTest, TrustThatWasTakenBackDoesNotReturn)
{
    const auto file = folder_ / "trusted.json";
    std::filesystem::create_directories(folder_ / "other");
    TrustStore open_window(file);
    EXPECT_FALSE(open_window.trust(folder_ / "mine", TrustTerm::for_good));
    std::ofstream(file) << "{}";  // by hand
    EXPECT_FALSE(open_window.trust(folder_ / "other", TrustTerm::for_good));
    EXPECT_FALSE(TrustStore(file).is_trusted(folder_ / "mine"));
    EXPECT_TRUE(TrustStore(file).is_trusted(folder_ / "other"));
}

TEST_F(TrustStoreTest, UntilTheEndIsNotWrittenDown)
{
    TrustStore store(folder_ / "trusted.json");
    EXPECT_FALSE(store.trust(folder_ / "mine", TrustTerm::until_the_end));
    EXPECT_TRUE(store.is_trusted(folder_ / "mine"));
    EXPECT_FALSE(TrustStore(folder_ / "trusted.json").is_trusted(folder_ / "mine"));
}

TEST_F(TrustStoreTest, WhatIsNamedIsTrustedWithWhatLiesInItAndNothingElse)
{
    std::filesystem::create_directories(folder_ / "named/one/deep");
    TrustStore store(folder_ / "trusted.json");
    store.trust_named(folder_ / "named");
    EXPECT_TRUE(store.is_trusted(folder_ / "named"));
    EXPECT_TRUE(store.is_trusted(folder_ / "named/one"));
    EXPECT_FALSE(store.is_trusted(folder_ / "named/one/deep"));
    EXPECT_FALSE(store.is_trusted(folder_ / "mine"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "trusted.json")) << "and not for good";
    std::filesystem::create_directory_symlink(folder_ / "mine", folder_ / "named/link");
    EXPECT_FALSE(store.is_trusted(folder_ / "named/link")) << "a link leads to a folder of its own";
}

TEST_F(TrustStoreTest, IsReadAndWrittenThroughALinkOfOnesOwnOnly)
{
    const auto link = folder_ / "trusted.json", elsewhere = folder_ / "dotfiles";
    std::filesystem::create_directories(elsewhere);
    std::filesystem::create_symlink(elsewhere / "trusted.json", link);
    EXPECT_FALSE(TrustStore(link).trust(folder_ / "mine", TrustTerm::for_good));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(std::filesystem::is_regular_file(elsewhere / "trusted.json"));
    EXPECT_TRUE(TrustStore(link).is_trusted(folder_ / "mine"));
    std::filesystem::permissions(elsewhere, std::filesystem::perms::all);
    EXPECT_FALSE(TrustStore(link).is_trusted(folder_ / "mine")) << "others could have written it";
    EXPECT_TRUE(TrustStore(link).trust(folder_ / "mine", TrustTerm::for_good)) << "and nothing is written there";
}

TEST_F(TrustStoreTest, SurvivesGarbageAndAPlaceThatCannotBeWritten)
{
    for (const std::string other : {"[1, 2", R"({"format": 2, "folders": {}})"}) {
        std::ofstream(folder_ / "trusted.json") << other;
        TrustStore unread(folder_ / "trusted.json");
        EXPECT_FALSE(unread.is_trusted(folder_ / "mine"));
        const auto told = unread.trust(folder_ / "mine", TrustTerm::for_good);
        ASSERT_TRUE(told) << "a newer Spillway's is left alone";
        EXPECT_NE(told->what.find("cannot read"), std::string::npos);
        EXPECT_TRUE(unread.is_trusted(folder_ / "mine")) << "until the end";
        std::ifstream stream(folder_ / "trusted.json");
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), other);
    }
    TrustStore store("/proc/no/such/trusted.json");
    EXPECT_TRUE(store.trust(folder_ / "mine", TrustTerm::for_good)) << "an unwritable place is an error value";
    EXPECT_TRUE(store.is_trusted(folder_ / "mine")) << "but until the program ends it holds";
}

TEST(FileSettingsStore, ManyFilesKeepTheirSettingsUntilTheFileIsFull)
{
    const std::filesystem::path folder = scratch_folder("file_settings"), file = folder / "file-settings.json";
    catalogue::FileSettings fast, large;
    fast.build.standard = "c++20";
    std::map<std::string, catalogue::FileSettings> many;
    for (int i = 1; i < 302; ++i) many["/" + std::to_string(i) + ".cu"] = fast;
    std::ofstream(file) << catalogue::print_file_settings(many);
    FileSettingsStore store(file);
    EXPECT_FALSE(store.put("/0.cu", fast));
    const FileSettingsStore again(file);
    for (int i = 0; i < 302; ++i) EXPECT_FALSE(again.of("/" + std::to_string(i) + ".cu").is_empty()) << i;
    for (int i = 0; i < 64; ++i)
        large.build.macros.emplace_back("A" + std::to_string(i) + std::string(17000, 'A'), "1");
    ASSERT_TRUE(store.put("/large.cu", large)) << "the file could not be read again";
    EXPECT_FALSE(FileSettingsStore(file).of("/0.cu").is_empty());
    std::filesystem::remove_all(folder);
}

TEST(FileSettingsStore, AFileThatCannotBeReadIsNotReplaced)
{
    const std::filesystem::path folder = scratch_folder("file_settings"), file = folder / "file-settings.json";
    catalogue::FileSettings fast;
    fast.build.standard = "c++20";
    {
        FileSettingsStore store(file);
        EXPECT_FALSE(store.put("/a.cu", fast));
        EXPECT_FALSE(store.put("/b.cu", fast));
    }
    EXPECT_EQ(FileSettingsStore(file).of("/a.cu").build.standard, "c++20");
    std::ofstream(file, std::ios::app) << "torn";
    FileSettingsStore store(file);
    const auto refused = store.put("/c.cu", fast);
    ASSERT_TRUE(refused) << "the settings of a.cu and b.cu would be lost";
    EXPECT_EQ(store.of("/c.cu").build.standard, "c++20") << "until the program ends";
    std::ifstream kept(file);
    EXPECT_NE((std::string{std::istreambuf_iterator<char>(kept), {}}).find("/a.cu"), std::string::npos);
}

}  // namespace
}  // namespace spillway::results
