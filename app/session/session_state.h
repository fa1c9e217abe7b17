#pragma once

// Implementation of session.h: connects results, selection, requests and curves. Each of them can be tested alone. The
// public interface is session.cpp and state_view.cpp.

#include "app/base/shared_file.h"
#include "app/learner/typing_journal.h"
#include "app/results/result_library.h"
#include "app/session/curves.h"
#include "app/session/own_runs.h"
#include "app/session/request_scheduler.h"
#include "app/session/selection_history.h"
#include "app/session/session.h"
#include "app/session/state_view.h"

namespace spillway::session {

struct SessionState {
    SessionState(results::ResultLibrary known, Options given, const std::vector<std::string>& command);

    [[nodiscard]] const model::Experiment& experiment() const;
    [[nodiscard]] const model::Gpu& gpu() const;
    [[nodiscard]] results::Configuration configuration(const model::Variant& variant,
                                                       const model::Values& values) const;
    [[nodiscard]] std::string focus_key();
    [[nodiscard]] const std::vector<model::Value>& recorded_values_of(const std::string& parameter);
    void change(Selection next, Edit edit = Edit::finished);
    /// Sets all of the values or none; the Error names the invalid one.
    std::optional<model::Error> set_values(const model::Values& values, Edit edit);
    void select_experiment(const std::string& name);
    std::optional<model::Error> select(const Selection& setting);
    void trust_experiment(const std::string& name, results::TrustTerm term);
    void return_to(const Selection& selection);
    void changed(const Selection& before);  ///< call after a change of the selection
    void drop_results_of(const Selection& before);
    void rebuild();
    void use_worker(std::vector<std::string> command);  ///< another machine or another compiler
    void fit_selection();                               ///< to the present catalogue and GPUs
    void follow_initial_values(const model::Values& before);
    void focus_default_kernel(const std::string& focus_before);
    void take_kernels();  ///< of a .cu, once the compiler has listed them
    void keep_learner();  ///< retries saving progress while another program blocks it
    void add_log(base::Severity severity, model::Error error);
    void take_log();

    Options options;
    results::ResultLibrary library;
    SelectionHistory choice;
    RequestScheduler scheduler;
    Curves curves;
    OwnRuns own_runs;
    std::uint64_t seen_own_runs = 0;
    learner::ProgressStore learner;
    learner::TypingJournal typing;
    /// An edited file, and the earlier file that the user's text replaced, which is checked for late writes for a few
    /// seconds.
    struct ReplacedFile {
        std::string file;
        std::shared_ptr<base::Displaced> displaced;
        Clock::time_point since;
    };
    std::vector<ReplacedFile> replaced_files;
    std::set<std::string> edited_files;  ///< the user's trusted files, edited in this session
    std::set<std::string> typed_files;   ///< files whose text before the first keystroke is in the journal
    std::map<Requester, std::vector<BackgroundRequest>> requests_of;
    std::vector<BackgroundRequest> wishes;  ///< of all sources

    /// By parameter: the setting of the lookup, and its result.
    std::map<std::string, std::pair<std::string, std::vector<model::Value>>> recorded_values;

    bool gpu_was_chosen = false;
    /// Experiments with a chosen setting (not only a GPU), or with a first list of kernels.
    std::set<std::string> touched;
    model::Gpu gpu_of_values;  ///< GPU for which the initial values were computed
    std::uint64_t revision = 1;
    base::Log log;
    bool answer_pending = true;
    double last_answer_seconds = 0;
    std::vector<std::string> changed_folders;  ///< not reloaded yet
    Clock::time_point folders_changed_at;
    double next_look_seconds = 0;  ///< counted from folders_changed_at
    /// Cache key of the code last shown; it stays, marked stale, until newer code arrives.
    std::string shown_code;
    const StateView view{*this};  ///< read-only interface of the state
};

}  // namespace spillway::session
