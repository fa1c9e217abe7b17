// Learners' kernels (tests/exercises/learners): the interpreter runs the PTX of each, and finds it right, or wrong for
// the reason in its first line.
#include <cctype>

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"
#include "app/catalogue/job.h"
#include "app/emulate/output_check.h"
#include "tests/exercises/learners.h"
#include "tests/ptx/compiled.h"
#include "tests/support/h200.h"
#include "tests/support/sample.h"

namespace spillway::learners {
namespace {

using emulate::Outcome;

std::string source_with(const model::Experiment& exercise, const std::string& lines)
{
    const std::size_t from = exercise.source.find(catalogue::yours_begins) + catalogue::yours_begins.size();
    return exercise.source.substr(0, from) + "\n" + lines +
           exercise.source.substr(exercise.source.find(catalogue::yours_ends));
}

bool is_race(const emulate::OutputCheck& check)
{
    return check.fault && check.fault->kind == ptx::FaultKind::shared_race;
}

bool is_expected(Fault fault, const emulate::OutputCheck& check)
{
    const Outcome outcome = check.outcome;
    switch (fault) {
        case Fault::none: return outcome == Outcome::matched;
        case Fault::goal:
            return outcome == Outcome::matched || is_race(check);  // the missed goal may be about barriers
        case Fault::result: return outcome == Outcome::differs || outcome == Outcome::faulted;
        case Fault::barrier:
            return outcome == Outcome::differs_in_order || outcome == Outcome::faulted || outcome == Outcome::differs;
        case Fault::beside: return outcome == Outcome::faulted;
        case Fault::accesses: return outcome == Outcome::beyond_limit;
        case Fault::no_compile:
        case Fault::not_the_exercise: return true;
    }
    return false;
}

class EachExercise : public testing::TestWithParam<const model::Experiment*> {};

TEST_P(EachExercise, JudgesRightAndWrongKernels)
{
    if (!tests::has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    const model::Experiment& exercise = *GetParam();
    const model::Gpu gpu = tests::h200();
    const auto job = catalogue::make_job(exercise, *exercise.find_variant(exercise.exercise->variant),
                                         catalogue::processor_values(exercise, gpu), gpu);
    ASSERT_TRUE(job) << job.error().line();
    const auto limits = catalogue::access_limits(exercise.source);
    ASSERT_TRUE(limits) << limits.error().line();
    const auto reference = tests::compile_ptx(tests::reference_request(*job), exercise.source);
    ASSERT_TRUE(reference) << reference.error().line();
    for (const Written& written : written_for(exercise.name)) {
        if (written.fault == Fault::no_compile || written.fault == Fault::not_the_exercise) continue;
        SCOPED_TRACE(written.name);
        const auto code = tests::compile_ptx(job->compile, source_with(exercise, written.lines));
        ASSERT_TRUE(code) << code.error().line();
        const auto check =
            emulate::check_output(*job, {code->text, code->entry}, {reference->text, reference->entry}, *limits, {});
        EXPECT_TRUE(is_expected(written.fault, check))
            << "outcome " << static_cast<int>(check.outcome) << ": " << check.detail;
    }
}
SPILLWAY_SAMPLED_SUITE(EachExercise, all_exercises(), 6, [](const auto& each) { return each.param->name; });

}  // namespace
}  // namespace spillway::learners
