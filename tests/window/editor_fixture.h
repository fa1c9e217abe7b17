#pragma once

// A file of the user's own in the window's editor, and the ways in which other programs save it.

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "driver.h"

namespace spillway::window {

inline constexpr const char* kernel = "__global__ void fill(float* out)\n{\n    out[threadIdx.x] = 1;\n}\n";
inline constexpr int last_millisecond = 600;  ///< after a key: the hands count as at rest after 300

/// Everything that stands in a file where a learner would look.
inline std::string all_texts(const std::filesystem::path& folder)
{
    std::string all;
    for (const std::filesystem::path& place : {folder, test_home() / "spillway" / "typed"}) {
        std::error_code error;
        for (std::filesystem::recursive_directory_iterator at(place, error), end; !error && at != end;
             at.increment(error))
            if (at->is_regular_file(error)) all += read(at->path()) + "\n";
    }
    return all;
}

/// A window with a file of the user's own in its editor.
class Window {
public:
    explicit Window(std::filesystem::path folder) : folder_(std::move(folder))
    {
        ViewState view;
        view.tab = "code";
        driver = Driver::open(1100, 800, 1, std::move(view));
        if (!driver) return;
        driver->surface().drop(file());
        driver->until([&] { return driver->session().view().selection().experiment == "fill"; });
        // Another window of the same test may have trusted it already.
        if (!driver->session().view().experiment().origin.trusted) driver->click("banner 1");
        driver->until([&] { return driver->session().view().experiment().origin.trusted; });
        if (driver->app().view().tab != "code") driver->click("tab:code");
        driver->click("code:edit");
        driver->until([&] { return is_shown("editor"); });
    }
    [[nodiscard]] std::filesystem::path file() const { return folder_ / "fill.cu"; }
    [[nodiscard]] bool is_shown(const char* item) const { return driver->app().items().find(item).has_value(); }
    /// The session has read what the file holds, and nothing is on its way into it.
    [[nodiscard]] bool is_settled() const
    {
        return !is_shown("editor:mine") && !driver->app().wants_frame() &&
               driver->session().view().experiment().source == read(file());
    }
    /// A new line at the text's end: where a click leads to depends on how long it is by then.
    void type_line(const std::string& line)
    {
        driver->click("editor");
        driver->press(Key::end, true);
        driver->type(line);
    }
    void decide(bool for_mine)
    {
        if (is_shown("editor:mine")) driver->click(for_mine ? "editor:mine" : "editor:theirs");
    }
    std::unique_ptr<Driver> driver;

private:
    std::filesystem::path folder_;
};

/// How other programs save.
enum class Saving { in_place, in_pieces, by_renaming };

inline void save(const std::filesystem::path& file, const std::string& text, Saving how)
{
    const std::filesystem::path place = how == Saving::by_renaming ? std::filesystem::path(file.string() + "~") : file;
    const int descriptor = open(place.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    const std::size_t half = how == Saving::in_pieces ? text.size() / 2 : 0;
    bool is_written = write(descriptor, text.data(), half) == static_cast<ssize_t>(half);
    if (half > 0) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    is_written &= write(descriptor, text.data() + half, text.size() - half) == static_cast<ssize_t>(text.size() - half);
    close(descriptor);
    if (how == Saving::by_renaming) std::filesystem::rename(place, file);
    EXPECT_TRUE(is_written);
}

class Editor : public testing::Test {
protected:
    void SetUp() override
    {
        folder = test_home() / "editor_test";
        std::filesystem::remove_all(folder);
        std::filesystem::remove_all(test_home() / "spillway");
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "fill.cu") << kernel;
    }
    std::filesystem::path folder;
};

}  // namespace spillway::window
