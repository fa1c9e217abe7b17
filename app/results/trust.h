#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::results {

enum class TrustTerm {
    until_the_end,  ///< of the program
    for_good,       ///< written down, for the window and the command line alike
};

/// The experiment folders from outside the installed catalogue whose kernels may be compiled. A folder is trusted, not
/// a text: it stays so while its files are edited. Trust is bound to this machine and to that very folder (its inode
/// and its time of birth), and so is what was read: another that is put in its place, or comes with the home to another
/// machine, is asked about again.
class TrustStore {
public:
    explicit TrustStore(std::filesystem::path file) : file_(std::move(file)) { load(); }

    /// `opened` is the identity of the folder whose files were read; empty: of what stands there now.
    [[nodiscard]] bool is_trusted(const std::filesystem::path& folder, const std::string& opened = {}) const;
    /// The Error says why it is not trusted (another folder than the one that was `opened` stands there), or why that
    /// will be forgotten at the end of the program.
    std::optional<model::Error> trust(const std::filesystem::path& folder, TrustTerm term,
                                      const std::string& opened = {});
    /// Until the program ends: the folder, and the folders that lie directly in it.
    void trust_named(const std::filesystem::path& folder);

private:
    using Identities = std::map<std::string, std::string>;  ///< by the folder's own path
    void load();
    [[nodiscard]] std::optional<model::Error> save() const;

    std::filesystem::path file_;
    Identities written_down_;
    bool is_others_ = false;  ///< what is written down is not a list of folders and identities: it is left alone
    Identities until_the_end_;
    Identities named_;
};

/// Where trust for good is written down, for the window and the command line alike; empty without a home.
[[nodiscard]] std::filesystem::path trust_file();

}  // namespace spillway::results
