#include "app/cli/truth_finder.h"

#include <optional>

#include "app/catalogue/questions.h"
#include "app/cli/answer_check.h"

namespace spillway::cli {
namespace {

/// The worker, started at the first request, and the GPU of its answers.
struct AnswerSource {
    worker_client::Dispatcher dispatcher;
    AnswerKey key;
    std::optional<model::Gpu> gpu;
    std::string why_no_gpu;

    AnswerSource(Context& context, const std::string& wanted)
        : dispatcher(context.worker_command, {}), key(context, dispatcher)
    {
        if (const auto trouble = meet_worker(dispatcher, context)) {
            why_no_gpu = trouble->line();
            return;
        }
        const auto chosen = context.library.choose_gpu(wanted);
        if (chosen)
            gpu = *chosen;
        else
            why_no_gpu = chosen.error().line();
    }
};

judging::Truth find_truth(AnswerSource& source, const Context& context, const std::string& lesson,
                          const std::string& question)
{
    judging::Truth truth;
    const model::Experiment* experiment = context.library.catalogue().find(lesson);
    const model::Question* asked = experiment == nullptr ? nullptr : catalogue::find_question(*experiment, question);
    if (source.gpu && asked != nullptr) return source.key.truth(*experiment, *asked, *source.gpu);
    truth.why_unknown = source.why_no_gpu.empty() ? "this version has no such question" : source.why_no_gpu;
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
    std::optional<AnswerSource> source;
    for (Wanted wanted; next(wanted);) {
        if (!source) source.emplace(context_, gpu_);
        add({wanted.first, wanted.second, source->gpu ? source->gpu->label : "",
             find_truth(*source, context_, wanted.first, wanted.second)});
    }
}

}  // namespace spillway::cli
