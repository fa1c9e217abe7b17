// A recording as a folder: one file per experiment, and a change of one experiment changes one file.

#include "app/protocol/recording_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/protocol/recording_reader.h"
#include "tests/protocol/made_recording.h"
#include "tests/support/scratch_folder.h"

namespace spillway::protocol {
namespace {

namespace fs = std::filesystem;

class RecordingFolder : public testing::Test {
protected:
    void TearDown() override { fs::remove_all(scratch_); }

    static Recording two_experiments()
    {
        Recording recording{made_header(), {}, {}};
        recording.header.kernels = {{"running_mean", "abc"}, {"stencil", "def"}};
        recording.header.definitions = {{"running_mean", "123"}, {"stencil", "456"}};
        for (const std::int64_t window : {1, 2, 3}) recording.results.push_back(made_result(window));
        for (const std::int64_t window : {4, 5}) {
            recording.results.push_back(made_result(window));
            recording.results.back().experiment = "stencil";
        }
        return recording;
    }
    [[nodiscard]] std::string bytes_of(const std::string& experiment) const
    {
        std::ifstream file(folder_ / (experiment + ".spillway"), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    fs::path scratch_ = scratch_folder("recording-folder");
    fs::path folder_ = scratch_ / "h200.spillway";
};

TEST_F(RecordingFolder, HoldsWhatAFileHolds)
{
    const Recording recording = two_experiments();
    ASSERT_FALSE(write_recording_folder(folder_, recording));
    ASSERT_EQ(recording_files(folder_)->size(), 2U);
    const auto whole = read_whole_recording(folder_);
    ASSERT_TRUE(whole) << whole.error().line();
    EXPECT_FALSE(whole->trouble);
    EXPECT_EQ(whole->results.size(), recording.results.size());
    EXPECT_EQ(whole->header.kernels, recording.header.kernels);
    EXPECT_EQ(whole->header.definitions, recording.header.definitions);
    const auto part = read_recording(folder_ / "stencil.spillway");
    ASSERT_TRUE(part) << "each file is a recording of its own";
    EXPECT_EQ(part->results.size(), 2U);
    EXPECT_EQ(part->header.kernels.size(), 1U);
    EXPECT_EQ(read_recording_header(folder_ / "stencil.spillway")->gpu.name, recording.header.gpu.name);
}

TEST_F(RecordingFolder, AChangeOfOneExperimentChangesOneFile)
{
    Recording recording = two_experiments();
    ASSERT_FALSE(write_recording_folder(folder_, recording));
    const std::string mean = bytes_of("running_mean"), stencil = bytes_of("stencil");
    auto again = read_whole_recording(folder_);
    ASSERT_TRUE(again);
    again->header.program_version = "9.9.9";
    again->header.date = "2026-12-01T00:00:00Z";
    again->results.back().verification.detail = "measured again";
    ASSERT_FALSE(write_recording_folder(folder_, *again));
    EXPECT_EQ(bytes_of("running_mean"), mean) << "byte for byte";
    EXPECT_NE(bytes_of("stencil"), stencil);
    EXPECT_EQ(read_recording(folder_ / "stencil.spillway")->header.program_version, "9.9.9");

    std::erase_if(again->results, [](const auto& result) { return result.experiment == "running_mean"; });
    std::ofstream(folder_ / "notes.txt") << "mine";
    ASSERT_FALSE(write_recording_folder(folder_, *again));
    EXPECT_FALSE(fs::exists(folder_ / "running_mean.spillway"));
    EXPECT_TRUE(fs::exists(folder_ / "notes.txt"));
}

TEST_F(RecordingFolder, ANameThatLeadsElsewhereIsRefused)
{
    Recording recording = two_experiments();
    for (const char* name : {"../stencil", ".hidden", ""}) {
        recording.results.back().experiment = name;
        EXPECT_TRUE(write_recording_folder(folder_, recording)) << name;
    }
    EXPECT_TRUE(fs::is_empty(scratch_)) << "nothing is written";
}

TEST_F(RecordingFolder, FilesOfTwoDriversAreNoRecording)
{
    ASSERT_FALSE(write_recording_folder(folder_, two_experiments()));
    Recording other = two_experiments();
    other.header.driver = "999.0";
    ASSERT_FALSE(write_recording_folder(scratch_ / "other.spillway", other));
    fs::copy_file(scratch_ / "other.spillway/stencil.spillway", folder_ / "stencil.spillway",
                  fs::copy_options::overwrite_existing);
    const auto whole = read_whole_recording(folder_);
    ASSERT_FALSE(whole);
    EXPECT_NE(whole.error().line().find("the driver differs"), std::string::npos) << whole.error().line();
    fs::create_directories(scratch_ / "empty.spillway");
    EXPECT_FALSE(read_whole_recording(scratch_ / "empty.spillway"));
}

}  // namespace
}  // namespace spillway::protocol
