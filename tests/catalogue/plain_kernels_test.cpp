// Kernels of a learner's own .cu: its variants, sliders, axis and launch bounds.

#include "app/catalogue/plain/plain_experiment.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/gpus.h"
#include "app/catalogue/job.h"
#include "app/catalogue/plain/file_kernels.h"
#include "tests/catalogue/plain_threads.h"
#include "tests/support/scratch_folder.h"

namespace spillway::catalogue {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* program = R"(#define TILE 32
template <typename T, int Radius = 4> __global__ void blur(const T* in, T* out, int n) {}
extern "C" __global__ void plain(float* out) {}
int main()
{
    const int block = 4 * TILE;
    blur<float, 7><<<8, block, 16 * sizeof(float)>>>(nullptr, nullptr, 0);
    blur<double, 3><<<8, block>>>(nullptr, nullptr, 0);
    plain<<<8, dim3(16, 16)>>>(nullptr);
}
)";

/// The kernels that the compiler emits for `program`.
const std::vector<EmittedKernel> emitted{{"_Z4blurIfLi7EEvPKT_PS0_i"}, {"_Z4blurIdLi3EEvPKT_PS0_i"}, {"plain"}};

TEST(PlainExperiment, ItsVariantsAreTheKernelsThatTheCompilerEmits)
{
    model::Experiment file = plain_experiment(program, "My Blur.cu");
    EXPECT_EQ(file.name, "my_blur");
    take_kernels(file, emitted);
    std::vector<std::string> entries;
    for (const model::Variant& variant : file.variants) entries.push_back(variant.name + ": " + variant.entry);
    EXPECT_THAT(entries,
                ElementsAre("blur: blur<{T}, {Radius}>",
                            "blur<double, 3>: void blur<double, 3>(double const*, double*, int)", "plain: plain"));
    EXPECT_EQ(std::get<std::int64_t>(file.find_parameter("Radius")->initial), 7);
    EXPECT_EQ(std::get<std::string>(file.find_parameter("T")->initial), "float");
    EXPECT_EQ(file.find_parameter("TILE")->scale, model::Scale::power_of_two);
    take_kernels(file, {{"_Z5otherv"}});
    EXPECT_EQ(file.variants.size(), 1U);
    EXPECT_EQ(file.find_parameter("Radius"), nullptr) << "a parameter goes with its kernel";
    take_kernels(file, {});
    EXPECT_EQ(file.variants.size(), 1U) << "without a kernel nothing changes";
}

TEST(PlainExperiment, ItsFocusIsOnTheFirstKernelWithLocalMemory)
{
    model::Experiment file = plain_experiment(program, "blur.cu");
    EXPECT_EQ(file.focus, file.variants.front().name) << "the text does not show local memory";
    std::vector<EmittedKernel> kernels = emitted;
    take_kernels(file, kernels);
    EXPECT_EQ(file.focus, "blur");
    kernels[1].has_local_memory = kernels[2].has_local_memory = true;
    take_kernels(file, kernels);
    EXPECT_EQ(file.focus, "blur<double, 3>");
    model::CompileReport report;
    report.functions.resize(4);
    for (model::FunctionReport& function : report.functions) function.is_entry = true;
    report.functions[1].stack_frame_bytes = 8;
    report.functions[2].cumulative_stack_bytes = 8;
    report.functions[3].spill_load_bytes = 4;
    std::vector<bool> have;
    for (const EmittedKernel& kernel : kernels_in(report)) have.push_back(kernel.has_local_memory);
    EXPECT_THAT(have, ElementsAre(false, true, true, true));
}

TEST(PlainExperiment, BlockAndSharedMemoryAreThoseOfItsOwnLaunches)
{
    model::Experiment file = plain_experiment(program, "blur.cu");
    take_kernels(file, emitted);
    ASSERT_TRUE(file.variants[0].launch);
    EXPECT_EQ(file.variants[0].launch->dynamic_shared_bytes, "64");
    const auto threads = [&](model::Values values) {
        return make_job(file, file.variants[0], values, sample_gpu())->threads_per_block();
    };
    EXPECT_EQ(threads({}), 128);
    ASSERT_TRUE(file.variants[2].launch);
    EXPECT_EQ(file.variants[2].launch->block[1], "block_size == 0 ? (16) : 1");
}

TEST(PlainExperiment, AMacroOfTheBuildOptionsReplacesADefineInsideAnIfndef)
{
    const fs::path folder = scratch_folder("macros");
    std::ofstream(folder / "mine.cu") << "#ifndef TILE\n#define TILE 16\n#endif\n#define PAD 4\n"
                                         "#if !defined(NAME)\n#define NAME 3\n#endif\n"
                                         "__global__ void k(float* p) {}\nint main() { k<<<1, TILE>>>(nullptr); }\n";
    auto file = load_plain_experiment(folder / "mine.cu");
    ASSERT_TRUE(file);
    BuildSettings settings;
    settings.macros = {{"TILE", "32"}, {"PAD", "8"}, {"NAME", "other"}};
    EXPECT_FALSE(make_ready(*file, settings));
    const auto initial = [&](const char* name) { return std::get<std::int64_t>(file->find_parameter(name)->initial); };
    EXPECT_EQ(initial("TILE"), 32);
    EXPECT_THAT(file->find_parameter("TILE")->help, HasSubstr("A macro of the build options"));
    EXPECT_EQ(initial("PAD"), 4) << "the file's own #define comes later and counts";
    EXPECT_EQ(file->find_parameter("NAME"), nullptr) << "no number";
    EXPECT_EQ(threads_of(*file, "k"), 32);
    auto files = unbundled(file->compiled_source);
    ASSERT_TRUE(files);
    write_numbers(*files, {{"TILE", 64}});
    EXPECT_EQ(files->settings.macros.front().second, "64") << "the compiler gets the slider's number";
    fs::remove_all(folder);
}

TEST(PlainExperiment, ItsChartsVaryANumberThatDeviceCodeUses)
{
    const auto axis_of = [](const std::string& device) {
        model::Experiment file =
            plain_experiment("#define ROUNDS 100\n#define TILE 16\n#define SIZE(x) ((x) * TILE)\n" + device +
                                 "int main()\n{\n    for (int i = 0; i < ROUNDS; ++i) k<<<1, TILE>>>(nullptr);\n}\n",
                             "k.cu");
        take_kernels(file, {{"_Z1kPf"}});
        return file.x_axis;
    };
    EXPECT_EQ(axis_of("__global__ void k(float* p)\n{\n    p[0] = TILE;\n}\n"), "TILE");
    EXPECT_EQ(axis_of("__global__ void k(float* p)\n{\n    p[SIZE(1)] = 1;\n}\n"), "TILE") << "in a macro";
    EXPECT_EQ(axis_of("__device__ int size() { return TILE; }\n__global__ void k(float* p) { p[size()] = 1; }\n"),
              "TILE");
    EXPECT_EQ(axis_of("__global__ void k(float* p)\n{\n    p[0] = 1;\n}\n"), "ROUNDS") << "none is used";
}

TEST(PlainExperiment, ParametersNamedLikeKnobsAreRenamed)
{
    model::Experiment file =
        plain_experiment("template <int block_size, bool fast_math> __global__ void k() {}\n", "k.cu");
    take_kernels(file, {{"_Z1kILi7ELb1EEvv"}});
    ASSERT_EQ(file.variants.size(), 1U);
    EXPECT_EQ(file.variants[0].entry, "k<{block_size_2}, {fast_math_2}>");
}

TEST(PlainExperiment, AJobHasTheNumbersAndNoLaunch)
{
    model::Experiment file = plain_experiment(program, "blur.cu");
    take_kernels(file, emitted);
    const auto job = make_job(file, file.variants[0], {{"TILE", std::int64_t{64}}},
                              load_gpus(SPILLWAY_SOURCE_DIR "/assets/gpus.json").value().back());
    ASSERT_TRUE(job.has_value()) << job.error().line();
    ASSERT_EQ(job->compile.defines.size(), 1u);
    EXPECT_EQ(job->compile.defines[0].value, 64);
    EXPECT_TRUE(job->compile.whole_file);
    EXPECT_FALSE(job->plan.has_value());
}

TEST(PlainExperiment, NamesInItsLessonAreNoLinksAndItsTitleIsOneLine)
{
    const model::Experiment plain = plain_experiment("__global__ void k() {}\n", "/tmp/[a](https:b)\nTrusted. .cu");
    EXPECT_EQ(plain.lesson.find('['), std::string::npos) << plain.lesson;
    EXPECT_EQ(plain.title.find('\n'), std::string::npos);
    EXPECT_NE(plain.title.find("Trusted"), std::string::npos);
}

TEST(PlainExperiment, ATypeOfTheHostsTemplateIsNoTypeOfTheKernels)
{
    model::Experiment file = plain_experiment(
        "template <typename T, int N> __global__ void gemm(T* out) {}\n"
        "template <typename T> void run(T* out) { gemm<T, 4><<<1, 64>>>(out); }\n",
        "gemm.cu");
    take_seen_kernels(file);
    ASSERT_NE(file.find_parameter("T"), nullptr);
    EXPECT_EQ(std::get<std::string>(file.find_parameter("T")->initial), "float");
    EXPECT_EQ(std::get<std::int64_t>(file.find_parameter("N")->initial), 4);
}

TEST(PlainExperiment, AHugeNumberIsNoSlider)
{
    const model::Experiment plain =
        plain_experiment("#define HUGE 4611686018427387904\n#define TILE 16\n__global__ void k() {}\n", "mine.cu");
    EXPECT_EQ(plain.defines, (std::vector<std::string>{"TILE"}));
}

TEST(PlainExperiment, ALaunchBoundIsTheBlockIfNoLaunchIsFound)
{
    model::Experiment plain = plain_experiment(
        "constexpr int threads = 64;\n__global__ void __launch_bounds__(2 * threads, 4) bound(float* p) {}\n"
        "__launch_bounds__(32) __global__ void before(float* p) {}\n__global__ void free_one(float* p) {}\n",
        "mine.cu");
    EXPECT_EQ(plain.find_parameter("block_size")->zero_label, "as bounded");
    EXPECT_EQ(threads_of(plain, "bound"), 128);
    take_kernels(plain, {{"_Z5boundPf", 128}, {"_Z6beforePf", 32}, {"_Z8free_onePf", {}}});
    EXPECT_EQ(threads_of(plain, "before"), 32) << "the compiler sees the bound before __global__";
    EXPECT_EQ(threads_of(plain, "free_one"), 256);
    EXPECT_THAT(plain.find_variant("free_one")->help, HasSubstr("No launch of it was found in the file"));
}

TEST(PlainExperiment, ALaunchBoundThatIsMadeOfSlidersFollowsThem)
{
    model::Experiment plain = plain_experiment(
        "#define THREADS 64\n__global__ void __launch_bounds__(2 * THREADS, 4) bound(float* p) {}\n"
        "template <int Size> __global__ __launch_bounds__(Size) void sized(float* p) {}\n",
        "mine.cu");
    take_kernels(plain, {{"_Z5boundPf", 128}, {"_Z5sizedILi32EEvPf", 32}});
    const auto number = [](std::int64_t value) { return model::Value(value); };
    EXPECT_EQ(plain.find_parameter("block_size")->zero_label, "as bounded");
    EXPECT_EQ(threads_of(plain, "bound"), 128);
    EXPECT_EQ(threads_of(plain, "bound", {{"THREADS", number(32)}}), 64);
    EXPECT_EQ(threads_of(plain, "bound", {{"block_size", number(96)}}), 96);
    EXPECT_EQ(threads_of(plain, "sized", {{"Size", number(16)}}), 16);
}

TEST(PlainExperiment, TheCompilersLaunchBoundIsTheBlockIfTheTextShowsNone)
{
    model::Experiment file = plain_experiment(
        "#include \"bounds.h\"\n__global__ void BOUNDED by_macro(float* p) {}\n"
        "__global__ void __launch_bounds__(elsewhere) by_name(float* p) {}\n"
        "__global__ void free_one(float* p) {}\n"
        "void run(int n) { by_macro<<<n / 8, n>>>(nullptr); }\n",
        "mine.cu");
    take_kernels(file, {{"_Z8by_macroPf", 64}, {"_Z7by_namePf", 96}, {"_Z8free_onePf", {}}});
    EXPECT_EQ(threads_of(file, "by_macro"), 64);
    EXPECT_EQ(threads_of(file, "by_name"), 96);
    EXPECT_EQ(threads_of(file, "free_one"), 256);
    EXPECT_EQ(threads_of(file, "free_one", {{"block_size", std::int64_t{128}}}), 128);
}

TEST(PlainExperiment, ALaunchBeyondTheCompilersBoundBelongsToAnotherInstance)
{
    model::Experiment file = plain_experiment(
        "template <int N> __global__ __launch_bounds__(N) void k(float* p) {}\n"
        "int main()\n{\n    k<512><<<1, 512>>>(nullptr);\n    k<128><<<1, 128>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kILi512EEvPf", 512}, {"_Z1kILi128EEvPf", 128}});
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_EQ(threads_of(file, "k<128>"), 128);
    EXPECT_THAT(file.find_variant("k<128>")->help, HasSubstr("Line 5 launches it."));
}

TEST(PlainExperiment, ALaunchWithAnotherBlockThanTheRequiredOneIsReportedWithItsLine)
{
    model::Experiment file = plain_experiment(
        "__global__ void __block_size__((16, 8, 1)) flat(float* p) {}\n"
        "__global__ void __block_size__((96, 1, 1)) row(float* p) {}\n"
        "int main()\n{\n    flat<<<1, 64>>>(nullptr);\n    row<<<4, 32>>>(nullptr);\n    row<<<4, 96>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z4flatPf", 128, {{16, 8, 1}}}, {"_Z3rowPf", 96, {{96, 1, 1}}}});
    const std::string flat = file.find_variant("flat")->help, row = file.find_variant("row")->help;
    EXPECT_THAT(flat, HasSubstr("Line 5 launches it with 64 x 1 x 1 threads per block; it was compiled for 16 x 8 x 1 "
                                "and no other block."));
    EXPECT_THAT(row, HasSubstr("Line 6 launches it with 32 x 1 x 1 threads per block"));
    EXPECT_THAT(row, HasSubstr("Line 7 launches it."));
    EXPECT_EQ(threads_of(file, "row"), 96);
    const auto job = make_job(file, *file.find_variant("flat"), {}, sample_gpu());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->block[0], 16);
    EXPECT_EQ(job->block[1], 8);
}

TEST(PlainExperiment, ARequiredBlockWithoutThreeExtentsIsIgnored)
{
    model::CompileReport report;
    report.functions.emplace_back();
    report.functions.back().name = "_Z1kPf";
    report.functions.back().is_entry = true;
    report.functions.back().launch_bound_threads = 64;
    report.functions.back().required_block = {64, 1};
    EXPECT_EQ(kernels_in(report), (std::vector<EmittedKernel>{{"_Z1kPf", 64}}));
}

}  // namespace
}  // namespace spillway::catalogue
