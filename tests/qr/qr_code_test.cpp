// A text as a QR code: what another program reads out of its picture is the text.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "app/qr/qr_code.h"

namespace spillway::qr {
namespace {

namespace fs = std::filesystem;

/// A picture with its quiet zone, four pixels a module.
void write_picture(const QrCode& code, const fs::path& file)
{
    constexpr int pixels = 4;
    const int side = (code.size + 2 * quiet_zone) * pixels;
    std::ofstream out(file);
    out << "P5 " << side << " " << side << " 255\n";
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side; ++x) {
            const int column = x / pixels - quiet_zone, row = y / pixels - quiet_zone;
            const bool is_inside = column >= 0 && row >= 0 && column < code.size && row < code.size;
            out.put(is_inside && code.is_black(column, row) ? '\0' : '\xff');
        }
}

/// Text that zbarimg reads in the picture.
std::string read_picture(const fs::path& file)
{
    const std::string command =
        "zbarimg -q --raw --oneshot -Sdisable -Sqrcode.enable '" + file.string() + "' 2>/dev/null";
    std::FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {};
    std::string text;
    char part[512];
    while (const std::size_t count = std::fread(part, 1, sizeof part, pipe)) text.append(part, count);
    pclose(pipe);
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

TEST(QrCode, AnotherProgramReadsTheText)
{
    if (std::system("command -v zbarimg >/dev/null") != 0)
        GTEST_SKIP() << "zbarimg is not installed (the package zbar-tools)";
    const fs::path file = fs::temp_directory_path() / ("spillway-qr-" + std::to_string(getpid()) + ".pgm");
    const std::string address =
        "https://example.org/spillway/#v1/running_mean/gpu=h100/window_size=64/a.block_size=128/"
        "charts=bytes_per_second,registers/tab=lesson/step=3/theme=light/%C3%A4";
    std::string longer = address;
    while (longer.size() < 1000) longer += "/block_size=" + std::to_string(longer.size());
    for (const std::string& text : {std::string("A"), address, longer}) {
        const auto code = encode(text);
        ASSERT_TRUE(code) << code.error().line();
        write_picture(*code, file);
        EXPECT_EQ(read_picture(file), text);
    }
    fs::remove(file);
}

/// The three corners by which a reader finds a code, and the line of alternating modules between them.
TEST(QrCode, HasTheMarksThatAReaderLooksFor)
{
    const auto code = encode("https://example.org/");
    ASSERT_TRUE(code);
    EXPECT_EQ(code->size, 25) << "20 bytes are more than version 1 holds";
    ASSERT_EQ(code->black.size(), 25U * 25U);
    for (const auto& [left, top] : {std::pair{0, 0}, {18, 0}, {0, 18}})
        for (int y = 0; y < 7; ++y)
            for (int x = 0; x < 7; ++x) {
                const int ring = std::max(std::abs(x - 3), std::abs(y - 3));
                EXPECT_EQ(code->is_black(left + x, top + y), ring != 2) << x << " " << y;
            }
    for (int x = 8; x < 17; ++x) EXPECT_EQ(code->is_black(x, 6), x % 2 == 0) << x;
}

TEST(QrCode, GrowsWithTheTextAndSaysWhereItEnds)
{
    const auto largest = encode(std::string(max_bytes, 'a'));
    ASSERT_TRUE(largest);
    EXPECT_EQ(largest->size, 177);
    const auto refused = encode(std::string(max_bytes + 1, 'a'));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().what, "the address has 2954 characters, and a QR code holds 2953 at most");
    EXPECT_FALSE(refused.error().advice.empty());
    EXPECT_FALSE(encode(""));
}

}  // namespace
}  // namespace spillway::qr
