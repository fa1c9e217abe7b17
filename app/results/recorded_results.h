#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"
#include "app/protocol/recording.h"
#include "app/results/job_key_cache.h"
#include "app/results/line_packer.h"

namespace spillway::results {

enum class CompilerFit { unknown, same, changed };  ///< unknown: no compiler here to compare with

/// Contents of a recording, and how well it fits the current experiments and compiler.
struct RecordingStatus {
    std::filesystem::path file;
    protocol::RecordingHeader header;
    std::size_t results = 0;  ///< read so far
    std::size_t files = 0;    ///< of a folder: one per experiment, read on demand. 0: a single file
    /// Results whose jobs the current catalogue requests. Counted on reading.
    std::size_t current = 0;
    std::size_t of_changed = 0;  ///< results of experiments whose kernel, launch or formulas have changed since
    std::size_t of_unknown = 0;  ///< results of experiments or variants that the catalogue lacks
    std::vector<std::string> changed_experiments;
    CompilerFit compiler = CompilerFit::unknown;
    std::string compiler_here;
    std::optional<model::Error> trouble;  ///< the file is truncated or damaged

    [[nodiscard]] bool fits() const { return of_changed == 0 && compiler != CompilerFit::changed && !trouble; }
    /// Source, size and misfits of the recording, for a status line or the log.
    [[nodiscard]] std::string sentence() const;
};

/// Results of a recording, by the hash of their job. A result whose job is no longer requested, because the kernel, the
/// launch or a formula has changed, is therefore never found. Lines are decoded on the first lookup: decoding all 40 MB
/// of text takes a second of CPU time, and a curve shows only some hundred. An invalid line counts as no result, and
/// the status reports it.
class RecordedResults {
public:
    /// Reads a whole file; of a folder (protocol/recording_folder.h) only a header, the rest with read_part().
    [[nodiscard]] static model::Expected<RecordedResults> load(const std::filesystem::path& file);
    /// Reads the folder's file for this experiment, once, here and in the recordings laid over it. Returns false if all
    /// are already read, or do not exist. The status reports an unusable file.
    bool read_part(const std::string& experiment);

    /// Adds another part of the same recording. Its results of an experiment replace the present ones, unless those are
    /// more. Error: the part belongs to another GPU, or to another version of an experiment; nothing has changed.
    std::optional<model::Error> add(RecordedResults part);
    /// Removes the results that add() brought for this experiment; the part is then missing again.
    void forget_part(const std::string& experiment);
    /// Lays the user's recording of the same GPU over this one: its results come first, those of other settings stay.
    void lay_over(RecordedResults own);
    /// The recording laid over this one; null without one.
    [[nodiscard]] const RecordedResults* laid_over() const { return over_.get(); }
    /// Declares this recording incomplete: one part per experiment follows.
    void expect_parts() { expects_parts_ = true; }
    /// Whether this experiment's part is still missing.
    [[nodiscard]] bool lacks_part_of(const std::string& experiment) const
    {
        return expects_parts_ && status_.header.definitions.contains(experiment) &&
               !came_as_parts_.contains(experiment);
    }

    /// Recounts the results that fit the current catalogue, for the status.
    void fit(const catalogue::Catalogue& catalogue);
    /// `version`: empty without a compiler.
    void fit_compiler(const std::string& version);

    /// Whether there may be results of this experiment: read, in a file of the folder that is not read yet, or in a
    /// part that is still to come.
    [[nodiscard]] bool may_have(const std::string& experiment) const;
    /// Whether a line for any setting of this experiment was read.
    [[nodiscard]] bool has_any_of(const std::string& experiment) const;
    /// Whether a line for this job exists; does not decode it.
    [[nodiscard]] bool has(const std::string& experiment, const std::string& job_hash) const;
    /// Null if not recorded.
    [[nodiscard]] ResultPointer find(const std::string& experiment, const std::string& job_hash);
    /// Recorded values of `parameter` with all others as in `values`, ascending. They come from the requests' names:
    /// use them as candidates only, since a result may no longer fit.
    [[nodiscard]] std::vector<model::Value> values_along(const model::Experiment& experiment,
                                                         const model::Values& values, const std::string& parameter);
    [[nodiscard]] const RecordingStatus& status() const { return status_; }
    [[nodiscard]] const model::Gpu& gpu() const { return status_.header.gpu; }

private:
    struct Line {
        std::size_t number = 0;  ///< line number in the file; the header is 1
        std::string variant, job_hash;
        std::string text;                                ///< cleared after decoding, unless the group packs its lines
        ResultPointer result = nullptr;                  ///< set by decoding, unless the line is invalid or packed
        std::weak_ptr<const model::RunResult> in_use{};  ///< of a packed line, which can be decoded again
        std::optional<model::Values> values{};           ///< decoded on demand
    };
    /// Number of results that fit an experiment with this definition.
    struct Fit {
        std::string definition_hash;
        std::size_t current = 0, of_changed = 0, of_unknown = 0;
    };
    /// For one parameter: all other values, mapped to the parameter's recorded values by position.
    using ValuesAlong = std::map<model::Values, std::map<double, model::Value>>;
    struct Group {
        /// Header of the file that the lines come from.
        std::shared_ptr<const protocol::RecordingHeader> header;
        std::vector<Line> lines;
        std::unordered_map<std::string, std::vector<std::size_t>> by_hash;  ///< by its first digits, indices into lines
        std::map<std::string, ValuesAlong> along;                           ///< by parameter, filled on demand
        std::optional<Fit> fit{};                                           ///< fit to the experiment, as counted last
        /// Set for a part that add() brought: a page has little memory, so it keeps the lines packed and no results.
        std::optional<LinePacker> packer{};

        void pack_lines();
        [[nodiscard]] std::string text_of(const Line& line) const
        {
            return packer ? packer->unpack(line.text) : line.text;
        }
    };

    [[nodiscard]] static model::Expected<RecordedResults> load_folder(const std::filesystem::path& folder);
    void sort_in(std::vector<std::string> lines);
    /// Null for an invalid line.
    ResultPointer decode(const std::string& experiment, const Group& group, Line& line);
    [[nodiscard]] std::optional<model::Error> why_no_part(const RecordedResults& part,
                                                          const std::string& experiment) const;
    [[nodiscard]] Fit fit_of(const model::Experiment& experiment, Group& group) const;
    void count(const model::Experiment& experiment, Group& group);
    [[nodiscard]] static const model::Values& values_of(const Group& group, Line& line);
    [[nodiscard]] bool is_current(const model::Experiment& experiment, const Group& group, Line& line) const;
    /// The group's recorded values of one parameter, by all other values; counted once.
    [[nodiscard]] const ValuesAlong& along(const model::Experiment& experiment, Group& group,
                                           const model::Parameter& axis) const;
    [[nodiscard]] bool all_are_current(const model::Experiment& experiment, Group& group) const;

    std::map<std::string, Group> groups_;                    ///< by experiment
    std::shared_ptr<RecordedResults> over_;                  ///< see lay_over(); null: none
    std::map<std::string, std::filesystem::path> unread_{};  ///< files of a folder not read yet, by experiment
    bool expects_parts_ = false;
    std::set<std::string> came_as_parts_{};  ///< names of experiments
    RecordingStatus status_;
};

/// The compiled result with the recorded measurement and verification; unchanged if it failed. If the recorded GPU
/// could not launch the job, its output was wrong, or it timed out, the result takes that status. For any other failure
/// in the recording, only the measurement's reason reports it.
[[nodiscard]] model::RunResult with_recorded_measurement(model::RunResult compiled, const model::RunResult& recorded);

}  // namespace spillway::results
