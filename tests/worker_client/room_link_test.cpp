// A page's link to its room: the server is asked for what does not ship, and its loss is not an error of a request.

#include "app/worker_client/room_link.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace spillway::worker_client {
namespace {

using LinkJson = nlohmann::json;

/// The test is the server.
class TestSocket : public RoomSocket {
public:
    struct Shared {
        std::vector<LinkJson> lines;
        std::size_t messages = 0;
        std::vector<Event> events;
        bool is_open = true, is_dropped = false;
    };
    explicit TestSocket(Shared& shared) : shared_(shared) {}

    bool send(const std::string& text) override
    {
        if (!shared_.is_open) return false;
        ++shared_.messages;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            shared_.lines.push_back(LinkJson::parse(text.substr(at, end - at)));
            at = end + 1;
        }
        return true;
    }
    void drop() override { shared_.is_dropped = true; }
    std::vector<Event> take() override { return std::exchange(shared_.events, {}); }

private:
    Shared& shared_;
};

protocol::Run run_with(std::uint64_t id, const std::string& group = "")
{
    protocol::Run run;
    run.id = id;
    run.group = group;
    run.job.compile.source_hash = "of no shipped kernel";
    run.job.compile.arch = "sm_90";
    run.job.plan.emplace();
    return run;
}

class RoomLinkTest : public testing::Test {
protected:
    RoomLinkTest()
    {
        link.start();
        (void)link.take();
    }
    void greet(bool has_compiler = true, bool takes_code = false)
    {
        protocol::Hello hello;
        if (takes_code) hello.takes_code = true;
        hello.compiler.available = has_compiler;
        hello.compiler.version = "13.0.88";
        say(hello);
    }
    void say(const protocol::FromWorker& message) { server.events.emplace_back(protocol::encode(message)); }
    template <typename E>
    [[nodiscard]] static std::vector<E> only(const std::vector<Link::Event>& events)
    {
        std::vector<E> found;
        for (const Link::Event& event : events)
            if (const auto* one = std::get_if<E>(&event)) found.push_back(*one);
        return found;
    }

    TestSocket::Shared server;
    RoomLink link{std::make_unique<TestSocket>(server), {}};
};

TEST_F(RoomLinkTest, UntilTheServerSaysHelloTheShippedReportsAnswer)
{
    server.events.emplace_back(RoomSocket::Opened{});
    link.send(run_with(1));
    EXPECT_EQ(only<Link::NoAnswer>(link.take()).size(), 1U);
    greet(false);
    EXPECT_TRUE(only<Link::Changed>(link.take()).empty()) << "a server without a compiler adds nothing";
    EXPECT_TRUE(link.is_shipped());
    greet();
    const auto changed = only<Link::Changed>(link.take());
    ASSERT_EQ(changed.size(), 1U);
    EXPECT_TRUE(changed[0].is_room);
    EXPECT_FALSE(link.is_shipped());
}

TEST_F(RoomLinkTest, WhatDoesNotShipIsAskedWithoutItsLaunch)
{
    greet();
    (void)link.take();
    link.send(run_with(1));
    link.send(protocol::ListingRequest{2, "code", 0, {}, protocol::Named{"running_mean", "a", {}, "h200"}});
    EXPECT_TRUE(only<Link::NoAnswer>(link.take()).empty());
    ASSERT_EQ(server.lines.size(), 2U);
    EXPECT_EQ(server.messages, 1U) << "several lines in one message";
    EXPECT_TRUE(server.lines[0]["job"]["plan"].is_null());
    EXPECT_EQ(server.lines[1]["of"]["experiment"], "running_mean");
    say(protocol::Result{1, true, {}, {}});
    server.events.emplace_back(
        "{\"type\":\"notice\",\"id\":2,\"error\":{\"what\":\"no\",\"where\":\"\",\"advice\":\"\"}}");
    const auto events = link.take();
    EXPECT_EQ(only<protocol::FromWorker>(events).size(), 1U);
    ASSERT_EQ(only<Link::NoAnswer>(events).size(), 1U);
    EXPECT_EQ(only<Link::NoAnswer>(events)[0].id, 2U);
}

TEST_F(RoomLinkTest, AKernelsTextGoesBeforeItsFirstQuestionIfTheServerTakesIt)
{
    link.send(protocol::Source{{"of no shipped kernel", "mine/kernel.cu", "__global__ void yours() {}"}});
    for (const bool takes_code : {false, true}) {
        server.lines.clear();
        greet(true, takes_code);
        (void)link.take();
        link.send(run_with(takes_code ? 11 : 1));
        link.send(run_with(takes_code ? 12 : 2));
        (void)link.take();
        std::vector<std::string> types;
        for (const LinkJson& line : server.lines) types.push_back(line["type"]);
        const std::vector<std::string> runs{"run", "run"}, all{"source", "run", "run"};
        EXPECT_EQ(types, takes_code ? all : runs);
    }
    EXPECT_EQ(server.lines[0]["source"]["text"], "__global__ void yours() {}");
}

TEST_F(RoomLinkTest, ALostServersQuestionsGetShippedAnswersAndItComesBack)
{
    greet();
    (void)link.take();
    link.send(run_with(1));
    (void)link.take();
    server.events.emplace_back(RoomSocket::Lost{});
    const auto events = link.take();
    ASSERT_EQ(only<Link::Changed>(events).size(), 1U);
    EXPECT_TRUE(only<Link::Changed>(events)[0].trouble.has_value());
    EXPECT_FALSE(only<Link::Changed>(events)[0].is_room);
    EXPECT_FALSE(only<Link::Changed>(events)[0].hello.compiler.available);
    EXPECT_EQ(only<Link::NoAnswer>(events).size(), 1U);
    server.events.emplace_back(RoomSocket::Lost{});
    EXPECT_TRUE(link.take().empty()) << "said once";
    server.events.emplace_back(RoomSocket::Opened{});
    greet();
    EXPECT_EQ(only<Link::Changed>(link.take()).size(), 1U);
}

TEST_F(RoomLinkTest, ANewerRequestReplacesOneThatIsNotSent)
{
    greet();
    (void)link.take();
    link.send(run_with(1, "current"));
    link.send(run_with(2, "current"));
    const auto events = link.take();
    ASSERT_EQ(server.lines.size(), 1U);
    EXPECT_EQ(server.lines[0]["id"], 2);
    bool is_dropped = false;
    for (const auto& message : only<protocol::FromWorker>(events))
        if (const auto* dropped = std::get_if<protocol::Dropped>(&message)) is_dropped |= dropped->id == 1;
    EXPECT_TRUE(is_dropped);
    link.send(protocol::Cancel{{2}});
    (void)link.take();
    EXPECT_EQ(server.lines.back()["type"], "cancel");
}

TEST_F(RoomLinkTest, ItStaysBelowTheServersBounds)
{
    greet();
    (void)link.take();
    for (std::uint64_t id = 1; id <= 500; ++id) {
        link.send(run_with(id));
        (void)link.take();
    }
    EXPECT_LT(server.messages, 40U);
    EXPECT_LE(server.lines.size(), 32U) << "so many without an answer";
    ASSERT_TRUE(link.seconds_to_next().has_value());
}

TEST_F(RoomLinkTest, NonsenseIsNoMessage)
{
    greet();
    (void)link.take();
    for (const char* text : {"", "\n\n", "nonsense", "{\"type\":\"result\",\"id\":1}", "[]"})
        server.events.emplace_back(std::string(text));
    std::vector<std::optional<std::uint64_t>> ids;
    for (const Link::Event& event : link.take())
        if (const auto* garbage = std::get_if<Link::Garbage>(&event)) ids.push_back(garbage->heading.id);
    EXPECT_EQ(ids, (std::vector<std::optional<std::uint64_t>>{std::nullopt, 1, std::nullopt})) << "request 1 is told";
}

}  // namespace
}  // namespace spillway::worker_client
