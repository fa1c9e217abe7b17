#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "driver.h"

namespace spillway::window {

/// The worker behind the window.
enum class WorkerKind {
    none,     ///< never starts: only the recording has results
    healthy,  ///< the real worker
    dying,    ///< the real worker, killed repeatedly
};

/// Random user input from a seed: clicks, keys, drags, typing, drops and resizes. A file logs the last actions, to
/// reproduce a failure.
class Monkey {
public:
    Monkey(std::uint64_t seed, WorkerKind worker);
    /// False if no window can be opened.
    [[nodiscard]] bool is_ready() const { return driver_ != nullptr; }
    void play(int acts);
    /// Number of times that it killed the worker.
    [[nodiscard]] int kills() const { return kills_; }

private:
    using Act = void (Monkey::*)();
    struct Weighted {
        int weight;
        Act act;
        const char* name;
    };
    static const std::vector<Weighted>& acts();

    // ---- actions ----
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

    // ---- random numbers ----
    [[nodiscard]] int below(int end);
    [[nodiscard]] float share();
    template <typename List>
    [[nodiscard]] const auto& any_of(const List& list)
    {
        return list[static_cast<std::size_t>(below(static_cast<int>(std::size(list))))];
    }
    [[nodiscard]] ImVec2 anywhere();
    /// Usually the position of a visible item; else any position.
    [[nodiscard]] ImVec2 on_something();
    [[nodiscard]] std::string rubbish();

    void frames(int count);
    void stroke(ImVec2 from, int button);
    void check();
    void note(const std::string& what);

    std::mt19937_64 dice_;
    std::mt19937_64 deaths_;  ///< a separate generator, so that an old seed still repeats its actions
    bool may_kill_;           ///< only the healthy worker can be killed; the dying one runs behind another process
    int kills_ = 0;
    std::string name_;
    std::unique_ptr<Driver> driver_;
    std::vector<std::filesystem::path> droppable_;
    int act_ = 0;
};

/// File with the actions of the current seed.
[[nodiscard]] std::filesystem::path monkey_log();

}  // namespace spillway::window
