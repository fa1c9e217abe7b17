#pragma once

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
#include "app/room/live/own_texts.h"
#include "app/room/live/turns.h"
#include "app/room/live/workers.h"
#include "app/room/live_desk.h"

namespace spillway::room {

/// Sends the pages' questions to the workers: only those on the closed list, in turns by machine and by client. Pages
/// with the same question share one request. A page's newer question replaces its older one of the same group.
class Desk final : public LiveDesk {
public:
    enum class Code { refused, exercises };  ///< whether a page's user may send code, and for what
    /// `on_trouble` gets the workers' problems.
    Desk(results::ResultLibrary library, std::vector<Workers::Place> workers,
         std::function<void(const model::Error&)> on_trouble, Code code = Code::refused);

    void begin(Outbox& outbox, std::function<void()> wake) override;
    void opened(ClientId client, const std::string& machine) override;
    void received(ClientId client, std::string_view text, double now) override;
    void closed(ClientId client) override;
    void poll(double now) override;
    void end() override { workers_.end(); }

    /// Questions at the workers.
    [[nodiscard]] std::size_t under_way() const { return works_.size(); }

private:
    struct Page {
        Allowance allowance;
        std::size_t joined = 0;   ///< its questions at the workers
        std::size_t stopped = 0;  ///< its own kernels that took too long
    };
    struct Waiter {
        ClientId client = 0;
        std::uint64_t id = 0;
        std::string group;
    };
    /// A question at a worker, and the pages that wait for its answer.
    struct Work {
        std::string key;
        protocol::ToWorker request;
        std::shared_ptr<const model::Experiment> experiment;
        const model::Variant* variant = nullptr;  ///< of the experiment
        Workers::Number worker = 0;
        std::uint64_t number = 0;    ///< that worker's
        std::uint64_t greeting = 0;  ///< greetings_ when it was sent
        std::size_t moves = 0;       ///< to another worker
        Pace pace = Pace::quick;
        std::vector<Waiter> waiters;
        AnswerPointer provisional;
    };
    using Works = std::map<std::uint64_t, Work>;

    void handle(ClientId client, const Question& question);
    void handle(ClientId client, const Cancellation& cancellation);
    void handle(ClientId client, const PagePing&);
    void handle(ClientId client, const OwnText& own);
    [[nodiscard]] std::optional<model::Error> why_no_code(ClientId client) const;
    [[nodiscard]] protocol::Hello hello() const;
    void finish_own(const Work& work, const worker_client::Answer& answer);
    void replace(ClientId client, const std::string& group);
    /// Removes waiters, and cancels work that then has none. `sends_dropped`: they get Dropped.
    void remove_waiters(const std::function<bool(const Waiter&)>& is_removed, bool sends_dropped);
    [[nodiscard]] bool has_room(ClientId client) const;
    [[nodiscard]] bool answer_at_once(const Waiting& waiting);
    void start();
    void submit(Workers::Number worker, Waiting waiting);
    void send_to(Workers::Number worker, std::uint64_t number, Work& work);
    [[nodiscard]] bool move(std::uint64_t number, Work& work);
    void greet();
    void take(std::uint64_t work, const worker_client::Answer& answer);
    void finish(const Work& work, const worker_client::Answer& answer);

    void send(ClientId client, const protocol::FromWorker& message);
    void refuse(ClientId client, std::uint64_t id, const protocol::ToWorker& request, const model::Error& why);
    void refuse(ClientId client, const Question& question, const model::Error& why);

    results::ResultLibrary library_;
    Workers workers_;
    Outbox* outbox_ = nullptr;
    std::map<ClientId, Page> pages_;
    Turns turns_;
    Works works_;
    std::uint64_t last_work_ = 0;
    std::unordered_map<std::string, std::uint64_t> by_key_;  ///< works that others may join
    KnownAnswers known_;
    Code code_;
    OwnTexts own_texts_;
    std::uint64_t greetings_ = 0;  ///< changes of the compiler or the GPUs: an answer from before one is not stored
    std::string compiler_;         ///< of the leader, as `gpus_`: the answers in known_ are of these
    std::vector<model::Gpu> gpus_;
};

}  // namespace spillway::room
