// Places on the Warp tab that lessons link to: the run reaches them, and its counts are the true answers to the
// questions about them.
#include <gtest/gtest.h>

#include "app/catalogue/accesses.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/catalogue/lesson.h"
#include "app/catalogue/questions.h"
#include "app/emulate/warp_run.h"
#include "app/model/run_result.h"
#include "app/ptx/reader.h"
#include "tests/ptx/compiled.h"
#include "tests/support/h200.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway {
namespace {

class LessonPlaces : public testing::Test {
protected:
    void SetUp() override
    {
        if (!tests::has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    }

    /// The whole run of a block's warp at the values that are set.
    std::unique_ptr<emulate::WarpRun> run_of(const model::Experiment& experiment, const std::string& variant,
                                             const model::Values& set, std::int64_t block, int warp)
    {
        const model::Gpu gpu = tests::h200();
        model::Values values = catalogue::initial_values(experiment, gpu);
        for (const auto& [name, value] : set) values[name] = value;
        const auto job = catalogue::make_job(experiment, *experiment.find_variant(variant), values, gpu);
        if (!job) return ADD_FAILURE() << job.error().line(), nullptr;
        const auto code = tests::compile_ptx(job->compile, experiment.source);
        if (!code) return ADD_FAILURE() << code.error().line(), nullptr;
        auto module = ptx::read_module(code->text);
        if (!module) return ADD_FAILURE() << module.error().line(), nullptr;
        ptx::StepperOptions options;
        options.block = block;
        options.warp = warp;
        auto run = emulate::WarpRun::start(*job, std::make_shared<const ptx::Module>(std::move(*module)), code->entry,
                                           options);
        if (!run) return ADD_FAILURE() << run.error().line(), nullptr;
        while ((*run)->advance(1 << 20)) {
        }
        return std::move(*run);
    }

    /// The catalogue's answer to a question, from results that only say that everything compiled.
    double truth(const std::string& name, const std::string& id)
    {
        const model::Experiment& experiment = *shipped_catalogue().find(name);
        const model::Question* question = catalogue::find_question(experiment, id);
        if (question == nullptr) return ADD_FAILURE() << "no question " << id, 0;
        std::vector<model::RunResult> results;
        for (const std::string& variant : catalogue::question_variants(experiment, *question)) {
            model::RunResult result;
            result.experiment = name;
            result.variant = variant;
            result.status = model::Status::ok;
            results.push_back(result);
        }
        const auto answer = catalogue::answer_of(experiment, *question, results, tests::h200());
        if (!answer.number) return ADD_FAILURE() << answer.why_unknown.value_or("no answer"), 0;
        return *answer.number;
    }

    /// Sectors, and bank conflicts, of an access that ran.
    static double sectors(const ptx::SteppedAccess& access)
    {
        return static_cast<double>(catalogue::touched(as_drawn(access)).sectors.size());
    }
    static double conflicts(const ptx::SteppedAccess& access)
    {
        return catalogue::bank_use(as_drawn(access)).conflicts;
    }
    static catalogue::WarpAccess as_drawn(const ptx::SteppedAccess& access)
    {
        catalogue::WarpAccess warp;
        warp.bytes = access.bytes;
        for (std::size_t lane = 0; lane < ptx::lane_count; ++lane)
            if ((access.lanes >> lane & 1U) != 0) warp.addresses[lane] = access.addresses[lane];
        return warp;
    }
    static std::size_t step_at(const emulate::WarpRun& run, const std::string& place)
    {
        const auto at = emulate::step_of_place(run.trace(), *catalogue::parse_warp_place(place));
        if (!at) ADD_FAILURE() << "the run does not reach " << place;
        return at.value_or(0);
    }
};

TEST_F(LessonPlaces, AreReached)
{
    int places = 0;
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const catalogue::LessonLink& link : catalogue::lesson_links(experiment.lesson)) {
            if (!link.target.starts_with("set:")) continue;
            const auto set = catalogue::parse_set_link(experiment, link.target);
            ASSERT_TRUE(set) << set.error().line();
            if (!set->warp) continue;
            SCOPED_TRACE(experiment.name + ": " + link.target);
            ++places;
            EXPECT_EQ(set->tab, "warp");
            ASSERT_FALSE(set->variant.empty()) << "a place needs a variant";
            const auto run = run_of(experiment, set->variant, set->values, set->warp->block, set->warp->warp);
            ASSERT_NE(run, nullptr);
            EXPECT_TRUE(emulate::step_of_place(run->trace(), *set->warp));
        }
    EXPECT_GE(places, 6);
}

TEST_F(LessonPlaces, FourPathsHaveAQuarterOfTheLanesEach)
{
    const auto run =
        run_of(*shipped_catalogue().find("first_kernel"), "by_lane", {{"branches", std::int64_t{4}}}, 0, 0);
    // After the last divergence, the lanes of one path run alone.
    const ptx::WarpTrace& trace = run->trace();
    std::size_t last = 0;
    for (auto at = trace.find(0, ptx::StopAt::divergence, true); at;
         at = trace.find(*at, ptx::StopAt::divergence, true))
        last = *at;
    ASSERT_GT(last, 0U);
    EXPECT_EQ(std::popcount(trace.step(last + 1).active), truth("first_kernel", "lanes_of_way"));
}

TEST_F(LessonPlaces, SectorsOfStrideTwo)
{
    const auto run = run_of(*shipped_catalogue().find("coalescing"), "strided", {{"stride", std::int64_t{2}}}, 0, 0);
    const auto accesses = run->trace().accesses(step_at(*run, "0:0:access1"));
    EXPECT_EQ(sectors(accesses.front()), truth("coalescing", "sectors_2"));
}

TEST_F(LessonPlaces, ConflictsOfTwelveWords)
{
    const auto run = run_of(*shipped_catalogue().find("bank_conflicts"), "packed", {{"words", std::int64_t{12}}}, 0, 0);
    const ptx::WarpTrace& trace = run->trace();
    double most = 0;
    for (auto at = trace.find(0, ptx::StopAt::access, true); at; at = trace.find(*at, ptx::StopAt::access, true))
        for (const ptx::SteppedAccess& access : trace.accesses(*at))
            if (access.memory == ptx::SteppedAccess::Memory::shared && !access.is_write)
                most = std::max(most, conflicts(access));
    EXPECT_EQ(most, truth("bank_conflicts", "conflicts_12"));
}

TEST_F(LessonPlaces, LanesOfTheThirdRound)
{
    const auto run = run_of(*shipped_catalogue().find("reduction"), "interleaved", {}, 0, 0);
    // The lanes that write their sum, round by round; before the rounds each writes its own.
    const ptx::WarpTrace& trace = run->trace();
    std::vector<int> lanes;
    for (auto at = trace.find(0, ptx::StopAt::access, true); at; at = trace.find(*at, ptx::StopAt::access, true))
        for (const ptx::SteppedAccess& access : trace.accesses(*at))
            if (access.memory == ptx::SteppedAccess::Memory::shared && access.is_write)
                lanes.push_back(std::popcount(access.lanes));
    ASSERT_GT(lanes.size(), 3U);
    EXPECT_EQ(lanes[0], 32);
    EXPECT_EQ(lanes[3], truth("reduction", "lanes_of_round"));
}

TEST_F(LessonPlaces, SectorsOfATileOfEight)
{
    const auto run =
        run_of(*shipped_catalogue().find("transpose"), "reads_in_order", {{"tile", std::int64_t{8}}}, 0, 0);
    const auto accesses = run->trace().accesses(step_at(*run, "0:0:access1"));
    EXPECT_EQ(sectors(accesses.front()), truth("transpose", "sectors_tile_8"));
}

TEST_F(LessonPlaces, SectorsOfAnAsynchronousCopy)
{
    const auto run = run_of(*shipped_catalogue().find("async_copy"), "cp_async", {}, 0, 0);
    const auto accesses = run->trace().accesses(step_at(*run, "0:0:access1"));
    ASSERT_EQ(accesses.size(), 2U) << "from global into shared memory";
    EXPECT_FALSE(accesses[0].is_write);
    EXPECT_EQ(accesses[1].memory, ptx::SteppedAccess::Memory::shared);
    EXPECT_EQ(sectors(accesses[0]), truth("async_copy", "sectors_async"));
}

}  // namespace
}  // namespace spillway
