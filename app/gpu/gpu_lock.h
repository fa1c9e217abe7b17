#pragma once

// Workers that share a GPU measure one after another, because concurrent kernels would distort each other's times.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::gpu {

/// Queue of the workers that measure on one GPU: a file in the user's runtime folder, named after the GPU, with a lock
/// on one byte per waiting worker. A worker takes the next number and waits for the number before its own (first come,
/// first served). The system releases the locks of a process that exits, so a dead worker blocks no other. The
/// measuring worker also locks a separate byte: if a number in between is lost, still only one worker measures.
class TurnQueue {
public:
    static constexpr double max_seconds = 60;  ///< maximum wait; a stopped process keeps its locks

    /// `gpu`: unique name of the GPU. If the file cannot be created, there is no waiting.
    explicit TurnQueue(const std::string& gpu);
    ~TurnQueue();
    TurnQueue(const TurnQueue&) = delete;
    TurnQueue& operator=(const TurnQueue&) = delete;

    /// Waits for its turn. Error on a timeout. Calls `on_waiting` once if it must wait. `waited_seconds` receives the
    /// time waited.
    [[nodiscard]] std::optional<model::Error> begin(const std::function<void()>& on_waiting, double& waited_seconds);
    void end();
    /// True if another worker has taken a later number.
    [[nodiscard]] bool is_another_waiting() const;

private:
    int file_ = -1;
    std::int64_t number_ = -1;
};

/// Folder of the lock files: XDG_RUNTIME_DIR, else the user's own folder in /tmp; empty if others can enter that one.
[[nodiscard]] std::string runtime_folder();

}  // namespace spillway::gpu
