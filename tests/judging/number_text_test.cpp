#include "app/judging/number_text.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace spillway::judging {
namespace {

TEST(NumberText, IsReadBackAsTheSameNumber)
{
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-12, 14.9), mantissa(-10, 10);
    for (int i = 0; i < 20000; ++i) {
        double value = mantissa(random) * std::pow(10, exponent(random) - 1);
        if (i % 3 == 0) value = std::round(value);
        if (i % 3 == 1) value = rounded(value);
        const auto alone = read_number(number_text(value), "");
        ASSERT_TRUE(alone) << number_text(value);
        EXPECT_EQ(*alone, value) << number_text(value);
        for (const char* unit : {"bytes", "%", "KiB", "operations a byte"}) {
            const auto read = read_number(quantity_text(value, unit), unit);
            ASSERT_TRUE(read) << quantity_text(value, unit);
            EXPECT_EQ(*read, value) << quantity_text(value, unit);
        }
    }
}

TEST(NumberText, ReadsWhatPeopleType)
{
    const auto read = [](const char* text, const char* unit) {
        const auto number = read_number(text, unit);
        return number ? *number : std::nan("");
    };
    EXPECT_EQ(read("5 ms", "ms"), 5);
    EXPECT_TRUE(std::isnan(read("5 M", "ms"))) << "a million is no millisecond";
    EXPECT_EQ(read("1 element", "elements"), 1);
    EXPECT_EQ(read("62,5", "%"), 62.5);
    EXPECT_EQ(read("62.5 %", "%"), 62.5);
    EXPECT_EQ(read("62,5%", "%"), 62.5);
    EXPECT_EQ(read("62,5 percent", "%"), 62.5);
    EXPECT_EQ(read("1,024 bytes", "bytes"), 1024);
    EXPECT_EQ(read("1 024", "bytes"), 1024);
    EXPECT_EQ(read("1\xc2\xa0"
                   "024\xe2\x80\xaf"
                   "000",
                   "bytes"),
              1024000);
    EXPECT_EQ(read("1'024", "bytes"), 1024);
    EXPECT_EQ(read("16 KiB", "bytes"), 16384);
    EXPECT_EQ(read("16384 bytes", "KiB"), 16);
    EXPECT_EQ(read("1e3", "bytes"), 1000);
    EXPECT_EQ(read("1.5e-3", ""), 0.0015);
    EXPECT_EQ(read("0,125", ""), 0.125);
    EXPECT_EQ(read("1.024", ""), 1.024);
    EXPECT_EQ(read("1.024,5", ""), 1024.5);
    EXPECT_EQ(read("1,024.5", ""), 1024.5);
    EXPECT_EQ(read("12,345,678", ""), 12345678);
    EXPECT_EQ(read("1.024.000", ""), 1024000);
    EXPECT_EQ(read(" -3 ", ""), -3);
    EXPECT_EQ(read("\xe2\x88\x92"
                   "3",
                   ""),
              -3);
    EXPECT_EQ(read("1 block", "blocks"), 1);
    EXPECT_EQ(read("7 Blocks", "blocks"), 7);
    EXPECT_EQ(read(",5", ""), 0.5);
}

TEST(NumberText, RefusesWhatIsNotCertainWithASentence)
{
    for (const char* text :
         {"",    " ",   "1/2",  "4 or 8", "4-8", "1,5,5", "12,34,567", "1 2",   "1 0244", "many",
          "nan", "inf", "0x10", "1e99",   "--3", "1..2",  "3e",        "1.2.3", ",",      "1,024,5"}) {
        const auto read = read_number(text, "");
        ASSERT_FALSE(read) << text << " was read as " << *read;
        EXPECT_FALSE(read.error().what.empty());
        EXPECT_FALSE(read.error().advice.empty());
    }
    EXPECT_NE(read_number("16 KB", "bytes").error().what.find("1,024"), std::string::npos);
    EXPECT_NE(read_number("5 ms", "bytes").error().advice.find("bytes"), std::string::npos);
    EXPECT_FALSE(read_number(std::string(1000, '1'), ""));
}

TEST(NumberText, RoundsForPeople)
{
    EXPECT_EQ(quantity_text(rounded(16384), "bytes"), "16,384 bytes");
    EXPECT_EQ(quantity_text(rounded(62.5), "%"), "62.5 %");
    EXPECT_EQ(quantity_text(rounded(4.1528), "GB"), "4.15 GB");
    EXPECT_EQ(quantity_text(rounded(33.3333), "%"), "33.3 %");
    EXPECT_EQ(number_text(rounded(12345.678)), "12,346");
    EXPECT_EQ(number_text(-0.0), "0");
    EXPECT_EQ(share_text(0.5), "50 %");
    EXPECT_EQ(share_text(4), "4.0 times");
}

TEST(NumberText, APlainNumberIsReadWholeOrNotAtAll)
{
    EXPECT_EQ(plain_number("2.5e2"), 250);
    for (const char* text : {"", "2,5", "2 ", "2x", "nan", "inf"}) EXPECT_FALSE(plain_number(text)) << text;
}

}  // namespace
}  // namespace spillway::judging
