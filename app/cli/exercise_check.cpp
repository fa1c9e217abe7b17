#include "app/cli/exercise_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

#include "app/catalogue/access_limits.h"
#include "app/catalogue/axis_claims.h"
#include "app/catalogue/exercises.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/cli/batch.h"
#include "app/model/metrics.h"

namespace spillway::cli {
namespace {

constexpr int most_endless = 2;  ///< compiles of one writer that are waited for

/// The exercise with the learner's text in the place of its own: all else is the exercise's.
model::Experiment with_kernel(const WrittenKernel& kernel, std::size_t number)
{
    model::Experiment copy = *kernel.exercise;
    copy.name += "_" + std::to_string(number);  // what is kept of a configuration is kept by the experiment's name
    copy.source = kernel.text;
    copy.origin.source_hash = catalogue::content_hash(kernel.text);
    copy.origin.definition_hash = catalogue::content_hash(copy.origin.definition_hash + kernel.text);
    return copy;
}

/// Where a goal is looked at: on `gpu` where the goal speaks of it, else on the first GPU that it names.
model::Gpu goal_gpu(const Context& context, const model::Claim& goal, const model::Gpu& gpu)
{
    if (goal.gpu == catalogue::every_architecture) return gpu;
    std::optional<model::Gpu> first;
    for (const std::string& name : catalogue::claim_gpu_names(goal)) {
        const auto named = context.library.choose_gpu(name);
        if (!named) continue;
        if (named->name == gpu.name || context.library.table_name(gpu) == name) return gpu;
        if (!first) first = *named;
    }
    return first.value_or(gpu);
}

/// "kernel.cu(7): error: ...": the first line, under the name that the learner knows.
std::string first_line(const model::RunResult& result, const std::string& name)
{
    std::string line = result.message.value_or("no reason was given");
    line = line.substr(0, line.find('\n'));
    const std::string file = name + "/kernel.cu";
    if (const std::size_t at = line.find(file); at != std::string::npos) line.replace(at, file.size(), "kernel.cu");
    return line.size() > 300 ? line.substr(0, 300) + " ..." : line;
}

std::string trouble_of(const model::RunResult& result, const std::string& name)
{
    switch (result.status) {
        case model::Status::ok:
        case model::Status::wrong_result: return "";
        case model::Status::compile_error: return "does not compile: " + first_line(result, name);
        case model::Status::launch_error: return "cannot be launched: " + first_line(result, name);
        case model::Status::timed_out: return "took too long and was stopped";
        case model::Status::worker_died: return "ended the worker: " + first_line(result, name);
    }
    return "";
}

class Check {
public:
    Check(Context& context, worker_client::Dispatcher& dispatcher, const model::Gpu& gpu,
          const std::vector<WrittenKernel>& kernels)
        : context_(context), dispatcher_(dispatcher), gpu_(gpu), kernels_(kernels), found_(kernels.size())
    {
        for (std::size_t i = 0; i < kernels.size(); ++i) copies_.push_back(with_kernel(kernels[i], i));
    }

    std::vector<FoundExercise> found()
    {
        for (std::size_t i = 0; i < copies_.size(); ++i)
            if (const auto spoilt = catalogue::why_not_the_exercise(*kernels_[i].exercise, copies_[i]))
                found_[i].trouble = spoilt->what;
        compile_first();
        look_at_goals();
        compare_results();
        return std::move(found_);
    }

private:
    /// What stands beside the learner's kernel is the exercise's own: the same in all hand-ins, and compiled once.
    [[nodiscard]] BatchItem item(std::size_t kernel, const std::string& variant, const model::Values& set) const
    {
        const bool is_theirs = variant == copies_[kernel].exercise->variant;
        const model::Experiment& from = is_theirs ? copies_[kernel] : *kernels_[kernel].exercise;
        return {&from, from.find_variant(variant), set};
    }

    /// Once each, the writers' kernels in turns: those of one whose kernels never end do not keep the others waiting.
    void compile_first()
    {
        std::map<std::size_t, std::deque<std::size_t>> left;
        for (std::size_t i = 0; i < copies_.size(); ++i)
            if (found_[i].trouble.empty()) left[kernels_[i].writer].push_back(i);
        std::map<std::size_t, int> endless;
        while (!left.empty()) {
            std::vector<std::size_t> round;
            for (auto& [writer, own] : left) {
                round.push_back(own.front());
                own.pop_front();
            }
            compile_round(round, endless);
            std::erase_if(left, [](const auto& each) { return each.second.empty(); });
        }
    }

    void compile_round(std::vector<std::size_t> round, std::map<std::size_t, int>& endless)
    {
        std::erase_if(round, [&](std::size_t i) {
            const bool is_enough = endless[kernels_[i].writer] >= most_endless;
            if (is_enough) found_[i].trouble = "not compiled: two kernels of this hand-in took too long";
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
            found_[i].trouble = trouble_of(*results[at], copies_[i].name);
            if (found_[i].trouble.find("stopped after") != std::string::npos) ++endless[kernels_[i].writer];
        }
    }

    /// What can be asked together: one GPU, and as much of each result.
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

    void look_at_goals()
    {
        std::map<Question, std::vector<Asked>> asked;
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            if (!found_[i].trouble.empty()) continue;
            for (const model::Claim& goal : copies_[i].claims) {
                const model::Gpu gpu = goal_gpu(context_, goal, gpu_);
                const bool waits = goal.needs_measurement && !context_.library.is_live(gpu.name);
                if (waits) {
                    found_[i].goals.push_back(
                        {goal.id, goal.text, catalogue::ClaimVerdict::unknown, "needs a GPU", true});
                    continue;
                }
                asked[{gpu.name, goal.needs_measurement, model::needs_code(goal.expect)}].push_back(
                    {i, &goal, gpu, {}});
            }
        }
        for (auto& [question, all] : asked) ask(question, all);
        for (auto& [question, all] : asked)
            for (const Asked& each : all) {
                const auto check = catalogue::check_claim(copies_[each.kernel], *each.goal, each.results, each.gpu);
                found_[each.kernel].goals.push_back(
                    {each.goal->id, each.goal->text, check.verdict, check.detail, false});
            }
    }

    void ask(const Question& question, std::vector<Asked>& all)
    {
        std::vector<BatchItem> items;
        std::vector<Asked*> owners;
        for (Asked& each : all)
            for (const model::Values& set : catalogue::claim_settings(copies_[each.kernel], *each.goal))
                for (const std::string& variant : catalogue::claim_variants(copies_[each.kernel], *each.goal)) {
                    items.push_back(item(each.kernel, variant, set));
                    owners.push_back(&each);
                }
        BatchOptions options;
        options.measure = question.measure;
        options.inspect_sass = question.inspect;
        const auto results = run_batch(dispatcher_, context_.library, all.front().gpu, items, options);
        for (std::size_t i = 0; i < results.size(); ++i) owners[i]->results.push_back(*results[i]);
    }

    /// Only on a live GPU: the check on the processor would run a stranger's native code with this user's rights.
    void compare_results()
    {
        std::vector<std::size_t> owners;
        std::vector<BatchItem> items;
        for (std::size_t i = 0; i < copies_.size(); ++i) {
            if (!found_[i].trouble.empty()) continue;
            if (!context_.library.is_live(gpu_.name)) {
                found_[i].result_detail = "no GPU here";
                continue;
            }
            owners.push_back(i);
            items.push_back(item(i, copies_[i].exercise->variant, model::Values{}));
        }
        if (items.empty()) return;
        BatchOptions options;
        options.inspect_sass = false;
        const auto results = run_batch(dispatcher_, context_.library, gpu_, items, options);
        for (std::size_t i = 0; i < results.size(); ++i) {
            FoundExercise& found = found_[owners[i]];
            found.result = results[i]->status == model::Status::wrong_result ? model::VerificationStatus::mismatched
                                                                             : results[i]->verification.status;
            found.result_detail = results[i]->verification.detail.value_or("");
        }
    }

    Context& context_;
    worker_client::Dispatcher& dispatcher_;
    const model::Gpu& gpu_;
    const std::vector<WrittenKernel>& kernels_;
    std::deque<model::Experiment> copies_;
    std::vector<FoundExercise> found_;
};

}  // namespace

std::size_t FoundExercise::count(catalogue::ClaimVerdict verdict) const
{
    return static_cast<std::size_t>(
        std::count_if(goals.begin(), goals.end(), [&](const FoundGoal& goal) { return goal.verdict == verdict; }));
}

std::size_t FoundExercise::judged() const
{
    return static_cast<std::size_t>(
        std::count_if(goals.begin(), goals.end(), [](const FoundGoal& goal) { return !goal.waits_for_gpu; }));
}

bool FoundExercise::is_reached() const
{
    return trouble.empty() && judged() > 0 && count(catalogue::ClaimVerdict::holds) >= judged() &&
           result == model::VerificationStatus::matched;
}

std::vector<FoundExercise> check_exercises(Context& context, worker_client::Dispatcher& dispatcher,
                                           const model::Gpu& gpu, const std::vector<WrittenKernel>& kernels)
{
    return Check(context, dispatcher, gpu, kernels).found();
}

}  // namespace spillway::cli
