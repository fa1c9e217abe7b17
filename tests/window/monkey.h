#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "driver.h"

namespace spillway::window {

/// What answers while the hand plays.
enum class WorkerKind {
    none,     ///< it never starts: only the recording answers
    healthy,  ///< the real one
    dying,    ///< the real one, killed again and again
};

/// A hand that follows no plan: everything that can be clicked, pressed, dragged, typed, dropped and resized, in an
/// order that its seed decides. What it did last stands in a file, for whoever looks at what it broke.
class Monkey {
public:
    Monkey(std::uint64_t seed, WorkerKind worker);
    /// False where no window can be had here.
    [[nodiscard]] bool is_ready() const { return driver_ != nullptr; }
    void play(int acts);
    /// How many times it killed the worker.
    [[nodiscard]] int kills() const { return kills_; }

private:
    using Act = void (Monkey::*)();
    struct Weighted {
        int weight;
        Act act;
        const char* name;
    };
    static const std::vector<Weighted>& acts();

    // ---- what it does ----
    void click();
    void draw();
    void drag_anywhere();
    void drag_border();
    void press_key();
    void press_letter();
    void type();
    void turn_wheel();
    void resize();
    void drop();
    void choose();
    void open_another();
    void turn_page();
    void rest();
    void reopen();
    void kill_worker();

    // ---- its dice ----
    [[nodiscard]] int below(int end);
    [[nodiscard]] float share();
    template <typename List>
    [[nodiscard]] const auto& any_of(const List& list)
    {
        return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
    }
    [[nodiscard]] ImVec2 anywhere();
    /// On an item that is on the screen, most of the time; else anywhere.
    [[nodiscard]] ImVec2 on_something();
    [[nodiscard]] std::string rubbish();

    void frames(int count);
    void stroke(ImVec2 from, int button);
    void check();
    void note(const std::string& what);

    std::mt19937_64 dice_;
    std::mt19937_64 deaths_;  ///< dice of their own: an old seed still does what it did
    bool may_kill_;           ///< the healthy worker: one that dies by itself hides behind a process of another's
    int kills_ = 0;
    std::string name_;
    std::unique_ptr<Driver> driver_;
    std::vector<std::filesystem::path> droppable_;
    int act_ = 0;
};

/// Where the acts of the seed that is played are written.
[[nodiscard]] std::filesystem::path monkey_log();

}  // namespace spillway::window
