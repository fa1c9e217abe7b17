#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/model/error.h"

namespace spillway::session {

enum class TrustTerm {
    until_the_end,  ///< of the program
    for_good,       ///< written down, for the window and the command line alike
};

/// The experiment folders from outside the installed catalogue whose kernels may be compiled. A folder is trusted, not
/// a text: it stays so while its files are edited. What is written down is bound to this machine and to that very
/// folder (its inode and its time of birth): another that is put in its place, or comes with the home to another
/// machine, is asked about again.
class TrustStore {
public:
    explicit TrustStore(std::filesystem::path file) : file_(std::move(file)) { load(); }

    [[nodiscard]] bool is_trusted(const std::filesystem::path& folder) const;
    /// The Error says why it will be forgotten at the end of the program.
    std::optional<model::Error> trust(const std::filesystem::path& folder, TrustTerm term);
    /// Until the program ends: the folder, and the folders that lie directly in it.
    void trust_named(const std::filesystem::path& folder);

private:
    void load();
    [[nodiscard]] std::optional<model::Error> save() const;

    std::filesystem::path file_;
    std::map<std::string, std::string> identity_by_folder_;  ///< written down
    std::set<std::string> until_the_end_;
    std::set<std::string> named_;
};

/// Where trust for good is written down, for the window and the command line alike; empty without a home.
[[nodiscard]] std::filesystem::path trust_file();

}  // namespace spillway::session
