#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/model/error.h"
#include "app/model/experiment.h"

namespace spillway::session {

/// The experiment folders from outside the installed catalogue that the user allowed to be compiled,
/// each by path and content: when a file in it changes, the user is asked again.
class TrustStore {
public:
    explicit TrustStore(std::filesystem::path file) : file_(std::move(file)) { load(); }

    [[nodiscard]] bool is_trusted(const model::Experiment& experiment) const;
    /// Remembers it, also on disk; the Error says why it will be forgotten at the end of the program.
    std::optional<model::Error> trust(const model::Experiment& experiment);

private:
    void load();
    std::filesystem::path file_;
    std::map<std::string, std::string> hash_by_folder_;
};

}  // namespace spillway::session
