#pragma once

// The worker reads messages, writes answers and compiles on separate threads.

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "app/compiler/compile_service.h"
#include "app/protocol/messages.h"
#include "app/worker/active_tasks.h"
#include "app/worker/calculator.h"
#include "app/worker/line_reader.h"
#include "app/worker/measure_stage.h"
#include "app/worker/output.h"
#include "app/worker/pipeline.h"
#include "app/worker/task_queue.h"

namespace spillway::worker {

/// Received kernel sources by hash; drops the oldest above max_bytes. Thread-safe.
class Sources {
public:
    static constexpr std::size_t max_bytes = std::size_t{64} << 20;

    void add(model::SourceText source);
    [[nodiscard]] std::shared_ptr<const model::SourceText> find(const std::string& hash) const;

private:
    struct Kept {
        std::shared_ptr<const model::SourceText> source;
        std::uint64_t arrival = 0;
    };
    mutable std::mutex mutex_;
    std::map<std::string, Kept> kept_;
    std::size_t bytes_ = 0;
    std::uint64_t arrivals_ = 0;
};

class Worker {
public:
    Worker(int input, int output, int compile_threads);

    /// Sends hello and answers requests until the end of input or Shutdown. Then exits with status 0 without waiting
    /// for compiles.
    [[noreturn]] void serve();

private:
    void say_hello(const gpu::DriverProbe& driver, int threads);
    void start_threads();
    void start_thread(TaskQueue& tasks, Lane lane, bool is_needed);
    void work(TaskQueue& tasks, Lane lane);
    void queue(Task task);
    void overtake(const std::string& group);
    void do_task(const Task& task, double queued_seconds);
    void answer(const protocol::Run& request, const model::SourceText* source, protocol::Result result);
    bool answer_from_cache(const protocol::Run& request, const model::SourceText* source);
    void handle(const LineReader::Line& line);

    void on(const protocol::Source& message);
    void on(const protocol::Run& message);
    void on(const protocol::ListingRequest& message);
    void on(const protocol::CausesRequest& message);
    void on(const protocol::InterpretRequest& message);
    void on(const protocol::WhatIf& message);
    void on(const protocol::RoofsRequest& message);
    void on(const protocol::Cancel& message);
    void on(const protocol::Ping& message);
    void on(const protocol::Shutdown& message);
    void drop(const std::vector<std::uint64_t>& ids);

    LineReader reader_;
    Output output_;
    int compile_threads_;
    Sources sources_;
    TaskQueue tasks_;
    TaskQueue long_tasks_;  ///< of files that may compile longer than others: these have threads of their own
    ActiveTasks active_;
    compiler::DiskCache disk_;
    std::unique_ptr<compiler::CompileService> service_;
    std::unique_ptr<Pipeline> pipeline_;
    std::unique_ptr<Calculator> calculator_;
    std::unique_ptr<MeasureStage> measure_;  ///< only with a GPU
};

}  // namespace spillway::worker
