#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/base/log.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/file_kernels.h"
#include "app/model/run_result.h"
#include "app/results/file_settings_store.h"
#include "app/results/trust.h"

namespace spillway::results {

struct ExperimentSources {
    std::filesystem::path installed_experiments;          ///< those shipped with the program: trusted; may be empty
    bool installed_are_tried = false;                     ///< see CatalogueFolder::is_tried
    std::vector<std::filesystem::path> more_experiments;  ///< folders, or .cu files
    std::vector<std::filesystem::path> trusted_folders;   ///< trusted by the user's command line until the program ends
    std::vector<std::string> installed_names;             ///< see CatalogueFolder::names
};

/// Handling of a change that breaks an experiment. keep: reload() takes nothing. accept: reload() takes the change.
enum class OnParseError { keep, accept };

/// All experiments of the open folders, in the current state of their files: read again on changes, with their trust,
/// and with the kernels and settings of plain .cu files.
class OpenExperiments {
public:
    explicit OpenExperiments(const ExperimentSources& sources);

    [[nodiscard]] const catalogue::Catalogue& catalogue() const { return catalogue_; }
    [[nodiscard]] const std::vector<catalogue::CatalogueFolder>& folders() const { return folders_; }
    /// Change counter of the experiments.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    void reload();  ///< reads all folders again
    /// Start of the last read. Later writes may have been missed.
    [[nodiscard]] std::filesystem::file_time_type read_at() const { return read_at_; }
    /// Keeps the experiment with this source file even if the file disappears, because it is on screen. Replaces the
    /// file held before.
    void hold(const std::string& source_file) { held_ = source_file; }
    /// Reads folders again after changes in these places. Returns false and keeps all experiments if a change breaks
    /// one and on_parse_error is keep; read_at() is then the time of this read.
    bool reload(const std::vector<std::string>& changed, OnParseError on_parse_error);
    /// Replaces the next outline by its whole experiment. Returns false if there is no outline left.
    bool read_on();
    /// Adds and reads a folder or file. Error: why a path that is not a folder cannot be read; it is then not added.
    std::optional<model::Error> add_folder(const std::filesystem::path& folder);
    std::optional<model::Error> trust(const std::string& experiment, TrustTerm term);
    /// Whether a trusted .cu still needs the compiler's list of kernels for its current text.
    [[nodiscard]] bool needs_kernels(const model::Experiment& file) const;
    /// Makes variants from the kernels in a whole-file result. Returns false if they are unchanged, or if the result
    /// names no kernels.
    bool take_kernels(const model::Experiment& file, const model::RunResult& answer);

    /// Sets the build settings of a plain .cu. Error: the invalid setting; nothing has changed then.
    std::optional<model::Error> set_build(const model::Experiment& file, model::BuildSettings build);
    /// Sets the range of a slider of a plain .cu in the syntax of parse_range(); empty: the default range.
    std::optional<model::Error> set_range(const model::Experiment& file, const std::string& parameter,
                                          const std::string& range);

    /// Messages since the last call: errors, warnings, and files that can be read again.
    [[nodiscard]] std::vector<base::LogEntry> take_log() { return log_.take(); }

private:
    void join_parts();
    void make_ready(model::Experiment& file);
    void keep_settings(const std::string& source_file, catalogue::FileSettings settings);

    /// Kernels that the compiler found in a .cu, and the hash of the text.
    struct Kernels {
        std::string source_hash;
        std::vector<catalogue::EmittedKernel> made;
    };

    TrustStore trust_;
    FileSettingsStore file_settings_;
    std::map<std::string, Kernels> kernels_;  ///< by path of the .cu
    std::vector<catalogue::CatalogueFolder> folders_;
    std::vector<catalogue::Catalogue> parts_;  ///< per catalogue folder, as read last
    std::string held_;                         ///< see hold()
    std::filesystem::file_time_type read_at_;
    catalogue::Catalogue catalogue_;  ///< all parts joined
    std::uint64_t changes_ = 0;
    base::Log log_;
};

}  // namespace spillway::results
