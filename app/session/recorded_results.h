#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "app/catalogue/catalogue.h"
#include "app/model/error.h"
#include "app/protocol/recording.h"

namespace spillway::session {

enum class CompilerFit { unknown, same, changed };  ///< unknown: there is no compiler here to compare with

/// What a recording holds, and how well it fits to the kernels and the compiler of now.
struct RecordingStatus {
    std::filesystem::path file;
    protocol::RecordingHeader header;
    std::size_t results = 0;             ///< read from the file
    std::size_t current = 0;             ///< of them, of kernels that are as they were: those that are shown
    std::size_t of_changed_kernels = 0;  ///< of a kernel text that has changed since
    std::size_t of_unknown = 0;          ///< of experiments or variants that are not in the catalogue
    std::vector<std::string> changed_experiments;
    CompilerFit compiler = CompilerFit::unknown;
    std::string compiler_here;
    std::optional<model::Error> trouble;  ///< the file was cut short or is damaged

    [[nodiscard]] bool fits() const { return of_changed_kernels == 0 && compiler != CompilerFit::changed && !trouble; }
    /// Where it comes from, how much it holds, and whatever does not fit, for a status line or the log.
    [[nodiscard]] std::string sentence() const;
};

/// The results of a recording by configuration. Those of a kernel whose text has changed are counted
/// and never given out.
class RecordedResults {
public:
    using ResultPointer = std::shared_ptr<const model::RunResult>;

    [[nodiscard]] static model::Expected<RecordedResults> load(const std::filesystem::path& file);

    /// Which results are of the kernels as they are now. To be called before `find` and after a change.
    void fit(const catalogue::Catalogue& catalogue);
    /// Empty where there is no compiler.
    void fit_compiler(const std::string& version);

    /// Null where it is not recorded, or for another GPU.
    [[nodiscard]] ResultPointer find(const std::string& experiment, const std::string& variant,
                                     const model::Values& values, const std::string& gpu) const;
    /// The values of `parameter` that are recorded with all others as in `values`, ascending.
    [[nodiscard]] std::vector<model::Value> values_along(const model::Experiment& experiment,
                                                         const model::Values& values, const std::string& parameter,
                                                         const std::string& gpu) const;
    [[nodiscard]] const RecordingStatus& status() const { return status_; }

private:
    std::vector<ResultPointer> all_;
    std::unordered_map<std::string, ResultPointer> current_;
    /// Keys with one value left out, to the values that it takes there.
    mutable std::unordered_map<std::string, std::vector<model::Value>> along_;
    RecordingStatus status_;
};

/// A result that was compiled here, with the measured part and the verification of the recorded one.
/// Where the recorded one was refused, the reason says so and nothing is measured.
[[nodiscard]] model::RunResult with_recorded_measurement(model::RunResult compiled, const model::RunResult& recorded);

/// The table's GPU of the recording's name, else the recording's own is added to the table.
void add_recorded_gpu(std::vector<model::Gpu>& gpus, const RecordingStatus& recording);

}  // namespace spillway::session
