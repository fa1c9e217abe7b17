#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/results/recorded_results.h"

namespace spillway::results {

/// The open recordings, one per GPU. The most recently opened is first.
class Recordings {
public:
    using List = std::vector<std::unique_ptr<RecordedResults>>;

    /// Replaces the recording of the same GPU.
    RecordedResults& put(RecordedResults recording);
    /// Null without a recording of this GPU.
    [[nodiscard]] RecordedResults* of(const std::string& gpu) const;
    /// Null if no recording is open.
    [[nodiscard]] RecordedResults* first() const { return list_.empty() ? nullptr : list_.front().get(); }
    [[nodiscard]] const List& all() const { return list_; }
    [[nodiscard]] bool empty() const { return list_.empty(); }
    /// "NVIDIA H100 and NVIDIA H200", in alphabetical order.
    [[nodiscard]] std::string labels() const;

private:
    List list_;
};

}  // namespace spillway::results
