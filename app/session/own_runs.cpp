#include "app/session/own_runs.h"

#include <utility>

#include "app/catalogue/plain/kernel_text.h"

namespace spillway::session {
namespace {

constexpr double max_run_seconds = 20;
constexpr int run_priority = 1;  ///< after the requests that the slider waits for

std::string run_key(const model::Experiment& file, const model::Variant& variant)
{
    return file.source_file + '\n' + variant.name;
}

void take_run(const worker_client::Answer& answer, OwnRun& run)
{
    if (const auto* reply = std::get_if<protocol::InterpretReply>(&answer)) {
        run.run = reply->run;
        run.error = reply->error;
    } else if (const auto* none = std::get_if<worker_client::Unanswered>(&answer)) {
        run.error = none->why;
    } else {
        run.error = model::Error{"the run was stopped", "", ""};
    }
}

}  // namespace

model::Expected<catalogue::InterpretedJob> own_launch(const model::Experiment& file, const model::Variant& variant,
                                                      const model::Values& values, const model::Gpu& gpu,
                                                      catalogue::RunSettings settings)
{
    const auto beside = catalogue::run_settings_beside(file.source_file);
    if (!beside) return beside.error();
    if (beside->contains(variant.name)) settings = catalogue::merged(std::move(settings), beside->at(variant.name));
    return catalogue::interpreted_job(file, variant, values, gpu, settings);
}

void OwnRuns::start(worker_client::Dispatcher& dispatcher, const model::Experiment& file, const model::Variant& variant,
                    const model::Values& values, const model::Gpu& gpu, catalogue::RunSettings settings)
{
    stop(dispatcher, file, variant);
    auto run = std::make_shared<OwnRun>();
    runs_[run_key(file, variant)] = run;
    ++changes_;
    run->settings = std::move(settings);
    run->source_hash = catalogue::source_hash(file);
    auto job = own_launch(file, variant, values, gpu, run->settings);
    if (!job) {
        run->error = job.error();
        return;
    }
    run->job = std::move(*job);
    dispatcher.add_source(catalogue::source_text(file));
    run->request = dispatcher.submit(protocol::InterpretRequest{0, "run here", run_priority, run->job->job, 0,
                                                                max_run_seconds, run->job->may_be_cooperative},
                                     [this, run](const worker_client::Answer& answer) {
                                         run->request = 0;
                                         take_run(answer, *run);
                                         ++changes_;
                                     });
}

void OwnRuns::stop(worker_client::Dispatcher& dispatcher, const model::Experiment& file, const model::Variant& variant)
{
    const auto found = runs_.find(run_key(file, variant));
    if (found != runs_.end() && found->second->is_running()) dispatcher.cancel({found->second->request});
}

const OwnRun* OwnRuns::find(const model::Experiment& file, const model::Variant& variant) const
{
    const auto found = runs_.find(run_key(file, variant));
    return found == runs_.end() ? nullptr : found->second.get();
}

}  // namespace spillway::session
