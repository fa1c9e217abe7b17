#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "app/base/log.h"
#include "app/catalogue/catalogue.h"
#include "app/protocol/messages.h"
#include "app/results/gpu_list.h"
#include "app/results/job_key_cache.h"
#include "app/results/open_experiments.h"
#include "app/results/recordings.h"
#include "app/results/result_store.h"
#include "app/worker_client/worker_status.h"

namespace spillway::results {

/// Sources of all results.
struct Sources : ExperimentSources {
    std::filesystem::path gpus_file;
    bool recordings_come_in_parts = false;  ///< shipped recordings: an experiment's results arrive when it is opened
};

/// Experiments, GPUs, recordings and every result so far, shared by the window and the command line. Independent of the
/// selection; sends no requests.
class ResultLibrary {
public:
    [[nodiscard]] static model::Expected<ResultLibrary> load(Sources sources);

    // ---- the catalogue: see OpenExperiments ----
    [[nodiscard]] const catalogue::Catalogue& catalogue() const { return experiments_.catalogue(); }
    [[nodiscard]] const std::vector<catalogue::CatalogueFolder>& folders() const { return experiments_.folders(); }
    bool read_on();
    void reload();
    [[nodiscard]] std::filesystem::file_time_type read_at() const { return experiments_.read_at(); }
    void hold(const std::string& source_file) { experiments_.hold(source_file); }
    bool reload(const std::vector<std::string>& changed, OnParseError on_parse_error);
    std::optional<model::Error> add_folder(const std::filesystem::path& folder);
    std::optional<model::Error> trust(const std::string& experiment, TrustTerm term);
    [[nodiscard]] bool needs_kernels(const model::Experiment& file) const { return experiments_.needs_kernels(file); }
    bool take_kernels(const model::Experiment& file, const model::RunResult& answer);
    std::optional<model::Error> set_build(const model::Experiment& file, model::BuildSettings build);
    std::optional<model::Error> set_range(const model::Experiment& file, const std::string& parameter,
                                          const std::string& range);

    // ---- GPUs ----
    [[nodiscard]] const std::vector<model::Gpu>& gpus() const { return gpus_.all(); }
    [[nodiscard]] const std::vector<model::Gpu>& table() const { return gpus_.table(); }
    [[nodiscard]] const model::Gpu* find_gpu(const std::string& name) const { return gpus_.find(name); }
    [[nodiscard]] bool is_live(const std::string& gpu) const { return gpus_.is_live(gpu); }
    [[nodiscard]] bool is_recorded(const std::string& gpu) const { return gpus_.is_recorded(gpu); }
    [[nodiscard]] std::string table_name(const model::Gpu& live) const { return gpus_.table_name(live); }
    [[nodiscard]] model::Expected<model::Gpu> choose_gpu(const std::string& name) const
    {
        return gpus_.choose(name, is_recording_named_);
    }

    // ---- recordings, one for each GPU ----
    /// Opens a file, or a folder whose results are read on demand. Replaces the recording of the same GPU. Error: why
    /// it cannot be used; the open recording stays.
    std::optional<model::Error> open_recording(const std::filesystem::path& file);
    /// The same, but results of an open recording of that GPU stay for settings that this one lacks. Returns the status
    /// of `file` alone.
    model::Expected<RecordingStatus> lay_recording(const std::filesystem::path& file);
    /// Adds a part to the open recording of the same GPU.
    std::optional<model::Error> add_to_recording(const std::filesystem::path& part);
    /// Removes the results that add_to_recording() brought for this experiment, for every GPU.
    void forget_recorded_parts(const std::string& experiment);
    /// Opens the named recording, else those shipped with the program. An unreadable shipped recording is only logged.
    std::optional<model::Error> open_recording_or_default(const std::filesystem::path& named);
    [[nodiscard]] bool is_recording_named() const { return is_recording_named_; }
    [[nodiscard]] const Recordings& recordings() const { return recordings_; }
    [[nodiscard]] ResultPointer recorded(const Configuration& configuration);
    /// Adds the recorded measurement, if exactly this job was recorded on exactly this GPU. Else, without a live GPU,
    /// the measurement's reason says what the recordings lack.
    [[nodiscard]] model::RunResult with_recorded(model::RunResult result);
    /// Whether only recorded results exist, because nothing is compiled here for this experiment.
    [[nodiscard]] bool has_only_recorded_results(const model::Experiment& experiment) const;
    /// Recorded values of a parameter with all others as in `values`, ascending.
    [[nodiscard]] std::vector<model::Value> recorded_along(const model::Experiment& experiment,
                                                           const model::Values& values, const std::string& parameter,
                                                           const model::Gpu& gpu);

    // ---- the worker, as far as it affects results ----
    void take(const worker_client::WorkerStatus& worker);
    /// Prepares for another machine, whose GPUs and compiler are not known yet.
    void leave_machine();
    /// Also true if shipped reports replace the compiler.
    [[nodiscard]] bool has_compiler() const { return has_compiler_.value_or(false); }

    // ---- results ----
    /// Null without a result for exactly this configuration.
    [[nodiscard]] ResultPointer find(const Configuration& configuration);
    /// Whether find() gives the recorded result because the shipped report of this configuration has not been asked
    /// for.
    [[nodiscard]] bool is_stand_in(const JobKeyCache::Entry& identity) const;
    /// Cache key of the result; empty if no job can be built (the refusal is then the result).
    [[nodiscard]] std::string key_of(const Configuration& configuration);
    /// Job to request from a worker; null if no job can be built.
    [[nodiscard]] JobKeyCache::HashedJobPointer question(const Configuration& configuration)
    {
        return job_keys_.question(configuration);
    }
    /// For lookups in every frame: the cached entry, with an evaluation budget; null if the budget is used up. Valid
    /// until the catalogue or the GPUs change.
    [[nodiscard]] JobKeyCache::Pointer identity(const Configuration& configuration, int& evaluations_left);
    /// The same without a budget; valid until the next call.
    [[nodiscard]] JobKeyCache::Entry& identity(const Configuration& configuration)
    {
        return job_keys_.of(configuration);
    }
    [[nodiscard]] ResultPointer find(const Configuration& configuration, JobKeyCache::Entry& identity);
    /// Change counter of the catalogue and the GPUs.
    [[nodiscard]] std::uint64_t catalogue_generation() const { return job_keys_.clearings(); }
    /// Stores a result. Data of an earlier result that this request did not ask for is kept.
    void put(const std::string& job_hash, model::RunResult result);
    /// Same for a request that measures nothing: why there is no measurement stays as known.
    void put_unmeasured(const std::string& job_hash, model::RunResult result);
    /// Stores the reason why there is no result here, unless it has an earlier worker's result. find() prefers a
    /// recorded result to this one.
    void put_unanswered(const HashedJob& question, const model::Error& why);
    /// True if the result comes from put_unanswered(): nothing was compiled, so nothing was refused.
    [[nodiscard]] bool is_unanswered(const model::RunResult& result) const;

    /// The worker's reply: the code, or why there is none.
    [[nodiscard]] const protocol::ListingReply* find_code(const std::string& key) const;
    /// Also adds the code's counts to the configuration's result.
    void put_code(const std::string& key, protocol::ListingReply code);
    [[nodiscard]] const protocol::CausesReply* find_causes(const std::string& key) const;
    void put_causes(const std::string& key, protocol::CausesReply causes);
    /// Adds the interpreter's counts to the stored result; does nothing without one. No blocks in `counted`: the
    /// interpreter could not count any.
    void put_counted(const std::string& key, model::CountedBlocks counted);

    /// Messages since the last call, for the log.
    [[nodiscard]] std::vector<base::LogEntry> take_log();

private:
    ResultLibrary(Sources sources, std::vector<model::Gpu> table);
    void log_problem(base::Severity severity, model::Error error);
    void log_status(const RecordingStatus& status);
    void follow_catalogue();
    void take_tools(const protocol::Hello& hello);
    /// A compiler is there now: forgets the results that only say that there is none.
    void forget_absences();
    /// The recording of this GPU, with this experiment's results read; null if none.
    [[nodiscard]] RecordedResults* recording_with(const std::string& experiment, const std::string& gpu);
    [[nodiscard]] ResultPointer recorded_of(const Configuration& configuration, const JobKeyCache::Entry& identity);

    Sources sources_;
    OpenExperiments experiments_;
    std::uint64_t seen_changes_ = 0;  ///< change counter of the experiments, as seen last
    GpuList gpus_;
    Recordings recordings_;
    bool is_recording_named_ = false;
    std::set<std::filesystem::path> reported_troubles_;  ///< recordings whose trouble has been logged
    std::optional<bool> has_compiler_;                   ///< or shipped reports; empty: no worker has reported yet
    std::string tools_;                                  ///< tool versions that results depend on, besides their job
    ResultStore store_;
    std::unordered_set<std::string> unanswered_;  ///< keys whose result only says why there is none here
    std::unordered_set<std::string> uncounted_;   ///< keys whose blocks could not be counted here
    bool was_shipped_ = false;                    ///< the last worker was the reports that ship with the program
    JobKeyCache job_keys_;
    std::map<std::string, protocol::ListingReply> codes_;
    std::deque<std::string> code_order_;
    std::map<std::string, protocol::CausesReply> causes_;
    base::Log log_;
};

}  // namespace spillway::results
