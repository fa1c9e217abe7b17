// Launches in the text of a learner's own .cu: the block of each kernel.

#include "app/catalogue/plain/plain_experiment.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/formula/formula.h"
#include "app/catalogue/job.h"
#include "app/catalogue/made_experiment.h"
#include "app/catalogue/plain/file_kernels.h"
#include "tests/catalogue/plain_threads.h"

namespace spillway::catalogue {
namespace {

using testing::HasSubstr;

TEST(PlainExperiment, EachHostFunctionMayHaveABlockOfItsOwn)
{
    model::Experiment file = plain_experiment(
        "#define TILE 16\n__global__ void tiled(float* p) {}\n__global__ void flat(float* p) {}\n"
        "void first()\n{\n    dim3 block(96), grid(8);\n    flat<<<grid, block>>>(nullptr);\n}\n"
        "int main()\n{\n    dim3 block(TILE, TILE), grid(4);\n    tiled<<<grid, block>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z5tiledPf"}, {"_Z4flatPf"}});
    const auto threads = [&](const char* variant, const model::Values& values) {
        const auto job = make_job(file, *file.find_variant(variant), values, sample_gpu());
        EXPECT_TRUE(job) << job.error().line();
        return job->threads_per_block();
    };
    EXPECT_EQ(threads("tiled", {}), 256);
    EXPECT_EQ(threads("tiled", {{"TILE", std::int64_t{32}}}), 1024);
    EXPECT_EQ(threads("flat", {}), 96);
}

TEST(PlainExperiment, ABlockThatIsMadeOfSlidersFollowsThem)
{
    model::Experiment file = plain_experiment(
        "#define TILE 16\n__global__ void tiled(float* p) {}\n"
        "template <int Size> __global__ void sized(float* p) {}\n__global__ void fixed(float* p) {}\n"
        "int main()\n{\n    const int per_thread = 4;\n    dim3 block(TILE, TILE), grid(8);\n"
        "    tiled<<<grid, block>>>(nullptr);\n    constexpr int chosen = 64;\n"
        "    sized<chosen><<<8, (chosen * 16) / (per_thread)>>>(nullptr);\n    fixed<<<8, 96>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z5tiledPf"}, {"_Z5sizedILi64EEvPf"}, {"_Z5fixedPf"}});
    const auto threads = [&](const char* variant, const model::Values& values) {
        const auto job = make_job(file, *file.find_variant(variant), values, sample_gpu());
        EXPECT_TRUE(job) << job.error().line();
        EXPECT_EQ(job->values.at("block_size"), model::Value(job->threads_per_block())) << "as the panels show it";
        return job->threads_per_block();
    };
    const auto number = [](std::int64_t value) { return model::Value(value); };
    EXPECT_EQ(threads("tiled", {}), 256);
    EXPECT_EQ(threads("tiled", {{"TILE", number(32)}}), 1024);
    EXPECT_EQ(threads("tiled", {{"TILE", number(5)}}), 25) << "no multiple of a warp";
    EXPECT_EQ(threads("tiled", {{"TILE", number(32)}, {"block_size", number(256)}}), 256) << "set by hand";
    EXPECT_EQ(threads("sized", {}), 256);
    EXPECT_EQ(threads("sized", {{"Size", number(30)}}), 120);
    EXPECT_EQ(threads("fixed", {{"block_size", number(0)}}), 96);
    const model::Parameter& knob = *file.find_parameter("block_size");
    EXPECT_EQ(knob.initial, number(0));
    EXPECT_EQ(knob.zero_label, "as launched");
    const auto made = made_experiment(file, {{"TILE", number(32)}}, "mine");
    ASSERT_TRUE(made) << made.error().line();
    EXPECT_THAT(made->description, HasSubstr("\"initial\": 1024"));
}

TEST(PlainExperiment, ALaunchWithMacrosOfTheBuildOptionsIsRead)
{
    model::Experiment file = plain_experiment(
        "__global__ void k(float* p) {}\nint main()\n{\n    k<<<1, dim3(TILE, ROWS), 4 * TILE>>>(nullptr);\n}\n",
        "mine.cu");
    file.build.macros = {{"TILE", "32"}, {"NAME", "x"}};
    file.build_beside.macros = {{"TILE", "4"}, {"ROWS", "8"}};
    take_kernels(file, {{"_Z1kPf"}});
    const auto job = make_job(file, file.variants.front(), {}, sample_gpu());
    ASSERT_TRUE(job) << job.error().line();
    EXPECT_EQ(job->threads_per_block(), 256);
    EXPECT_EQ(job->dynamic_shared_bytes, 128);
}

TEST(PlainExperiment, ALaunchThatEveryGpuRefusesIsReportedAndSkipped)
{
    model::Experiment file = plain_experiment(
        "#define WIDTH 64\n__global__ void k(float* p) {}\n__global__ void l(float* p) {}\nint main()\n{\n"
        "    const int size = 1280;\n    k<<<1, size>>>(nullptr);\n    l<<<1, dim3(WIDTH, WIDTH)>>>(nullptr);\n"
        "    l<<<1, 96>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kPf"}, {"_Z1lPf"}});
    EXPECT_EQ(threads_of(file, "k"), 256) << "not the block of another kernel";
    EXPECT_EQ(threads_of(file, "l"), 96);
    EXPECT_THAT(file.find_variant("k")->help, HasSubstr("Line 7 launches it with 1280 threads per block; a GPU takes"));
    EXPECT_THAT(file.find_variant("k")->help,
                HasSubstr("No launch of it can be used: Spillway assumes 256 threads per block."));
    EXPECT_THAT(file.find_variant("l")->help, HasSubstr("Line 8 launches it with 4096 threads"));
    EXPECT_THAT(file.find_variant("l")->help, HasSubstr("Line 9 launches it."));
}

TEST(PlainExperiment, KernelsOfOneNameInTwoNamespacesHaveLaunchesOfTheirOwn)
{
    const std::string kernels =
        "namespace a {\n__global__ void k(float* o) {}\n}\n__global__ void k(float* o) {}\n"
        "namespace b { namespace { __global__ void k(float* o) {} } }\n";
    const std::vector<EmittedKernel> three{{"_ZN1a1kEPf"}, {"_Z1kPf"}, {"_ZN1b12_GLOBAL__N_11kEPf"}};
    const auto made = [&](const std::string& launches) {
        model::Experiment file = plain_experiment(kernels + launches, "mine.cu");
        take_kernels(file, three);
        return file;
    };
    const char* const hidden = "b::(anonymous namespace)::k";
    model::Experiment file =
        made("int main()\n{\n    a::k<<<1, 64>>>(0);\n    k<<<1, 512>>>(0);\n    b::k<<<1, 32>>>(0);\n}\n");
    EXPECT_EQ(threads_of(file, "a::k"), 64);
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_EQ(threads_of(file, hidden), 32);
    EXPECT_THAT(file.find_variant("k")->help, HasSubstr("The kernel of line 4. Line 9 launches it."));
    EXPECT_THAT(file.find_variant("a::k")->help, HasSubstr("The kernel of line 2. Line 8 launches it."));

    file = made("namespace a { void run() { k<<<1, 64>>>(0); ::k<<<1, 512>>>(0); } }\n");
    EXPECT_EQ(threads_of(file, "a::k"), 64);
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_THAT(file.find_variant(hidden)->help, HasSubstr("No launch of it was found in the file"));

    file = made("int main() { k<<<1, 512>>>(0); }\n");
    EXPECT_EQ(threads_of(file, "k"), 512);
    EXPECT_EQ(threads_of(file, "a::k"), 256) << "no launch of it";
    EXPECT_THAT(file.find_variant("a::k")->launch_note, HasSubstr("No launch of it was found in the file"));
}

TEST(PlainExperiment, AUsingSelectsTheLaunchedKernel)
{
    model::Experiment file = plain_experiment(
        "namespace a { __global__ void k(float* o) {} }\nnamespace b { __global__ void k(float* o) {} }\n"
        "void f() { using namespace a; k<<<1, 64>>>(0); }\nvoid g() { using b::k; k<<<1, 512>>>(0); }\n",
        "mine.cu");
    const std::vector<EmittedKernel> two{{"_ZN1a1kEPf"}, {"_ZN1b1kEPf"}};
    take_kernels(file, two);
    EXPECT_EQ(threads_of(file, "a::k"), 64);
    EXPECT_EQ(threads_of(file, "b::k"), 512);
    file = plain_experiment(
        "namespace a { __global__ void k(float* o) {} }\nnamespace b { __global__ void k(float* o) {} }\n"
        "#include \"usings.h\"\nint main() { k<<<1, 64>>>(0); }\n",
        "mine.cu");
    take_kernels(file, two);
    for (const char* name : {"a::k", "b::k"}) {
        EXPECT_EQ(threads_of(file, name), 256);
        EXPECT_THAT(
            file.find_variant(name)->launch_note,
            HasSubstr("The text does not tell which of 2 kernels of this name line 4 launches: Spillway assumes "
                      "256 threads per block."));
    }
}

TEST(PlainExperiment, ALaunchOfOverloadsIsTakenOnlyIfItsArgumentsDecide)
{
    const std::string kernels = "namespace b {\n__global__ void k(float* o) {}\n__global__ void k(double* o) {}\n}\n";
    const std::vector<EmittedKernel> two{{"_ZN1b1kEPf"}, {"_ZN1b1kEPd"}};
    model::Experiment file = plain_experiment(
        kernels + "void run(float* f, double* d)\n{\n    b::k<<<1, 128>>>(f);\n    b::k<<<1, 256>>>(d);\n}\n",
        "mine.cu");
    take_kernels(file, two);
    for (const char* name : {"b::k(float*)", "b::k(double*)"}) {
        const model::Variant& variant = *file.find_variant(name);
        EXPECT_THAT(variant.launch_note, HasSubstr("The text does not tell which of 2 kernels of this name line 7 and "
                                                   "others launch: Spillway assumes 256 threads per block."));
        EXPECT_THAT(variant.help, HasSubstr("The kernel of line 2 or 3."));
        EXPECT_EQ(threads_of(file, name), 256);
    }
    file = plain_experiment(kernels + "void run(float* f, double* d) { b::k<<<1, 64>>>(f); b::k<<<1, 64>>>(d); }\n",
                            "mine.cu");
    take_kernels(file, two);
    EXPECT_EQ(threads_of(file, "b::k(float*)"), 64) << "all launches have this block";
    EXPECT_EQ(threads_of(file, "b::k(double*)"), 64);

    const std::vector<EmittedKernel> counted{{"_Z1kPf"}, {"_Z1kPfi"}};
    const char* const launches = "int main()\n{\n    k<<<1, 128>>>(p);\n    k<<<1, 512>>>(p, 3);\n}\n";
    file = plain_experiment(
        std::string("__global__ void k(float* o) {}\n__global__ void k(float* o, int n) {}\n") + launches, "mine.cu");
    take_kernels(file, counted);
    EXPECT_EQ(threads_of(file, "k(float*)"), 128);
    EXPECT_EQ(threads_of(file, "k(float*, int)"), 512);
    file = plain_experiment(
        std::string("__global__ void k(float* o);\n__global__ void k(float* o, int n = 1);\n") + launches, "mine.cu");
    take_kernels(file, counted);
    EXPECT_EQ(threads_of(file, "k(float*, int)"), 512) << "only this one takes two arguments";
    EXPECT_THAT(file.find_variant("k(float*)")->launch_note, HasSubstr("The text does not tell"));
}

TEST(PlainExperiment, AnInstanceTakesNoLaunchOfAnotherOne)
{
    model::Experiment file = plain_experiment(
        "template <typename T> __global__ void k(T* o) {}\ntemplate <typename T> __global__ void l(T* o) {}\n"
        "template <typename T> void run(T* o) { l<<<1, 96>>>(o); }\n"
        "int main()\n{\n    k<<<1, 64>>>(f);\n    k<<<1, 512>>>(d);\n    run(f);\n    run(d);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kIfEvPT_"}, {"_Z1kIdEvPT_"}, {"_Z1lIfEvPT_"}, {"_Z1lIdEvPT_"}});
    for (const char* name : {"k", "k<double>"})
        EXPECT_THAT(file.find_variant(name)->launch_note, HasSubstr("The text does not tell which of 2 kernels"));
    EXPECT_EQ(threads_of(file, "l"), 96) << "one launch in a host template starts both";
    EXPECT_EQ(threads_of(file, "l<double>"), 96);
}

TEST(PlainExperiment, ALaunchWithAConfigurationIsRead)
{
    const std::string kernel = "template <int N, int M> __global__ void k(float* o, int n) {}\n";
    const auto made = [&](const std::string& body) {
        model::Experiment file =
            plain_experiment(kernel + "void run(bool big, float* p, int n)\n{\n" + body + "}\n", "mine.cu");
        take_kernels(file, {{"_Z1kILi4ELi8EEvPfi"}});
        return file;
    };
    const std::string begin = "    cudaLaunchConfig_t c = {};\n    c.gridDim = 8;\n    c.blockDim = dim3(96, 2);\n";
    const std::string launch = "    cudaLaunchKernelEx(&c, k<4, 8>, p, n);\n";
    const char* const bytes = "    c.dynamicSmemBytes = 60000;\n";
    const std::string constant = "    constexpr int rows = 24;\n    cudaLaunchConfig_t ";
    for (const std::string& body :
         {begin + bytes + launch, begin + bytes + "    cudaLaunchKernelExC(&c, (void*)&k<4, 8>, arguments);\n",
          begin + bytes + "    const int all = c.gridDim.x * c.blockDim.x;\n" + launch,
          begin + bytes + "    cudaOccupancyMaxActiveClusters(&clusters, k<4, 8>, &c);\n" + launch,
          constant + "c{8, dim3(96, 2), 60000, stream};\n" + launch,
          constant + "a = {}, c = {8, {96, 2}, 60000};\n" + launch,
          constant + "c{.gridDim = 8, .blockDim = {8 * rows}, .dynamicSmemBytes = 60000};\n" + launch,
          constant + "c;\n    c.blockDim.x = rows;\n    c.blockDim.y = 8;\n" + bytes + launch}) {
        const model::Experiment file = made(body);
        EXPECT_EQ(threads_of(file, "k"), 192) << body;
        ASSERT_TRUE(file.variants.front().launch) << body;
        EXPECT_EQ(file.variants.front().launch->dynamic_shared_bytes, "60000") << body;
    }
    for (const std::string& body :
         {"    cudaLaunchConfig_t c = made_elsewhere();\n" + launch, begin + "    choose(&c);\n" + launch,
          begin + "    if (big) c.blockDim = 512;\n" + launch,
          begin + "    if (big) { c.blockDim.x = 512; }\n" + launch, begin + "    c = other;\n" + launch,
          begin + "    c.blockDim *= 2;\n" + launch, begin + "    c.blockDim = n;\n" + launch,
          "    cudaLaunchKernelEx(configuration, k<4, 8>, p, n);\n" + launch}) {
        const model::Experiment file = made(body);
        EXPECT_EQ(threads_of(file, "k"), 256) << body;
        EXPECT_THAT(file.variants.front().launch_note, HasSubstr("No launch of it can be used")) << body;
    }
    // A configuration counts in its own function only: the launch in other() has none.
    const model::Experiment file =
        made(begin + launch + "}\nvoid other()\n{\n    cudaLaunchKernelEx(&c, k<4, 8>, p, n);\n");
    EXPECT_EQ(threads_of(file, "k"), 192);
}

TEST(PlainExperiment, AMacroOfMacrosAndADim3MacroAreRead)
{
    model::Experiment file = plain_experiment(
        "#define WARPS 4\n#define THREADS (32 * WARPS)\n#define SHAPE dim3(8, 4)\n#define LATER (2 * LAST)\n"
        "#define LAST 48\n__global__ void k(float* p) {}\n__global__ void l(float* p) {}\n"
        "__global__ void m(float* p) {}\nint main()\n{\n    k<<<1, THREADS>>>(nullptr);\n    l<<<1, "
        "SHAPE>>>(nullptr);\n"
        "    m<<<1, LATER>>>(nullptr);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_Z1kPf"}, {"_Z1lPf"}, {"_Z1mPf"}});
    EXPECT_EQ(threads_of(file, "k"), 128);
    EXPECT_EQ(threads_of(file, "k", {{"WARPS", std::int64_t{2}}}), 64);
    EXPECT_EQ(threads_of(file, "l"), 32);
    EXPECT_EQ(threads_of(file, "m"), 96);
}

TEST(PlainExperiment, ALaunchIsFoundInNamespacesAndByCudaLaunchKernel)
{
    model::Experiment file = plain_experiment(
        "namespace a { namespace { __global__ void hidden(int* p) {} } inline namespace v1 { __global__ void deep(int* "
        "p) "
        "{} } }\n__global__ void called(int* p) {}\nint main()\n{\n    a::hidden<<<1, 32>>>(0);\n"
        "    a::deep<<<1, 64>>>(0);\n    cudaLaunchKernel((const void*)&called, dim3(1), dim3(192), 0, 0, 0);\n}\n",
        "mine.cu");
    take_kernels(file, {{"_ZN1a33_GLOBAL__N__b61c088a_4_n_cu__Z1xv6hiddenEPi"}, {"_ZN1a2v14deepEPi"}, {"_Z6calledPi"}});
    ASSERT_EQ(file.variants.size(), 3U);
    EXPECT_EQ(threads_of(file, file.variants[0].name.c_str()), 32);
    EXPECT_EQ(threads_of(file, "a::v1::deep"), 64);
    EXPECT_EQ(threads_of(file, "called"), 192);
}

}  // namespace
}  // namespace spillway::catalogue
