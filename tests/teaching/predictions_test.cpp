#include "app/teaching/predictions.h"

#include <cmath>
#include <initializer_list>

#include <gtest/gtest.h>

namespace spillway::teaching {
namespace {

model::Question number_question()
{
    model::Question question;
    question.unit = "bytes";
    return question;
}

TEST(Predictions, a_judgement_is_a_sentence)
{
    const model::Question question = number_question();
    const auto said = [&](double guess) { return judgement(question, judging::judge_number(question, guess, 128)); };
    EXPECT_EQ(said(128), "Right.");
    EXPECT_EQ(said(64), "50 % off.");
    EXPECT_EQ(said(640), "5 times too large.");
    EXPECT_EQ(said(0.064), "2,000 times too small.") << "99.95 % off reads as nearly right";
    EXPECT_EQ(said(0), "100 % off.");
    EXPECT_EQ(said(140.8), "Close: 10 % off.");
}

TEST(Sketch, a_stroke_overwrites_what_it_passes)
{
    Sketch sketch;
    sketch.most = 100;
    for (const double x : {1.0, 2.0, 3.0, 4.0}) draw_to(sketch, x, 10);
    lift(sketch);
    draw_to(sketch, 4, 50);
    draw_to(sketch, 1, 200);
    lift(sketch);
    EXPECT_EQ(sketch.points, (Curve{{1, 100}, {4, 50}}));
    // A new stroke elsewhere leaves what lies between alone.
    draw_to(sketch, 8, 0);
    EXPECT_EQ(sketch.points.size(), 3U);
    EXPECT_EQ(value_at(sketch.points, 6), 25);
    EXPECT_FALSE(value_at(sketch.points, 9));
    EXPECT_FALSE(value_at(sketch.points, 0));
}

TEST(Sketch, a_stroke_may_rest_turn_back_or_be_one_click)
{
    Sketch sketch;
    sketch.most = 100;
    const auto stroke = [&](std::initializer_list<double> places, double y) {
        for (const double x : places) draw_to(sketch, x, y);
        lift(sketch);
    };
    stroke({5, 5, 5}, 10);  // pressed, and left to rest
    EXPECT_EQ(sketch.points, (Curve{{5, 10}}));
    stroke({5}, 20);  // one click
    EXPECT_EQ(sketch.points, (Curve{{5, 20}}));
    stroke({6, 7, 7, 8, 7, 7, 6, 6}, 30);  // forward, rests, back, rests
    EXPECT_EQ(sketch.points, (Curve{{5, 20}, {6, 30}, {7, 30}, {8, 30}}));
    stroke({8, 8, 5, 5}, 40);
    EXPECT_EQ(sketch.points, (Curve{{5, 40}, {8, 40}})) << "what it passed is overwritten";
    stroke({NAN, INFINITY, 6}, 50);
    draw_to(sketch, 7, NAN);
    EXPECT_EQ(sketch.points, (Curve{{5, 40}, {6, 50}, {8, 40}})) << "coordinates that are no numbers are ignored";
}

TEST(Sketch, a_long_stroke_is_kept_in_a_text_that_can_be_read_back)
{
    Sketch sketch;
    sketch.most = 1e9;
    for (int i = 0; i < 2000; ++i) draw_to(sketch, 1000 + i, i < 1000 ? 0 : 123456.789 * i);
    const std::string text = to_text(sketch.points);
    EXPECT_LE(text.size(), 2000U) << "progress.json takes no more";
    const auto read = parse_curve(text);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->begin()->first, sketch.points.begin()->first);
    EXPECT_EQ(read->rbegin()->first, sketch.points.rbegin()->first);
    // A corner stays where it is when the straight stretches beside it lose their points.
    Curve corner;
    for (int i = 0; i <= 100; ++i) corner[i] = i < 60 ? 0 : i;
    EXPECT_EQ(thinned(corner, 4), (Curve{{0, 0}, {59, 0}, {60, 60}, {100, 100}}));
}

TEST(Sketch, points_are_typed_and_kept_as_text)
{
    const auto curve = parse_curve("8:0, 32 : 128;64:2.5e2");
    ASSERT_TRUE(curve) << curve.error().line();
    EXPECT_EQ(*curve, (Curve{{8, 0}, {32, 128}, {64, 250}}));
    EXPECT_EQ(to_text(*curve), "8:0 32:128 64:250");
    EXPECT_EQ(*parse_curve(to_text(*curve)), *curve);
    for (const char* bad : {"", "8", "8:0", "8:0, x", "8:0, 9:nan", ":1 2:3", "1:2:3"})
        EXPECT_FALSE(parse_curve(bad)) << bad;
    std::string many;
    for (int i = 0; i < 1000; ++i) many += std::to_string(i) + ":1 ";
    EXPECT_FALSE(parse_curve(many));
}

TEST(Sketch, how_far_off_is_a_share_of_the_curves_height)
{
    const Curve truth{{1, 0}, {2, 50}, {3, 100}};
    EXPECT_EQ(distance(truth, truth), 0);
    EXPECT_DOUBLE_EQ(*distance({{1, 0}, {3, 0}}, truth), 0.5);
    EXPECT_FALSE(distance({{5, 0}, {6, 0}}, truth));
    EXPECT_FALSE(distance({{2.9, 100}, {3, 100}}, truth)) << "one point of three";
    EXPECT_DOUBLE_EQ(*distance({{1, 10}, {4, 10}}, {{1, 10}, {2, 10}, {3, 10}, {4, 10}, {5, 10}}), 0) << "four of five";
    // For a curve that is 0 everywhere.
    EXPECT_EQ(distance({{1, 0}, {3, 0}}, {{1, 0}, {3, 0}}), 0);
    EXPECT_EQ(distance({{1, 40}, {3, 40}}, {{1, 0}, {3, 0}}), 1);
}

TEST(Sketch, one_sentence_says_where_the_guess_was_off)
{
    model::Parameter over;
    over.name = "window_size";
    over.unit = "elements";
    over.first = 1;
    over.last = 128;
    over.step = 1;
    const Curve truth{{1, 0}, {8, 0}, {15, 0}, {16, 64}, {32, 128}};
    const auto where = [&](const Curve& guess) { return judge_drawing(guess, truth, over, "bytes").where; };
    EXPECT_EQ(where(truth), "Close everywhere.");
    EXPECT_EQ(where({{1, 0}, {31, 0}, {32, 28}}),
              "Close up to 15 elements; furthest off at 32 elements: you drew 28 bytes, the answer is 128 bytes.");
    EXPECT_EQ(where({{1, 100}, {2, 0}, {15, 0}, {16, 64}, {32, 128}}),
              "Furthest off at 1 element: you drew 100 bytes, the answer is 0 bytes.");
    EXPECT_EQ(where({{100, 0}, {128, 0}}), "") << "nothing could be compared";
}

}  // namespace
}  // namespace spillway::teaching
