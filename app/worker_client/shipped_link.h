#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/answers/shipped_listings.h"
#include "app/answers/shipped_reports.h"
#include "app/base/clock.h"
#include "app/worker_client/link.h"

namespace spillway::worker_client {

/// Answers from the reports and listings that ship with the program, in this process and thread: compile reports, the
/// occupancy computed from them, and code. Requests that need a compiler or a GPU get an Error.
class ShippedLink final : public Link {
public:
    explicit ShippedLink(std::function<void()> wake) : wake_(std::move(wake)) {}

    void use(std::vector<std::string> command) override;
    void start() override;
    void kill() override;
    void send(protocol::ToWorker message) override;
    void wake_after(double seconds) override;
    void check_after(double seconds) override;
    void watch_folders(std::vector<std::string>, std::filesystem::file_time_type) override {}
    [[nodiscard]] std::vector<Event> take() override;
    void wait(double) override {}  // all events are already there
    [[nodiscard]] bool is_shipped() const override { return true; }
    [[nodiscard]] bool may_hang() const override { return false; }  // it answers in this thread
    /// Whether the shipped reports are this compiler's.
    [[nodiscard]] bool is_made_by(const std::string& version) const;
    [[nodiscard]] std::optional<double> seconds_to_next() const override;

private:
    void deliver(Event event);
    void answer(const protocol::Run& request);
    void answer(const protocol::ListingRequest& request);

    std::function<void()> wake_;
    answers::ShippedReports reports_{answers::ShippedReports::default_folder()};
    answers::ReportTools tools_ = reports_.made_with();
    answers::ShippedListings listings_{answers::ShippedListings::default_folder()};
    std::map<std::string, model::SourceText> sources_;  ///< by hash
    std::vector<Event> inbox_;
    std::optional<base::Clock::time_point> tick_due_, check_due_;
};

}  // namespace spillway::worker_client
