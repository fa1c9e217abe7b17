#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "driver.h"

namespace spillway::window {

/// A simulated learner: turns to the step of an item and scrolls it into view before using it.
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

    /// Position to click an item: waits for it, and scrolls to it with the page keys.
    ImVec2 in_sight(const std::string& item);
    void click(const std::string& item) { driver_.click_at(in_sight(item)); }

    /// One harmless mistake per call: rest, slip off an item, press a key without meaning, look elsewhere, go back, or
    /// move a slider and undo it. Restores the state afterwards.
    void err();

    /// Edits the file whose path the exercise's card shows: puts these lines between its two marks.
    void write_kernel(const std::string& lines);
    /// True if the shown exercise is won.
    bool is_won();

private:
    [[nodiscard]] bool is_readable(const Rect& rect) const;

    Driver& driver_;
    int errors_ = 0;
};

[[nodiscard]] std::string text_of(const std::filesystem::path& file);

}  // namespace spillway::window
