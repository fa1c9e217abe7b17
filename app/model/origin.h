#pragma once

#include <filesystem>
#include <string>

namespace spillway::model {

/// How an experiment came here: with the program, in a folder of the user's, as a single .cu of the user's.
enum class Place { installed, folder, file };

/// Whether an experiment is what its files hold now.
enum class SourceState {
    current,     ///< its files are as they were read
    broken,      ///< its source is as the file holds it, which makes no experiment; the rest is of the last that did
    too_large,   ///< its file is larger than Spillway reads: the source is the last that was read,
    gone,        ///< likewise: the file does not exist,
    unreadable,  ///< or cannot be read
};

/// Where an experiment's files come from, whether they may be compiled, and what they were as they were read. Hashes
/// are SHA-256, empty where nothing was read.
struct Origin {
    Place place = Place::installed;
    std::filesystem::path folder;  ///< of a single .cu that file
    std::string folder_identity;   ///< of the folder that was read: what it is trusted by; empty: of one file
    bool trusted = true;           ///< false: shown as text and recorded results, never compiled
    std::string source_hash;       ///< of kernel.cu
    std::string content_hash;      ///< of kernel.cu and experiment.json
    std::string definition_hash;   ///< of kernel.cu and what of experiment.json decides about jobs
    std::string description_hash;  ///< of experiment.json alone
    SourceState source_state = SourceState::current;

    [[nodiscard]] bool is_users_own() const { return place != Place::installed; }
    /// Whether `source` is the text that the file holds now.
    [[nodiscard]] bool is_source_read() const
    {
        return source_state == SourceState::current || source_state == SourceState::broken;
    }
    /// The folder in which a change concerns it. Of a single .cu the one around it: an editor puts a new file in the
    /// old one's place, and headers lie beside it.
    [[nodiscard]] std::filesystem::path changing_folder() const
    {
        return place == Place::file ? folder.parent_path() : folder;
    }
};

}  // namespace spillway::model
