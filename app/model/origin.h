#pragma once

#include <filesystem>
#include <string>

namespace spillway::model {

/// Source of an experiment: installed with the program, a user's folder, or a user's single .cu.
enum class Place { installed, folder, file };

/// Whether an experiment matches its files.
enum class SourceState {
    current,     ///< files unchanged since they were read
    broken,      ///< the source is the file's text, but it does not parse; the rest is from the last text that did
    too_large,   ///< the file exceeds Spillway's size limit; the source is the last text read
    gone,        ///< the file does not exist; the source is the last text read
    unreadable,  ///< the file cannot be read; the source is the last text read
};

/// Location, trust and content hashes of an experiment's files. Hashes are SHA-256; empty if nothing was read.
struct Origin {
    Place place = Place::installed;
    std::filesystem::path folder;  ///< the file itself for a single .cu
    std::string folder_identity;   ///< identity of the folder that was read, used for trust; empty for a single file
    bool trusted = true;           ///< false: text and recorded results are shown, but nothing is compiled
    std::string source_hash;       ///< hash of kernel.cu
    std::string content_hash;      ///< hash of kernel.cu and experiment.json
    std::string definition_hash;   ///< hash of kernel.cu and the parts of experiment.json that affect jobs
    std::string description_hash;  ///< hash of experiment.json
    SourceState source_state = SourceState::current;

    [[nodiscard]] bool is_users_own() const { return place != Place::installed; }
    /// Whether `source` is the file's current text.
    [[nodiscard]] bool is_source_read() const
    {
        return source_state == SourceState::current || source_state == SourceState::broken;
    }
    /// Folder to watch for changes. For a single .cu its parent folder: an editor replaces the file, and headers lie
    /// beside it.
    [[nodiscard]] std::filesystem::path changing_folder() const
    {
        return place == Place::file ? folder.parent_path() : folder;
    }
};

}  // namespace spillway::model
