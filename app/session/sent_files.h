#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/model/experiment.h"

namespace spillway::session {

/// Controls which of the user's files may go to another machine. The headers of a .cu go there only after the user has
/// seen the list, once for each machine and list.
class SentFiles {
public:
    /// The .cu and headers to show to the user before they go to `host`. Empty if no consent is needed: the worker is
    /// on this machine (`host` is empty), the file has no headers of its own, or the user has agreed.
    [[nodiscard]] std::vector<std::string> to_be_shown(const model::Experiment& experiment,
                                                       const std::string& host) const;
    void agree(const model::Experiment& experiment, const std::string& host);

private:
    std::set<std::pair<std::string, std::vector<std::string>>> agreed_;  ///< machine, and full paths of the files
};

}  // namespace spillway::session
