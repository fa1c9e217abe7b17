#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/commands/process.h"

namespace spillway::commands {

/// Folder of the screens that the tests save.
[[nodiscard]] std::filesystem::path pictures();
[[nodiscard]] bool is_on_path(const char* program);

/// Pixels of a screen: 8 bits each of red, green and blue, top row first.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    /// How many pixels differ by more than `tolerance` in a colour.
    [[nodiscard]] int differing_pixels(const Picture& other, int tolerance = 8) const;
    /// How many different colours there are: 1 for a blank screen.
    [[nodiscard]] int colours() const;
    void save_png(const std::filesystem::path& file) const;
};

/// An X server of the test's own, on a display number that was free.
class Screen {
public:
    Screen(int width, int height);
    [[nodiscard]] bool is_running() const { return !display_.empty(); }
    [[nodiscard]] const std::string& display() const { return display_; }
    [[nodiscard]] Picture picture() const;

private:
    TemporaryFolder folder_;
    std::unique_ptr<Process> server_;
    std::string display_;
};

}  // namespace spillway::commands
