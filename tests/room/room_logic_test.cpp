// The rules of a vote, its secrets and its bounds, without a file, a socket or a clock.

#include <set>

#include <gtest/gtest.h>

#include "app/room/host.h"
#include "app/room/limits.h"
#include "app/room/room.h"
#include "app/room/secrets.h"
#include "tests/room/asked.h"

namespace spillway::room {
namespace {

Answer choice(std::size_t index)
{
    Answer answer;
    answer.choice = index;
    return answer;
}

TEST(Room, CountsEachDeviceOnceAndOnlyWhileTheRoundIsOpen)
{
    Room room({});
    EXPECT_FALSE(room.take_answer("a", 0, choice(0))) << "nothing is open";
    ASSERT_FALSE(room.open(choice_question(), {}));
    const std::uint64_t first = room.data().round;
    EXPECT_TRUE(room.take_answer("a", first, choice(0)));
    EXPECT_TRUE(room.take_answer("a", first, choice(2)));
    EXPECT_TRUE(room.take_answer("b", first, choice(1)));
    EXPECT_FALSE(room.take_answer("c", first + 1, choice(1))) << "of another round";
    ASSERT_FALSE(room.close());
    EXPECT_FALSE(room.take_answer("c", first, choice(1))) << "too late";
    EXPECT_EQ(room.current()->rounds[0].choices, (std::vector<std::size_t>{0, 1, 1}));
    EXPECT_TRUE(room.data().answers.empty()) << "no device is left";
}

TEST(Room, RefusesAnActionOfAnotherPhaseAndChangesNothing)
{
    Room room({});
    EXPECT_TRUE(room.close());
    EXPECT_TRUE(room.open_again());
    EXPECT_TRUE(room.show_truth());
    EXPECT_TRUE(room.take_cards({1, 2, 3}));
    ASSERT_FALSE(room.open(choice_question(), {}));
    EXPECT_TRUE(room.open(choice_question(), {})) << "one at a time";
    EXPECT_TRUE(room.put_away());
    EXPECT_TRUE(room.take_cards({1, 2})) << "a count for each choice";
    EXPECT_EQ(room.data().phase, Phase::open);
    ASSERT_FALSE(room.close());
    EXPECT_TRUE(room.show_truth()) << "the truth is unknown";
    room.finish();
    EXPECT_EQ(room.data().votes.size(), 1U);
}

TEST(Room, HoldsABoundedNumberOfAnswersRoundsAndQuestions)
{
    Room room({});
    ASSERT_FALSE(room.open(choice_question(), {}));
    for (std::size_t i = 0; i < max_devices; ++i)
        ASSERT_TRUE(room.take_answer(std::to_string(i), room.data().round, choice(0)));
    EXPECT_FALSE(room.take_answer("one more", room.data().round, choice(0)));
    EXPECT_TRUE(room.take_answer("7", room.data().round, choice(1))) << "a change is none more";
    for (std::size_t i = 1; i < max_rounds; ++i) {
        ASSERT_FALSE(room.close());
        ASSERT_FALSE(room.open_again());
    }
    ASSERT_FALSE(room.close());
    EXPECT_TRUE(room.open_again());
    for (std::size_t i = 1; i < max_questions; ++i) {
        ASSERT_FALSE(room.open(choice_question(), {}));
        ASSERT_FALSE(room.close());
    }
    EXPECT_TRUE(room.open(choice_question(), {}));
}

TEST(Room, ATruthThatComesLateFillsItsQuestionOnly)
{
    Room room({});
    ASSERT_FALSE(room.open(number_question(), {}));
    ASSERT_FALSE(room.close());
    ASSERT_FALSE(room.open(choice_question(), {}));
    judging::Truth truth;
    truth.number = 256;
    room.set_truth("running_mean", "frame_64", truth, "H200");
    EXPECT_EQ(room.data().votes[0].truth.number, 256);
    EXPECT_FALSE(room.data().votes[1].truth.is_known());
}

TEST(Secrets, HaveTheirFormAndAreNeverTheSame)
{
    std::set<std::string> codes, tokens;
    for (int i = 0; i < 1000; ++i) {
        codes.insert(new_room_code());
        tokens.insert(new_token());
    }
    EXPECT_EQ(codes.size(), 1000U);
    EXPECT_EQ(tokens.size(), 1000U);
    for (const std::string& code : codes) EXPECT_TRUE(is_room_code(code)) << code;
    for (const std::string& token : tokens) EXPECT_TRUE(is_token(token)) << token;
    for (const char* none : {"", "ABC", "AAAAAAAAAAA", "aaaaaaaaaa", "AAAAAAAAAI"})
        EXPECT_FALSE(is_room_code(none)) << none;
}

TEST(Secrets, AreTheSameOnlyWhole)
{
    const std::string token = new_token();
    EXPECT_TRUE(is_same_secret(token, token));
    EXPECT_FALSE(is_same_secret(token.substr(1), token));
    EXPECT_FALSE(is_same_secret(token + "0", token));
    EXPECT_FALSE(is_same_secret("", token));
    EXPECT_FALSE(is_same_secret("", "")) << "an unset secret fits nothing";
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::string other = token;
        other[i] = other[i] == '0' ? '1' : '0';
        EXPECT_FALSE(is_same_secret(other, token));
    }
}

TEST(Allowance, LetsABurstPassAndThenTwentyASecond)
{
    Allowance allowance;
    int taken = 0;
    for (int i = 0; i < 100; ++i) taken += allowance.take(5.0) ? 1 : 0;
    EXPECT_EQ(taken, static_cast<int>(max_messages_at_once));
    taken = 0;
    for (int i = 1; i <= 1000; ++i) taken += allowance.take(5.0 + i * 0.01) ? 1 : 0;
    EXPECT_NEAR(taken, 200, 1) << "in ten seconds";
}

TEST(Answers, AreReadForTheirQuestion)
{
    SentAnswer sent;
    sent.text = "0.25 KiB";
    EXPECT_EQ(read_answer(number_question(), sent)->number, 256);
    sent.text = "4 or 8";
    EXPECT_FALSE(read_answer(number_question(), sent));
    EXPECT_FALSE(read_answer(choice_question(), sent)) << "no choice";
    sent.choice = 3;
    EXPECT_FALSE(read_answer(choice_question(), sent)) << "there are three";
    sent.choice = 2;
    EXPECT_EQ(read_answer(choice_question(), sent)->choice, 2U);
    sent.text = "0:5 1:500 64:7 128:-3 200:9";
    const auto curve = read_answer(curve_question(), sent);
    ASSERT_TRUE(curve);
    EXPECT_EQ(curve->curve, (judging::Curve{{1, 140}, {64, 7}, {128, 0}})) << "within the axes";
    sent.text = "1:5";
    EXPECT_FALSE(read_answer(curve_question(), sent));
}

}  // namespace
}  // namespace spillway::room
