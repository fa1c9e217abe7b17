#include <gtest/gtest.h>

#include <algorithm>

#include "app/catalogue/buffer_contents.h"
#include "app/catalogue/experiment_reader.h"
#include "app/catalogue/formula/parameter_values.h"
#include "app/catalogue/job.h"
#include "app/catalogue/launch_plan.h"
#include "tests/catalogue/sample.h"

namespace spillway::catalogue {
namespace {

model::Job job_of(const std::string& variant, const model::Values& values)
{
    const model::Experiment experiment = sample::experiment();
    const auto job = make_job(experiment, *experiment.find_variant(variant), values, sample::gpu());
    EXPECT_TRUE(job) << job.error().line();
    return job ? *job : model::Job{};
}

TEST(MakeJob, fills_the_entry_with_numbers_codes_and_flags)
{
    EXPECT_EQ(job_of("plain", {}).compile.entry, "plain<int, 8, false>");
    EXPECT_EQ(
        job_of("plain", {{"element", std::string("pair")}, {"size", std::int64_t{64}}, {"sorted", true}}).compile.entry,
        "plain<float2, 64, true>");
    EXPECT_EQ(job_of("tiled", {{"block_size", std::int64_t{512}}}).compile.entry, "tiled<512>");
}

TEST(MakeJob, evaluates_the_launch)
{
    const model::Job plain = job_of("plain", {});
    EXPECT_EQ(plain.grid[0], 4) << "ceil(1000 / 256)";
    EXPECT_EQ(plain.threads_per_block(), 256);
    EXPECT_EQ(plain.dynamic_shared_bytes, 0);
    const model::Job tiled = job_of("tiled", {{"extra_shared_bytes", std::int64_t{2048}}});
    EXPECT_EQ(tiled.grid[0], 2);
    EXPECT_EQ(tiled.grid[1], 2);
    EXPECT_EQ(tiled.dynamic_shared_bytes, 4 * (256 + 16) + 2048);
}

TEST(MakeJob, an_argument_may_be_an_array)
{
    const auto parse = [](const std::string& count) {
        std::string text = sample::json;
        const std::string plain = R"({"type": "int", "value": "elements"})";
        text.replace(text.find(plain), plain.size(),
                     R"({"type": "int", "count": ")" + count + R"(", "value": "elements"})");
        return parse_experiment(text, "sample.json");
    };
    const auto made = parse("2 * block_size");
    ASSERT_TRUE(made) << made.error().line();
    const auto job = make_job(*made, *made->find_variant("plain"), {}, sample::gpu());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_TRUE(std::any_of(job->plan->arguments.begin(), job->plan->arguments.end(),
                            [](const auto& each) { return each.scalar_type == "int[512]"; }));
    const auto long_one = parse("5 * block_size");
    ASSERT_TRUE(long_one);
    const auto refused = make_job(*long_one, *long_one->find_variant("plain"), {}, sample::gpu());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("1280"), std::string::npos) << refused.error().what;
    EXPECT_FALSE(parse("2 * blocksize")) << "an unknown name";
    EXPECT_EQ(argument_words("bool[4]", 0), std::vector<std::uint64_t>{0x01010100});
}

TEST(MakeJob, no_elements_still_launch_one_block)
{
    EXPECT_EQ(job_of("plain", {{"elements", std::int64_t{0}}}).grid[0], 1);
}

TEST(MakeJob, knobs_become_typed_fields)
{
    const model::Job job = job_of("plain", {{"register_cap", std::int64_t{32}},
                                            {"min_blocks_per_sm", std::int64_t{8}},
                                            {"block_size", std::int64_t{128}},
                                            {"spill_target", std::string("shared")},
                                            {"load_cache", std::string("cg")},
                                            {"carveout", std::string("max_l1")},
                                            {"register_usage_level", std::int64_t{8}},
                                            {"compiler", std::string("12.9")},
                                            {"fast_math", true}});
    EXPECT_EQ(job.compile.register_usage_level, 8);
    EXPECT_EQ(job.compile.compiler, "12.9");
    EXPECT_EQ(job_of("plain", {}).compile.compiler, "");
    EXPECT_EQ(job.compile.register_cap, 32);
    EXPECT_EQ(job.compile.min_blocks_per_sm, 8);
    EXPECT_EQ(job.compile.bounds_threads, 128);
    EXPECT_EQ(job.compile.spill_target, model::SpillTarget::shared);
    EXPECT_EQ(job.compile.load_cache, model::LoadCache::cg);
    EXPECT_EQ(job.carveout, model::Carveout::max_l1);
    EXPECT_TRUE(job.compile.fast_math);
    EXPECT_EQ(job.compile.arch, "sm_90");
    EXPECT_EQ(job_of("plain", {}).compile.bounds_threads, 0) << "without a bound, the block size needs no new compile";
}

TEST(MakeJob, the_same_program_is_the_same_compile_request)
{
    EXPECT_EQ(job_of("plain", {{"block_size", std::int64_t{128}}}).compile, job_of("plain", {}).compile);
}

TEST(MakeJob, values_are_complete)
{
    const model::Job job = job_of("plain", {{"size", std::int64_t{4}}});
    EXPECT_EQ(job.values.size(), 3 + model::standard_knobs().size());
    EXPECT_EQ(job.values.at("size"), model::Value(std::int64_t{4}));
}

TEST(MakeJob, refuses_values_out_of_range_and_unknown_names)
{
    const model::Experiment experiment = sample::experiment();
    const model::Variant& plain = *experiment.find_variant("plain");
    for (const model::Values& values :
         {model::Values{{"size", std::int64_t{65}}}, model::Values{{"size", true}},
          model::Values{{"siez", std::int64_t{1}}}, model::Values{{"element", std::string("long")}},
          model::Values{{"block_size", std::int64_t{33}}}}) {
        const auto job = make_job(experiment, plain, values, sample::gpu());
        ASSERT_FALSE(job);
        EXPECT_FALSE(job.error().advice.empty()) << job.error().line();
    }
}

TEST(MakeJob, plans_the_launch_in_numbers)
{
    const model::Job job = job_of("tiled", {{"element", std::string("pair")}, {"size", std::int64_t{16}}});
    ASSERT_TRUE(job.plan);
    const model::LaunchPlan& plan = *job.plan;
    ASSERT_EQ(plan.buffers.size(), 2U);
    EXPECT_EQ(plan.buffers[0].element, "float2") << "as it is written in C++";
    EXPECT_EQ(plan.buffers[0].scalar, model::ScalarKind::float32);
    EXPECT_EQ(plan.buffers[0].bytes(), 8 * (1000 + 32));
    EXPECT_EQ(plan.buffers[0].fill, model::Fill::random);
    EXPECT_TRUE(plan.buffers[1].is_output);
    EXPECT_EQ(plan.buffers[1].fill, model::Fill::poison);
    ASSERT_EQ(plan.arguments.size(), 3U);
    EXPECT_EQ(plan.arguments[0].offset_bytes, 16 * 8);
    EXPECT_EQ(plan.arguments[1].buffer, 1);
    EXPECT_EQ(plan.arguments[2].scalar_type, "int");
    EXPECT_EQ(plan.arguments[2].scalar, 1000);
    EXPECT_EQ(plan.bytes_moved, 16000);
    EXPECT_EQ(plan.cache, model::CacheState::cold);
    ASSERT_TRUE(plan.reference);
    EXPECT_EQ(plan.reference->entry, "plain<int, 1, false>");
    EXPECT_EQ(plan.reference->grid[0], 4) << "the experiment's launch, not the variant's";
    EXPECT_EQ(plan.reference->arguments, plan.arguments);
    EXPECT_EQ(plan.reference->dynamic_shared_bytes, 0);
}

/// The sample with these keys in the launch of "tiled".
model::Experiment with_launch(const std::string& keys)
{
    std::string text = sample::json;
    const std::string at = "\"dynamic_shared_bytes\"";
    text.replace(text.find(at), at.size(), keys + ", " + at);
    const auto parsed = parse_experiment(text, "sample.json");
    EXPECT_TRUE(parsed) << parsed.error().line();
    return parsed ? *parsed : model::Experiment{};
}

model::Expected<model::Job> tiled_job(const model::Experiment& experiment, const model::Gpu& gpu)
{
    return make_job(experiment, *experiment.find_variant("tiled"), {}, gpu);
}

TEST(MakeJob, a_cluster_belongs_to_one_variant)
{
    const model::Experiment experiment = with_launch("\"cluster\": \"size / 4\"");
    EXPECT_EQ(tiled_job(experiment, sample::gpu())->plan->cluster, 2);
    EXPECT_EQ(make_job(experiment, *experiment.find_variant("plain"), {}, sample::gpu())->plan->cluster, 1);
    model::Gpu older = sample::gpu();
    older.compute_major = 8;
    older.compute_minor = 6;
    EXPECT_EQ(tiled_job(experiment, older).error().what,
              "clusters of 2 blocks need compute capability 9.0, h200 has 8.6");
    EXPECT_TRUE(tiled_job(with_launch("\"cluster\": 1"), older)) << "a block alone is not a cluster";
    EXPECT_EQ(tiled_job(with_launch("\"cluster\": 16"), sample::gpu()).error().what,
              "a grid of 2 blocks in x is not a multiple of clusters of 16 blocks");
    EXPECT_EQ(tiled_job(with_launch("\"cluster\": 17"), sample::gpu()).error().what, "the cluster comes out as 17");
    EXPECT_EQ(tiled_job(with_launch("\"cluster\": 2.5"), sample::gpu()).error().what, "the cluster comes out as 2.5");
}

TEST(MakeJob, an_access_window_is_part_of_a_buffer)
{
    const auto window = [](const std::string& bytes, const std::string& ratio) {
        return with_launch("\"access_window\": {\"buffer\": \"out\", \"bytes\": \"" + bytes + "\", \"hit_ratio\": \"" +
                           ratio + "\", \"set_aside_bytes\": \"1024 * size\"}");
    };
    const model::PlannedWindow wanted{1, 2000, 0.5, 8192};
    EXPECT_EQ(tiled_job(window("2 * elements", "size / 16"), sample::gpu())->plan->access_window, wanted);
    EXPECT_FALSE(tiled_job(window("0", "1"), sample::gpu())->plan->access_window) << "an empty window";
    EXPECT_FALSE(tiled_job(window("4 * elements + 4", "1"), sample::gpu())) << "beyond its buffer";
    EXPECT_NE(tiled_job(window("elements", "size"), sample::gpu()).error().what.find("hit ratio"), std::string::npos);
}

/// The sample with `by` in place of `what`.
model::Experiment sample_with(const std::string& what, const std::string& by)
{
    std::string text = sample::json;
    text.replace(text.find(what), what.size(), by);
    const auto parsed = parse_experiment(text, "sample.json");
    EXPECT_TRUE(parsed) << parsed.error().line();
    return parsed ? *parsed : model::Experiment{};
}

model::Expected<model::Job> plain_job(const model::Experiment& experiment)
{
    return make_job(experiment, *experiment.find_variant("plain"), {}, sample::gpu());
}

const std::string in_count = R"("count": "elements + 2 * size")";

TEST(MakeJob, integers_without_an_initial_differ)
{
    const model::PlannedBuffer integers = job_of("plain", {}).plan->buffers[0];
    EXPECT_EQ(integers.fill, model::Fill::random_integers);
    EXPECT_EQ(integers.from, 0);
    EXPECT_EQ(integers.to, 255);
    const model::PlannedBuffer reals = job_of("plain", {{"element", std::string("pair")}}).plan->buffers[0];
    EXPECT_EQ(reals.fill, model::Fill::random);
    EXPECT_EQ(reals.to, 1);
    const auto narrow = plain_job(sample_with(in_count, in_count + R"(, "to": 9)"));
    EXPECT_EQ(narrow->plan->buffers[0].to, 9);
}

TEST(MakeJob, equal_integers_are_refused)
{
    const auto refused = plain_job(sample_with(in_count, in_count + R"(, "initial": "random")"));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("all integers of buffer \"in\" are equal"), std::string::npos)
        << refused.error().what;
    EXPECT_TRUE(plain_job(sample_with(in_count, in_count + R"(, "initial": "random", "to": 100)")));
}

TEST(MakeJob, a_cycle_may_go_back)
{
    const auto job = plain_job(sample_with(in_count, in_count + R"(, "initial": "cycle", "step": -3)"));
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->plan->buffers[0].step, 1016 - 3);
}

TEST(MakeJob, a_mistake_in_the_description_names_its_key)
{
    const auto why = [](const std::string& variant, const std::string& keys, const std::string& more = in_count) {
        const std::string tiled = R"({"name": "tiled", )";
        std::string text = sample::json;
        text.replace(text.find(in_count), in_count.size(), more);
        text.replace(text.find(tiled), tiled.size(), R"({"name": ")" + variant + R"(", )" + keys + "},\n" + tiled);
        const auto parsed = parse_experiment(text, "sample.json");
        if (!parsed) return parsed.error().line();
        const auto job = make_job(*parsed, *parsed->find_variant(variant), {}, sample::gpu());
        return job ? std::string() : job.error().line();
    };
    const std::string copy = R"("copy": {"from": "in", "to": "out", "bytes": )";
    EXPECT_EQ(why("other", copy + "4000}"), "");
    for (const std::string bytes : {"0", "4001"}) {
        const std::string found = why("other", copy + bytes + "}");
        EXPECT_NE(found.find("the copy has " + bytes + " bytes; its buffers have 4064 and 4000"), std::string::npos)
            << found;
        EXPECT_NE(found.find("\"bytes\" of \"copy\" has to give 1 to 4000"), std::string::npos) << found;
        EXPECT_EQ(found.find("report"), std::string::npos) << found;
    }
    const std::string library = why("other", R"("library": "cublas_sgemm")");
    EXPECT_NE(library.find("three buffers and a number of rows"), std::string::npos) << library;
    EXPECT_NE(library.find("\"arguments\" of the variant with \"library\""), std::string::npos) << library;
    const std::string window = why("other", R"("entry": "tiled<1>", "arguments": [{"buffer": "in"}], "launch":
        {"access_window": {"buffer": "out", "bytes": 4, "set_aside_bytes": 1024}})");
    EXPECT_NE(window.find("\"buffer\" of \"access_window\""), std::string::npos) << window;
    const std::string texture =
        why("other", R"("entry": "tiled<1>")", in_count + R"(, "place": "texture", "width": 1, "height": 2097152)");
    EXPECT_NE(texture.find("\"height\" of the buffer can give at most 1048576"), std::string::npos) << texture;
}

TEST(ScalarKind, is_that_of_the_type)
{
    EXPECT_EQ(scalar_kind("float4", 16), model::ScalarKind::float32);
    EXPECT_EQ(scalar_kind("half", 2), model::ScalarKind::float16);
    EXPECT_EQ(scalar_kind("half2", 4), model::ScalarKind::float16);
    EXPECT_EQ(scalar_kind("unsigned char", 1), model::ScalarKind::uint8);
    EXPECT_EQ(scalar_kind("size_t", 8), model::ScalarKind::uint64);
    EXPECT_EQ(scalar_kind("Particle", 28), model::ScalarKind::raw);
    EXPECT_EQ(scalar_kind("double2", 4), model::ScalarKind::raw) << "the element is smaller than its numbers";
}

TEST(MakeJob, a_size_that_is_no_whole_number_is_an_error)
{
    model::Experiment experiment = sample::experiment();
    experiment.launch.grid[0] = "elements / 3";
    EXPECT_FALSE(make_job(experiment, experiment.variants[0], {}, sample::gpu()));
    experiment.launch.grid[0] = "0 - 4";
    EXPECT_FALSE(make_job(experiment, experiment.variants[0], {}, sample::gpu()));
}

TEST(MakeJob, refuses_an_older_gpu_than_the_variant_needs)
{
    const model::Experiment experiment = sample::experiment();
    model::Variant variant = experiment.variants.front();
    variant.minimum_compute = 100;
    const auto refused = make_job(experiment, variant, {}, sample::gpu());
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("needs compute capability 10.0"), std::string::npos) << refused.error().what;
    variant.minimum_compute = 75;
    EXPECT_TRUE(make_job(experiment, variant, {}, sample::gpu()));
}

TEST(MakeJob, compiles_an_architecture_specific_variant_for_that_target_where_there_is_one)
{
    const model::Experiment experiment = sample::experiment();
    model::Variant variant = experiment.variants.front();
    const auto target = [&](int major, int minor) {
        model::Gpu gpu = sample::gpu();
        gpu.compute_major = major;
        gpu.compute_minor = minor;
        const auto made = make_job(experiment, variant, {}, gpu);
        return made ? made->compile.arch : made.error().line();
    };
    EXPECT_EQ(target(9, 0), "sm_90");
    variant.is_architecture_specific = true;
    EXPECT_EQ(target(9, 0), "sm_90a");
    EXPECT_EQ(target(10, 0), "sm_100a");
    EXPECT_EQ(target(12, 0), "sm_120a");
    EXPECT_EQ(target(8, 9), "sm_89") << "before 9.0 there is no such target";
}

TEST(InitialValues, follow_a_formula_on_every_gpu)
{
    model::Gpu small = sample::gpu(), large = sample::gpu();
    small.l2_bytes = 4 << 20;
    small.memory_bytes = std::int64_t{16} << 30;
    large.l2_bytes = 60 << 20;
    large.memory_bytes = std::int64_t{140} << 30;
    const model::Parameter& elements = model::standard_knobs().back();
    EXPECT_EQ(initial_value(elements, small), model::Value(std::int64_t{1} << 24));
    EXPECT_EQ(initial_value(elements, large), model::Value(std::int64_t{1} << 27));
    small.memory_bytes = std::int64_t{1} << 30;
    EXPECT_EQ(initial_value(elements, small), model::Value(std::int64_t{1} << 24)) << "64 MiB: a sixteenth of 1 GiB";
}

}  // namespace
}  // namespace spillway::catalogue
