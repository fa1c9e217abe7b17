#include "app/worker/calculator.h"

#include <thread>

#include "app/answers/answer.h"

namespace spillway::worker {

void Calculator::answer(const protocol::WhatIf& question)
{
    output_.send(answers::what_if(question));
}

void Calculator::start()
{
    std::thread([this] { work(); }).detach();
}

std::optional<std::uint64_t> Calculator::push(protocol::WhatIf question)
{
    std::optional<std::uint64_t> dropped;
    const std::lock_guard lock(mutex_);
    if (questions_.size() >= max_questions) {
        dropped = questions_.front().id;
        questions_.pop_front();
    }
    questions_.push_back(std::move(question));
    has_question_.notify_one();
    return dropped;
}

void Calculator::work()
{
    for (;;) {
        std::unique_lock lock(mutex_);
        has_question_.wait(lock, [this] { return !questions_.empty(); });
        const protocol::WhatIf question = std::move(questions_.front());
        questions_.pop_front();
        lock.unlock();
        answer(question);
    }
}

}  // namespace spillway::worker
