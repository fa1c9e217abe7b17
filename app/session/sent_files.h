#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/model/experiment.h"

namespace spillway::session {

/// What of a user's own files may go to another machine with a .cu: its headers go there only after the user has seen
/// which, once for each machine and each list.
class SentFiles {
public:
    /// The .cu and the headers that would go to `host` and were not agreed to; empty where nothing is to be asked:
    /// the worker is on this machine (`host` is empty), the file has no headers of its own, or all may go.
    [[nodiscard]] std::vector<std::string> to_be_shown(const model::Experiment& experiment,
                                                       const std::string& host) const;
    void agree(const model::Experiment& experiment, const std::string& host);

private:
    std::set<std::pair<std::string, std::vector<std::string>>> agreed_;  ///< a machine, and full paths
};

}  // namespace spillway::session
