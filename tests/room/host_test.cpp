// Clients and their room: what each is sent, and when.

#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/room/host.h"
#include "app/room/limits.h"
#include "app/room/secrets.h"
#include "tests/room/asked.h"

namespace spillway::room {
namespace {

using HostJson = nlohmann::json;

/// Keeps what a client was sent last of each kind.
class Sent : public Outbox {
public:
    void send(ClientId client, Slot slot, std::string text) override { last[client][slot] = HostJson::parse(text); }
    void add(ClientId, std::string) override {}
    [[nodiscard]] std::size_t unsent_bytes(ClientId) const override { return 0; }
    void drop(ClientId client) override { dropped.insert(client); }
    [[nodiscard]] const HostJson& state(ClientId client) { return last[client][Slot::state]; }

    std::map<ClientId, std::map<Slot, HostJson>> last;
    std::set<ClientId> dropped;
};

/// Answers when the test says so.
class SlowTruths : public Truths {
public:
    void request(const std::string& lesson, const std::string& question) override
    {
        wanted.emplace_back(lesson, question);
    }
    std::vector<Found> take() override { return std::exchange(found, {}); }

    std::vector<std::pair<std::string, std::string>> wanted;
    std::vector<Found> found;
};

constexpr ClientId phone_client = 1, tab_client = 2, other_client = 3, presenter_client = 4;

class HostTest : public testing::Test {
protected:
    HostTest()
    {
        host.opened(phone_client, "device a", "one");
        host.opened(tab_client, "device a", "one");
        host.opened(other_client, "device b", "two");
        host.opened(presenter_client, "device c", "one");
        say(presenter_client, {{"do", "present"}, {"token", token}});
        turn();
    }

    static RoomData data()
    {
        RoomData made;
        made.presenter = token;
        return made;
    }
    void say(ClientId client, const HostJson& message) { host.received(client, message.dump(), 0); }
    /// The server's loop: what changed is stored, then sent.
    void turn(bool is_stored = true)
    {
        host.poll();
        (void)host.take_change();
        host.flush(is_stored);
    }
    void open_choice()
    {
        say(presenter_client, {{"do", "open"}, {"lesson", "matmul"}, {"question", "which_step"}});
        turn();
    }
    void answer(ClientId client, std::size_t choice, std::uint64_t mark)
    {
        say(client, {{"do", "answer"}, {"round", host.room().data().round}, {"mark", mark}, {"choice", choice}});
    }

    static inline const std::string token = "0123456789abcdef0123456789abcdef";
    Sent sent;
    SlowTruths truths;
    RoomHost host{data(),
                  {{{"Matrix multiplication", choice_question()}}, {{"reads_are_free", "Reads are free."}}, "link"},
                  sent,
                  truths};
};

TEST_F(HostTest, AnAnswerIsAcknowledgedOnceItIsStored)
{
    open_choice();
    answer(phone_client, 0, 7);
    EXPECT_EQ(sent.state(phone_client)["mark"], 0) << "not yet";
    turn(false);
    EXPECT_EQ(sent.state(phone_client)["mark"], 0) << "the file could not be written";
    answer(phone_client, 0, 8);
    turn();
    EXPECT_EQ(sent.state(phone_client)["mark"], 8);
    EXPECT_EQ(sent.state(tab_client)["mine"]["choice"], 0) << "the other tab is the same device";
    EXPECT_FALSE(sent.state(other_client).contains("mine"));
}

TEST_F(HostTest, APingIsAnsweredWithTheState)
{
    sent.last.clear();
    say(phone_client, {{"do", "ping"}});
    EXPECT_EQ(sent.state(phone_client)["is"], "state");
    EXPECT_FALSE(sent.last.contains(other_client));
    EXPECT_TRUE(host.command("{\"do\": \"ping\"}")) << "only a page asks";
}

TEST_F(HostTest, TroubleIsShownToPresentersUntilItIsOver)
{
    host.set_trouble(model::Error{"the disk is full", "room", "make room"});
    EXPECT_EQ(sent.last[presenter_client][Slot::problem]["text"], "The disk is full. Make room.");
    host.opened(other_client + 10, "device d", "one");
    say(other_client + 10, {{"do", "present"}, {"token", token}});
    EXPECT_EQ(sent.last[other_client + 10][Slot::problem]["text"], "The disk is full. Make room.") << "a later page";
    host.set_trouble(std::nullopt);
    EXPECT_EQ(sent.last[presenter_client][Slot::problem]["text"], "");
    EXPECT_FALSE(sent.last[phone_client].contains(Slot::problem));
}

TEST_F(HostTest, PhonesSeeNeitherAnswersNorMisconceptionsAndThePresenterTheNumberOnly)
{
    open_choice();
    answer(phone_client, 0, 1);
    answer(other_client, 0, 1);
    turn();
    EXPECT_EQ(sent.state(presenter_client)["answered"], 2);
    EXPECT_EQ(sent.state(presenter_client)["phones"], 2) << "two tabs are one phone, and the presenter is none";
    EXPECT_FALSE(sent.state(presenter_client).contains("results"));
    for (const auto& [client, kinds] : sent.last)
        EXPECT_EQ(kinds.at(Slot::state).dump().find("reads_are_free"), std::string::npos) << client;
    truths.found = {{"matmul", "which_step", "H200", {}}};
    truths.found[0].truth.choice = 1;
    turn();
    EXPECT_TRUE(sent.state(presenter_client)["has_truth"]);
    say(presenter_client, {{"do", "close"}});
    turn();
    EXPECT_EQ(sent.state(presenter_client)["results"]["bars"][0]["counts"], HostJson({2}));
    EXPECT_FALSE(sent.state(phone_client).contains("results"));
    say(presenter_client, {{"do", "truth"}});
    turn();
    EXPECT_EQ(sent.state(presenter_client)["results"]["rounds"][0]["verdict"]["misconception"], "Reads are free.");
}

TEST_F(HostTest, TheTruthIsRequestedAgainAfterARestart)
{
    open_choice();
    ASSERT_EQ(truths.wanted.size(), 1U);
    RoomHost restarted(host.room().data(), {}, sent, truths);
    EXPECT_EQ(truths.wanted.size(), 2U);
}

TEST_F(HostTest, ARefusedActionIsASentenceForItsPresenterOnly)
{
    say(presenter_client, {{"do", "close"}});
    EXPECT_EQ(sent.last[presenter_client][Slot::problem]["text"], "No question is open. Open one.");
    EXPECT_FALSE(sent.last[phone_client].contains(Slot::problem));
    EXPECT_TRUE(sent.dropped.empty());
}

TEST_F(HostTest, AClientWithoutTheTokenIsDroppedAtItsFirstAction)
{
    for (const char* action : {"close", "again", "truth", "away"}) {
        sent.dropped.clear();
        say(phone_client, {{"do", action}});
        EXPECT_EQ(sent.dropped, std::set<ClientId>{phone_client}) << action;
    }
    say(tab_client, {{"do", "present"}, {"token", token.substr(1)}});
    EXPECT_TRUE(sent.dropped.contains(tab_client));
    EXPECT_EQ(host.room().data().phase, Phase::waiting);
}

TEST_F(HostTest, TheStartersCommandsNeedNoTokenAndItsCountTellsNoAnswers)
{
    EXPECT_TRUE(host.command("nothing"));
    EXPECT_TRUE(host.command(R"({"do":"present","token":"x"})"));
    EXPECT_TRUE(host.command(R"({"do":"open","lesson":"matmul","question":"none"})"));
    EXPECT_FALSE(host.command(R"({"do":"open","lesson":"matmul","question":"which_step"})"));
    answer(phone_client, 1, 1);
    turn();
    const HostJson count = HostJson::parse(host.count());
    EXPECT_EQ(count, (HostJson{{"is", "count"},
                               {"phase", "open"},
                               {"lesson", "matmul"},
                               {"question", "which_step"},
                               {"phones", 2},
                               {"answered", 1}}));
    EXPECT_EQ(sent.state(other_client)["phase"], "open");
    EXPECT_FALSE(host.command(R"({"do":"close"})"));
    turn();
    EXPECT_EQ(sent.state(other_client)["phase"], "closed");
    EXPECT_TRUE(host.command(R"({"do":"close"})")) << "it is closed";
}

TEST_F(HostTest, AMessageOfAClosedClientIsNone)
{
    open_choice();
    host.closed(phone_client);
    host.closed(phone_client);
    answer(phone_client, 0, 1);
    EXPECT_TRUE(host.room().data().answers.empty());
    turn();
    EXPECT_EQ(sent.state(presenter_client)["phones"], 2) << "its other tab is still open";
    host.closed(tab_client);
    turn();
    EXPECT_EQ(sent.state(presenter_client)["phones"], 1);
}

TEST(Messages, AreRefusedWhereTheyAreNone)
{
    for (const char* text :
         {"", "x", "[]", "{}", "{\"do\":1}", "{\"do\":\"fly\"}", "{\"do\":\"answer\"}",
          "{\"do\":\"answer\",\"round\":-1,\"mark\":0}", "{\"do\":\"answer\",\"round\":1.5,\"mark\":0}",
          "{\"do\":\"answer\",\"round\":1,\"mark\":0,\"choice\":7}", "{\"do\":\"cards\",\"counts\":[-1]}",
          "{\"do\":\"cards\",\"counts\":[10001]}", "{\"do\":\"present\",\"token\":5}",
          "{\"do\":\"open_typed\",\"text\":\"\",\"kind\":\"number\"}",
          "{\"do\":\"open_typed\",\"text\":\"a\",\"kind\":\"choice\",\"choices\":[{\"text\":\"b\"}]}",
          "{\"do\":\"open_typed\",\"text\":\"a\",\"kind\":\"number\",\"right\":\"4 or 8\"}"})
        EXPECT_FALSE(read_message(text)) << text;
    EXPECT_FALSE(read_message(std::string(100'000, ' ') + "{\"do\":\"close\"}"));
    EXPECT_TRUE(read_message("{\"do\":\"close\"}"));
    const HostJson typed{{"do", "open_typed"}, {"text", std::string(400, '\x1b')}, {"kind", "number"}};
    EXPECT_FALSE(read_message(typed.dump())) << "too long once its control characters are visible";
}

TEST_F(HostTest, AFullRoundSaysSo)
{
    open_choice();
    for (std::size_t i = 0; i < max_devices; ++i) {
        const ClientId client = 100 + i;
        host.opened(client, "one of many " + std::to_string(i), i % 2 == 0 ? "even" : "odd");
        answer(client, 0, 1);
        host.closed(client);
    }
    turn();
    answer(other_client, 1, 7);
    turn();
    ASSERT_TRUE(sent.last[other_client].contains(Slot::problem));
    EXPECT_NE(sent.state(other_client)["mark"], 7);
    EXPECT_EQ(sent.state(presenter_client)["answered"], max_devices);
}

TEST_F(HostTest, OneMachineCannotTakeEveryPlaceOfARound)
{
    open_choice();
    for (std::size_t i = 0; i < max_devices; ++i) {
        const ClientId client = 100 + i;
        host.opened(client, "forged " + std::to_string(i), "one");
        answer(client, 0, 1);
        host.closed(client);
    }
    turn();
    EXPECT_EQ(sent.state(presenter_client)["answered"], max_devices_of_machine);
    answer(other_client, 1, 7);  // it comes from another machine
    turn();
    EXPECT_EQ(sent.state(other_client)["mark"], 7);
    EXPECT_EQ(sent.state(presenter_client)["answered"], max_devices_of_machine + 1);
}

TEST_F(HostTest, AfterTheEndThePagesKnowThatItIsOver)
{
    open_choice();
    turn();
    EXPECT_FALSE(sent.state(phone_client).contains("is_over"));
    host.finish();
    turn();
    EXPECT_EQ(sent.state(phone_client)["is_over"], true);
    EXPECT_EQ(sent.state(presenter_client)["is_over"], true);
}

}  // namespace
}  // namespace spillway::room
