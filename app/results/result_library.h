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

/// The sources of all results.
struct Sources : ExperimentSources {
    std::filesystem::path gpus_file;
    bool recordings_come_in_parts = false;  ///< those that ship: an experiment's results when it is looked at
};

/// The experiments, the GPUs, recordings, and every answer that has come. The window and the command
/// line see the same. Independent of the selection; sends no requests.
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
    /// A file, or a folder, whose results are read when their experiment is looked at. Takes the place of the one of
    /// the same GPU. The Error says why it cannot be used; what was open before stays.
    std::optional<model::Error> open_recording(const std::filesystem::path& file);
    /// Another part of the open recording of the same GPU.
    std::optional<model::Error> add_to_recording(const std::filesystem::path& part);
    /// Lets go of what add_to_recording() has brought of this experiment, of every GPU.
    void forget_recorded_parts(const std::string& experiment);
    /// The one that is named, else those that came with the program: they are no reason to stop where one cannot be
    /// read, only one for the log.
    std::optional<model::Error> open_recording_or_default(const std::filesystem::path& named);
    [[nodiscard]] bool is_recording_named() const { return is_recording_named_; }
    [[nodiscard]] const Recordings& recordings() const { return recordings_; }
    [[nodiscard]] ResultPointer recorded(const Configuration& configuration);
    /// The result with the recorded measurement, where one was recorded of this very job on this very GPU.
    [[nodiscard]] model::RunResult with_recorded(model::RunResult result);
    /// Nothing will be compiled of it here: recorded results are shown as they are.
    [[nodiscard]] bool is_recording_all_there_is(const model::Experiment& experiment) const;
    /// The recorded values of a parameter with all others as in `values`, ascending.
    [[nodiscard]] std::vector<model::Value> recorded_along(const model::Experiment& experiment,
                                                           const model::Values& values, const std::string& parameter,
                                                           const model::Gpu& gpu);

    // ---- the worker, as far as it decides what can be known ----
    void take(const worker_client::WorkerStatus& worker);
    /// What is asked next is another machine: its GPUs and its compiler are yet to be told.
    void leave_machine();
    /// Or what ships with the program answers in its place.
    [[nodiscard]] bool has_compiler() const { return has_compiler_.value_or(false); }

    // ---- answers ----
    /// Null without a result for exactly this configuration.
    [[nodiscard]] ResultPointer find(const Configuration& configuration);
    /// What its answer goes by; empty where no job can be made of it, which is then the answer.
    [[nodiscard]] std::string key_of(const Configuration& configuration);
    /// What is asked of a worker there; null where no job can be made of it.
    [[nodiscard]] JobKeyCache::HashedJobPointer question(const Configuration& configuration)
    {
        return job_keys_.question(configuration);
    }
    /// For code that looks the same configurations up at every frame: what one comes to, with at most so many
    /// evaluations of its formulas; null where none is left for it. May be kept until the catalogue or the GPUs have
    /// changed.
    [[nodiscard]] JobKeyCache::Pointer identity(const Configuration& configuration, int& evaluations_left);
    /// The same for one that is asked about at once; of use until the next is.
    [[nodiscard]] JobKeyCache::Entry& identity(const Configuration& configuration)
    {
        return job_keys_.of(configuration);
    }
    [[nodiscard]] ResultPointer find(const Configuration& configuration, JobKeyCache::Entry& identity);
    /// How often the catalogue or the GPUs have changed.
    [[nodiscard]] std::uint64_t catalogue_generation() const { return job_keys_.clearings(); }
    /// Files an answer. What an earlier one to the same question knew and this one was not asked for stays known.
    void put(const std::string& job_hash, model::RunResult result);
    /// There is no answer to this question here: a recorded one takes its place, else the reason.
    void put_unanswered(const HashedJob& question, const model::Error& why);

    /// As a worker gave it: the code, or why there is none.
    [[nodiscard]] const protocol::ListingReply* find_code(const std::string& key) const;
    /// Its counts become part of the configuration's answer.
    void put_code(const std::string& key, protocol::ListingReply code);
    [[nodiscard]] const protocol::CausesReply* find_causes(const std::string& key) const;
    void put_causes(const std::string& key, protocol::CausesReply causes);
    /// Becomes part of the configuration's answer; without blocks where none could be counted.
    void put_counted(const std::string& key, model::CountedBlocks counted);

    /// What went wrong since the last call, for the log.
    [[nodiscard]] std::vector<base::LogEntry> take_log();

private:
    ResultLibrary(Sources sources, std::vector<model::Gpu> table);
    void say(base::Severity severity, model::Error error);
    void tell(const RecordingStatus& status);
    void follow_catalogue();
    void take_tools(const protocol::Hello& hello);
    /// The recording of this GPU with this experiment's results read, or null.
    [[nodiscard]] RecordedResults* recording_with(const std::string& experiment, const std::string& gpu);
    [[nodiscard]] ResultPointer recorded_of(const Configuration& configuration, const JobKeyCache::Entry& identity);

    Sources sources_;
    OpenExperiments experiments_;
    std::uint64_t seen_changes_ = 0;  ///< of the experiments
    GpuList gpus_;
    Recordings recordings_;
    bool is_recording_named_ = false;
    std::set<std::filesystem::path> told_troubles_;  ///< recordings whose trouble is in the log
    std::optional<bool> has_compiler_;               ///< or its shipped reports; empty: no worker has said yet
    std::string tools_;                              ///< versions that an answer depends on beside its job
    ResultStore store_;
    std::unordered_set<std::string> unanswered_;  ///< keys whose answer is why there is none here
    JobKeyCache job_keys_;
    std::map<std::string, protocol::ListingReply> codes_;
    std::deque<std::string> code_order_;
    std::map<std::string, protocol::CausesReply> causes_;
    base::Log log_;
};

}  // namespace spillway::results
