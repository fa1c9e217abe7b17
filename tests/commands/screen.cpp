#include "tests/commands/screen.h"

#include <png.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <set>

#include <gtest/gtest.h>

namespace spillway::commands {

std::filesystem::path pictures()
{
    return std::filesystem::path(SPILLWAY_SOURCE_DIR) / "build/pictures";
}

bool is_on_path(const char* program)
{
    return run({"sh", "-c", std::string("command -v ") + program}).status == 0;
}

namespace {

/// The fields of an X window dump's header that are needed, as the server writes them: big-endian words.
struct DumpHeader {
    std::uint32_t words[25];
    [[nodiscard]] std::uint32_t word(int index) const { return __builtin_bswap32(words[index]); }
    [[nodiscard]] std::size_t header_bytes() const { return word(0); }
    [[nodiscard]] int width() const { return static_cast<int>(word(4)); }
    [[nodiscard]] int height() const { return static_cast<int>(word(5)); }
    [[nodiscard]] std::uint32_t bits_per_pixel() const { return word(11); }
    [[nodiscard]] std::size_t bytes_per_line() const { return word(12); }
    [[nodiscard]] std::size_t colour_bytes() const { return std::size_t{word(19)} * 12; }
};

}  // namespace

int Picture::differing_pixels(const Picture& other, int tolerance) const
{
    if (other.rgb.size() != rgb.size()) return width * height;
    int count = 0;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3) {
        bool differs = false;
        for (std::size_t c = 0; c < 3; ++c) differs |= std::abs(rgb[i + c] - other.rgb[i + c]) > tolerance;
        count += differs;
    }
    return count;
}

int Picture::colours() const
{
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i + 2 < rgb.size(); i += 3)
        seen.insert(std::uint32_t{rgb[i]} << 16 | std::uint32_t{rgb[i + 1]} << 8 | rgb[i + 2]);
    return static_cast<int>(seen.size());
}

void Picture::save_png(const std::filesystem::path& file) const
{
    std::filesystem::create_directories(file.parent_path());
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGB;
    EXPECT_NE(png_image_write_to_file(&image, file.c_str(), 0, rgb.data(), 0, nullptr), 0) << image.message;
}

Screen::Screen(int width, int height)
{
    const std::string size = std::to_string(width) + "x" + std::to_string(height) + "x24";
    // A server without -noreset starts anew when its last client leaves, and refuses those that come meanwhile.
    server_ = std::make_unique<Process>(std::vector<std::string>{
        "Xvfb", "-displayfd", "1", "-screen", "0", size, "-fbdir", folder_.path(), "-nolisten", "tcp", "-noreset"});
    // It says the number once it has found a free one, and on stderr which ones others have.
    const auto number_ends = [&] { return server_->output().find('\n'); };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (number_ends() == std::string::npos && std::chrono::steady_clock::now() < end)
        if (server_->wait(std::chrono::milliseconds(20))) return;
    if (number_ends() != std::string::npos) display_ = ":" + server_->output().substr(0, number_ends());
}

Picture Screen::picture() const
{
    const std::string dump = read_text(folder_.path() / "Xvfb_screen0");
    DumpHeader header{};
    if (dump.size() < sizeof(header)) return {};
    std::memcpy(&header, dump.data(), sizeof(header));
    Picture picture{header.width(), header.height(), {}};
    const std::size_t begin = header.header_bytes() + header.colour_bytes();
    const auto rows = static_cast<std::size_t>(picture.height), columns = static_cast<std::size_t>(picture.width);
    if (header.bits_per_pixel() != 32 || dump.size() < begin + header.bytes_per_line() * rows) return {};
    picture.rgb.reserve(rows * columns * 3);
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x)
            for (const std::size_t c : {2, 1, 0})  // stored as blue, green, red
                picture.rgb.push_back(static_cast<std::uint8_t>(dump[begin + y * header.bytes_per_line() + x * 4 + c]));
    return picture;
}

}  // namespace spillway::commands
