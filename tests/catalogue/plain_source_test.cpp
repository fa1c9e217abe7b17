// A learner's own .cu: what is taken over, what is left aside, line for line.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/catalogue/bundle.h"
#include "app/catalogue/catalogue.h"
#include "app/catalogue/made_experiment.h"
#include "app/catalogue/plain_experiment.h"

namespace spillway::catalogue {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* whole_program = R"(#include <cstdio>
#include <cuda_runtime.h>
#include "cuda_fp16.h"
using namespace std;
#define TILE 32
#define REPEAT (100)
#define CHECK(call) do { if ((call) != cudaSuccess) abort(); } while (0)

struct Timer { std::chrono::steady_clock::time_point start; };
struct Pair { float first, second; };
static int verbose = 0;
const int factor = 3;

/* a comment with __global__ in it */
namespace detail {
__device__ float twice(float x) { return 2 * x; }
}

template <typename T, int Radius = 4>
__global__ void blur(const T* in, T* out, int n)
{
    __shared__ T tile[TILE];
    const char* text = "} // not the end {";
    out[threadIdx.x] = in[threadIdx.x] * factor + T(Radius) + tile[0];
}

extern "C" __global__ void __launch_bounds__(128) plain(float* out) { out[0] = detail::twice(1.f); }

void launch(float* out, int n) { blur<float, 7><<<1, 256>>>(out, out, n); }

int main(int argc, char** argv)
{
    for (int i = 0; i < REPEAT; ++i) launch(nullptr, 0);
    printf("%d\n", verbose);
}
)";

PlainSource read(const std::string& text)
{
    auto source = read_plain_source(text, "own.cu");
    EXPECT_TRUE(source.has_value()) << source.error().line();
    return source ? *source : PlainSource{};
}

std::vector<std::string> names(const PlainSource& source)
{
    std::vector<std::string> found;
    for (const PlainKernel& kernel : source.kernels) found.push_back(kernel.name);
    return found;
}

TEST(PlainSource, ListsKernelsWithTheirLines)
{
    const PlainSource source = read(whole_program);
    ASSERT_THAT(names(source), ElementsAre("blur", "plain"));
    EXPECT_EQ(source.kernels[0].place.line, 19);
    EXPECT_EQ(source.kernels[1].place.line, 27);
    ASSERT_EQ(source.kernels[0].parameters.size(), 2u);
    EXPECT_EQ(source.kernels[0].parameters[0].type, "typename");
    EXPECT_EQ(source.kernels[0].parameters[1].name, "Radius");
    EXPECT_EQ(source.kernels[0].parameters[1].initial, "4");
}

TEST(PlainSource, LeavesTheHostAsideAndSaysSo)
{
    const PlainSource source = read(whole_program);
    for (const char* gone : {"main", "launch(", "<<<", "cstdio", "using namespace", "Timer", "verbose"})
        EXPECT_THAT(source.text, Not(HasSubstr(gone))) << gone;
    for (const char* kept : {"struct Pair", "const int factor", "twice(float x)", "CHECK", "<cuda_fp16.h>"})
        EXPECT_THAT(source.text, HasSubstr(kept)) << kept;
    const std::string sentence = left_aside_sentence(source);
    EXPECT_THAT(sentence, HasSubstr("main (line 31)"));
    EXPECT_THAT(sentence, HasSubstr("the header cstdio (line 1)"));
}

TEST(PlainSource, AVariableThatOnlyPointsToWhatIsConstIsTheHosts)
{
    const auto stays = [](const std::string& variable) {
        return read((variable + "\n__global__ void k(float* p) { p[0] = 1; }\n").c_str()).left_aside.empty();
    };
    for (const char* host : {"static const char* name = \"x\";", "const int* where = nullptr;", "int count = 3;"})
        EXPECT_FALSE(stays(host)) << host;
    for (const char* constant : {"const int n = 4;", "static const char* const name = \"x\";",
                                 "const float table[2] = {1, 2};", "constexpr const char* name = \"x\";"})
        EXPECT_TRUE(stays(constant)) << constant;
}

TEST(PlainSource, KeepsEveryLineWhereItWas)
{
    const PlainSource source = read(whole_program);
    const std::string original = whole_program;
    EXPECT_EQ(std::count(source.text.begin(), source.text.end(), '\n'),
              std::count(original.begin(), original.end(), '\n'));
    const auto line_of = [](const std::string& text, const char* word) {
        return std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(word)), '\n');
    };
    EXPECT_EQ(line_of(source.text, "tile[TILE]"), line_of(original, "tile[TILE]"));
}

TEST(PlainSource, KnobsReachAKernelThatHasNoBoundsOfItsOwn)
{
    const PlainSource source = read(whole_program);
    EXPECT_THAT(source.text, HasSubstr("__global__ SPILLWAY_LAUNCH_BOUNDS void blur"));
    EXPECT_THAT(source.text, HasSubstr("__global__ void __launch_bounds__(128) plain"));
    const std::string ours =
        "#ifndef SPILLWAY_LAUNCH_BOUNDS\n#endif\ntemplate <int N> __global__ SPILLWAY_LAUNCH_BOUNDS void k() {}\n";
    EXPECT_EQ(read(ours).text, ours);
}

TEST(PlainSource, ANumberIsASliderWhereTheKernelUsesIt)
{
    const PlainSource source = read(whole_program);
    ASSERT_EQ(source.defines.size(), 1u);
    EXPECT_EQ(source.defines[0].name, "TILE");
    EXPECT_EQ(source.defines[0].value, 32);
    EXPECT_THAT(source.text, Not(HasSubstr("#define TILE")));
    const PlainSource twice =
        read("#ifdef A\n#define N 1\n#else\n#define N 2\n#endif\n__global__ void k(int* p) { *p = N; }\n");
    EXPECT_TRUE(twice.defines.empty()) << "one of several values is not ours to choose";
    const PlainSource guarded = read("#ifndef N\n#define N 5\n#endif\n__global__ void k(int* p) { *p = N; }\n");
    ASSERT_EQ(guarded.defines.size(), 1u);
    EXPECT_THAT(guarded.text, HasSubstr("#define N 5")) << "a default that a given number overrides stays";
}

TEST(PlainSource, HeadersOfItsFolderGoAlongAndNoneFromOutside)
{
    std::vector<std::string> asked;
    const OwnHeaders folder = [&](const std::string& name) -> std::optional<std::string> {
        asked.push_back(name);
        if (name == "detail/tile.h")
            return "#pragma once\n#include \"size.h\"\n#define TILE 8\ninline int on_host() { return 0; }\n"
                   "__global__ void from_header(float* out) { out[TILE * size] = 1; }\n";
        if (name == "detail/size.h") return "constexpr int size = 3;\n";
        return std::nullopt;
    };
    const auto source = read_plain_source(
        "#include \"detail/tile.h\"\n#include \"../secret.h\"\n#include \"/etc/passwd\"\n"
        "#include \"detail/tile.h\"\n#include \"none.h\"\n"
        "__global__ void own(float* out) { out[TILE] = size; }\n",
        "own.cu", folder);
    ASSERT_TRUE(source.has_value());
    EXPECT_THAT(asked, ElementsAre("detail/tile.h", "detail/size.h", "none.h"));
    ASSERT_EQ(source->headers.size(), 2U);
    EXPECT_EQ(source->headers[0].first, "detail/tile.h");
    EXPECT_EQ(source->headers[1].first, "size.h");
    EXPECT_THAT(source->headers[0].second,
                AllOf(HasSubstr("#pragma once"), Not(HasSubstr("on_host")), Not(HasSubstr("TILE 8"))));
    EXPECT_THAT(source->text, AllOf(HasSubstr("detail/tile.h"), Not(HasSubstr("secret")), Not(HasSubstr("none.h"))));
    ASSERT_EQ(source->kernels.size(), 2U);
    EXPECT_EQ(source->kernels[0].place.words(), "line 5 of detail/tile.h");
    ASSERT_EQ(source->defines.size(), 1U);
    EXPECT_EQ(source->defines[0].value, 8);
}

TEST(PlainSource, NoHiddenHeaderGoesAlongAndNoneThatATerminalOrAToolWouldObey)
{
    std::vector<std::string> wanted;
    const auto ask = [&](const std::string& name) -> std::optional<std::string> {
        wanted.push_back(name);
        return "\n";
    };
    const std::string text =
        "#include \".token\"\n#include \"sub/.git/config\"\n#include \"../up.h\"\n"
        "#include \"/abs.h\"\n#include \"-json.h\"\n#include \"\x1b[31mred.h\"\n"
        "#include \"ptxas info.h\"\n#include \"./fine.h\"\n#include \"sub/fine.h\"\n"
        "__global__ void k() {}\n";
    const auto source = read_plain_source(text, "mine.cu", ask);
    ASSERT_TRUE(source);
    EXPECT_THAT(wanted, ElementsAre("./fine.h", "sub/fine.h"));
    EXPECT_EQ(left_aside_sentence(*source).find('\x1b'), std::string::npos);
}

TEST(PlainExperiment, NamesInItsLessonAreNoLinksAndItsTitleIsOneLine)
{
    const auto source =
        read_plain_source("#include \"[free](https://example.org/x.h\"\n__global__ void k() {}\n", "m.cu", {});
    ASSERT_TRUE(source);
    const model::Experiment plain = plain_experiment(*source, "", "/tmp/[a](https:b)\nTrusted. .cu");
    EXPECT_EQ(plain.lesson.find('['), std::string::npos) << plain.lesson;
    EXPECT_EQ(plain.title.find('\n'), std::string::npos);
    EXPECT_NE(plain.title.find("Trusted"), std::string::npos);
}

TEST(PlainExperiment, WhereNoKernelIsUsableItSaysWhyOfEach)
{
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "unusable.cu";
    std::ofstream(file) << "template <typename... T> __global__ void a(T... t) {}\n"
                           "template <float* P> __global__ void b() {}\n";
    const auto loaded = load_plain_experiment(file);
    ASSERT_FALSE(loaded);
    EXPECT_THAT(loaded.error().what, AllOf(HasSubstr("a (line 1): its template parameter T"), HasSubstr("b (line 2)")));
}

TEST(PlainExperiment, AHugeNumberIsNoSlider)
{
    const std::string text =
        "#define HUGE 4611686018427387904\n#define LONG 3000000000u\n#define TILE 16\n"
        "constexpr int N = 4611686018427387904;\n"
        "template <int N> __global__ void k(long* p) { p[0] = HUGE + TILE + LONG; }\n";
    const auto source = read_plain_source(text, "mine.cu", {});
    ASSERT_TRUE(source);
    const model::Experiment plain = plain_experiment(*source, text, "mine.cu");
    EXPECT_EQ(plain.defines, (std::vector<std::string>{"TILE"}));
    ASSERT_NE(plain.find_parameter("N"), nullptr);
    EXPECT_EQ(plain.find_parameter("N")->last, 1024);
}

TEST(MadeExperiment, LoadsWhateverItsNamesAre)
{
    namespace fs = std::filesystem;
    const std::string text =
        "namespace detail { __global__ void Scale(float* p, int n) { p[n] = 1; } }\n"
        "__global__ void scale(float* p, int n) { p[n] = 2; }\n"
        "template <int N, int n> __global__ void two(float* p) { p[N] = n; }\n";
    const fs::path file = fs::path(testing::TempDir()) / "names\nhere.cu",
                   folder = fs::path(testing::TempDir()) / "made_names";
    std::ofstream(file) << text;
    fs::remove_all(folder);
    const auto plain = load_plain_experiment(file);
    ASSERT_TRUE(plain) << plain.error().line();
    const auto made = made_experiment(*plain, initial_values(*plain, {}), "made_names");
    ASSERT_TRUE(made) << made.error().line();
    ASSERT_FALSE(write_experiment(*made, folder));
    const auto loaded = load_experiment(folder);
    ASSERT_TRUE(loaded) << loaded.error().line();
    EXPECT_EQ(loaded->variants.size(), 3U);
    EXPECT_EQ(loaded->variants[2].entry, "two<{n}, {n_2}>");
}

TEST(Bundle, IsTakenApartAsItWasPutTogether)
{
    const Bundle bundle{"int a;\n", {{"x.h", "#pragma once\n"}, {"d/y.h", ""}}};
    const Bundle again = unbundled(bundled(bundle));
    EXPECT_EQ(again.source, bundle.source);
    EXPECT_EQ(again.headers, bundle.headers);
    for (const std::string text : {"", "\n//spillway:header \"", "\n//spillway:header \"x.h\"", "// no header\n"})
        EXPECT_EQ(unbundled(text).source, text);
}

TEST(MadeExperiment, IsReadBackAsItWasWritten)
{
    const auto plain = plain_experiment(read(whole_program), whole_program, "own.cu");
    const auto made = made_experiment(plain, initial_values(plain, {}), "mine");
    ASSERT_TRUE(made.has_value()) << made.error().line();
    const auto experiment = parse_experiment(made->description, "experiment.json", made->kernel);
    ASSERT_TRUE(experiment.has_value()) << experiment.error().line() << made->description;
    ASSERT_EQ(experiment->variants.size(), 2U);
    EXPECT_EQ(experiment->variants[0].entry, "blur<{t}, {radius}>");
    EXPECT_EQ(experiment->variants[0].arguments.size(), 3U);
    EXPECT_EQ(experiment->buffers[0].element, "{t}");
    EXPECT_FALSE(experiment->buffers[0].is_output);
    EXPECT_THAT(made->kernel, AllOf(HasSubstr("#define TILE 32"), Not(HasSubstr("main("))));
    EXPECT_THAT(made->lesson, HasSubstr("reference"));
}

TEST(PlainSource, WithoutAKernelItSaysWhatWasExpected)
{
    const auto source = read_plain_source("int main() {}\n", "own.cu");
    ASSERT_FALSE(source.has_value());
    EXPECT_EQ(source.error().where, "own.cu");
    EXPECT_THAT(source.error().advice, HasSubstr("kernel"));
}

TEST(PlainSource, WhatDoesNotCloseEndsWithTheText)
{
    const auto open_body = read_plain_source("__global__ void k() {", "own.cu");
    ASSERT_TRUE(open_body.has_value());
    EXPECT_EQ(open_body->kernels.size(), 1U);
    for (const char* text : {"template <> __global__ void k<3>() {}", "template <int N", "__global__ void k(",
                             "namespace a {", "#define", "\"", "/*", "R\"(", "}}}}", "extern \"C\" {"})
        EXPECT_FALSE(read_plain_source(text, "own.cu").has_value()) << text;
}

TEST(PlainExperiment, StartsAtWhatTheFileItselfLaunches)
{
    const PlainSource source = read(whole_program);
    const model::Experiment experiment = plain_experiment(source, whole_program, "My Blur.cu");
    EXPECT_EQ(experiment.name, "my_blur");
    EXPECT_EQ(std::get<std::int64_t>(experiment.find_parameter("Radius")->initial), 7);
    EXPECT_EQ(std::get<std::string>(experiment.find_parameter("T")->initial), "float");
    EXPECT_EQ(experiment.find_variant("blur")->entry, "blur<{T}, {Radius}>");
    EXPECT_EQ(experiment.x_axis, "TILE");
    const std::string constants =
        "template <int Block> __global__ void k() {}\nint main() { constexpr int block{512}; k<block><<<1, block>>>(); "
        "}\n";
    EXPECT_EQ(
        std::get<std::int64_t>(plain_experiment(read(constants), constants, "k.cu").find_parameter("Block")->initial),
        512);
}

TEST(PlainExperiment, AJobHasTheNumbersAndNoLaunch)
{
    const PlainSource source = read(whole_program);
    const model::Experiment experiment = plain_experiment(source, whole_program, "blur.cu");
    const auto job = make_job(experiment, *experiment.find_variant("blur"), {{"TILE", std::int64_t{64}}},
                              load_gpus(SPILLWAY_SOURCE_DIR "/assets/gpus.json").value().back());
    ASSERT_TRUE(job.has_value()) << job.error().line();
    ASSERT_EQ(job->compile.defines.size(), 1u);
    EXPECT_EQ(job->compile.defines[0].value, 64);
    EXPECT_FALSE(job->plan.has_value());
    EXPECT_EQ(job->compile.source_hash, content_hash(source.text));
}

}  // namespace
}  // namespace spillway::catalogue
