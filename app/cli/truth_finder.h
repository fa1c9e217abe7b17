#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/cli/context.h"
#include "app/room/host.h"

namespace spillway::cli {

/// Computes the right answers of lessons' questions in a thread of its own, because a compiler may need seconds.
class TruthFinder : public room::Truths {
public:
    /// Takes the context; the worker starts with the first request. `gpu` is empty, "live", or a name of `spillway
    /// gpus`.
    TruthFinder(Context context, std::string gpu);
    ~TruthFinder() override;
    TruthFinder(const TruthFinder&) = delete;
    TruthFinder& operator=(const TruthFinder&) = delete;

    void request(const std::string& lesson, const std::string& question) override;
    [[nodiscard]] std::vector<Found> take() override;

private:
    using Wanted = std::pair<std::string, std::string>;
    void work();
    /// Waits for a request; false when the program ends.
    [[nodiscard]] bool next(Wanted& wanted);
    void add(Found found);

    Context context_;
    std::string gpu_;
    std::mutex mutex_;
    std::condition_variable change_;
    std::deque<Wanted> wanted_;
    std::vector<Found> found_;
    bool is_ending_ = false;
    std::thread thread_;  ///< last: it uses the members above
};

}  // namespace spillway::cli
