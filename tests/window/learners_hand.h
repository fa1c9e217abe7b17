#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "driver.h"

namespace spillway::window {

/// A learner at the window: what is on another step of the lesson is turned to, what is out of sight scrolled to.
class LearnersHand {
public:
    explicit LearnersHand(Driver& driver) : driver_(driver) {}

    template <typename Condition>
    bool wait_for(const Condition& holds)
    {
        const auto begin = std::chrono::steady_clock::now();
        while (!holds() && std::chrono::steady_clock::now() - begin < std::chrono::seconds(60)) {
            driver_.frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
        }
        return holds();
    }

    /// Where an item can be clicked: waited for, and scrolled to with the page keys as a reader would.
    ImVec2 in_sight(const std::string& item);
    void click(const std::string& item) { driver_.click_at(in_sight(item)); }

    /// What hands do besides what they mean: rest, slip off, press a key that means nothing, look elsewhere, go back,
    /// move a slider and take it back. The next of them at each call; all is as it was afterwards.
    void err();

    /// What an editor does with the file whose path the exercise's card shows: these lines between its two marks.
    void write_kernel(const std::string& lines);
    /// Of the exercise that is shown.
    bool is_won();

private:
    [[nodiscard]] bool is_readable(const Rect& rect) const;

    Driver& driver_;
    int errors_ = 0;
};

[[nodiscard]] std::string text_of(const std::filesystem::path& file);

}  // namespace spillway::window
