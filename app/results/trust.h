#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "app/model/error.h"

namespace spillway::results {

enum class TrustTerm {
    until_the_end,  ///< until the program ends
    for_good,       ///< saved, for the window and the command line
};

/// User experiment folders whose kernels may be compiled. Trust belongs to a folder, not to a text, and survives edits
/// of its files. It is bound to this machine and to this very folder (inode and birth time); the text that was read
/// must come from the same folder. A folder that replaces it, or a home copied to another machine, needs new trust.
class TrustStore {
public:
    explicit TrustStore(std::filesystem::path file) : file_(std::move(file)) { load(); }

    /// `opened`: identity of the folder whose files were read; empty: of the folder there now.
    [[nodiscard]] bool is_trusted(const std::filesystem::path& folder, const std::string& opened = {}) const;
    /// Error: why it is not trusted (it is gone, or another folder has replaced the one `opened`), or why the trust
    /// will be lost when the program ends.
    std::optional<model::Error> trust(const std::filesystem::path& folder, TrustTerm term,
                                      const std::string& opened = {});
    /// Trusts the folder, and the folders directly in it, until the program ends.
    void trust_named(const std::filesystem::path& folder);

private:
    using Identities = std::map<std::string, std::string>;  ///< by canonical path
    void load();
    [[nodiscard]] std::optional<model::Error> save() const;

    std::filesystem::path file_;
    Identities written_down_;
    bool is_others_ = false;  ///< the saved file is not a list of folders and identities: never overwritten
    Identities until_the_end_;
    Identities named_;
};

/// File for permanent trust, for the window and the command line; empty without a home.
[[nodiscard]] std::filesystem::path trust_file();

}  // namespace spillway::results
