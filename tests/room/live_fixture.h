#pragma once

// A desk of the room with workers that the test plays, and the lines that pages send to it.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/room/live/desk.h"

namespace spillway::room {

using LiveJson = nlohmann::json;

inline results::ResultLibrary shipped_library()
{
    results::Sources sources;
    sources.installed_experiments = std::filesystem::path(SPILLWAY_SOURCE_DIR) / "kernels";
    sources.gpus_file = SPILLWAY_GPUS_ALONE;
    return std::move(*results::ResultLibrary::load(std::move(sources)));
}

inline LiveJson run_line(std::uint64_t id, int window_size, const std::string& group = "")
{
    return {{"type", "run"},
            {"id", id},
            {"group", group},
            {"priority", 0},
            {"job",
             {{"experiment", "running_mean"},
              {"variant", "local_array"},
              {"values", {{"window_size", window_size}}},
              {"gpu", {{"name", "h200"}}}}}};
}

inline Question question_of(const LiveJson& line)
{
    return std::get<Question>(*read_line(line.dump()));
}

/// The worker, as the test has it answer.
class TestLink : public worker_client::Link {
public:
    struct Shared {
        std::vector<protocol::Run> runs;
        std::vector<std::uint64_t> cancelled;
        std::vector<Event> events;
        std::string compiler = "13.0.88";
        std::vector<model::Gpu> gpus;
        std::optional<std::string> confined_by;
        std::vector<std::string> sources;
        int starts = 0;
        bool starts_never = false;
    };
    explicit TestLink(Shared& shared) : shared_(shared) {}

    void use(std::vector<std::string>) override {}
    void start() override
    {
        ++shared_.starts;
        if (shared_.starts_never) {
            shared_.events.emplace_back(SpawnFailed{{"no such program", "worker", ""}});
            return;
        }
        protocol::Hello hello;
        hello.compiler = {true, shared_.compiler, "/secret/libnvrtc.so", "", ""};
        hello.live_gpus = shared_.gpus;
        hello.confined_by = shared_.confined_by;
        hello.compile_threads = 1;
        shared_.events.emplace_back(protocol::FromWorker(hello));
    }
    void kill() override {}
    void send(protocol::ToWorker message) override
    {
        if (auto* run = std::get_if<protocol::Run>(&message)) shared_.runs.push_back(*run);
        if (auto* source = std::get_if<protocol::Source>(&message)) shared_.sources.push_back(source->source.text);
        if (auto* cancel = std::get_if<protocol::Cancel>(&message))
            shared_.cancelled.insert(shared_.cancelled.end(), cancel->ids.begin(), cancel->ids.end());
    }
    void wake_after(double) override {}
    void check_after(double) override {}
    void watch_folders(std::vector<std::string>, std::filesystem::file_time_type) override {}
    std::vector<Event> take() override { return std::exchange(shared_.events, {}); }
    void wait(double) override {}
    [[nodiscard]] bool may_hang() const override { return false; }

private:
    Shared& shared_;
};

inline Workers::Place place_of(TestLink::Shared& shared)
{
    return {[&shared](const std::function<void()>&) { return std::make_unique<TestLink>(shared); }, ""};
}

class Lines : public Outbox {
public:
    void send(ClientId, Slot, std::string) override {}
    void add(ClientId client, std::string line) override { of[client].push_back(LiveJson::parse(line)); }
    [[nodiscard]] std::size_t unsent_bytes(ClientId client) const override
    {
        return slow.contains(client) ? 1 << 20 : 0;
    }
    void drop(ClientId client) override { dropped.insert(client); }
    /// Ids of the answers of this type.
    [[nodiscard]] std::vector<std::uint64_t> ids(ClientId client, const std::string& type)
    {
        std::vector<std::uint64_t> found;
        for (const LiveJson& line : of[client])
            if (line["type"] == type) found.push_back(line["id"]);
        return found;
    }

    std::map<ClientId, std::vector<LiveJson>> of;
    std::set<ClientId> dropped, slow;
};

class WorkersTest : public testing::Test {
protected:
    void begin()
    {
        desk.emplace(shipped_library(), std::vector{place_of(first), place_of(second)},
                     [this](const model::Error& trouble) { troubles.push_back(trouble.what); });
        desk->begin(lines, [] {});
        for (ClientId client = 1; client <= 2; ++client) desk->opened(client, "a");
        desk->poll(0);
    }
    void ask(ClientId client, std::uint64_t id, int window_size)
    {
        desk->received(client, run_line(id, window_size).dump(), static_cast<double>(id));
    }
    /// Workers that the desk says it does not use.
    [[nodiscard]] std::ptrdiff_t unused() const
    {
        return std::ranges::count_if(
            troubles, [](const std::string& what) { return what.find("gets no requests") != std::string::npos; });
    }
    static void answer(TestLink::Shared& worker)
    {
        for (const protocol::Run& run : std::exchange(worker.runs, {}))
            worker.events.emplace_back(
                protocol::FromWorker(protocol::Result{run.id, true, {}, model::empty_result(run.job)}));
    }

    Lines lines;
    TestLink::Shared first, second;
    std::vector<std::string> troubles;
    std::optional<Desk> desk;
};

}  // namespace spillway::room
