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

namespace spillway::results {

enum class CompilerFit { unknown, same, changed };  ///< unknown: there is no compiler here to compare with

/// What a recording holds, and how well it fits to the experiments and the compiler of now.
struct RecordingStatus {
    std::filesystem::path file;
    protocol::RecordingHeader header;
    std::size_t results = 0;  ///< read so far
    std::size_t files = 0;    ///< of a folder: one for each experiment, read when it is looked at. 0: it is one file
    /// Of them, those that are shown: their jobs are what the catalogue asks for today. Counted when it was read.
    std::size_t current = 0;
    std::size_t of_changed = 0;  ///< of experiments whose kernel, launch or formulas have changed since
    std::size_t of_unknown = 0;  ///< of experiments or variants that are not in the catalogue
    std::vector<std::string> changed_experiments;
    CompilerFit compiler = CompilerFit::unknown;
    std::string compiler_here;
    std::optional<model::Error> trouble;  ///< the file was cut short or is damaged

    [[nodiscard]] bool fits() const { return of_changed == 0 && compiler != CompilerFit::changed && !trouble; }
    /// Where it comes from, how much it holds, and whatever does not fit, for a status line or the log.
    [[nodiscard]] std::string sentence() const;
};

/// The results of a recording by the hash of the job they answer. One whose job is no longer requested, since the
/// kernel, the launch or a formula has changed, is therefore never found.
/// A line is decoded when its result is first looked up: those of all, 40 MB of text, take a second of CPU time, and a
/// curve shows some hundred. One that turns out wrong then is no result, and the status reports it.
class RecordedResults {
public:
    /// One file whole; of a folder (protocol/recording_folder.h) only a header, and the rest with read_part().
    [[nodiscard]] static model::Expected<RecordedResults> load(const std::filesystem::path& file);
    /// Reads the folder's file of this experiment, once. False: it is read already, or there is none. A file that
    /// cannot be used is the status's trouble.
    bool read_part(const std::string& experiment);

    /// Takes in another part of the same recording. What it has of an experiment takes the place of what was here,
    /// unless that was more. The Error says where it is of another GPU, or of another version of an experiment, and
    /// nothing has changed.
    std::optional<model::Error> add(RecordedResults part);
    /// Lets go of what add() has brought of this experiment: it lacks that part again.
    void forget_part(const std::string& experiment);
    /// What it has is the beginning: parts follow, one for each experiment.
    void expect_parts() { expects_parts_ = true; }
    /// Whether this experiment's is still to come.
    [[nodiscard]] bool lacks_part_of(const std::string& experiment) const
    {
        return expects_parts_ && status_.header.definitions.contains(experiment) &&
               !came_as_parts_.contains(experiment);
    }

    /// Counts which results are of the catalogue as it is now, for the status.
    void fit(const catalogue::Catalogue& catalogue);
    /// Empty where there is no compiler.
    void fit_compiler(const std::string& version);

    /// Null where it is not recorded.
    [[nodiscard]] ResultPointer find(const std::string& experiment, const std::string& job_hash);
    /// The values that `parameter` takes where all others were as in `values`, ascending: by the request's names,
    /// so these are where to look, not yet what is right.
    [[nodiscard]] std::vector<model::Value> values_along(const model::Experiment& experiment,
                                                         const model::Values& values, const std::string& parameter);
    [[nodiscard]] const RecordingStatus& status() const { return status_; }
    [[nodiscard]] const model::Gpu& gpu() const { return status_.header.gpu; }

private:
    struct Line {
        std::size_t number = 0;  ///< in the file, the header's being 1
        std::string variant, job_hash;
        std::string text;                       ///< until it is decoded
        ResultPointer result = nullptr;         ///< from then on, unless it is wrong
        std::optional<model::Values> values{};  ///< once requested
    };
    /// How many results are of an experiment with this definition.
    struct Fit {
        std::string definition_hash;
        std::size_t current = 0, of_changed = 0, of_unknown = 0;
    };
    /// Of a parameter: all other values, to the values that it takes there by position.
    using ValuesAlong = std::map<model::Values, std::map<double, model::Value>>;
    struct Group {
        /// Of the file that the lines come from.
        std::shared_ptr<const protocol::RecordingHeader> header;
        std::vector<Line> lines;
        std::unordered_map<std::string, std::vector<std::size_t>> by_hash;  ///< places in lines
        std::map<std::string, ValuesAlong> along;  ///< by parameter, as far as it was asked for
        std::optional<Fit> fit{};                  ///< to the experiment as it was counted last
    };

    [[nodiscard]] static model::Expected<RecordedResults> load_folder(const std::filesystem::path& folder);
    void sort_in(std::vector<std::string> lines);
    void decode(const std::string& experiment, const Group& group, Line& line);
    [[nodiscard]] std::optional<model::Error> why_no_part(const RecordedResults& part,
                                                          const std::string& experiment) const;
    [[nodiscard]] Fit fit_of(const model::Experiment& experiment, Group& group) const;
    void count(const model::Experiment& experiment, Group& group);
    [[nodiscard]] static const model::Values& values_of(Line& line);
    [[nodiscard]] bool is_current(const model::Experiment& experiment, Line& line) const;
    [[nodiscard]] bool all_are_current(const model::Experiment& experiment, Group& group) const;

    std::map<std::string, Group> groups_;                    ///< by experiment
    std::map<std::string, std::filesystem::path> unread_{};  ///< files of a folder, by experiment
    bool expects_parts_ = false;
    std::set<std::string> came_as_parts_{};  ///< experiments
    RecordingStatus status_;
};

/// A result that was compiled here, with the measured part and the verification of the recorded one. Where the recorded
/// GPU could not launch it, or its result was wrong, that is the answer; where it was refused for another reason, only
/// the reason says so.
[[nodiscard]] model::RunResult with_recorded_measurement(model::RunResult compiled, const model::RunResult& recorded);

}  // namespace spillway::results
