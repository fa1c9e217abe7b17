// The register lane beside the code, and its words.

#include <gtest/gtest.h>

#include "app/teaching/line_needs_words.h"

namespace spillway::teaching {
namespace {

model::Listing listing()
{
    model::Listing made;
    made.source_lines = {{2, 10, {}}, {3, 72, {8, 16, 0, 0}}, {5, 72, {}}, {9, 90, {}}};
    return made;
}

RegisterCap cap_of(int registers)
{
    return {registers, RegisterCap::By::knob};
}

TEST(RegisterLane, names_the_first_line_of_the_peak_and_the_cap)
{
    const auto lane = register_lane(listing(), 6, cap_of(64));
    ASSERT_TRUE(lane);
    EXPECT_EQ(lane->live.size(), 6U) << "line 9 is not of this text";
    EXPECT_FALSE(lane->live[0]);
    EXPECT_EQ(lane->live[1], 10);
    EXPECT_EQ(lane->full, 72);
    EXPECT_EQ(peak_words(*lane), "Line 3: 72 live registers; the register cap is 64.");
    EXPECT_EQ(peak_words(*register_lane(listing(), 6, std::nullopt)),
              "Line 3: 72 live registers; neither a knob nor a launch bound caps them.");
    EXPECT_EQ(register_lane(listing(), 6, cap_of(128))->full, 128) << "the cap's line has room";
}

TEST(RegisterLane, is_absent_without_live_registers)
{
    EXPECT_FALSE(register_lane(model::Listing{}, 6, cap_of(64)));
    EXPECT_FALSE(register_lane(std::vector<model::ListingLine>{{"k:", 0, false}}, cap_of(64)));
}

TEST(SpillWords, say_what_goes_where)
{
    EXPECT_EQ(spill_words({}), "");
    EXPECT_EQ(spill_words({4, 0, 0, 0}), "spills 4 bytes");
    EXPECT_EQ(
        spill_words({4, 1, 1200, 8}),
        "spills 4 bytes, reloads 1 byte, spills 1,200 bytes to shared memory, reloads 8 bytes from shared memory");
}

TEST(MissingWords, say_what_to_install)
{
    model::Listing made;
    made.sass_reason = "install nvdisasm";
    EXPECT_NE(missing_words(made).find("install nvdisasm"), std::string::npos);
    made = listing();
    EXPECT_EQ(missing_words(made), "");
    made.live_reason = "cuobjdump does not show live registers";
    made.spill_reason = "nvdisasm 13.5 or later shows them";
    EXPECT_EQ(
        missing_words(made),
        "Live registers are missing: cuobjdump does not show live registers. Spills are not marked: nvdisasm 13.5 "
        "or later shows them.");
}

TEST(ControlWords, are_one_column_and_whole_sentences)
{
    const model::ControlCode load{2, false, 3, std::nullopt, 0b100001};
    EXPECT_EQ(control_column(load), " 2   w3    0....5");
    const std::string words = control_words(load);
    for (const char* said : {"barrier 0, 5", "2 cycles", "barrier 3", "Unofficial"})
        EXPECT_NE(words.find(said), std::string::npos) << said << ": " << words;
    EXPECT_EQ(control_column({15, true, std::nullopt, 0, 0}), "15 y    r0 ......");
}

}  // namespace
}  // namespace spillway::teaching
