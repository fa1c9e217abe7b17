// A user's settings for a .cu: build options and slider ranges, as typed and stored.

#include "app/catalogue/plain/file_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/plain/source_files.h"

namespace spillway::catalogue {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(SliderRanges, AreReadAsTyped)
{
    const auto read = [](const char* text) { return range_text(parse_range(text).value()); };
    EXPECT_EQ(read("8:64"), "8:64");
    EXPECT_EQ(read(" 8 : 64 : 8 "), "8:64:8");
    EXPECT_EQ(read("1:1024:x2"), "1:1024:x2");
    EXPECT_EQ(read("64, 16 32,16"), "16, 32, 64");
    EXPECT_EQ(read("-4:4:2"), "-4:4:2");
    EXPECT_EQ(read("1:10:4"), "1:9:4") << "the last value is one that the steps reach";
}

TEST(SliderRanges, NonsenseIsRefusedWithASentence)
{
    for (const char* text : {"", "x", "8", "8:", ":8", "8:8", "64:8", "8:64:0", "8:64:-1", "8:64:100", "0:64:x2",
                             "1:2:3:4", "1:99999999999999999999", "8:1099511627777", "1.5:3", "8:64:x3",
                             "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", "16, many"}) {
        const auto range = parse_range(text);
        ASSERT_FALSE(range) << text;
        EXPECT_FALSE(range.error().what.empty());
        EXPECT_NE(range.error().advice.find("8:64:8"), std::string::npos);
    }
}

TEST(SliderRanges, SetTheSlidersValues)
{
    model::Experiment file;
    model::Parameter& tile = file.parameters.emplace_back();
    tile.name = "TILE";
    tile.first = 1;
    tile.last = 1024;
    tile.scale = model::Scale::power_of_two;
    tile.initial = std::int64_t{24};
    take_ranges(file, {{"TILE", parse_range("16, 32, 64").value()}, {"OTHER", {}}});
    EXPECT_EQ(range_text(*range_of(tile)), "16, 32, 64");
    EXPECT_FALSE(check_value(tile, std::int64_t{16}));
    EXPECT_TRUE(check_value(tile, std::int64_t{24}));
    EXPECT_FALSE(check_value(tile, tile.initial)) << "moved to one of the values";
    EXPECT_THAT(axis_values(tile, 10), ElementsAre(std::int64_t{16}, std::int64_t{32}, std::int64_t{64}));
    take_ranges(file, {{"TILE", parse_range("8:64:8").value()}});
    EXPECT_EQ(range_text(*range_of(tile)), "8:64:8");
    EXPECT_TRUE(check_value(tile, std::int64_t{12}));
    EXPECT_EQ(tile.scale, model::Scale::linear);
}

TEST(BuildOptions, AreReadWithOrWithoutTheOptionsName)
{
    EXPECT_THAT(folders_in("-I ../common, -Iinc  other"), ElementsAre("../common", "inc", "other"));
    EXPECT_THAT(macros_in("-DTILE=32 -D FAST X="), ElementsAre(Pair("TILE", "32"), Pair("FAST", ""), Pair("X", "")));
    EXPECT_EQ(standard_in("-std=c++20"), "c++20");
    EXPECT_EQ(standard_in("--std c++17"), "std c++17") << "check_settings() refuses it";
    EXPECT_EQ(standard_in(" c++14 "), "c++14");
    EXPECT_TRUE(folders_in("  ").empty());
    const model::BuildSettings build{{"../common"}, {{"TILE", "32"}, {"FAST", ""}}, "c++20"};
    EXPECT_EQ(options_text(build), "-I ../common -D TILE=32 -D FAST -std=c++20");
    EXPECT_EQ(options_text({}), "");
    model::BuildSettings slow;
    slow.max_seconds = 300;
    EXPECT_EQ(options_text(slow), "--compile-seconds 300");
}

TEST(BuildOptions, ATimeLimitIsTypedInSeconds)
{
    EXPECT_EQ(seconds_in("300").value(), 300);
    EXPECT_EQ(seconds_in(" 300 s").value(), 300);
    EXPECT_EQ(seconds_in(" ").value(), std::nullopt);
    for (const char* wrong : {"5 min", "soon", "1.5", "300 s s", "99999999999"}) {
        const auto seconds = seconds_in(wrong);
        ASSERT_FALSE(seconds) << wrong;
        EXPECT_NE(seconds.error().advice.find("300"), std::string::npos);
    }
    model::BuildSettings build;
    for (const int outside : {0, -1, 3601}) {
        build.max_seconds = outside;
        EXPECT_TRUE(check_settings(build, "")) << outside;
    }
    build.max_seconds = 3600;
    EXPECT_FALSE(check_settings(build, ""));
}

TEST(FileSettings, AreReadBackAsStored)
{
    std::map<std::string, FileSettings> files;
    files["/home/a b/x.cu"].build = {{"../common"}, {{"TILE", "32"}}, "c++20"};
    files["/home/a b/x.cu"].ranges["TILE"] = parse_range("8:64:8").value();
    files["/home/a b/x.cu"].build.include_folders.push_back("/opt/my headers");
    files["/home/a b/x.cu"].build.system_folders = {"/opt/other headers"};
    files["/home/a b/x.cu"].build.first_files = {"first.h"};
    files["/home/a b/x.cu"].build.flags = {"-rdc=true", "-maxrregcount=64"};
    files["/home/a b/x.cu"].build.max_seconds = 300;
    files["/y.cu"].ranges["N"] = parse_range("1, 2").value();
    EXPECT_EQ(parse_file_settings(print_file_settings(files)), files);
    EXPECT_TRUE(parse_file_settings("[]").empty());
    EXPECT_TRUE(parse_file_settings("{\"/x.cu\": {\"include\": \".hidden\", \"ranges\": {\"N\": 3}}}").empty())
        << "invalid settings are dropped";
}

}  // namespace
}  // namespace spillway::catalogue
