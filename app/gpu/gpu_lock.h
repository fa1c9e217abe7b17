#pragma once

// Workers that share a GPU measure one after another: two at once would time each other.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::gpu {

/// The order in which workers measure on one GPU: a file in the user's runtime folder, named by the GPU, with a lock on
/// one byte per waiting worker. A worker takes the next number and waits for the number before its own; so it is first
/// come, first served. The system releases the locks of a process that ends, however it ends: a dead worker blocks no
/// other. The measuring worker holds a lock on a byte of its own, so that a number lost in between lets no two in at
/// once.
class TurnQueue {
public:
    static constexpr double most_seconds = 60;  ///< of waiting; a process that was stopped keeps its locks

    /// `gpu`: what tells one GPU from another. Where no file can be made, turns are not taken.
    explicit TurnQueue(const std::string& gpu);
    ~TurnQueue();
    TurnQueue(const TurnQueue&) = delete;
    TurnQueue& operator=(const TurnQueue&) = delete;

    /// Waits for its turn. The Error says that it did not come. `on_waiting` is called once, where it does not come at
    /// once. `waited_seconds` is what was waited.
    [[nodiscard]] std::optional<model::Error> begin(const std::function<void()>& on_waiting, double& waited_seconds);
    void end();
    /// Whether another worker took a number after this one.
    [[nodiscard]] bool somebody_waits() const;

private:
    int file_ = -1;
    std::int64_t number_ = -1;
};

/// The folder for such files: XDG_RUNTIME_DIR, else a folder of the user's own in /tmp.
[[nodiscard]] std::string runtime_folder();

}  // namespace spillway::gpu
