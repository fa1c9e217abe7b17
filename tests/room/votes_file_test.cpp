// A room's two files: written and read the same, refused where they are not as they were written, and continued.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/room/limits.h"
#include "app/room/room_store.h"
#include "app/room/secrets.h"
#include "app/room/votes_file.h"
#include "tests/room/asked.h"
#include "tests/support/scratch_folder.h"

namespace spillway::room {
namespace {

namespace fs = std::filesystem;

/// A room in the middle of a second round, with a question of each kind behind it.
RoomData lecture()
{
    RoomData data;
    data.code = new_room_code();
    data.presenter = new_token();
    data.began = 1'000'000;
    Voted curve{curve_question(), {}, "", {Tally{}}}, number{number_question(), {}, "H200", {Tally{}}};
    curve.rounds[0].curves = {{{1, 20}, {128, 40}}, {{1, 22.5}, {64, 30}, {128, 41}}};
    number.rounds[0].numbers = {{0.1, 2}, {256, 5}};
    number.truth.number = 256;
    Voted choice{choice_question(), {}, "", {Tally{}}};
    choice.rounds[0].choices = {12, 3, 5};
    choice.rounds[0].by_hand = true;
    choice.truth.choice = 1;
    data.votes = {curve, number, choice};
    data.round = 4;
    data.phase = Phase::open;
    data.answers[new_token()].choice = 2;
    data.answers[new_token()].choice = 0;
    data.links = {"http://127.0.0.1:1/?room=A", "http://127.0.0.1:1/present?room=A#b", ""};
    return data;
}

std::string read_text(const fs::path& file)
{
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(VotesFile, IsReadAsItWasWritten)
{
    const std::string votes = print_votes(lecture().votes), room = print_room(lecture());
    const auto read_votes = parse_votes(votes);
    ASSERT_TRUE(read_votes) << read_votes.error().line();
    EXPECT_EQ(print_votes(*read_votes), votes);
    const auto read_room = parse_room(room);
    ASSERT_TRUE(read_room) << read_room.error().line();
    EXPECT_EQ(print_room(*read_room), room);
    EXPECT_EQ((*read_votes)[1].rounds[0].numbers.at(0.1), 2U);
}

TEST(VotesFile, HasNoDeviceNoLinkAndNoTime)
{
    const RoomData data = lecture();
    const std::string votes = print_votes(data.votes);
    EXPECT_EQ(votes.find(data.code), std::string::npos);
    EXPECT_EQ(votes.find(data.presenter), std::string::npos);
    for (const auto& [device, answer] : data.answers) EXPECT_EQ(votes.find(device), std::string::npos);
    const auto json = nlohmann::json::parse(votes);
    EXPECT_EQ(json.size(), 3U) << json.dump(1);
    EXPECT_EQ(json["questions"][1]["rounds"][0]["right"], 5);
}

TEST(VotesFile, IsRefusedWhereAValueIsImpossible)
{
    const auto json = nlohmann::json::parse(print_room(lecture()));
    const auto expect_refused = [](const nlohmann::json& changed, const char* what) {
        EXPECT_FALSE(parse_room(changed.dump())) << what;
    };
    const auto with = [&](const char* pointer, const nlohmann::json& value) {
        nlohmann::json changed = json;
        changed[nlohmann::json::json_pointer(pointer)] = value;
        return changed;
    };
    ASSERT_TRUE(parse_room(json.dump()));
    expect_refused(with("/format", 2), "format");
    expect_refused(with("/spillway", "votes"), "kind");
    expect_refused(with("/code", "short"), "code");
    expect_refused(with("/presenter", ""), "presenter");
    expect_refused(with("/phase", "other"), "phase");
    expect_refused(with("/phase", "waiting"), "answers without an open round");
    expect_refused(with("/round", -1), "round");
    expect_refused(with("/answers/short", 1), "no token");
    expect_refused(with("/questions/2/rounds/0/counts/0", -1), "a negative count");
    expect_refused(with("/questions/2/rounds/0/counts/3", 1), "one count too many");
    expect_refused(with("/questions/1/rounds/0/counts/0", nlohmann::json::array({1})), "no pair");
    expect_refused(with("/questions/1/text", std::string(max_question_bytes + 1, 'x')), "a long text");
    expect_refused(with("/questions/0/axis/last", 0), "an empty axis");
    expect_refused(with("/questions/0/rounds", nlohmann::json::array()), "no round before the last question");
    expect_refused(with("/questions/2/truth/answer", 7), "a choice that is not there");
    EXPECT_FALSE(parse_votes(""));
    EXPECT_FALSE(parse_votes("[]"));
}

TEST(RoomStore, ContinuesAKilledRoomAndNotAnOldOne)
{
    const fs::path folder = scratch_folder("room");
    const std::int64_t now = 1'000'000;
    RoomData data;
    {
        auto store = RoomStore::open(folder, "room", now);
        ASSERT_TRUE(store) << store.error().line();
        data = lecture();
        data.code = store->found().code;
        data.presenter = store->found().presenter;
        ASSERT_FALSE(store->write(data));
        EXPECT_FALSE(RoomStore::open(folder, "room", now)) << "one server a room";
        const auto served = RoomStore::served_elsewhere(folder, "room");
        ASSERT_TRUE(served);
        EXPECT_EQ(served->links.presenter, data.links.presenter);
        EXPECT_FALSE(RoomStore::served_elsewhere(folder, "other"));
        EXPECT_TRUE(RoomStore::open(folder, "other", now));
    }
    EXPECT_FALSE(RoomStore::served_elsewhere(folder, "room")) << "its server is gone";
    {
        const auto store = RoomStore::open(folder, "room", now + 60);
        ASSERT_TRUE(store) << store.error().line();
        EXPECT_TRUE(store->is_continued());
        EXPECT_EQ(print_room(store->found()), print_room(data));
    }
    EXPECT_TRUE(RoomStore::open(folder, "room", now - 90'000)->is_continued()) << "the clock was set back";
    auto late = RoomStore::open(folder, "room", now + static_cast<std::int64_t>(room_seconds));
    ASSERT_TRUE(late) << late.error().line();
    EXPECT_FALSE(late->is_continued());
    EXPECT_NE(late->found().code, data.code);
    EXPECT_TRUE(late->found().answers.empty());
    ASSERT_EQ(late->found().votes.size(), 3U) << "the votes stay";
    ASSERT_EQ(late->found().votes.back().rounds.size(), data.votes.back().rounds.size() + 1) << "the open round counts";
    EXPECT_EQ(late->found().votes.back().rounds.back().answers(), data.answers.size());
    ASSERT_FALSE(late->end(late->found()));
    EXPECT_FALSE(fs::exists(folder / "room.spillway-room"));
    EXPECT_EQ(read_text(folder / "room.spillway-votes"), print_votes(late->found().votes));
    fs::remove_all(folder);
}

TEST(RoomStore, WithoutVotesLeavesNoFile)
{
    const fs::path folder = scratch_folder("room");
    {
        auto store = RoomStore::open(folder, "room", 5);
        ASSERT_TRUE(store) << store.error().line();
        ASSERT_FALSE(store->write(store->found()));
        ASSERT_FALSE(store->end(store->found()));
    }
    EXPECT_TRUE(fs::is_empty(folder));
    fs::remove_all(folder);
}

TEST(RoomStore, NamesArePartsOfFileNames)
{
    for (const char* name : {"room", "GPU-course_2"}) EXPECT_TRUE(is_room_name(name)) << name;
    for (const char* name : {"", ".", "..", "a/b", "a b", "a\n", "\xc3\xa9"}) EXPECT_FALSE(is_room_name(name)) << name;
}

}  // namespace
}  // namespace spillway::room
