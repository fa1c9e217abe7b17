// Each variant of each experiment, at a small size: what the interpreter makes of it is what it makes of the reference.
#include <cstdlib>

#include <gtest/gtest.h>

#include "app/catalogue/exercises.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/emulate/output_check.h"
#include "app/ptx/reader.h"
#include "tests/ptx/compiled.h"
#include "tests/support/h200.h"
#include "tests/support/shipped_catalogue.h"

namespace spillway {
namespace {

/// Sizes at which a variant is little work, and still has more than one block and a piece of one.
model::Values small_values(const model::Experiment& experiment, const model::Gpu& gpu)
{
    model::Values values = catalogue::processor_values(experiment, gpu);
    const auto shrink = [&](const char* name, std::int64_t most) {
        const auto found = values.find(name);
        if (found == values.end()) return;
        if (auto* value = std::get_if<std::int64_t>(&found->second)) *value = std::min(*value, most);
    };
    if (values.contains("elements") && !values.contains("block_size")) shrink("elements", 4096);
    return values;
}

struct Row {
    std::string experiment, variant;
};
void PrintTo(const Row& row, std::ostream* out)
{
    *out << row.experiment << "/" << row.variant;
}

std::vector<Row> rows()
{
    std::vector<Row> all;
    for (const model::Experiment& experiment : shipped_catalogue().experiments)
        for (const model::Variant& variant : experiment.variants)
            if (variant.is_kernel()) all.push_back({experiment.name, variant.name});
    return all;
}

class EachVariant : public testing::TestWithParam<Row> {};

TEST_P(EachVariant, MakesWhatItsReferenceMakes)
{
    if (!tests::has_compiler()) GTEST_SKIP() << "there is no NVRTC";
    const model::Gpu gpu = tests::h200();
    const model::Experiment* experiment = nullptr;
    for (const model::Experiment& each : shipped_catalogue().experiments)
        if (each.name == GetParam().experiment) experiment = &each;
    ASSERT_NE(experiment, nullptr);
    const model::Variant& variant = *experiment->find_variant(GetParam().variant);
    const auto job = catalogue::make_job(*experiment, variant, small_values(*experiment, gpu), gpu);
    ASSERT_TRUE(job) << job.error().line();
    const auto code = tests::compile_ptx(job->compile, experiment->source);
    ASSERT_TRUE(code) << code.error().line();
    if (!job->plan->reference) {
        const auto module = ptx::read_module(code->text);
        ASSERT_TRUE(module) << module.error().line();
        emulate::RunOptions options;
        options.most_blocks = 4;
        const auto done = emulate::run_kernel(*job, emulate::Which::variant, *module, code->entry,
                                              emulate::initial_buffers(*job->plan), options);
        ASSERT_TRUE(done) << done.error().line();
        EXPECT_FALSE(done->result.fault) << ptx::sentence(*done->result.fault);
        return;
    }
    const auto reference = tests::compile_ptx(tests::reference_request(*job), experiment->source);
    ASSERT_TRUE(reference) << reference.error().line();
    emulate::RunOptions options;
    const auto check = emulate::check_output(*job, {code->text, code->entry}, {reference->text, reference->entry}, {}, options);
    EXPECT_EQ(check.outcome, emulate::Outcome::matched) << check.detail;
}
INSTANTIATE_TEST_SUITE_P(All, EachVariant, testing::ValuesIn(rows()), [](const auto& info) {
    std::string name = info.param.experiment + "_" + info.param.variant;
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
});

}  // namespace
}  // namespace spillway
