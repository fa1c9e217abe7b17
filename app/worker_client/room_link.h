#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/clock.h"
#include "app/worker_client/room_socket.h"
#include "app/worker_client/shipped_link.h"

namespace spillway::worker_client {

/// A page's connection to its room's server (docs/serving.md), and the reports that ship with the page. The reports
/// answer until the server says hello, and again once it is lost. While the server is there, it answers requests for
/// measurements and code, and every setting without a shipped report of the server's compiler.
class RoomLink final : public Link {
public:
    RoomLink(std::unique_ptr<RoomSocket> socket, const std::function<void()>& wake);

    void use(std::vector<std::string> command) override { shipped_.use(std::move(command)); }
    void start() override { shipped_.start(); }
    void kill() override { shipped_.kill(); }
    void send(protocol::ToWorker message) override;
    void wake_after(double seconds) override { shipped_.wake_after(seconds); }
    void check_after(double seconds) override { shipped_.check_after(seconds); }
    void watch_folders(std::vector<std::string>, std::filesystem::file_time_type) override {}
    [[nodiscard]] std::vector<Event> take() override;
    void wait(double seconds) override { shipped_.wait(seconds); }
    [[nodiscard]] bool is_shipped() const override { return !is_live_; }
    [[nodiscard]] bool may_hang() const override { return false; }  // it watches the server itself
    [[nodiscard]] std::optional<double> seconds_to_next() const override;

private:
    using Requests = std::map<std::uint64_t, protocol::ToWorker>;

    [[nodiscard]] bool may_ship(const protocol::ToWorker& message) const;
    void ask_room(std::uint64_t id, protocol::ToWorker message);
    void withdraw(const protocol::Cancel& cancel);
    void take_shipped(Event event);
    void take_message(std::string_view text);
    void take_line(std::string_view line);
    void take_hello(const protocol::Hello& hello);
    void lose_room(model::Error why);
    void look_after_room();
    void flush();
    [[nodiscard]] std::string next_lines();
    [[nodiscard]] std::string code_for(const std::string& hash) const;
    [[nodiscard]] double tokens() const;

    std::unique_ptr<RoomSocket> socket_;
    std::function<void()> wake_;
    ShippedLink shipped_;
    protocol::Hello shipped_hello_;
    bool is_live_ = false;  ///< the server has said hello
    bool is_same_compiler_ = false;
    bool takes_code_ = false;  ///< the server compiles this page's own lines
    std::map<std::string, model::SourceText> sources_;
    std::deque<std::string> sent_sources_;  ///< hashes; the server may have forgotten older ones
    Requests tried_;                        ///< at the shipped reports, first
    Requests queued_, at_room_;             ///< for the server: not sent yet; sent
    std::string control_;                   ///< lines to be sent before the queued ones
    std::vector<Event> inbox_;
    double tokens_ = 0;  ///< messages that may be sent, at spent_at_
    base::Clock::time_point spent_at_ = base::Clock::now(), heard_at_ = base::Clock::now();
    bool is_pinged_ = false;
};

}  // namespace spillway::worker_client
