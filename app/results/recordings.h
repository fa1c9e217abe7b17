#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/results/recorded_results.h"

namespace spillway::results {

/// The recordings that are open, one for each GPU. The one that was opened last is the first.
class Recordings {
public:
    using List = std::vector<std::unique_ptr<RecordedResults>>;

    /// Takes the place of the one of the same GPU.
    RecordedResults& put(RecordedResults recording);
    /// Null where none is of the GPU of this name.
    [[nodiscard]] RecordedResults* of(const std::string& gpu) const;
    /// Null where none is open.
    [[nodiscard]] RecordedResults* first() const { return list_.empty() ? nullptr : list_.front().get(); }
    [[nodiscard]] const List& all() const { return list_; }
    [[nodiscard]] bool empty() const { return list_.empty(); }
    /// "NVIDIA H100 and NVIDIA H200", in alphabetical order.
    [[nodiscard]] std::string labels() const;

private:
    List list_;
};

}  // namespace spillway::results
