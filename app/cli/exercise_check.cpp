#include "app/cli/exercise_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "app/catalogue/axis_claims.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/batch.h"
#include "app/judging/needs.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

/// Budget of one author: number of timed-out compiles, and seconds for all others.
constexpr int max_stopped = 2;
constexpr double max_seconds = 30;

struct Spent {
    int stopped_compiles = 0;
    double seconds = 0;
};

/// The exercise with the learner's text as its kernel; everything else stays.
model::Experiment with_kernel(const WrittenKernel& kernel, std::size_t number)
{
    model::Experiment copy = *kernel.exercise;
    copy.name += "_" + std::to_string(number);  // caches use the experiment's name as key
    copy.source = kernel.text;
    copy.origin.source_hash = catalogue::content_hash(kernel.text);
    copy.origin.definition_hash = catalogue::content_hash(copy.origin.definition_hash + kernel.text);
    return copy;
}

/// "kernel.cu(7): error: ...": the first line, with the file name that the learner knows.
std::string first_line(const model::RunResult& result, const std::string& name)
{
    std::string line = result.message.value_or("no reason was given");
    const std::size_t error = line.find("error");
    if (error != std::string::npos) line.erase(0, line.rfind('\n', error) + 1);  // npos + 1 is 0
    line = line.substr(0, line.find('\n'));
    const std::string file = name + "/kernel.cu";
    if (const std::size_t at = line.find(file); at != std::string::npos) line.replace(at, file.size(), "kernel.cu");
    return line.size() > 300 ? line.substr(0, 300) + " ..." : line;
}

std::string refusal_words(judging::Refusal refusal, const model::RunResult& result, const std::string& name)
{
    using judging::Refusal;
    switch (refusal) {
        case Refusal::none:
        case Refusal::not_the_exercise: return "";
        case Refusal::compile_error: return "does not compile: " + first_line(result, name);
        case Refusal::compile_stopped: return "was not compiled to its end: " + first_line(result, name);
        case Refusal::launch_error: return "cannot be launched: " + first_line(result, name);
        case Refusal::timed_out: return "took too long and was stopped";
        case Refusal::worker_died: return "ended the worker: " + first_line(result, name);
    }
    return "";
}

class Check {
public:
    Check(Context& context, worker_client::Dispatcher& dispatcher, const model::Gpu& gpu,
          const std::vector<WrittenKernel>& kernels, const OnCompiled& on_compiled)
        : on_compiled_(on_compiled),
          context_(context),
          dispatcher_(dispatcher),
          gpu_(gpu),
          kernels_(kernels),
          findings_(kernels.size()),
          found_(kernels.size())
    {
        for (std::size_t i = 0; i < kernels.size(); ++i) copies_.push_back(with_kernel(kernels[i], i));
    }

    std::vector<FoundExercise> found()
    {
        for (std::size_t i = 0; i < copies_.size(); ++i)
            if (const auto difference = catalogue::why_not_the_exercise(*kernels_[i].exercise, copies_[i]))
                refuse(i, judging::Refusal::not_the_exercise, difference->what);
        compile_first();
        check_goals();
        compare_results();
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            Findings& found = findings_[i];
            found_[i].verdict =
                judging::judge_exercise(copies_[i], std::move(found.goals), std::move(found.output), found.refusal);
        }
        return std::move(found_);
    }

private:
    struct Findings {
        std::vector<judging::GoalFinding> goals;
        judging::OutputFinding output;
        judging::Refusal refusal = judging::Refusal::none;
    };

    void refuse(std::size_t kernel, judging::Refusal refusal, std::string words)
    {
        findings_[kernel].refusal = refusal;
        found_[kernel].refusal = std::move(words);
    }
    [[nodiscard]] bool is_refused(std::size_t kernel) const
    {
        return findings_[kernel].refusal != judging::Refusal::none;
    }

    /// Other variants come from the exercise itself: all hand-ins share them, and they compile once.
    [[nodiscard]] BatchItem item(std::size_t kernel, const std::string& variant, const model::Values& set) const
    {
        const bool is_theirs = variant == copies_[kernel].exercise->variant;
        const model::Experiment& from = is_theirs ? copies_[kernel] : *kernels_[kernel].exercise;
        return {&from, from.find_variant(variant), set};
    }

    /// Compiles each kernel once, the authors in turns, so that one author's endless compiles do not delay the others.
    void compile_first()
    {
        std::map<std::size_t, std::deque<std::size_t>> left;
        for (std::size_t i = 0; i < copies_.size(); ++i)
            if (!is_refused(i)) left[kernels_[i].writer].push_back(i);
        std::map<std::size_t, Spent> spent;
        while (!left.empty()) {
            std::vector<std::size_t> round;
            for (auto& [writer, own] : left) {
                round.push_back(own.front());
                own.pop_front();
            }
            compile_round(round, spent);
            std::erase_if(left, [&](const auto& each) {
                if (each.second.empty()) report_compiled(each.first);
                return each.second.empty();
            });
        }
    }

    void report_compiled(std::size_t writer) const
    {
        std::size_t compiled = 0, all = 0;
        for (std::size_t i = 0; i < kernels_.size(); ++i) {
            if (kernels_[i].writer != writer) continue;
            ++all;
            compiled += is_refused(i) ? 0 : 1;
        }
        if (on_compiled_) on_compiled_(writer, compiled, all);
    }

    void compile_round(std::vector<std::size_t> round, std::map<std::size_t, Spent>& spent)
    {
        std::erase_if(round, [&](std::size_t i) {
            const Spent& so_far = spent[kernels_[i].writer];
            const bool is_enough = so_far.stopped_compiles >= max_stopped || so_far.seconds > max_seconds;
            if (is_enough) {
                refuse(i, judging::Refusal::compile_stopped,
                       "not compiled: earlier kernels of this hand-in used up its time");
                found_[i].is_over_budget = true;
            }
            return is_enough;
        });
        std::vector<BatchItem> items;
        for (const std::size_t i : round) {
            const model::Claim& goal = copies_[i].claims.front();
            items.push_back(item(i, copies_[i].exercise->variant, catalogue::claim_settings(copies_[i], goal).front()));
        }
        BatchOptions options;
        options.measure = options.inspect_sass = false;
        const auto results = run_batch(dispatcher_, context_.library, gpu_, items, options);
        for (std::size_t at = 0; at < round.size(); ++at) {
            const std::size_t i = round[at];
            const judging::Refusal refusal = judging::refusal_of(*results[at]);
            Spent& so_far = spent[kernels_[i].writer];
            if (results[at]->compile) so_far.seconds += results[at]->compile->seconds;
            if (refusal == judging::Refusal::none) continue;
            refuse(i, refusal, refusal_words(refusal, *results[at], copies_[i].name));
            if (refusal != judging::Refusal::compile_stopped) continue;
            found_[i].is_over_budget = true;
            ++so_far.stopped_compiles;
        }
    }

    /// Key of a batch: one GPU, and the same parts of each result.
    struct Question {
        std::string gpu;
        bool measure, inspect;
        friend auto operator<=>(const Question&, const Question&) = default;
    };
    struct Asked {
        std::size_t kernel;
        const model::Claim* goal;
        model::Gpu gpu;
        std::vector<model::RunResult> results;
    };

    void check_goals()
    {
        std::map<Question, std::vector<Asked>> asked;
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            if (is_refused(i)) continue;
            for (const model::Claim& goal : copies_[i].claims) {
                const model::Gpu gpu = gpu_of(goal);
                const bool is_live = context_.library.is_live(gpu.name);
                if (goal.needs_measurement && !is_live && !catalogue::is_countable(goal)) {
                    findings_[i].goals.push_back({goal.id, goal.text, {}, false, true});
                    continue;
                }
                asked[{gpu.name, goal.needs_measurement, model::needs_code(goal.expect)}].push_back(
                    {i, &goal, gpu, {}});
            }
        }
        for (auto& [question, all] : asked) ask(question, all);
        for (auto& [question, all] : asked)
            for (const Asked& each : all)
                findings_[each.kernel].goals.push_back(
                    {each.goal->id, each.goal->text,
                     catalogue::check_claim(copies_[each.kernel], *each.goal, each.results, each.gpu), false, false});
    }

    [[nodiscard]] model::Gpu gpu_of(const model::Claim& goal) const
    {
        const auto choose = [&](const std::string& name) -> std::optional<model::Gpu> {
            if (context_.library.table_name(gpu_) == name) return gpu_;
            const auto named = context_.library.choose_gpu(name);
            return named ? std::optional(*named) : std::nullopt;
        };
        return judging::claim_gpu(goal, gpu_, choose).value_or(gpu_);
    }

    void ask(const Question& question, std::vector<Asked>& all)
    {
        std::vector<BatchItem> items;
        std::vector<Asked*> owners;
        for (Asked& each : all)
            for (judging::Need& need : judging::needs_of(copies_[each.kernel], *each.goal, each.gpu)) {
                items.push_back(item(each.kernel, need.variant, std::move(need.values)));
                items.back().count = need.needs_counters;
                owners.push_back(&each);
            }
        BatchOptions options;
        options.measure = question.measure;
        options.interpret = true;
        options.inspect_sass = question.inspect;
        const auto results = run_batch(dispatcher_, context_.library, all.front().gpu, items, options);
        for (std::size_t i = 0; i < results.size(); ++i) owners[i]->results.push_back(*results[i]);
    }

    /// Compares outputs on a live GPU, if there is one. Otherwise, and for memory access limits, the worker interprets
    /// the kernel's PTX in a small run: no native code of a stranger runs here.
    void compare_results()
    {
        std::vector<model::Gpu> live;
        if (context_.library.is_live(gpu_.name)) live.push_back(gpu_);
        std::vector<Compared> compared;
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            if (is_refused(i)) continue;
            for (judging::Need& need : judging::output_needs(copies_[i], gpu_, live))
                compared.push_back({i, std::move(need), {}});
        }
        std::vector<Compared*> on_gpu;
        std::map<std::size_t, std::deque<Compared*>> small_runs;
        for (Compared& each : compared) {
            if (each.need.needs_output)
                small_runs[kernels_[each.kernel].writer].push_back(&each);
            else
                on_gpu.push_back(&each);
        }
        compare(on_gpu, false);
        compare_in_turns(small_runs);
        std::map<std::size_t, std::vector<judging::OutputAnswer>> answers;
        for (const Compared& each : compared) answers[each.kernel].push_back({&each.result, each.need.needs_output});
        for (const auto& [kernel, all] : answers) findings_[kernel].output = judging::output_of(all);
    }

    struct Compared {
        std::size_t kernel;
        judging::Need need;
        model::RunResult result;
    };

    /// One small run per author in turns. After two timeouts, an author's other kernels are not run.
    void compare_in_turns(std::map<std::size_t, std::deque<Compared*>>& left)
    {
        std::map<std::size_t, int> stopped;
        while (!left.empty()) {
            std::vector<Compared*> round;
            for (auto& [writer, own] : left) {
                Compared* next = own.front();
                own.pop_front();
                if (stopped[writer] < max_stopped) {
                    round.push_back(next);
                    continue;
                }
                next->result.verification.detail = "not run: earlier kernels of this hand-in used up its time";
                found_[next->kernel].is_over_budget = true;
            }
            compare(round, true);
            for (const Compared* each : round) {
                if (!each->result.verification.stopped) continue;
                ++stopped[kernels_[each->kernel].writer];
                found_[each->kernel].is_over_budget = true;
            }
            std::erase_if(left, [](const auto& each) { return each.second.empty(); });
        }
    }

    void compare(const std::vector<Compared*>& owners, bool small_runs)
    {
        std::vector<BatchItem> items;
        for (const Compared* each : owners) items.push_back(item(each->kernel, each->need.variant, each->need.values));
        BatchOptions options;
        options.inspect_sass = false;
        options.check_output = small_runs;
        const auto results = run_batch(dispatcher_, context_.library, gpu_, items, options);
        for (std::size_t i = 0; i < results.size(); ++i) owners[i]->result = *results[i];
    }

    const OnCompiled& on_compiled_;
    Context& context_;
    worker_client::Dispatcher& dispatcher_;
    const model::Gpu& gpu_;
    const std::vector<WrittenKernel>& kernels_;
    std::deque<model::Experiment> copies_;
    std::vector<Findings> findings_;
    std::vector<FoundExercise> found_;
};

}  // namespace

std::vector<FoundExercise> check_exercises(Context& context, worker_client::Dispatcher& dispatcher,
                                           const model::Gpu& gpu, const std::vector<WrittenKernel>& kernels,
                                           const OnCompiled& on_compiled)
{
    return Check(context, dispatcher, gpu, kernels, on_compiled).found();
}

}  // namespace spillway::cli
