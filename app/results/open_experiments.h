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
    std::filesystem::path installed_experiments;          ///< the folder that came with the program: trusted
    bool installed_are_tried = false;                     ///< see CatalogueFolder::is_tried
    std::vector<std::filesystem::path> more_experiments;  ///< folders, or .cu files
    std::vector<std::filesystem::path> trusted_folders;   ///< named as such by the user; until the program ends
};

/// Of an experiment that was there and cannot be read any more.
enum class OnParseError { keep, accept };

/// The experiments of all folders that are open, as their files are now: read again when one changes, trusted or not,
/// and with the kernels and settings of plain .cu files.
class OpenExperiments {
public:
    explicit OpenExperiments(const ExperimentSources& sources);

    [[nodiscard]] const catalogue::Catalogue& catalogue() const { return catalogue_; }
    [[nodiscard]] const std::vector<catalogue::CatalogueFolder>& folders() const { return folders_; }
    /// How often any of it has changed.
    [[nodiscard]] std::uint64_t changes() const { return changes_; }
    void reload();  ///< reads all folders again
    /// When the last reading began: what was written after it may not have been seen.
    [[nodiscard]] std::filesystem::file_time_type read_at() const { return read_at_; }
    /// The experiment with this source file stays, whatever becomes of the file: it is looked at. Replaces the one
    /// that was held before.
    void hold(const std::string& source_file) { held_ = source_file; }
    /// Reads again what a change in these folders concerns. False where that breaks an experiment and is to be left:
    /// then nothing has been taken.
    bool reload(const std::vector<std::string>& changed, OnParseError on_parse_error);
    /// Reads the next experiment of which only the outline is here, in its place. False where there is none.
    bool read_on();
    /// Reads what lies there. The Error says why a single .cu cannot be read; it is then not added.
    std::optional<model::Error> add_folder(const std::filesystem::path& folder);
    std::optional<model::Error> trust(const std::string& experiment, TrustTerm term);
    /// Whether the compiler has not said yet which kernels a trusted .cu has, as its text is now.
    [[nodiscard]] bool needs_kernels(const model::Experiment& file) const;
    /// Takes the answer to a whole .cu: its kernels become its variants. False where it has the same ones already, or
    /// the answer names none.
    bool take_kernels(const model::Experiment& file, const model::RunResult& answer);

    /// How a plain .cu is built from now on. The Error says which setting is none, and nothing has changed then.
    std::optional<model::Error> set_build(const model::Experiment& file, model::BuildSettings build);
    /// Over what a slider of a plain .cu runs, as parse_range() reads it; empty: as its number suggests.
    std::optional<model::Error> set_range(const model::Experiment& file, const std::string& parameter,
                                          const std::string& range);

    /// What went wrong since the last call.
    [[nodiscard]] std::vector<base::LogEntry> take_log() { return log_.take(); }

private:
    void join_parts();
    void make_ready(model::Experiment& file);
    void keep_settings(const std::string& source_file, catalogue::FileSettings settings);

    /// What the compiler made of a .cu, and of which text.
    struct Kernels {
        std::string source_hash;
        std::vector<catalogue::EmittedKernel> made;
    };

    TrustStore trust_;
    FileSettingsStore file_settings_;
    std::map<std::string, Kernels> kernels_;  ///< by the .cu
    std::vector<catalogue::CatalogueFolder> folders_;
    std::vector<catalogue::Catalogue> parts_;  ///< of each catalogue folder, as it was read last
    std::string held_;                         ///< see hold()
    std::filesystem::file_time_type read_at_;
    catalogue::Catalogue catalogue_;  ///< all of them together
    std::uint64_t changes_ = 0;
    base::Log log_;
};

}  // namespace spillway::results
