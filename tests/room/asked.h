#pragma once

#include "app/room/vote.h"

namespace spillway::room {

/// Three choices; the first and the last belong to misconceptions.
[[nodiscard]] inline Asked choice_question()
{
    Asked asked{"matmul", {}, {}};
    asked.question.id = "which_step";
    asked.question.text = "How much faster?";
    asked.question.kind = model::QuestionKind::choice;
    asked.question.choices = {
        {"twice", "", "", "reads_are_free"}, {"five times", "", "", ""}, {"never", "", "", "other"}};
    return asked;
}

[[nodiscard]] inline Asked number_question()
{
    Asked asked{"running_mean", {}, {}};
    asked.question.id = "frame_64";
    asked.question.text = "How many bytes?";
    asked.question.kind = model::QuestionKind::number;
    asked.question.unit = "bytes";
    return asked;
}

[[nodiscard]] inline Asked curve_question()
{
    Asked asked{"running_mean", {}, {"window size", "registers", 1, 128, false}};
    asked.question.id = "registers_curve";
    asked.question.text = "How many registers?";
    asked.question.kind = model::QuestionKind::curve;
    asked.question.curve.least = 0;
    asked.question.curve.most = 140;
    return asked;
}

}  // namespace spillway::room
