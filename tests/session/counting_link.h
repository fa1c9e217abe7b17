#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "app/session/session.h"
#include "app/worker_client/shipped_link.h"

namespace spillway::session {

/// Requests that a CountingLink has sent.
struct Requests {
    int runs = 0;
    int listings = 0;
};

/// Answers from the shipped files, and counts requests.
class CountingLink final : public worker_client::Link {
public:
    CountingLink(std::function<void()> wake, Requests& requests) : shipped_(std::move(wake)), requests_(requests) {}

    void use(std::vector<std::string> command) override { shipped_.use(std::move(command)); }
    void start() override { shipped_.start(); }
    void kill() override { shipped_.kill(); }
    void send(protocol::ToWorker message) override
    {
        requests_.runs += std::holds_alternative<protocol::Run>(message) ? 1 : 0;
        requests_.listings += std::holds_alternative<protocol::ListingRequest>(message) ? 1 : 0;
        shipped_.send(std::move(message));
    }
    void wake_after(double seconds) override { shipped_.wake_after(seconds); }
    void check_after(double seconds) override { shipped_.check_after(seconds); }
    void watch_folders(std::vector<std::string>, std::filesystem::file_time_type) override {}
    [[nodiscard]] std::vector<Event> take() override { return shipped_.take(); }
    void wait(double) override {}
    [[nodiscard]] bool is_shipped() const override { return true; }
    [[nodiscard]] bool may_hang() const override { return false; }
    [[nodiscard]] std::optional<double> seconds_to_next() const override { return shipped_.seconds_to_next(); }

private:
    worker_client::ShippedLink shipped_;
    Requests& requests_;
};

/// A session as in a page. Null after an error.
[[nodiscard]] inline std::unique_ptr<Session> open_without_worker(Requests& requests)
{
    const std::filesystem::path source = SPILLWAY_SOURCE_DIR;
    Options options;
    options.installed_experiments = source / "kernels";
    options.gpus_file = source / "assets/gpus.json";
    options.open_link = [&](std::function<void()> wake) {
        return std::make_unique<CountingLink>(std::move(wake), requests);
    };
    auto opened = Session::open(std::move(options));
    if (opened) return std::move(*opened);
    ADD_FAILURE() << opened.error().line();
    return nullptr;
}

}  // namespace spillway::session
