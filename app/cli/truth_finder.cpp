#include "app/cli/truth_finder.h"

#include <optional>

#include "app/catalogue/questions.h"
#include "app/cli/answer_check.h"

namespace spillway::cli {
namespace {

/// The worker and the GPU for which it answers, from the first request on.
struct Answering {
    worker_client::Dispatcher dispatcher;
    AnswerKey key;
    std::optional<model::Gpu> gpu;
    std::string why_not;

    Answering(Context& context, const std::string& wanted)
        : dispatcher(context.worker_command, {}), key(context, dispatcher)
    {
        if (const auto trouble = meet_worker(dispatcher, context)) {
            why_not = trouble->line();
            return;
        }
        const auto chosen = context.library.choose_gpu(wanted);
        if (chosen)
            gpu = *chosen;
        else
            why_not = chosen.error().line();
    }
};

judging::Truth find_truth(Answering& answering, const Context& context, const std::string& lesson,
                          const std::string& question)
{
    judging::Truth truth;
    const model::Experiment* experiment = context.library.catalogue().find(lesson);
    const model::Question* asked = experiment == nullptr ? nullptr : catalogue::find_question(*experiment, question);
    if (answering.gpu && asked != nullptr) return answering.key.truth(*experiment, *asked, *answering.gpu);
    truth.why_unknown = answering.why_not.empty() ? "this version has no such question" : answering.why_not;
    return truth;
}

}  // namespace

TruthFinder::TruthFinder(Context context, std::string gpu)
    : context_(std::move(context)), gpu_(std::move(gpu)), thread_([this] { work(); })
{
}

TruthFinder::~TruthFinder()
{
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    change_.notify_all();
    thread_.join();
}

void TruthFinder::request(const std::string& lesson, const std::string& question)
{
    {
        const std::lock_guard lock(mutex_);
        wanted_.emplace_back(lesson, question);
    }
    change_.notify_all();
}

std::vector<room::Truths::Found> TruthFinder::take()
{
    const std::lock_guard lock(mutex_);
    return std::exchange(found_, {});
}

bool TruthFinder::next(Wanted& wanted)
{
    std::unique_lock lock(mutex_);
    change_.wait(lock, [this] { return is_ending_ || !wanted_.empty(); });
    if (is_ending_) return false;
    wanted = std::move(wanted_.front());
    wanted_.pop_front();
    return true;
}

void TruthFinder::add(Found found)
{
    const std::lock_guard lock(mutex_);
    found_.push_back(std::move(found));
}

void TruthFinder::work()
{
    std::optional<Answering> answering;
    for (Wanted wanted; next(wanted);) {
        if (!answering) answering.emplace(context_, gpu_);
        add({wanted.first, wanted.second, answering->gpu ? answering->gpu->label : "",
             find_truth(*answering, context_, wanted.first, wanted.second)});
    }
}

}  // namespace spillway::cli
