#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/results/result_library.h"
#include "app/room/limits.h"
#include "app/room/live/answer_text.h"
#include "app/room/live/turns.h"
#include "app/room/live_desk.h"
#include "app/worker_client/dispatcher.h"

namespace spillway::room {

/// Asks the worker for the pages: what is on the closed list, in turns by client, and the same question of many once. A
/// page's newer question replaces its older one of the same group.
class Desk final : public LiveDesk {
public:
    using OpenLink = std::function<std::unique_ptr<worker_client::Link>(std::function<void()> wake)>;
    /// `host`: of the worker, see WorkerStatus. `on_trouble` gets the worker's problems.
    Desk(results::ResultLibrary library, OpenLink open_link, std::string host,
         std::function<void(const model::Error&)> on_trouble);

    void begin(Outbox& outbox, std::function<void()> wake) override;
    void opened(ClientId client) override;
    void received(ClientId client, std::string_view text, double now) override;
    void closed(ClientId client) override;
    void poll(double now) override;
    void end() override { dispatcher_.reset(); }

    /// Questions at the worker.
    [[nodiscard]] std::size_t under_way() const { return works_.size(); }

private:
    struct Page {
        Allowance allowance;
        std::size_t joined = 0;  ///< its questions at the worker
    };
    struct Waiter {
        ClientId client = 0;
        std::uint64_t id = 0;
        std::string group;
    };
    /// A question at the worker, and the pages that wait for its answer.
    struct Work {
        std::string key;
        protocol::ToWorker request;
        std::uint64_t number = 0;  ///< the dispatcher's
        bool is_slow = false;
        std::vector<Waiter> waiters;
        AnswerPointer provisional;
    };
    using Works = std::map<std::uint64_t, Work>;

    void handle(ClientId client, const Question& question);
    void handle(ClientId client, const Withdrawal& withdrawal);
    void handle(ClientId client, const AreYouThere&);
    void replace(ClientId client, const std::string& group);
    /// Removes waiters, and cancels work without any.
    void leave(const std::function<bool(const Waiter&)>& leaves, bool is_told);
    [[nodiscard]] bool has_room(ClientId client) const;
    [[nodiscard]] bool answer_at_once(const Waiting& waiting);
    void start();
    void submit(Waiting waiting);
    void take(std::uint64_t work, const worker_client::Answer& answer);
    void finish(const Work& work, const worker_client::Answer& answer);
    void follow_worker(double now);

    void send(ClientId client, const protocol::FromWorker& message);
    void refuse(ClientId client, std::uint64_t id, const protocol::ToWorker& request, const model::Error& why);
    void refuse(ClientId client, const Question& question, const model::Error& why);

    results::ResultLibrary library_;
    OpenLink open_link_;
    std::string host_;
    std::function<void(const model::Error&)> on_trouble_;
    Outbox* outbox_ = nullptr;
    std::unique_ptr<worker_client::Dispatcher> dispatcher_;
    std::map<ClientId, Page> pages_;
    Turns turns_;
    Works works_;
    std::uint64_t last_work_ = 0;
    std::unordered_map<std::string, std::uint64_t> by_key_;  ///< works that others may join
    std::array<std::size_t, 2> busy_{};                      ///< works at the worker: quick, slow
    KnownAnswers known_;
    std::uint64_t generation_ = 0;  ///< of the worker, as the pages know it
    std::string compiler_;
    std::optional<double> gone_since_;  ///< no worker starts
};

}  // namespace spillway::room
