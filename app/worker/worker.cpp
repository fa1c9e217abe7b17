#include "app/worker/worker.h"

#include <future>
#include <utility>

#include <unistd.h>
#include <uv.h>

#include "app/answers/answer.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/plain/kernel_text.h"
#include "app/compiler/compile_bounds.h"
#include "app/protocol/heading.h"
#include "app/worker/background_priority.h"
#include "app/worker/interpret.h"

namespace spillway::worker {
namespace {

// Stack for parsing compiler reports; NVRTC has its own stack in the helper process.
constexpr std::size_t compile_stack_bytes = std::size_t{8} << 20;

model::Tool driver_tool(const gpu::DriverProbe& driver)
{
    const model::Error trouble = driver.trouble.value_or(model::Error{});
    return {!driver.gpus.empty(), driver.version, driver.path, trouble.what, trouble.advice};
}

/// Looks for counters only if there is a GPU.
model::Tool counters_tool(const gpu::DriverProbe& driver)
{
    if (driver.gpus.empty()) return {false, "", "", "no GPU to count on", ""};
    return gpu::find_counters(compiler::cuda_roots());
}

/// Probes the driver with a timeout, so that a hanging driver cannot block the compiler.
gpu::DriverProbe probe_driver_bounded()
{
    auto promise = std::make_shared<std::promise<gpu::DriverProbe>>();
    auto answer = promise->get_future();
    std::thread([promise] { promise->set_value(gpu::probe_driver()); }).detach();
    if (answer.wait_for(std::chrono::seconds(10)) == std::future_status::ready) return answer.get();
    gpu::DriverProbe silent;
    silent.trouble = {"the NVIDIA driver did not answer within 10 s", "driver",
                      "check whether `nvidia-smi` answers, and start Spillway again"};
    return silent;
}

/// Lowers the priority of this thread and of its children. If the system refuses, the window is only less smooth.
void yield_cores()
{
    uv_os_setpriority(gettid(), background_niceness);
}

}  // namespace

void Sources::add(model::SourceText source)
{
    const std::lock_guard lock(mutex_);
    if (const auto known = kept_.find(source.hash); known != kept_.end()) {
        known->second.arrival = ++arrivals_;
        return;
    }
    bytes_ += source.text.size();
    const std::string hash = source.hash;
    kept_[hash] = {std::make_shared<const model::SourceText>(std::move(source)), ++arrivals_};
    while (bytes_ > max_bytes && kept_.size() > 1) {
        auto oldest = kept_.begin();
        for (auto at = kept_.begin(); at != kept_.end(); ++at) {
            if (at->second.arrival < oldest->second.arrival) oldest = at;
        }
        bytes_ -= oldest->second.source->text.size();
        kept_.erase(oldest);
    }
}

std::shared_ptr<const model::SourceText> Sources::find(const std::string& hash) const
{
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(hash);
    return found == kept_.end() ? nullptr : found->second.source;
}

Worker::Worker(int input, int output, int compile_threads)
    : reader_(input, protocol::max_line_bytes),
      output_(output),
      compile_threads_(compile_threads),
      disk_(compiler::DiskCache::default_folder(), compiler::DiskCache::default_max_bytes,
            [this](const model::Error& error) { output_.send(protocol::Notice{error}); })
{
}

void Worker::serve()
{
    auto driver = std::async(std::launch::async, probe_driver_bounded);
    service_ = std::make_unique<compiler::CompileService>(
        compiler::find_toolchain({"/proc/self/exe", "--compile-helper"}), disk_);
    const gpu::DriverProbe probe = driver.get();
    pipeline_ = std::make_unique<Pipeline>(*service_, probe);
    if (!probe.gpus.empty()) measure_ = std::make_unique<MeasureStage>(output_, probe);
    calculator_ = std::make_unique<Calculator>(output_);
    say_hello(probe, compile_threads_);
    calculator_->start();
    start_threads();
    while (const auto line = reader_.next()) handle(*line);
    output_.exit_now(0);
}

void Worker::say_hello(const gpu::DriverProbe& driver, int threads)
{
    protocol::Hello hello;
    hello.program_version = SPILLWAY_VERSION;
    hello.compiler = service_->tools().compiler_status();
    hello.compilers = service_->tools().compilers;
    hello.nvcc = compiler::to_status(service_->tools().nvcc);
    hello.headers = compiler::headers_status();
    hello.disassembler = compiler::to_status(service_->tools().disassembler);
    hello.occupancy = answers::occupancy_tool();
    hello.driver = driver_tool(driver);
    hello.counters = counters_tool(driver);
    hello.live_gpus = driver.gpus;
    hello.compile_threads = threads;
    hello.compile_seconds = compiler::compile_bounds().seconds;
    if (const auto& confined_by = service_->tools().confined_by) {
        if (*confined_by)
            hello.confined_by = **confined_by;
        else
            hello.why_unconfined = confined_by->error().what;
    }
    output_.send(hello);
}

/// Starts as many urgent threads as background threads: urgent tasks never queue behind background ones, and the system
/// prefers them while both run. As many again compile files with a time limit of minutes, so that nothing else waits
/// for those.
void Worker::start_threads()
{
    for (int i = 0; i < compile_threads_; ++i)
        for (TaskQueue* tasks : {&tasks_, &long_tasks_})
            for (const Lane lane : {Lane::urgent, Lane::background}) start_thread(*tasks, lane, i == 0);
}

void Worker::start_thread(TaskQueue& tasks, Lane lane, bool is_needed)
{
    uv_thread_options_t options{};
    options.flags = UV_THREAD_HAS_STACK_SIZE;
    options.stack_size = compile_stack_bytes;
    struct Start {
        Worker* worker;
        TaskQueue* tasks;
        Lane lane;
    };
    auto start = std::make_unique<Start>(Start{this, &tasks, lane});
    const auto body = [](void* argument) {
        const std::unique_ptr<Start> given(static_cast<Start*>(argument));
        given->worker->work(*given->tasks, given->lane);
    };
    uv_thread_t thread{};
    const int error = uv_thread_create_ex(&thread, &options, body, start.get());
    if (error == 0) {
        static_cast<void>(start.release());  // the thread owns it now
        return;
    }
    output_.send(protocol::Notice{{std::string("a compile thread could not be started: ") + uv_strerror(error),
                                   "worker", "set SPILLWAY_WORKER_THREADS to a smaller number"}});
    if (is_needed) output_.exit_now(1);
}

void Worker::work(TaskQueue& tasks, Lane lane)
{
    const bool is_long = &tasks == &long_tasks_;
    if (lane == Lane::background || is_long) yield_cores();
    const auto& nvrtc = service_->tools().nvrtc;
    // Urgent threads load NVRTC ahead, because the user waits for their first compile. Background threads load it on
    // demand.
    if (lane == Lane::urgent && !is_long && nvrtc) (*nvrtc)->prepare();
    for (;;) {
        const Task task = tasks.pop(lane);
        do_task(task, std::chrono::duration<double>(Clock::now() - task.received).count());
    }
}

void Worker::queue(Task task)
{
    const model::CompileRequest* compile = task.compile();
    const bool is_long = compile != nullptr && compile->max_seconds &&
                         *compile->max_seconds > compiler::compile_bounds().whole_file_seconds();
    TaskQueue& own = is_long ? long_tasks_ : tasks_;
    TaskQueue& other = is_long ? tasks_ : long_tasks_;
    drop(other.overtake(task.group()));
    drop(own.push(std::move(task)));
}

void Worker::overtake(const std::string& group)
{
    drop(tasks_.overtake(group));
    drop(long_tasks_.overtake(group));
}

void Worker::do_task(const Task& task, double queued_seconds)
{
    const auto active = active_.begin(task);
    const compiler::StopQuestion should_stop = [&] { return active->should_stop(); };
    if (const auto* run = std::get_if<protocol::Run>(&task.request)) {
        const auto source = sources_.find(run->job.compile.source_hash);
        auto result = pipeline_->run(*run, source.get(), queued_seconds, should_stop);
        if (!result) return drop({run->id});
        return answer(*run, source.get(), std::move(*result));
    }
    if (const auto* causes = std::get_if<protocol::CausesRequest>(&task.request)) {
        const auto source = sources_.find(causes->compile.source_hash);
        auto reply = pipeline_->causes(*causes, source.get(), should_stop);
        if (!reply) return drop({causes->id});
        output_.send(std::move(*reply));
        return;
    }
    if (const auto* interpret = std::get_if<protocol::InterpretRequest>(&task.request)) {
        const auto source = sources_.find(interpret->job.compile.source_hash);
        auto reply = interpreted(*service_, *interpret, source.get(), should_stop);
        if (!reply) return drop({interpret->id});
        output_.send(std::move(*reply));
        return;
    }
    const auto& listing = std::get<protocol::ListingRequest>(task.request);
    const auto source = sources_.find(listing.compile.source_hash);
    auto reply = pipeline_->list(listing, source.get(), should_stop);
    if (!reply) return drop({listing.id});
    output_.send(std::move(*reply));
}

/// Sends everything that needs no GPU at once. The result is provisional if a measurement follows.
void Worker::answer(const protocol::Run& request, const model::SourceText* source, protocol::Result result)
{
    result.is_final = !measure_ || !source || !pipeline_->is_measurable(request, result);
    output_.send(result);
    if (!result.is_final) drop(measure_->push(pipeline_->measurable(request, result, *source)));
}

void Worker::handle(const LineReader::Line& line)
{
    if (line.too_long) {
        output_.send(protocol::Notice{{"a line longer than 32 MiB was skipped", "worker input", ""}});
        return;
    }
    const auto message = protocol::decode_to_worker(line.text);
    if (!message) {
        // With the request's id, so that it does not wait until it times out.
        output_.send(protocol::Notice{message.error(), protocol::heading_of(line.text).id});
        return;
    }
    std::visit([this](const auto& content) { on(content); }, *message);
}

void Worker::on(const protocol::Source& message)
{
    // The caches use the hash as key: a wrong hash would return another kernel's code.
    if (catalogue::content_hash(message.source.text) != message.source.hash) {
        output_.send(protocol::Notice{{"the text does not match its hash and was refused", message.source.name,
                                       "this is a bug in Spillway: please report it"}});
        return;
    }
    sources_.add(message.source);
}

void Worker::on(const protocol::Run& message)
{
    const auto source = sources_.find(message.job.compile.source_hash);
    active_.overtake(message.group);
    // A cached answer does not queue behind new work.
    if (measure_) drop(measure_->overtake(message.group));
    if (answer_from_cache(message, source.get())) {
        overtake(message.group);
        return;
    }
    if (auto shipped = pipeline_->run_if_shipped(message, source.get())) {
        const bool is_all = shipped->is_final;
        output_.send(std::move(*shipped));
        if (is_all) {
            overtake(message.group);
            return;
        }
    }
    queue({message});
}

/// Answers from memory or disk. Also starts the measurement if it needs no compile.
bool Worker::answer_from_cache(const protocol::Run& request, const model::SourceText* source)
{
    auto result = pipeline_->run_if_known(request, source);
    if (!result) return false;
    if (!measure_ || !source || !pipeline_->is_measurable(request, *result)) {
        output_.send(std::move(*result));
        return true;
    }
    result->is_final = false;
    auto measurable = pipeline_->measurable_if_known(request, *result, *source);
    if (!measurable) return false;
    output_.send(std::move(*result));
    drop(measure_->push(std::move(*measurable)));
    return true;
}

void Worker::on(const protocol::ListingRequest& message)
{
    active_.overtake(message.group);
    queue({message});
}

void Worker::on(const protocol::CausesRequest& message)
{
    active_.overtake(message.group);
    queue({message});
}

void Worker::on(const protocol::InterpretRequest& message)
{
    active_.overtake(message.group);
    queue({message});
}

void Worker::on(const protocol::WhatIf& message)
{
    if (const auto dropped = calculator_->push(message)) drop({*dropped});
}

void Worker::on(const protocol::RoofsRequest& message)
{
    if (measure_) return measure_->push(message);
    protocol::RoofsReply none;
    none.id = message.id;
    none.error = model::Error{"there is no GPU here", "roofs", ""};
    output_.send(none);
}

void Worker::on(const protocol::Cancel& message)
{
    drop(tasks_.cancel(message.ids));
    drop(long_tasks_.cancel(message.ids));
    active_.cancel(message.ids);
    if (measure_) drop(measure_->cancel(message.ids));
}

void Worker::on(const protocol::Ping&)
{
    output_.send(protocol::Pong{});
}

void Worker::on(const protocol::Shutdown&)
{
    output_.exit_now(0);
}

void Worker::drop(const std::vector<std::uint64_t>& ids)
{
    for (const std::uint64_t id : ids) output_.send(protocol::Dropped{id});
}

}  // namespace spillway::worker
