#pragma once

// What stands behind session.h: the results, the selection, the requests, and the curves made of them. Each
// can be tested without the others; here they are brought together, and session.cpp and
// state_view.cpp are what others see of it.

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
    SessionState(results::ResultLibrary known, Options given, std::vector<std::string> command);

    [[nodiscard]] const model::Experiment& experiment() const;
    [[nodiscard]] const model::Gpu& gpu() const;
    [[nodiscard]] results::Configuration configuration(const model::Variant& variant,
                                                       const model::Values& values) const;
    [[nodiscard]] std::string focus_key();
    [[nodiscard]] const std::vector<model::Value>& recorded_values_of(const std::string& parameter);
    void change(Selection next, Edit edit = Edit::finished);
    /// All of them or none, and then the Error says which is wrong.
    std::optional<model::Error> set_values(const model::Values& values, Edit edit);
    void select_experiment(const std::string& name);
    std::optional<model::Error> select(const Selection& setting);
    void trust_experiment(const std::string& name, results::TrustTerm term);
    void return_to(const Selection& selection);
    void changed(const Selection& before);  ///< what is chosen
    void forget_what_was_of(const Selection& before);
    void rebuild();
    void use_worker(std::vector<std::string> command);  ///< of another machine, or another compiler
    void fit_selection();                               ///< to the catalogue and the GPUs as they are now
    void take_kernels();                                ///< of a .cu, once the compiler has said which it has
    void keep_learner();                                ///< what another program kept from being written
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
    /// Files that gave way to what was typed, by the edited file: looked at again for a while.
    struct GaveWay {
        std::string file;
        std::shared_ptr<base::Displaced> displaced;
        Clock::time_point since;
    };
    std::vector<GaveWay> gave_way;
    std::set<std::string> edited_files;  ///< by the learner in this session: their own, and trusted then
    std::set<std::string> typed_files;   ///< of which the journal keeps the text of before the session's first key
    std::map<Requester, std::vector<BackgroundRequest>> requests_of;
    std::vector<BackgroundRequest> wishes;  ///< all of them

    /// By parameter, and the setting that they were looked up for.
    std::map<std::string, std::pair<std::string, std::vector<model::Value>>> recorded_values;

    bool gpu_was_chosen = false;
    model::Gpu gpu_of_values;  ///< whose figures the initial values were reckoned with
    std::uint64_t revision = 1;
    base::Log log;
    bool answer_pending = true;
    double last_answer_seconds = 0;
    std::vector<std::string> changed_folders;  ///< not read again yet
    Clock::time_point folders_changed_at;
    double next_look_seconds = 0;  ///< after that
    std::string shown_code;        ///< key of the code last shown: stays, marked, while a newer is awaited
    const StateView view{*this};   ///< what others see of it
};

}  // namespace spillway::session
